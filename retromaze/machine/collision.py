"""Collisions of boxes that move: whether and when within a frame two of them meet.

Source: machine reference, 5.5. Unverified: boxes that only touch do not meet; sprites that are turned meet
as if they were not.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

ANYTHING = -1
"""The mask of what meets everything."""


class Body(NamedTuple):
    """What may meet others: a place and the box around it, `left` and `top` counted from the place.

    It moves by the velocity, in pixels a frame; `mask` has the 32 bits of which two that meet share one.
    """

    x: float
    y: float
    left: float
    top: float
    width: float
    height: float
    velocity_x: float = 0.0
    velocity_y: float = 0.0
    mask: int = ANYTHING


class Path(NamedTuple):
    """The rectangle that a body passes over within a frame, and the body."""

    left: float
    top: float
    right: float
    bottom: float
    body: Body


def path_of(body: Body) -> Path:
    left, top = body.x + body.left, body.y + body.top
    right, bottom = left + body.width, top + body.height
    vx, vy = body.velocity_x, body.velocity_y
    return Path(left + min(vx, 0.0), top + min(vy, 0.0), right + max(vx, 0.0), bottom + max(vy, 0.0), body)


class Meeting(NamedTuple):
    """When two bodies met, 0 to 1 of the frame, where each of them was then, and how it moved."""

    time: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    velocity_x1: float = 0.0
    velocity_y1: float = 0.0
    x2: float = 0.0
    y2: float = 0.0
    velocity_x2: float = 0.0
    velocity_y2: float = 0.0


def meeting(one: Body, other: Body) -> Meeting | None:
    """How two bodies meet within one frame; None if they do not."""
    if not one.mask & other.mask:
        return None
    across = overlap_time(
        one.x + one.left,
        one.width,
        other.x + other.left,
        other.width,
        one.velocity_x - other.velocity_x,
    )
    down = overlap_time(
        one.y + one.top,
        one.height,
        other.y + other.top,
        other.height,
        one.velocity_y - other.velocity_y,
    )
    begin, end = max(across[0], down[0]), min(across[1], down[1])
    if begin >= min(end, 1.0) or end <= 0.0:
        return None
    time = max(begin, 0.0)
    return Meeting(time, *at(one, time), *at(other, time))


def at(body: Body, time: float) -> tuple[float, float, float, float]:
    """(x, y, velocity across, velocity down) at a time."""
    vx, vy = body.velocity_x, body.velocity_y
    return body.x + vx * time, body.y + vy * time, vx, vy


def overlap_time(
    start: float, size: float, other: float, other_size: float, speed: float
) -> tuple[float, float]:
    """(begin, end) of the time in which a moving stretch overlaps one that stays, without touching alone."""
    if not speed:
        apart = start >= other + other_size or other >= start + size
        return (inf, -inf) if apart else (-inf, inf)
    first, last = (other - start - size) / speed, (other + other_size - start) / speed
    return min(first, last), max(first, last)

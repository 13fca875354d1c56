"""Collisions: the boxes in which sprites meet each other, and when within a frame.

Source: machine reference, 5.5. Unverified: boxes that only touch do not meet; sprites that are turned meet
as if they were not.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

ANYTHING = -1
"""The mask of a body that can meet every other."""


class Body(NamedTuple):
    """A body for collisions: a place and the box around it, `left` and `top` counted from the place.

    It moves by the velocity, in pixels a frame. Two bodies meet (collide) only if their `mask`s, of 32 bits,
    share a bit.
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


class SweptBox(NamedTuple):
    """The rectangle that a body's box passes over within a frame, and the body."""

    left: float
    top: float
    right: float
    bottom: float
    body: Body


def swept_box(body: Body) -> SweptBox:
    """Returns the rectangle that a body's box passes over in a frame: what lies outside cannot meet it."""
    left, top = body.x + body.left, body.y + body.top
    right, bottom = left + body.width, top + body.height
    vx, vy = body.velocity_x, body.velocity_y
    left, right = left + min(vx, 0.0), right + max(vx, 0.0)
    return SweptBox(left, top + min(vy, 0.0), right, bottom + max(vy, 0.0), body)


class Meeting(NamedTuple):
    """The time at which two bodies met, 0 to 1 within the frame, and each one's place and velocity then."""

    time: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    velocity_x1: float = 0.0
    velocity_y1: float = 0.0
    x2: float = 0.0
    y2: float = 0.0
    velocity_x2: float = 0.0
    velocity_y2: float = 0.0


def first_meeting(one: Body, other: Body) -> Meeting | None:
    """Returns when and where two bodies first meet (overlap) within this frame; None if they do not."""
    if not one.mask & other.mask:
        return None
    begin_across, end_across = overlap_time(
        one.x + one.left, one.width, other.x + other.left, other.width, one.velocity_x - other.velocity_x
    )
    begin_down, end_down = overlap_time(
        one.y + one.top, one.height, other.y + other.top, other.height, one.velocity_y - other.velocity_y
    )
    begin, end = max(begin_across, begin_down), min(end_across, end_down)
    # `begin` and `end` are in frames from now: they overlap at no time, or not within this frame
    if begin >= min(end, 1.0) or end <= 0.0:
        return None
    time = max(begin, 0.0)
    return Meeting(time, *body_at(one, time), *body_at(other, time))


def body_at(body: Body, time: float) -> tuple[float, float, float, float]:
    """Returns (x, y, velocity x, velocity y) of a body that moves evenly, at a time 0 to 1 of the frame."""
    vx, vy = body.velocity_x, body.velocity_y
    return body.x + vx * time, body.y + vy * time, float(vx), float(vy)


def overlap_time(
    start: float, size: float, other: float, other_size: float, speed: float
) -> tuple[float, float]:
    """Returns (begin, end) of the time, in frames, in which a moving interval overlaps a fixed one.

    The first begins at `start` and moves by `speed` a frame, the fixed one begins at `other`.
    Intervals that only touch do not overlap; if they never do, the end is before the begin.
    """
    if not speed:
        # both stand still: they overlap always or never
        apart = start >= other + other_size or other >= start + size
        return (inf, -inf) if apart else (-inf, inf)
    # when its end is at the other's start, and its start at the other's end: reversed if it moves backwards
    times = (other - start - size) / speed, (other + other_size - start) / speed
    return min(times), max(times)


@dataclass(slots=True)
class Detection:
    """The settings of SPCOL: how a sprite meets others, if it does so at all (`on`).

    `box` is (left, top, width, height) around the sprite's place, None for the whole picture; `scale_x` and
    `scale_y` multiply it. With `scales`, they follow the sprite's own. `velocity` is in pixels a frame.
    """

    on: bool = False
    box: tuple[int, int, int, int] | None = None
    mask: int = ANYTHING
    scales: bool = False
    scale_x: float = 1.0
    scale_y: float = 1.0
    velocity: tuple[float, float] = (0.0, 0.0)

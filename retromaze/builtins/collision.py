"""Builtins of collisions: which sprites meet each other or a box, when in a frame, and where.

SPHITSP and SPHITRC change the machine, because it stores the last meeting for SPHITINFO.
Source: manual, Sprites; machine reference, 5.5, unless a function says otherwise.
"""

from __future__ import annotations

from typing import Annotated, Any

from retromaze.builtins.form import Change, Range, Reads
from retromaze.builtins.registry import Truth, builtin, form
from retromaze.builtins.sprites import ANIMATED_STATE, COST, Sprite, SpriteOrNone
from retromaze.machine.collision import ANYTHING, Meeting
from retromaze.machine.machine import Machine
from retromaze.values.costs import Rate

Corner = Annotated[int, Range(-32768, 32767)]
Length = Annotated[int, Range(0, 65535)]
COLLISION_COST = Rate("sprite looked at", 1)
TIME_AND_PLACE = tuple(f"sprites.last_meeting.{each}" for each in ("time", "x1", "y1"))
TIME_AND_PLACES = (*TIME_AND_PLACE, "sprites.last_meeting.x2", "sprites.last_meeting.y2")
WHOLE_MEETING = tuple(f"sprites.last_meeting.{each}" for each in Meeting._fields)
BOX = "({x}, {y}, {width}, {height})"
MEETING_FACTS: dict[str, Any] = {"changes": Change.MACHINE, "reads": ANIMATED_STATE}
"""The facts of a word that looks for a meeting, which the machine stores."""


@builtin("SPCOL", cost=COST, python="machine.sprites.detect({number}, scales={scales} != 0)")
def detect(m: Machine, number: Sprite, scales: int = 0) -> None:
    """SPCOL number[,scales] lets a sprite meet others, with the size of its picture as box.

    With scales other than 0, SPSCALE from now on changes the box too.
    """


@form("SPCOL", python="machine.sprites.detect({number}, scales={scales} != 0, mask={mask})")
def detect_masked(m: Machine, number: Sprite, scales: int | None, mask: int) -> None:
    """SPCOL number,[scales],mask lets a sprite meet only sprites whose masks share a bit with its own."""
    m.sprites.detect(number, None, bool(scales), mask)


@form(
    "SPCOL",
    python="machine.sprites.detect("
    "{number}, ({x}, {y}, {width}, {height}), scales={scales} != 0, mask={mask})",
)
def detect_box(
    m: Machine,
    number: Sprite,
    x: Corner,
    y: Corner,
    width: Length,
    height: Length,
    scales: int | None = None,
    mask: int = ANYTHING,
) -> None:
    """SPCOL number,x,y,width,height[,[scales][,mask]] gives a sprite a box, counted from its place."""
    m.sprites.detect(number, (x, y, width, height), bool(scales), mask)


@form("SPCOL", reads=Reads.MACHINE)
def scales_of(m: Machine, number: Sprite) -> tuple[int]:
    """SPCOL number OUT scales tells whether scales change the box of a sprite."""
    return (int(m.sprites[number].detection.scales),)


@form("SPCOL", reads=Reads.MACHINE)
def scales_and_mask_of(m: Machine, number: Sprite) -> tuple[int, int]:
    """SPCOL number OUT scales,mask tells the mask too."""
    detection = m.sprites[number].detection
    return int(detection.scales), detection.mask


@form("SPCOL", reads=Reads.MACHINE)
def box_of(m: Machine, number: Sprite) -> tuple[int, int, int, int]:
    """SPCOL number OUT x,y,width,height tells the box of a sprite as it was set."""
    return m.sprites.box(number)


@form("SPCOL", reads=Reads.MACHINE)
def box_and_scales_of(m: Machine, number: Sprite) -> tuple[int, int, int, int, int]:
    """SPCOL number OUT x,y,width,height,scales tells box and scales."""
    return (*m.sprites.box(number), int(m.sprites[number].detection.scales))


@form("SPCOL", reads=Reads.MACHINE)
def detection_of(m: Machine, number: Sprite) -> tuple[int, int, int, int, int, int]:
    """SPCOL number OUT x,y,width,height,scales,mask tells box, scales and mask."""
    detection = m.sprites[number].detection
    return (*m.sprites.box(number), int(detection.scales), detection.mask)


@builtin("SPCOLVEC", cost=COST, method="sprites.set_velocity")
def set_own_velocity(m: Machine, number: Sprite) -> None:
    """SPCOLVEC number takes a sprite's movement within a frame from its animation; without one it is none."""


@form("SPCOLVEC", python="machine.sprites.set_velocity({number}, ({x}, {y}))")
def set_velocity(m: Machine, number: Sprite, x: float, y: float) -> None:
    """SPCOLVEC number,x,y sets how a sprite moves within a frame, in pixels."""


def spend_on_search(m: Machine) -> None:
    """Spends the work of looking at all sprites; a form that asks for one of them looks at that alone."""
    m.spend(COLLISION_COST.of(m.sprites.count_used))


@builtin("SPHITSP", COLLISION_COST, cost=COST, method="sprites.hits", **MEETING_FACTS)
def hits_any(m: Machine, number: Sprite) -> SpriteOrNone:
    """SPHITSP(number) is the lowest other sprite that a sprite meets in this frame; -1 for none."""
    spend_on_search(m)
    return m.sprites.hits(number)


@form("SPHITSP", python="machine.sprites.hits({number}, {other}, {other}) == {other}", **MEETING_FACTS)
def hits_one(m: Machine, number: Sprite, other: Sprite) -> Truth:
    """SPHITSP(number,other) is 1 if a sprite meets another one, else 0."""
    return int(m.sprites.hits(number, other, other) == other)


@form("SPHITSP", method="sprites.hits", **MEETING_FACTS)
def hits_from(m: Machine, number: Sprite, first: Sprite, last: Sprite) -> SpriteOrNone:
    """SPHITSP(number,first,last) is the lowest from first to last that a sprite meets; -1 for none."""
    spend_on_search(m)
    return m.sprites.hits(number, first, last)


@builtin("SPHITRC", COLLISION_COST, cost=COST, python=f"machine.sprites.box_hits({BOX})", **MEETING_FACTS)
def box_hits_any(m: Machine, x: float, y: float, width: float, height: float) -> SpriteOrNone:
    """SPHITRC(x,y,width,height) is the lowest sprite that a box meets; -1 for none."""
    spend_on_search(m)
    return m.sprites.box_hits((x, y, width, height))


@form("SPHITRC", **MEETING_FACTS)
def moving_box_hits_any(
    m: Machine, x: float, y: float, width: float, height: float, mask: int | None, vx: float, vy: float
) -> SpriteOrNone:
    """SPHITRC(x,y,width,height,[mask],vx,vy) is the lowest that a moving box meets, in pixels a frame."""
    spend_on_search(m)
    return m.sprites.box_hits((x, y, width, height), mask_or_default(mask), (vx, vy))


@form(
    "SPHITRC",
    python="machine.sprites.box_hits(first={number}, last={number}, box=" + BOX + ") == {number}",
    **MEETING_FACTS,
)
def box_hits_one(m: Machine, number: Sprite, x: float, y: float, width: float, height: float) -> Truth:
    """SPHITRC(number,x,y,width,height) is 1 if a box meets that sprite, else 0."""
    return int(m.sprites.box_hits((x, y, width, height), first=number, last=number) == number)


@form("SPHITRC", **MEETING_FACTS)
def moving_box_hits_one(
    m: Machine,
    number: Sprite,
    x: float,
    y: float,
    width: float,
    height: float,
    mask: int | None,
    vx: float,
    vy: float,
) -> Truth:
    """SPHITRC(number,x,y,width,height,[mask],vx,vy) is 1 if a moving box meets that sprite, else 0."""
    box = x, y, width, height
    return int(m.sprites.box_hits(box, mask_or_default(mask), (vx, vy), number, number) == number)


@form(
    "SPHITRC",
    python="machine.sprites.box_hits(first={first}, last={last}, box=" + BOX + ")",
    **MEETING_FACTS,
)
def box_hits_from(
    m: Machine, first: Sprite, last: Sprite, x: float, y: float, width: float, height: float
) -> SpriteOrNone:
    """SPHITRC(first,last,x,y,width,height) is the lowest from first to last that a box meets."""
    spend_on_search(m)
    return m.sprites.box_hits((x, y, width, height), first=first, last=last)


@form("SPHITRC", **MEETING_FACTS)
def moving_box_hits_from(
    m: Machine,
    first: Sprite,
    last: Sprite,
    x: float,
    y: float,
    width: float,
    height: float,
    mask: int | None,
    vx: float,
    vy: float,
) -> SpriteOrNone:
    """SPHITRC(first,last,x,y,width,height,[mask],vx,vy) is the lowest that a moving box meets."""
    spend_on_search(m)
    return m.sprites.box_hits((x, y, width, height), mask_or_default(mask), (vx, vy), first, last)


def mask_or_default(mask: int | None) -> int:
    """Returns the mask, or if it was left out the one with all bits, which meets every sprite."""
    return ANYTHING if mask is None else mask


@builtin("SPHITINFO", cost=COST, reads=Reads.MACHINE, state=("sprites.last_meeting.time",))
def meeting_time(m: Machine) -> tuple[float]:
    """SPHITINFO OUT time tells when the last meeting was, 0 to 1 of the frame; all is 0 before the first."""
    return (m.sprites.last_meeting.time,)


@form("SPHITINFO", reads=Reads.MACHINE, state=TIME_AND_PLACE)
def meeting_place(m: Machine) -> tuple[float, float, float]:
    """SPHITINFO OUT time,x1,y1 tells where the first sprite, or the box, was too."""


@form("SPHITINFO", reads=Reads.MACHINE, state=TIME_AND_PLACES)
def meeting_places(m: Machine) -> tuple[float, float, float, float, float]:
    """SPHITINFO OUT time,x1,y1,x2,y2 tells where both were in the last meeting."""


@form("SPHITINFO", reads=Reads.MACHINE, state=WHOLE_MEETING)
def whole_meeting(m: Machine) -> tuple[float, float, float, float, float, float, float, float, float]:
    """SPHITINFO OUT time,x1,y1,vx1,vy1,x2,y2,vx2,vy2 tells how both moved too."""

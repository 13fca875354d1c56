"""Makes rooms of what a maker from outside gave, and says what is wrong with it."""

from __future__ import annotations

import operator
from collections.abc import Iterable

from retromaze.errors import RetromazeError
from retromaze.ports.mazes import Blocks, Rooms
from retromaze.ports.mazes.rooms import EAST, SOUTH
from retromaze.study.plan import rooms_of

WANTED = "a maker gives doors, ((x, y), (x, y)) each, or Rooms or Blocks"


class NoMaze(RetromazeError):
    """What a maker gave is no maze of the size asked for; the message says why."""


def rooms_from(made: object, width: int, height: int) -> Rooms:
    """The maze that a maker gave. Raises NoMaze if it is none of this size, and what an iterator raises."""
    if isinstance(made, Blocks):
        made = rooms_of_blocks(made)
    if isinstance(made, Rooms):
        return checked_rooms(made, width, height)
    if not isinstance(made, Iterable) or isinstance(made, str | bytes):
        raise NoMaze(f"the maker gave {shown(made)}; {WANTED}")
    rooms = Rooms(width, height)
    for door in made:
        one, other = ends_of(door, width, height)
        try:
            rooms.join(one, other)
        except ValueError:
            raise NoMaze(f"the rooms of the door {shown(door)} are not beside each other") from None
    return rooms


def ends_of(door: object, width: int, height: int) -> list[int]:
    """The numbers of the two rooms of a door."""
    try:
        places = [(operator.index(x), operator.index(y)) for x, y in door]  # type: ignore[attr-defined]
        one, other = places
    except (TypeError, ValueError):
        raise NoMaze(f"{shown(door)} is no door; {WANTED}") from None
    for x, y in (one, other):
        if not (0 <= x < width and 0 <= y < height):
            raise NoMaze(
                f"there is no room ({x}, {y}), as in the door {shown(door)}: x is from 0 to {width - 1},"
                f" y from 0 to {height - 1}"
            )
    return [x + y * width for x, y in (one, other)]


def rooms_of_blocks(maze: Blocks) -> Rooms:
    """The rooms of a maze of blocks."""
    try:
        return rooms_of(maze)
    except ValueError as reason:
        raise NoMaze(str(reason)) from None


def checked_rooms(rooms: Rooms, width: int, height: int) -> Rooms:
    """The rooms, if they have this size, doors that both sides know of, and a start and a goal."""
    if (rooms.width, rooms.height) != (width, height) or len(rooms.doors) != width * height:
        raise NoMaze(f"the maker gave {rooms.width} x {rooms.height} rooms, not {width} x {height}")
    again = Rooms(width, height)
    for room, doors in enumerate(rooms.doors):
        for way, other in ((EAST, room + 1), (SOUTH, room + width)):
            if doors & way:
                try:
                    again.join(room, other)
                except ValueError:
                    raise NoMaze(f"a door of room {rooms.place(room)} leads out of the maze") from None
    for room in rooms.cells():
        if rooms.doors[room] != again.doors[room]:
            raise NoMaze(f"the doors of room {rooms.place(room)} do not fit those of the rooms beside it")
    for name, room in (("start", rooms.start), ("goal", rooms.goal)):
        if not 0 <= room < width * height:
            raise NoMaze(f"the {name} is room {room}, and there are 0 to {width * height - 1}")
    return rooms


def shown(value: object) -> str:
    """A value as it would be typed, shortened."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."

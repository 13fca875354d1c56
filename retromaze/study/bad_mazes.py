"""The two bad mazes of an article: (A) has many side ways, all too short, (B) too short a solution.

Source: プチコン3号 12日目, 図(A) 「脇道は多いが短すぎる」 and 図(B) 「脇道は複雑ですが肝心の正解が短い」.
The article only draws them; how they are made is ours.
"""

from __future__ import annotations

from itertools import pairwise

from retromaze.ports.mazes import Draws, Rooms
from retromaze.ports.mazes.draws import draws
from retromaze.ports.mazes.rooms import EAST, NORTH, SOUTH, WEST
from retromaze.ports.mazes.sizes import at_least


def short_branches_maze(
    width: int, height: int, *, seed: int | None = None, rng: Draws | None = None
) -> Rooms:
    """The bad maze (A): a corridor to and fro, and every other room is a dead end of one step beside it.

    The goal is where the corridor ends. A draw for how far each row of the corridor lies below the last, and
    one for each room between two rows of which it could belong to either. Raises ValueError below 2.
    """
    at_least(2, width=width, height=height)
    chance = draws(seed, rng)
    rooms = Rooms(width, height)
    corridor = corridor_rows(height, chance)
    for y in corridor:
        for x in range(width - 1):
            join(rooms, y * width + x, EAST)
    for number, (upper, lower) in enumerate(pairwise(corridor)):
        turn = 0 if number % 2 else width - 1
        for y in range(upper, lower):
            join(rooms, y * width + turn, SOUTH)
        hang_rooms(rooms, upper, lower, turn, chance)
    for room in range(corridor[-1] * width, (height - 1) * width):
        join(rooms, room, SOUTH)
    rooms.goal = corridor[-1] * width + (width - 1 if len(corridor) % 2 else 0)
    return rooms


def corridor_rows(height: int, chance: Draws) -> list[int]:
    """The rows of the corridor: two or three apart, the last at the bottom or one above it."""
    rows = [0]
    while rows[-1] + 2 < height:
        rows.append(min(rows[-1] + 2 + chance.below(2), height - 1))
    return rows


def hang_rooms(rooms: Rooms, upper: int, lower: int, turn: int, chance: Draws) -> None:
    """Joins the rooms between two rows of the corridor to one of these, but for the column where it turns."""
    for x in range(rooms.width):
        if x == turn:
            continue
        if lower - upper == 3 or chance.below(2):
            join(rooms, upper * rooms.width + x, SOUTH)
        if not rooms.doors[(lower - 1) * rooms.width + x]:
            join(rooms, lower * rooms.width + x, NORTH)


def short_solution_maze(
    width: int, height: int, *, seed: int | None = None, rng: Draws | None = None
) -> Rooms:
    """The bad maze (B): a short straight solution in the middle, long crooked ways from each of its rooms.

    Diggers in all rooms of the solution dig in turn, each as the recursive backtracker does: one draw a room
    dug. Raises ValueError below 2.
    """
    at_least(2, width=width, height=height)
    chance = draws(seed, rng)
    rooms = Rooms(width, height)
    steps = max(min(width, height) // 4, 1)
    rooms.start = height // 2 * width + (width - steps) // 2
    rooms.goal = rooms.start + steps
    for room in range(rooms.start, rooms.goal):
        join(rooms, room, EAST)
    ways_back = [[room] for room in range(rooms.start, rooms.goal + 1)]
    while any(ways_back):
        for way_back in ways_back:
            dig_or_turn_back(rooms, way_back, chance)
    return rooms


def dig_or_turn_back(rooms: Rooms, way_back: list[int], chance: Draws) -> None:
    """Digs to a room beside the last of the way, or back to where one is left, and to it."""
    while way_back:
        ways = closed_directions(rooms, way_back[-1])
        if ways:
            way_back.append(join(rooms, way_back[-1], ways[chance.below(len(ways))]))
            return
        way_back.pop()


def closed_directions(rooms: Rooms, room: int) -> list[int]:
    """In which directions rooms without doors lie beside this one."""
    doors, width = rooms.doors, rooms.width
    x = room % width
    ways = []
    if x + 1 < width and not doors[room + 1]:
        ways.append(EAST)
    if room + width < len(doors) and not doors[room + width]:
        ways.append(SOUTH)
    if x and not doors[room - 1]:
        ways.append(WEST)
    if room >= width and not doors[room - width]:
        ways.append(NORTH)
    return ways


def join(rooms: Rooms, room: int, way: int) -> int:
    """Opens the wall of a room in this direction; returns the room beyond."""
    other = room + (
        1 if way == EAST else rooms.width if way == SOUTH else -1 if way == WEST else -rooms.width
    )
    rooms.doors[room] |= way
    # The opposite of a direction lies two bits away: east 1 and west 4.
    rooms.doors[other] |= way << 2 if way < WEST else way >> 2
    return other

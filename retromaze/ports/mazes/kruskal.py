"""Kruskal's method: all walls in a drawn order, each opened if it parts two sets of rooms."""

from __future__ import annotations

from retromaze.ports.mazes.disjoint_sets import DisjointSets
from retromaze.ports.mazes.draws import Draws, draws, shuffle
from retromaze.ports.mazes.hexagons import Hexagons
from retromaze.ports.mazes.rooms import EAST, NORTH, SOUTH, WEST, Rooms
from retromaze.ports.mazes.sizes import at_least


def kruskal_maze(width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Rooms joined wall by wall, in an order drawn beforehand: one draw a wall.

    Before the shuffle stand the walls to the east, column by column, then those to the south likewise.
    Raises ValueError for sizes below 1.
    """
    at_least(1, width=width, height=height)
    walls = [cell * 2 for x in range(width - 1) for cell in range(x, width * height, width)]
    walls += [cell * 2 + 1 for x in range(width) for cell in range(x, width * (height - 1), width)]
    shuffle(walls, draws(seed, rng))
    rooms = Rooms(width, height)
    join, doors = DisjointSets(width * height).join, rooms.doors
    missing = width * height - 1
    for wall in walls:
        cell, south = wall >> 1, wall & 1
        beyond = cell + width if south else cell + 1
        if join(cell, beyond):
            doors[cell] |= SOUTH if south else EAST
            doors[beyond] |= NORTH if south else WEST
            missing -= 1
            if not missing:
                break
    return rooms


def hexagonal_maze(width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> Hexagons:
    """Hexagonal rooms joined by Kruskal's method, one draw a wall in the order of `Hexagons.walls`.

    Raises ValueError below 2 columns or 1 row.
    """
    hexagons = Hexagons(width, height)
    walls = hexagons.walls()
    shuffle(walls, draws(seed, rng))
    differences = dict(hexagons.steps())
    join, doors = DisjointSets(len(hexagons.doors)).join, hexagons.doors
    for cell, way in walls:
        beyond = cell + differences[way]
        if join(cell, beyond):
            doors[cell] |= way
            # The opposite of a direction lies three bits away: east 1 and west 8.
            doors[beyond] |= way << 3 if way < 8 else way >> 3
    return hexagons

"""Binary tree over rooms: each keeps its north or its west wall."""

from __future__ import annotations

from retromaze.ports.mazes.draws import Draws, draws
from retromaze.ports.mazes.rooms import EAST, NORTH, SOUTH, WEST, Rooms
from retromaze.ports.mazes.sizes import at_least


def binary_tree_maze(width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Rooms whose ways lead right and down only: from the start to a room (x, y) it is x + y steps.

    One draw a room, row by row, outside the first row and column, which have no choice.
    Raises ValueError for sizes below 1.
    """
    at_least(1, width=width, height=height)
    chance = draws(seed, rng)
    rooms = Rooms(width, height)
    for y in range(height):
        for x in range(width):
            room = y * width + x
            if x > 0 and (y == 0 or chance.below(2) == 0):
                rooms.doors[room] |= WEST
                rooms.doors[room - 1] |= EAST
            elif y > 0:
                rooms.doors[room] |= NORTH
                rooms.doors[room - width] |= SOUTH
    return rooms

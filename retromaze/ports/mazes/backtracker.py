"""Recursive backtracker over rooms, as the listing backtracker.bas does it."""

from __future__ import annotations

from retromaze.ports.mazes.draws import Draws, draws
from retromaze.ports.mazes.rooms import EAST, NORTH, SOUTH, WEST, Rooms
from retromaze.ports.mazes.sizes import at_least

WAYS = ((EAST, 1, 0, WEST), (SOUTH, 0, 1, NORTH), (WEST, -1, 0, EAST), (NORTH, 0, -1, SOUTH))
"""A door, the columns and rows from there to the next room, and that room's door back."""


def backtracker_maze(width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Rooms joined by one walker that starts top left and turns back where all neighbors are done.

    One draw a room but the first, even where only one way is left.  With the same generator it is the maze of
    the listing backtracker.  Raises ValueError for sizes below 1.
    """
    at_least(1, width=width, height=height)
    chance = draws(seed, rng)
    rooms = Rooms(width, height)
    doors = rooms.doors
    stack = [(0, 0)]
    while stack:
        x, y = stack[-1]
        # A room without doors is unvisited; the start has a door before anybody can look at it.
        ways = [
            (door, dx, dy, back)
            for door, dx, dy, back in WAYS
            if 0 <= x + dx < width and 0 <= y + dy < height and not doors[(y + dy) * width + x + dx]
        ]
        if ways:
            door, dx, dy, back = ways[chance.below(len(ways))]
            doors[y * width + x] |= door
            doors[(y + dy) * width + x + dx] = back
            stack.append((x + dx, y + dy))
        else:
            stack.pop()
    return rooms

"""Recursive backtracker over rooms, as the listing backtracker.bas does it."""

from __future__ import annotations

from retromaze.ports.mazes.draws import Draws, draws
from retromaze.ports.mazes.rooms import EAST, NORTH, SOUTH, WEST, Rooms
from retromaze.ports.mazes.sizes import at_least

OUTSIDE = 16


def backtracker_maze(width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Rooms joined by one walker that starts top left and turns back where all neighbors are done.

    One draw a room but the first, even where only one way is left.  With the same generator it is the maze of
    the listing backtracker.  Raises ValueError for sizes below 1.
    """
    at_least(1, width=width, height=height)
    doors = _framed(width, height)
    _dig(doors, width + 1, draws(seed, rng))
    inside = bytearray()
    for top in range(0, height * (width + 1), width + 1):
        inside += doors[top : top + width]
    return Rooms(width, height, inside)


def _framed(width: int, height: int) -> bytearray:
    # One column and one row of OUTSIDE are frame enough: what lies left of column 0 is the end of the row
    # before, and what lies above row 0 is, counted from the end, the last row.
    return bytearray((bytes(width) + bytes([OUTSIDE])) * height + bytes([OUTSIDE]) * (width + 1))


def _dig(doors: bytearray, stride: int, rng: Draws) -> None:
    below = rng.below
    here = 0
    stack = [here]
    while stack:
        # A room without doors is unvisited; the start has a door before anybody can look at it.
        ways = []
        if not doors[here + 1]:
            ways.append(EAST)
        if not doors[here + stride]:
            ways.append(SOUTH)
        if not doors[here - 1]:
            ways.append(WEST)
        if not doors[here - stride]:
            ways.append(NORTH)
        if not ways:
            here = stack.pop()
            continue
        stack.append(here)
        way = ways[below(len(ways))]
        doors[here] |= way
        if way == EAST:
            here += 1
            doors[here] = WEST
        elif way == SOUTH:
            here += stride
            doors[here] = NORTH
        elif way == WEST:
            here -= 1
            doors[here] = EAST
        else:
            here -= stride
            doors[here] = SOUTH

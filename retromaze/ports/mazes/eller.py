"""Eller's method over rooms: row by row, with nothing kept but which rooms of the row are joined."""

from __future__ import annotations

from retromaze.ports.mazes.draws import Draws, draws, shuffle
from retromaze.ports.mazes.rooms import Rooms
from retromaze.ports.mazes.sizes import at_least

DOWN = 3
"""One in so many rooms has a way down, besides the one that each set needs."""


def eller_maze(width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Rooms joined row by row: first some beside each other, then each set of joined rooms to the row below.

    A coin says for each two rooms side by side that are not joined whether they are now.  Then of each set
    one room, in a drawn order the first, is joined to the one below, and each other with a chance of a third.
    In the last row all that are not joined are.  A maze of any height needs the memory of one row.
    Bias: the last row has far more ways across than the others, for it must join what is still apart.  How
    many ways lead across and how many down depends on the two chances, which the method leaves open (a half
    and a third are ours).
    Draws: one for each two rooms that a coin decides on; in all rows but the last one a room for the order,
    and one a room that is not the first of its set.
    Raises ValueError for sizes below 1.
    Source: M. Eller, 1982, not published; J. Buck, The Buckblog, 2010.
    """
    at_least(1, width=width, height=height)
    chance = draws(seed, rng)
    rooms = Rooms(width, height)
    # For each column the columns joined to it: one list for the whole set.
    sets = [[x] for x in range(width)]
    for y in range(height):
        join_across(rooms, y, sets, chance)
        if y + 1 < height:
            sets = join_down(rooms, y, sets, chance)
    return rooms


def join_across(rooms: Rooms, y: int, sets: list[list[int]], chance: Draws) -> None:
    """Joins rooms of a row side by side: by a coin each, in the last row all."""
    last = y + 1 == rooms.height
    for x in range(rooms.width - 1):
        mine, theirs = sets[x], sets[x + 1]
        if mine is not theirs and (last or chance.below(2)):
            rooms.join(y * rooms.width + x, y * rooms.width + x + 1)
            mine += theirs
            for column in theirs:
                sets[column] = mine


def join_down(rooms: Rooms, y: int, sets: list[list[int]], chance: Draws) -> list[list[int]]:
    """Joins some rooms of each set to those below; returns the sets of the row below."""
    below = [[x] for x in range(rooms.width)]
    for x in range(rooms.width):
        columns = sets[x]
        # Each set once, at its column furthest to the left.
        if x != min(columns):
            continue
        shuffle(columns, chance)
        down = [column for at, column in enumerate(columns) if at == 0 or chance.below(DOWN) == 0]
        for column in down:
            rooms.join(y * rooms.width + column, (y + 1) * rooms.width + column)
            below[column] = down
    return below

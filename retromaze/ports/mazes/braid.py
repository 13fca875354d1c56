"""Braiding: opens dead ends of a maze, which makes circles."""

from __future__ import annotations

from retromaze.ports.mazes.draws import Draws, draws, shuffle
from retromaze.ports.mazes.rooms import Rooms


def braid(rooms: Rooms, share: float = 1.0, *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Opens a share of the dead ends of a maze, from 0 (none) to 1 (all); returns the same maze.

    A dead end is a room with one way out.  In a drawn order each gets a second way, to another dead end
    beside it if there is one, which is no dead end from then on either, else to any room beside it.
    It goes on until at most 1 - `share` of the dead ends are left.  One in a corridor as wide as the maze has
    no wall to open, and stays.
    Two draws a dead end, one of them before any is opened.  Raises ValueError for other shares.
    Source: W. D. Pullen, Think Labyrinth (a braid maze has no dead ends, a partial braid has some).
    """
    if not 0 <= share <= 1:
        raise ValueError(f"share must be from 0 to 1, not {share}")
    chance = draws(seed, rng)
    ends = [room for room in rooms.cells() if len(rooms.neighbors(room)) == 1]
    shuffle(ends, chance)
    left = len(ends)
    most = round(left * (1 - share))
    for room in ends:
        if left <= most:
            break
        ways = rooms.neighbors(room)
        walls = [other for other in rooms.beside(room) if other not in ways]
        if len(ways) == 1 and walls:
            dead_ends = [other for other in walls if len(rooms.neighbors(other)) == 1]
            others = dead_ends or walls
            rooms.join(room, others[chance.below(len(others))])
            left -= 2 if dead_ends else 1
    return rooms

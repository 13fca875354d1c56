"""Aldous and Broder's method over rooms: a walk at random, until it has been everywhere."""

from __future__ import annotations

from retromaze.ports.mazes.draws import Draws, draws
from retromaze.ports.mazes.rooms import Rooms
from retromaze.ports.mazes.sizes import at_least


def aldous_broder_maze(
    width: int, height: int, *, seed: int | None = None, rng: Draws | None = None
) -> Rooms:
    """Rooms joined by a walker who steps to any room beside, until no room is left that it has not seen.

    Where it comes to a room for the first time, the wall behind it is opened.  It knows no better: it goes
    over rooms that it has seen again and again, and the last rooms take most of the time.
    Bias: none.  Every maze without circles is equally likely (a uniform spanning tree).
    A draw for the first room and one a step.  Raises ValueError for sizes below 1.
    Source: D. Aldous, "The random walk construction of uniform spanning trees and uniform labelled trees",
    1990, and A. Broder, "Generating random spanning trees", 1989; for mazes J. Buck, The Buckblog, 2011.
    """
    at_least(1, width=width, height=height)
    below = draws(seed, rng).below
    rooms = Rooms(width, height)
    beside = [rooms.beside(room) for room in rooms.cells()]
    room = below(width * height)
    unseen = set(rooms.cells()) - {room}
    while unseen:
        ways = beside[room]
        before, room = room, ways[below(len(ways))]
        if room in unseen:
            unseen.remove(room)
            rooms.join(before, room)
    return rooms

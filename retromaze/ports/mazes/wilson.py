"""Wilson's method over rooms: walks at random whose circles are forgotten."""

from __future__ import annotations

from retromaze.ports.mazes.draws import Draws, draws
from retromaze.ports.mazes.rooms import Rooms
from retromaze.ports.mazes.sizes import at_least


def wilson_maze(width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Rooms joined by walks, each from a room outside of the maze until it meets the maze.

    The maze begins as one drawn room.  A walker starts in the first room outside, steps to any room beside,
    and notes in each room where it went last.  When it meets the maze, the notes lead from its start to the
    maze without a circle, and the walls along them are opened.  The first walk is the longest.
    Bias: none.  Every maze without circles is equally likely (a uniform spanning tree).
    A draw for the first room and one a step.  Raises ValueError for sizes below 1.
    Source: D. B. Wilson, "Generating random spanning trees more quickly than the cover time", 1996; for
    mazes J. Buck, The Buckblog, 2011.
    """
    at_least(1, width=width, height=height)
    below = draws(seed, rng).below
    rooms = Rooms(width, height)
    beside = [rooms.beside(room) for room in rooms.cells()]
    maze = {below(width * height)}
    went_to = list(rooms.cells())
    for start in rooms.cells():
        room = start
        while room not in maze:
            ways = beside[room]
            went_to[room] = ways[below(len(ways))]
            room = went_to[room]
        room = start
        while room not in maze:
            maze.add(room)
            rooms.join(room, went_to[room])
            room = went_to[room]
    return rooms

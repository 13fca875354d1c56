"""The sidewinder over rooms: runs to the east, each with one way up."""

from __future__ import annotations

from retromaze.ports.mazes.draws import Draws, draws
from retromaze.ports.mazes.rooms import Rooms
from retromaze.ports.mazes.sizes import at_least


def sidewinder_maze(width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Rooms joined to runs, row by row; from one drawn room of each run a way leads up.

    After each room of a row a coin says whether the run goes on to the east or ends.  The first row is one
    run, for nothing is above it.
    Bias: strong.  The whole first row is a corridor, no dead end opens to the south, and from any room one
    comes to the first row by steps up and to the side alone.
    One draw a room outside of the first row and the last column, and one a run.
    Raises ValueError for sizes below 1.
    Source: W. D. Pullen, Think Labyrinth, and J. Buck, The Buckblog, 2011.
    """
    at_least(1, width=width, height=height)
    below = draws(seed, rng).below
    rooms = Rooms(width, height)
    for room in range(width - 1):
        rooms.join(room, room + 1)
    for row in range(width, width * height, width):
        run = []
        for room in range(row, row + width):
            run.append(room)
            if room + 1 < row + width and below(2):
                rooms.join(room, room + 1)
            else:
                drawn = run[below(len(run))]
                rooms.join(drawn, drawn - width)
                run = []
    return rooms

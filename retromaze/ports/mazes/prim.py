"""Prim's method over rooms, with random choices: the maze grows at any place of its edge."""

from __future__ import annotations

from retromaze.ports.mazes.draws import Draws, draws
from retromaze.ports.mazes.rooms import Rooms
from retromaze.ports.mazes.sizes import at_least


def prim_maze(width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Rooms joined one by one to a maze that begins as one drawn room.

    The frontier is all rooms beside the maze.  Again and again one of them is drawn and joined to the maze;
    where several rooms of the maze are beside it, one of these is drawn too.
    Bias: it grows to all sides at once, so ways lead straight outwards from the first room; rooms with
    three or four ways and short dead ends are many, long winding ways few.
    Two draws a room, one for the first.  Raises ValueError for sizes below 1.
    Source: R. C. Prim, "Shortest connection networks and some generalizations", 1957 (V. Jarník, 1930);
    with rooms instead of lengths drawn, J. Buck, The Buckblog, 2011.
    """
    at_least(1, width=width, height=height)
    below = draws(seed, rng).below
    rooms = Rooms(width, height)
    maze = {below(width * height)}
    frontier = [room for first in maze for room in rooms.beside(first)]
    seen = maze | set(frontier)
    while frontier:
        # The last takes the place of the drawn one: to take it out of the middle would be slow.
        drawn = below(len(frontier))
        frontier[drawn], frontier[-1] = frontier[-1], frontier[drawn]
        room = frontier.pop()
        inside = [other for other in rooms.beside(room) if other in maze]
        rooms.join(room, inside[below(len(inside))])
        maze.add(room)
        outside = [other for other in rooms.beside(room) if other not in seen]
        frontier += outside
        seen.update(outside)
    return rooms

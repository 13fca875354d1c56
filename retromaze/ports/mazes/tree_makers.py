"""Makers of rooms with exactly one way between any two, by the methods of the field; and `braid`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from retromaze.ports.mazes.draws import Draws, at_least, draws, shuffle
from retromaze.ports.mazes.rooms import EAST, NORTH, SOUTH, WEST, Rooms

WAYS = ((EAST, 1, 0, WEST), (SOUTH, 0, 1, NORTH), (WEST, -1, 0, EAST), (NORTH, 0, -1, SOUTH))
"""A door, the columns and rows from there to the next room, and that room's door back."""


def backtracker_maze(width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Returns rooms joined by one walker that starts top left and turns back where all neighbors are done.

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
        # a room without doors is unvisited; the start has a door before it is a neighbor
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


def binary_tree_maze(width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Returns rooms whose ways lead right and down only: from the start to a room (x, y) it is x + y steps.

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


def sidewinder_maze(width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Returns rooms joined to runs, row by row; from one random room of each run a way leads up.

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


ROOMS_PER_WAY_DOWN = 3
"""One in this many rooms gets a way down, in addition to the one that each set needs."""


def eller_maze(width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Returns rooms joined row by row: first some side by side, then each set to the row below.

    For each two rooms side by side that are not joined yet, a coin says whether they are joined now.  Then of
    each set one room, the first in random order, is joined to the one below, and each other with a chance of
    a third.  In the last row all rooms are joined.  A maze of any height needs the memory of one row.
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
    # for each column the columns joined to it: one list for the whole set
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
        # one list for the whole set: the same list means joined already
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
        # each set once, at its leftmost column
        if x != min(columns):
            continue
        shuffle(columns, chance)
        down = [
            column for at, column in enumerate(columns) if at == 0 or chance.below(ROOMS_PER_WAY_DOWN) == 0
        ]
        for column in down:
            rooms.join(y * rooms.width + column, (y + 1) * rooms.width + column)
            below[column] = down
    return below


def prim_maze(width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Returns rooms joined one by one to a maze that begins as one random room.

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
        # the last room takes the place of the drawn one, because removing from the middle is slow
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


Choice = Callable[[int, Draws], int]
"""A function from the number of listed rooms and a generator to the room to go on from, 0 the oldest."""


def newest(count: int, rng: Draws) -> int:
    """Returns the number of the room that was added last."""
    return count - 1


def drawn(count: int, rng: Draws) -> int:
    """Returns the number of a random room."""
    return rng.below(count)


def newest_or_drawn(count: int, rng: Draws) -> int:
    """Returns, with equal chance, the newest room or a random one."""
    return newest(count, rng) if rng.below(2) else drawn(count, rng)


CHOICES: Mapping[str, Choice] = {"newest": newest, "drawn": drawn, "mixed": newest_or_drawn}


def growing_tree_maze(
    width: int,
    height: int,
    *,
    choose: str | Choice = "mixed",
    seed: int | None = None,
    rng: Draws | None = None,
) -> Rooms:
    """Returns rooms joined one by one: a list holds rooms of the maze that may have closed rooms beside them.

    Again and again a room of the list is chosen.  If a closed room is beside it, one such is drawn, joined
    and put at the end of the list; if not, the room is taken out of the list.  `choose` is "newest", "drawn",
    "mixed" (by a coin one of these two), or a function of your own, called with how many rooms the list has
    and the generator; 0 is the oldest.
    Bias: that of the choice.  "newest" is the recursive backtracker with a random first room, long winding
    ways; "drawn" is near to Prim's method, short ways and many dead ends; "mixed" lies between the two.
    A draw for the first room, one a room joined, and those of the choice.
    Raises ValueError for sizes below 1 and for an unknown choice.
    Source: W. D. Pullen, Think Labyrinth, and J. Buck, The Buckblog, 2011.
    """
    at_least(1, width=width, height=height)
    choice = CHOICES.get(choose) if isinstance(choose, str) else choose
    if choice is None:
        raise ValueError(f"choose must be {', '.join(CHOICES)} or a function, not {choose!r}")
    chance = draws(seed, rng)
    rooms = Rooms(width, height)
    growing = [chance.below(width * height)]
    joined = set(growing)
    while growing:
        at = choice(len(growing), chance)
        room = growing[at]
        closed = [other for other in rooms.beside(room) if other not in joined]
        if closed:
            other = closed[chance.below(len(closed))]
            rooms.join(room, other)
            joined.add(other)
            growing.append(other)
        else:
            del growing[at]
    return rooms


def wilson_maze(width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Returns rooms joined by walks, each from a room outside of the maze until it meets the maze.

    The maze begins as one random room.  A walker starts in the first room outside, steps to any room beside,
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
        # only the last step out of each room was noted, so circles of the walk are left out
        room = start
        while room not in maze:
            maze.add(room)
            rooms.join(room, went_to[room])
            room = went_to[room]
    return rooms


def aldous_broder_maze(
    width: int, height: int, *, seed: int | None = None, rng: Draws | None = None
) -> Rooms:
    """Returns rooms joined by a walker that steps to any neighboring room until it has seen all.

    When it enters a room for the first time, the wall behind it is opened.  It visits rooms again and again,
    so that the last rooms take most of the time.
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


def braid(rooms: Rooms, share: float = 1.0, *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Opens a share of the dead ends of a maze, from 0 (none) to 1 (all); returns the same maze.

    A dead end is a room with one way out.  In random order each gets a second way: to a dead end next to it
    if there is one, so that both end, else to any room next to it.  It goes on until at most 1 - `share` of
    the dead ends are left.  One in a corridor as wide as the maze has no wall to open, and stays.
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
            # a way between two dead ends gives both a second way
            left -= 2 if dead_ends else 1
    return rooms

"""Kruskal's method: all walls in random order, each opened if it divides two sets of rooms.

A line of a picture is the solution of a maze if the walls along it are opened before all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from retromaze.ports.mazes.disjoint_sets import DisjointSets
from retromaze.ports.mazes.draws import Draws, at_least, draws, shuffle
from retromaze.ports.mazes.hexagons import Hexagons
from retromaze.ports.mazes.rooms import EAST, NORTH, SOUTH, WEST, Rooms

Pair = tuple[int, int]
"""The numbers of two neighboring rooms, which means the wall between them."""


class WallStep(NamedTuple):
    """One wall looked at: the rooms beside it, whether it was broken, and the maze after it."""

    one: int
    other: int
    broken: bool
    rooms: Rooms


def kruskal_maze(
    width: int, height: int, *, first: Iterable[Pair] = (), seed: int | None = None, rng: Draws | None = None
) -> Rooms:
    """Returns rooms joined wall by wall, in an order drawn beforehand: one draw a wall.

    Before the shuffle, the order is the walls to the east, column by column, and then those to the south.
    Those of `first` come before all others, in their order; one of them that would close a circle stays.
    Raises ValueError for sizes below 1 and where `first` names rooms that are no neighbors.
    """
    at_least(1, width=width, height=height)
    rooms = Rooms(width, height)
    walls = [rooms.wall_between(one, other) for one, other in first]
    walls += drawn_walls(width, height, draws(seed, rng))
    sets, doors = DisjointSets(width * height), rooms.doors
    for wall in walls:
        cell, south = divmod(wall, 2)
        beyond = cell + width if south else cell + 1
        if sets.union(cell, beyond):
            doors[cell] |= SOUTH if south else EAST
            doors[beyond] |= NORTH if south else WEST
    return rooms


def drawn_walls(width: int, height: int, rng: Draws) -> list[int]:
    """Returns all inner walls in random order, numbered as by `Rooms.wall_between`."""
    # 2i is the wall east of room i, 2i + 1 the wall south of it
    walls = [cell * 2 for x in range(width - 1) for cell in range(x, width * height, width)]
    walls += [cell * 2 + 1 for x in range(width) for cell in range(x, width * (height - 1), width)]
    shuffle(walls, rng)
    return walls


def kruskal_walls(rooms: Rooms, pairs: Iterable[Pair]) -> Iterator[WallStep]:
    """Opens walls one by one, if they divide two sets of `rooms`, which are closed at first.

    The plain form of `kruskal_maze`: it yields each step, for programs that show them.  Raises ValueError for
    rooms that are no neighbors.
    """
    sets = DisjointSets(len(rooms.doors))
    for one, other in pairs:
        rooms.wall_between(one, other)  # raises ValueError, also for rooms that a way joins already
        if joined := sets.union(one, other):
            rooms.join(one, other)
        yield WallStep(one, other, joined, rooms)


def hexagonal_maze(width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> Hexagons:
    """Returns hexagonal rooms joined by Kruskal's method, one draw a wall in the order of `Hexagons.walls`.

    Raises ValueError below 2 columns or 1 row.
    """
    hexagons = Hexagons(width, height)
    walls = hexagons.walls()
    shuffle(walls, draws(seed, rng))
    differences = dict(hexagons.steps())
    sets, doors = DisjointSets(len(hexagons.doors)), hexagons.doors
    for cell, way in walls:
        beyond = cell + differences[way]
        if sets.union(cell, beyond):
            doors[cell] |= way
            # the opposite direction is three bits away: east 1 and west 8
            doors[beyond] |= way << 3 if way < 8 else way >> 3
    return hexagons


BLANK = "."

HEART = (
    "....#####.......#####...",
    "...##...##.....##...##..",
    "..##.....##...##.....##.",
    "..#.......S...G.......#.",
    "..#...................#.",
    "..##.................##.",
    "...##...............##..",
    "....##.............##...",
    ".....##...........##....",
    "......##.........##.....",
    ".......##.......##......",
    "........###...###.......",
    "..........#####.........",
    "........................",
)
SPIRAL = (
    "...#####################",
    "...#...................#",
    "...#.###############...#",
    "...#.#.............#...#",
    "...#.#.###########.#...#",
    "...#.#.#.........#.#...#",
    "...#.#.#.S######.#.#...#",
    "...#.#.#.......#.#.#...#",
    "...#.#.#########.#.#...#",
    "...#.#...........#.#...#",
    "...#.#############.#...#",
    "...#...............#...#",
    "...#################...G",
    "........................",
)


def picture_maze(rows: Sequence[str], *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Returns a maze with a room for each character; the way from S to G is the line of all but full stops.

    The line must not touch itself.  Draws as `kruskal_maze`.  Raises ValueError for rows of unequal length,
    for more or less than one S and one G, and where they are not the two ends of one line.
    """
    way = line(rows)
    maze = kruskal_maze(len(rows[0]), len(rows), first=pairwise(way), seed=seed, rng=rng)
    maze.start, maze.goal = way[0], way[-1]
    return maze


def line(rows: Sequence[str]) -> list[int]:
    """Returns the rooms of the line in a picture, from S to G.  Raises ValueError as `picture_maze`."""
    if len({len(row) for row in rows}) != 1:
        raise ValueError("a picture needs rows of characters, all of one length")
    cells = "".join(rows)
    if cells.count("S") != 1 or cells.count("G") != 1:
        raise ValueError("a picture needs one S and one G")
    way = follow_line(cells, len(rows[0]))
    if len(way) != len(cells) - cells.count(BLANK):
        raise ValueError("the line from S to G does not go through all that is drawn")
    return way


def follow_line(cells: str, width: int) -> list[int]:
    """Returns the rooms of the line from S to G; raises ValueError if it branches or ends before G."""
    way = [cells.index("S")]
    before = way[0]
    while True:
        here = way[-1]
        ahead = [cell for cell in line_neighbors(here, cells, width) if cell != before]
        # one way on in each room (True is 1), and none in G
        if len(ahead) != (cells[here] != "G"):
            row, column = divmod(here, width)
            raise ValueError(f"the line from S to G ends, or touches itself, in column {column} of row {row}")
        if not ahead:
            return way
        before = here
        way += ahead


def line_neighbors(cell: int, cells: str, width: int) -> list[int]:
    """Returns the neighbors of a room that belong to the line."""
    # no step leads left from the first column or right from the last: `[-1] * False` is empty
    steps = [-width, width, *[-1] * (cell % width > 0), *[1] * (cell % width < width - 1)]
    return [to for to in (cell + step for step in steps) if 0 <= to < len(cells) and cells[to] != BLANK]

"""Mazes whose solution draws a picture: the walls along a line are broken before all others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from retromaze.ports.mazes.draws import Draws
from retromaze.ports.mazes.kruskal import kruskal_maze
from retromaze.ports.mazes.rooms import Rooms

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
    """A room a character: the way from S to G runs along the line of characters other than a full stop.

    The line must not touch itself.  Draws as `kruskal_maze`.  Raises ValueError for rows of unequal length,
    for more or less than one S and one G, and where they are not the two ends of one line.
    """
    way = line(rows)
    maze = kruskal_maze(len(rows[0]), len(rows), first=pairwise(way), seed=seed, rng=rng)
    maze.start, maze.goal = way[0], way[-1]
    return maze


def line(rows: Sequence[str]) -> list[int]:
    """The rooms of the line in a picture, from S to G.  Raises ValueError as `picture_maze`."""
    if len({len(row) for row in rows}) != 1:
        raise ValueError("a picture needs rows of characters, all of one length")
    cells = "".join(rows)
    if cells.count("S") != 1 or cells.count("G") != 1:
        raise ValueError("a picture needs one S and one G")
    way = followed(cells, len(rows[0]))
    if len(way) != len(cells) - cells.count(BLANK):
        raise ValueError("the line from S to G does not go through all that is drawn")
    return way


def followed(cells: str, width: int) -> list[int]:
    """The rooms that one passes from S on; raises ValueError where the way divides or ends before G."""
    way = [cells.index("S")]
    before = way[0]
    while True:
        here = way[-1]
        ahead = [cell for cell in beside(here, cells, width) if cell != before]
        if len(ahead) != (cells[here] != "G"):
            row, column = divmod(here, width)
            raise ValueError(f"the line from S to G ends, or touches itself, in column {column} of row {row}")
        if not ahead:
            return way
        before = here
        way += ahead


def beside(cell: int, cells: str, width: int) -> list[int]:
    """The neighbors of a room that are drawn."""
    steps = [-width, width, *[-1] * (cell % width > 0), *[1] * (cell % width < width - 1)]
    return [to for to in (cell + step for step in steps) if 0 <= to < len(cells) and cells[to] != BLANK]

"""Knocked-down sticks as the column's two programs give them: a drawing of the maze, or its CSV.

Source: the column on なでしこ: 21 columns; of each block a box of 13 dots, white or brown with a gray line;
and its second program, which prints CSV.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from retromaze.ports.mazes import Blocks, safe_sticks_maze, sticks_maze
from retromaze.ports.scripts.terminal import arguments_of, quiet

DOTS = 13


@quiet
def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a maze; returns the exit status."""
    parser = arguments_of("sticks", "Prints a maze of fallen sticks, or one that was stored as CSV.")
    parser.add_argument("size", nargs="?", type=int, default=21, help="columns and rows, odd (21)")
    parser.add_argument("--safe", action="store_true", help="sticks that close nothing in")
    parser.add_argument("--read", metavar="FILE", help="the maze of a CSV file, or - for the input, instead")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="prints 1 for walls and 0 for floor, with commas")
    form.add_argument("--svg", action="store_true", help="prints the drawing for a browser, 13 dots a block")
    given = parser.parse_args(arguments)
    maker = safe_sticks_maze if given.safe else sticks_maze
    try:
        maze = stored(parser, given.read) if given.read else maker(given.size, rng=given.rng)
    except ValueError as error:
        parser.error(str(error))
    print(maze.csv() if given.csv else drawing(maze) if given.svg else squares(maze))
    return 0


def stored(parser: ArgumentParser, name: str) -> Blocks:
    """The maze in a file.  Raises ValueError where it is none."""
    try:
        return Blocks.from_csv(
            sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8-sig")
        )
    except OSError as error:
        parser.error(f"{name} cannot be read: {error.strerror}")


def squares(maze: Blocks) -> str:
    """The maze as lines of white and black squares, which are as wide as high."""
    places = [[maze.is_wall(x, y) for x in range(maze.width)] for y in range(maze.height)]
    return "\n".join("".join("□■"[wall] for wall in row) for row in places)


def drawing(maze: Blocks) -> str:
    """The maze as SVG: the column's boxes, in its order and at its places."""
    width, height = maze.width * DOTS, maze.height * DOTS
    boxes = [
        f'<rect x="{x * DOTS}" y="{y * DOTS}" width="{DOTS}" height="{DOTS}"'
        f' fill="{"brown" if maze.is_wall(x, y) else "white"}"/>'
        for y in range(maze.height)
        for x in range(maze.width)
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" stroke="gray">'
    return "\n".join([head, *boxes, "</svg>"])

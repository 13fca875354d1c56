"""A maze whose solution draws a picture, and the solution.

Source: [Python] コンソールで遊べる簡単なゲームを作る - 迷路, an idea at the end of its part on クラスカル法.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from retromaze.ports.mazes import Rooms, picture_maze, shortest_way
from retromaze.ports.mazes.pictures import HEART, SPIRAL
from retromaze.ports.scripts.terminal import arguments_of, quiet

PICTURES = {"heart": HEART, "spiral": SPIRAL}


@quiet
def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the maze and its solution; returns the exit status."""
    parser = arguments_of("picture", "Prints a maze whose solution draws a picture.")
    parser.add_argument(
        "picture", nargs="?", default="heart", help="heart, spiral, a file, or - for the input"
    )
    parser.add_argument("--solution", action="store_true", help="draws the way, too")
    given = parser.parse_args(arguments)
    try:
        maze = picture_maze(rows_of(parser, given.picture), rng=given.rng)
    except ValueError as error:
        parser.error(str(error))
    print(drawn(maze, given.solution))
    return 0


def rows_of(parser: ArgumentParser, name: str) -> Sequence[str]:
    """The picture of that name, or what a file has: a full stop is outside, S and G end the line."""
    if name in PICTURES:
        return PICTURES[name]
    try:
        return (sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8-sig")).splitlines()
    except OSError as error:
        parser.error(f"{name} cannot be read: {error}")


def drawn(maze: Rooms, solution: bool) -> str:
    """The maze with S and G, and with the way between them if asked for."""
    way = shortest_way(maze) if solution else None
    return maze.text(dict.fromkeys(way or (), "*") | {maze.start: "S", maze.goal: "G"})

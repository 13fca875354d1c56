"""Kruskal's method on a terminal: a maze, or with --steps the board of numbered rooms after every wall.

Source: [Python] コンソールで遊べる簡単なゲームを作る - 迷路, its part on クラスカル法.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable, Sequence

from retromaze.ports.kruskal_steps import sentences
from retromaze.ports.mazes import Rooms, kruskal_walls
from retromaze.ports.mazes.kruskal import Pair, drawn_walls
from retromaze.ports.scripts.terminal import arguments_of, quiet


@quiet
def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the maze or its steps; returns the exit status."""
    parser = arguments_of("kruskal", "Prints a maze that Kruskal's method makes of closed rooms.")
    parser.add_argument("width", nargs="?", type=int, default=4, help="rooms across (4)")
    parser.add_argument("height", nargs="?", type=int, default=4, help="rooms down (4)")
    parser.add_argument(
        "--steps", action="store_true", help="tells of every wall and prints the numbered rooms after it"
    )
    parser.add_argument(
        "--walls", metavar="5-6,10-14,...", type=pairs, help="looks at these walls alone, in that order"
    )
    given = parser.parse_args(arguments)
    rooms = board(parser, given.width, given.height)
    order = given.walls
    if order is None:
        order = [pair_of(wall, rooms.width) for wall in drawn_walls(rooms.width, rooms.height, given.rng)]
    show(parser, rooms, order, given.steps)
    return 0


def board(parser: ArgumentParser, width: int, height: int) -> Rooms:
    """Closed rooms; of other sizes than have numbers of three digits the parser complains."""
    if width < 1 or height < 1 or width * height > 1000:
        parser.error(f"sizes are 1 or more and up to 1000 rooms, not {width} x {height}")
    return Rooms(width, height)


def show(parser: ArgumentParser, rooms: Rooms, order: Iterable[Pair], every_step: bool) -> None:
    """Prints the board before, each wall and the board after it, or the last board alone."""
    if every_step:
        print(rooms.numbered())
    try:
        for one, other, broken, _ in kruskal_walls(rooms, order):
            if every_step:
                room, neighbor = sorted((one, other))
                print("", *sentences(room, neighbor, neighbor == room + rooms.width, broken), sep="\n")
                print(rooms.numbered())
    except ValueError as error:
        parser.error(str(error))
    if not every_step:
        print(rooms.text({rooms.goal: "G", rooms.start: "S"}))


def pair_of(wall: int, width: int) -> Pair:
    """The rooms beside a numbered wall."""
    return wall // 2, wall // 2 + (width if wall % 2 else 1)


def pairs(text: str) -> list[Pair]:
    """The walls that `5-6,10-14` names by the rooms beside them; raises ArgumentTypeError."""
    if not re.fullmatch(r"\d+-\d+(,\d+-\d+)*", text, re.ASCII):
        raise ArgumentTypeError(f"walls are written as 5-6,10-14, not as {text}")
    return [(int(one), int(other)) for one, other in (pair.split("-") for pair in text.split(","))]

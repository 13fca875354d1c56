"""The walker as its article runs it: in the article's maze to a, b and c, or in a maze that is given.

Source: Python (パイソン) であそぼう 6, <テキスト19>, and the exercise after it: break walls and see.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence

from retromaze.ports.mazes import Blocks, Walk, Xorshift128, article_walk, wall_extension_maze
from retromaze.ports.mazes.walker import HEADINGS
from retromaze.ports.scripts.terminal import quiet, read_input
from retromaze.system import show_escapes

TARGETS = [(1, 4), (9, 5), (15, 1)]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
HOME = "\x1b[H"
CLEAR = "\x1b[2J"

Place = tuple[int, int]


@quiet
def walker(arguments: Sequence[str] | None = None) -> int:
    """Tells how many steps each target took; returns 0 if all were reached, else 1."""
    parser = ArgumentParser(
        prog="python -m retromaze.ports.walker",
        description="Walks to a, b and c by the article's rule, in the article's maze or in one of your own.",
    )
    parser.add_argument(
        "maze", nargs="?", help="a file with the lines of a maze, quoted or not; - reads it here"
    )
    parser.add_argument(
        "--targets", type=places, default=TARGETS, metavar="1,4/9,5/15,1", help="column,row of each"
    )
    parser.add_argument("--steps", action="store_true", help="prints column, row and direction of every step")
    parser.add_argument("--watch", action="store_true", help="shows the walk in the terminal")
    parser.add_argument("--rate", type=rate, default=10.0, help="steps a second to be watched (10)")
    given = parser.parse_args(arguments)
    maze = maze_of(parser, given.maze)
    check_floor(parser, maze, given.targets)
    walk = article_walk(maze, [y * maze.width + x for x, y in given.targets])
    if given.watch:
        watch(maze, given.targets, walk, 1 / given.rate)
    if given.steps:
        for cell, heading in walk.steps:
            print(*maze.place(cell), HEADINGS[heading])
    tell(maze, given.targets, walk)
    return 0 if walk.ends else 1


def maze_of(parser: ArgumentParser, name: str | None) -> Blocks:
    """Returns the article's maze, or the one in a file."""
    if name is None:
        return wall_extension_maze(37, 17, rng=Xorshift128())
    try:
        return Blocks.from_text(read_input(name))
    except (OSError, ValueError) as error:
        parser.error(f"{name}: {error}")


def check_floor(parser: ArgumentParser, maze: Blocks, targets: Sequence[Place]) -> None:
    """Complains where the start or a target is no floor inside, or where the frame is open."""
    inside = [(x, y) for y in range(maze.height) for x in range(maze.width)]
    edge = [(x, y) for x, y in inside if x in (0, maze.width - 1) or y in (0, maze.height - 1)]
    for x, y in edge:
        if not maze.is_wall(x, y):
            parser.error(f"the frame is open at {x},{y}")
    for x, y in [(1, 1), *targets]:
        if (x, y) not in inside or maze.is_wall(x, y):
            parser.error(f"there is no floor at {x},{y}")


def watch(maze: Blocks, targets: Sequence[Place], walk: Walk, pause: float) -> None:
    """Draws the maze for every step, with the targets that are still to come."""
    reached = 0
    show_escapes()
    print(CLEAR, end="")
    for cell, heading in walk.steps:
        shown = Blocks(maze.width, maze.height, maze.blocks[:])
        if reached < len(targets) and maze.place(cell) == targets[reached]:
            reached += 1
        for letter, (x, y) in list(zip(LETTERS, targets, strict=False))[reached:]:
            shown.mark(x, y, letter)
        shown.mark(*maze.place(cell), HEADINGS[heading])
        print(HOME + shown.text(), flush=True)
        time.sleep(pause)


def tell(maze: Blocks, targets: Sequence[Place], walk: Walk) -> None:
    """Prints the number of steps at which each target was reached, and how it ended otherwise."""
    cells = [cell for cell, _ in walk.steps]
    position = 0
    for letter, (x, y) in list(zip(LETTERS, targets, strict=False))[: walk.reached]:
        position = cells.index(y * maze.width + x, position) + 1
        print(f"{letter}({x},{y}): {position}")
    if walk.circle:
        print(f"{LETTERS[walk.reached]}: goes round for ever, {walk.circle} steps each time")
    elif walk.missed:
        print(f"{LETTERS[walk.reached]}: not reached in {len(walk.steps)} steps")


def places(text: str) -> list[Place]:
    """Returns the places that `1,4/9,5` names; raises ArgumentTypeError."""
    try:
        # each place has a letter: after the 25th all that is left is one piece, and so at most one place
        pairs = [tuple(map(int, pair.split(","))) for pair in text.split("/", len(LETTERS) - 1)]
        return [(x, y) for x, y in pairs]
    except ValueError as error:
        raise ArgumentTypeError(f"places are written as 1,4/9,5, not as {text}") from error


def rate(text: str) -> float:
    """Steps a second; raises ArgumentTypeError."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise ArgumentTypeError(f"a rate is a number above 0, not {text}")
    return number

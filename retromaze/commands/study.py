"""`retromaze study`: measures many mazes of each kind and tests what the articles claim."""

from __future__ import annotations

import argparse

from retromaze.commands import options
from retromaze.commands.options import add_set_option
from retromaze.display.argument_parser import Parser
from retromaze.errors import UsageError

SIZE = 40, 24
SEEDS = 100
LARGEST = 500

DESCRIPTION = """\
Makes many mazes of each kind without a screen, measures them, and tests what the articles say of them.
Without NAME all kinds are studied. With --seed one maze of each kind is measured, and --picture draws it.

NAME is a program of `retromaze list`; or floor_extension, which is method B of wall_extension; or a
well-known method: wilson, aldous_broder, prim, growing_tree, eller, sidewinder; or a bad maze of an article:
short_branches or short_solution; or a maker of your own, FILE.py or FILE.py:function.

A maker in a file is a function, `maker` if no other is named, that is called with width, height and a random
generator and returns the doors of a maze: pairs of rooms, ((x, y), (x, y)). The file is Python code, and it
is run.
"""
EPILOG = """\
--overlay NAME[,NAME ...] goes with --seed and --picture or --svg: solution (the default of a PNG; an SVG has
none, so that the maze can be solved), distance (each room in the color of its steps from the start),
dead-ends, river (rooms with two ways out), strings (one through every way, knotted in each room) and tree
(the maze pulled straight at start and goal, its side branches hanging from it).

--bias counts mazes of 3 x 3 rooms. There are 192 without circles, and a maker without bias makes all of them
equally often.

--costs runs the listings themselves on the simulated console, for squares of 3 to 18 rooms a side, and
tells statements, bytes of arrays, and calls inside each other. --picture draws them over the rooms.

--film shows the listings side by side while each makes a maze of 12 x 12 rooms from the seed (default 1):
a picture for every 100 statements. Without NAME there is one of each kind.

The seeds are 1 to N, so that the same command gives the same figures. Sizes are in rooms; a maze of blocks
has 2W+1 x 2H+1 blocks. Instead of --rooms, --set takes the sizes of one program as `retromaze list` names
them. Figures are means; ± and the ranges of percentages are 95 % intervals.
"""


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="programs whose mazes are studied, or makers in files"
    )
    parser.add_argument(
        "--seeds", type=options.seed_count, metavar="N", help=f"mazes of each kind (default {SEEDS})"
    )
    parser.add_argument(
        "--rooms", type=rooms, metavar="WxH", help="rooms of a maze (default {}x{})".format(*SIZE)
    )
    add_set_option(parser)
    parser.add_argument(
        "--seed", type=seed_of_a_maze, metavar="N", help="the maze of this seed instead of many"
    )
    parser.add_argument(
        "--overlay",
        action="append",
        default=[],
        metavar="NAME",
        help="what to draw over a maze: solution, distance, tree, …",
    )
    parser.add_argument(
        "--bias",
        action="store_true",
        help="count which of the 192 mazes of 3 x 3 rooms are made, and how often",
    )
    parser.more.add_argument(
        "--costs", action="store_true", help="count the statements and bytes that listings need, by size"
    )
    parser.more.add_argument(
        "--film", type=options.new_gif, metavar="OUT.gif", help="save the listings growing side by side"
    )
    parser.more.add_argument("--json", action="store_true", help="print the figures for another program")
    parser.add_argument("--picture", type=options.new_png, metavar="OUT.png", help="draw the figures, too")
    parser.more.add_argument(
        "--svg", type=options.new_svg, metavar="OUT.svg", help="draw the maze of --seed to be printed"
    )
    parser.more.add_argument(
        "--csv",
        type=options.new_csv,
        metavar="OUT.csv",
        help="write a row a maze, too; - for standard output, and nothing else",
    )
    parser.declare_former_name("--size", "--rooms")


def seed_of_a_maze(text: str) -> int:
    """Reads a seed from 1 to 2**32 - 1: makers of mazes, unlike the console, have no seed 0."""
    value = options.seed(text)
    if not value:
        raise argparse.ArgumentTypeError("a maze alone has no seed 0")
    return value


def rooms(text: str) -> tuple[int, int]:
    """Reads `WxH`, each from 2 to LARGEST."""
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is no size such as {SIZE[0]}x{SIZE[1]}")
    size = int(width), int(height)
    if not all(2 <= side <= LARGEST for side in size):
        raise argparse.ArgumentTypeError(f"{text}: width and height are from 2 to {LARGEST}")
    return size


EXCLUSIVE_OPTIONS = {
    "film": (
        "--film shows listings that make 12 x 12 rooms",
        ("seeds", "rooms", "set", "overlay", "bias", "costs", "json", "picture", "svg", "csv"),
    ),
    "costs": (
        "--costs runs listings with seed 1 in squares of rooms",
        ("seeds", "rooms", "set", "seed", "overlay", "bias", "svg", "csv"),
    ),
    "bias": (
        "--bias counts many mazes of 3 x 3 rooms",
        ("rooms", "set", "seed", "overlay", "picture", "svg", "csv"),
    ),
}
"""By option of a report of its own: what the report shows, and the options that are not for it."""


def execute(arguments: argparse.Namespace) -> int:
    from retromaze.commands import study_report
    from retromaze.study.maze_kinds import chosen_kinds

    # --film, --costs and --bias are reports of their own, with few other options
    chosen = next((option for option in EXCLUSIVE_OPTIONS if getattr(arguments, option)), None)
    if chosen:
        reason, refused = EXCLUSIVE_OPTIONS[chosen]
        for option in refused:
            if getattr(arguments, option):
                raise UsageError(f"{reason}: --{option} is not for it")
    if chosen == "film":
        return study_report.save_film(arguments)
    if chosen == "costs":
        return study_report.study_costs(arguments)
    kinds = chosen_kinds(arguments.names)
    if chosen == "bias":
        return study_report.study_bias(arguments, kinds)
    if arguments.json and str(arguments.csv) == options.STANDARD_STREAM:
        raise UsageError("--csv - and --json both write on standard output: one of them")
    arguments.rooms = requested_rooms(arguments)
    if arguments.seed is not None:
        return study_report.study_seed(arguments, kinds)
    arguments.seeds = arguments.seeds or SEEDS
    return study_report.study_many(arguments, kinds)


def requested_rooms(arguments: argparse.Namespace) -> tuple[int, int]:
    """Returns the columns and rows of rooms, from --rooms or from the sizes of one program in --set."""
    from retromaze.study.maze_kinds import rooms_of

    if not arguments.set:
        return arguments.rooms or SIZE
    if arguments.rooms or len(arguments.names) != 1:
        raise UsageError("--set is for one program, and without --rooms")
    return rooms_of(arguments.names[0], arguments.set)

"""`retromaze study`: measures many mazes of each kind and tests what the articles claim."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from retromaze.commands import options
from retromaze.commands.numbers import add_set_option
from retromaze.commands.progress import progress_bar
from retromaze.commands.saying import print_json
from retromaze.display.translation import _
from retromaze.errors import UsageError

if TYPE_CHECKING:
    from retromaze.study.claims import Statement
    from retromaze.study.survey import Figure, Interval, Results

SIZE = 40, 24
SEEDS = 100
LARGEST = 500

DESCRIPTION = """\
Makes many mazes of each kind without a screen, measures them, and judges what the articles say of them.
NAME is a program of `retromaze list`; or floor_extension, which is method B of wall_extension; or a method
that the field knows: wilson, aldous_broder, prim, growing_tree, eller, sidewinder; or a bad maze of an
article, short_branches or short_solution; or a maker of your own, FILE.py or FILE.py:function. Without one
all kinds of mazes are studied. With --seed a single maze of each is measured, and --picture draws it.

A maker in a file is a function, `maker` if no other is named, that is called with width, height and a random
generator and gives the doors of a maze: pairs of rooms, ((x, y), (x, y)). It is Python, and it is run.
"""
EPILOG = """\
--overlay NAME[,NAME ...] goes with --seed and --picture or --svg: solution (what a PNG shows where nothing is
named; an SVG then shows a maze to be solved), distance (each room in the color of its steps from the start),
dead-ends, river (rooms with two ways out), strings (one through every way, knotted in each room) and tree
(the maze pulled straight at start and goal, its side branches hanging from it).

--bias counts mazes of 3 x 3 rooms. There are 192 without circles, and a maker without bias makes all of them
equally often.

The seeds are 1 to N, so that the same command gives the same figures. Sizes are in rooms; a maze of blocks
has 2W+1 x 2H+1 of them. --set takes the sizes of one program as `retromaze list` names them instead. Figures
are means; ± and the ranges of percentages are 95 % intervals.
"""


def add(subparsers: Any) -> None:
    """Declares the sub-command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "study",
        help="measure many mazes of each kind",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="programs whose mazes are studied, or makers in files"
    )
    parser.add_argument(
        "--seeds", type=options.seed_count, metavar="N", help=f"mazes a kind (default {SEEDS})"
    )
    parser.add_argument("--size", type=size, metavar="WxH", help="rooms (default {}x{})".format(*SIZE))
    add_set_option(parser)
    parser.add_argument(
        "--seed", type=seed_of_a_maze, metavar="N", help="the maze of this seed instead of many"
    )
    parser.add_argument(
        "--overlay", action="append", default=[], metavar="NAME", help="what to draw over a maze, see below"
    )
    parser.add_argument(
        "--bias",
        action="store_true",
        help="count which of the 192 mazes of 3 x 3 rooms are made, and how often",
    )
    parser.add_argument("--json", action="store_true", help="print the figures for another program")
    parser.add_argument("--picture", type=options.new_png, metavar="OUT.png", help="draw the figures, too")
    parser.add_argument(
        "--svg", type=options.new_svg, metavar="OUT.svg", help="draw the maze of --seed to be printed"
    )
    parser.add_argument(
        "--csv",
        type=options.new_csv,
        metavar="OUT.csv",
        help="write a row a maze, too; - for standard output, and nothing else",
    )
    parser.set_defaults(command=study)


def seed_of_a_maze(text: str) -> int:
    """A seed from 1 to 2**32 - 1: those that a maze can be made of without a listing."""
    value = options.seed(text)
    if not value:
        raise argparse.ArgumentTypeError("a maze alone has no seed 0")
    return value


def size(text: str) -> tuple[int, int]:
    """`WxH`, each from 2 to LARGEST."""
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is no size such as {SIZE[0]}x{SIZE[1]}")
    found = int(width), int(height)
    if not all(2 <= side <= LARGEST for side in found):
        raise argparse.ArgumentTypeError(f"{text}: width and height are from 2 to {LARGEST}")
    return found


def study(arguments: argparse.Namespace) -> int:
    """The sub-command; returns the exit status."""
    from retromaze.study.kinds import chosen_kinds

    kinds = chosen_kinds(arguments.names)
    if arguments.bias:
        from retromaze.commands.study_bias import study_bias

        return study_bias(arguments, kinds)
    if arguments.json and writes_rows_alone(arguments):
        raise UsageError("--csv - and --json both write on standard output: one of them")
    arguments.size = size_asked_for(arguments)
    if arguments.seed is not None:
        from retromaze.commands.study_seed import study_seed

        return study_seed(arguments, kinds)
    return study_many(arguments, kinds)


def study_many(arguments: argparse.Namespace, kinds: Sequence[str]) -> int:
    """Many mazes of each kind: their figures and the claims; returns the exit status."""
    from retromaze.study.claims import statements, wanted_samples
    from retromaze.study.survey import Sample, survey

    for option, value in (("--overlay", arguments.overlay), ("--svg", arguments.svg)):
        if value:
            raise UsageError(f"{option} is for --seed: it shows single mazes")
    arguments.seeds = arguments.seeds or SEEDS
    width, height = arguments.size
    rows_alone = writes_rows_alone(arguments)
    shown = [Sample(kind, width, height) for kind in kinds]
    with progress_bar("mazes") as progress:
        wanted = shown if rows_alone else wanted_samples(kinds, width, height)
        results = survey(wanted, arguments.seeds, progress)
    status = 0
    if arguments.csv:
        from retromaze.commands.study_csv import rows_of, write_csv

        status = write_csv(arguments.csv, rows_of(results, shown))
    if arguments.json:
        found = statements(results, width, height)
        print_json(as_json(results, arguments, found), indent=1)
    elif not rows_alone:
        show_tables(results, kinds, width, height)
        show_statements(statements(results, width, height))
    if arguments.picture:
        from retromaze.commands.files import save_picture
        from retromaze.study.charts import study_chart

        status = max(status, save_picture(arguments.picture, study_chart(results, kinds, width, height)))
    return status


def writes_rows_alone(arguments: argparse.Namespace) -> bool:
    """Whether standard output is for rows of a CSV and nothing else."""
    return str(arguments.csv) == options.STANDARD_OUTPUT


def size_asked_for(arguments: argparse.Namespace) -> tuple[int, int]:
    """Columns and rows of rooms, by --size or by the sizes that --set gives to one program."""
    from retromaze.study.kinds import rooms_of

    if not arguments.numbers:
        return arguments.size or SIZE
    if arguments.size or len(arguments.names) != 1:
        raise UsageError("--set is for one program, and without --size")
    return rooms_of(arguments.names[0], arguments.numbers)


# ---- tables


def show_tables(results: Results, kinds: Sequence[str], width: int, height: int) -> None:
    """The figures of each kind: of the solution, and of the whole maze."""
    from retromaze.commands.figures import show_figures
    from retromaze.study.survey import Sample, figure_interval

    samples = [Sample(kind, width, height) for kind in kinds]
    title = _("{} mazes a kind, {} x {} rooms").format(len(results[samples[0]]), width, height)
    rows = {sample.kind: results[sample] for sample in samples}
    show_figures(title, rows, lambda figure, mazes: mean_text(figure, figure_interval(figure, mazes)))


def mean_text(figure: Figure, value: Interval | None) -> str:
    """A mean with its margin, or a share of mazes in percent with its range."""
    if value is None:
        return "-"
    if figure.share:
        return f"{100 * value.mean:.1f} % ({100 * value.low:.1f}-{100 * value.high:.1f})"
    return f"{value.mean:.{figure.decimals}f} ±{value.margin:.{figure.decimals}f}"


def show_statements(found: Sequence[Statement]) -> None:
    """Each claim with its verdict, and the figures below it."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    from retromaze.commands.tables import show

    styles = {"confirmed": "bold green", "refuted": "bold red", "undecided": "bold yellow"}
    for statement in found:
        verdict = Text(f"{_(statement.verdict)}: ", styles[statement.verdict])
        claim = verdict.append(statement.heading, "not bold default")
        show(Group(claim, Padding(statement.words, (0, 0, 0, 2), expand=False)))


# ---- for other programs


def as_json(results: Results, arguments: argparse.Namespace, found: Sequence[Statement]) -> dict[str, Any]:
    """All figures, a sample (kind and size) each, what claims were judged by, and the statements."""
    from retromaze.study.survey import FIGURES, outline, summary

    samples = [
        {
            "kind": sample.kind,
            "width": sample.width,
            "height": sample.height,
            "figures": intervals(summary(mazes)),
        }
        for sample, mazes in results.items()
        if sample.probe == "measures"
    ]
    probes = [
        asdict(sample) | {"figures": intervals(outline(found))}
        for sample, found in results.items()
        if sample.probe != "measures"
    ]
    return {
        "size": list(arguments.size),
        "seeds": arguments.seeds,
        "meanings": {figure.name: figure.meaning for figure in FIGURES},
        "samples": samples,
        "probes": probes,
        "statements": [
            {"claim": each.claim, "source": each.source, "verdict": each.verdict, "text": each.text}
            for each in found
        ],
    }


def intervals(figures: Mapping[str, Interval | None]) -> dict[str, Any]:
    """Figures as numbers by name."""
    return {name: None if value is None else asdict(value) for name, value in figures.items()}

"""`retromaze bench`: how long listings take beside their Python ports."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from retromaze.commands import options
from retromaze.commands.operands import add_pair_arguments, read_pairs
from retromaze.commands.options import add_script_options, add_set_option
from retromaze.commands.output import print_json, progress_bar, say, show_rows
from retromaze.display.argument_parser import Parser
from retromaze.errors import UsageError

if TYPE_CHECKING:
    from retromaze.timing import Timing

DESCRIPTION = """\
Times each compiled listing and its native Python port, taking turns in one process: the processor time
of the quickest of several runs with seed 1, drawing into the page without a window, with every button pressed
as soon as it is waited for. Then parts of the language, each beside plain Python that does the same.
"""
EPILOG = """\
A ratio of 1.5 means that the listing takes one and a half times as long as its port. The nanoseconds are per
statement of the listing, with the work of the machine, so that programs can be compared.
"""
ROUNDS = 7

Job = tuple[str, Callable[[], "Timing"]]
"""A name, and the function that times what has it."""


def add_arguments(parser: Parser) -> None:
    add_pair_arguments(parser, "default: all of the list, and the language")
    add_script_options(parser)
    add_set_option(parser)
    parser.add_argument(
        "--runs",
        type=options.whole_number,
        default=ROUNDS,
        metavar="N",
        help="runs of each (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def execute(arguments: argparse.Namespace) -> int:
    from retromaze.timing import EXERCISES, PortFailed, time_exercise, time_pair

    if not arguments.runs:
        raise UsageError("--runs 0 leaves nothing to time")
    try:
        chosen_pairs = [pair.with_sizes(arguments.set) for pair in read_pairs(arguments)]
        jobs = [(each.name, partial(time_pair, each, arguments.runs)) for each in chosen_pairs]
        pair_timings = list(with_progress(jobs))
    except PortFailed as reason:
        say(str(reason))
        return 1
    language: list[Timing] = []
    # exercises of the language have no sizes, and are left out if pairs are named
    if not (arguments.pairs or arguments.set):
        exercises = [(each.name, partial(time_exercise, each, arguments.runs)) for each in EXERCISES]
        language = list(with_progress(exercises))
    if arguments.json:
        print_json(json_record(pair_timings, language))
    else:
        print_table("pair", "port", pair_timings)
        if language:
            print()
            print_table("language", "Python", language)
    return 0


def with_progress(jobs: Sequence[Job]) -> Iterator[Timing]:
    """Does the jobs one by one and yields their results; shows progress in a terminal."""
    with progress_bar("timing", threaded=False) as progress:
        for done, (name, job) in enumerate(jobs):
            progress(done, len(jobs), name)
            yield job()


def print_table(heading: str, python_heading: str, timings: Sequence[Timing]) -> None:
    """Prints a row for each timing, and the geometric mean of the ratios.

    `heading` is that of the first column, `python_heading` that of the Python programs' times.
    """
    from retromaze.timing import geometric_mean

    rows = []
    for each in timings:
        times = (f"{seconds * 1000:.2f}" for seconds in (each.listing, each.port))
        rows.append((each.name, *times, f"{each.ratio:.2f}", f"{each.nanoseconds:,.0f}"))
    if len(timings) > 1:
        rows.append(("geometric mean", "", "", f"{geometric_mean(timings):.2f}", ""))
    show_rows((heading, "listing ms", f"{python_heading} ms", "ratio", "ns a statement"), rows)


def json_record(pairs: Sequence[Timing], language: Sequence[Timing]) -> dict[str, Any]:
    """Returns all timings for JSON, and the computer that they were measured on."""
    from retromaze.timing import description, geometric_mean

    return {
        "machine": description(),
        "pairs": [timing_record(each, "port") for each in pairs],
        "geometric_mean": geometric_mean(pairs),
        "language": [timing_record(each, "python") for each in language],
    }


def timing_record(timing: Timing, python_key: str) -> dict[str, Any]:
    """Returns one timing for JSON; `python_key` is the key for the time of the Python program."""
    return {
        "name": timing.name,
        "listing": timing.listing,
        python_key: timing.port,
        "ratio": timing.ratio,
        "statements": timing.statements,
        "nanoseconds_a_statement": timing.nanoseconds,
    }

"""`retromaze trace`: how often each line of a listing runs."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from retromaze.commands.operands import add_port_arguments, find_listing, user_pair_of
from retromaze.commands.options import (
    add_machine_options,
    apply_replayed_log,
    headless_front_end,
    new_headless_machine,
    new_machine,
)
from retromaze.commands.output import printing_on, say
from retromaze.commands.run import say_unsimulated_sounds
from retromaze.display.argument_parser import INTERRUPTED, Parser
from retromaze.display.front_end import Waiting
from retromaze.display.translation import _
from retromaze.engine.computer import Computer
from retromaze.error_report import describe
from retromaze.errors import BasicError, Stopped, UsageError
from retromaze.runner import FrameLimit, run_computer, with_frame_limit
from retromaze.sources.line_counts import BAR, LineCounts, heat_bar
from retromaze.system import terminal_width

if TYPE_CHECKING:
    from rich.text import Text

    from retromaze.comparison.line_tracing import LineCounter
    from retromaze.comparison.pairs import Pair
    from retromaze.sources.highlight import Line

DESCRIPTION = """\
Runs a listing without a window and prints it with the number of statements begun in each line, their share
of all, and a bar that is the longer the hotter the line. A port that is named is run too, and its lines are
counted.
"""
EPILOG = """\
A program that only waits for a button is stopped after a second of its time, as in a headless run; the
statements that it runs while it waits are not counted.
"""
HEATS = ((0.5, "bold red"), (0.1, "yellow"), (0.0, "green"))
"""The styles of bars; the first counts whose heat is exceeded."""
FIGURES_WIDTH = 19
"""Columns for a line's count and share, with a blank after each."""


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "listing", metavar="NAME|FILE", nargs="?", help="a program of `retromaze list`, a file, or -"
    )
    add_port_arguments(parser, "the listing's port, counted too")
    add_machine_options(parser)


def execute(arguments: argparse.Namespace) -> int:
    from retromaze.sources.highlight import listing_lines

    apply_replayed_log(arguments)
    pair: Pair | None = None
    if arguments.port_file or arguments.port:
        if arguments.replay:
            raise UsageError("--replay is for a listing; its port passes other frames")
        pair = user_pair_of(arguments.listing, arguments.port_file, arguments.port)
        pair = pair and pair.with_sizes(arguments.set)
    listing = find_listing(arguments.listing, None if pair else arguments.set)
    if pair:  # its text has the sizes already
        listing = listing._replace(source=pair.text)
    computer = Computer(new_headless_machine(arguments, listing.source, listing.name), traced=True)
    computer.load_source(0, listing.source, path=listing.path)
    counts, error, status = run_and_count(computer, arguments.frames)
    # If the reader of a pipe ends early, the error is still printed.
    with suppress(BrokenPipeError):
        print_counts(listing_lines(listing.source), counts.counts, _("statements"))
    if error:
        print(describe(error), file=sys.stderr)
    say_unsimulated_sounds(computer.machine)
    if pair is None or status == INTERRUPTED:
        return status
    return max(status, trace_port(arguments, pair, computer.machine.seed))


def trace_port(arguments: argparse.Namespace, pair: Pair, seed: int) -> int:
    """Runs the port on a machine like the listing's and prints its counts; returns the exit status."""
    from retromaze.commands.show import port_text
    from retromaze.comparison.line_tracing import LineCounter
    from retromaze.sources.highlight import python_lines

    counter = LineCounter(pair.port.file)
    error, status = count_port(arguments, pair, counter, seed)
    with suppress(BrokenPipeError):
        print()
        print_counts(python_lines(port_text(pair)), counter.counts, _("lines"))
    if error:
        say(error)
    return status


def count_port(arguments: argparse.Namespace, pair: Pair, counter: LineCounter, seed: int) -> tuple[str, int]:
    """Runs a port while its lines are counted; returns what stopped it, or "", and the exit status."""
    from retromaze.comparison.runnable_programs import error_place, error_words

    machine = new_machine(arguments, seed)
    headless_front_end(arguments).attach(machine)
    if arguments.frames is not None:
        machine.on_frame = with_frame_limit(machine, arguments.frames)
    try:
        with counter.listening():
            pair.port.load()(machine)
    except FrameLimit:
        return "", 0
    except Waiting as reason:
        return str(reason), 0
    except Stopped:
        return "stopped", 0
    except KeyboardInterrupt:
        return "stopped", INTERRUPTED
    except BaseException as error:  # a port may fail in any way, sys.exit() too
        _file, line = error_place(error)
        place = f" in line {line}" if line else ""
        return f"the port of {pair.name} fails{place}: {error_words(error)}", 1
    return "", 0


def run_and_count(computer: Computer, frames: int | None) -> tuple[LineCounts, BasicError | None, int]:
    """Runs the listing; returns what was counted, the error that stopped it, and the exit status."""
    counts = LineCounts(computer)
    try:
        error = run_computer(computer, frames=frames)
        return counts, error, 1 if error else 0
    except Waiting as reason:
        # what it ran while it waited in vain is not counted
        counts.drop_idling()
        say(str(reason))
    except Stopped:
        say("stopped")
    except KeyboardInterrupt:
        say("stopped")
        return counts, None, INTERRUPTED
    return counts, None, 0


def print_counts(lines: Sequence[Line], counts: Counter[int], units: str) -> None:
    """Prints lines, each with its count, its share and a bar, then the sum; `units` are what is counted."""
    from rich.text import Text

    from retromaze.display.terminal_drawing import DrawingConsole

    console = DrawingConsole(markup=False, emoji=False, highlight=False, soft_wrap=True)
    with printing_on(console):
        widths = {units: 11, _("share"): 6, "": BAR, _("line"): 5}
        headings = [" " * (width - terminal_width(word)) + word for word, width in widths.items()]
        console.print(Text(" ".join([*headings, _("text")]), "bold"))
        for number, line in enumerate(lines, 1):
            console.print(counted_line(number, line, counts))
        sums = _("in all: {:,}; in lines: {:,} of {:,}")
        console.print(sums.format(counts.total(), len(counts), len(lines)))


def counted_line(number: int, line: Line, counts: Counter[int]) -> Text:
    """Returns one line of the text with its figures; a line that was not run has none."""
    from rich.text import Text

    from retromaze.commands.show import colored_text

    figures, bar, style = " " * FIGURES_WIDTH, " " * BAR, ""
    if count := counts[number]:
        # the hottest line has heat 1
        heat = count / max(counts.values())
        figures, bar = f"{count:>11,} {count / counts.total():>6.1%} ", heat_bar(heat)
        style = next(style for least, style in HEATS if heat > least)
    return Text.assemble(figures, (bar, style), " ", (f"{number:>5} ", "bright_black"), colored_text(line))

"""`retromaze port`: a Python port of a listing, to begin with."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.commands import options
from retromaze.commands.options import STANDARD_STREAM
from retromaze.commands.output import is_device, is_taken, say, signals_as_interrupts, write_file
from retromaze.display.usage import INTERRUPTED, Parser
from retromaze.errors import BasicError, UsageError
from retromaze.system import shell_word

if TYPE_CHECKING:
    from retromaze.commands.operands import NamedListing
    from retromaze.comparison.pairs import Pair
    from retromaze.comparison.trials import BriefCheck, Tally
    from retromaze.porting.writing import WrittenPort

DESCRIPTION = """\
Writes a Python port of a listing: plain typed code that does what the listing does, draw by draw, with the
listing's comments and its line numbers in the margin. It is a first version, to be rewritten by hand.
"""
EPILOG = """\
Without -o the port is printed. A statement or a value that cannot be ported raises basic.NotPorted in its
place, and the last messages name its line and the reason.

A port written with -o is run next to its listing at once, for about five seconds: it is `equal`, or `equal
as far as run` if the listing goes on, or `equal so far` if few of its lines were run, or the first difference
is shown and the port has to be corrected by hand. Ctrl-C keeps the port as it is written. `retromaze
check` does the same at length, with more seeds and with presses.

--with COMMAND has a writer correct the port: any command of yours, such as "python mend.py". It is run again
and again, and finds the paths of four files in its environment: RETROMAZE_LISTING; RETROMAZE_PORT, which it
changes; RETROMAZE_BEST, the port that was equal for longest; and RETROMAZE_VERDICT, what `retromaze check
--json` prints of the port as it is. RETROMAZE_ROUND counts from 1. This ends when the port is equal, after
--rounds rounds, when the command fails, and when it leaves the port as it was. PORT.py always has the best
port; if that file exists already, the writer begins with it. Ctrl-C ends it too.

exit status: 0 written, and no difference found; 1 the listing has an error, or the written port differs or
has places that are not ported; 2 wrong usage; 130 Ctrl-C
"""


def add_arguments(parser: Parser) -> None:
    """Declares the arguments of `retromaze port`."""
    parser.add_argument("listing", metavar="NAME|FILE", help="a program of `retromaze list`, or a file")
    parser.add_argument(
        *("-o", "--output"),
        metavar="PORT.py",
        type=options.new_port,
        help="the file to write, - for standard output",
    )
    parser.add_argument("--force", action="store_true", help="overwrite the file")
    parser.more.add_argument(
        "--margin",
        choices=("none", "first", "all"),
        default="first",
        help="which statements carry the listing's line: none, the first of each line (default), all",
    )
    parser.more.add_argument(
        "--with",
        dest="writer",
        metavar="COMMAND",
        help="a command that corrects the port until `retromaze check` finds no difference",
    )
    parser.more.add_argument(
        "--rounds",
        type=options.positive_number,
        default=10,
        metavar="N",
        help="how often that command is run at most (default: %(default)s)",
    )
    parser.goes_with("--rounds", "--with")


def execute(arguments: argparse.Namespace) -> int:
    """Runs `retromaze port`; returns the exit status."""
    from retromaze.commands.operands import find_listing

    output: Path | None = None if str(arguments.output) == STANDARD_STREAM else arguments.output
    if arguments.writer and (output is None or is_device(output)):
        raise UsageError("--with needs -o PORT.py, the file that the port is kept in")
    listing = find_listing(arguments.listing)
    if output and output.exists() and os.path.exists(listing.path) and output.samefile(listing.path):
        raise UsageError(f"{output} is the listing itself")
    # a port that exists already is what the writer begins with
    if arguments.writer and output is not None and output.is_file() and not arguments.force:
        return improve_with_writer(listing, output, arguments.writer, arguments.rounds)
    if output is not None and is_taken(output) and not arguments.force:
        raise UsageError(f"{output} exists already; --force overwrites it")
    written = port_of_listing(listing, arguments)
    if written is None:
        return 1
    if output is None:
        print(written.text, end="")
        status = 0
    else:
        status = write_file(output, written.text.encode())
        if arguments.writer and not status:
            return improve_with_writer(listing, output, arguments.writer, arguments.rounds)
        if not status and not is_device(output):
            status = compare_briefly(listing, output)
    for sentence in written.refusals():
        say(f"{arguments.listing}: {sentence}")
    return status or int(bool(written.not_ported))


def port_of_listing(listing: NamedListing, arguments: argparse.Namespace) -> WrittenPort | None:
    """Returns the port of a listing and prints its warnings; prints why and returns None if it has none."""
    from retromaze.porting import writing
    from retromaze.porting.preparing import CannotPort
    from retromaze.report import describe

    try:
        written = writing.port(listing.source, listing.path, arguments.margin)
    except CannotPort as error:
        say(f"{arguments.listing}: {error}")
        return None
    except BasicError as error:
        error.path, error.source = listing.path, listing.source
        print(describe(error), file=sys.stderr)
        return None
    for warning in written.warnings:
        say(f"{arguments.listing}: {warning}")
    return written


def compare_briefly(listing: NamedListing, output: Path) -> int:
    """Compares a written port briefly with its listing and prints the result; returns the exit status."""
    from retromaze.catalogue import CATALOGUE
    from retromaze.comparison.pairs import NO_SCRIPT
    from retromaze.comparison.program import Listing, Port
    from retromaze.comparison.script import script_of
    from retromaze.comparison.trials import check_briefly

    shipped = CATALOGUE.get(listing.name)
    script = script_of(shipped) if shipped else NO_SCRIPT
    try:
        brief = check_briefly(Listing(listing.source, listing.path), Port(output), script)
    except KeyboardInterrupt:
        say(f"stopped: {output} is written, and not compared to its end")
        return INTERRUPTED
    return print_result(brief, listing, output)


def print_result(brief: BriefCheck, listing: NamedListing, output: Path) -> int:
    """Prints the result of a brief comparison; returns the exit status."""
    from retromaze.commands.check_report import stop_words, verdict_text
    from retromaze.comparison.trials import Verdict

    if brief.killed:
        say(f"{output} is written, and its process was killed when it ran ({brief.killed}): it needs a hand")
        return 1
    if brief.difference:
        say(f"{output} is written, and does otherwise than {listing.path} with seed {brief.difference.seed}:")
        needed = "It needs a hand."
        if brief.listing_alone_fails:
            needed = "The listing fails there, and the port goes on: mend the listing, or the port."
        print(f"{brief.difference}\n{needed}", file=sys.stderr)
        return 1
    if not brief.comparisons:
        say(
            f"{output} is written; there was too little time to compare anything:"
            f" `retromaze check {shell_word(str(listing.path))} {shell_word(str(output))}` takes its time"
        )
        return 0
    seeds = f"seed{'s' if len(brief.comparisons) > 1 else ''} {' '.join(map(str, brief.comparisons))}"
    frames = max(made.frames for made in brief.comparisons.values())
    if brief.is_cut_off and brief.tally.verdict is not Verdict.SO_FAR:
        print(f"{output}: {Verdict.AS_FAR_AS_RUN.value} ({seeds}, {frames} frames){stop_words(brief.tally)}")
    else:
        print(f"{output}: {verdict_text(brief.tally)} ({seeds})")
    return 0


# ---- --with COMMAND: a writer corrects a port until it is equal to its listing
#
# The writer is any command of the user's: a script, a language model behind one. No word of a listing's is
# part of the command.


FILES = ("listing.bas", "port.py", "best.py", "verdict.json")
"""The files in the writer's folder; RETROMAZE_LISTING, _PORT, _BEST and _VERDICT are their paths."""

STANDARD_ERROR = 2


def improve_with_writer(listing: NamedListing, output: Path, command: str, rounds: int) -> int:
    """Lets a command, the writer, correct the port in `output` until it is equal, for up to `rounds` rounds.

    The writer changes a copy in a temporary folder. A copy that is equal for longer than all earlier ones is
    written to `output`. Returns the exit status.
    """
    from retromaze.commands.check_report import pair_record, verdict_text
    from retromaze.comparison.trials import check_pair

    with signals_as_interrupts(), tempfile.TemporaryDirectory(prefix="retromaze-") as folder:
        files = [Path(folder) / name for name in FILES]
        listing_copy, port, best, verdict_file = files
        environment = {f"RETROMAZE_{path.stem.upper()}": str(path) for path in files}
        listing_copy.write_text(listing.source, "utf-8")
        port.write_bytes(output.read_bytes())
        pair = pair_of_files(listing, port, output)
        best_extent, best_words = (-1, -1), ""  # how far the best port was equal, and its difference in words
        reason = ""  # why the writer has ended, "" if it goes on
        # round 0 checks the port as it is
        for number in range(rounds + 1):
            try:
                tally = check_pair(pair, say=say)
                result = tally.difference.sentence if tally.difference else verdict_text(tally)
                if extent_equal(tally) > best_extent:
                    best_extent, best_words = extent_equal(tally), str(tally.difference or result)
                    best.write_bytes(port.read_bytes())
                    # in round 0 the port is the file itself
                    if number and write_file(output, best.read_bytes()):
                        return 1
                if not (tally.unequal or tally.lost):
                    print(f"{output}: {result} (rounds: {number})")
                    return 0
                # a writer that has failed may have changed the port, which has been checked once more
                if number == rounds or reason:
                    break
                before = port.read_bytes()
                verdict_file.write_text(json.dumps([pair_record(pair, tally, None)], indent=2), "utf-8")
                say(f"round {number + 1}: {result}")
                status = run_writer(command, environment | {"RETROMAZE_ROUND": str(number + 1)})
                if status:
                    reason = f"the writer has ended with status {status}"
                if not port.is_file() or port.read_bytes() == before:
                    reason = reason or "the writer has left the port as it was"
                    break
            except KeyboardInterrupt:
                say(f"stopped: {output} is the best port so far")
                return INTERRUPTED
    if reason:
        say(reason)
    say(f"{output} is the best port so far, and does otherwise than {listing.path}:")
    # the user knows the port by its own name, not by the path of the copy
    print(best_words.replace(str(port), str(output)), file=sys.stderr)
    return 1


def run_writer(command: str, environment: dict[str, str]) -> int:
    """Runs the writer with these variables in its environment; returns its exit status.

    What it prints goes to standard error, because standard output has the result.
    """
    # by a shell: the user wrote the whole command line
    writer = subprocess.run(
        command,
        shell=True,
        check=False,
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        stdout=STANDARD_ERROR,
    )
    return writer.returncode


def pair_of_files(listing: NamedListing, port: Path, output: Path) -> Pair:
    """Returns the pair of a listing and a port.

    `port` may be a copy of `output` in another folder: it imports modules from the folder of `output`.
    A shipped program runs with its input in the catalogue.
    """
    from retromaze.catalogue import CATALOGUE
    from retromaze.comparison.pairs import pair_with
    from retromaze.comparison.program import Listing, Port
    from retromaze.comparison.script import script_of

    program = Listing(listing.source, listing.path, is_file=os.path.isfile(listing.path))
    pair = pair_with(program, Port(port, home=output.absolute().parent))
    shipped = CATALOGUE.get(listing.name)
    return replace(pair, script=script_of(shipped)) if shipped else pair


def extent_equal(tally: Tally) -> tuple[int, int]:
    """Returns how far two programs are equal: the number of the comparison that differs, and the event in it.

    Larger values are better; a port whose process was killed has the least, an equal one the greatest.
    """
    if tally.difference:
        return tally.order, tally.difference.event
    return (0, 0) if tally.lost else (sys.maxsize, 0)

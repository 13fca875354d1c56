"""`retromaze port`: a Python port of a listing, to begin with; a tally sums up the runs of this pair."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.commands import options
from retromaze.commands.operands import (
    add_check_options,
    check_pair,
    find_listing,
    has_check_options,
    with_check_options,
    with_input,
)
from retromaze.commands.options import STANDARD_STREAM
from retromaze.commands.output import is_device, is_taken, say, signals_as_interrupts, write_file
from retromaze.display.argument_parser import INTERRUPTED, Parser
from retromaze.errors import BasicError, UsageError
from retromaze.system import shell_word

if TYPE_CHECKING:
    from retromaze.commands.operands import NamedListing
    from retromaze.comparison.checks import Tally
    from retromaze.comparison.pairs import Pair
    from retromaze.porting.slots import FindProgram
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
is shown and the port has to be corrected by hand. Ctrl-C keeps the port as it is written. With --press,
--answers, --play, --seeds, --set, --effects and the other options of `retromaze check` it is checked as that
does it, at length.

--with COMMAND has a writer rewrite or correct the port: any command of yours, such as "python mend.py". It is
run at least once, and finds the paths of four files in its environment: RETROMAZE_LISTING; RETROMAZE_PORT,
which it changes; RETROMAZE_BEST, the last version that was equal, or the port as it was; and
RETROMAZE_VERDICT, what `retromaze check --json` prints of the version in RETROMAZE_PORT. RETROMAZE_ROUND
counts from 1. This ends when it leaves the port unchanged, when it fails, after --rounds rounds, or by
Ctrl-C. PORT.py has the last equal version at any time; a last version that differs is kept as PORT.last.py.
If PORT.py exists already, the writer begins with it.

exit status: 0 written, and no difference found; 1 the listing has an error, the written port differs or has
places that are not ported, or the writer failed; 2 wrong usage; 3 the port is equal so far only (--with, or
an option of a check); 130 Ctrl-C
"""


def add_arguments(parser: Parser) -> None:
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
        help="a command that rewrites or corrects the port; each version is checked",
    )
    parser.more.add_argument(
        "--rounds",
        type=options.positive_number,
        default=10,
        metavar="N",
        help="how often that command is run at most (default: %(default)s)",
    )
    parser.declare_companion("--rounds", "--with")
    add_check_options(parser)


def execute(arguments: argparse.Namespace) -> int:
    output: Path | None = None if str(arguments.output) == STANDARD_STREAM else arguments.output
    if arguments.writer and (output is None or is_device(output)):
        raise UsageError("--with needs -o PORT.py, the file that the port is kept in")
    if has_check_options(arguments) and (output is None or is_device(output)):
        raise UsageError("options of a check need -o PORT.py: a port that is printed is not run")
    listing = find_listing(arguments.listing)
    if output and output.exists() and os.path.exists(listing.path) and output.samefile(listing.path):
        raise UsageError(f"{output} is the listing itself")
    pair = pair_of_files(listing, output or Path("port.py"), arguments)
    # a port that exists already is what the writer begins with
    if arguments.writer and output is not None and output.is_file() and not arguments.force:
        return improve_with_writer(pair, output, arguments)
    if output is not None and is_taken(output) and not arguments.force:
        raise UsageError(f"{output} exists already; --force overwrites it")
    written = port_of_listing(listing, arguments, pair.script.program)
    if written is None:
        return 1
    if output is None:
        print(written.text, end="")
        status = 0
    else:
        status = write_file(output, written.text.encode())
        if not (status or is_device(output) or arguments.writer):
            is_long = has_check_options(arguments)
            try:
                status = check_written(pair, output, arguments) if is_long else compare_briefly(pair, output)
            except KeyboardInterrupt:
                say(f"stopped: {output} is written, and not compared to its end")
                status = INTERRUPTED
    for sentence in written.refusals():
        say(f"{arguments.listing}: {sentence}")
    if arguments.writer and output and not status:
        return improve_with_writer(pair, output, arguments)
    return status or int(bool(written.not_ported))


def port_of_listing(
    listing: NamedListing, arguments: argparse.Namespace, find_program: FindProgram
) -> WrittenPort | None:
    """Returns the port of a listing and prints its warnings; prints why and returns None if it has none.

    `find_program` returns the text of a program that it loads into a slot.
    """
    from retromaze.error_report import describe
    from retromaze.porting import writing
    from retromaze.porting.preparing import CannotPort

    try:
        written = writing.port(listing.source, listing.path, arguments.margin, find_program)
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


def compare_briefly(pair: Pair, output: Path) -> int:
    """Compares a written port briefly with its listing and prints the result; returns the exit status."""
    from retromaze.commands.check_report import stop_words, verdict_text
    from retromaze.comparison.checks import Verdict, check_briefly

    brief = check_briefly(pair)
    if brief.killed:
        say(f"{output} is written, and its process was killed when it ran ({brief.killed}): it needs a hand")
        return 1
    if brief.difference:
        say(f"{output} is written, and does otherwise than {pair.path} with seed {brief.difference.seed}:")
        needed = "It needs a hand."
        if brief.listing_alone_fails:
            needed = "The listing fails there, and the port goes on: mend the listing, or the port."
        print(f"{brief.difference}\n{needed}", file=sys.stderr)
        return 1
    if not brief.comparisons:
        say(
            f"{output} is written; there was too little time to compare anything:"
            f" `retromaze check {shell_word(pair.path)} {shell_word(str(output))}` takes its time"
        )
        return 0
    seeds = f"seed{'s' if len(brief.comparisons) > 1 else ''} {' '.join(map(str, brief.comparisons))}"
    frames = max(made.frames for made in brief.comparisons.values())
    tally = brief.tally
    if tally.is_cut_off and tally.verdict is not Verdict.SO_FAR:
        print(f"{output}: {Verdict.AS_FAR_AS_RUN.value} ({seeds}, {frames} frames){stop_words(tally)}")
    else:
        print(f"{output}: {verdict_text(tally)} ({seeds})")
    return 0


def check_written(pair: Pair, output: Path, arguments: argparse.Namespace) -> int:
    """Checks a written port with the options of a check and prints the result; returns the exit status."""
    with signals_as_interrupts():
        tally = check_pair(pair, arguments)
    if not has_failed(tally):
        return print_checked(pair, tally, output)
    say(f"{output} is written, and does otherwise than {pair.path}:")
    print(f"{difference_or_verdict(tally)}\nIt needs a hand.", file=sys.stderr)
    return 1


def pair_of_files(listing: NamedListing, port: Path, arguments: argparse.Namespace) -> Pair:
    """Returns the pair of a listing and a port, with the options of a check. Raises UsageError.

    A shipped program runs with its input in the catalogue.
    """
    from retromaze.catalogue import CATALOGUE
    from retromaze.comparison.input_script import script_of
    from retromaze.comparison.pairs import pair_with
    from retromaze.comparison.runnable_programs import Listing, Port

    program = Listing(listing.source, listing.path, is_file=os.path.isfile(listing.path))
    pair = pair_with(program, Port(port))
    if shipped := CATALOGUE.get(listing.name):
        pair = replace(pair, script=script_of(shipped))
    return with_check_options(with_input(pair, arguments), arguments)


def has_failed(tally: Tally) -> bool:
    """Whether a port differs, or its process was killed."""
    return bool(tally.differing_runs or tally.lost_runs)


def difference_or_verdict(tally: Tally) -> str:
    """Returns the words of a port's difference, or those for a process that was killed."""
    from retromaze.commands.check_report import verdict_text

    return str(tally.difference or verdict_text(tally))


def print_checked(pair: Pair, tally: Tally, output: Path, details: Sequence[str] = ()) -> int:
    """Prints the verdict on the port in `output`, and what no check has run; returns the exit status."""
    from retromaze.commands.check_report import coverage_text, remarks, status_of, verdict_text
    from retromaze.comparison.checks import Verdict

    details = list(details)
    # the words for `equal so far` have the shares already
    if tally.coverage and tally.verdict is not Verdict.SO_FAR:
        details.append(f"lines run: {coverage_text(tally)}")
        if tally.coverage.listing.conditions:
            details.append(f"outcomes: {tally.coverage.listing.outcome_percent} %")
    print(f"{output}: {verdict_text(tally)}" + (f" ({'; '.join(details)})" if details else ""))
    for words in remarks(pair, tally):
        print(with_file_named(words, Path(pair.port.path), output), file=sys.stderr)
    return status_of([tally])


def with_file_named(words: str, copy: Path, file: Path) -> str:
    """Returns words about a copy of a file in the temporary folder with the name of the file itself."""
    return words.replace(str(copy), str(file)).replace(f" of {copy.name}", f" of {file.name}")


# ---- --with COMMAND: a writer rewrites or corrects a port, and what it writes is checked
#
# The writer is any command of the user's: a script, a language model behind one. No word of a listing's is
# part of the command.


FILES = ("listing.bas", "port.py", "best.py", "verdict.json")
"""The files in the writer's folder; RETROMAZE_LISTING, _PORT, _BEST and _VERDICT are their paths."""

STANDARD_ERROR = 2


def improve_with_writer(pair: Pair, output: Path, arguments: argparse.Namespace) -> int:
    """Lets a command, the writer, change the port in `output` round by round; returns the exit status.

    The writer changes a copy in a temporary folder. Each version without a difference is written to `output`;
    others never are. The rounds end when the writer leaves its copy unchanged.
    """
    from tempfile import TemporaryDirectory

    with signals_as_interrupts(), TemporaryDirectory(prefix="retromaze-") as folder:
        rounds = WriterRounds(pair, output, arguments, Path(folder))
        try:
            while rounds.check_and_keep() and rounds.call_writer():
                pass
        except KeyboardInterrupt:
            rounds.keep_last_version()
            say(f"stopped: {output} is {'the last equal version' if rounds.best_tally else 'as it was'}")
            return INTERRUPTED
        return rounds.report()


class WriterRounds:
    """The rounds in which a writer, a command, changes `port`, a copy; equal versions are kept in `output`.

    `best` is the last version without a difference, `best_tally` its result, None as long as there is none.
    `calls` counts the writer's calls; `stop_reason` says why it is not called again, "" if it may be.
    `has_write_failed`: whether `output` could not be written.
    """

    def __init__(self, pair: Pair, output: Path, arguments: argparse.Namespace, folder: Path) -> None:
        from retromaze.comparison.runnable_programs import Port

        self.output = output
        self.arguments = arguments
        files = [folder / name for name in FILES]
        listing_copy, self.port, self.best, self.verdict_file = files
        self.environment = {f"RETROMAZE_{path.stem.upper()}": str(path) for path in files}
        listing_copy.write_text(pair.text, "utf-8")
        for path in (self.port, self.best):
            path.write_bytes(output.read_bytes())
        # the copy imports modules from the folder of the port itself
        self.pair = replace(pair, port=Port(self.port, home=output.absolute().parent))
        self.last_tally: Tally
        self.best_tally: Tally | None = None
        self.calls = 0
        self.stop_reason = ""
        self.has_write_failed = False

    def check_and_keep(self) -> bool:
        """Checks the port, and writes it to `output` if it has no difference; returns whether to go on."""
        self.last_tally = check_pair(self.pair, self.arguments)
        if not has_failed(self.last_tally):
            self.best_tally = self.last_tally
            self.best.write_bytes(self.port.read_bytes())
            # before the first round it is the version in `output`
            self.has_write_failed = bool(self.calls and write_file(self.output, self.best.read_bytes()))
        return not (self.has_write_failed or self.stop_reason) and self.calls < self.arguments.rounds

    def call_writer(self) -> bool:
        """Calls the writer once; returns whether it has changed the port, which is to be checked then.

        A writer that has failed may have changed it, too; the check is the last one then.
        """
        from retromaze.commands.check_report import pair_record, verdict_text

        before = self.port.read_bytes()
        record = pair_record(self.pair, self.last_tally, options.seeds_of(self.arguments))
        self.verdict_file.write_text(json.dumps([record], indent=2), "utf-8")
        self.calls += 1
        difference = self.last_tally.difference
        say(f"round {self.calls}: {difference.sentence if difference else verdict_text(self.last_tally)}")
        environment = self.environment | {"RETROMAZE_ROUND": str(self.calls)}
        if status := run_writer(self.arguments.writer, environment):
            self.stop_reason = f"the writer has ended with status {status}"
        return self.port.is_file() and self.port.read_bytes() != before

    def report(self) -> int:
        """Prints the results of the port in `output`, and of a last version that differs; returns the status.

        Saves that version beside `output`.
        """
        if self.has_write_failed:
            return 1
        if self.stop_reason:
            say(self.stop_reason)
        rounds = [f"rounds: {self.calls}"]
        status = print_checked(self.pair, self.best_tally, self.output, rounds) if self.best_tally else 1
        last = self.keep_last_version() or self.output
        if has_failed(self.last_tally):
            if not self.best_tally:
                say(f"{self.output} is as it was: no version is equal")
            say(f"{last} does otherwise than {self.pair.path}:")
            print(with_file_named(difference_or_verdict(self.last_tally), self.port, last), file=sys.stderr)
        return 1 if self.stop_reason else status

    def keep_last_version(self) -> Path | None:
        """Saves the writer's last version as PORT.last.py beside PORT.py; None if that is the kept one."""
        if not self.port.is_file() or self.port.read_bytes() == self.best.read_bytes():
            return None
        last = self.output.with_suffix(f".last{self.output.suffix}")
        return None if write_file(last, self.port.read_bytes()) else last


def run_writer(command: str, environment: dict[str, str]) -> int:
    """Runs the writer with these variables in its environment; returns its exit status.

    What it prints goes to standard error, because standard output has the result.
    """
    import subprocess

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

"""`retromaze tidy`: a listing's Python port restructured step by step, each proved before it is kept."""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from retromaze.commands import options
from retromaze.commands.operands import LISTING_SUFFIX, check_pair, read_pairs
from retromaze.commands.options import add_script_options
from retromaze.commands.output import grouped_quantity, replace_or_write, say, signals_as_interrupts
from retromaze.display.argument_parser import INTERRUPTED, Parser
from retromaze.engine.listing_file import names_port
from retromaze.errors import UsageError

if TYPE_CHECKING:
    from retromaze.comparison.checks import Tally
    from retromaze.comparison.pairs import Pair
    from retromaze.comparison.runnable_programs import Port
    from retromaze.refactoring.source import Restructured

DESCRIPTION = """\
Restructures a Python port step by step, further than `retromaze port` does when it writes one, whether it was
written by that or by hand. Comments and layout stay. Each change is shown as a diff and proved: the changed
port is checked against the listing, and kept only if the two are equal.
"""
EPILOG = """\
The listing is the file of the same name next to the port, unless it is named. First the port itself is
checked; it has to be equal before anything is changed. What is pressed and answered, the seeds, and how long
random games are played is given as for `retromaze check`.

In a terminal each proved change is kept if you say so; otherwise, and with --yes, all of them are. The file
is written after each one. A change that is not equal is shown with its first difference, and not kept.

It needs the library libcst: pip install 'retromaze[tidy]'.

exit status: 0 all changes were equal, or there is nothing to change; 1 the port differs from its listing, or
a change did (it is not kept); 2 wrong usage; 3 too little of the listing was run to prove anything; 130
Ctrl-C
"""


MEANINGS = {
    "objects": "lists that are filled and subscripted together become one list of small objects",
    "loops": "loops over the numbers of such objects become loops over the objects",
    "stacks": "stacks or queues that grow and shrink together become one of tuples",
    "states": "numbers that only name a variable's states become an Enum, if comments or calls name them",
}
"""The steps and what each does; `refactoring/steps.py` needs libcst, their list does not."""


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "port", metavar="PORT.py", nargs="?", help="the port; PORT.py:NAME for another function"
    )
    parser.add_argument(
        "listing", metavar="LISTING.bas", nargs="?", help="its listing (default: the file of the same name)"
    )
    parser.add_argument("--list", action="store_true", help="list the steps and end")
    parser.add_argument(
        "--steps", type=lambda text: text.split(","), metavar="A,B", help="only these steps (default: all)"
    )
    parser.add_argument("--yes", action="store_true", help="keep every proved change without asking")
    parser.add_argument("--dry-run", action="store_true", help="show and prove changes, write nothing")
    add_script_options(parser)
    options.add_proof_options(parser)


def execute(arguments: argparse.Namespace) -> int:
    if arguments.list:
        width = max(map(len, MEANINGS))
        for name, meaning in MEANINGS.items():
            print(f"{name:{width}}   {meaning}")
        return 0
    from retromaze.refactoring.steps import CHANGES

    for name in arguments.steps or ():
        if name not in MEANINGS:
            raise UsageError(f"--steps: no step is called {name!r}; there are {', '.join(MEANINGS)}")
    if arguments.port is None:
        raise UsageError("which port? `retromaze tidy PORT.py`, or --list for the steps")
    chosen = [name for name in CHANGES if not arguments.steps or name in arguments.steps]
    with TemporaryDirectory(prefix="retromaze-tidy-") as folder:
        tidier = PortTidier(arguments, Path(folder))
        try:
            with signals_as_interrupts():
                return tidier.run(chosen)
        except KeyboardInterrupt:
            say(f"stopped, {tidier.summary()}")
            return INTERRUPTED


def pair_of_port(arguments: argparse.Namespace) -> Pair:
    """Returns the pair of the named port and its listing, with the command line's script."""
    from retromaze.comparison.pairs import with_suffix_beside
    from retromaze.comparison.runnable_programs import read_port

    listing = arguments.listing
    if os.path.isfile(arguments.port) and not names_port(arguments.port):
        raise UsageError(f"{arguments.port} is no port in Python; `retromaze port` writes one of a listing")
    if listing is None:
        port = read_port(arguments.port).file or Path()
        listing = str(with_suffix_beside(port, LISTING_SUFFIX))
        if not os.path.isfile(listing):
            raise UsageError(f"{port} needs its listing: name it after the port, or call it {listing}")
    # as on the command line of `check`: there --port is an option, here the port is an operand
    values = {**vars(arguments), "pairs": [listing, arguments.port], "port": None}
    return read_pairs(argparse.Namespace(**values))[0]


class PortTidier:
    """Restructures one port: makes changes, checks each against the listing, and writes those that are equal.

    `text` is the port's current text, `path` its file, `on_disk` the bytes of that file when they were last
    read or written. `kept` and `differing` count the changes that were kept and that made a difference.
    Changed texts are checked in `folder`. `asks`: whether the user is asked to keep each change.
    """

    def __init__(self, arguments: argparse.Namespace, folder: Path) -> None:
        from retromaze.comparison.runnable_programs import Port, text_of

        self.arguments = arguments
        self.folder = folder
        self.pair = pair_of_port(arguments)
        port = self.pair.port
        assert isinstance(port, Port)
        assert isinstance(port.origin, Path)
        self.port: Port = port
        self.path: Path = port.origin
        self.text = text_of(port)
        self.on_disk = self.path.read_bytes()
        self.kept = 0
        self.differing = 0
        self.asks = sys.stdin.isatty() and sys.stdout.isatty() and not (arguments.yes or arguments.dry_run)

    def run(self, steps: list[str]) -> int:
        """Checks the port, then tries each step; returns the exit status."""
        from retromaze.commands.check_report import low_coverage_text, status_of, verdict_text
        from retromaze.comparison.checks import Verdict

        # only to find syntax errors before the long check
        try:
            compile(self.text, self.path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            raise UsageError(f"{self.path} is no Python: {error}") from None
        tally = self.check_port(self.text)
        print(f"{self.path}: {verdict_text(tally)}", flush=True)
        if not tally.equal:
            has_low_coverage = tally.verdict is Verdict.SO_FAR
            words = low_coverage_text(self.pair, tally) if has_low_coverage else self.difference_words(tally)
            print(f"{words}\n{self.path} is left as it is.", file=sys.stderr)
            return status_of([tally])
        for step in steps:
            self.try_step(step)
        print(f"{self.path}: {self.summary()}")
        return 1 if self.differing else 0

    def summary(self) -> str:
        """Returns `2 changes kept, 1 not equal`."""
        kept = f"{grouped_quantity(self.kept, 'change')} {'proved' if self.arguments.dry_run else 'kept'}"
        return f"{kept}, {self.differing} not equal" if self.differing else kept

    def try_step(self, step: str) -> None:
        """Makes, shows and checks the changes of a step until there are no new ones.

        A change that was kept may make others possible, so the step looks at the new text each time.
        """
        from retromaze.commands.check_report import verdict_text
        from retromaze.refactoring.steps import CHANGES

        # a change that was not kept is known again by its words, as the rest of the text may have changed;
        # one that was kept may have a namesake in another function, but no text comes twice
        refused, seen = set[str](), {self.text}
        while change := next(
            (
                each
                for each in CHANGES[step](self.text)
                if each.words not in refused and each.text not in seen
            ),
            None,
        ):
            seen.add(change.text)
            print(f"\n{step}: {change.words}")
            before, after, name = self.text.splitlines(), change.text.splitlines(), str(self.path)
            lines = difflib.unified_diff(before, after, name, name, n=2, lineterm="")
            print("\n".join(line if line.strip() else "" for line in lines), flush=True)
            tally = self.check_port(change.text)
            print(f"{step}: {verdict_text(tally)}", flush=True)
            if not tally.equal:
                self.differing += 1
                if words := self.difference_words(tally):
                    print(words)
                print("not kept", flush=True)
                refused.add(change.words)
                continue
            if warning := unrun_warning(self.text, change, tally):
                print(warning)
            if self.asks and not ask_to_keep():
                refused.add(change.words)
                continue
            self.keep_change(change)

    def keep_change(self, change: Restructured) -> None:
        """Counts a change and writes it, unless on a dry run. Raises UsageError if the file has changed."""
        from retromaze.comparison.runnable_programs import bytes_of

        if not self.arguments.dry_run:
            if self.path.read_bytes() != self.on_disk:
                raise UsageError(f"{self.path} was saved by somebody else meanwhile, and is left as it is")
            self.on_disk = bytes_of(change.text)
            replace_or_write(self.path, self.on_disk)
        self.text = change.text
        self.kept += 1

    def check_port(self, text: str) -> Tally:
        """Checks a text as the port, in a file of its own; the port's file stays as it is."""
        from retromaze.comparison.runnable_programs import bytes_of

        file = self.folder / self.path.name
        file.write_bytes(bytes_of(text))
        port = replace(self.port, origin=file, home=self.port.home or self.path.parent)
        return check_pair(replace(self.pair, port=port), self.arguments)

    def difference_words(self, tally: Tally) -> str:
        """Returns the words for a tally's difference, "" for none, without the folder of the checked text."""
        from retromaze.commands.check_report import difference_words

        return difference_words(tally).replace(f"{self.folder}{os.sep}", "")


def unrun_warning(before: str, change: Restructured, tally: Tally) -> str:
    """Returns a sentence that names the changed lines that no check ran, "" for none: they are not proved.

    `before` is the text of the port before the change.
    """
    from retromaze.comparison.difference_words import line_words

    if tally.coverage is None:
        return ""
    matcher = difflib.SequenceMatcher(None, before.splitlines(), change.text.splitlines(), autojunk=False)
    # the numbers of the new lines, from 1
    new = {
        line + 1
        for kind, _, _, first, last in matcher.get_opcodes()
        if kind != "equal"
        for line in range(first, last)
    }
    missed = sorted(new.intersection(tally.coverage.port.missed))
    return f"no check runs {line_words(missed)} of it" if missed else ""


def ask_to_keep() -> bool:
    """Asks whether to keep a change; the end of the input means no."""
    try:
        return input("Keep it? [Y/n] ").strip().lower() in {"", "y", "yes"}
    except EOFError:
        print()  # the next message begins in a line of its own
        return False

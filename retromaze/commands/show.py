"""`retromaze show`: a listing beside its port, or beside the Python that the compiler makes of it."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from retromaze.commands import options
from retromaze.commands.numbers import add_set_option
from retromaze.commands.operands import add_port_arguments, own_pair_of
from retromaze.commands.tables import output
from retromaze.display.translation import _
from retromaze.errors import BasicError, UsageError
from retromaze.language.lines import lines_of

if TYPE_CHECKING:
    from rich.text import Text

    from retromaze.commands.pages import Pages
    from retromaze.commands.source import NamedListing
    from retromaze.comparison.pairs import Pair
    from retromaze.entry import Entry

LEAST = 20
"""The least columns that can be asked for."""

DESCRIPTION = """\
Prints a program's listing and its Python port side by side, or with --compiled any listing beside the Python
functions that run it.
"""
EPILOG = """\
The port is read function by function in its own order. Beside each function stand the listing's lines that
it answers, as the margin of the port tells (# 6, # 14-22); ─ ties a line to the one that names it.
In fewer than 110 columns the listing's lines stand above those of the port; a file has 100 if neither --width
nor COLUMNS gives it more.

With --compiled the number before a line of Python is that of the listing's line it was written for; the first
lines of a function prepare it and have none. The main program, what GOSUBs reach and each DEF are functions
of their own, a DEF as many as there are kinds of arguments it is called with. A%, A$ and A# are A_i, A_s and
A_d; A_array is an array, A_items its list of elements; a builtin has its name in small letters and a number;
t1, t2, … hold what is used twice. `work` counts down what is done until a frame passes. --traced shows the
functions of `retromaze trace`, with a call before each statement.
"""


def add(subparsers: Any) -> None:
    """Declares the sub-command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "show",
        help="a listing and its port side by side",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument(
        "name",
        metavar="NAME|FILE",
        help="a program of `retromaze list`, or a listing (-: --compiled)",
    )
    add_port_arguments(parser)
    add_set_option(parser)
    parser.add_argument("--compiled", action="store_true", help="show the generated Python, not the port")
    parser.add_argument("--traced", action="store_true", help="with --compiled: as compiled for tracing")
    parser.add_argument(
        "--width", type=width, metavar="N", help="columns to use (the terminal's; 100 for a file)"
    )
    parser.set_defaults(command=show)


def width(text: str) -> int:
    """A number of columns, LEAST or more."""
    value = options.whole(text)
    if value < LEAST:
        raise argparse.ArgumentTypeError(f"{text}: at least {LEAST} columns are needed")
    return value


def show(arguments: argparse.Namespace) -> int:
    """The sub-command; returns the exit status."""
    if arguments.compiled:
        return show_compiled(arguments)
    if arguments.traced:
        raise UsageError("--traced says how to compile: it needs --compiled")
    from retromaze.catalogue import find
    from retromaze.commands.pages import port_pages
    from retromaze.comparison.settable import with_defaults
    from retromaze.entry import listing_source

    own = own_pair_of(arguments.name, arguments.other, arguments.port)
    if own:
        given = own.given(arguments.numbers)
        print_pages(own_head(given), port_pages(given.text, readable_text(given)), arguments.width)
        return 0
    entry = find(arguments.name)
    sizes = entry.sizes_of(arguments.numbers)
    listing, port = listing_source(entry, **sizes), with_defaults(port_source(entry), sizes)
    print_pages(head(entry), port_pages(listing, port), arguments.width)
    return 0


def show_compiled(arguments: argparse.Namespace) -> int:
    """Prints any listing and its generated Python; returns the exit status."""
    from retromaze.commands.pages import compiled_pages
    from retromaze.commands.source import find_listing
    from retromaze.compiler.compiling import written_functions
    from retromaze.compiler.settings import Settings
    from retromaze.report import describe

    listing = find_listing(arguments.name, arguments.numbers)
    try:
        functions = written_functions(listing.source, Settings(traced=arguments.traced))
    except BasicError as error:
        error.path, error.source = listing.path, listing.source
        print(describe(error), file=sys.stderr)
        return 1
    print_pages(compiled_head(listing), compiled_pages(listing.source, functions), arguments.width)
    return 0


def port_text(own: Pair) -> str:
    """The text of a port's file, its keywords as they are given. Raises UsageError if it cannot be read."""
    from retromaze.comparison.program import Port, text_of
    from retromaze.comparison.settable import with_defaults

    text = text_of(own.port)
    if not isinstance(own.port, Port) or not own.port.keywords:
        return text
    return with_defaults(text, dict(own.port.keywords), own.port.function)


def readable_text(own: Pair) -> str:
    """The same of a port that is to be paired. Raises UsageError if Python cannot read it."""
    from retromaze.sources.pairing import check_readable

    text = port_text(own)
    check_readable(text, own.port.path)
    return text


def own_head(own: Pair) -> Text:
    """The files of a pair."""
    from rich.text import Text

    return Text(f"{own.path} and {own.port.path}\n", "bold")


def print_pages(title: Text, pages: Pages, columns: int | None) -> None:
    """Prints a title and pages as wide as asked for or as the terminal is; for a file as they need."""
    from retromaze.display.drawing import print_drawn

    console = output()
    if columns or not console.is_terminal:
        console.width = columns or min(console.width, pages.whole_width())
    with console.capture() as capture:
        console.print(title)
        pages.print(console)
    # Blanks that only fill a column up are of no use in a file.
    lines = lines_of(capture.get())
    print_drawn(lines if console.is_terminal else map(str.rstrip, lines))


def port_source(entry: Entry) -> str:
    """The text of a port. Raises UsageError if it is not there."""
    from retromaze.comparison.program import Port, text_of

    return text_of(Port(entry.port))


def head(entry: Entry) -> Text:
    """Title, technique and origin."""
    from rich.text import Text

    made = Text(_(entry.title) + "\n", "bold")
    how = _("published in") if entry.origin.published else _("written here after")
    place = f"{how} {entry.origin.article}: {entry.origin.source}"
    made.append(f"{_(entry.technique)}\n{place}\n", "not bold default")
    return made


def compiled_head(listing: NamedListing) -> Text:
    """A program of ours by its title, any other listing by its path."""
    from rich.text import Text

    from retromaze.catalogue import CATALOGUE

    return head(CATALOGUE[listing.name]) if listing.name in CATALOGUE else Text(listing.path + "\n", "bold")

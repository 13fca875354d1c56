"""`retromaze show`: a listing beside its Python port, or beside the Python that the compiler makes of it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from retromaze import catalogue
from retromaze.commands import options
from retromaze.commands.operands import add_port_arguments, find_listing, unknown_name_message, user_pair_of
from retromaze.commands.options import add_set_option
from retromaze.commands.output import output, printing_on
from retromaze.display.argument_parser import Parser
from retromaze.display.translation import _
from retromaze.errors import BasicError, UsageError
from retromaze.system import replace_controls

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from retromaze.catalogue_entry import Entry
    from retromaze.comparison.pairs import Pair
    from retromaze.sources.highlight import Line
    from retromaze.sources.matching_lines import PairedBlock, PairedPart


LEAST = 20
"""The least columns that can be asked for."""

DESCRIPTION = """\
Prints a program's listing and its Python port side by side, or with --compiled any listing beside the Python
functions that run it.
"""
EPILOG = """\
The port is printed function by function, in its own order. Next to each function stand the lines of the
listing that it corresponds to, as the margin of the port says (# 6, # 14-22); ─ ties a line to the one that
names it. In fewer than 110 columns the listing's lines stand above those of the port; a file has 100
columns, unless --width or COLUMNS gives it more.

With --compiled the number before a line of Python is the line of the listing that it was written for; the
first lines of a function prepare it and have none. The main program, the code that GOSUBs reach, and each
DEF are functions of their own: one for each combination of argument types that the DEF is called with. A%,
A$ and A# become A_i, A_s and A_d; A_array is an array, A_items its list of elements; a builtin has its name
in small letters and a number; t1, t2, … hold values that are used twice. `work` counts down the work that is
left until a frame passes. --traced shows the functions that `retromaze trace` runs, with a call before each
statement.
"""


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "name",
        metavar="NAME|FILE",
        help="a program of `retromaze list`, or a listing; - only with --compiled",
    )
    add_port_arguments(parser)
    add_set_option(parser)
    parser.add_argument("--compiled", action="store_true", help="show the generated Python, not the port")
    parser.more.add_argument("--traced", action="store_true", help="with --compiled: as compiled for tracing")
    parser.more.add_argument(
        "--width", type=width, metavar="N", help="columns to use (default: the terminal's; 100 for a file)"
    )


def width(text: str) -> int:
    """Reads a number of columns, LEAST or more."""
    value = options.whole_number(text)
    if value < LEAST:
        raise argparse.ArgumentTypeError(f"{text}: at least {LEAST} columns are needed")
    return value


def execute(arguments: argparse.Namespace) -> int:
    if arguments.compiled:
        return show_compiled(arguments)
    if arguments.traced:
        raise UsageError("--traced says how to compile: it needs --compiled")
    from rich.text import Text

    from retromaze.comparison.pairs import pair_of_entry
    from retromaze.sources.matching_lines import check_readable

    pair = user_pair_of(arguments.name, arguments.port_file, arguments.port)
    if pair is None:
        if arguments.name not in catalogue.CATALOGUE:
            raise UsageError(unknown_name_message(arguments.name))
        pair = pair_of_entry(catalogue.CATALOGUE[arguments.name])
    pair = pair.with_sizes(arguments.set)
    port = port_text(pair)
    check_readable(port, pair.port.path)
    title = program_heading(pair.entry) if pair.entry else Text(f"{pair.path} and {pair.port.path}\n", "bold")
    print_pages(title, port_pages(pair.text, port), arguments.width)
    return 0


def show_compiled(arguments: argparse.Namespace) -> int:
    """Prints any listing and its generated Python; returns the exit status."""
    from rich.text import Text

    from retromaze.compiler.compiling import written_functions
    from retromaze.compiler.settings import Settings
    from retromaze.error_report import describe
    from retromaze.sources.compiled_lines import pair_with_python
    from retromaze.sources.highlight import python_lines

    listing = find_listing(arguments.name, arguments.set)
    try:
        functions = written_functions(listing.source, Settings(traced=arguments.traced))
    except BasicError as error:
        error.path, error.source = listing.path, listing.source
        print(describe(error), file=sys.stderr)
        return 1
    program = catalogue.CATALOGUE.get(listing.name)
    title = program_heading(program) if program else Text(f"{listing.path}\n", "bold")
    rows, parts = pair_with_python(listing.source, functions)
    # each line of Python has the number of the listing's line that it was written for
    numbered = [(str(row.line or ""), colored_text(*python_lines(row.text))) for row in rows]
    print_pages(title, Pages(listing.source, numbered, parts), arguments.width)
    return 0


def port_text(pair: Pair) -> str:
    """Returns the text of a port's file, with the sizes of --set as defaults of its parameters.

    Raises UsageError.
    """
    from retromaze.comparison.runnable_programs import Port, text_of
    from retromaze.comparison.settable_values import with_defaults

    text = text_of(pair.port)
    if not isinstance(pair.port, Port) or not pair.port.keywords:
        return text
    return with_defaults(text, dict(pair.port.keywords), pair.port.function)


def print_pages(title: Text, pages: Pages, columns: int | None) -> None:
    """Prints a title and pages, `columns` wide; None: as wide as the terminal, or as a file needs."""
    console = output()
    if columns or not console.is_terminal:
        console.width = columns or min(console.width, pages.whole_width())
    with printing_on(console):
        console.print(title)
        pages.print(console)


def port_source(program: Entry) -> str:
    """Returns the text of a shipped program's port. Raises UsageError if it cannot be read."""
    from retromaze.comparison.runnable_programs import Port, text_of

    return text_of(Port(program.port))


def program_heading(program: Entry) -> Text:
    """Returns what is printed above a program: its title, its technique and the article that it is from."""
    from rich.text import Text

    how = _("published in") if program.origin.published else _("written here after")
    source = f"{how} {program.origin.article}: {program.origin.source}"
    heading = Text(_(program.title) + "\n", "bold")
    return heading.append(f"{_(program.technique)}\n{source}\n", "not bold default")


# ---- listing and Python side by side


NARROW = 110
"""With fewer columns the two are not printed side by side."""
GUTTERS = 13
"""Columns for two line numbers of four digits, the mark between, and blanks."""
COLUMN_PADDING = (0, 1, 0, 0)
"""One blank to the right of each column."""
TIE = "─"
"""The mark between a line of the listing and the line of Python that names it."""

STYLES = {
    "keyword": "bold blue",
    "builtin": "cyan",
    "name": "bold magenta",
    "label": "magenta",
    "number": "green",
    "string": "yellow",
    "comment": "bright_black",
    "error": "bold red",
}


def port_pages(listing: str, port: str) -> Pages:
    """Returns the pages of a listing and its port, whose lines have their own numbers."""
    from retromaze.sources.highlight import python_lines
    from retromaze.sources.matching_lines import paired_parts

    rows = [(str(number), colored_text(line)) for number, line in enumerate(python_lines(port), 1)]
    return Pages(listing, rows, paired_parts(listing, port))


class Pages:
    """A listing and Python that corresponds to it, printed function by function.

    `listing` has its lines in color, `python` (number, text) for each line of Python; the number is "" where
    there is none. `parts` are the functions of the Python; their blocks pair its lines with the listing's.
    """

    def __init__(self, listing: str, python: list[tuple[str, Text]], parts: Sequence[PairedPart]) -> None:
        from retromaze.sources.highlight import listing_lines

        self.listing = [colored_text(line) for line in listing_lines(listing)]
        self.python = python
        self.parts = parts

    def whole_width(self) -> int:
        """Returns the number of columns in which no line has to be folded."""
        return self.listing_width() + max(line.cell_len for _, line in self.python) + GUTTERS

    def listing_width(self) -> int:
        """Returns the number of columns of the listing's longest line."""
        return max((line.cell_len for line in self.listing), default=0)

    def print(self, console: Console) -> None:
        """Prints each function with its lines below a rule with its name."""
        for part in self.parts:
            console.rule(part.name, align="left", style="bright_black", characters="─")
            for table in self.tables(part, console.width):
                console.print(table)

    def tables(self, part: PairedPart, columns: int) -> Iterator[Table]:
        """Yields a part as one table of two sides, or in few columns each block as tables of one side."""
        if columns >= NARROW or columns >= self.whole_width():
            yield self.side_by_side_table(part.blocks, columns)
            return
        # `items` of a block are its lines of the listing, `port` its lines of Python
        for block in part.blocks:
            if block.items:
                yield self.single_table(self.listing_rows(block), "listing")
            if block.port:
                yield self.single_table(self.python_rows(block), "python")

    def side_by_side_table(self, blocks: Sequence[PairedBlock], columns: int) -> Table:
        """Returns a table, the listing left, up to half as wide, and Python right; long lines are folded."""
        from rich.table import Table

        table = Table.grid(padding=COLUMN_PADDING)
        left = min(self.listing_width(), (columns - GUTTERS) // 2)
        table.add_column(width=4, justify="right", style="bright_black")
        table.add_column(width=left, overflow="fold")
        table.add_column(width=1, style="bright_black")
        table.add_column(width=4, justify="right", style="bright_black")
        table.add_column(width=columns - left - GUTTERS, overflow="fold")
        for block in blocks:
            # the mark stands in the block's first row; it says that the Python names the line
            mark = TIE if block.is_aligned else ""
            for left_row, right_row in zip_longest(
                self.listing_rows(block), self.python_rows(block), fillvalue=("", "")
            ):
                table.add_row(*left_row, mark, *right_row)
                mark = ""
        return table

    def single_table(self, rows: Sequence[tuple[str, Text]], side: str) -> Table:
        """Returns a table of (number, text) rows of one `side`: "listing", or "python", which is indented."""
        from rich.table import Table

        table = Table.grid(padding=COLUMN_PADDING)
        table.add_column(width=4 if side == "listing" else 8, justify="right", style="bright_black")
        table.add_column(overflow="fold")
        for number, text in rows:
            table.add_row(number, text)
        return table

    def listing_rows(self, block: PairedBlock) -> list[tuple[str, Text]]:
        """Returns (number, text) for the listing's lines of a block.

        Lines that the port has in another function (`moved_to`) are one row, which names that function.
        """
        from rich.text import Text

        rows = []
        for item in block.items:
            if item.moved_to:
                first, last = item.lines[0], item.lines[-1]
                lines = f"{first}-{last}" if last > first else f"{first}"
                rows.append(("", Text(f"… {lines}: {item.moved_to}", STYLES["comment"])))
            else:
                rows.append((str(item.lines[0]), self.listing[item.lines[0] - 1]))
        return rows

    def python_rows(self, block: PairedBlock) -> list[tuple[str, Text]]:
        """Returns the lines of Python of a block with their numbers."""
        return self.python[block.port.start - 1 : block.port.stop - 1]


def colored_text(*lines: Line) -> Text:
    """Returns a line, or several as one, with its words in color and control characters replaced."""
    from rich.text import Text

    return Text.assemble(
        *((replace_controls(text), STYLES.get(kind, "")) for line in lines for text, kind in line)
    )

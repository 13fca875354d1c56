"""`retromaze show`: a listing and its port side by side, or one under the other where it is narrow."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from retromaze.commands import options

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from retromaze.catalogue import Entry
    from retromaze.study.highlight import Line
    from retromaze.study.pairing import Block, Part

NARROW, LEAST = 110, 20
"""Columns below which the two do not fit beside each other, and the least that can be asked for."""
GUTTERS = 13
"""Columns for two line numbers of four digits and the mark between."""
TIE = "─"

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

DESCRIPTION = "Prints a program's listing and its Python port side by side."
EPILOG = """\
The port is read function by function in its own order. Beside each function stand the listing's lines that
it answers, as the margin of the port tells (# 6, # 14-22); ─ ties a line to the one that names it.
On a terminal of fewer than 110 columns the listing's lines stand above those of the port.
"""


def add(subparsers: Any) -> None:
    """Declares the sub-command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "show",
        help="a listing and its port side by side",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", metavar="NAME", help="a program of `retromaze list`")
    parser.add_argument(
        "--width", type=width, metavar="N", help="columns to use (the terminal's; whole lines for a file)"
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
    from rich.console import Console

    from retromaze.catalogue import find, listing_source

    entry = find(arguments.name)
    pages = Pages(listing_source(entry), port_source(entry))
    console = Console(markup=False, emoji=False, highlight=False, file=sys.stdout)
    if arguments.width or not console.is_terminal:
        console.width = arguments.width or pages.whole_width()
    with console.capture() as capture:
        console.print(head(entry))
        pages.print(console)
    # Blanks that only fill a column up are of no use in a file.
    lines = capture.get().splitlines()
    print("\n".join(lines if console.is_terminal else map(str.rstrip, lines)))
    return 0


def port_source(entry: Entry) -> str:
    """The text of a port. Raises UsageError if it is not there."""
    from importlib.util import find_spec
    from pathlib import Path

    from retromaze.errors import UsageError

    spec = find_spec(entry.port)
    if spec is None or spec.origin is None:
        raise UsageError(f"the port of {entry.name} is missing")
    return Path(spec.origin).read_text(encoding="utf-8")


def head(entry: Entry) -> Text:
    """Title, technique and origin."""
    from rich.text import Text

    made = Text(entry.title + "\n", "bold")
    made.append(f"{entry.technique}\n{entry.origin.article}: {entry.origin.source}\n", "not bold default")
    return made


class Pages:
    """A listing and its port, paired and colored."""

    def __init__(self, listing: str, port: str) -> None:
        from retromaze.study.highlight import listing_lines, python_lines
        from retromaze.study.pairing import pair

        self.listing = [colored(line) for line in listing_lines(listing)]
        self.port = [colored(line) for line in python_lines(port)]
        self.parts = pair(listing, port)

    def whole_width(self) -> int:
        """The columns in which no line has to be folded."""
        return self.listing_width() + max(line.cell_len for line in self.port) + GUTTERS

    def listing_width(self) -> int:
        """The columns of the longest line of the listing."""
        return max((line.cell_len for line in self.listing), default=0)

    def print(self, console: Console) -> None:
        """Prints all parts as wide as the console is."""
        for part in self.parts:
            console.rule(part.name, align="left", style="bright_black", characters="─")
            for table in self.tables(part, console.width):
                console.print(table)

    def tables(self, part: Part, columns: int) -> Iterator[Table]:
        """A part as one table of two sides, or block after block as tables of one."""
        if columns >= NARROW or columns >= self.whole_width():
            yield self.two_sides(part.blocks, columns)
            return
        for block in part.blocks:
            if block.items:
                yield self.one_side(self.left(block), "listing")
            if block.port:
                yield self.one_side(self.right(block), "port")

    def two_sides(self, blocks: Sequence[Block], columns: int) -> Table:
        """Listing left and port right; long lines are folded, the listing's only beyond half the width."""
        table = grid()
        left = min(self.listing_width(), (columns - GUTTERS) // 2)
        table.add_column(width=4, justify="right", style="bright_black")
        table.add_column(width=left, overflow="fold")
        table.add_column(width=1, style="bright_black")
        table.add_column(width=4, justify="right", style="bright_black")
        table.add_column(width=columns - left - GUTTERS, overflow="fold")
        for block in blocks:
            mark = TIE if block.tied else ""
            for one, other in zip_longest(self.left(block), self.right(block), fillvalue=("", "")):
                table.add_row(one[0], one[1], mark, other[0], other[1])
                mark = ""
        return table

    def one_side(self, rows: Sequence[tuple[str, Text]], side: str) -> Table:
        """Lines of the listing, or those of the port, which stand a little to the right."""
        table = grid()
        table.add_column(width=4 if side == "listing" else 8, justify="right", style="bright_black")
        table.add_column(overflow="fold")
        for number, text in rows:
            table.add_row(number, text)
        return table

    def left(self, block: Block) -> list[tuple[str, Text]]:
        """(number, text) for each of the listing's items; what another function answers as one row."""
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

    def right(self, block: Block) -> list[tuple[str, Text]]:
        """(number, text) for each of the port's lines."""
        return [(str(line), self.port[line - 1]) for line in block.port]


def grid() -> Table:
    """A table without rules, one blank between its columns."""
    from rich.table import Table

    return Table.grid(padding=(0, 1, 0, 0))


def colored(line: Line) -> Text:
    """A line with its words in their colors."""
    from rich.text import Text

    return Text.assemble(*((text, STYLES.get(kind, "")) for text, kind in line))

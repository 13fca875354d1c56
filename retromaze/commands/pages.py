"""Prints a listing and Python side by side, colored, as wide as the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from retromaze.system.streams import harmless

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from retromaze.compiler.functions import WrittenFunction
    from retromaze.sources.highlight import Line
    from retromaze.sources.pairing import PairedBlock, PairedPart

NARROW = 110
"""Columns below which the two do not fit beside each other."""
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


def port_pages(listing: str, port: str) -> Pages:
    """A listing and its port; the port's lines have their own numbers."""
    from retromaze.sources.highlight import python_lines
    from retromaze.sources.pairing import pair

    lines = [colored_text(line) for line in python_lines(port)]
    return Pages(listing, lines, [str(number) for number in range(1, len(lines) + 1)], pair(listing, port))


def compiled_pages(listing: str, functions: Sequence[WrittenFunction]) -> Pages:
    """A listing and its generated Python, whose lines have the numbers of those they stand for."""
    from retromaze.sources.generated import pair_with_python
    from retromaze.sources.highlight import python_lines

    generated = pair_with_python(listing, functions)
    lines = [colored_text(*python_lines(row.text)) for row in generated.rows]
    return Pages(listing, lines, [str(row.line or "") for row in generated.rows], generated.parts)


class Pages:
    """A listing and Python, paired: `numbers` are those in the margin of the Python."""

    def __init__(
        self, listing: str, python: list[Text], numbers: list[str], parts: Sequence[PairedPart]
    ) -> None:
        from retromaze.sources.highlight import listing_lines

        self.listing = [colored_text(line) for line in listing_lines(listing)]
        self.python = python
        self.numbers = numbers
        self.parts = parts

    def whole_width(self) -> int:
        """The columns in which no line has to be folded."""
        return self.listing_width() + max(line.cell_len for line in self.python) + GUTTERS

    def listing_width(self) -> int:
        """The columns of the longest line of the listing."""
        return max((line.cell_len for line in self.listing), default=0)

    def print(self, console: Console) -> None:
        """Prints all parts as wide as the console is."""
        for part in self.parts:
            console.rule(part.name, align="left", style="bright_black", characters="─")
            for table in self.tables(part, console.width):
                console.print(table)

    def tables(self, part: PairedPart, columns: int) -> Iterator[Table]:
        """A part as one table of two sides, or block after block as tables of one."""
        if columns >= NARROW or columns >= self.whole_width():
            yield self.two_sides(part.blocks, columns)
            return
        for block in part.blocks:
            if block.items:
                yield self.one_side(self.left(block), "listing")
            if block.port:
                yield self.one_side(self.right(block), "python")

    def two_sides(self, blocks: Sequence[PairedBlock], columns: int) -> Table:
        """Listing left and Python right; long lines are folded, the listing's only beyond half the width."""
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
        """Lines of the listing, or those of the Python, which stand a little to the right."""
        table = grid()
        table.add_column(width=4 if side == "listing" else 8, justify="right", style="bright_black")
        table.add_column(overflow="fold")
        for number, text in rows:
            table.add_row(number, text)
        return table

    def left(self, block: PairedBlock) -> list[tuple[str, Text]]:
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

    def right(self, block: PairedBlock) -> list[tuple[str, Text]]:
        """(number, text) for each line of Python."""
        return [(self.numbers[row - 1], self.python[row - 1]) for row in block.port]


def grid() -> Table:
    """A table without rules, one blank between its columns."""
    from rich.table import Table

    return Table.grid(padding=(0, 1, 0, 0))


def colored_text(*lines: Line) -> Text:
    """A line, or several as one, with its words in their colors."""
    from rich.text import Text

    return Text.assemble(*((harmless(text), STYLES.get(kind, "")) for line in lines for text, kind in line))

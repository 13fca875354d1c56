"""Prints tables no wider than the terminal, without breaking words."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

PIPED_WIDTH = 100
"""Columns for a file or another program, unless COLUMNS names more or fewer."""
GAP = 3
"""Columns between two of a table."""


def output() -> Console:
    """What prints on standard output, as wide as that is."""
    from retromaze.display.drawing import DrawingConsole

    console = DrawingConsole(markup=False, emoji=False, highlight=False)
    if not console.is_terminal and not os.environ.get("COLUMNS", "").isdigit():
        console.width = PIPED_WIDTH
    return console


def show(content: RenderableType) -> None:
    """Prints no wider than standard output is."""
    from retromaze.display.drawing import print_drawn

    console = output()
    with console.capture() as capture:
        console.print(content)
    lines = capture.get().splitlines()
    print_drawn(lines if console.is_terminal else map(str.rstrip, lines))


def show_rows(headings: Sequence[str], rows: Sequence[Sequence[str]], left: Collection[int] = (0,)) -> None:
    """Prints a table; columns are to the right but for those numbered in `left`.

    Where it is too wide it is parted into several, one below another, that all begin with the first column.
    """
    tables = split_table(headings, rows, output().width, left)
    for at, table in enumerate(tables):
        if at:
            print()
        show(table)


def split_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], width: int, left: Collection[int] = (0,)
) -> Iterator[Table]:
    """The table, or its columns in several, each of which is no wider than that if its words allow it."""
    widths = column_widths(list(zip(headings, *rows, strict=True)), width)
    for group in groups(widths, width):
        table = plain_table(*(headings[at] for at in group))
        for column, at in zip(table.columns, group, strict=True):
            column.max_width = widths[at]
            column.justify = "left" if at in left else "right"
        for row in rows:
            table.add_row(*(row[at] for at in group))
        yield table


def column_widths(columns: Sequence[tuple[str, ...]], width: int) -> list[int]:
    """What each takes with whole cells, and with whole headings too if there is so much room for all."""
    whole = list(map(widest, columns))
    if sum(whole) + GAP * (len(whole) - 1) <= width:
        return whole
    return [widest((*heading.split(), *cells)) for heading, *cells in columns]


def widest(texts: Sequence[str]) -> int:
    """The columns that the widest of these takes."""
    from rich.cells import cell_len

    return max(map(cell_len, texts))


def groups(widths: Sequence[int], width: int) -> list[list[int]]:
    """The numbers of the columns that stand together, 0 with all: few groups, and those as even as can be."""
    fewest = len(list(column_groups(widths, width)))
    least = next(least for least in range(width + 1) if len(list(column_groups(widths, least))) == fewest)
    return list(column_groups(widths, least))


def column_groups(widths: Sequence[int], width: int) -> Iterator[list[int]]:
    """The same, each group as full as it can be, and one column more than the first at the least."""
    group, used = [0], widths[0]
    for at in range(1, len(widths)):
        if len(group) > 1 and used + GAP + widths[at] > width:
            yield group
            group, used = [0], widths[0]
        group.append(at)
        used += GAP + widths[at]
    yield group


def plain_table(*headings: str) -> Table:
    """An empty table without rules."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table

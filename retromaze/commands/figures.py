"""The figures of mazes in two tables: of their solutions, and of the whole mazes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from retromaze.commands.list import plain_table, show
from retromaze.study.survey import FIGURES, Figure

if TYPE_CHECKING:
    from rich.table import Table

Row = TypeVar("Row")
OF_THE_WHOLE_MAZE = "dead_ends"
"""The first figure that is not of the solution."""


def show_figures(title: str, rows: Mapping[str, Row], cell: Callable[[Figure, Row], str]) -> None:
    """Prints a row a kind; `cell` gives its words for a figure."""
    from rich.console import Group

    at = [figure.name for figure in FIGURES].index(OF_THE_WHOLE_MAZE)
    for heading, figures in (("the solution", FIGURES[:at]), ("the whole maze", FIGURES[at:])):
        show(Group(f"{title}: {heading}", figure_table(figures, rows, cell), ""))


def figure_table(
    figures: Sequence[Figure], rows: Mapping[str, Row], cell: Callable[[Figure, Row], str]
) -> Table:
    """A row a kind, a column a figure."""
    table = plain_table("kind", *(figure.heading for figure in figures))
    for column in table.columns[1:]:
        column.justify = "right"
    for kind, row in rows.items():
        table.add_row(kind, *(cell(figure, row) for figure in figures))
    return table

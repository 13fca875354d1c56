"""Two tables of figures of mazes: one of their solutions, one of whole mazes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from retromaze.commands.tables import show_rows
from retromaze.display.translation import _
from retromaze.study.survey import FIGURES, Figure

Row = TypeVar("Row")
OF_THE_WHOLE_MAZE = "dead_ends"
"""The first figure that is not of the solution."""


def show_figures(title: str, rows: Mapping[str, Row], cell: Callable[[Figure, Row], str]) -> None:
    """Prints a row a kind; `cell` gives its words for a figure."""
    at = [figure.name for figure in FIGURES].index(OF_THE_WHOLE_MAZE)
    for heading, figures in ((_("the solution"), FIGURES[:at]), (_("the whole maze"), FIGURES[at:])):
        print(f"{title}: {heading}")
        cells = [(kind, *(cell(figure, row) for figure in figures)) for kind, row in rows.items()]
        show_rows((_("kind"), *(_(figure.heading) for figure in figures)), cells)
        print()

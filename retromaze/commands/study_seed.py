"""`retromaze study --seed`: single mazes, their figures, and their pictures with overlays."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from retromaze.commands.figures import show_figures
from retromaze.commands.files import save_picture, write_file
from retromaze.commands.options import STANDARD_OUTPUT
from retromaze.commands.saying import print_json
from retromaze.commands.study_csv import write_csv
from retromaze.commands.tables import plain_table, show
from retromaze.display.translation import _
from retromaze.errors import UsageError
from retromaze.study.drawing import Portrait, picture_of
from retromaze.study.kinds import make
from retromaze.study.layers import chosen_overlays
from retromaze.study.maze_svg import svg_of
from retromaze.study.measures import Measures, measure, plan_of
from retromaze.study.survey import FIGURES, Figure, Sample

if TYPE_CHECKING:
    from rich.table import Table


def study_seed(arguments: argparse.Namespace, kinds: Sequence[str]) -> int:
    """The maze of one seed of each kind: its figures, and its picture; returns the exit status."""
    if arguments.seeds:
        raise UsageError("either --seed for one maze or --seeds for many")
    if arguments.overlay and not (arguments.picture or arguments.svg):
        raise UsageError("--overlay needs --picture or --svg to be drawn on")
    if arguments.svg and len(kinds) > 1:
        raise UsageError("--svg draws one maze: name one")
    overlays = chosen_overlays(arguments.overlay)
    width, height = arguments.size
    mazes = {kind: make(kind, width, height, arguments.seed) for kind in kinds}
    found = {kind: measure(plan_of(maze)) for kind, maze in mazes.items()}
    show_found(found, arguments)
    size = f"{width} x {height} rooms, seed {arguments.seed}"
    shown = [Portrait(f"{kind}, {size}", maze) for kind, maze in mazes.items()]
    status = 0
    if arguments.csv:
        rows = ((Sample(kind, width, height), arguments.seed, maze) for kind, maze in found.items())
        status = write_csv(arguments.csv, rows)
    if arguments.svg:
        status = max(status, write_file(arguments.svg, svg_of(shown[0], overlays).encode()))
    if arguments.picture:
        status = max(status, save_picture(arguments.picture, picture_of(shown, overlays or ["solution"])))
    return status


def show_found(found: Mapping[str, Measures], arguments: argparse.Namespace) -> None:
    """Prints the figures, as JSON or as a table, unless rows of a CSV are all that is wanted there."""
    words = _("{} x {} rooms, seed {}").format(*arguments.size, arguments.seed)
    if arguments.json:
        print_json(as_json(found, arguments), indent=1)
    elif str(arguments.csv) == STANDARD_OUTPUT:
        return
    elif len(found) == 1:
        show_maze(found, words)
    else:
        show_figures(words, found, value)


def show_maze(found: Mapping[str, Measures], words: str) -> None:
    """A row for each figure of the only maze."""
    from rich.console import Group

    ((kind, maze),) = found.items()
    show(Group(f"{kind}, {words}", lines(maze)))


def lines(maze: Measures) -> Table:
    """What each figure means, and its value."""
    table = plain_table(_("figure"), "")
    table.columns[1].justify = "right"
    for figure in FIGURES:
        table.add_row(_(figure.meaning), value(figure, maze))
    return table


def value(figure: Figure, maze: Measures) -> str:
    """A figure of one maze: yes or no where many mazes have a share, a whole number without decimals."""
    found = figure.value(maze)
    if found is None:
        return "-"
    if figure.share:
        return _("yes") if found else _("no")
    return str(found) if isinstance(found, int) else f"{found:.{figure.decimals}f}"


def as_json(found: Mapping[str, Measures], arguments: argparse.Namespace) -> dict[str, Any]:
    """The figures of each maze for another program."""
    return {
        "size": list(arguments.size),
        "seed": arguments.seed,
        "meanings": {figure.name: figure.meaning for figure in FIGURES},
        "mazes": {
            kind: {figure.name: figure.value(maze) for figure in FIGURES} for kind, maze in found.items()
        },
    }

"""`retromaze study --csv`: a row a maze, for a spreadsheet or pandas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from retromaze.commands.files import write_file
from retromaze.commands.options import STANDARD_OUTPUT
from retromaze.study.measures import Measures
from retromaze.study.survey import FIGURES, Figure, Results, Sample

DECIMALS = 4
HEADINGS = ("kind", "width", "height", "seed", *(figure.name for figure in FIGURES))

Row = tuple[Sample, int, Measures]
"""The kind and size of a maze, its seed, and its figures."""


def rows_of(results: Results, samples: Iterable[Sample]) -> Iterator[Row]:
    """The mazes of a survey, kind by kind, in the order of their seeds."""
    for sample in samples:
        for seed, maze in enumerate(results[sample], 1):
            yield sample, seed, maze


def write_csv(path: Path, rows: Iterable[Row]) -> int:
    """Writes a table with a row a maze, on standard output if it is called `-`; returns the exit status."""
    text = csv_text(rows)
    if str(path) == STANDARD_OUTPUT:
        print(text, end="")
        return 0
    return write_file(path, text.encode())


def csv_text(rows: Iterable[Row]) -> str:
    """The table as text: a line of headings, then a line a maze."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(HEADINGS)
    for sample, seed, maze in rows:
        figures = (value(figure, maze) for figure in FIGURES)
        writer.writerow([sample.kind, sample.width, sample.height, seed, *figures])
    return made.getvalue()


def value(figure: Figure, maze: Measures) -> float | str:
    """A figure of a maze: 0 or 1 where many mazes have a share, nothing where the maze has no such thing."""
    found = figure.value(maze)
    if found is None:
        return ""
    return round(found, DECIMALS) if isinstance(found, float) else int(found)

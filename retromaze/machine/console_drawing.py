"""Draws the text of a console: the glyphs of its cells, turned and colored.

Source: machine reference, 4.2 and 2.3.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache

from retromaze.machine.colors import OPAQUE, PALETTE, tint_word
from retromaze.machine.console import Cell, Console
from retromaze.machine.font import Font
from retromaze.machine.layers import CONSOLE, Layer, Whole

Rows = tuple[bytes, ...]
"""One character cell: its pixel rows from the top, each the bytes of its words."""


def console_layers(console: Console, font: Font) -> Iterator[Layer]:
    """One layer for each depth at which something is printed."""
    for z in {cell.z for cell in console.cells if cell is not None}:
        yield Layer(z, CONSOLE, Whole.of(printed(console, font, z)))


def printed(console: Console, font: Font, z: float) -> list[bytes]:
    """The pixel rows of the cells of one depth."""
    cells, columns = console.cells, console.columns
    drawn = DrawnCells(font, console.cell_size, z)
    rows = []
    for start in range(0, len(cells), columns):
        across = [drawn[cell] for cell in cells[start : start + columns]]
        rows += [b"".join(pieces) for pieces in zip(*across, strict=True)]
    return rows


class DrawnCells(dict[Cell | None, Rows]):
    """The rows of each different cell of one depth; those of other depths and None are transparent."""

    def __init__(self, font: Font, size: int, z: float) -> None:
        super().__init__()
        self.font, self.size, self.z = font, size, z
        self[None] = (bytes(4 * size),) * size

    def __missing__(self, cell: Cell) -> Rows:
        rows = self[None]
        if cell.z == self.z:
            glyph = self.font.glyph(cell.code) if cell.code else EMPTY_GLYPH
            rows = cell_rows(glyph, self.size, cell.foreground, cell.background, cell.attributes)
        self[cell] = rows
        return rows


EMPTY_GLYPH = (0,) * 64


@lru_cache(maxsize=4096)
def cell_rows(glyph: tuple[int, ...], size: int, foreground: int, background: int, attributes: int) -> Rows:
    """One cell: the glyph turned, its opaque pixels in the foreground color over the background color.

    Glyphs are doubled for cells of 16 pixels. Source: machine reference, 4.2 and 2.3.
    """
    ink, paper = PALETTE[foreground], PALETTE[background]
    words = [
        tint_word(word, ink) if word & OPAQUE and ink else paper for word in turn_glyph(glyph, attributes)
    ]
    scale = size // 8
    rows = [array("I", words[at : at + 8]) for at in range(0, 64, 8)]
    return tuple(
        array("I", [word for word in row for _ in range(scale)]).tobytes()
        for row in rows
        for _ in range(scale)
    )


def turn_glyph(glyph: Sequence[int], attributes: int) -> list[int]:
    """An 8 x 8 glyph mirrored left-right (4) and top-bottom (8), then turned clockwise (bits 0-1)."""
    rows = [list(glyph[at : at + 8]) for at in range(0, 64, 8)]
    if attributes & 4:
        rows = [row[::-1] for row in rows]
    if attributes & 8:
        rows = rows[::-1]
    for _ in range(attributes & 3):
        rows = [list(column) for column in zip(*rows[::-1], strict=True)]
    return [word for row in rows for word in row]

"""One pixel of a screen: the layer that is seen there, found without composing the picture."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from retromaze.machine.colors import OPAQUE, word_of
from retromaze.machine.console import Cell, Console
from retromaze.machine.console_drawing import EMPTY_GLYPH, cell_rows
from retromaze.machine.font import Font
from retromaze.machine.layers import CONSOLE, GRAPHIC
from retromaze.machine.page import SIDE
from retromaze.machine.screen import Screen

HIDDEN, BEHIND_ALL = -1, -1


class SeenPixel(NamedTuple):
    """What is seen at a pixel, beneath the fade.

    `word` is its color in five bits a channel; `layer` is CONSOLE, GRAPHIC or BEHIND_ALL, where only the
    backdrop is seen. `cell` and `place` are where the console's grid and the page shown have it, HIDDEN where
    nothing of that layer can be seen there.
    """

    word: int
    layer: int
    cell: int
    place: int


def seen_pixel(screen: Screen, font: Font, x: int, y: int) -> SeenPixel:
    """A pixel of the screen as `compose` shows it, where there are console and graphic page alone."""
    cell = cell_at(screen.console, x, y) if screen.visible.console else HIDDEN
    place = place_at(screen, x, y) if screen.visible.graphic else HIDDEN
    found = [(0.0, BEHIND_ALL, word_of(screen.backdrop | OPAQUE))]
    if place != HIDDEN:
        found.append((screen.priority, GRAPHIC, screen.pages[screen.show_page].pixels[place]))
    letter = screen.console.cells[cell] if cell != HIDDEN else None
    if letter is not None:
        found.append((letter.z, CONSOLE, cell_word(screen.console, font, letter, x, y)))
    _, layer, word = max(
        (each for each in found if each[2] & OPAQUE),
        key=lambda each: (each[1] != BEHIND_ALL, -each[0], each[1]),
    )
    return SeenPixel(word, layer, cell, place)


def cell_at(console: Console, x: int, y: int) -> int:
    """The number of the cell that a pixel belongs to."""
    return y // console.cell_size * console.columns + x // console.cell_size


def place_at(screen: Screen, x: int, y: int) -> int:
    """The number of the word of the page shown that a pixel shows, HIDDEN outside clip and page."""
    left, top, right, bottom = screen.display_clip
    column, row = x + screen.offset[0], y + screen.offset[1]
    inside = left <= x <= right and top <= y <= bottom and 0 <= column < SIDE and 0 <= row < SIDE
    return row * SIDE + column if inside else HIDDEN


def cell_word(console: Console, font: Font, cell: Cell, x: int, y: int) -> int:
    """The word of a cell at a pixel of it."""
    size = console.cell_size
    glyph = font.glyph(cell.code) if cell.code else EMPTY_GLYPH
    row = cell_rows(glyph, size, cell.foreground, cell.background, cell.attributes)[y % size]
    return array("I", row)[x % size]

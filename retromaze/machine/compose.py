"""Composes the picture of a screen: backdrop, layers from far to near, fade, LCD colors.

Layers are painted in words of five bits a channel and widened at the very end. Those that have a word for
each pixel are laid over each other in bands of some rows, one big number each, which is as quick for every
content; a band in which nothing has changed since the picture before is taken from there.
The text of a console is drawn here: the glyphs of its cells, turned and colored. A single pixel is found
without composing the picture (`seen_pixel`).
Source: machine reference, 1.4, 2.3 and 4.2.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple
from weakref import WeakKeyDictionary

from retromaze.machine.background_drawing import background_layers
from retromaze.machine.colors import OPAQUE, PALETTE, SHOWN, channels, tint_word, word_of
from retromaze.machine.console import Cell
from retromaze.machine.font import Font
from retromaze.machine.layers import (
    BAND,
    CONSOLE,
    GRAPHIC,
    Layer,
    Whole,
    bytes_of,
    laid_over_numbers,
    number_of,
    transparent,
)
from retromaze.machine.page import SIDE, read_block
from retromaze.machine.screen import Screen
from retromaze.machine.sprite_drawing import sprite_layers


class Base(NamedTuple):
    """The size and the backdrop of a picture."""

    width: int
    height: int
    backdrop: int


class WrittenText(NamedTuple):
    """The text from which the layers of a console were made."""

    cells: list[Cell | None]
    size: int
    font: Font
    version: int


class Band(NamedTuple):
    """Some rows of the picture that the first layers make: those that have a word for each pixel.

    `numbers` holds the words as one number each: of the backdrop, and after each of the `layers` was added.
    """

    layers: tuple[bytes, ...]
    numbers: list[int]


class Composed(NamedTuple):
    """The last picture of a screen, and the layers that it was made of.

    `floor` is the picture after all `bands`, `shown` the whole picture before the fade, in widened words.
    """

    base: Base
    layers: list[Layer] | None
    bands: list[Band]
    floor: array[int]
    shown: array[int]
    text: WrittenText
    text_layers: list[Layer]


_KEPT: WeakKeyDictionary[Screen, Composed] = WeakKeyDictionary()


def compose(screen: Screen, font: Font, *, rested: bool = False) -> array[int]:
    """Returns the screen as seen: array("I") of width * height ARGB words, opaque, row 0 at the top.

    With `rested`, it is shown as after the end of the fade.

    Source: machine reference, 1.4. Unverified: the backdrop cut to five bits like everything else.
    """
    base = Base(screen.width, screen.height, screen.backdrop)
    kept = _KEPT.get(screen)
    if kept is None or kept.base != base:
        kept = nothing_kept(base, screen, font)
    text = text_layers(screen, font, kept)
    layers = sorted(layers_of(screen, text), key=lambda layer: (-layer.z, layer.category))
    if kept.layers != layers:
        kept = painted(layers, kept)
    if kept.text_layers is not text:
        written = WrittenText(screen.console.cells[:], screen.console.cell_size, font, font.version)
        kept = kept._replace(text=written, text_layers=text)
    _KEPT[screen] = kept
    color = screen.fade.target if rested else screen.fade.color
    if not color >> 24 & 255:
        return kept.shown[:]
    seen = bytearray(kept.shown.tobytes())
    veil(seen, color)
    return array("I", bytes(seen))


def nothing_kept(base: Base, screen: Screen, font: Font) -> Composed:
    """Returns the state before the first picture: the backdrop alone."""
    plain = array("I", (word_of(base.backdrop | OPAQUE),)) * (base.width * base.height)
    size = base.width * BAND
    bands = [Band((), [number_of(plain[at : at + size].tobytes())]) for at in range(0, len(plain), size)]
    return Composed(base, None, bands, plain, plain, WrittenText([], 0, font, 0), [])


def text_layers(screen: Screen, font: Font, kept: Composed) -> list[Layer]:
    """Returns the layers of the console, one for each depth; the former ones if nothing has changed."""
    console, text = screen.console, kept.text
    if text.cells == console.cells and text[1:] == (console.cell_size, font, font.version):
        return kept.text_layers
    layers = []
    for z in {cell.z for cell in console.cells if cell is not None}:
        drawn = DrawnCells(font, console.cell_size, z)
        rows: list[bytes] = []
        for start in range(0, len(console.cells), console.columns):
            across = [drawn[cell] for cell in console.cells[start : start + console.columns]]
            rows += [b"".join(pieces) for pieces in zip(*across, strict=True)]
        layers.append(Layer(z, CONSOLE, Whole.of(rows)))
    return layers


def painted(layers: list[Layer], before: Composed) -> Composed:
    """Returns the picture of layers; parts that have not changed are taken from the picture `before`."""
    width, _, _ = before.base
    whole_layers = list(
        takewhile(lambda content: isinstance(content, Whole), (layer.content for layer in layers))
    )
    stacks = zip(*(content.bands for content in whole_layers if isinstance(content, Whole)), strict=True)
    bands = list(map(band_of, stacks if whole_layers else [()] * len(before.bands), before.bands))
    floor = before.floor[:]
    size = width * BAND
    for number, (new, old) in enumerate(zip(bands, before.bands, strict=True)):
        if new is not old:
            place = slice(number * size, (number + 1) * size)
            floor[place] = array("I", bytes_of(new.numbers[-1], 4 * len(floor[place])))
    pixels = floor[:]
    for layer in layers[len(whole_layers) :]:
        layer.content.paint(pixels, width)
    for at in range(0, len(pixels), size):
        pixels[at : at + size] = array("I", pixels[at : at + size].tobytes().translate(SHOWN))
    return before._replace(layers=layers, bands=bands, floor=floor, shown=pixels)


def band_of(layers: tuple[bytes, ...], before: Band) -> Band:
    """Returns a band of these layers over the backdrop; results for the same first layers are kept."""
    if layers == before.layers:
        return before
    unchanged = 0
    while unchanged < min(len(layers), len(before.layers)) and layers[unchanged] == before.layers[unchanged]:
        unchanged += 1
    numbers = before.numbers[: unchanged + 1]
    for words in layers[unchanged:]:
        length = len(words)
        covered = numbers[-1]
        numbers.append(
            covered if words == transparent(length) else laid_over_numbers(number_of(words), covered, length)
        )
    return Band(layers, numbers)


def layers_of(screen: Screen, text: list[Layer]) -> Iterator[Layer]:
    """Yields the visible layers of a screen; layers of equal depth and category from back to front."""
    if screen.visible.graphic:
        yield Layer(screen.priority, GRAPHIC, Whole.of(visible_page(screen)))
    if screen.visible.background:
        size = screen.width, screen.height
        yield from background_layers(screen.backgrounds, screen.pages[screen.backgrounds.page], size)
    if screen.visible.sprites:
        yield from sprite_layers(screen.sprites, screen.pages[screen.sprites.page])
    if screen.visible.console:
        yield from text


def visible_page(screen: Screen) -> list[bytes]:
    """Returns what is seen of the page shown, within the display clip, row by row as bytes of words."""
    pixels = screen.pages[screen.show_page].pixels
    width, height = screen.width, screen.height
    left, top, right, bottom = screen.display_clip
    if (left, top, right, bottom) == screen.whole and screen.offset == (0, 0):
        return [pixels[row << 9 : (row << 9) + width].tobytes() for row in range(height)]
    empty = bytes(4 * width)
    if left > right or top > bottom:
        return [empty] * height
    before, after = bytes(4 * left), bytes(4 * (width - 1 - right))
    across, down = right - left + 1, bottom - top + 1
    seen = read_block(pixels, (left + screen.offset[0], top + screen.offset[1], across, down))
    rows = [before + seen[at : at + across].tobytes() + after for at in range(0, len(seen), across)]
    return [empty] * top + rows + [empty] * (height - 1 - bottom)


def veil(seen: bytearray, color: int) -> None:
    """Blends the FADE color over bytes of shown words.

    Unverified: rounding (the change is cut toward zero here).
    """
    alpha, red, green, blue = channels(color)
    places = (0, 1, 2) if sys.byteorder == "little" else (3, 2, 1)
    for place, source in zip(places, (blue, green, red), strict=True):
        blended = bytes(value + int((source - value) * alpha / 255) for value in range(256))
        seen[place::4] = seen[place::4].translate(blended)


Rows = tuple[bytes, ...]
"""One character cell: its pixel rows from the top, each the bytes of its words."""


class DrawnCells(dict[Cell | None, Rows]):
    """A cache of the pixel rows of the cells of one depth; other cells and None are transparent."""

    def __init__(self, font: Font, size: int, z: float) -> None:
        super().__init__()
        self.font, self.size, self.z = font, size, z
        self[None] = (bytes(4 * size),) * size

    def __missing__(self, cell: Cell) -> Rows:
        rows = self[cell] = drawn_cell(cell, self.font, self.size) if cell.z == self.z else self[None]
        return rows


EMPTY_GLYPH = (0,) * 64


def drawn_cell(cell: Cell, font: Font, size: int) -> Rows:
    """Returns the pixel rows of one cell."""
    glyph = font.glyph(cell.code) if cell.code else EMPTY_GLYPH
    return cell_rows(glyph, size, cell.foreground, cell.background, cell.attributes)


@lru_cache(maxsize=4096)
def cell_rows(glyph: tuple[int, ...], size: int, foreground: int, background: int, attributes: int) -> Rows:
    """Draws a cell: the glyph turned, its opaque pixels in the foreground color over the background color.

    Glyphs are doubled for cells of 16 pixels. Source: machine reference, 4.2 and 2.3.
    """
    ink, paper = PALETTE[foreground], PALETTE[background]
    words = [
        tint_word(word, ink) if word & OPAQUE and ink else paper for word in turned_glyph(glyph, attributes)
    ]
    scale = size // 8
    rows = [array("I", words[at : at + 8]) for at in range(0, 64, 8)]
    return tuple(
        array("I", [word for word in row for _ in range(scale)]).tobytes()
        for row in rows
        for _ in range(scale)
    )


def turned_glyph(glyph: Sequence[int], attributes: int) -> list[int]:
    """Returns an 8 x 8 glyph mirrored left-right (4) and top-bottom (8), then turned clockwise (bits 0-1)."""
    rows = [list(glyph[at : at + 8]) for at in range(0, 64, 8)]
    if attributes & 4:
        rows = [row[::-1] for row in rows]
    if attributes & 8:
        rows = rows[::-1]
    for _ in range(attributes & 3):
        rows = [list(column) for column in zip(*rows[::-1], strict=True)]
    return [word for row in rows for word in row]


HIDDEN, BEHIND_ALL = -1, -1


class SeenPixel(NamedTuple):
    """What is seen at a pixel, before the fade.

    `word` is its color in five bits a channel; `layer` is CONSOLE, GRAPHIC or BEHIND_ALL, where only the
    backdrop is seen. `cell` is the index of the console's cell at the pixel, `place` the index of the pixel
    of the page shown; each is HIDDEN if that layer cannot be seen there.
    """

    word: int
    layer: int
    cell: int
    place: int


def seen_pixel(screen: Screen, font: Font, x: int, y: int) -> SeenPixel:
    """Returns a pixel of the screen as `compose` shows it, if there are no sprites and backgrounds."""
    cell = place = HIDDEN
    candidates = [(0.0, BEHIND_ALL, word_of(screen.backdrop | OPAQUE))]
    left, top, right, bottom = screen.display_clip
    column, row = x + screen.offset[0], y + screen.offset[1]
    inside = left <= x <= right and top <= y <= bottom and 0 <= column < SIDE and 0 <= row < SIDE
    if screen.visible.graphic and inside:
        place = row * SIDE + column
        candidates.append((screen.priority, GRAPHIC, screen.pages[screen.show_page].pixels[place]))
    if screen.visible.console:
        size = screen.console.cell_size
        cell = y // size * screen.console.columns + x // size
        if (letter := screen.console.cells[cell]) is not None:
            rows = drawn_cell(letter, font, size)
            candidates.append((letter.z, CONSOLE, array("I", rows[y % size])[x % size]))
    _, layer, word = max(
        (each for each in candidates if each[2] & OPAQUE),
        key=lambda each: (each[1] != BEHIND_ALL, -each[0], each[1]),
    )
    return SeenPixel(word, layer, cell, place)

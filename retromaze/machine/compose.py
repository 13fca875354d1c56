"""Composes the picture of a screen: backdrop, layers from far to near (in bands of rows), fade, LCD colors.

Layers are painted in words of five bits a channel and widened at the very end. Those that have a word for
each pixel are laid over each other in bands of some rows, one big number each, which is as quick for every
content; a band in which nothing has changed since the picture before is taken from there.
The text of a console is drawn here: the glyphs of its cells, turned and colored. A single pixel is found
without composing the picture (`visible_pixel`).
Source: machine reference, 1.4, 2.3 and 4.2.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import lru_cache
from math import inf
from typing import NamedTuple
from weakref import WeakKeyDictionary

from retromaze.machine.background_drawing import background_layers
from retromaze.machine.colors import OPAQUE, PALETTE, WIDENED_BYTES, channels, tint_word, word_from_color
from retromaze.machine.console import Cell
from retromaze.machine.cut_outs import COLOR_BYTES, Rows, Transform, turn_words
from retromaze.machine.font import Font
from retromaze.machine.layers import (
    BAND,
    CONSOLE,
    GRAPHIC,
    FullScreen,
    Layer,
    bytes_from_number,
    number_from_bytes,
    overlay_numbers,
    transparent_words,
)
from retromaze.machine.page import SIDE, read_block
from retromaze.machine.screen import Screen
from retromaze.machine.sprite_drawing import sprite_layers

Base = tuple[int, int, int]
"""The width, the height and the backdrop of a picture."""
WrittenText = tuple[list[Cell | None], int, Font, int]
"""All that the layers of a console depend on: its cells and their size, the font and its version."""


class Band(NamedTuple):
    """Some rows of the picture that the farthest layers make, those that have a word for each pixel.

    `layers` are the bytes of each layer in these rows, the farthest first. `stages` are the rows as one big
    number: first of the backdrop alone, then after each of the layers was laid over it.
    """

    layers: tuple[bytes, ...]
    stages: list[int]


class Composed(NamedTuple):
    """The last picture of a screen, and the layers that it was made of, the farthest first.

    `banded` is the picture that the `bands` make together, `shown` the whole picture before the fade, in
    widened words. `text_layers` are those of the console, made from `written`. `layers` is None if none was
    painted yet.
    """

    base: Base
    layers: list[Layer] | None
    bands: list[Band]
    banded: array[int]
    shown: array[int]
    written: WrittenText
    text_layers: list[Layer]


_LAST: WeakKeyDictionary[Screen, Composed] = WeakKeyDictionary()
"""The last picture of each screen: what has not changed since is taken from it."""


def compose(screen: Screen, font: Font, *, after_fade: bool = False) -> array[int]:
    """Returns the screen as seen: array("I") of width * height ARGB words, opaque, row 0 at the top.

    With `after_fade`, it is shown as it will be when the running fade has ended.

    Source: machine reference, 1.4. Unverified: the backdrop cut to five bits like everything else.
    """
    base = screen.width, screen.height, screen.backdrop
    last = _LAST.get(screen)
    if last is None or last.base != base:
        last = backdrop_alone(base, font)
    text = text_layers(screen, font, last)
    # the farthest first, those of equal depth by category
    layers = sorted(visible_layers(screen, text), key=lambda layer: (-layer.z, layer.category))
    if last.layers != layers:
        last = repaint(layers, last)
    if last.text_layers is not text:
        written = screen.console.cells[:], screen.console.cell_size, font, font.version
        last = last._replace(written=written, text_layers=text)
    _LAST[screen] = last
    # the fade is laid over a copy, so that the picture below it can be kept
    color = screen.fade.target if after_fade else screen.fade.color
    # an alpha of 0: nothing lies over the screen
    if not color >> 24 & 255:
        return last.shown[:]
    words = bytearray(last.shown.tobytes())
    apply_fade(words, color)
    return array("I", bytes(words))


def backdrop_alone(base: Base, font: Font) -> Composed:
    """Returns the picture of the backdrop color alone, from which a screen's first picture is repainted."""
    width, height, backdrop = base
    plain = array("I", (word_from_color(backdrop | OPAQUE),)) * (width * height)
    size = width * BAND
    starts = range(0, len(plain), size)
    # no layers yet in any band
    bands = [Band((), [number_from_bytes(plain[at : at + size].tobytes())]) for at in starts]
    return Composed(base, None, bands, plain, plain, written=([], 0, font, 0), text_layers=[])


def text_layers(screen: Screen, font: Font, last: Composed) -> list[Layer]:
    """Returns the layers of the console, one for each depth; those of `last` if nothing has changed."""
    console = screen.console
    if last.written == (console.cells, console.cell_size, font, font.version):
        return last.text_layers
    layers = []
    for z in {cell.z for cell in console.cells if cell is not None}:
        size = console.cell_size
        # a cell of another depth is transparent, as one in which nothing was printed
        blank = (bytes(4 * size),) * size
        drawn = {
            cell: drawn_cell(cell, font, size) if cell is not None and cell.z == z else blank
            for cell in set(console.cells)
        }
        rows: list[bytes] = []
        for start in range(0, len(console.cells), console.columns):
            across = [drawn[cell] for cell in console.cells[start : start + console.columns]]
            rows += [b"".join(pieces) for pieces in zip(*across, strict=True)]
        layers.append(Layer(z, CONSOLE, FullScreen.from_rows(rows)))
    return layers


def repaint(layers: list[Layer], before: Composed) -> Composed:
    """Returns the picture of these layers (the farthest first); unchanged bands are taken from `before`.

    The farthest layers that are FullScreen are laid over each other in bands (BAND rows each), all others are
    painted after.
    """
    width, _, _ = before.base
    full_layers = []
    for layer in layers:
        if not isinstance(layer.content, FullScreen):
            break
        full_layers.append(layer.content)
    # for each band its rows of all these layers
    layers_of_bands: list[tuple[bytes, ...]] = [()] * len(before.bands)
    if full_layers:
        layers_of_bands = list(zip(*(content.bands for content in full_layers), strict=True))
    bands = list(map(compose_band, layers_of_bands, before.bands))
    # the picture of all bands, in which changed ones are replaced
    banded = before.banded[:]
    size = width * BAND
    for number, (new, old) in enumerate(zip(bands, before.bands, strict=True)):
        if new is not old:
            place = slice(number * size, (number + 1) * size)
            banded[place] = array("I", bytes_from_number(new.stages[-1], 4 * len(banded[place])))
    pixels = banded[:]
    for layer in layers[len(full_layers) :]:
        layer.content.paint(pixels, width)
    # five bits a channel are widened to eight
    for at in range(0, len(pixels), size):
        pixels[at : at + size] = array("I", pixels[at : at + size].tobytes().translate(WIDENED_BYTES))
    return before._replace(layers=layers, bands=bands, banded=banded, shown=pixels)


def compose_band(layers: tuple[bytes, ...], before: Band) -> Band:
    """Returns the band (some rows of the picture) in which the bytes of `layers` lie over the backdrop.

    As long as layers are those of `before`, the band of the last picture, its stages are taken.
    """
    if layers == before.layers:
        return before
    unchanged = 0
    while unchanged < min(len(layers), len(before.layers)) and layers[unchanged] == before.layers[unchanged]:
        unchanged += 1
    stages = before.stages[: unchanged + 1]
    for words in layers[unchanged:]:
        result, length = stages[-1], len(words)
        # a layer that shows nothing here leaves what is below it
        if words != transparent_words(length):
            result = overlay_numbers(number_from_bytes(words), result, length)
        stages.append(result)
    return Band(layers, stages)


def visible_layers(screen: Screen, text: list[Layer]) -> Iterator[Layer]:
    """Yields the visible layers of a screen; layers of equal depth and category from back to front."""
    if screen.visible.graphic:
        yield Layer(screen.priority, GRAPHIC, FullScreen.from_rows(visible_page_rows(screen)))
    if screen.visible.background:
        size = screen.width, screen.height
        yield from background_layers(screen.backgrounds, screen.pages[screen.backgrounds.page], size)
    if screen.visible.sprites:
        yield from sprite_layers(screen.sprites, screen.pages[screen.sprites.page])
    if screen.visible.console:
        yield from text


def visible_page_rows(screen: Screen) -> list[bytes]:
    """Returns the rows of the screen (bytes of words) with the shown page, moved by the screen's offset.

    Outside the display clip they are transparent.
    """
    pixels = screen.pages[screen.show_page].pixels
    width, height = screen.width, screen.height
    left, top, right, bottom = screen.display_clip
    # the usual case: whole rows of the page, which need no block of their own
    if (left, top, right, bottom) == screen.whole and screen.offset == (0, 0):
        return [pixels[row << 9 : (row << 9) + width].tobytes() for row in range(height)]
    empty = bytes(4 * width)
    if left > right or top > bottom:
        return [empty] * height
    # transparent pixels left and right of the clip
    before, after = bytes(4 * left), bytes(4 * (width - 1 - right))
    across, down = right - left + 1, bottom - top + 1
    words = read_block(pixels, (left + screen.offset[0], top + screen.offset[1], across, down))
    rows = [before + words[at : at + across].tobytes() + after for at in range(0, len(words), across)]
    return [empty] * top + rows + [empty] * (height - 1 - bottom)


def apply_fade(words: bytearray, color: int) -> None:
    """Blends the FADE color (its alpha is the opacity) over the bytes of a picture's words, in place.

    Unverified: rounding (the change is cut toward zero here).
    """
    alpha, red, green, blue = channels(color)
    for place, source in zip(COLOR_BYTES, (red, green, blue), strict=True):
        blended = bytes(value + int((source - value) * alpha / 255) for value in range(256))
        words[place::4] = words[place::4].translate(blended)


EMPTY_GLYPH = (0,) * 64


def drawn_cell(cell: Cell, font: Font, size: int) -> Rows:
    """Returns the pixel rows of one cell of the console, `size` pixels wide and high."""
    # the code 0 shows no glyph, not even one that FONTDEF has defined
    glyph = font.glyph(cell.code) if cell.code else EMPTY_GLYPH
    return cell_rows(glyph, size, cell.foreground, cell.background, cell.attributes)


@lru_cache(maxsize=4096)
def cell_rows(glyph: tuple[int, ...], size: int, foreground: int, background: int, attributes: int) -> Rows:
    """Draws a cell: the glyph turned, its opaque pixels in the foreground color over the background color.

    Both are indices of the palette. A glyph of 8 x 8 pixels is doubled for a cell of 16, its `size`.
    Source: machine reference, 4.2 and 2.3.
    """
    # as words; a foreground of 0 is transparent: nothing of the glyph is drawn
    front, back = PALETTE[foreground], PALETTE[background]
    # the bits of turn and mirrors are those of a sprite's attributes, without its lowest bit
    turned = turn_words(array("I", glyph).tobytes(), Transform(8, 8, attributes << 1))
    words = [tint_word(word, front) if word & OPAQUE and front else back for word in turned]
    scale = size // 8
    rows: list[bytes] = []
    for at in range(0, 64, 8):
        row = array("I", [word for word in words[at : at + 8] for _ in range(scale)])
        rows += [row.tobytes()] * scale
    return tuple(rows)


HIDDEN, BEHIND_ALL = -1, -1


class VisiblePixel(NamedTuple):
    """The color that a pixel of the screen shows, before the fade, and where it comes from.

    `word` is its color in five bits a channel; `layer` is the nearest opaque layer there: CONSOLE, GRAPHIC
    or, for the backdrop, BEHIND_ALL. `cell` is the index of the console's cell at the pixel, `place` the
    index of the pixel of the page shown; each is HIDDEN if that layer is not shown there.
    """

    word: int
    layer: int
    cell: int
    place: int


def visible_pixel(screen: Screen, font: Font, x: int, y: int) -> VisiblePixel:
    """Returns what the pixel x, y shows: as in the picture of `compose`, but without sprites and backgrounds.

    Of several opaque layers, the one with the lowest z wins, then the one with the highest category.
    """
    cell = place = HIDDEN
    # (z, category, word) of each layer at the pixel; the backdrop is behind every other
    candidates = [(inf, BEHIND_ALL, word_from_color(screen.backdrop | OPAQUE))]
    left, top, right, bottom = screen.display_clip
    column, row = x + screen.offset[0], y + screen.offset[1]
    inside = left <= x <= right and top <= y <= bottom and 0 <= column < SIDE and 0 <= row < SIDE
    if screen.visible.graphic and inside:
        place = row * SIDE + column
        candidates.append((screen.priority, GRAPHIC, screen.pages[screen.show_page].pixels[place]))
    if screen.visible.console:
        size = screen.console.cell_size
        cell = y // size * screen.console.columns + x // size
        letter = screen.console.cells[cell]
        if letter is not None:
            rows = drawn_cell(letter, font, size)
            candidates.append((letter.z, CONSOLE, array("I", rows[y % size])[x % size]))

    # the lowest z wins, then the highest category
    opaque = ((z, -category, word) for z, category, word in candidates if word & OPAQUE)
    _, layer, word = min(opaque)
    return VisiblePixel(word, -layer, cell, place)

"""Composes the picture of a screen: backdrop, layers from far to near, fade, LCD colors.

Layers are painted in words of five bits a channel and widened at the very end. Whole layers are laid over
each other as one big number each, which is as quick for every content (2 ms for 400 x 240).
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from retromaze.machine.background_drawing import background_layers
from retromaze.machine.blocks import read_block
from retromaze.machine.colors import OPAQUE, PALETTE, SHOWN, channels, tint_word
from retromaze.machine.console import Cell, Console
from retromaze.machine.font import Font
from retromaze.machine.layers import CONSOLE, GRAPHIC, Layer, LayerPicture
from retromaze.machine.screen import Screen
from retromaze.machine.sprite_drawing import sprite_layers


def compose(screen: Screen, font: Font, *, rested: bool = False) -> array[int]:
    """The screen as seen: array("I") of width * height ARGB words, opaque, row 0 at the top.

    `rested`: as it is once the fade has come to its end.

    Source: machine reference, 1.4. Unverified: the backdrop cut to five bits like everything else.
    """
    picture = LayerPicture(screen.width, screen.height, screen.backdrop)
    for layer in sorted(layers_of(screen, font), key=lambda layer: (-layer.z, layer.category)):
        layer.paint(picture)
    seen = bytearray(picture.pixels.tobytes().translate(SHOWN))
    veil(seen, screen.fade.target if rested else screen.fade.color)
    return array("I", bytes(seen))


def layers_of(screen: Screen, font: Font) -> Iterator[Layer]:
    """The visible layers of a screen, those of equal depth and category from back to front."""
    if screen.visible.graphic:
        yield Layer(screen.priority, GRAPHIC, lambda picture: picture.cover(visible_page(screen)))
    if screen.visible.background:
        yield from background_layers(screen.backgrounds, screen.pages[screen.backgrounds.page])
    if screen.visible.sprites:
        yield from sprite_layers(screen.sprites, screen.pages[screen.sprites.page])
    if screen.visible.console:
        yield from console_layers(screen.console, font)


def visible_page(screen: Screen) -> bytes:
    """The part of the page shown that is seen, within the display clip, as bytes of words."""
    pixels = screen.pages[screen.show_page].pixels
    width, height = screen.width, screen.height
    left, top, right, bottom = screen.display_clip
    if (left, top, right, bottom) == screen.whole and screen.offset == (0, 0):
        return b"".join([pixels[row << 9 : (row << 9) + width].tobytes() for row in range(height)])
    if left > right or top > bottom:
        return bytes(4 * width * height)
    before, after = bytes(4 * left), bytes(4 * (width - 1 - right))
    across, down = right - left + 1, bottom - top + 1
    seen = read_block(pixels, (left + screen.offset[0], top + screen.offset[1], across, down))
    rows = [before + seen[at : at + across].tobytes() + after for at in range(0, len(seen), across)]
    return bytes(4 * width * top) + b"".join(rows) + bytes(4 * width * (height - 1 - bottom))


def veil(seen: bytearray, color: int) -> None:
    """Blends the FADE color over bytes of shown words.

    Unverified: rounding (the change is cut toward zero here).
    """
    alpha, red, green, blue = channels(color)
    if not alpha:
        return
    places = (0, 1, 2) if sys.byteorder == "little" else (3, 2, 1)
    for place, source in zip(places, (blue, green, red), strict=True):
        blended = bytes(value + int((source - value) * alpha / 255) for value in range(256))
        seen[place::4] = seen[place::4].translate(blended)


# --- console ---

Rows = tuple[bytes, ...]
"""One character cell: its pixel rows from the top, each the bytes of its words."""


def console_layers(console: Console, font: Font) -> Iterator[Layer]:
    """One layer for each depth at which something is printed."""
    for z in {cell.z for cell in console.cells if cell is not None}:
        yield Layer(z, CONSOLE, partial(paint_console, console=console, font=font, z=z))


def paint_console(picture: LayerPicture, console: Console, font: Font, z: float) -> None:
    """Paints the cells of one depth."""
    cells, columns = console.cells, console.columns
    drawn = DrawnCells(font, console.cell_size, z)
    rows = []
    for start in range(0, len(cells), columns):
        across = [drawn[cell] for cell in cells[start : start + columns]]
        rows += [b"".join(pieces) for pieces in zip(*across, strict=True)]
    picture.cover(b"".join(rows))


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

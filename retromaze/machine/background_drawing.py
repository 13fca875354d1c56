"""Draws background layers: builds what is seen of a map out of the sheet, scrolled, or turned and scaled.

Source: machine reference, 5.7.
Unverified: a character whose lowest ten bits are 0 shows the first one of the sheet unless it is 0 itself; a
character is mirrored before its quarter turn; among equal depths the lower number is in front; a turned or
scaled map takes the nearest pixel; of more than 3600 cells in sight the lower rows are left out; products of
colors are cut to five bits a channel.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from math import floor
from operator import neg
from typing import NamedTuple

from retromaze.machine.background import CELL_BITS, Background
from retromaze.machine.backgrounds import Backgrounds
from retromaze.machine.layers import BACKGROUND, Layer, LayerPicture
from retromaze.machine.page import SIDE, Page, Rectangle, overlap
from retromaze.machine.sprite_drawing import CHANNEL_BITS, TURNS, Shape, direction, tinted, turned_rows

CHARACTER = 0x0FFF
TURN_SHIFT = 11
"""By so many bits a cell's turn and flips stand higher than those of a sprite's attributes."""
MOST_IN_SIGHT = 3600
FRACTION = 16
"""The bits behind the point of a place on a turned map."""
ONE = 1 << FRACTION
TileRows = tuple[bytes, ...]
"""One cell: its pixel rows from the top, each the bytes of its words."""


def background_layers(backgrounds: Backgrounds, sheet: Page) -> Iterator[Layer]:
    """The layers that show something, those in front last."""
    for background in reversed(backgrounds.all()):
        cells = background.cells.tobytes()
        if background.shown and cells != bytes(len(cells)):
            yield Layer(background.z, BACKGROUND, partial(paint, background=background, sheet=sheet))


def paint(picture: LayerPicture, background: Background, sheet: Page) -> None:
    """Paints one layer over a picture."""
    height = len(picture.pixels) // picture.width
    tiles = Tiles(sheet, background)
    is_plain = not background.rotation and background.scale_x == background.scale_y == 1.0
    rows = (scrolled if is_plain else transformed)(background, tiles, picture.width, height)
    if background.clip:
        rows = clipped(rows, background.clip)
    picture.cover(b"".join(rows))


def clipped(rows: Sequence[bytes], clip: Rectangle) -> list[bytes]:
    """Rows of which only a rectangle is left."""
    left, top, right, bottom = clip
    size = len(rows[0])
    before, behind = bytes(4 * left), bytes(size - 4 * (right + 1))
    return [
        before + row[4 * left : 4 * (right + 1)] + behind if top <= y <= bottom else bytes(size)
        for y, row in enumerate(rows)
    ]


class Tiles(dict[int, TileRows]):
    """The rows of each different cell of a layer, as the sheet is now."""

    def __init__(self, sheet: Page, background: Background) -> None:
        super().__init__()
        self.sheet = memoryview(sheet.pixels).cast("B")
        self.tile = background.tile
        self.color = background.color & CHANNEL_BITS
        self.empty = (bytes(4 * self.tile),) * self.tile

    def __missing__(self, cell: int) -> TileRows:
        found = self[cell] = self._drawn(cell) if cell & CHARACTER else self.empty
        return found

    def _drawn(self, cell: int) -> TileRows:
        tile = self.tile
        across = SIDE // tile
        row, column = divmod((cell & CHARACTER) % (across * across), across)
        start, row_size, size = 4 * tile * (row * SIDE + column), 4 * SIDE, 4 * tile
        rows = [self.sheet[at : at + size] for at in range(start, start + tile * row_size, row_size)]
        return tile_rows(b"".join(rows), tile, cell >> TURN_SHIFT & TURNS, self.color)


@lru_cache(maxsize=4096)
def tile_rows(words: bytes, tile: int, attributes: int, color: int) -> TileRows:
    """A character turned and colored. `attributes` are those of a sprite."""
    rows = turned_rows(words, Shape(tile, tile, attributes))
    if color != CHANNEL_BITS:
        rows = [[tinted(word, color) for word in row] for row in rows]
    return tuple(array("I", row).tobytes() for row in rows)


def drawn_cells(background: Background, tiles: Tiles, part: Rectangle) -> list[bytes]:
    """The pixel rows of a rectangle of cells, which may reach beyond the map."""
    left, top, right, bottom = part
    inside = overlap(part, (0, 0, background.width - 1, background.height - 1))
    if inside[0] > inside[2] or inside[1] > inside[3]:
        return [bytes(4 * tiles.tile * (right - left + 1))] * (tiles.tile * (bottom - top + 1))
    before, behind = [tiles.empty] * (inside[0] - left), [tiles.empty] * (right - inside[2])
    blank = [bytes(4 * tiles.tile * (right - left + 1))] * tiles.tile
    rows = blank * (inside[1] - top)
    for cells in background.rows(inside):
        across = [*before, *map(tiles.__getitem__, cells), *behind]
        rows += [b"".join(pieces) for pieces in zip(*across, strict=True)]
    return rows + blank * (bottom - inside[3])


def scrolled(background: Background, tiles: Tiles, width: int, height: int) -> list[bytes]:
    """The rows of a screen that shows the map neither turned nor scaled."""
    tile = background.tile
    left, top = background.x - background.home_x, background.y - background.home_y
    part = left // tile, top // tile, (left + width - 1) // tile, (top + height - 1) // tile
    skipped = 4 * (left % tile)
    rows = drawn_cells(background, tiles, part)[top % tile : top % tile + height]
    return [row[skipped : skipped + 4 * width] for row in rows]


class Way(NamedTuple):
    """The place on the map that the screen shows at x, y: u[0] + u[1] * x + u[2] * y, `v` likewise."""

    u: tuple[float, float, float]
    v: tuple[float, float, float]

    @property
    def is_level(self) -> bool:
        """Whether a row of the screen lies along one of the map."""
        return not self.v[1]

    def counted_from(self, u: int, v: int) -> Way:
        """The same way to places that are counted from another one."""
        return Way((self.u[0] - u, *self.u[1:]), (self.v[0] - v, *self.v[1:]))


def way_to_map(background: Background) -> Way:
    """That of the middles of pixels."""
    cosine, sine = direction(background.rotation)
    x, y = 0.5 - background.home_x, 0.5 - background.home_y
    across, down = background.scale_x, background.scale_y
    return Way(
        ((x * cosine + y * sine + background.x) / across, cosine / across, sine / across),
        ((y * cosine - x * sine + background.y) / down, -sine / down, cosine / down),
    )


def transformed(background: Background, tiles: Tiles, width: int, height: int) -> list[bytes]:
    """The rows of a screen that shows it turned or scaled."""
    blank = [bytes(4 * width)] * height
    if not background.scale_x or not background.scale_y:
        return blank
    way = way_to_map(background)
    part = in_sight(background, way, width, height)
    if part[0] > part[2] or part[1] > part[3]:
        return blank
    rows = drawn_cells(background, tiles, part)
    seen = sampled_level if way.is_level else sampled
    corner = part[0] * background.tile, part[1] * background.tile
    return list(seen(rows, way.counted_from(*corner), width, height))


def sampled_level(rows: Sequence[bytes], way: Way, width: int, height: int) -> Iterator[bytes]:
    """The rows of a screen whose rows lie along those of the map: the same columns of each."""
    blank = bytes(4 * width)
    us = fractions(way.u[0], way.u[1], width)
    first, end = within(us, 0, len(rows[0]) // 4, 0, width)
    columns = [u >> FRACTION for u in us[first:end]]
    before, behind = bytes(4 * first), bytes(4 * (width - end))
    drawn: dict[int, bytes] = {}
    for row in (floor(way.v[0] + way.v[2] * y) for y in range(height)):
        if row not in drawn and 0 <= row < len(rows):
            words = array("I", rows[row])
            drawn[row] = before + array("I", map(words.__getitem__, columns)).tobytes() + behind
        yield drawn.get(row, blank)


def sampled(rows: Sequence[bytes], way: Way, width: int, height: int) -> Iterator[bytes]:
    """The rows of a screen whose rows lie across the map."""
    stride = len(rows[0]) // 4
    words = array("I", b"".join(rows))
    us, vs = fractions(way.u[0], way.u[1], width), fractions(way.v[0], way.v[1], width)
    for y in range(height):
        u, v = int(way.u[2] * y * ONE), int(way.v[2] * y * ONE)
        first, end = within(us, u, stride, *within(vs, v, len(rows), 0, width))
        places = zip(us[first:end], vs[first:end], strict=True)
        seen = [words[(down + v >> FRACTION) * stride + (across + u >> FRACTION)] for across, down in places]
        yield bytes(4 * first) + array("I", seen).tobytes() + bytes(4 * (width - end))


def in_sight(background: Background, way: Way, width: int, height: int) -> Rectangle:
    """The rectangle of cells that a screen may show, at most so many; left > right where there is none."""
    corners = [(x, y) for x in (0, width - 1) for y in (0, height - 1)]
    us = [way.u[0] + way.u[1] * x + way.u[2] * y for x, y in corners]
    vs = [way.v[0] + way.v[1] * x + way.v[2] * y for x, y in corners]
    tile = background.tile
    sides = min(us) / tile, min(vs) / tile, max(us) / tile, max(vs) / tile
    most = CELL_BITS
    seen = tuple(floor(min(max(each, -most), most)) for each in sides)
    left, top, right, bottom = overlap(
        (seen[0], seen[1], seen[2], seen[3]), (0, 0, background.width - 1, background.height - 1)
    )
    columns = max(right - left + 1, 1)
    return left, top, right, min(bottom, top + max(MOST_IN_SIGHT // columns, 1) - 1)


def fractions(start: float, step: float, count: int) -> list[int]:
    """Places in steps, with bits behind the point."""
    return [floor((start + step * at) * ONE) for at in range(count)]


def within(places: list[int], moved: int, size: int, first: int, end: int) -> tuple[int, int]:
    """The subscripts from first to end of the places that, moved, lie from 0 to size; places are in order."""
    low, high = -moved, (size << FRACTION) - moved
    if places[0] <= places[-1]:
        found = bisect_left(places, low), bisect_left(places, high)
    else:
        found = bisect_left(places, -high + 1, key=neg), bisect_left(places, -low + 1, key=neg)
    first, end = max(first, found[0]), min(end, found[1])
    return first, max(first, end)

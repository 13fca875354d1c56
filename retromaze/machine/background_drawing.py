"""Draws background layers: maps of cells, each a character cut out of a page (the sheet), scrolled or turned.

Source: machine reference, 5.7; among equal depths the higher number is in front (1.4).
Unverified: a character whose lowest ten bits are 0 shows the first one of the sheet unless it is 0 itself; a
character is mirrored before its quarter turn; a turned or scaled map takes the nearest pixel; of more than
3600 cells in sight the lower rows are left out; products of colors are cut to five bits a channel.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import floor

from retromaze.machine.backgrounds import CELL_BITS, Background, Backgrounds
from retromaze.machine.cut_outs import (
    CHANNEL_BITS,
    LARGEST_SCALE,
    LEAST_SCALE,
    TURNS,
    Affine,
    PageCopy,
    Rows,
    Transform,
    current_copy,
    direction,
    multiply_by_color,
    sample_picture,
    turn_words,
)
from retromaze.machine.layers import BACKGROUND, FullScreen, Layer, transparent_words
from retromaze.machine.page import SIDE, Page, Rectangle, intersection

CHARACTER = 0x0FFF
TURN_SHIFT = 11
"""A cell's bits for turn and mirrors, shifted right by this, are those of a sprite's attributes."""
MOST_IN_SIGHT = 3600


def has_cells(background: Background) -> bool:
    """Whether any cell of a map shows a character, so that there is something to draw."""
    # a cell without a character is 0: all bytes are compared at once
    cells = background.cells.tobytes()
    return cells != transparent_words(len(cells))


def background_layers(backgrounds: Backgrounds, page: Page, size: tuple[int, int]) -> Iterator[Layer]:
    """Yields the layers that show something on a screen of that size, those in front last."""
    shown = [each for each in backgrounds.all() if each.shown and has_cells(each)]
    # most programs show none: then the page need not be compared with its copy
    if not shown:
        return
    sheet = current_copy(page)
    for background in shown:
        rows = visible_rows(background, Tiles(sheet, background), *size)
        yield Layer(background.z, BACKGROUND, FullScreen.from_rows(rows))


def visible_rows(background: Background, tiles: Tiles, width: int, height: int) -> list[bytes]:
    """Returns the rows of pixels (ARGB words as bytes) that a layer shows on a screen of that size."""
    # a map that is only scrolled is drawn by whole rows of cells, which is much quicker
    is_plain = not background.rotation and background.scale_x == background.scale_y == 1.0
    draw_rows = scrolled_rows if is_plain else transformed_rows
    rows = draw_rows(background, tiles, width, height)
    return clip_rows(rows, background.clip) if background.clip else rows


def clip_rows(rows: Sequence[bytes], clip: Rectangle) -> list[bytes]:
    """Returns the rows with every pixel outside the `clip` rectangle made transparent."""
    left, top, right, bottom = clip
    # in bytes, four a pixel
    first, end, size = 4 * left, 4 * (right + 1), len(rows[0])
    before, after = bytes(first), bytes(size - end)
    clipped = [bytes(size)] * len(rows)
    for y in range(top, min(bottom + 1, len(rows))):
        clipped[y] = before + rows[y][first:end] + after
    return clipped


class Tiles:
    """Draws cells of a layer, `tile` pixels wide: their characters are cut out of `sheet`, a copy of a page.

    `color` multiplies each pixel; `empty` are the pixel rows of a cell without a character. The sheet caches
    all that is drawn.
    """

    def __init__(self, sheet: PageCopy, background: Background) -> None:
        self.sheet = sheet
        self.tile = background.tile
        self.color = background.color & CHANNEL_BITS
        self.empty = (bytes(4 * self.tile),) * self.tile

    def rows_of_cells(self, cells: bytes) -> Rows:
        """Returns the `tile` pixel rows of a row of cells (as bytes, 16 bits each); cached."""
        key = self.tile, self.color, cells
        rows = self.sheet.row_cache.get(key)
        if rows is None:
            rows_of_each = map(self._cell_rows, array("H", cells))
            rows = tuple([b"".join(pieces) for pieces in zip(*rows_of_each, strict=True)])
            self.sheet.row_cache.store(key, rows, bytes_taken(rows))
        return rows

    def words_of_area(self, background: Background, part: Rectangle) -> array[int]:
        """Returns the pixels (ARGB words) of a rectangle of cells, row by row; cached."""
        rows = [cells.tobytes() for cells in background.rows_of_area(part)]
        left, _, right, _ = part
        # the same cells in rows of another length make another picture
        key = self.tile, self.color, right - left, b"".join(rows)
        words = self.sheet.area_cache.get(key)
        if words is None:
            words = array("I", b"".join([row for cells in rows for row in self.rows_of_cells(cells)]))
            self.sheet.area_cache.store(key, words, 4 * len(words))
        return words

    def _cell_rows(self, cell: int) -> Rows:
        """Returns the pixel rows of one cell, transparent if it has no character; cached."""
        if not cell & CHARACTER:
            return self.empty
        key = self.tile, self.color, cell
        rows = self.sheet.cell_cache.get(key)
        if rows is None:
            across = SIDE // self.tile
            # numbers beyond the last character of the sheet begin again at its first
            row, column = divmod((cell & CHARACTER) % (across * across), across)
            # in bytes of the page: its first pixel, a row of the page, a row of the character
            start, row_size, size = 4 * self.tile * (row * SIDE + column), 4 * SIDE, 4 * self.tile
            starts = range(start, start + self.tile * row_size, row_size)
            words = b"".join([self.sheet.bytes[at : at + size] for at in starts])
            rows = transformed_tile_rows(words, self.tile, cell >> TURN_SHIFT & TURNS, self.color)
            self.sheet.cell_cache.store(key, rows, bytes_taken(rows))
        return rows


def bytes_taken(rows: Rows) -> int:
    """Returns about how many bytes of memory rows of the same length take."""
    # a bytes object takes about 50 bytes besides its content
    return len(rows) * (len(rows[0]) + 50)


@lru_cache(maxsize=4096)
def transformed_tile_rows(words: bytes, tile: int, attributes: int, color: int) -> Rows:
    """Returns the pixel rows of a character, turned and colored; `attributes` are its turn and mirrors."""
    pixels = turn_words(multiply_by_color(words, color), Transform(tile, tile, attributes)).tobytes()
    return tuple([pixels[at : at + 4 * tile] for at in range(0, len(pixels), 4 * tile)])


def scrolled_rows(background: Background, tiles: Tiles, width: int, height: int) -> list[bytes]:
    """Returns the pixel rows of a screen that shows the map scrolled, but neither turned nor scaled."""
    tile = background.tile
    # the map's pixel at the upper left of the screen, and the part of the map that is visible
    x, y = background.x - background.home_x, background.y - background.home_y
    left, top, right, bottom = intersection(
        (x, y, x + width - 1, y + height - 1),
        (0, 0, background.width * tile - 1, background.height * tile - 1),
    )
    empty = bytes(4 * width)
    if left > right or top > bottom:
        return [empty] * height
    # transparent pixels left and right of the map
    before, after = bytes(4 * (left - x)), bytes(4 * (x + width - 1 - right))
    cells = background.rows_of_area((left // tile, top // tile, right // tile, bottom // tile))
    rows = [row for each in cells for row in tiles.rows_of_cells(each.tobytes())]
    # cells at the edges may be visible in part; a pixel has four bytes
    skipped, end = 4 * (left % tile), 4 * (left % tile + right - left + 1)
    rows = [row[skipped:end] for row in rows[top % tile : top % tile + bottom - top + 1]]
    if before or after:
        rows = [before + row + after for row in rows]
    return [empty] * (top - y) + rows + [empty] * (y + height - 1 - bottom)


def transformed_rows(background: Background, tiles: Tiles, width: int, height: int) -> list[bytes]:
    """Returns the pixel rows of a screen that shows the map turned or scaled."""
    empty = [bytes(4 * width)] * height
    # so small that no pixel of the screen shows it
    if not all(abs(each) >= LEAST_SCALE for each in background.scales):
        return empty
    affine = affine_to_map(background)
    part = visible_cells(background, affine, width, height)
    left, top, right, bottom = part
    if left > right or top > bottom:
        return empty
    tile = background.tile
    # in pixels of the map, as all that follows
    size = (right - left + 1) * tile, (bottom - top + 1) * tile
    words = tiles.words_of_area(background, part)
    return list(sample_picture(words, size, affine.with_origin(left * tile, top * tile), width, height))


def affine_to_map(background: Background) -> Affine:
    """Returns the affine map from the center of a screen pixel to its place on the layer, in pixels."""
    # what is done to the map is undone in reverse order: turned back, then scaled back
    cosine, sine = direction(background.rotation)
    # the center of the pixel 0, 0, counted from the home, about which the layer is turned
    x, y = 0.5 - background.home_x, 0.5 - background.home_y
    # at the largest scale a single pixel fills the screen
    scale_x, scale_y = (min(max(each, -LARGEST_SCALE), LARGEST_SCALE) for each in background.scales)
    return Affine(
        ((x * cosine + y * sine + background.x) / scale_x, cosine / scale_x, sine / scale_x),
        ((y * cosine - x * sine + background.y) / scale_y, -sine / scale_y, cosine / scale_y),
    )


def visible_cells(background: Background, affine: Affine, width: int, height: int) -> Rectangle:
    """Returns the rectangle of cells that a screen may show, at most MOST_IN_SIGHT; left > right for none.

    It is the bounding box, on the map, of the screen's corners; of too many cells, lower rows are left out,
    so that no picture takes too long.
    """
    corners = [(x, y) for x in (0, width - 1) for y in (0, height - 1)]
    (start_u, u_by_x, u_by_y), (start_v, v_by_x, v_by_y) = affine.u, affine.v
    us = [start_u + u_by_x * x + u_by_y * y for x, y in corners]
    vs = [start_v + v_by_x * x + v_by_y * y for x, y in corners]
    tile = background.tile
    sides = min(us) / tile, min(vs) / tile, max(us) / tile, max(vs) / tile
    most = CELL_BITS  # larger than any map: far corners need not be exact
    left, top, right, bottom = (floor(min(max(each, -most), most)) for each in sides)
    whole_map = (0, 0, background.width - 1, background.height - 1)
    left, top, right, bottom = intersection((left, top, right, bottom), whole_map)
    columns = max(right - left + 1, 1)
    return left, top, right, min(bottom, top + max(MOST_IN_SIGHT // columns, 1) - 1)

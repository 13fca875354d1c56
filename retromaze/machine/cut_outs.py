"""Pictures cut out of pages, as they are shown: mirrored, turned, scaled and colored; cached.

All code may write a page in place. To find out whether it has changed, it is compared with a copy, which
takes a tenth of a millisecond.

A pixel of a turned or scaled picture on the screen shows the picture's pixel at which its center lies. A row
of the screen crosses the picture in equal steps. The places of all its pixels are computed at once, in lanes
of one big number, 64 bits a pixel, with fractions: that takes a third of the time of single numbers. All
pixels of a small picture are computed at once, those of a large one row by row.

Source: machine reference, 5.6.
Unverified: a turned or scaled picture takes the nearest pixel; a picture is mirrored before its quarter turn,
which leaves its upper left corner in place; products of colors are cut to five bits a channel.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from math import ceil, cos, floor, isfinite, radians, sin
from typing import Generic, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from retromaze.machine.colors import CHANNELS, channels
from retromaze.machine.page import Page, Rectangle, read_block

Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedCache(Generic[Key, Value]):
    """A cache of `limit` bytes at most. If a new value does not fit, all others are dropped."""

    def __init__(self, limit: int) -> None:
        self._limit = self._room = limit
        self._values: dict[Key, Value] = {}
        self.get = self._values.get

    def keep(self, key: Key, value: Value, size: int) -> Value:
        """Remembers a value of about `size` bytes, and returns it."""
        if size > self._room:
            self._values.clear()
            self._room = self._limit
        self._room -= size
        self._values[key] = value
        return value


LANE = 64
MIDDLE = 1 << LANE - 2
"""Represents 0 in a lane whose number may be negative."""
FRACTION, LEVEL_FRACTION = 20, 32
"""The numbers of bits of fractions."""
LEAST_SCALE, LARGEST_SCALE = 1e-6, 1e9
"""A smaller picture has less than one pixel and is not shown; of a larger one, one pixel fills the screen."""


class Affine(NamedTuple):
    """An affine map from a pixel x, y of the screen to u, v of a picture.

    u is `u[0] + u[1] * x + u[2] * y`, and v likewise.
    """

    u: tuple[float, float, float]
    v: tuple[float, float, float]

    def counted_from(self, u: int, v: int) -> Affine:
        """Returns the map to places that are counted from u, v."""
        return Affine((self.u[0] - u, *self.u[1:]), (self.v[0] - v, *self.v[1:]))


def direction(degrees: int) -> tuple[float, float]:
    """Returns (cosine, sine) of an angle in degrees, exact for quarter turns."""
    if degrees % 90 == 0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[degrees // 90 % 4]
    return cos(radians(degrees)), sin(radians(degrees))


FEW = 3_000
"""Words of a small picture, before it is turned and behind."""


def sampled(
    words: array[int], size: tuple[int, int], affine: Affine, width: int, height: int
) -> Iterator[bytes]:
    """Yields the words of a screen that shows a picture of `size` (columns, rows), by rows or all at once.

    Words outside of the picture are 0.
    """
    if not affine.v[1]:
        yield from level(words, size, affine, width, height)
    elif max(len(words), width * height) <= FEW:
        yield at_once(words, size, affine, width, height)
    else:
        # subscripts of a list are quicker, but making it takes time
        known = words.tolist() if len(words) <= width * height else words
        yield from slanted(known, size, affine, width, height)


def level(
    words: array[int], size: tuple[int, int], affine: Affine, width: int, height: int
) -> Iterator[bytes]:
    """Yields the rows of a screen where each lies along one of the picture: all show the same columns."""
    columns, rows = size
    one = 1 << LEVEL_FRACTION
    start, step = round(affine.u[0] * one), round(affine.u[1] * one)
    first, end = steps_within(start, step, columns * one, 0, width)
    places = [start + step * x >> LEVEL_FRACTION for x in range(first, end)]
    before, behind, blank = bytes(4 * first), bytes(4 * (width - end)), bytes(4 * width)
    drawn: dict[int, bytes] = {}
    for y in range(height):
        row = round((affine.v[0] + affine.v[2] * y) * one) >> LEVEL_FRACTION
        if row not in drawn and 0 <= row < rows:
            seen = words[row * columns : (row + 1) * columns]
            drawn[row] = before + array("I", map(seen.__getitem__, places)).tobytes() + behind
        yield drawn.get(row, blank)


def at_once(words: array[int], size: tuple[int, int], affine: Affine, width: int, height: int) -> bytes:
    """Samples a small picture: the words of the whole screen, row by row."""
    columns, rows = size
    ones, across, down, most = box_lanes(width, height)
    one = 1 << FRACTION
    places = []
    inside = most
    for (start, by_x, by_y), count in ((affine.u, columns), (affine.v, rows)):
        lanes = ones * (MIDDLE + round(start * one)) + across * round(by_x * one) + down * round(by_y * one)
        # a lane reaches the middle where the place is 0 or more, and twice that minus it where it is less
        inside &= lanes & ones * (2 * MIDDLE + count * one - 1) - lanes
        places.append(lanes >> FRACTION & ones * ((1 << count.bit_length()) - 1))
    inside >>= MIDDLE.bit_length() - 1
    found = (places[1] * columns + places[0] + ones) & (inside << LANE // 2) - inside
    return array("I", map([0, *words].__getitem__, lane_values(found, width * height))).tobytes()


@lru_cache(maxsize=128)
def box_lanes(width: int, height: int) -> tuple[int, int, int, int]:
    """Returns for the pixels of a rectangle, row by row, lanes of 1, of x, of y and of MIDDLE."""
    ones, across = ramps(width)
    rows, down = range(height), LANE * width
    return (
        sum(ones << down * y for y in rows),
        sum(across << down * y for y in rows),
        sum(y * ones << down * y for y in rows),
        sum(ones * MIDDLE << down * y for y in rows),
    )


def slanted(
    words: Sequence[int], size: tuple[int, int], affine: Affine, width: int, height: int
) -> Iterator[bytes]:
    """Yields the rows of a screen where each crosses several of the picture."""
    columns, rows = size
    across, down = columns.bit_length(), rows.bit_length()
    fraction = (LANE - across - down) // 2
    one, high = 1 << fraction, across + fraction
    step_u, step_v = round(affine.u[1] * one), round(affine.v[1] * one)
    step = (step_v << high) + step_u
    # a lane holds, from the lowest bit: the fraction of u, the column, the fraction of v, the row
    lanes: dict[int, tuple[int, int, int, int]] = {}
    for y in range(height):
        u, v = round((affine.u[0] + affine.u[2] * y) * one), round((affine.v[0] + affine.v[2] * y) * one)
        first, end = steps_within(
            v, step_v, rows << fraction, *steps_within(u, step_u, columns << fraction, 0, width)
        )
        count = end - first
        if count not in lanes:
            ones, numbers = ramps(count)
            lanes[count] = ones, numbers * step, ones * ((1 << across) - 1), ones * ((1 << down) - 1)
        ones, steps, in_row, in_column = lanes[count]
        places = ones * ((v + step_v * first << high) + u + step_u * first) + steps
        found = (places >> high + fraction & in_column) * columns + (places >> fraction & in_row)
        seen = array("I", map(words.__getitem__, lane_values(found, count))).tobytes()
        yield bytes(4 * first) + seen + bytes(4 * (width - end))


def steps_within(start: int, step: int, size: int, first: int, end: int) -> tuple[int, int]:
    """Returns (first, end) of the numbers n in range(first, end) with 0 <= start + step * n < size."""
    if step > 0:
        first, end = max(first, -(start // step)), min(end, -((start - size) // step))
    elif step < 0:
        first, end = max(first, (start - size) // -step + 1), min(end, start // -step + 1)
    elif not 0 <= start < size:
        end = first
    return (first, end) if first < end else (0, 0)


@lru_cache(maxsize=1024)
def ramps(count: int) -> tuple[int, int]:
    """Makes two numbers of `count` lanes: all 1, and 0, 1, 2 and so on."""
    return number_of_lanes([1] * count), number_of_lanes(range(count))


def number_of_lanes(values: Sequence[int]) -> int:
    return int.from_bytes(b"".join(value.to_bytes(LANE // 8, "little") for value in values), "little")


def lane_values(number: int, count: int) -> array[int]:
    """Returns the values of the first `count` lanes."""
    values = array("Q", number.to_bytes(LANE // 8 * count, "little"))
    if sys.byteorder == "big":
        values.byteswap()
    return values


QUARTERS, MIRRORED, UPSIDE_DOWN = 3, 8, 16
"""The attributes of a picture; quarter turns are the two bits above the first."""
TURNS = QUARTERS << 1 | MIRRORED | UPSIDE_DOWN
CHANNEL_BITS = 0xFF_FFFF
ALPHA = slice(3, None, 4) if sys.byteorder == "little" else slice(0, None, 4)
"""The positions of alpha in the bytes of words."""
COLOR_BYTES = (2, 1, 0) if sys.byteorder == "little" else (1, 2, 3)
"""The positions of red, green and blue in the bytes of a word."""
OPAQUE_RUN = re.compile(rb"[^\0]+")
SHORT_RUN, MANY_PIXELS = 6, 1 << 10
"""Limits of has_short_runs: the average length of a run, and the number of pixels of a cut-out."""
STROKE, LOOKED_FOR, SLANTED_ROW, LEVEL_ROW = 1000, 8, 128, 32
"""The work for a cut-out, for a pixel that is looked up, and for a row of these, in pixels that are copied.

Measured: a copied one takes 15 nanoseconds at most (CPython 3.11, a server core of 2024).
"""
RUN_SIZE = 200
"""Bytes of memory for a run, apart from its words."""


class Transform(NamedTuple):
    """How a picture is mirrored, turned, scaled and colored.

    `attributes` has the mirrors and quarter turns, `rotation` is in degrees about `home_x`, `home_y`. The
    channels of each pixel are multiplied by those of `color`.
    """

    width: int
    height: int
    attributes: int
    color: int = CHANNEL_BITS
    home_x: float = 0.0
    home_y: float = 0.0
    rotation: int = 0
    scale_x: float = 1.0
    scale_y: float = 1.0

    @property
    def is_plain(self) -> bool:
        """Whether the picture is neither turned (but by quarters) nor scaled."""
        return not self.rotation and self.scale_x == self.scale_y == 1.0

    @property
    def sides(self) -> tuple[int, int]:
        """Width and height of the picture after its quarter turns."""
        return (self.height, self.width) if self.quarters % 2 else (self.width, self.height)

    @property
    def quarters(self) -> int:
        """The number of quarter turns clockwise, 0 to 3."""
        return self.attributes >> 1 & QUARTERS


class CutOut:
    """The words of a shape within a `box`, row by row as bytes; the box is counted from the shape's place."""

    def __init__(self, box: Rectangle, words: bytes, pixels: int = 0) -> None:
        """`pixels` is the work to make it and lay it down, see pixels_taken."""
        self.box = box
        self.pixels = pixels
        self.words = words
        self.width = box[2] - box[0] + 1
        self._level: dict[int, list[tuple[int, int, array[int]]]] = {}

    @property
    def size(self) -> int:
        """The approximate number of bytes of memory for the cut-out and its runs."""
        return 2 * len(self.words) + RUN_SIZE * (self.box[3] - self.box[1] + 2)

    @cached_property
    def has_short_runs(self) -> bool:
        """Whether the cut-out consists of many small runs, so that handling all pixels at once is quicker."""
        pixels = len(self.words) // 4
        return pixels > MANY_PIXELS and self.words[ALPHA].count(b"\0\xff") * SHORT_RUN > pixels

    def runs(self, width: int) -> list[tuple[int, int, array[int]]]:
        """Returns the runs of opaque pixels as (first, end, words), places in a picture of that width."""
        found = self._level.get(width)
        return self._made_runs(width) if found is None else found

    @cached_property
    def is_solid(self) -> bool:
        """Whether all words are opaque."""
        return b"\0" not in self.words[ALPHA]

    def part(self, window: Rectangle) -> bytes:
        """Returns the words of a rectangle within the box."""
        if window == self.box:
            return self.words
        left, top, right, bottom = window
        size, skipped, across = 4 * self.width, 4 * (left - self.box[0]), 4 * (right - left + 1)
        starts = range((top - self.box[1]) * size, (bottom - self.box[1] + 1) * size, size)
        return b"".join([self.words[at + skipped : at + skipped + across] for at in starts])

    def _made_runs(self, width: int) -> list[tuple[int, int, array[int]]]:
        """Finds the runs of opaque pixels for a picture of that width."""
        words, own, (left, top, _, _) = array("I", self.words), self.width, self.box
        alpha = self.words[ALPHA]
        found = []
        for row, start in enumerate(range(0, len(words), own or 1), top):
            place = row * width + left - start
            for run in OPAQUE_RUN.finditer(alpha, start, start + own):
                first, end = run.span()
                found.append((place + first, place + end, words[first:end]))
        self._level[width] = found
        return found


NOTHING: Rectangle = (0, 0, -1, -1)
_CUT_OUTS: BoundedCache[tuple[bytes, Transform, Rectangle], CutOut] = BoundedCache(1 << 25)


@lru_cache(maxsize=1024)
def box_of(shape: Transform) -> Rectangle:
    """Returns the rectangle around a shape, counted from its place; left > right where it has no size."""
    width, height = shape.sides
    if shape.is_plain:
        return 0, 0, width - 1, height - 1
    if not (width and height and min(shape.scale_x, shape.scale_y) >= LEAST_SCALE):
        return NOTHING
    across, down = (-shape.home_x, width - shape.home_x), (-shape.home_y, height - shape.home_y)
    cosine, sine = direction(shape.rotation)
    corners = [(x * shape.scale_x, y * shape.scale_y) for x in across for y in down]
    xs = [x * cosine - y * sine for x, y in corners]
    ys = [x * sine + y * cosine for x, y in corners]
    if not all(map(isfinite, (*xs, *ys))):
        return NOTHING
    return floor(min(xs)), floor(min(ys)), ceil(max(xs)) - 1, ceil(max(ys)) - 1


def pixels_taken(shape: Transform, part: Rectangle) -> int:
    """Returns the work to make and lay down a part of a shape, in pixels; 0 where there is nothing.

    It is the same whether the cut-out is known or not: what is shown never depends on what was shown before.
    """
    across, down = part[2] - part[0] + 1, part[3] - part[1] + 1
    if across <= 0 or down <= 0:
        return 0
    if shape.is_plain:
        return STROKE + across * down
    if shape.rotation % 180:
        looked_for = int(min(across * down, shape.width * shape.height * shape.scale_x * shape.scale_y))
        return STROKE + 2 * across * down + LOOKED_FOR * looked_for + SLANTED_ROW * down
    return STROKE + 2 * across * down + LOOKED_FOR * across * min(down, shape.sides[1]) + LEVEL_ROW * down


def cut_out(picture: bytes, shape: Transform, part: Rectangle) -> CutOut:
    """Returns the part of a turned and scaled picture in a rectangle (in pixels from its home); cached."""
    key = picture, shape, part
    found = _CUT_OUTS.get(key)
    if found is None:
        found = CutOut(part, drawn(picture, shape, part), pixels_taken(shape, part))
        _CUT_OUTS.keep(key, found, found.size)
    return found


def drawn(picture: bytes, shape: Transform, part: Rectangle) -> bytes:
    """Returns the words of a part of a shape."""
    left, top, right, bottom = part
    columns, rows = shape.sides
    words = turned_words(colored(picture, shape.color), shape)
    if not shape.is_plain:
        affine = affine_to_picture(shape, left, top)
        return b"".join(sampled(words, (columns, rows), affine, right - left + 1, bottom - top + 1))
    if part == (0, 0, columns - 1, rows - 1):
        return words.tobytes()
    starts = range(top * columns, (bottom + 1) * columns, columns)
    return b"".join([words[at + left : at + right + 1] for at in starts])


def affine_to_picture(shape: Transform, left: int, top: int) -> Affine:
    """Returns the map from centers of pixels, counted from (left, top) of the shape, to the picture."""
    cosine, sine = direction(shape.rotation)
    across, down = min(shape.scale_x, LARGEST_SCALE), min(shape.scale_y, LARGEST_SCALE)
    x, y = left + 0.5, top + 0.5
    return Affine(
        ((x * cosine + y * sine) / across + shape.home_x, cosine / across, sine / across),
        ((y * cosine - x * sine) / down + shape.home_y, -sine / down, cosine / down),
    )


def turned_words(words: bytes, shape: Transform) -> array[int]:
    """Returns a picture mirrored left-right, top-bottom, then turned clockwise by quarters, row by row."""
    flat = array("I", words)
    if shape.attributes & MIRRORED:
        flat.reverse()
    # what is reversed as a whole is mirrored both ways
    if bool(shape.attributes & MIRRORED) != bool(shape.attributes & UPSIDE_DOWN):
        starts = range(0, len(flat), shape.width or 1)
        flat = joined(flat[at : at + shape.width] for at in reversed(starts))
    width = shape.width
    for _ in range(shape.quarters):
        height = len(flat) // (width or 1)
        # a column from the bottom upwards becomes a row
        flat = joined(flat[column::width][::-1] for column in range(width))
        width = height
    return flat


def joined(rows: Iterable[array[int]]) -> array[int]:
    return array("I", b"".join(rows))


def colored(words: bytes, color: int) -> bytes:
    """Returns words multiplied by a color code, channel by channel; they stay opaque or transparent."""
    if color & CHANNEL_BITS == CHANNEL_BITS:
        return words
    made = bytearray(words)
    for place, factor in zip(COLOR_BYTES, channels(color)[1:], strict=True):
        made[place::4] = words[place::4].translate(products(factor))
    return bytes(made)


@lru_cache(maxsize=256)
def products(factor: int) -> bytes:
    """Returns a table of each value of a channel multiplied by a factor."""
    return bytes(value * factor // 255 & CHANNELS & 255 for value in range(256))


SheetPart = tuple[int, int, int, int]
"""u, v, width, height."""
Rows = tuple[bytes, ...]
"""Rows of pixels from the top, each the bytes of its words."""
CACHE_LIMIT = 1 << 24
"""The most bytes that are cached for a page, of each kind."""


class PageCopy:
    """A copy of a page's words, and caches of what was made of them.

    `cut_outs` are those of sprites, by all that they depend on, `strips` rows of joined tiles, `tables` whole
    maps of tiles.
    """

    def __init__(self, words: array[int]) -> None:
        self.words = words[:]
        self.bytes = memoryview(self.words).cast("B")
        self._parts: BoundedCache[SheetPart, bytes] = BoundedCache(CACHE_LIMIT)
        self.cut_outs: BoundedCache[Hashable, CutOut] = BoundedCache(2 * CACHE_LIMIT)
        self.tiles: BoundedCache[tuple[int, int, int], Rows] = BoundedCache(CACHE_LIMIT)
        self.strips: BoundedCache[tuple[int, int, bytes], Rows] = BoundedCache(CACHE_LIMIT)
        self.tables: BoundedCache[tuple[int, int, int, bytes], array[int]] = BoundedCache(CACHE_LIMIT)

    def part(self, part: SheetPart) -> bytes:
        """Returns the words of a part of the page, row by row; cached."""
        found = self._parts.get(part)
        if found is None:
            found = read_block(self.words, part).tobytes()
            self._parts.keep(part, found, len(found))
        return found


_COPIES: WeakKeyDictionary[Page, PageCopy] = WeakKeyDictionary()


def copy_of(page: Page) -> PageCopy:
    """Returns a copy of the page as it is now, with what was made of it."""
    kept = _COPIES.get(page)
    if kept is None or kept.words != page.pixels:
        kept = _COPIES[page] = PageCopy(page.pixels)
    return kept

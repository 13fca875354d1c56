"""Pictures cut out of pages, then mirrored, turned, scaled and colored; as words (ARGB pixels) row by row.

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
from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property, lru_cache
from math import ceil, cos, floor, isfinite, radians, sin
from typing import Generic, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from retromaze.machine.colors import channels, little_endian
from retromaze.machine.page import Page, Rectangle, read_block

Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedCache(Generic[Key, Value]):
    """A cache of at most `limit` bytes, `_room` of them free; a value beyond the limit is cached alone.

    All is dropped if a new value does not fit. `get` returns the value of a key, None if it is not cached.
    """

    def __init__(self, limit: int) -> None:
        self._limit = self._room = limit
        self._values: dict[Key, Value] = {}
        self.get = self._values.get

    def store(self, key: Key, value: Value, size: int) -> None:
        """Stores a value of about `size` bytes; empties the cache first if it is too full."""
        if size > self._room:
            self._values.clear()
            self._room = self._limit
        self._room -= size
        self._values[key] = value


LANE = 64
BIAS = 1 << LANE - 2
"""Added to a number that may be negative: it stands for 0 in its lane."""
FRACTION, LEVEL_FRACTION = 20, 32
"""The numbers of bits of fractions."""
LEAST_SCALE, LARGEST_SCALE = 1e-6, 1e9
"""A smaller picture has less than one pixel and is not shown; of a larger one, one pixel fills the screen."""


class Affine(NamedTuple):
    """An affine map from a pixel x, y of the screen to u, v of a picture.

    With (start, by_x, by_y) = `u`, u is start + by_x * x + by_y * y; and v likewise.
    """

    u: tuple[float, float, float]
    v: tuple[float, float, float]

    def with_origin(self, u: int, v: int) -> Affine:
        """Returns the map to a part of the picture: its place u, v is the origin of the new coordinates."""
        (start_u, u_by_x, u_by_y), (start_v, v_by_x, v_by_y) = self.u, self.v
        return Affine((start_u - u, u_by_x, u_by_y), (start_v - v, v_by_x, v_by_y))


def direction(degrees: int) -> tuple[float, float]:
    """Returns (cosine, sine) of an angle in degrees, exact for quarter turns."""
    if degrees % 90 == 0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[degrees // 90 % 4]
    return cos(radians(degrees)), sin(radians(degrees))


SMALL_PICTURE = 3_000
"""The most words of one, both before and after it is turned or scaled."""


def sample_picture(
    words: array[int], size: tuple[int, int], affine: Affine, width: int, height: int
) -> Iterator[bytes]:
    """Yields the words of a screen of `width` x `height` pixels that shows a turned or scaled picture.

    `words` is the picture, row by row, of `size` (columns, rows); `affine` maps a pixel of the screen to the
    picture's pixel that it shows. Words outside of the picture are 0. Each item yielded has the bytes of one
    row, or of all rows.
    """
    # v does not change along a row of the screen: the picture is not rotated
    if not affine.v[1]:
        yield from sample_unrotated(words, size, affine, width, height)
    elif max(len(words), width * height) <= SMALL_PICTURE:
        yield sample_small(words, size, affine, width, height)
    else:
        # subscripts of a list are quicker, but making it takes time
        pixels = words.tolist() if len(words) <= width * height else words
        yield from sample_rotated(pixels, size, affine, width, height)


def sample_unrotated(
    words: array[int], size: tuple[int, int], affine: Affine, width: int, height: int
) -> Iterator[bytes]:
    """Samples a picture that is scaled but not rotated: a row of the screen shows one row of the picture.

    Yields the bytes of each row. All rows show the same columns, so these are computed once.
    """
    columns, rows = size
    # columns and rows of the picture are whole numbers here, in which `one` stands for 1
    one = 1 << LEVEL_FRACTION
    (start_u, u_by_x, _), (start_v, _, v_by_y) = affine.u, affine.v
    start, step = round(start_u * one), round(u_by_x * one)
    first, end = steps_within(start, step, columns * one, 0, width)
    places = [start + step * x >> LEVEL_FRACTION for x in range(first, end)]
    before, after, blank = bytes(4 * first), bytes(4 * (width - end)), bytes(4 * width)
    sampled_rows: dict[int, bytes] = {}
    for y in range(height):
        row = round((start_v + v_by_y * y) * one) >> LEVEL_FRACTION
        if row not in sampled_rows and 0 <= row < rows:
            pixels = words[row * columns : (row + 1) * columns]
            sampled_rows[row] = before + array("I", map(pixels.__getitem__, places)).tobytes() + after
        yield sampled_rows.get(row, blank)


def sample_small(words: array[int], size: tuple[int, int], affine: Affine, width: int, height: int) -> bytes:
    """Samples a small picture for all pixels at once; returns the bytes of the whole screen, row by row.

    Each pixel has a lane of one big number, in which its place in the picture is computed, first the column,
    then the row.
    """
    columns, rows = size
    ones, across, down, biases = rectangle_lanes(width, height)
    one = 1 << FRACTION
    places = []
    # the bit BIAS, the highest of a lane, stays set where the pixel shows a place inside the picture
    inside = biases
    for (start, by_x, by_y), count in ((affine.u, columns), (affine.v, rows)):
        # each lane holds BIAS + place
        lanes = ones * (BIAS + round(start * one)) + across * round(by_x * one) + down * round(by_y * one)
        # its bit BIAS is set if the place is 0 or more; in the second number, if it is less than `count`
        below_count = ones * (2 * BIAS + count * one - 1) - lanes
        inside &= lanes & below_count
        # the whole part of each place, without the bit BIAS
        places.append(lanes >> FRACTION & ones * ((1 << count.bit_length()) - 1))
    # 1 in each lane that is inside, and from that a mask of the lane's lower half
    inside >>= BIAS.bit_length() - 1
    masks = (inside << LANE // 2) - inside
    column, row = places
    # the index of the picture's word plus 1, or 0 outside of the picture
    indices = (row * columns + column + ones) & masks
    return array("I", map([0, *words].__getitem__, unpack_lanes(indices, width * height))).tobytes()


@lru_cache(maxsize=128)
def rectangle_lanes(width: int, height: int) -> tuple[int, int, int, int]:
    """Returns four big numbers with a lane for each pixel of a rectangle, row by row.

    The lanes hold 1, the pixel's x, its y, and BIAS: `sample_small` computes all places from them.
    """
    ones, across = ones_and_ramp(width)
    rows, row_bits = range(height), LANE * width
    return (
        sum(ones << row_bits * y for y in rows),
        sum(across << row_bits * y for y in rows),
        sum(y * ones << row_bits * y for y in rows),
        sum(ones * BIAS << row_bits * y for y in rows),
    )


def sample_rotated(
    words: Sequence[int], size: tuple[int, int], affine: Affine, width: int, height: int
) -> Iterator[bytes]:
    """Samples a rotated picture: a row of the screen crosses several rows of the picture, in equal steps.

    Yields the bytes of each row. The places of all pixels of a row are computed at once, in lanes.
    """
    columns, rows = size
    # a lane holds, from the lowest bit: the fraction of u, the column, the fraction of v, the row
    column_bits, row_bits = columns.bit_length(), rows.bit_length()
    fraction = (LANE - column_bits - row_bits) // 2
    one, high = 1 << fraction, column_bits + fraction
    (start_u, u_by_x, u_by_y), (start_v, v_by_x, v_by_y) = affine.u, affine.v
    step_u, step_v = round(u_by_x * one), round(v_by_x * one)
    step = (step_v << high) + step_u
    # for each number of pixels in a row: lanes of 1, the steps from the first pixel, and two masks
    lanes: dict[int, tuple[int, int, int, int]] = {}
    for y in range(height):
        u, v = round((start_u + u_by_y * y) * one), round((start_v + v_by_y * y) * one)
        # the pixels from `first` up to `end` show the picture: their column and row lie within it
        first, end = steps_within(u, step_u, columns << fraction, 0, width)
        first, end = steps_within(v, step_v, rows << fraction, first, end)
        count = end - first
        if count not in lanes:
            ones, ramp = ones_and_ramp(count)
            column_masks, row_masks = ones * ((1 << column_bits) - 1), ones * ((1 << row_bits) - 1)
            lanes[count] = ones, ramp * step, column_masks, row_masks
        ones, steps, column_masks, row_masks = lanes[count]
        places = ones * ((v + step_v * first << high) + u + step_u * first) + steps
        indices = (places >> high + fraction & row_masks) * columns + (places >> fraction & column_masks)
        pixels = array("I", map(words.__getitem__, unpack_lanes(indices, count))).tobytes()
        yield bytes(4 * first) + pixels + bytes(4 * (width - end))


def steps_within(start: int, step: int, size: int, first: int, end: int) -> tuple[int, int]:
    """Returns the part of range(first, end), as (first, end), whose pixels of a row show a picture.

    Pixel n shows the place start + step * n of the picture, in columns or rows, of which there are `size`. If
    no pixel does, the part is (0, 0).
    """
    if step > 0:
        # -(a // b) is -a / b rounded up: the first n at which the value is 0 or more, or reaches size
        first, end = max(first, -(start // step)), min(end, -((start - size) // step))
    elif step < 0:
        # the first n at which the falling value is below size, or below 0
        first, end = max(first, (start - size) // -step + 1), min(end, start // -step + 1)
    elif not 0 <= start < size:
        end = first
    return (first, end) if first < end else (0, 0)


@lru_cache(maxsize=1024)
def ones_and_ramp(count: int) -> tuple[int, int]:
    """Returns two numbers of `count` lanes: one with 1 in every lane, one with 0, 1, 2 and so on."""
    return pack_lanes([1] * count), pack_lanes(range(count))


def pack_lanes(values: Sequence[int]) -> int:
    """Returns a big number with each value in a lane of 64 bits, the first one lowest."""
    return int.from_bytes(b"".join(value.to_bytes(LANE // 8, "little") for value in values), "little")


def unpack_lanes(number: int, count: int) -> array[int]:
    """Returns the values of the first `count` lanes of a big number."""
    return little_endian(array("Q", number.to_bytes(LANE // 8 * count, "little")))


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
CUT_OUT_COST, SAMPLED_PIXEL_COST, ROTATED_ROW_COST, UNROTATED_ROW_COST = 1000, 8, 128, 32
"""The cost of a cut-out, of a pixel that is sampled, and of a row of these, in pixels that are copied.

Measured: a copied pixel takes 15 nanoseconds at most (CPython 3.11, a server core of 2024).
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
    """A drawn part of a picture, ready to be copied to a screen: the bytes of its `words`, row by row.

    `box` is its rectangle, in pixels from the place at which the picture stands; `cost` is what it takes to
    make and draw it, see drawing_cost. `_runs` caches its runs by the width of the screen.
    """

    def __init__(self, box: Rectangle, words: bytes, cost: int = 0) -> None:
        self.box = box
        self.cost = cost
        self.words = words
        self.width = box[2] - box[0] + 1
        self._runs: dict[int, list[tuple[int, int, array[int]]]] = {}

    @property
    def size(self) -> int:
        """The approximate number of bytes of memory for the cut-out and its runs."""
        # the words are stored twice: in `words`, and in pieces in the runs
        return 2 * len(self.words) + RUN_SIZE * (self.box[3] - self.box[1] + 2)

    @cached_property
    def has_short_runs(self) -> bool:
        """Whether there are many short runs of opaque pixels: handling all pixels at once is quicker then."""
        pixels = len(self.words) // 4
        # a 0 followed by a 255 in the alpha bytes is the beginning of a run of opaque pixels
        return pixels > MANY_PIXELS and self.words[ALPHA].count(b"\0\xff") * SHORT_RUN > pixels

    def runs(self, width: int) -> list[tuple[int, int, array[int]]]:
        """Returns the runs of opaque pixels side by side, for a screen of that width; cached.

        Each is (first, end, words): pixels of the screen counted from the cut-out's place, and their colors.
        """
        if width not in self._runs:
            self._runs[width] = runs = []
            words, alpha = array("I", self.words), self.words[ALPHA]
            own_width, (left, top, _, _) = self.width, self.box
            # an empty cut-out has the width 0, which is no step of a range
            for row, start in enumerate(range(0, len(words), own_width or 1), top):
                # what is added to an index of `words` to get the index on the screen
                place = row * width + left - start
                for run in OPAQUE_RUN.finditer(alpha, start, start + own_width):
                    first, end = run.span()
                    runs.append((place + first, place + end, words[first:end]))
        return self._runs[width]

    @cached_property
    def is_solid(self) -> bool:
        """Whether all words are opaque."""
        return b"\0" not in self.words[ALPHA]

    def pixels_of_window(self, window: Rectangle) -> bytes:
        """Returns the bytes of the pixels of a rectangle within the box, row by row."""
        if window == self.box:
            return self.words
        left, top, right, bottom = window
        # in bytes, four a pixel
        size, skipped, across = 4 * self.width, 4 * (left - self.box[0]), 4 * (right - left + 1)
        starts = range((top - self.box[1]) * size, (bottom - self.box[1] + 1) * size, size)
        return b"".join([self.words[at + skipped : at + skipped + across] for at in starts])


EMPTY_RECTANGLE: Rectangle = (0, 0, -1, -1)
_CUT_OUTS: BoundedCache[tuple[bytes, Transform, Rectangle], CutOut] = BoundedCache(1 << 25)
"""Cut-outs by the bytes of their pictures: those of a PageCopy are lost with any change of the page."""


@lru_cache(maxsize=1024)
def bounding_box(transform: Transform) -> Rectangle:
    """Returns the bounding box of a turned and scaled picture, in pixels from its place.

    left > right where the picture has no size, or so large a one that no number holds it.
    """
    width, height = transform.sides
    if transform.is_plain:
        return 0, 0, width - 1, height - 1
    if not (width and height and min(transform.scale_x, transform.scale_y) >= LEAST_SCALE):
        return EMPTY_RECTANGLE
    # the corners, counted from the home, about which the picture is scaled and turned
    home_x, home_y, rotation, scale_x, scale_y = transform[4:]
    edges_x, edges_y = (-home_x, width - home_x), (-home_y, height - home_y)
    cosine, sine = direction(rotation)
    corners = [(x * scale_x, y * scale_y) for x in edges_x for y in edges_y]
    xs = [x * cosine - y * sine for x, y in corners]
    ys = [x * sine + y * cosine for x, y in corners]
    if not all(map(isfinite, (*xs, *ys))):
        return EMPTY_RECTANGLE
    return floor(min(xs)), floor(min(ys)), ceil(max(xs)) - 1, ceil(max(ys)) - 1


def drawing_cost(transform: Transform, part: Rectangle) -> int:
    """Returns the cost to cut out and draw a part of a picture, as a number of copied pixels.

    It is the same whether the cut-out is cached or not, so that what is left out because it costs too much
    does not depend on what was shown before.
    """
    across, down = part[2] - part[0] + 1, part[3] - part[1] + 1
    if across <= 0 or down <= 0:
        return 0
    if transform.is_plain:
        return CUT_OUT_COST + across * down
    # each pixel of the box is made and copied, but only those that show the picture are sampled
    if transform.rotation % 180:
        whole = transform.width * transform.height * transform.scale_x * transform.scale_y
        sampled = int(min(across * down, whole))
        return CUT_OUT_COST + 2 * across * down + SAMPLED_PIXEL_COST * sampled + ROTATED_ROW_COST * down
    # not turned, or by a half: a row of the screen shows one row of the picture, which is sampled only once
    sampled = across * min(down, transform.sides[1])
    return CUT_OUT_COST + 2 * across * down + SAMPLED_PIXEL_COST * sampled + UNROTATED_ROW_COST * down


def cut_out(picture: bytes, transform: Transform, part: Rectangle) -> CutOut:
    """Returns the `part` of a transformed picture, a rectangle in pixels from the picture's place; cached.

    `picture` has the bytes of its words before the transform, row by row.
    """
    key = picture, transform, part
    result = _CUT_OUTS.get(key)
    if result is None:
        words = turn_words(multiply_by_color(picture, transform.color), transform)
        # a picture that is neither turned nor scaled is always cut out whole
        data = words.tobytes()
        if not transform.is_plain:
            left, top, right, bottom = part
            affine = affine_to_picture(transform, left, top)
            data = b"".join(
                sample_picture(words, transform.sides, affine, right - left + 1, bottom - top + 1)
            )
        result = CutOut(part, data, drawing_cost(transform, part))
        _CUT_OUTS.store(key, result, result.size)
    return result


def affine_to_picture(transform: Transform, left: int, top: int) -> Affine:
    """Returns the affine map to the picture from pixels, counted from (left, top) of its bounding box."""
    # what is done to the picture is undone in reverse order: turned back, then scaled back, about the home
    cosine, sine = direction(transform.rotation)
    scale_x, scale_y = min(transform.scale_x, LARGEST_SCALE), min(transform.scale_y, LARGEST_SCALE)
    # the center of the first pixel
    x, y = left + 0.5, top + 0.5
    return Affine(
        ((x * cosine + y * sine) / scale_x + transform.home_x, cosine / scale_x, sine / scale_x),
        ((y * cosine - x * sine) / scale_y + transform.home_y, -sine / scale_y, cosine / scale_y),
    )


def turn_words(words: bytes, transform: Transform) -> array[int]:
    """Returns a picture mirrored left-right, top-bottom, then turned clockwise by quarters, row by row."""
    flat = array("I", words)
    is_mirrored = bool(transform.attributes & MIRRORED)
    is_upside_down = bool(transform.attributes & UPSIDE_DOWN)
    # to reverse all words mirrors both ways; to reverse the order of the rows after that undoes one of them
    if is_mirrored:
        flat.reverse()
    if is_mirrored != is_upside_down:
        # `or 1`: a picture without columns has no rows either, and 0 is no step of a range
        starts = range(0, len(flat), transform.width or 1)
        flat = array("I", b"".join(flat[at : at + transform.width] for at in reversed(starts)))
    width = transform.width
    for _ in range(transform.quarters):
        height = len(flat) // (width or 1)
        # a column from the bottom upwards becomes a row
        flat = array("I", b"".join(flat[column::width][::-1] for column in range(width)))
        width = height
    return flat


def multiply_by_color(words: bytes, color: int) -> bytes:
    """Returns words multiplied by a color code, channel by channel; they stay opaque or transparent."""
    if color & CHANNEL_BITS == CHANNEL_BITS:
        return words
    colored = bytearray(words)
    _, *factors = channels(color)
    for place, factor in zip(COLOR_BYTES, factors, strict=True):
        colored[place::4] = words[place::4].translate(channel_products(factor))
    return bytes(colored)


@lru_cache(maxsize=256)
def channel_products(factor: int) -> bytes:
    """Returns a table for bytes.translate: each value of a channel times factor / 255, cut to five bits."""
    return bytes(value * factor // 255 & 0xF8 for value in range(256))


SheetPart = tuple[int, int, int, int]
"""u, v, width, height."""
Rows = tuple[bytes, ...]
"""Rows of pixels from the top, each the bytes of its words."""
CACHE_LIMIT = 1 << 24
"""The most bytes that are cached for a page, of each kind."""


class PageCopy:
    """A copy of a page's words, `words` and `bytes`, and caches of what was drawn from them.

    `cut_out_cache` has the cut-outs of sprites, `cell_cache` the pixel rows of single cells of a background,
    `row_cache` those of rows of cells, `area_cache` the pixels of rectangles of cells.
    """

    def __init__(self, words: array[int]) -> None:
        self.words = words[:]
        self.bytes = memoryview(self.words).cast("B")
        self._parts: BoundedCache[SheetPart, bytes] = BoundedCache(CACHE_LIMIT)
        self.cut_out_cache: BoundedCache[Hashable, CutOut] = BoundedCache(2 * CACHE_LIMIT)
        self.cell_cache: BoundedCache[tuple[int, int, int], Rows] = BoundedCache(CACHE_LIMIT)
        self.row_cache: BoundedCache[tuple[int, int, bytes], Rows] = BoundedCache(CACHE_LIMIT)
        self.area_cache: BoundedCache[tuple[int, int, int, bytes], array[int]] = BoundedCache(CACHE_LIMIT)

    def bytes_of_part(self, part: SheetPart) -> bytes:
        """Returns the bytes of a rectangle of the page, row by row; cached."""
        words = self._parts.get(part)
        if words is None:
            words = read_block(self.words, part).tobytes()
            self._parts.store(part, words, len(words))
        return words


_COPIES: WeakKeyDictionary[Page, PageCopy] = WeakKeyDictionary()


def current_copy(page: Page) -> PageCopy:
    """Returns a copy of the page as it is now; the last one, with its caches, if no pixel has changed.

    A page does not record that it was written into, so all words are compared.
    """
    copy = _COPIES.get(page)
    if copy is None or copy.words != page.pixels:
        copy = _COPIES[page] = PageCopy(page.pixels)
    return copy

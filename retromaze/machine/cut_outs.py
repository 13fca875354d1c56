"""Pictures of sprites as they are laid down: cut out of the sheet, mirrored, turned, scaled and colored.

Source: machine reference, 5.6.
Unverified: a turned or scaled picture takes the nearest pixel; a picture is mirrored before its quarter turn,
which leaves its upper left corner in place; products of colors are cut to five bits a channel.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Iterable
from functools import cached_property, lru_cache
from math import ceil, floor, isfinite
from typing import NamedTuple

from retromaze.machine.colors import CHANNELS, channels
from retromaze.machine.keeping import Kept
from retromaze.machine.page import Rectangle
from retromaze.machine.sampling import LARGEST_SCALE, LEAST_SCALE, Way, direction, sampled

QUARTERS, MIRRORED, UPSIDE_DOWN = 3, 8, 16
"""The attributes of a picture; quarter turns are the two bits above the first."""
TURNS = QUARTERS << 1 | MIRRORED | UPSIDE_DOWN
CHANNEL_BITS = 0xFF_FFFF
ALPHA = slice(3, None, 4) if sys.byteorder == "little" else slice(0, None, 4)
"""Where the alpha of words lies in their bytes."""
COLOR_BYTES = (2, 1, 0) if sys.byteorder == "little" else (1, 2, 3)
"""Where red, green and blue lie in a word."""
OPAQUE_RUN = re.compile(rb"[^\0]+")
SHORT_RUN, MANY_PIXELS = 6, 1 << 10
"""Pixels of a run on the average, and how many there are in all: see has_short_runs."""
STROKE, LOOKED_FOR, SLANTED_ROW, LEVEL_ROW = 1000, 8, 128, 32
"""What a cut-out takes, a pixel of it that is looked for, a row of these, in pixels that are only copied.

Measured: a copied one takes 15 nanoseconds at most (CPython 3.11, a server core of 2024).
"""
RUN_SIZE = 200
"""Bytes that a run takes beside its words."""


class Shape(NamedTuple):
    """How a picture of width * height pixels is laid down about its home.

    `attributes` are its mirrors and quarter turns; `color` the channels that it is multiplied by.
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
        """Whether it is neither turned nor scaled."""
        return not self.rotation and self.scale_x == self.scale_y == 1.0

    @property
    def sides(self) -> tuple[int, int]:
        """Width and height of the picture behind its quarter turn."""
        return (self.height, self.width) if self.quarters % 2 else (self.width, self.height)

    @property
    def quarters(self) -> int:
        """How many quarters it is turned clockwise."""
        return self.attributes >> 1 & QUARTERS


class CutOut:
    """The words of a shape within a `box`, row by row as bytes; the box is counted from the shape's place."""

    def __init__(self, box: Rectangle, words: bytes, pixels: int = 0) -> None:
        """`pixels` is what it takes to make and lay it down, see pixels_taken."""
        self.box = box
        self.pixels = pixels
        self.words = words
        self.width = box[2] - box[0] + 1
        self._level: dict[int, list[tuple[int, int, array[int]]]] = {}

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes with its runs."""
        return 2 * len(self.words) + RUN_SIZE * (self.box[3] - self.box[1] + 2)

    @cached_property
    def has_short_runs(self) -> bool:
        """Whether it is of so many small pieces that it is quicker to handle all pixels at once."""
        pixels = len(self.words) // 4
        return pixels > MANY_PIXELS and self.words[ALPHA].count(b"\0\xff") * SHORT_RUN > pixels

    def runs(self, width: int) -> list[tuple[int, int, array[int]]]:
        """Its opaque pixels as (first, behind the last, words) of a picture of that width, row by row."""
        found = self._level.get(width)
        return self._made_runs(width) if found is None else found

    @cached_property
    def is_solid(self) -> bool:
        """Whether all words are opaque."""
        return b"\0" not in self.words[ALPHA]

    def part(self, window: Rectangle) -> bytes:
        """The words of a rectangle within the box."""
        if window == self.box:
            return self.words
        left, top, right, bottom = window
        size, skipped, across = 4 * self.width, 4 * (left - self.box[0]), 4 * (right - left + 1)
        starts = range((top - self.box[1]) * size, (bottom - self.box[1] + 1) * size, size)
        return b"".join([self.words[at + skipped : at + skipped + across] for at in starts])

    def _made_runs(self, width: int) -> list[tuple[int, int, array[int]]]:
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
_CUT_OUTS: Kept[tuple[bytes, Shape, Rectangle], CutOut] = Kept(1 << 25)


@lru_cache(maxsize=1024)
def box_of(shape: Shape) -> Rectangle:
    """The rectangle around a shape, counted from its place; left > right where it has no size."""
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


def pixels_taken(shape: Shape, part: Rectangle) -> int:
    """How much work it is to make and lay down a part of a shape, in pixels; 0 where there is nothing.

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


def cut_out(picture: bytes, shape: Shape, part: Rectangle) -> CutOut:
    """The part of a shape that lies in a rectangle counted from its place, kept while there is room."""
    key = picture, shape, part
    found = _CUT_OUTS.get(key)
    if found is None:
        found = CutOut(part, drawn(picture, shape, part), pixels_taken(shape, part))
        _CUT_OUTS.keep(key, found, found.size)
    return found


def drawn(picture: bytes, shape: Shape, part: Rectangle) -> bytes:
    """The words of a part of a shape."""
    left, top, right, bottom = part
    columns, rows = shape.sides
    words = turned_words(colored(picture, shape.color), shape)
    if not shape.is_plain:
        way = way_to_picture(shape, left, top)
        return b"".join(sampled(words, (columns, rows), way, right - left + 1, bottom - top + 1))
    if part == (0, 0, columns - 1, rows - 1):
        return words.tobytes()
    starts = range(top * columns, (bottom + 1) * columns, columns)
    return b"".join([words[at + left : at + right + 1] for at in starts])


def way_to_picture(shape: Shape, left: int, top: int) -> Way:
    """The way of the middles of pixels, counted from a pixel of the shape."""
    cosine, sine = direction(shape.rotation)
    across, down = min(shape.scale_x, LARGEST_SCALE), min(shape.scale_y, LARGEST_SCALE)
    x, y = left + 0.5, top + 0.5
    return Way(
        ((x * cosine + y * sine) / across + shape.home_x, cosine / across, sine / across),
        ((y * cosine - x * sine) / down + shape.home_y, -sine / down, cosine / down),
    )


def turned_words(words: bytes, shape: Shape) -> array[int]:
    """A picture mirrored left-right, top-bottom, then turned clockwise by quarters, row by row."""
    flat = array("I", words)
    if shape.attributes & MIRRORED:
        flat.reverse()
    # what is reversed as a whole is mirrored both ways
    if bool(shape.attributes & MIRRORED) != bool(shape.attributes & UPSIDE_DOWN):
        flat = joined(flat[at : at + shape.width] for at in reversed(row_starts(flat, shape.width)))
    width = shape.width
    for _ in range(shape.quarters):
        height = len(flat) // (width or 1)
        # a column from the bottom upwards becomes a row
        flat = joined(flat[column::width][::-1] for column in range(width))
        width = height
    return flat


def row_starts(words: array[int], width: int) -> range:
    """Where rows of that width begin."""
    return range(0, len(words), width or 1)


def joined(rows: Iterable[array[int]]) -> array[int]:
    return array("I", b"".join(rows))


def colored(words: bytes, color: int) -> bytes:
    """Words multiplied by a color code, channel by channel; they stay opaque or transparent."""
    if color & CHANNEL_BITS == CHANNEL_BITS:
        return words
    made = bytearray(words)
    for place, factor in zip(COLOR_BYTES, channels(color)[1:], strict=True):
        made[place::4] = words[place::4].translate(products(factor))
    return bytes(made)


@lru_cache(maxsize=256)
def products(factor: int) -> bytes:
    """What each value of a channel becomes, multiplied by another one."""
    return bytes(value * factor // 255 & CHANNELS & 255 for value in range(256))

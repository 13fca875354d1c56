"""Draws sprites: cuts their pictures out of the sheet, turns and colors them, lays them over the picture.

A cut-out is kept by all that it depends on, its own pixels included, so that a page may change at any time.
Source: machine reference, 5.6 and 1.4.
Unverified: among equal depths the higher number is in front; places are rounded down; a turned or scaled
picture takes the nearest pixel; a picture is mirrored before its quarter turn, which leaves its upper left
corner in place; products and sums of colors are cut to five bits a channel.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import groupby
from math import ceil, cos, floor, radians, sin
from typing import NamedTuple

from retromaze.machine.blocks import read_block
from retromaze.machine.colors import CHANNELS, OPAQUE, channels
from retromaze.machine.definitions import SHOWN
from retromaze.machine.layers import SPRITE, Layer, LayerPicture
from retromaze.machine.page import Page, Rectangle, overlap
from retromaze.machine.sprite import Sprite
from retromaze.machine.sprites import Sprites

QUARTERS, MIRRORED, UPSIDE_DOWN, ADDED = 3, 8, 16, 32
"""The attributes of a picture; quarter turns are the two bits above the first."""
TURNS = QUARTERS << 1 | MIRRORED | UPSIDE_DOWN
SOLID = 255
CHANNEL_BITS = 0xFF_FFFF
FIVE_BITS, LOWEST_BITS = 0x1F_1F1F, 0x01_0101
"""Of the three channels of a word."""
KEPT_WHOLE = 128
"""A cut-out that is larger, in pixels across or down, is made of the part that is seen."""
Part = tuple[int, int, int, int]
"""u, v, width, height."""
Run = tuple[int, int, "array[int]"]
"""x, y, opaque words."""


class Runs(NamedTuple):
    """The opaque pixels of a shape within a `box`, and the same made `level` for pictures of some widths."""

    all: list[Run]
    box: Rectangle
    level: dict[int, list[tuple[int, int, array[int]]]]


NOTHING = Runs([], (0, 0, -1, -1), {})


class Placed(NamedTuple):
    """A sprite and its place on the screen, in pixels."""

    sprite: Sprite
    x: float
    y: float


class Shape(NamedTuple):
    """How a picture of width * height pixels is laid down about its home."""

    width: int
    height: int
    attributes: int
    home_x: float = 0.0
    home_y: float = 0.0
    rotation: int = 0
    scale_x: float = 1.0
    scale_y: float = 1.0

    @property
    def is_plain(self) -> bool:
        """Whether it is neither turned nor scaled."""
        return not self.rotation and self.scale_x == self.scale_y == 1.0


def sprite_layers(sprites: Sprites, sheet: Page) -> Iterator[Layer]:
    """One layer for each depth at which sprites are shown."""
    shown = [
        Placed(sprite, *sprites.place(number))
        for number, sprite in sprites.all_used()
        if sprite.attributes & SHOWN
    ]
    pictures = Pictures(sheet)
    for z, group in groupby(sorted(shown, key=depth), key=depth):
        yield Layer(
            z, SPRITE, partial(paint_sprites, placed=list(group), pictures=pictures, clip=sprites.clip)
        )


def depth(placed: Placed) -> float:
    return placed.sprite.z


class Pictures(dict[Part, bytes]):
    """The parts of a sheet as it is now, row by row as bytes of words: many sprites show the same one."""

    def __init__(self, sheet: Page) -> None:
        super().__init__()
        self.sheet = sheet

    def __missing__(self, part: Part) -> bytes:
        found = self[part] = read_block(self.sheet.pixels, part).tobytes()
        return found


def paint_sprites(
    picture: LayerPicture, placed: Sequence[Placed], pictures: Pictures, clip: Rectangle
) -> None:
    """Paints sprites of one depth, those of lower numbers first."""
    for sprite, x, y in placed:
        words = pictures[sprite.u, sprite.v, sprite.width, sprite.height]
        shape, corner = shape_of(sprite, x, y)
        runs = cut_out_within(words, shape, sprite, corner, clip)
        if sprite.attributes & ADDED:
            lay_down(picture, runs, corner, clip, partial(lightened, alpha=channels(sprite.color)[0]))
        elif channels(sprite.color)[0] < SOLID:
            lay_down(picture, runs, corner, clip, partial(mixed, alpha=channels(sprite.color)[0]))
        else:
            lay_down(picture, runs, corner, clip)


def shape_of(sprite: Sprite, x: float, y: float) -> tuple[Shape, tuple[int, int]]:
    """The shape of a sprite at a place, and the pixel of the screen that the shape is counted from."""
    turned, turn = sprite.attributes & TURNS, sprite.rotation % 360
    if not turn and sprite.scale_x == sprite.scale_y == 1.0:
        corner = floor(x - sprite.home_x), floor(y - sprite.home_y)
        return Shape(sprite.width, sprite.height, turned), corner
    home_x, home_y = sprite.home_x, sprite.home_y
    shape = Shape(sprite.width, sprite.height, turned, home_x, home_y, turn, sprite.scale_x, sprite.scale_y)
    return shape, (floor(x), floor(y))


def cut_out_within(
    words: bytes, shape: Shape, sprite: Sprite, corner: tuple[int, int], clip: Rectangle
) -> Runs:
    """What is to be laid down of a shape: all of a small one, so that it is the same wherever it stands."""
    box = box_of(shape)
    left, top, right, bottom = clip
    x, y = corner
    window = overlap(box, (left - x, top - y, right - x, bottom - y))
    if window[0] > window[2] or window[1] > window[3]:
        return NOTHING
    is_small = box[2] - box[0] < KEPT_WHOLE and box[3] - box[1] < KEPT_WHOLE
    return cut_out(words, shape, sprite.color & CHANNEL_BITS, box if is_small else window)


@lru_cache(maxsize=1024)
def box_of(shape: Shape) -> Rectangle:
    """The rectangle around a shape, counted from its place; left > right where it has no size."""
    width, height = sides(shape)
    if shape.is_plain:
        return 0, 0, width - 1, height - 1
    across, down = (-shape.home_x, width - shape.home_x), (-shape.home_y, height - shape.home_y)
    cosine, sine = direction(shape.rotation)
    corners = [(x * shape.scale_x, y * shape.scale_y) for x in across for y in down]
    xs = [x * cosine - y * sine for x, y in corners]
    ys = [x * sine + y * cosine for x, y in corners]
    return floor(min(xs)), floor(min(ys)), ceil(max(xs)) - 1, ceil(max(ys)) - 1


def sides(shape: Shape) -> tuple[int, int]:
    """Width and height of the picture behind its quarter turn."""
    return (shape.height, shape.width) if quarters(shape) % 2 else (shape.width, shape.height)


def quarters(shape: Shape) -> int:
    return shape.attributes >> 1 & QUARTERS


def direction(degrees: int) -> tuple[float, float]:
    """(cosine, sine) of an angle, exact for quarter turns."""
    if degrees % 90 == 0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[degrees // 90 % 4]
    return cos(radians(degrees)), sin(radians(degrees))


@lru_cache(maxsize=1024)
def cut_out(words: bytes, shape: Shape, color: int, part: Rectangle) -> Runs:
    """The opaque pixels of a picture in its shape and color, as runs (x, y, words) counted from its place."""
    rows = turned_rows(words, shape)
    if color != CHANNEL_BITS:
        rows = [[tinted(word, color) for word in row] for row in rows]
    left, top, right, bottom = part
    down = range(top, bottom + 1)
    if shape.is_plain:
        found = ((y, rows[y][left : right + 1]) for y in down)
    else:
        found = ((y, sampled(rows, shape, y, range(left, right + 1))) for y in down)
    return Runs([(left + x, y, run) for y, row in found for x, run in runs_of(row)], part, {})


def turned_rows(words: bytes, shape: Shape) -> list[list[int]]:
    """The rows of a picture mirrored left-right, top-bottom, then turned clockwise by quarters."""
    flat = array("I", words).tolist()
    rows = [flat[at : at + shape.width] for at in range(0, len(flat), shape.width or 1)]
    if shape.attributes & MIRRORED:
        rows = [row[::-1] for row in rows]
    if shape.attributes & UPSIDE_DOWN:
        rows = rows[::-1]
    for _ in range(quarters(shape)):
        rows = [list(column) for column in zip(*rows[::-1], strict=True)]
    return rows


def sampled(rows: list[list[int]], shape: Shape, y: int, across: range) -> list[int]:
    """One row of a turned and scaled picture: each pixel is the one that its middle comes from."""
    if not shape.scale_x or not shape.scale_y:
        return [0] * len(across)
    cosine, sine = direction(shape.rotation)
    height, width = len(rows), len(rows[0]) if rows else 0
    step_u, step_v = cosine / shape.scale_x, -sine / shape.scale_y
    middle = y + 0.5
    u = (across.start + 0.5) * step_u + middle * sine / shape.scale_x + shape.home_x
    v = (across.start + 0.5) * step_v + middle * cosine / shape.scale_y + shape.home_y
    places = ((floor(u + at * step_u), floor(v + at * step_v)) for at in range(len(across)))
    return [rows[row][column] if 0 <= column < width and 0 <= row < height else 0 for column, row in places]


def runs_of(row: list[int]) -> Iterator[tuple[int, array[int]]]:
    """The stretches of opaque words in a row, each with the place where it begins."""
    for opaque, stretch in groupby(enumerate(row), key=lambda each: each[1] & OPAQUE):
        if opaque:
            places, words = zip(*stretch, strict=True)
            yield places[0], array("I", words)


@lru_cache(maxsize=1 << 14)
def tinted(word: int, color: int) -> int:
    """A word multiplied by a color code, channel by channel; it stays opaque or transparent."""
    _, red, green, blue = channels(color)
    _, own_red, own_green, own_blue = channels(word)
    product = own_red * red // 255 << 16 | own_green * green // 255 << 8 | own_blue * blue // 255
    return word & OPAQUE | product & CHANNELS


def lay_down(
    picture: LayerPicture,
    runs: Runs,
    corner: tuple[int, int],
    clip: Rectangle,
    blend: Callable[[bytes, bytes], bytes] | None = None,
) -> None:
    """Lays runs over a picture, within a rectangle of it: in place of what is there, or blended with it."""
    x, y = corner
    left, top, right, bottom = clip
    width, pixels = picture.width, picture.pixels
    if not blend and is_within(runs, corner, clip):
        start = y * width + x
        for first, last, words in level(runs, width):
            pixels[start + first : start + last] = words
        return
    for run_x, run_y, words in runs.all:
        row, start = y + run_y, x + run_x
        end = start + len(words)
        if not top <= row <= bottom or end <= left or start > right:
            continue
        shown = words
        if start < left or end > right + 1:
            shown = words[max(left - start, 0) : right + 1 - start]
            start, end = max(start, left), min(end, right + 1)
        here = slice(row * width + start, row * width + end)
        if blend:
            shown = array("I", blend(pixels[here].tobytes(), shown.tobytes()))
        pixels[here] = shown


def is_within(runs: Runs, corner: tuple[int, int], clip: Rectangle) -> bool:
    """Whether all runs lie in a rectangle."""
    x, y = corner
    left, top, right, bottom = runs.box
    return x + left >= clip[0] and y + top >= clip[1] and x + right <= clip[2] and y + bottom <= clip[3]


def level(runs: Runs, width: int) -> list[tuple[int, int, array[int]]]:
    """Runs as (first, behind the last) of the words of a picture of that width, row after row."""
    if width not in runs.level:
        starts = ((y * width + x, words) for x, y, words in runs.all)
        runs.level[width] = [(start, start + len(words), words) for start, words in starts]
    return runs.level[width]


def mixed(below: bytes, above: bytes, alpha: int) -> bytes:
    """Words with others of some opacity, 0 to 255, laid over them; all as bytes, handled as one number."""
    given, kept = shares(alpha)
    length = len(below)
    both = number_of(below.translate(kept)) + number_of(above.translate(given))
    return (both & every(CHANNELS, length) | every(OPAQUE, length)).to_bytes(length, sys.byteorder)


def lightened(below: bytes, above: bytes, alpha: int) -> bytes:
    """Words to which the light of others is added, no channel beyond its highest; all as bytes likewise."""
    given, _ = shares(alpha)
    length = len(below)
    # five bits a channel: the sixth tells of two that are more than the highest together
    both = (number_of(below) >> 3 & every(FIVE_BITS, length)) + (
        number_of(above.translate(given)) >> 3 & every(FIVE_BITS, length)
    )
    beyond = both >> 5 & every(LOWEST_BITS, length)
    lit = (both | beyond * 31) & every(FIVE_BITS, length)
    return (lit << 3 | every(OPAQUE, length)).to_bytes(length, sys.byteorder)


def number_of(words: bytes) -> int:
    return int.from_bytes(words, sys.byteorder)


@lru_cache(maxsize=1 << 10)
def every(word: int, length: int) -> int:
    """A word over and over, in so many bytes, as one number."""
    return number_of(array("I", (word,)).tobytes() * (length // 4))


@cache
def shares(alpha: int) -> tuple[bytes, bytes]:
    """What each value of a channel gives to a mixture, and what it keeps there: together it is itself."""
    given = bytes(value * alpha // SOLID for value in range(256))
    return given, bytes(value - gone for value, gone in enumerate(given))

"""Takes the pixels of a turned or scaled picture: each pixel shows the one that its middle comes from.

A row of the screen crosses the picture in equal steps. The places of all its pixels are reckoned at once, in
lanes of one big number, 64 bits a pixel, with bits behind the point: that takes a third of the time that
single numbers do. Of a small picture all pixels are reckoned at once, of a large one those of a row.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import NamedTuple

LANE = 64
MIDDLE = 1 << LANE - 2
"""What stands for 0 in a lane whose number may be less."""
FRACTION, LEVEL_FRACTION = 20, 32
"""Bits behind the point."""
LEAST_SCALE, LARGEST_SCALE = 1e-6, 1e9
"""What is smaller has less than one pixel and shows nothing; what is larger fills the screen by one pixel."""


class Way(NamedTuple):
    """The place in a picture that the screen shows at x, y: u[0] + u[1] * x + u[2] * y, `v` likewise."""

    u: tuple[float, float, float]
    v: tuple[float, float, float]

    def counted_from(self, u: int, v: int) -> Way:
        """The same way to places that are counted from another one."""
        return Way((self.u[0] - u, *self.u[1:]), (self.v[0] - v, *self.v[1:]))


def direction(degrees: int) -> tuple[float, float]:
    """(cosine, sine) of an angle, exact for quarter turns."""
    if degrees % 90 == 0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[degrees // 90 % 4]
    return cos(radians(degrees)), sin(radians(degrees))


FEW = 3_000
"""Words of a small picture, before it is turned and behind."""


def sampled(words: array[int], size: tuple[int, int], way: Way, width: int, height: int) -> Iterator[bytes]:
    """The words of a screen that shows a picture of size (columns, rows), in rows or all; 0 outside of it."""
    if not way.v[1]:
        yield from level(words, size, way, width, height)
    elif max(len(words), width * height) <= FEW:
        yield at_once(words, size, way, width, height)
    else:
        # numbers in a list are found more quickly, but it takes time to put them there
        known = words.tolist() if len(words) <= width * height else words
        yield from slanted(known, size, way, width, height)


def level(words: array[int], size: tuple[int, int], way: Way, width: int, height: int) -> Iterator[bytes]:
    """The rows of a screen where each lies along one of the picture: all show the same columns."""
    columns, rows = size
    one = 1 << LEVEL_FRACTION
    start, step = round(way.u[0] * one), round(way.u[1] * one)
    first, end = inside(start, step, columns * one, 0, width)
    places = [start + step * x >> LEVEL_FRACTION for x in range(first, end)]
    before, behind, blank = bytes(4 * first), bytes(4 * (width - end)), bytes(4 * width)
    drawn: dict[int, bytes] = {}
    for y in range(height):
        row = round((way.v[0] + way.v[2] * y) * one) >> LEVEL_FRACTION
        if row not in drawn and 0 <= row < rows:
            seen = words[row * columns : (row + 1) * columns]
            drawn[row] = before + array("I", map(seen.__getitem__, places)).tobytes() + behind
        yield drawn.get(row, blank)


def at_once(words: array[int], size: tuple[int, int], way: Way, width: int, height: int) -> bytes:
    """All words of a screen that shows a small picture, row by row."""
    columns, rows = size
    ones, across, down, most = box_lanes(width, height)
    one = 1 << FRACTION
    places = []
    inside = most
    for (start, by_x, by_y), count in ((way.u, columns), (way.v, rows)):
        lanes = ones * (MIDDLE + round(start * one)) + across * round(by_x * one) + down * round(by_y * one)
        # a lane reaches the middle where the place is 0 or more, and twice that minus it where it is less
        inside &= lanes & ones * (2 * MIDDLE + count * one - 1) - lanes
        places.append(lanes >> FRACTION & ones * ((1 << count.bit_length()) - 1))
    inside >>= MIDDLE.bit_length() - 1
    found = (places[1] * columns + places[0] + ones) & (inside << LANE // 2) - inside
    return array("I", map([0, *words].__getitem__, lane_values(found, width * height))).tobytes()


@lru_cache(maxsize=128)
def box_lanes(width: int, height: int) -> tuple[int, int, int, int]:
    """For each pixel of a rectangle, row by row, lanes of 1, of x, of y and of MIDDLE."""
    ones, across = ramps(width)
    rows, down = range(height), LANE * width
    return (
        sum(ones << down * y for y in rows),
        sum(across << down * y for y in rows),
        sum(y * ones << down * y for y in rows),
        sum(ones * MIDDLE << down * y for y in rows),
    )


def slanted(
    words: Sequence[int], size: tuple[int, int], way: Way, width: int, height: int
) -> Iterator[bytes]:
    """The rows of a screen where each crosses several of the picture."""
    columns, rows = size
    across, down = columns.bit_length(), rows.bit_length()
    fraction = (LANE - across - down) // 2
    one, high = 1 << fraction, across + fraction
    step_u, step_v = round(way.u[1] * one), round(way.v[1] * one)
    step = (step_v << high) + step_u
    lanes: dict[int, tuple[int, int, int, int]] = {}
    for y in range(height):
        u, v = round((way.u[0] + way.u[2] * y) * one), round((way.v[0] + way.v[2] * y) * one)
        first, end = inside(v, step_v, rows << fraction, *inside(u, step_u, columns << fraction, 0, width))
        count = end - first
        if count not in lanes:
            ones, numbers = ramps(count)
            lanes[count] = ones, numbers * step, ones * ((1 << across) - 1), ones * ((1 << down) - 1)
        ones, steps, in_row, in_column = lanes[count]
        places = ones * ((v + step_v * first << high) + u + step_u * first) + steps
        found = (places >> high + fraction & in_column) * columns + (places >> fraction & in_row)
        seen = array("I", map(words.__getitem__, lane_values(found, count))).tobytes()
        yield bytes(4 * first) + seen + bytes(4 * (width - end))


def inside(start: int, step: int, size: int, first: int, end: int) -> tuple[int, int]:
    """(first, end) of those numbers n from `first` on, before `end`, with 0 <= start + step * n < size."""
    if step > 0:
        first, end = max(first, -(start // step)), min(end, -((start - size) // step))
    elif step < 0:
        first, end = max(first, (start - size) // -step + 1), min(end, start // -step + 1)
    elif not 0 <= start < size:
        end = first
    return (first, end) if first < end else (0, 0)


@lru_cache(maxsize=1024)
def ramps(count: int) -> tuple[int, int]:
    """So many lanes of 1, and of 0, 1, 2 and so on."""
    return number_of_lanes([1] * count), number_of_lanes(range(count))


def number_of_lanes(values: Sequence[int]) -> int:
    return int.from_bytes(b"".join(value.to_bytes(LANE // 8, "little") for value in values), "little")


def lane_values(number: int, count: int) -> array[int]:
    """The values of so many lanes."""
    values = array("Q", number.to_bytes(LANE // 8 * count, "little"))
    if sys.byteorder == "big":
        values.byteswap()
    return values

"""Draws shapes on a page: writes `ink`, one word (an ARGB color), to its `pixels`, in the rectangle `clip`.

Every function overwrites: a transparent ink erases. The clip lies within the page. A row of a page has 512
words, so `y << 9 | x` is the index of the pixel x, y.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from retromaze.machine.page import Point, Rectangle, clip_rectangle
from retromaze.values.costs import PAINT_COST, PAINT_SEARCH_COST, PIECE, do_nothing

LOWEST, HIGHEST = -32768, 32767


def clamp_coordinate(coordinate: int) -> int:
    """Returns a coordinate held within signed 16 bits, as the machine does before it steps along a line.

    Source: machine reference, 3.2 (disassembled).
    """
    if coordinate < LOWEST:
        return LOWEST
    return HIGHEST if coordinate > HIGHEST else coordinate


def fill(pixels: array[int], clip: Rectangle, ink: array[int], x0: int, y0: int, x1: int, y1: int) -> None:
    """Fills the rectangle between two corners, which belong to it, in any order."""
    left, top, right, bottom = clip_rectangle(x0, y0, x1, y1, clip)
    if left > right or top > bottom:
        return
    first, last = top << 9 | left, bottom << 9 | left
    if left == right:  # a column is one slice
        pixels[first : last + 1 : 512] = ink * (bottom - top + 1)
        return
    width = right - left + 1
    run = ink * width
    for start in range(first, last + 1, 512):
        pixels[start : start + width] = run


def box(pixels: array[int], clip: Rectangle, ink: array[int], x0: int, y0: int, x1: int, y1: int) -> None:
    """Draws the outline of the rectangle between two corners, one pixel wide."""
    left, top, right, bottom = clip_rectangle(x0, y0, x1, y1, clip)
    if left > right or top > bottom:
        return
    row, column = ink * (right - left + 1), ink * (bottom - top + 1)
    for y in (y0, y1):
        if top <= y <= bottom:
            pixels[y << 9 | left : (y << 9 | right) + 1] = row
    for x in (x0, x1):
        if left <= x <= right:
            pixels[top << 9 | x : (bottom << 9 | x) + 1 : 512] = column


def line(pixels: array[int], clip: Rectangle, ink: array[int], x0: int, y0: int, x1: int, y1: int) -> None:
    """Draws a straight line, both ends included; exchanging the ends changes nothing.

    Source: machine reference, 3.5 (measured for flat lines, disassembled for steep ones).
    """
    left, top, right, bottom = clip
    inside = left <= x0 <= right and left <= x1 <= right and top <= y0 <= bottom and top <= y1 <= bottom
    if inside and abs(x1 - x0) == abs(y1 - y0):
        # a diagonal, at once: its words have equal distances, 511 or 513; for one pixel any step will do
        count = abs(x1 - x0) + 1
        first, last = sorted((y0 << 9 | x0, y1 << 9 | x1))
        step = (last - first) // (count - 1) if count > 1 else 1
        pixels[first : last + 1 : step] = ink * count
        return
    # the machine steps along a line in 16 bits, which only coordinates outside the page can exceed
    if not inside:
        x0, y0 = clamp_coordinate(x0), clamp_coordinate(y0)
        x1, y1 = clamp_coordinate(x1), clamp_coordinate(y1)
    if x0 == x1 or y0 == y1:
        fill(pixels, clip, ink, x0, y0, x1, y1)
        return
    across, down = Axis(left, right, stride=1), Axis(top, bottom, stride=512)
    if abs(x1 - x0) >= abs(y1 - y0):
        draw_slope(pixels, ink[0], (x0, y0, x1, y1), major=across, minor=down)
    else:
        draw_slope(pixels, ink[0], (y0, x0, y1, x1), major=down, minor=across)


class Axis(NamedTuple):
    """An axis of a page: the coordinates that may be written, and the distance of neighbors in words."""

    lowest: int
    highest: int
    stride: int


def draw_slope(
    pixels: array[int], word: int, ends: tuple[int, int, int, int], major: Axis, minor: Axis
) -> None:
    """Draws a sloped line as Bresenham does: one pixel for each step along the major axis, the longer one.

    `ends` are the two ends, each as (major, minor) coordinates.
    """
    a0, b0, a1, b1 = ends
    if a0 > a1:
        a0, b0, a1, b1 = a1, b1, a0, b0
    low, high, stride = major
    lowest, highest, side_stride = minor
    at = a0 * stride + b0 * side_stride
    if b1 < b0:
        # the minor axis is turned round, so that the line always grows along it
        b0, b1, lowest, highest, side_stride = -b0, -b1, -highest, -lowest, -side_stride
    # the error grows by `gain` at each pixel; at `limit` the line steps along the minor axis
    limit, gain = 2 * (a1 - a0), 2 * (b1 - b0)
    # the machine's error does not start at the middle: it delays or advances the first side step
    error, count = (a1 - a0 + gain) % limit, a1 - a0 + 1
    if a0 < low or a1 > high or b0 < lowest or b1 > highest:
        # before pixel n there are (error + n * gain) // limit steps aside: solved for n, rounded up and down
        first = max(-((error - (lowest - b0) * limit) // gain), low - a0, 0)
        stop = min(((highest - b0 + 1) * limit - error - 1) // gain, high - a0) + 1
        steps, error = divmod(error + first * gain, limit)
        at += first * stride + steps * side_stride
        count = min(count, stop) - first
    error -= limit
    for _ in range(count):
        pixels[at] = word
        error += gain
        if error < 0:
            at += stride
        else:
            error -= limit
            at += stride + side_stride


Spans = Sequence[tuple[int, int]]
"""The first and the last row of columns side by side."""


def octant_offsets(radius: int) -> Iterator[Point]:
    """Yields the offsets (along, out) of an eighth of a circle from its center: 0 <= along <= out.

    Source: machine reference, 3.6 (captured for radii 60 and 80).
    """
    along, out, error = 0, radius, 3 - 2 * radius
    while along <= out:
        yield along, out
        # Bresenham's error: below 0 the next pixel stays at the same distance `out`
        if error < 0:
            error += 4 * along + 6
        else:
            error += 4 * (along - out) + 10
            out -= 1
        along += 1


def circle_pixels(x: int, y: int, radius: int) -> Iterator[Point]:
    """Yields (x, y) of the pixels of a circle's outline, some of them more than once."""
    for a, b in octant_offsets(min(radius, HIGHEST)):
        yield from ((x + a, y + b), (x - a, y + b), (x + a, y - b), (x - a, y - b))
        yield from ((x + b, y + a), (x - b, y + a), (x + b, y - a), (x - b, y - a))


def draw_unclipped_circle(pixels: array[int], word: int, x: int, y: int, radius: int) -> None:
    """Draws the outline of a circle that lies within the clip: no pixel is tested, as plot_points() does."""
    center = y << 9 | x
    for a, b in octant_offsets(radius):
        up, across = a << 9, b << 9
        pixels[center + across + a] = pixels[center + across - a] = word
        pixels[center - across + a] = pixels[center - across - a] = word
        pixels[center + up + b] = pixels[center + up - b] = word
        pixels[center - up + b] = pixels[center - up - b] = word


def plot_points(pixels: array[int], clip: Rectangle, ink: array[int], points: Iterator[Point]) -> None:
    """Writes those of the points (x, y) that lie within the clip."""
    left, top, right, bottom = clip
    word = ink[0]
    for x, y in points:
        if left <= x <= right and top <= y <= bottom:
            pixels[y << 9 | x] = word


def circle(pixels: array[int], clip: Rectangle, ink: array[int], x: int, y: int, radius: int) -> None:
    """Draws a circle's outline; a radius of 0 or less draws nothing.

    Unverified: radii above 32767 are held there.
    """
    left, top, right, bottom = clip
    if radius <= 0:
        return
    if left <= x - radius and x + radius <= right and top <= y - radius and y + radius <= bottom:
        draw_unclipped_circle(pixels, ink[0], x, y, radius)
    else:
        plot_points(pixels, clip, ink, circle_pixels(x, y, radius))


def arc(
    pixels: array[int],
    clip: Rectangle,
    ink: array[int],
    ring: tuple[int, int, int],
    angles: tuple[int, int],
    *,
    radii: bool,
) -> None:
    """Draws the part of the outline of `ring` (x, y, radius) between two angles, clockwise from the right.

    Source: machine reference, 3.6. Unverified: which pixels near the ends belong, and where the radii end.
    """
    x, y, radius = ring
    start, end = angles
    if radius <= 0:
        return
    # an end before the start is 360 degrees later
    most = end - start if end >= start else (end - start) % 360

    def degrees_from_start(point: Point) -> int:
        degrees = round(math.degrees(math.atan2(point[1] - y, point[0] - x)))
        return (degrees - start) % 360

    points = (point for point in circle_pixels(x, y, radius) if degrees_from_start(point) <= most)
    plot_points(pixels, clip, ink, points)
    if radii:
        for angle in map(math.radians, angles):
            across, down = radius * math.cos(angle), radius * math.sin(angle)
            line(pixels, clip, ink, x, y, x + math.floor(across + 0.5), y + math.floor(down + 0.5))


def triangle(
    pixels: array[int], clip: Rectangle, ink: array[int], corners: tuple[Point, Point, Point]
) -> None:
    """Fills a triangle column by column, edges included, in any order of its corners.

    Source: machine reference, 3.7 (ten captured masks). Unverified: corners are held within 16 bits.
    """
    first, middle, last = sorted([(clamp_coordinate(x), clamp_coordinate(y)) for x, y in corners])
    (x0, y0), (x1, y1), (x2, y2) = first, middle, last
    if (x1 - x0) * (y2 - y0) == (x2 - x0) * (y1 - y0):
        # three points in a row: a line between the two that are farthest apart
        start, end = max(((first, middle), (middle, last), (first, last)), key=lambda pair: math.dist(*pair))
        line(pixels, clip, ink, *start, *end)
        return
    left, top, right, bottom = clip
    # the columns within the clip, counted from the first corner
    shown = range(max(0, left - x0), min(x2, right) - x0 + 1)
    spans = triangle_spans((x1 - x0, y1 - y0), (x2 - x0, y2 - y0), shown)
    for x, (low, high) in enumerate(spans, x0 + shown.start):
        upper, lower = y0 + low, y0 + high
        upper, lower = top if upper < top else upper, bottom if lower > bottom else lower
        if upper <= lower:
            pixels[upper << 9 | x : (lower << 9 | x) + 1 : 512] = ink * (lower - upper + 1)


# a maze draws the same room hundreds of times
@lru_cache(maxsize=128)
def triangle_spans(middle: Point, last: Point, shown: range) -> Spans:
    """Returns the first and last row of each of the `shown` columns of a triangle with a corner at 0, 0."""
    # beyond any row, so that the first edge of a column replaces them
    tops, bottoms = [HIGHEST - LOWEST] * len(shown), [LOWEST - HIGHEST] * len(shown)
    for start, end in (((0, 0), last), ((0, 0), middle), (middle, last)):
        # a vertical edge is left out: the other edges include both of its ends
        if start[0] == end[0]:
            continue
        first = max(start[0], shown.start)
        for at, (top, bottom) in enumerate(edge_spans(start, end, shown), first - shown.start):
            tops[at], bottoms[at] = min(tops[at], top), max(bottoms[at], bottom)
    return tuple(zip(tops, bottoms, strict=True))


def edge_spans(start: Point, end: Point, shown: range) -> Spans:
    """Returns the first and last row that an edge to the right covers in each of its shown columns."""
    (x0, y0), (x1, y1) = start, end
    first, stop = max(x0, shown.start), min(x1 + 1, shown.stop)
    if y0 == y1 or first >= stop:
        return [(y0, y0)] * (stop - first)
    width, height = x1 - x0, abs(y1 - y0)
    # as captured: a flat edge takes the nearest row, a steep one the row half a column before
    error = -height if height > width else width
    # the rows that the edge has gone up or down when each column begins, and at the end
    steps = [(error + 2 * height * (x - x0)) // (2 * width) for x in range(first, stop + 1)]
    # the first column begins, and the last one ends, with the edge itself
    if first == x0:
        steps[0] = 0
    steps[-1] = min(steps[-1], height + 1)
    # a column ends a row before the next one begins
    spans = [(row, row if row == next_row else next_row - 1) for row, next_row in pairwise(steps)]
    if y1 > y0:
        return [(y0 + near, y0 + far) for near, far in spans]
    return [(y0 - far, y0 - near) for near, far in spans]


FREE, WALL = b"\0", b"\1"
WALL_UNLESS_0 = FREE + WALL * 255
"""A table for bytes.translate that turns every byte but 0 into a wall."""
WALL_IF_0 = WALL + FREE * 255


class Walls(dict[int, bytearray]):
    """Maps a row to a byte for each column of the clip: 1 where a flood fill may not go, or has been.

    A row is made when the fill first reaches it. It consists of bytes because they can be searched quickly.
    Rows outside the clip are walls.
    """

    def __init__(self, pixels: array[int], clip: Rectangle, words: tuple[int, ...], table: bytes) -> None:
        """`table` is WALL_IF_0 if pixels of these `words` are walls, WALL_UNLESS_0 if all others are."""
        super().__init__()
        self.pixels = pixels
        self.left, self.top, self.right, self.bottom = clip
        self.width, self.table = self.right - self.left + 1, table
        self.patterns = [
            int.from_bytes(array("I", (word,)).tobytes() * self.width, "little") for word in words
        ]

    def __missing__(self, row: int) -> bytearray:
        if self.top <= row <= self.bottom:
            words = self.pixels[row << 9 | self.left : (row << 9 | self.right) + 1]
            walls = 0
            for pattern in self.patterns:
                walls |= int.from_bytes(differing_words(words, pattern).translate(self.table), "little")
            self[row] = bytearray(walls.to_bytes(self.width, "little"))
        else:
            self[row] = bytearray(WALL) * self.width
        return self[row]


def differing_words(words: array[int], pattern: int) -> bytes:
    """Returns a byte for each word: 0 where it is the same as in the pattern, any other value elsewhere.

    All are compared at once: `pattern` is one number, a word repeated. That takes a tenth of the time.
    """
    other = int.from_bytes(words.tobytes(), "little") ^ pattern
    # the lowest byte of each word gathers the others
    other |= other >> 16
    other |= other >> 8
    return other.to_bytes(4 * len(words), "little")[::4]


def flood_fill(
    pixels: array[int],
    clip: Rectangle,
    ink: array[int],
    x: int,
    y: int,
    border: int | None,
    count_work: Callable[[int], None] = do_nothing,
) -> None:
    """Flood-fills the area around a point, in four directions: of its color, or up to the word `border`.

    Nothing happens if the point lies outside the clip, on the border, or without a border has the fill color.
    Source: machine reference, 3.8. Unverified: with a border, pixels of the fill color stop the fill too.
    """
    left, top, right, bottom = clip
    if not (left <= x <= right and top <= y <= bottom):
        return
    seed, word = pixels[y << 9 | x], ink[0]
    if border is None and seed == word:
        return
    # without a border all words but that of the point stop the fill
    words, table = ((seed,), WALL_UNLESS_0) if border is None else ((border, word), WALL_IF_0)
    walls = Walls(pixels, clip, words, table)
    done = 0
    for done, (row, first, last) in enumerate(reachable_runs(walls, x - left, y), 1):
        start, length = row << 9 | left + first, last - first + 1
        pixels[start : start + length] = ink * length
        if not done % PIECE:
            count_work(PAINT_COST.of(PIECE))
    count_work(PAINT_COST.of(done % PIECE) + PAINT_SEARCH_COST.of(len(walls) * walls.width))


def reachable_runs(walls: Walls, column: int, row: int) -> Iterator[tuple[int, int, int]]:
    """Yields (row, first, last column) of each free run that a flood fill reaches from a point.

    A run that was yielded becomes a wall, so that it is not found again.
    """
    # a row, its first and last column to search, and the direction (-1 or 1) to the row that led there
    unsearched = [(row, column, column, 0)]
    while unsearched:
        row, low, high, back = unsearched.pop()
        line = walls[row]
        at = line.find(FREE, low, high + 1)
        while at >= 0:
            first = line.rfind(WALL, 0, at) + 1
            end = line.find(WALL, at)
            # no wall follows: the run reaches the edge of the clip
            if end < 0:
                end = len(line)
            line[first:end] = WALL * (end - first)
            yield row, first, end - 1
            for way in (-1, 1):
                # the row that led here is searched again only if this run reaches beyond the run there
                if way != back or first < low or end - 1 > high:
                    unsearched.append((row + way, first, end - 1, -way))
            at = line.find(FREE, end, high + 1)

"""Draws circles, arcs and triangles on the words of a page; arguments as in drawing."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from retromaze.machine import drawing
from retromaze.machine.drawing import HIGHEST, LOWEST, clamp_coordinate
from retromaze.machine.page import Rectangle

Point = tuple[int, int]
Spans = Sequence[tuple[int, int]]
"""The first and the last row of columns side by side."""


def octant(radius: int) -> Iterator[Point]:
    """The offsets (along, out) of an eighth of a circle, along from 0 up to out.

    Source: machine reference, 3.6 (captured for radii 60 and 80).
    """
    along, out, error = 0, radius, 3 - 2 * radius
    while along <= out:
        yield along, out
        if error < 0:
            error += 4 * along + 6
        else:
            error += 4 * (along - out) + 10
            out -= 1
        along += 1


def outline(x: int, y: int, radius: int) -> Iterator[Point]:
    """The pixels of a circle, some of them more than once."""
    for a, b in octant(min(radius, HIGHEST)):
        yield from ((x + a, y + b), (x - a, y + b), (x + a, y - b), (x - a, y - b))
        yield from ((x + b, y + a), (x - b, y + a), (x + b, y - a), (x - b, y - a))


def whole_circle(pixels: array[int], word: int, x: int, y: int, radius: int) -> None:
    """Draws an outline that lies within the page: as plot() does, without asking for every pixel."""
    center = y << 9 | x
    for a, b in octant(radius):
        up, across = a << 9, b << 9
        pixels[center + across + a] = pixels[center + across - a] = word
        pixels[center - across + a] = pixels[center - across - a] = word
        pixels[center + up + b] = pixels[center + up - b] = word
        pixels[center - up + b] = pixels[center - up - b] = word


def plot(pixels: array[int], clip: Rectangle, ink: array[int], points: Iterator[Point]) -> None:
    """Writes single pixels."""
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
        whole_circle(pixels, ink[0], x, y, radius)
    else:
        plot(pixels, clip, ink, outline(x, y, radius))


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
    belongs = between(start, end)
    plot(
        pixels,
        clip,
        ink,
        (point for point in outline(x, y, radius) if belongs(degree(point[0] - x, point[1] - y))),
    )
    if radii:
        for angle in angles:
            across, down = on_ring(radius, angle)
            drawing.line(pixels, clip, ink, x, y, x + across, y + down)


def between(start: int, end: int) -> Callable[[int], bool]:
    """Whether a degree lies on the way from start to end; an end before the start is 360 later."""
    sweep = end - start if end >= start else (end - start) % 360
    return lambda angle: (angle - start) % 360 <= sweep


def degree(across: int, down: int) -> int:
    """The direction of an offset in whole degrees."""
    return round(math.degrees(math.atan2(down, across)))


def on_ring(radius: int, angle: int) -> Point:
    """The offset of the end of a radius."""
    turn = math.radians(angle)
    return math.floor(radius * math.cos(turn) + 0.5), math.floor(radius * math.sin(turn) + 0.5)


def triangle(
    pixels: array[int], clip: Rectangle, ink: array[int], corners: tuple[Point, Point, Point]
) -> None:
    """Fills a triangle column by column, edges included, in any order of its corners.

    Source: machine reference, 3.7 (ten captured masks). Unverified: corners are held within 16 bits.
    """
    first, middle, last = sorted([(clamp_coordinate(x), clamp_coordinate(y)) for x, y in corners])
    if collinear(first, middle, last):
        one, other = farthest(first, middle, last)
        drawing.line(pixels, clip, ink, *one, *other)
        return
    x0, y0 = first
    left, top, right, bottom = clip
    shown = range(max(0, left - x0), min(last[0], right) - x0 + 1)
    spans = columns((middle[0] - x0, middle[1] - y0), (last[0] - x0, last[1] - y0), shown)
    for x, (low, high) in enumerate(spans, x0 + shown.start):
        start, end = y0 + low, y0 + high
        start, end = top if start < top else start, bottom if end > bottom else end
        if start <= end:
            pixels[start << 9 | x : (end << 9 | x) + 1 : 512] = ink * (end - start + 1)


def collinear(first: Point, middle: Point, last: Point) -> bool:
    """Whether three points lie in a row."""
    return (middle[0] - first[0]) * (last[1] - first[1]) == (last[0] - first[0]) * (middle[1] - first[1])


def farthest(first: Point, middle: Point, last: Point) -> tuple[Point, Point]:
    """The two of three points that are farthest apart."""
    pairs = ((first, middle), (middle, last), (first, last))
    return max(pairs, key=lambda pair: (pair[0][0] - pair[1][0]) ** 2 + (pair[0][1] - pair[1][1]) ** 2)


# a maze draws the same room hundreds of times
@lru_cache(maxsize=128)
def columns(middle: Point, last: Point, shown: range) -> Spans:
    """The first and last row of the columns of a triangle that are shown; its first corner is at 0, 0."""
    tops, bottoms = [HIGHEST - LOWEST] * len(shown), [LOWEST - HIGHEST] * len(shown)
    for start, end in (((0, 0), last), ((0, 0), middle), (middle, last)):
        if start[0] == end[0]:
            continue
        first = max(start[0], shown.start)
        for at, (top, bottom) in enumerate(edge(start, end, shown), first - shown.start):
            tops[at], bottoms[at] = min(tops[at], top), max(bottoms[at], bottom)
    return tuple(zip(tops, bottoms, strict=True))


def edge(start: Point, end: Point, shown: range) -> Spans:
    """The first and last row that an edge, running to the right, covers in its columns that are shown."""
    (x0, y0), (x1, y1) = start, end
    first, stop = max(x0, shown.start), min(x1 + 1, shown.stop)
    if y0 == y1 or first >= stop:
        return [(y0, y0)] * (stop - first)
    width, height = x1 - x0, abs(y1 - y0)
    error = -height if height > width else width
    steps = [(error + 2 * height * (x - x0)) // (2 * width) for x in range(first, stop + 1)]
    if first == x0:
        steps[0] = 0
    steps[-1] = min(steps[-1], height + 1)
    spans = [(here, here if here == below else below - 1) for here, below in pairwise(steps)]
    if y1 > y0:
        return [(y0 + near, y0 + far) for near, far in spans]
    return [(y0 - far, y0 - near) for near, far in spans]

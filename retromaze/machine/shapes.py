"""Curves and triangles on a page's words; arguments as in drawing."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator

from retromaze.machine import drawing
from retromaze.machine.drawing import HIGHEST, held
from retromaze.machine.page import Rectangle

Point = tuple[int, int]
Spans = dict[int, tuple[int, int]]
"""Column -> its first and last row."""


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
    if radius > 0:
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
    first, middle, last = sorted(((held(x), held(y)) for x, y in corners), key=lambda corner: corner[0])
    if collinear(first, middle, last):
        one, other = farthest(first, middle, last)
        drawing.line(pixels, clip, ink, *one, *other)
        return
    shown = range(max(first[0], clip[0]), min(last[0], clip[2]) + 1)
    edges = [
        edge(one, other, shown)
        for one, other in ((first, last), (first, middle), (middle, last))
        if one[0] != other[0]
    ]
    for x in shown:
        spans = [edge[x] for edge in edges if x in edge]
        top, bottom = min(span[0] for span in spans), max(span[1] for span in spans)
        drawing.fill(pixels, clip, ink, x, top, x, bottom)


def collinear(first: Point, middle: Point, last: Point) -> bool:
    """Whether three points lie in a row."""
    return (middle[0] - first[0]) * (last[1] - first[1]) == (last[0] - first[0]) * (middle[1] - first[1])


def farthest(first: Point, middle: Point, last: Point) -> tuple[Point, Point]:
    """The two of three points that are farthest apart."""
    pairs = ((first, middle), (middle, last), (first, last))
    return max(pairs, key=lambda pair: (pair[0][0] - pair[1][0]) ** 2 + (pair[0][1] - pair[1][1]) ** 2)


def edge(start: Point, end: Point, shown: range) -> Spans:
    """The rows that an edge, running to the right, covers in each of its columns that are shown."""
    (x0, y0), (x1, y1) = start, end
    columns = range(max(x0, shown.start), min(x1 + 1, shown.stop))
    if y0 == y1 or not columns:
        return dict.fromkeys(columns, (y0, y0))
    width, height = x1 - x0, abs(y1 - y0)
    down = 1 if y1 > y0 else -1
    error = -height if height > width else width
    spans = {}
    skipped = columns.start - x0
    y = min((error + 2 * height * skipped) // (2 * width), height + 1) if skipped else 0
    for x in columns:
        below = min((error + 2 * height * (x + 1 - x0)) // (2 * width), height + 1)
        last = y if below == y else below - 1
        spans[x] = (y0 + down * y, y0 + down * last)
        y = below
    return spans if down > 0 else {x: (low, high) for x, (high, low) in spans.items()}

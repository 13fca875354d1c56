"""Draws rectangles and lines on the words of a page.

Every function takes the words of a page (`pixels`, see Page), the rectangle that may be written
(`clip`, inside the page) and an ink (see colors), and overwrites: a transparent ink erases.
"""

from __future__ import annotations

from array import array

from retromaze.machine.page import Rectangle, clip_rectangle

LOWEST, HIGHEST = -32768, 32767


def clamp_coordinate(coordinate: int) -> int:
    """A coordinate held within signed 16 bits, as the machine does before it steps along a line.

    Source: machine reference, 3.2 (disassembled).
    """
    return LOWEST if coordinate < LOWEST else HIGHEST if coordinate > HIGHEST else coordinate


def fill(pixels: array[int], clip: Rectangle, ink: array[int], x0: int, y0: int, x1: int, y1: int) -> None:
    """Fills a rectangle, both corners included, in any order."""
    left, top, right, bottom = clip_rectangle(x0, y0, x1, y1, clip)
    if left > right or top > bottom:
        return
    first, last = top << 9 | left, bottom << 9 | left
    if left == right:
        pixels[first : last + 1 : 512] = ink * (bottom - top + 1)
        return
    width = right - left + 1
    run = ink * width
    for start in range(first, last + 1, 512):
        pixels[start : start + width] = run


def box(pixels: array[int], clip: Rectangle, ink: array[int], x0: int, y0: int, x1: int, y1: int) -> None:
    """Draws the outline of a rectangle, one pixel wide."""
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
        diagonal(pixels, ink, y0 << 9 | x0, y1 << 9 | x1, abs(x1 - x0) + 1)
        return
    if not inside:
        x0, y0, x1, y1 = (
            clamp_coordinate(x0),
            clamp_coordinate(y0),
            clamp_coordinate(x1),
            clamp_coordinate(y1),
        )
    if x0 == x1 or y0 == y1:
        fill(pixels, clip, ink, x0, y0, x1, y1)
        return
    # pages are stepped along x by 1 and along y by 512
    if abs(x1 - x0) >= abs(y1 - y0):
        slope(pixels, ink[0], (x0, y0, x1, y1), (left, right, 1), (top, bottom, 512))
    else:
        slope(pixels, ink[0], (y0, x0, y1, x1), (top, bottom, 512), (left, right, 1))


def diagonal(pixels: array[int], ink: array[int], start: int, end: int, count: int) -> None:
    """Draws `count` pixels from one word's index to another's, one row a pixel."""
    first, last = (start, end) if start < end else (end, start)
    stride = (last - first) // (count - 1) if count > 1 else 1
    pixels[first : last + 1 : stride] = ink * count


def slope(
    pixels: array[int],
    word: int,
    ends: tuple[int, int, int, int],
    major: tuple[int, int, int],
    minor: tuple[int, int, int],
) -> None:
    """Steps along a sloped line.

    `ends`: major, minor, major, minor coordinate; `major`, `minor`: lowest, highest, stride in words.
    """
    a0, b0, a1, b1 = ends
    if a0 > a1:
        a0, b0, a1, b1 = a1, b1, a0, b0
    low, high, stride = major
    lowest, highest, side_stride = minor
    at = a0 * stride + b0 * side_stride
    if b1 < b0:
        b0, b1, lowest, highest, side_stride = -b0, -b1, -highest, -lowest, -side_stride
    whole, gain = 2 * (a1 - a0), 2 * (b1 - b0)
    # the machine's error does not start at the middle: it delays or advances the first side step
    error, count = (a1 - a0 + gain) % whole, a1 - a0 + 1
    if a0 < low or a1 > high or b0 < lowest or b1 > highest:
        first, stop = visible_span((error, gain, whole), (low - a0, high - a0), (lowest - b0, highest - b0))
        steps, error = divmod(error + first * gain, whole)
        at += first * stride + steps * side_stride
        count = min(count, stop) - first
    error -= whole
    for _ in range(count):
        pixels[at] = word
        error += gain
        if error < 0:
            at += stride
        else:
            error -= whole
            at += stride + side_stride


def visible_span(
    stepping: tuple[int, int, int], along: tuple[int, int], aside: tuple[int, int]
) -> tuple[int, int]:
    """The first pixel of a slope within bounds and the first one beyond them, counted from its start.

    `stepping`: error at the start, its gain by each pixel, and what makes a side step; `along`, `aside`: how
    many steps from the start lead to the nearest and the farthest pixel that may be written.
    """
    error, gain, whole = stepping
    # before pixel n there are (error + n * gain) // whole side steps
    first = -((error - aside[0] * whole) // gain)
    last = ((aside[1] + 1) * whole - error - 1) // gain
    return max(first, along[0], 0), min(last, along[1]) + 1

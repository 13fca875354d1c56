"""Rectangles of words cut out of a page and put on one.

A block is (x, y, width, height) in pixels and may reach beyond the page.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from retromaze.machine.colors import OPAQUE
from retromaze.machine.page import WHOLE_PAGE, Rectangle, overlap

Block = tuple[int, int, int, int]


def cut(pixels: array[int], block: Block) -> array[int]:
    """The words of a block, row-major; 0 outside the page. Unverified: what lies outside."""
    x, y, width, height = block
    words = array("I", bytes(4 * width * height))
    left, top, right, bottom = overlap((x, y, x + width - 1, y + height - 1), WHOLE_PAGE)
    for row in range(top, bottom + 1) if left <= right else ():
        start = (row - y) * width + left - x
        words[start : start + right - left + 1] = pixels[row << 9 | left : (row << 9 | right) + 1]
    return words


def put(pixels: array[int], clip: Rectangle, block: Block, words: Sequence[int], *, everything: bool) -> None:
    """Writes words, row-major, inside the clip; without `everything` transparent ones are left out."""
    x, y, width, height = block
    words = array("I", words)
    left, top, right, bottom = overlap((x, y, x + width - 1, y + height - 1), clip)
    for row in range(top, bottom + 1) if left <= right else ():
        first = (row - y) * width + left - x
        new = words[first : first + right - left + 1]
        here = slice(row << 9 | left, (row << 9 | right) + 1)
        if not everything:
            new = array("I", [n if n & OPAQUE else old for n, old in zip(new, pixels[here], strict=True)])
        pixels[here] = new


def copy(
    source: array[int],
    target: array[int],
    clip: Rectangle,
    block: Block,
    corner: tuple[int, int],
    *,
    everything: bool,
) -> None:
    """Copies a block of one page to another or the same; what lies outside the source page is not copied.

    Source: machine reference, 3.10. Unverified: that overlapping copies read the whole source first, and
    sources outside the page.
    """
    x, y, width, height = block
    left, top, right, bottom = overlap((x, y, x + width - 1, y + height - 1), WHOLE_PAGE)
    if left > right or top > bottom:
        return
    inside = (left, top, right - left + 1, bottom - top + 1)
    there = (corner[0] + left - x, corner[1] + top - y, inside[2], inside[3])
    put(target, clip, there, cut(source, inside), everything=everything)

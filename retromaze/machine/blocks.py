"""Copies rectangles of pixels out of a page and into one.

A block is (x, y, width, height) in pixels and may reach beyond the page.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from retromaze.machine.blending import laid_over
from retromaze.machine.page import SIDE, WHOLE_PAGE, Rectangle, overlap

Block = tuple[int, int, int, int]


def read_block(pixels: array[int], block: Block) -> array[int]:
    """The words of a block, row-major; 0 outside the page. Unverified: what lies outside."""
    x, y, width, height = block
    words = array("I", bytes(4 * width * height))
    left, top, right, bottom = overlap((x, y, x + width - 1, y + height - 1), WHOLE_PAGE)
    for row in range(top, bottom + 1) if left <= right else ():
        start = (row - y) * width + left - x
        words[start : start + right - left + 1] = pixels[row << 9 | left : (row << 9 | right) + 1]
    return words


def write_block(
    pixels: array[int], clip: Rectangle, block: Block, words: Sequence[int], *, everything: bool
) -> None:
    """Writes words, row-major, inside the clip; without `everything` transparent ones are left out."""
    x, y, width, height = block
    words = array("I", words)
    if not everything:
        words = array("I", laid_over(words.tobytes(), read_block(pixels, block).tobytes()))
    left, top, right, bottom = overlap((x, y, x + width - 1, y + height - 1), clip)
    for row in range(top, bottom + 1) if left <= right else ():
        first = (row - y) * width + left - x
        pixels[row << 9 | left : (row << 9 | right) + 1] = words[first : first + right - left + 1]


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
    area = overlap((x, y, x + width - 1, y + height - 1), WHOLE_PAGE)
    across, down = corner[0] - x, corner[1] - y
    moved = (area[0] + across, area[1] + down, area[2] + across, area[3] + down)
    left, top, right, bottom = overlap(moved, clip)
    if left > right or top > bottom:
        return
    if everything:
        copy_rows(source, target, (left, top, right, bottom), (across, down))
    else:
        there = (left, top, right - left + 1, bottom - top + 1)
        here = (left - across, top - down, there[2], there[3])
        write_block(target, clip, there, read_block(source, here), everything=False)


def copy_rows(source: array[int], target: array[int], area: Rectangle, way: tuple[int, int]) -> None:
    """Copies to an area of the target what lies `way` (across, down) before it in the source."""
    left, top, right, bottom = area
    back = way[1] * SIDE + way[0]
    # no row is written before it has been read, though both pages may be the same one
    for row in range(bottom, top - 1, -1) if way[1] > 0 else range(top, bottom + 1):
        start, end = row << 9 | left, (row << 9 | right) + 1
        target[start:end] = source[start - back : end - back]

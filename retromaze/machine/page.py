"""Graphic pages, 512 x 512 words (pixels, 32 bits ARGB): rectangles, and blocks copied between pages.

A block is (x, y, width, height) in pixels and may reach beyond the page.

Pages 4 and 5 begin with sheets of sprites and tiles of 16 x 16 pixels. They are drawn for retromaze; the
console's own are not ours to ship. `tests/tools/build_sheets.py` makes sheets.bin from pictures written as
text. Unpacked, it has the number of colors (two bytes), then these as words of four bytes, the lowest byte
first, then a byte for each pixel of page 4, row by row, and of page 5.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Callable, Sequence
from functools import cache, cached_property, partial
from pathlib import Path

from retromaze.machine.colors import little_endian
from retromaze.machine.layers import overlay

PAGES = range(6)
"""The numbers of the pages, GRP0 to GRP5."""
SIDE = 512
WORDS = SIDE * SIDE

Point = tuple[int, int]
Size = tuple[int, int]
"""Width and height in pixels."""
UPPER_SIZE: Size = (400, 240)
LOWER_SIZE: Size = (320, 240)
TALL_SIZE: Size = (320, 480)
"""The screens, and both in one (XSCREEN 4). Source: machine reference, 1.1."""

Rectangle = tuple[int, int, int, int]
"""left, top, right, bottom; all four belong to it."""

WHOLE_PAGE: Rectangle = (0, 0, SIDE - 1, SIDE - 1)


# Copying this is twenty times as quick as making zeros again.
BLANK = array("I", [0]) * WORDS


def blank_words() -> array[int]:
    """Returns the words of a page on which nothing is drawn, all transparent; callers copy them."""
    return BLANK


class Page:
    """One of GRP0 to GRP5; `initial_words` returns the words that it has at first and after ACLS.

    `pixels` holds array("I") of 512 * 512 ARGB words of five bits a channel, row-major:
    `pixels[y * 512 + x]`. The array is written in place and never replaced, so others may keep a reference.
    """

    def __init__(self, initial_words: Callable[[], array[int]] = blank_words) -> None:
        self.initial_words = initial_words

    # made at the first look: few programs use all six pages, and a megabyte takes a tenth of a millisecond
    @cached_property
    def pixels(self) -> array[int]:
        """The words of the page, row by row."""
        return self.initial_words()[:]

    @property
    def is_untouched(self) -> bool:
        """Whether the pixels have never been read or written, so that all are the initial words."""
        return "pixels" not in vars(self)

    def set_initial_words(self, words: array[int]) -> None:
        """Sets the words that the page has at first and after ACLS; `words` are copied."""
        self.initial_words = partial(array, "I", words)
        self.restore()

    def restore(self) -> None:
        """Resets every pixel to its initial word."""
        # an untouched page has no words yet: they need not be made
        if not self.is_untouched:
            self.pixels[:] = self.initial_words()


def intersection(one: Rectangle, other: Rectangle) -> Rectangle:
    """Returns the intersection of two rectangles; left > right or top > bottom where they share nothing."""
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def ordered_rectangle(x0: int, y0: int, x1: int, y1: int) -> Rectangle:
    """Returns the rectangle between two corners given in any order."""
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def clip_within(corners: Rectangle | None, whole: Rectangle) -> Rectangle:
    """Returns the clip that two `corners` set: the part of their rectangle within `whole`.

    Without corners, or if nothing of the rectangle lies within `whole`, it is `whole`. Source for
    sprites: reference of the machine, 5.2. Unverified for backgrounds.
    """
    part = intersection(ordered_rectangle(*corners), whole) if corners else whole
    return whole if part[0] > part[2] or part[1] > part[3] else part


def clip_rectangle(x0: int, y0: int, x1: int, y1: int, clip: Rectangle) -> Rectangle:
    """Returns the intersection of the rectangle between two corners and the clip.

    left > right or top > bottom where they share nothing.
    Every block of a maze goes through here, and comparing takes a third of the time of min() and max().
    """
    left, top, right, bottom = clip
    if x0 > x1:
        x0, x1 = x1, x0
    if y0 > y1:
        y0, y1 = y1, y0
    return (
        x0 if x0 > left else left,
        y0 if y0 > top else top,
        x1 if x1 < right else right,
        y1 if y1 < bottom else bottom,
    )


Block = tuple[int, int, int, int]


def read_block(pixels: array[int], block: Block) -> array[int]:
    """Returns the words of a block (x, y, width, height) of a page, row-major; 0 outside the page.

    Unverified: what lies outside.
    """
    x, y, width, height = block
    words = array("I", bytes(4 * width * height))
    left, top, right, bottom = intersection((x, y, x + width - 1, y + height - 1), WHOLE_PAGE)
    if left > right:
        return words  # no column lies within the page; without rows the loop does nothing
    for row in range(top, bottom + 1):
        start = (row - y) * width + left - x
        words[start : start + right - left + 1] = pixels[row << 9 | left : (row << 9 | right) + 1]
    return words


def write_block(
    pixels: array[int], clip: Rectangle, block: Block, words: Sequence[int], *, everything: bool
) -> None:
    """Writes words, row-major, to a block (x, y, width, height) of a page, inside the clip.

    Without `everything` transparent ones are left out.
    """
    x, y, width, height = block
    words = array("I", words)
    if not everything:
        # where they are transparent, the words that are there already are written again
        words = array("I", overlay(words.tobytes(), read_block(pixels, block).tobytes()))
    left, top, right, bottom = intersection((x, y, x + width - 1, y + height - 1), clip)
    if left > right:
        return  # as in read_block
    for row in range(top, bottom + 1):
        first = (row - y) * width + left - x
        pixels[row << 9 | left : (row << 9 | right) + 1] = words[first : first + right - left + 1]


def copy_block(
    source: array[int], target: array[int], clip: Rectangle, block: Block, corner: Point, *, everything: bool
) -> None:
    """Copies a block of one page to another or the same, so that its upper left corner is at `corner`.

    What lies outside the source page is not copied; without `everything` transparent pixels are left out.
    Source: machine reference, 3.10. Unverified: that overlapping copies read the whole source first, and
    sources outside the page.
    """
    x, y, width, height = block
    left, top, right, bottom = intersection((x, y, x + width - 1, y + height - 1), WHOLE_PAGE)
    target_x, target_y = corner
    across, down = target_x - x, target_y - y
    target_area = (left + across, top + down, right + across, bottom + down)
    left, top, right, bottom = intersection(target_area, clip)
    if left > right or top > bottom:
        return
    if everything:
        # the distance in words from a pixel of the target back to its source
        back = down * SIDE + across
        rows = range(top, bottom + 1)
        # from the last row if rows move down: within one page, none is written before it has been read
        for row in reversed(rows) if down > 0 else rows:
            start, end = row << 9 | left, (row << 9 | right) + 1
            target[start:end] = source[start - back : end - back]
    else:
        width, height = right - left + 1, bottom - top + 1
        target_block = (left, top, width, height)
        source_block = (left - across, top - down, width, height)
        write_block(target, clip, target_block, read_block(source, source_block), everything=False)


SHEETS_FILE = Path(__file__).with_name("sheets.bin")
SHEET_PAGES = (4, 5)


@cache
def built_in_sheet(page: int) -> array[int]:
    """Returns the words of the built-in sheet of page 4 or 5; callers copy them before writing."""
    # the number of colors, these as words, then for each pixel of both pages a byte, the number of its color
    data = zlib.decompress(SHEETS_FILE.read_bytes())
    count = int.from_bytes(data[:2], "little")
    colors = little_endian(array("I", data[2 : 2 + 4 * count]))
    first = 2 + 4 * count + SHEET_PAGES.index(page) * WORDS
    return array("I", map(colors.__getitem__, data[first : first + WORDS]))


BUILT_IN_SHEETS = {page: partial(built_in_sheet, page) for page in SHEET_PAGES}
"""Functions that return the initial words of the pages that have a sheet, by the pages' numbers."""

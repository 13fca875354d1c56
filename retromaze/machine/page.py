"""A graphic page: 512 x 512 words, which all drawing instructions write."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cached_property, partial

SIDE = 512
WORDS = SIDE * SIDE

Rectangle = tuple[int, int, int, int]
"""left, top, right, bottom; all four belong to it."""

WHOLE_PAGE: Rectangle = (0, 0, SIDE - 1, SIDE - 1)


# Copying this is twenty times as quick as making zeros anew.
BLANK = array("I", [0]) * WORDS


def blank() -> array[int]:
    """The words of a page on which nothing is drawn: all are transparent."""
    return BLANK


class Page:
    """One of GRP0 to GRP5.

    `pixels` holds array("I") of 512 * 512 ARGB words of five bits a channel, row-major:
    `pixels[y * 512 + x]`. The array is written in place and never exchanged, so others may keep it.
    `beginning` gives what the page has at first and after ACLS.
    """

    def __init__(self, beginning: Callable[[], array[int]] = blank) -> None:
        self.beginning = beginning

    # made at the first look: few programs use all six pages, and a megabyte takes a tenth of a millisecond
    @cached_property
    def pixels(self) -> array[int]:
        """The words."""
        return self.beginning()[:]

    @property
    def is_untouched(self) -> bool:
        """Whether nobody has looked at its pixels: all are as at the beginning then."""
        return "pixels" not in vars(self)

    def begin_with(self, words: array[int]) -> None:
        """Gives the page another beginning: 512 * 512 words, which stay the caller's."""
        self.beginning = partial(array, "I", words)
        self.restore()

    def restore(self) -> None:
        """Gives every pixel the word that it had at the beginning."""
        if not self.is_untouched:
            self.pixels[:] = self.beginning()


def overlap(one: Rectangle, other: Rectangle) -> Rectangle:
    """What two rectangles share; left > right or top > bottom where they share nothing."""
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def ordered_rectangle(x0: int, y0: int, x1: int, y1: int) -> Rectangle:
    """The rectangle between two corners given in any order."""
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def clip_rectangle(x0: int, y0: int, x1: int, y1: int, clip: Rectangle) -> Rectangle:
    """What the rectangle between two corners shares with the clip, as in overlap().

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

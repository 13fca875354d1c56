"""The contents of stored files besides text: arrays of numbers and graphic pages."""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass

from retromaze.errors import IllegalFileFormat
from retromaze.values.memory import CHARACTER, ROOM

# No file the machine could have written is larger: two million doubles with room to spare. It also bounds
# what a compressed body may grow to.
LARGEST_FILE = 64 << 20

LARGEST_ARRAY = 1 << 21
LARGEST_PICTURE = 512

LONGEST_TEXT = ROOM // CHARACTER
"""Characters of the longest text: more are no string of the machine's."""
LARGEST_TEXT_FILE = 3 * (LONGEST_TEXT + 2)
"""Bytes of its file: three a UTF-16 unit at most, and two byte-order marks."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """A numeric array: `element` "%" (integers of 32 bits) or "#" (reals), one to four `sizes`.

    `values` are flat, last subscript fastest.
    """

    element: str
    sizes: tuple[int, ...]
    values: list[int] | list[float]


@dataclass(frozen=True, slots=True)
class PictureContent:
    """A graphic page or a part of one: `pixels[y * width + x]`, ARGB words cut to five bits a channel.

    Width and height are 1 to 512, row 0 is at the top, alpha is 0 or 255.
    """

    width: int
    height: int
    pixels: array[int]


def checked_sizes(sizes: tuple[int, ...]) -> int:
    """The number of elements of an array of these sizes; IllegalFileFormat where none such exists."""
    if not 1 <= len(sizes) <= 4 or min(sizes) < 0:
        raise IllegalFileFormat("an array has one to four dimensions")
    total = math.prod(sizes)
    if total > LARGEST_ARRAY or max(sizes) > LARGEST_ARRAY:
        raise IllegalFileFormat("the array is larger than the machine's memory")
    return total


def checked_picture(width: int, height: int) -> int:
    """The number of pixels of a picture; IllegalFileFormat where it is empty or larger than a page."""
    if not (1 <= width <= LARGEST_PICTURE and 1 <= height <= LARGEST_PICTURE):
        raise IllegalFileFormat("a picture is at most 512 pixels wide and high")
    return width * height

"""Color formats and their conversion: 32-bit codes, words of a page, RGBA5551, what the LCD shows.

    code    signed 32-bit ARGB, what BASIC and ports pass and get; `wrap` makes one of any number
    word    unsigned 32-bit ARGB as stored in a page: low three bits of each channel 0, alpha 0 or 255
    raw     16-bit RGBA5551, only in files, GSAVE and GLOAD
    shown   unsigned 32-bit ARGB as seen: each channel widened (c5 << 3) | (c5 >> 2)

Source: machine reference, section 2.
"""

from __future__ import annotations

import sys
from array import array
from typing import Any

from retromaze.language.numbers import wrap

WHITE = -1
"""The code of opaque white."""
OPAQUE = 0xFF00_0000
CHANNELS = 0x00F8_F8F8
INK_LIMIT = 4096
LONGEST_RUN = 8

Color = int
"""A color code as a parameter: by this name in their annotations the events know colors (see events.py)."""

Ink = array
"""A page word as an array("I") of length one, so that `ink * n` is a run of n pixels."""


def word_from_color(color: int) -> int:
    """Returns the word that a page stores for a color code: five bits a channel, opaque if alpha is 255."""
    return color & CHANNELS | (OPAQUE if color & OPAQUE == OPAQUE else 0)


def pixel(color: int) -> int:
    """Returns what `spoit` tells of a pixel that was drawn in this color: a code with five bits a channel.

    `screen.spoit(x, y) == pixel(0xFF00FF00)`. A code is signed: without `pixel` the two are never equal.
    """
    return wrap(word_from_color(color))


def raw_from_word(word: int) -> int:
    """Returns the 16-bit RGBA5551 pixel, as files have it, of a page word (ARGB, 8 bits a channel)."""
    return (word >> 8 & 0xF800) | (word >> 5 & 0x07C0) | (word >> 2 & 0x003E) | (word >> 31)


def word_from_raw(raw: int) -> int:
    """Returns the page word of an RGBA5551 pixel; bits above the sixteenth are dropped."""
    alpha = OPAQUE if raw & 1 else 0
    return alpha | (raw & 0xF800) << 8 | (raw & 0x07C0) << 5 | (raw & 0x003E) << 2


def little_endian(words: array[Any]) -> array[Any]:
    """Returns numbers of a file, whose lowest byte comes first, as this computer has them, or the other way.

    Where the two differ, the array itself is changed.
    """
    if sys.byteorder == "big":
        words.byteswap()
    return words


def rgb(red: int, green: int, blue: int, alpha: int = 255) -> int:
    """Returns the color code of four channels, each clamped to 0 to 255."""
    clamped = [min(max(channel, 0), 255) for channel in (alpha, red, green, blue)]
    return int.from_bytes(bytes(clamped), "big", signed=True)


def channels(color: int) -> tuple[int, int, int, int]:
    """Returns (alpha, red, green, blue) of a color code, 0 to 255, all eight bits kept."""
    return color >> 24 & 255, color >> 16 & 255, color >> 8 & 255, color & 255


def tint_word(word: int, tint: int) -> int:
    """Returns a glyph's word multiplied by a color word, channel by channel; white becomes the color.

    The alpha is the color's. Unverified: rounding (cut here) of colored glyphs.
    """
    if word & CHANNELS == CHANNELS:
        return tint
    product = tint & OPAQUE
    # the lowest of the five bits of red, green and blue
    for shift in (19, 11, 3):
        product |= (word >> shift & 31) * (tint >> shift & 31) // 31 << shift
    return product


class Inks(dict[int, "array[int]"]):
    """A cache that maps color codes to inks: INKS[color] takes a fifth of the time of making the ink."""

    def __missing__(self, color: int) -> array[int]:
        if len(self) >= INK_LIMIT:
            self.clear()
        ink = self[color] = array("I", (word_from_color(color),))
        return ink


INKS = Inks()


class Runs(dict[int, "list[array[int]]"]):
    """A cache that maps color codes to lists of runs, at index n the run of n pixels, 0 to LONGEST_RUN.

    RUNS[color][n] takes a sixth of the time of making the run.
    """

    def __missing__(self, color: int) -> list[array[int]]:
        if len(self) >= INK_LIMIT:
            self.clear()
        ink = INKS[color]
        runs = self[color] = [ink * length for length in range(LONGEST_RUN + 1)]
        return runs


RUNS = Runs()

# Each byte of a word widened; alpha 0 and 255 stay what they are.
WIDENED_BYTES = bytes(value | value >> 5 for value in range(256))

PALETTE = (
    *(0x00000000, 0xFF000000, 0xFF800000, 0xFFF80000, 0xFF008000, 0xFF00F800, 0xFF808000, 0xFFF8F800),
    *(0xFF000080, 0xFF0000F8, 0xFF800080, 0xFFF800F8, 0xFF008080, 0xFF00F8F8, 0xFF808080, 0xFFF8F8F8),
)
"""The words of COLOR's sixteen indices; 0 is transparent. Source: machine reference, 2.3 (measured)."""

"""Layers of a picture, and how their words (pixels, 32 bits each) are laid over others: as one big number.

Words cover what is behind them where they are opaque, with some opacity, or as light that is added. All words
are handled at once, which is quick for every content.
Source: machine reference, 1.4 and 5.6. Unverified: shares and sums of colors are cut to five bits a channel.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from retromaze.machine.colors import CHANNELS, OPAQUE

if TYPE_CHECKING:
    from retromaze.machine.sprite_drawing import Blits

SOLID = 255
FIVE_BITS, LOWEST_BITS = 0x1F_1F1F, 0x01_0101
"""Of the three channels of a word."""


def overlay(above: bytes, below: bytes) -> bytes:
    """Lays the words of `above` over `below` where they are opaque; bytes of equal lengths."""
    length = len(above)
    number = overlay_numbers(number_from_bytes(above), number_from_bytes(below), length)
    return bytes_from_number(number, length)


def overlay_numbers(above: int, below: int, length: int) -> int:
    """Lays words over others where they are opaque; both are given as one number of `length` bytes."""
    # x ^ (x ^ y) & mask takes the bits of y where the mask is 1, those of x elsewhere
    return below ^ (below ^ above) & opaque_mask(above, length)


def opaque_mask(words: int, length: int) -> int:
    """Returns a mask, as one number: all 32 bits set for each opaque word, none for a transparent one."""
    solid = words & repeated_word(OPAQUE, length)
    # from the alpha byte to all four: the others are below it in a word, whatever the byte order
    solid |= solid >> 8
    return solid | solid >> 16


def alpha_blended(below: bytes, above: bytes, alpha: int) -> int:
    """Blends all words of `above`, with the opacity `alpha` of 0 to 255, over `below`; as one number."""
    # the tables of both add up to 255 at most: no channel of the sum overflows into the next one
    share_above, share_below = alpha_tables(alpha)
    length = len(below)
    both = number_from_bytes(below.translate(share_below)) + number_from_bytes(above.translate(share_above))
    return both & repeated_word(CHANNELS, length) | repeated_word(OPAQUE, length)


def additively_blended(below: bytes, above: bytes, alpha: int) -> int:
    """Adds the channels of `above`, times `alpha` / 255, to those of `below`, clamped; as one number."""
    share_above, _ = alpha_tables(alpha)
    length = len(below)
    # five bits a channel: the sixth is set if the sum of two is more than the highest value
    both = (number_from_bytes(below) >> 3 & repeated_word(FIVE_BITS, length)) + (
        number_from_bytes(above.translate(share_above)) >> 3 & repeated_word(FIVE_BITS, length)
    )
    overflow = both >> 5 & repeated_word(LOWEST_BITS, length)
    # a channel that has overflowed gets all five bits
    clamped = (both | overflow * 31) & repeated_word(FIVE_BITS, length)
    return clamped << 3 | repeated_word(OPAQUE, length)


def blend_words(below: bytes, above: bytes, alpha: int, *, additive: bool) -> bytes:
    """Lays the opaque words of `above` over `below` with the opacity `alpha`; `additive` ones as light."""
    length = len(below)
    upper, lower = number_from_bytes(above), number_from_bytes(below)
    if additive:
        result = additively_blended(below, above, alpha)
    elif alpha == SOLID:
        result = upper
    else:
        result = alpha_blended(below, above, alpha)
    # the result where `above` is opaque, else `below`
    return bytes_from_number(lower ^ (lower ^ result) & opaque_mask(upper, length), length)


def number_from_bytes(words: bytes) -> int:
    """Returns words of pixels as one big number, on which one operation handles all of them."""
    return int.from_bytes(words, sys.byteorder)


def bytes_from_number(number: int, length: int) -> bytes:
    """Returns the words of a big number, `length` bytes."""
    return number.to_bytes(length, sys.byteorder)


@lru_cache(maxsize=64)
def repeated_word(word: int, length: int) -> int:
    """Returns a word repeated to `length` bytes, as one number."""
    return number_from_bytes(array("I", (word,)).tobytes() * (length // 4))


@cache
def alpha_tables(alpha: int) -> tuple[bytes, bytes]:
    """Returns two tables for bytes.translate: to alpha / 255 of a value, and to the rest of it.

    The first is for the words that are laid over others, the second for those below.
    """
    shares = bytes(value * alpha // SOLID for value in range(256))
    return shares, bytes(value - share for value, share in enumerate(shares))


# Categories in the order in which equal depths are painted. Source: machine reference, 1.4.
GRAPHIC, BACKGROUND, SPRITE, CONSOLE = range(4)

BAND = 24
"""The rows of a full-screen layer that are laid over others at once: the number of more rows does not fit a
processor's cache, and takes twice as long."""


NEAREST, FARTHEST = -256, 1024
"""The limits of a depth `z`, of sprites, background layers, text and the graphic page."""


class Layer(NamedTuple):
    """Something to paint: its depth `z`, its `category`, which settles equal depths, and what is painted.

    Equal contents give the same result over the same picture.
    """

    z: float
    category: int
    content: FullScreen | Blits


class FullScreen(NamedTuple):
    """The content of a layer as a word for each pixel of the screen; each of `bands` has BAND rows."""

    bands: tuple[bytes, ...]

    @classmethod
    def from_rows(cls, rows: Sequence[bytes]) -> FullScreen:
        """Returns the content of a layer from the bytes of its rows, from the top."""
        return cls(tuple([b"".join(rows[at : at + BAND]) for at in range(0, len(rows), BAND)]))

    def paint(self, pixels: array[int], width: int) -> None:
        """Draws the opaque words over a picture, in place."""
        start = 0
        for band in self.bands:
            end = start + len(band) // 4
            # a band without opaque words changes nothing
            if band != transparent_words(len(band)):
                pixels[start:end] = array("I", overlay(band, pixels[start:end].tobytes()))
            start = end


@lru_cache(maxsize=16)
def transparent_words(length: int) -> bytes:
    """Returns `length` bytes of transparent words; cached, because layers are compared with it."""
    return bytes(length)

"""Layers of a picture, and how words of pixels are laid over others.

Words cover what is behind them where they are opaque, with some opacity, or as light that is added. All words
are handled at once, as one big number: quick for every content.
Source: machine reference, 1.4 and 5.6. Unverified: shares and sums of colors are cut to five bits a channel.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple, Protocol

from retromaze.machine.colors import CHANNELS, OPAQUE

SOLID = 255
FIVE_BITS, LOWEST_BITS = 0x1F_1F1F, 0x01_0101
"""Of the three channels of a word."""


def laid_over(above: bytes, below: bytes) -> bytes:
    """Lays the words of `above` over `below` where they are opaque; bytes of equal lengths."""
    length = len(above)
    return bytes_of(laid_over_numbers(number_of(above), number_of(below), length), length)


def laid_over_numbers(above: int, below: int, length: int) -> int:
    """Lays words over others where they are opaque; each is one number of `length` bytes."""
    return below ^ (below ^ above) & solid_of(above, length)


def solid_of(words: int, length: int) -> int:
    """Returns a mask of all bits of the words that are opaque."""
    solid = words & every(OPAQUE, length)
    # from the alpha byte to all four: the others are below it in a word, whatever the byte order
    solid |= solid >> 8
    return solid | solid >> 16


def mixed(below: bytes, above: bytes, alpha: int) -> int:
    """Returns words with others of some opacity, 0 to 255, laid over them."""
    given, kept = shares(alpha)
    length = len(below)
    both = number_of(below.translate(kept)) + number_of(above.translate(given))
    return both & every(CHANNELS, length) | every(OPAQUE, length)


def lightened(below: bytes, above: bytes, alpha: int) -> int:
    """Returns words to which the light of others is added, each channel up to its highest value."""
    given, _ = shares(alpha)
    length = len(below)
    # five bits a channel: the sixth is set if the sum of two is more than the highest value
    both = (number_of(below) >> 3 & every(FIVE_BITS, length)) + (
        number_of(above.translate(given)) >> 3 & every(FIVE_BITS, length)
    )
    beyond = both >> 5 & every(LOWEST_BITS, length)
    lit = (both | beyond * 31) & every(FIVE_BITS, length)
    return lit << 3 | every(OPAQUE, length)


def blended(below: bytes, above: bytes, alpha: int, *, added: bool) -> bytes:
    """Lays the opaque words of `above` over others: added as light, or with some opacity."""
    length = len(below)
    upper, lower = number_of(above), number_of(below)
    if added:
        upper_seen = lightened(below, above, alpha)
    else:
        upper_seen = upper if alpha == SOLID else mixed(below, above, alpha)
    return bytes_of(lower ^ (lower ^ upper_seen) & solid_of(upper, length), length)


def number_of(words: bytes) -> int:
    return int.from_bytes(words, sys.byteorder)


def bytes_of(number: int, length: int) -> bytes:
    return number.to_bytes(length, sys.byteorder)


@lru_cache(maxsize=64)
def every(word: int, length: int) -> int:
    """Returns a word repeated to `length` bytes, as one number."""
    return number_of(array("I", (word,)).tobytes() * (length // 4))


@cache
def shares(alpha: int) -> tuple[bytes, bytes]:
    """Makes two tables: the share of each value of a channel that is mixed in, and the share that remains."""
    given = bytes(value * alpha // SOLID for value in range(256))
    return given, bytes(value - gone for value, gone in enumerate(given))


# Categories in the order in which equal depths are painted. Source: machine reference, 1.4.
GRAPHIC, BACKGROUND, SPRITE, CONSOLE = range(4)

BAND = 24
"""So many rows of a whole layer are laid over others at once: a larger number does not fit a processor's own
memory, and takes twice as long."""


class Paintable(Protocol):
    """The content of a layer. Equal contents give the same result over the same picture."""

    def paint(self, pixels: array[int], width: int) -> None:
        """Lays it over the words of a picture of that width, row by row."""


class Layer(NamedTuple):
    """Something to paint: `z` -256 (nearest) to 1024, `category` to settle equal depths."""

    z: float
    category: int
    content: Paintable


class Whole(NamedTuple):
    """A layer that has a word for each pixel of the screen, as bytes, in bands of BAND rows."""

    bands: tuple[bytes, ...]

    @classmethod
    def of(cls, rows: Sequence[bytes]) -> Whole:
        """Returns a layer of these rows, from the top."""
        return cls(tuple([b"".join(rows[at : at + BAND]) for at in range(0, len(rows), BAND)]))

    def paint(self, pixels: array[int], width: int) -> None:
        """Lays it over the words of a picture, transparent words left out."""
        start = 0
        for band in self.bands:
            end = start + len(band) // 4
            if band != transparent(len(band)):
                pixels[start:end] = array("I", laid_over(band, pixels[start:end].tobytes()))
            start = end


@lru_cache(maxsize=16)
def transparent(length: int) -> bytes:
    """Returns `length` bytes of transparent words."""
    return bytes(length)

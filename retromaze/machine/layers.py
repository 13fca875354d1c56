"""Layers of a picture: their depth, how they paint, and the picture that they are painted on."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from retromaze.machine.colors import OPAQUE, word_of

# Categories in the order in which equal depths are painted. Source: machine reference, 1.4.
GRAPHIC, BACKGROUND, SPRITE, CONSOLE = range(4)


class LayerPicture:
    """A picture being painted: `pixels` array("I") of width * height opaque words, row-major."""

    def __init__(self, width: int, height: int, backdrop: int) -> None:
        self.width = width
        self.height = height
        self.pixels = array("I", (word_of(backdrop | OPAQUE),)) * (width * height)

    def cover(self, layer: bytes) -> None:
        """Lays a whole layer (width * height words as bytes) over the picture, transparent words left out."""
        if layer != bytes(len(layer)):
            self.pixels = array("I", laid_over(layer, self.pixels.tobytes()))


def laid_over(above: bytes, below: bytes) -> bytes:
    """Words as bytes, those of `above` where they are opaque and those of `below` where not; equal lengths.

    All are handled at once, as one big number.
    """
    length = len(above)
    upper, lower = int.from_bytes(above, sys.byteorder), int.from_bytes(below, sys.byteorder)
    solid = upper & opaque_words(length)
    # from the alpha byte to all four: the others are below it in a word, whatever the byte order
    solid |= solid >> 8
    solid |= solid >> 16
    return (lower ^ (lower ^ upper) & solid).to_bytes(length, sys.byteorder)


@lru_cache(maxsize=4)
def opaque_words(length: int) -> int:
    """The alpha bytes of so many bytes of words, as one number."""
    return int.from_bytes(array("I", (OPAQUE,)) * (length // 4), sys.byteorder)


class Layer(NamedTuple):
    """Something to paint: `z` -256 (nearest) to 1024, `category` to settle equal depths, `paint` to do it."""

    z: float
    category: int
    paint: Callable[[LayerPicture], None]

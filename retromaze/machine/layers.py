"""Layers of a picture: what is to be painted, how deep it lies, and the picture it is painted on."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from typing import NamedTuple

from retromaze.machine.colors import OPAQUE, word_of

# Categories in the order in which equal depths are painted. Source: machine reference, 1.4.
GRAPHIC, BACKGROUND, SPRITE, CONSOLE = range(4)


class Picture:
    """A picture being painted: `pixels` array("I") of width * height opaque words, row-major."""

    def __init__(self, width: int, height: int, backdrop: int) -> None:
        self.width = width
        self.height = height
        self.pixels = array("I", (word_of(backdrop | OPAQUE),)) * (width * height)

    def cover(self, layer: bytes) -> None:
        """Lays a whole layer (width * height words as bytes) over the picture, transparent words left out."""
        length = len(layer)
        above = int.from_bytes(layer, sys.byteorder)
        if not above:
            return
        solid = above & int.from_bytes(array("I", (OPAQUE,)) * (length // 4), sys.byteorder)
        # from the alpha byte to all four: the others are below it in a word, whatever the byte order
        solid |= solid >> 8
        solid |= solid >> 16
        below = int.from_bytes(self.pixels.tobytes(), sys.byteorder)
        mixed = below ^ (below ^ above) & solid
        self.pixels = array("I", mixed.to_bytes(length, sys.byteorder))


class Layer(NamedTuple):
    """Something to paint: `z` -256 (nearest) to 1024, `category` to settle equal depths, `paint` to do it."""

    z: float
    category: int
    paint: Callable[[Picture], None]

"""Layers of a picture: their depth, what they show, and how they are laid over what is behind."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from retromaze.machine.blending import laid_over

# Categories in the order in which equal depths are painted. Source: machine reference, 1.4.
GRAPHIC, BACKGROUND, SPRITE, CONSOLE = range(4)

BAND = 24
"""So many rows of a whole layer are laid over others at once: a larger number does not fit a processor's own
memory, and takes twice as long."""


class Content(Protocol):
    """What a layer shows: equal ones look the same over the same picture."""

    def paint(self, pixels: array[int], width: int) -> None:
        """Lays it over the words of a picture of that width, row by row."""


class Layer(NamedTuple):
    """Something to paint: `z` -256 (nearest) to 1024, `category` to settle equal depths."""

    z: float
    category: int
    content: Content


class Whole(NamedTuple):
    """A layer that has a word for each pixel of the screen, as bytes, in bands of BAND rows."""

    bands: tuple[bytes, ...]

    @classmethod
    def of(cls, rows: Sequence[bytes]) -> Whole:
        """One of so many rows."""
        return cls(tuple([b"".join(rows[at : at + BAND]) for at in range(0, len(rows), BAND)]))

    def paint(self, pixels: array[int], width: int) -> None:
        """Lays it over the words of a picture, transparent words left out."""
        start = 0
        for band in self.bands:
            end = start + len(band) // 4
            if band != blank(len(band)):
                pixels[start:end] = array("I", laid_over(band, pixels[start:end].tobytes()))
            start = end


@lru_cache(maxsize=16)
def blank(length: int) -> bytes:
    """So many bytes of transparent words."""
    return bytes(length)

"""The cost of what takes longer than a simple statement, in units of a frame's budget, and the meter of it.

A unit of work is a simple statement of the console, about 0.3 microseconds (machine reference, 8.2); a frame
has room for a budget of them. What a call costs at least stands in the table of builtins; a rate says what it
costs beyond that, by the number of things it handles, so that no call keeps frames from passing for long.
Source of the rates: the console was timed for lines and PRINT only (machine reference, 8.2); all others are
the time our own code takes (CPython 3.11, a server core of 2024) divided by 0.3 microseconds.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

PIECE = 1 << 12
"""The number of things that a long call handles between two counts of its work."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Work by size: `units` for each `per` of some `things`."""

    things: str
    units: int
    per: int = 1

    def of(self, count: int) -> int:
        """Returns the work units for that many things."""
        return count * self.units // self.per

    def __str__(self) -> str:
        number = "1 unit" if self.units == 1 else f"{self.units} units"
        things = f"every {self.per} {self.things}" if self.per > 1 else f"each {self.things}"
        return f"{number} for {things}"


def ignored(units: int) -> None:
    """Counts no units."""


class Meter:
    """Counts the work of long calls; `spend` is called with the units and may let frames pass.

    The engine of a listing sets `spend`. A port passes its frames itself, and its work is not counted.
    """

    def __init__(self) -> None:
        self.spend: Callable[[int], None] = ignored


PRINT_COST = 30
"""A PRINT takes about as long as five passes of a short loop. Source: machine reference, 8.2 (measured)."""

# ---- arrays

MADE = Rate("elements", 1, 750)
ROWED = Rate("rows of an array", 5, 2)
LAID_OUT = Rate("elements in several dimensions", 1, 12)
ROW_FOUND = Rate("rows in three dimensions or more", 1, 15)
ROW_WRITTEN = Rate("rows written", 3, 5)
FILLED = Rate("elements", 1, 125)
MOVED = Rate("elements", 1, 75)
CONVERTED = Rate("element converted", 1)
SORTED = Rate("elements", 4, 3)
MERGED = Rate("elements", 1, 4)
COMPARED = Rate("elements", 1, 6)
SHIFTED = Rate("elements", 1, 2000)
PIXELS = Rate("pixel", 1)
COMBINED = Rate("element combined", 1)
FILTERED = Rate("element filtered", 1)
SAMPLED = Rate("sample of an instrument", 2)
WINDOWED = Rate("element of a window", 3)
TRANSFORMED = Rate("element at each halving of their number", 1)

# ---- strings

WRITTEN = Rate("characters", 1, 1500)
SEARCHED = Rate("characters", 1, 100)
NAMED = Rate("characters of a name", 1, 75)
FORMATTED = Rate("character of a pattern beyond 32", 2)
SAVED = Rate("characters", 1, 150)
LOADED = Rate("characters", 1, 14)

# ---- programs

CALLED_BACK = Rate("sprites that are kept", 1, 2)
COMPILED = Rate("character of the program", 10)
PARTED = Rate("characters of lines", 1, 25)

# ---- drawing, printing and storing

CIRCLED = Rate("pixel of the radius", 2)
ARCED = Rate("pixel of the radius", 8)
TRIANGLED = Rate("column drawn", 8)
PAINTED = Rate("run of pixels", 4)
LOOKED_AT = Rate("pixels of the rows looked at", 1, 15)
REDEFINED = Rate("change of the font whose page is read", 4_700)
LETTERED = Rate("character drawn", 70)
STRETCHED = Rate("row of pixels of scaled characters", 8)
COPIED = Rate("pixels", 1, 200)
COPIED_ROW = Rate("row of them", 1)
SIFTED = Rate("pixels, transparent ones left out", 1, 7)
PRINTED = Rate("characters printed", 1, 5)
FED = Rate("line feed or tab", 2)
ENCODED = Rate("elements", 3, 2)
DECODED = Rate("elements", 3, 2)
UNFILTERED = Rate("bytes of a picture's rows", 1, 2)
TUNED = Rate("commands of a tune", 4)
SPLIT = Rate("characters of a text that holds some beyond U+FFFF", 1, 2)


# ---- memory


@contextmanager
def garbage_kept() -> Iterator[None]:
    """Pauses the garbage collector."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


@contextmanager
def kept_apart() -> Iterator[None]:
    """Pauses the garbage collector, and keeps what is made inside out of its next collection.

    It looked through a million new rows of an array for a fifth of a second. They count as old at once.
    """
    with garbage_kept():
        try:
            yield
        finally:
            gc.freeze()
            gc.unfreeze()

"""The cost of arrays and strings by size, in units of a frame's budget, and Python's garbage collector.

Source: the time our own code takes, see `machine.work`; the console has not been timed at this.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

PIECE = 1 << 12
"""Things that a long call handles between two counts of its work."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Work by size: `units` for each `per` of some `things`."""

    things: str
    units: int
    per: int = 1

    def of(self, count: int) -> int:
        """The units that many things cost."""
        return count * self.units // self.per

    def __str__(self) -> str:
        number = "1 unit" if self.units == 1 else f"{self.units} units"
        things = f"every {self.per} {self.things}" if self.per > 1 else f"each {self.things}"
        return f"{number} for {things}"


def ignored(units: int) -> None:
    """Counts no units."""


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

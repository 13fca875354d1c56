"""The cost of what takes longer than a simple statement, in units of a frame's budget, and the meter of it.

A unit of work is a simple statement of the console, about 0.3 microseconds (machine reference, 8.2); a frame
has room for a budget of them. What a call costs at least stands in the table of builtins; a rate says what it
costs beyond that, by the number of things it handles, so that no call keeps frames from passing for long.
Source of the rates: the console was timed for lines and PRINT only (machine reference, 8.2); all others are
the time our own code takes (CPython 3.11, a server core of 2024) divided by 0.3 microseconds.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from retromaze.recursion import garbage_collection_paused

T = TypeVar("T")

PIECE = 1 << 12
"""The number of things that a long call handles between two counts of its work."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A cost that grows with a size: `units` of work for each `per` of some `things`."""

    things: str
    units: int
    per: int = 1

    def of(self, count: int) -> int:
        """Returns the work units for that many things."""
        return count * self.units // self.per

    def __str__(self) -> str:
        """Returns the rate as help texts show it: `3 units for every 5 rows written`."""
        number = "1 unit" if self.units == 1 else f"{self.units} units"
        things = f"every {self.per} {self.things}" if self.per > 1 else f"each {self.things}"
        return f"{number} for {things}"


def do_nothing(count: int) -> None:
    """Ignores a number, of work units or rows: the default if they are not counted."""


def paid_pieces(things: Sequence[T], rate: Rate, spend: Callable[[int], None]) -> Iterator[Sequence[T]]:
    """Yields things in pieces of PIECE; calls `spend` with the work of each piece right before it."""
    for at in range(0, len(things), PIECE):
        piece = things[at : at + PIECE]
        spend(rate.of(len(piece)))
        yield piece


class Meter:
    """Counts the work of long calls; `spend` is called with the units and may let frames pass.

    The engine of a listing sets `spend`. A port passes its frames itself, and its work is not counted.
    """

    def __init__(self) -> None:
        self.spend: Callable[[int], None] = do_nothing


PRINT_COST = 30
"""A PRINT takes about as long as five passes of a short loop. Source: machine reference, 8.2 (measured)."""

# ---- arrays

ARRAY_COST = Rate("elements", 1, 750)
ARRAY_ROW_COST = Rate("rows of an array", 5, 2)
FLATTENING_COST = Rate("elements in several dimensions", 1, 12)
ROW_SEARCH_COST = Rate("rows in three dimensions or more", 1, 15)
ROW_WRITE_COST = Rate("rows written", 3, 5)
FILL_COST = Rate("elements", 1, 125)
MOVE_COST = Rate("elements", 1, 75)
CONVERSION_COST = Rate("element converted", 1)
SORT_COST = Rate("elements", 4, 3)
MERGE_COST = Rate("elements", 1, 4)
COMPARISON_COST = Rate("elements", 1, 6)
SHIFT_COST = Rate("elements", 1, 2000)
PIXEL_COST = Rate("pixel", 1)
COMBINATION_COST = Rate("element combined", 1)
FILTER_COST = Rate("element filtered", 1)
SAMPLE_COST = Rate("sample of an instrument", 2)
WINDOW_COST = Rate("element of a window", 3)
TRANSFORM_COST = Rate("element at each halving of their number", 1)

# ---- strings

TEXT_COST = Rate("characters", 1, 1500)
SEARCH_COST = Rate("characters", 1, 100)
NAME_COST = Rate("characters of a name", 1, 75)
FORMAT_COST = Rate("character of a pattern beyond 32", 2)
SAVE_COST = Rate("characters", 1, 150)
LOAD_COST = Rate("characters", 1, 14)

# ---- programs

CALLBACK_COST = Rate("sprites that are kept", 1, 2)
COMPILE_COST = Rate("character of the program", 10)
LINE_SPLIT_COST = Rate("characters of lines", 1, 25)

# ---- drawing, printing and storing

CIRCLE_COST = Rate("pixel of the radius", 2)
ARC_COST = Rate("pixel of the radius", 8)
TRIANGLE_COST = Rate("column drawn", 8)
PAINT_COST = Rate("run of pixels", 4)
PAINT_SEARCH_COST = Rate("pixels of the rows looked at", 1, 15)
FONT_PAGE_COST = Rate("change of the font whose page is read", 4_700)
LETTER_COST = Rate("character drawn", 70)
STRETCH_COST = Rate("row of pixels of scaled characters", 8)
COPY_COST = Rate("pixels", 1, 200)
COPY_ROW_COST = Rate("row of them", 1)
MASKED_COPY_COST = Rate("pixels, transparent ones left out", 1, 7)
PRINTED_TEXT_COST = Rate("characters printed", 1, 5)
LINE_FEED_COST = Rate("line feed or tab", 2)
ENCODE_COST = Rate("elements", 3, 2)
DECODE_COST = Rate("elements", 3, 2)
UNFILTER_COST = Rate("bytes of a picture's rows", 1, 2)
MML_COST = Rate("commands of a tune", 4)
SURROGATE_COST = Rate("characters of a text that holds some beyond U+FFFF", 1, 2)


# ---- memory


@contextmanager
def new_objects_made_old() -> Iterator[None]:
    """Pauses the garbage collector; objects made inside are put into its oldest generation.

    Otherwise the next collection would spend a fifth of a second on a million new rows of an array.
    """
    with garbage_collection_paused():
        try:
            yield
        finally:
            gc.freeze()
            gc.unfreeze()  # puts what was frozen, all objects, into the oldest generation

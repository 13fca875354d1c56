"""The cost of drawing, printing and storing in a frame's budget, and the meter that counts it.

A unit of work is a simple statement of the console, about 0.3 microseconds (machine reference, 8.2); a frame
has room for a budget of them. What a call costs at least stands in the table of builtins; a rate says what it
costs beyond that, by the number of things it handles, so that no call keeps frames from passing for long.
Source of the rates: the console was timed for lines and PRINT only (machine reference, 8.2); all others are
the time our own code takes (CPython 3.11, a server core of 2024) divided by 0.3 microseconds.
"""

from __future__ import annotations

from collections.abc import Callable

from retromaze.values.costs import Rate, ignored


class Meter:
    """Counts the work of long calls; `spend` is called with the units and may let frames pass.

    A listing's engine puts itself there. A port passes its frames itself, and nothing is counted.
    """

    def __init__(self) -> None:
        self.spend: Callable[[int], None] = ignored


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

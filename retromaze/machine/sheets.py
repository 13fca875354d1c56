"""The sheets that pages 4 and 5 begin with: sprites and tiles of 16 x 16 pixels.

They are drawn for retromaze; the console's own are not ours to ship. `docs/build_sheets.py` makes the file
from pictures written as text. Unpacked, sheets.bin has the number of colors (two bytes), then these as words
of four bytes, the lowest byte first, then a byte for each pixel of page 4, row by row, and of page 5.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from functools import cache, partial
from pathlib import Path

from retromaze.machine.page import WORDS

DATA = Path(__file__).with_name("sheets.bin")
PAGES = (4, 5)


@cache
def sheet(page: int) -> array[int]:
    """The words of a page as it begins; whoever wants to write them takes a copy."""
    data = zlib.decompress(DATA.read_bytes())
    count = int.from_bytes(data[:2], "little")
    colors = array("I", data[2 : 2 + 4 * count])
    if sys.byteorder == "big":
        colors.byteswap()
    first = 2 + 4 * count + PAGES.index(page) * WORDS
    return array("I", map(colors.__getitem__, data[first : first + WORDS]))


BEGINNINGS = {page: partial(sheet, page) for page in PAGES}
"""What the pages that begin with a sheet begin with, by their numbers."""

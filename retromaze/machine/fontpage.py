"""The font as a page (GRPF), which GCOPY and GSAVE read as page -1."""

from __future__ import annotations

from array import array

from retromaze.machine.font import Font
from retromaze.machine.page import SIDE, WORDS

CELL = 8
CELLS_ACROSS = SIDE // CELL

# (first code, last code, cell of the first one), cells counted row by row, 64 a row.
RANGES = ((0x20, 0x7F, 32), (0xE100, 0xE17F, 14 * CELLS_ACROSS))


def font_words(font: Font) -> array[int]:
    """The 512 * 512 words of the font page, row-major.

    Source: machine reference, 4.5, for ASCII and E100-E17F.
    Unverified: where the other characters stand; their cells are transparent here.
    """
    pixels = array("I", bytes(4 * WORDS))
    for first, last, start in RANGES:
        for code in range(first, last + 1):
            row, column = divmod(start + code - first, CELLS_ACROSS)
            corner = row * CELL * SIDE + column * CELL
            glyph = array("I", font.glyph(code))
            for line in range(CELL):
                at = corner + line * SIDE
                pixels[at : at + CELL] = glyph[line * CELL : line * CELL + CELL]
    return pixels

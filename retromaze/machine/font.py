"""The font (GRPF): one glyph of 8 x 8 pixels a character code, and how glyphs are drawn on a page.

Glyphs are read from package data and changed by FONTDEF. GCOPY and GSAVE read the font as page -1.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, groupby
from pathlib import Path

from retromaze.machine.colors import OPAQUE, little_endian, tint_word
from retromaze.machine.drawing import fill
from retromaze.machine.layers import bytes_from_number, number_from_bytes, repeated_word
from retromaze.machine.page import BLANK, SIDE, WHOLE_PAGE, Block, Point, Rectangle, Size, write_block

GLYPH_SIDE = 8
PIXELS = GLYPH_SIDE * GLYPH_SIDE
LARGEST_CODE = 0xFFFF
WHITE_WORD = 0xFFF8F8F8
FONT_FILE = Path(__file__).with_name("misaki.bin")

Glyph = tuple[int, ...]
"""64 ARGB words cut to five bits a channel, row-major, glyph[y * 8 + x]; 0 is transparent."""

_BLANK: Glyph = (0,) * PIXELS
_ROWS: tuple[Glyph, ...] = tuple(
    tuple(WHITE_WORD if bits & 0x80 >> x else 0 for x in range(GLYPH_SIDE)) for bits in range(256)
)
_SHARED = {0x00A0: 0x20, 0x00A5: 0x5C, 0x3000: 0x20, 0xE200: 0x20, 0xFF00: 0x20}
"""Codes that share the glyph of another: kinds of blanks, and the yen sign that of the backslash."""
_WIDE_FIRST, _WIDE_LAST, _WIDE_OFFSET = 0xFF01, 0xFF5E, 0xFEE0
_OWN_WIDE = (0xFF5C, 0xFF5E)


def code_of_shared_cell(code: int) -> int:
    """Returns the code whose glyph a code shares: several codes may have one cell of the font page.

    Full-width FF00-FF5E share the cells of ASCII, except FF5C and FF5E.
    Source: reference of the machine, 4.5.
    """
    if _WIDE_FIRST <= code <= _WIDE_LAST and code not in _OWN_WIDE:
        return code - _WIDE_OFFSET
    return _SHARED.get(code, code)


class Font:
    """The glyphs: the built-in ones, and those that a program has defined in their place.

    The built-in shapes are Misaki's, not the console's, with pictures of our own in E100-E17F and E201-E2FF.
    `version` counts the changes; `changed` is reset by the machine each frame. `_defined` has the glyphs that
    a program has defined, by the codes whose cells they have.
    """

    def __init__(self) -> None:
        self.version = 0
        self.changed = False
        self._defined: dict[int, Glyph] = {}
        self._cached_glyphs: dict[int, Glyph] = {}

    def glyph(self, code: int) -> Glyph:
        """Returns the glyph of a `code`, 0-65535: 64 words, row-major; all transparent where there is none.

        Source: reference of the machine, 4.4.
        """
        glyph = self._cached_glyphs.get(code)
        if glyph is None:
            cell = code_of_shared_cell(code)
            glyph = self._defined.get(cell) or built_in_glyph(cell)
            self._cached_glyphs[code] = glyph
        return glyph

    def define(self, code: int, words: Sequence[int]) -> None:
        """Gives a `code`, and all that share its cell, 64 new `words` 0xAARRGGBB, row-major.

        Raises ValueError if the code is outside 0-65535 or there are not 64 words.
        Source: reference of the machine, 4.2, FONTDEF.
        """
        if not 0 <= code <= LARGEST_CODE or len(words) != PIXELS:
            raise ValueError(f"no glyph {code} of {len(words)} pixels")
        self._defined[code_of_shared_cell(code)] = tuple(words)
        self._mark_changed()

    @property
    def defined(self) -> Mapping[int, Glyph]:
        """The glyphs that a program has defined, by their codes (see code_of_shared_cell)."""
        return self._defined

    def restore(self) -> None:
        """Restores the built-in glyphs."""
        if self._defined:
            self._defined.clear()
            self._mark_changed()

    def _mark_changed(self) -> None:
        """Marks cached glyphs, and text that was drawn, as out of date, because glyphs have changed."""
        self._cached_glyphs.clear()
        self.version += 1
        self.changed = True


def built_in_glyph(code: int) -> Glyph:
    """Returns the glyph the package has for a code, all transparent if it has none."""
    codes, rows = built_in_glyph_table()
    at = bisect_left(codes, code)
    # a code that is not in the table: the search has found the next one, or the end
    if at == len(codes) or codes[at] != code:
        return _BLANK
    # _ROWS has the eight words for each byte, a row of pixels
    return tuple(chain.from_iterable(_ROWS[bits] for bits in rows[at * GLYPH_SIDE : (at + 1) * GLYPH_SIDE]))


@lru_cache(maxsize=1)
def built_in_glyph_table() -> tuple[array[int], bytes]:
    """Returns (sorted codes, eight bytes a code: rows from the top, bit 7 leftmost).

    The file, compressed by zlib, holds the number of codes, the codes and the rows; words are 16 bits,
    low byte first. tests/tools/build_font.py writes it.
    """
    data = zlib.decompress(FONT_FILE.read_bytes())
    count = int.from_bytes(data[:2], "little")
    codes = little_endian(array("H", data[2 : 2 + 2 * count]))
    return codes, data[2 + 2 * count :]


CELLS_ACROSS = SIDE // GLYPH_SIDE

# (first code, last code, cell of the first one), cells counted row by row, 64 a row.
RANGES = ((0x20, 0x7F, 32), (0xE100, 0xE17F, 14 * CELLS_ACROSS))


def glyph_blocks() -> Iterator[tuple[int, Block]]:
    """Yields the codes whose glyphs stand on the font page, each with its block there."""
    for first, last, start in RANGES:
        for cell, code in enumerate(range(first, last + 1), start):
            row, column = divmod(cell, CELLS_ACROSS)
            yield code, (column * GLYPH_SIDE, row * GLYPH_SIDE, GLYPH_SIDE, GLYPH_SIDE)


def font_words(font: Font) -> array[int]:
    """Returns the 512 * 512 words of the font page, row-major.

    Source: machine reference, 4.5, for ASCII and E100-E17F.
    Unverified: where the other characters stand; their cells are transparent here.
    """
    pixels = BLANK[:]
    for code, block in glyph_blocks():
        write_block(pixels, WHOLE_PAGE, block, font.glyph(code), everything=True)
    return pixels


COVERED = 0xFFFF_FFFF
"""The mask of an opaque pixel."""
WIDEST, TALLEST = 8, 4
"""Wider pixels of a glyph, and much taller ones of few glyphs, are drawn quickest as rectangles."""


def characters_within_clip(text: str, left: int, across: int, clip: Rectangle) -> tuple[int, str]:
    """Returns the part of a text that is visible in a clip, as (number of characters left of it, the part).

    The text begins at the pixel `left`, and each pixel of its glyphs is `across` pixels wide; if that is 0 or
    less, nothing is visible.
    """
    if across <= 0:
        return 0, ""
    width = GLYPH_SIDE * across
    clip_left, _, clip_right, _ = clip
    skipped = min(max((clip_left - left) // width, 0), len(text))
    # from the first glyph that reaches into the clip to the last; an empty text if that comes before
    end = max((clip_right - left) // width + 1, skipped)
    return skipped, text[skipped:end]


def draw_glyphs(
    pixels: array[int], clip: Rectangle, ink: array[int], corner: Point, glyphs: Sequence[Glyph], scale: Size
) -> None:
    """Draws glyphs (64 words each, row-major) on a page's `pixels` to the right from `corner`, within `clip`.

    Each pixel is `scale` large. Transparent ones leave the page alone, opaque ones take the color `ink` times
    their own. A scale of 0 or less draws nothing.
    Source: machine reference, 3.9. Unverified: the picture of scaled glyphs.
    """
    across, down = scale
    if across <= 0 or down <= 0:
        return
    left, top = corner
    is_inside = (
        clip[0] <= left
        and left + GLYPH_SIDE * len(glyphs) - 1 <= clip[2]
        and clip[1] <= top <= clip[3] - GLYPH_SIDE + 1
    )
    # text of the usual size: each opaque pixel is written, and none is tested
    if across == down == 1 and is_inside:
        for number, glyph in enumerate(glyphs):
            start = top << 9 | left + GLYPH_SIDE * number
            for place, word in opaque_pixels(glyph):
                pixels[start + place] = tint_word(word, ink[0])
    elif across > WIDEST or down > TALLEST * (len(glyphs) - 1) or pixels.__class__ is not array:
        # An array of another class records which pixels are written: those between the pixels of a glyph must
        # not be, as they would in whole rows.
        for number, glyph in enumerate(glyphs):
            for column, row, width, height, word in opaque_rectangles(glyph):
                x, y = left + (GLYPH_SIDE * number + column) * across, top + row * down
                color = array("I", (tint_word(word, ink[0]),))
                fill(pixels, clip, color, x, y, x + width * across - 1, y + height * down - 1)
    else:
        draw_glyph_rows(pixels, clip, ink, corner, glyphs, scale)


def draw_glyph_rows(
    pixels: array[int], clip: Rectangle, ink: array[int], corner: Point, glyphs: Sequence[Glyph], scale: Size
) -> None:
    """Draws scaled glyphs by rows of pixels: each row of the whole text at once, as one big number."""
    (left, top), (across, down) = corner, scale
    start, end = max(left, clip[0]), min(left + GLYPH_SIDE * across * len(glyphs), clip[2] + 1)
    size = 4 * (end - start)
    # the bytes of a row of the text that lie within the clip
    visible = slice(4 * (start - left), 4 * (end - left))
    stretched = [stretched_rows(glyph, ink[0], across) for glyph in glyphs]
    for row in range(GLYPH_SIDE):
        first, last = max(top + row * down, clip[1]), min(top + row * down + down - 1, clip[3])
        masks, colors = zip(*(each[row] for each in stretched), strict=True)
        covered = number_from_bytes(b"".join(masks)[visible])
        # the row lies outside the clip, or has no opaque pixel
        if first > last or not covered:
            continue
        words = number_from_bytes(b"".join(colors)[visible])
        uncovered = covered ^ repeated_word(COVERED, size)
        for place in range(first << 9 | start, (last << 9 | start) + 1, SIDE):
            below = number_from_bytes(pixels[place : place + end - start].tobytes())
            drawn = bytes_from_number(below & uncovered | words, size)
            pixels[place : place + end - start] = array("I", drawn)


@lru_cache(maxsize=1024)
def stretched_rows(glyph: Glyph, tint: int, across: int) -> tuple[tuple[bytes, bytes], ...]:
    """Returns the rows of a glyph, each pixel `across` words wide, as pairs of bytes.

    The first is a mask of the opaque words, the second has their colors, 0 elsewhere.
    """
    rows = []
    for at in range(0, len(glyph), GLYPH_SIDE):
        covered, colors = array("I"), array("I")
        for word in glyph[at : at + GLYPH_SIDE]:
            solid_word, color = (COVERED, tint_word(word, tint)) if word & OPAQUE else (0, 0)
            covered.extend((solid_word,) * across)
            colors.extend((color,) * across)
        rows.append((covered.tobytes(), colors.tobytes()))
    return tuple(rows)


@lru_cache(maxsize=512)
def opaque_pixels(glyph: Glyph) -> tuple[tuple[int, int], ...]:
    """Returns (index on a page, relative to the glyph's corner; word) for each opaque pixel of a glyph."""
    return tuple(
        (at // GLYPH_SIDE * SIDE + at % GLYPH_SIDE, word) for at, word in enumerate(glyph) if word & OPAQUE
    )


@lru_cache(maxsize=512)
def opaque_rectangles(glyph: Glyph) -> tuple[tuple[int, int, int, int, int], ...]:
    """Splits a glyph's opaque pixels into rectangles of one color: (column, row, width, height, word)."""
    # the height of each rectangle (column, width, word, first row): a run goes on with the one above it
    heights: dict[tuple[int, int, int, int], int] = {}
    for at in range(0, PIXELS, GLYPH_SIDE):
        column = 0
        for word, same in groupby(glyph[at : at + GLYPH_SIDE]):
            width, row = len(list(same)), at // GLYPH_SIDE
            above = next(
                (top for top in range(row) if heights.get((column, width, word, top)) == row - top), row
            )
            if word & OPAQUE:
                heights[column, width, word, above] = row + 1 - above
            column += width
    return tuple((column, row, width, height, word) for (column, width, word, row), height in heights.items())

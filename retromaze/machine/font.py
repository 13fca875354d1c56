"""The font (GRPF): one glyph of 8 x 8 pixels a character code, read from package data, changed by FONTDEF."""

from __future__ import annotations

import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path

SIZE = 8
PIXELS = SIZE * SIZE
LARGEST_CODE = 0xFFFF
WHITE = 0xFFF8F8F8
DATA = Path(__file__).with_name("misaki.bin")

Glyph = tuple[int, ...]
"""64 ARGB words cut to five bits a channel, row-major, glyph[y * 8 + x]; 0 is transparent."""

_BLANK: Glyph = (0,) * PIXELS
_ROWS: tuple[Glyph, ...] = tuple(
    tuple(WHITE if bits & 0x80 >> x else 0 for x in range(SIZE)) for bits in range(256)
)
_SHARED = {0x00A0: 0x20, 0x00A5: 0x5C, 0x3000: 0x20, 0xE200: 0x20, 0xFF00: 0x20}
_WIDE_FIRST, _WIDE_LAST, _WIDE_OFFSET = 0xFF01, 0xFF5E, 0xFEE0
_OWN_WIDE = (0xFF5C, 0xFF5E)


def cell_of(code: int) -> int:
    """The code that stands for all codes of one cell of the font page.

    Full-width FF00-FF5E share the cells of ASCII, except FF5C and FF5E.
    Source: reference of the machine, 4.5.
    """
    if _WIDE_FIRST <= code <= _WIDE_LAST and code not in _OWN_WIDE:
        return code - _WIDE_OFFSET
    return _SHARED.get(code, code)


class Font:
    """The glyphs in force: the built-in ones and those a program has defined.

    The built-in shapes are Misaki's, not the console's, with pictures of our own in E100-E17F and E201-E2FF.
    `version` counts the changes; `changed` is reset by the machine each frame.
    """

    def __init__(self) -> None:
        self.version = 0
        self.changed = False
        self._defined: dict[int, Glyph] = {}
        self._seen: dict[int, Glyph] = {}

    def glyph(self, code: int) -> Glyph:
        """The glyph of a `code`, 0-65535: 64 words, row-major; all transparent where there is none.

        Source: reference of the machine, 4.4.
        """
        glyph = self._seen.get(code)
        if glyph is None:
            cell = cell_of(code)
            glyph = self._defined.get(cell) or built_in(cell)
            self._seen[code] = glyph
        return glyph

    def define(self, code: int, words: Sequence[int]) -> None:
        """Gives a `code`, and all that share its cell, 64 new `words` 0xAARRGGBB, row-major.

        Raises ValueError if the code is outside 0-65535 or there are not 64 words.
        Source: reference of the machine, 4.2, FONTDEF.
        """
        if not 0 <= code <= LARGEST_CODE or len(words) != PIXELS:
            raise ValueError(f"no glyph {code} of {len(words)} pixels")
        self._defined[cell_of(code)] = tuple(words)
        self._renew()

    @property
    def defined(self) -> Mapping[int, Glyph]:
        """The glyphs that a program has defined, by the codes that stand for their cells."""
        return self._defined

    def restore(self) -> None:
        """Brings the built-in glyphs back."""
        if self._defined:
            self._defined.clear()
            self._renew()

    def _renew(self) -> None:
        self._seen.clear()
        self.version += 1
        self.changed = True


def built_in(code: int) -> Glyph:
    """The glyph the package has for a code, all transparent if it has none."""
    codes, rows = built_in_table()
    at = bisect_left(codes, code)
    if at == len(codes) or codes[at] != code:
        return _BLANK
    return tuple(chain.from_iterable(_ROWS[bits] for bits in rows[at * SIZE : at * SIZE + SIZE]))


@lru_cache(maxsize=1)
def built_in_table() -> tuple[array[int], bytes]:
    """(sorted codes, eight bytes a code: rows from the top, bit 7 leftmost).

    The file, compressed by zlib, holds the number of codes, the codes and the rows; words are 16 bits,
    low byte first. docs/build_font.py writes it.
    """
    data = zlib.decompress(DATA.read_bytes())
    count = int.from_bytes(data[:2], "little")
    codes = array("H")
    codes.frombytes(data[2 : 2 + 2 * count])
    if sys.byteorder == "big":
        codes.byteswap()
    return codes, data[2 + 2 * count :]

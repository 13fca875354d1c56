"""Cuts pictures out of pages, and remembers them until the page has changed.

Anybody may write a page in place: whether it has changed is found by comparing it with a copy,
which takes a tenth of a millisecond.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable
from weakref import WeakKeyDictionary

from retromaze.machine.blocks import read_block
from retromaze.machine.cut_outs import CutOut
from retromaze.machine.keeping import Kept
from retromaze.machine.page import Page

Part = tuple[int, int, int, int]
"""u, v, width, height."""
Rows = tuple[bytes, ...]
"""Rows of pixels from the top, each the bytes of its words."""
LIMIT = 1 << 24
"""Bytes of each kind that are remembered of a page."""


class PageCopy:
    """A page as it is now, and what has been made of it.

    `cut_outs` are those of sprites by all that they depend on, `strips` rows of joined tiles, `tables` whole
    maps of tiles.
    """

    def __init__(self, words: array[int]) -> None:
        self.words = words[:]
        self.bytes = memoryview(self.words).cast("B")
        self._parts: Kept[Part, bytes] = Kept(LIMIT)
        self.cut_outs: Kept[Hashable, CutOut] = Kept(2 * LIMIT)
        self.tiles: Kept[tuple[int, int, int], Rows] = Kept(LIMIT)
        self.strips: Kept[tuple[int, int, bytes], Rows] = Kept(LIMIT)
        self.tables: Kept[tuple[int, int, int, bytes], array[int]] = Kept(LIMIT)

    def part(self, part: Part) -> bytes:
        """A part of it, row by row."""
        found = self._parts.get(part)
        if found is None:
            found = read_block(self.words, part).tobytes()
            self._parts.keep(part, found, len(found))
        return found


_COPIES: WeakKeyDictionary[Page, PageCopy] = WeakKeyDictionary()


def copy_of(page: Page) -> PageCopy:
    """The page as it is now."""
    kept = _COPIES.get(page)
    if kept is None or kept.words != page.pixels:
        kept = _COPIES[page] = PageCopy(page.pixels)
    return kept

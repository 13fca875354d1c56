"""Sends the screens to the page: the whole picture first, then the rows that have changed.

The page has the console's two displays, of 400 and 320 pixels: the tall screen is sent as its two halves.
"""

from __future__ import annotations

import base64
import zlib
from array import array

from retromaze.display.pictures import lower_words, upper_words
from retromaze.machine.machine import Machine
from retromaze.studio.messages import Picture

WIDTHS = (400, 320)
HEIGHT = 240
PIXEL = 4
QUICK = 1
"""zlib's least effort: a picture is mostly of one color, and there are sixty a second."""


class Feed:
    """The pictures that one page has been sent."""

    def __init__(self) -> None:
        self._sent: dict[int, bytes] = {}
        self._tall = False

    def forget(self) -> None:
        """The page begins anew: the next pictures are whole."""
        self._sent.clear()

    def pictures(self, machine: Machine) -> list[Picture]:
        """What has changed on each screen since it was last sent; the lower one where a program uses it."""
        if machine.screens[0].is_tall != self._tall:
            self._tall = not self._tall
            self._sent = dict.fromkeys(self._sent, b"")
        shown = {0: upper_words(machine)}
        lower = lower_words(machine, touched=True)
        if lower is not None or 1 in self._sent:
            shown[1] = machine.picture(1) if lower is None else lower
        found = (self._changed(number, picture) for number, picture in shown.items())
        return [each for each in found if each is not None]

    def _changed(self, screen: int, picture: array[int]) -> Picture | None:
        pixels, width = picture.tobytes(), WIDTHS[screen] * PIXEL
        before = self._sent.get(screen)
        self._sent[screen] = pixels
        if not before:
            return packed(screen, 0, HEIGHT, pixels, tall=self._tall)
        if before == pixels:
            return None
        rows = changed_rows(before, pixels, width)
        first, count = rows[0], rows[-1] - rows[0] + 1
        return packed(screen, first, count, pixels[first * width : (first + count) * width], tall=self._tall)


def packed(screen: int, top: int, rows: int, pixels: bytes, *, tall: bool = False) -> Picture:
    """Rows of a screen as a message."""
    return Picture(screen, top, rows, base64.b64encode(zlib.compress(pixels, QUICK)).decode(), tall)


def changed_rows(before: bytes, now: bytes, width: int) -> list[int]:
    """The numbers of the rows that differ; `width` is that of a row in bytes."""
    return [
        start // width
        for start in range(0, len(now), width)
        if now[start : start + width] != before[start : start + width]
    ]


def changed_rectangle(before: bytes, now: bytes) -> list[int]:
    """[left, top, width, height] of the pixels that differ, in rows of 400; empty if none does."""
    width = WIDTHS[0]
    rows = changed_rows(before, now, width * PIXEL)
    if not rows:
        return []
    one, other = memoryview(before).cast("I"), memoryview(now).cast("I")
    columns = [
        column
        for column in range(width)
        if any(one[row * width + column] != other[row * width + column] for row in rows)
    ]
    return [columns[0], rows[0], columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1]

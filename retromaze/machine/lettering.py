"""Glyphs drawn on a page's words."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from retromaze.machine import drawing
from retromaze.machine.colors import OPAQUE, tinted
from retromaze.machine.page import Rectangle

GLYPH_SIDE = 8


def reaching(text: str, left: int, across: int, clip: Rectangle) -> tuple[int, str]:
    """(how many characters end left of the clip, those behind them that begin within it)."""
    if across <= 0:
        return 0, ""
    width = GLYPH_SIDE * across
    skipped = min(max((clip[0] - left) // width, 0), len(text))
    return skipped, text[skipped : max((clip[2] - left) // width + 1, skipped)]


def put(
    pixels: array[int],
    clip: Rectangle,
    ink: array[int],
    corner: tuple[int, int],
    glyphs: Sequence[Sequence[int]],
    scale: tuple[int, int],
) -> None:
    """Draws glyphs (64 words each, row-major) from left to right, each pixel scale[0] x scale[1] large.

    Transparent glyph pixels leave the page alone, opaque ones take the ink times their color.
    Source: machine reference, 3.9. Unverified: the picture of scaled glyphs.
    """
    across, down = scale
    if across <= 0 or down <= 0:
        return
    left, top = corner
    for glyph in glyphs:
        if left + GLYPH_SIDE * across > clip[0] and left <= clip[2]:
            put_glyph(pixels, clip, ink, (left, top), glyph, scale)
        left += GLYPH_SIDE * across


def put_glyph(
    pixels: array[int],
    clip: Rectangle,
    ink: array[int],
    corner: tuple[int, int],
    glyph: Sequence[int],
    scale: tuple[int, int],
) -> None:
    """Draws one glyph."""
    across, down = scale
    for at, word in enumerate(glyph):
        if word & OPAQUE:
            x, y = corner[0] + at % GLYPH_SIDE * across, corner[1] + at // GLYPH_SIDE * down
            color = array("I", (tinted(word, ink[0]),))
            drawing.fill(pixels, clip, color, x, y, x + across - 1, y + down - 1)

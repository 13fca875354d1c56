"""Draws glyphs on the words of a page."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

from retromaze.machine import drawing
from retromaze.machine.colors import OPAQUE, tint_word
from retromaze.machine.font import Glyph
from retromaze.machine.page import SIDE, Rectangle

GLYPH_SIDE = 8


def reaching(text: str, left: int, across: int, clip: Rectangle) -> tuple[int, str]:
    """(how many characters end left of the clip, those behind them that begin within it)."""
    if across <= 0:
        return 0, ""
    width = GLYPH_SIDE * across
    skipped = min(max((clip[0] - left) // width, 0), len(text))
    return skipped, text[skipped : max((clip[2] - left) // width + 1, skipped)]


def draw_glyphs(
    pixels: array[int],
    clip: Rectangle,
    ink: array[int],
    corner: tuple[int, int],
    glyphs: Sequence[Glyph],
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
    glyph: Glyph,
    scale: tuple[int, int],
) -> None:
    """Draws one glyph."""
    across, down = scale
    x0, y0 = corner
    inside = clip[0] <= x0 <= clip[2] - GLYPH_SIDE + 1 and clip[1] <= y0 <= clip[3] - GLYPH_SIDE + 1
    if inside and across == down == 1:
        start, tint = y0 << 9 | x0, ink[0]
        for column, row, word in solid(glyph):
            pixels[start + row * SIDE + column] = tint_word(word, tint)
        return
    for column, row, word in solid(glyph):
        x, y = x0 + column * across, y0 + row * down
        color = array("I", (tint_word(word, ink[0]),))
        drawing.fill(pixels, clip, color, x, y, x + across - 1, y + down - 1)


@lru_cache(maxsize=512)
def solid(glyph: Glyph) -> tuple[tuple[int, int, int], ...]:
    """(column, row, word) of a glyph's opaque pixels."""
    return tuple((at % GLYPH_SIDE, at // GLYPH_SIDE, word) for at, word in enumerate(glyph) if word & OPAQUE)

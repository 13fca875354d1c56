"""Draws glyphs on the words of a page."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from retromaze.machine import drawing
from retromaze.machine.blending import bytes_of, every, number_of
from retromaze.machine.colors import OPAQUE, tint_word
from retromaze.machine.font import Glyph
from retromaze.machine.page import SIDE, Rectangle

GLYPH_SIDE = 8
COVERED = 0xFFFF_FFFF
WIDEST, TALLEST = 8, 4
"""Wider pixels of a glyph, and much taller ones of few glyphs, are quickest as rectangles."""


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
    inside = clip[0] <= left and left + GLYPH_SIDE * len(glyphs) - 1 <= clip[2]
    if across == down == 1 and inside and clip[1] <= top <= clip[3] - GLYPH_SIDE + 1:
        for number, glyph in enumerate(glyphs):
            start = top << 9 | left + GLYPH_SIDE * number
            for place, word in solid(glyph):
                pixels[start + place] = tint_word(word, ink[0])
    elif across > WIDEST or down > TALLEST * (len(glyphs) - 1) or pixels.__class__ is not array:
        # Words that note who writes them are not told of those between the pixels of a glyph.
        draw_boxes(pixels, clip, ink, corner, glyphs, scale)
    else:
        draw_rows(pixels, clip, ink, corner, glyphs, scale)


def draw_boxes(
    pixels: array[int],
    clip: Rectangle,
    ink: array[int],
    corner: tuple[int, int],
    glyphs: Sequence[Glyph],
    scale: tuple[int, int],
) -> None:
    """Draws glyphs as filled rectangles: quickest for a single one and for very large ones."""
    (left, top), (across, down) = corner, scale
    for glyph in glyphs:
        for column, row, width, height, word in boxes(glyph):
            x, y = left + column * across, top + row * down
            color = array("I", (tint_word(word, ink[0]),))
            drawing.fill(pixels, clip, color, x, y, x + width * across - 1, y + height * down - 1)
        left += GLYPH_SIDE * across


def draw_rows(
    pixels: array[int],
    clip: Rectangle,
    ink: array[int],
    corner: tuple[int, int],
    glyphs: Sequence[Glyph],
    scale: tuple[int, int],
) -> None:
    """Draws glyphs row by row of pixels, each row of the whole text at once, as one big number."""
    (left, top), (across, down) = corner, scale
    start, end = max(left, clip[0]), min(left + GLYPH_SIDE * across * len(glyphs), clip[2] + 1)
    size = 4 * (end - start)
    if size <= 0:
        return
    shown = slice(4 * (start - left), 4 * (end - left))
    stretched = [stretched_rows(glyph, ink[0], across) for glyph in glyphs]
    for row in range(GLYPH_SIDE):
        first, last = max(top + row * down, clip[1]), min(top + row * down + down - 1, clip[3])
        covered = number_of(b"".join([each[row][0] for each in stretched])[shown])
        if first > last or not covered:
            continue
        words = number_of(b"".join([each[row][1] for each in stretched])[shown])
        kept = covered ^ every(COVERED, size)
        for place in range(first << 9 | start, (last << 9 | start) + 1, SIDE):
            below = number_of(pixels[place : place + end - start].tobytes())
            pixels[place : place + end - start] = array("I", bytes_of(below & kept | words, size))


@lru_cache(maxsize=1024)
def stretched_rows(glyph: Glyph, tint: int, across: int) -> tuple[tuple[bytes, bytes], ...]:
    """The rows of a glyph, each pixel so many words wide: which words it covers, and what they become."""
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
def solid(glyph: Glyph) -> tuple[tuple[int, int], ...]:
    """(place on a page from the glyph's corner on, word) of a glyph's opaque pixels."""
    return tuple(
        (at // GLYPH_SIDE * SIDE + at % GLYPH_SIDE, word) for at, word in enumerate(glyph) if word & OPAQUE
    )


@lru_cache(maxsize=512)
def boxes(glyph: Glyph) -> tuple[tuple[int, int, int, int, int], ...]:
    """(column, row, width, height, word) of the rectangles that a glyph's opaque pixels make up."""
    heights: dict[tuple[int, int, int, int], int] = {}
    growing: dict[tuple[int, int, int], int] = {}
    for row in range(GLYPH_SIDE):
        runs, column = {}, 0
        for word, same in groupby(glyph[row * GLYPH_SIDE : (row + 1) * GLYPH_SIDE]):
            width = len(list(same))
            if word & OPAQUE:
                # a run goes on with the one above it that is as wide
                runs[column, width, word] = growing.get((column, width, word), row)
            column += width
        growing = runs
        for (column, width, word), first in growing.items():
            heights[column, first, width, word] = row + 1 - first
    return tuple((column, row, width, height, word) for (column, row, width, word), height in heights.items())

"""Draws the window's own texts in the console's letters: the help and the bar."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from retromaze.display.letters import SIZE, letter
from retromaze.display.pictures import HEIGHT, WIDTH

GLYPH = SIZE
COLUMNS = WIDTH // GLYPH
WHITE, YELLOW, GRAY = 0xFFFFFFFF, 0xFFFFE060, 0xFFB8B8C0
BLUE, DARK = 0xFF101840, 0xFF181818
LEADING = 2
"""Rows of pixels between two lines of the help."""
BAR = GLYPH + 4
"""Rows of pixels of the bar."""
MARGIN = 2
LONGEST_HELP = (HEIGHT - LEADING) // (GLYPH + LEADING)
"""Lines of the help, its title included."""


def draw_text(
    picture: array[int], left: int, top: int, text: str, ink: int = WHITE, paper: int = BLUE
) -> None:
    """Writes text from that pixel on, letters of 8 x 8, within the row; colors are words 0xAARRGGBB."""
    for place, character in enumerate(text):
        words = [ink if pixel else paper for pixel in letter(character)]
        for y in range(GLYPH):
            start = (top + y) * WIDTH + left + place * GLYPH
            picture[start : start + GLYPH] = array("I", words[y * GLYPH : (y + 1) * GLYPH])


def draw_help(picture: array[int], title: str, rows: Sequence[str]) -> None:
    """Shows rows in the middle of the upper screen, below a title; what does not fit is left out."""
    lines = [title, *rows[: LONGEST_HELP - 1]]
    step = GLYPH + LEADING
    width = (max(map(len, lines)) + 2 * MARGIN) * GLYPH
    left, top = (WIDTH - width) // 2, (HEIGHT - len(lines) * step - LEADING) // 2
    for row in range(top, top + len(lines) * step + LEADING):
        picture[row * WIDTH + left : row * WIDTH + left + width] = array("I", [BLUE]) * width
    for row, line in enumerate(lines):
        ink = WHITE if row else YELLOW
        draw_text(picture, left + MARGIN * GLYPH, top + LEADING + row * step, line, ink)


def bar(words: str) -> array[int]:
    """400 x 12 words of the bar; what is longer than it ends in dots."""
    strip = array("I", [DARK]) * (WIDTH * BAR)
    room = COLUMNS - 1
    text = words if len(words) <= room else words[: room - 3] + "..."
    draw_text(strip, GLYPH // 2, (BAR - GLYPH) // 2, text, GRAY, DARK)
    return strip


def pages_of_bar(words: str, hint: str) -> tuple[str, ...]:
    """What the bar shows in turn: both in one line, or one after the other where they do not fit."""
    line = f"{words}: {hint}"
    return (line,) if len(line) < COLUMNS else (words, hint)

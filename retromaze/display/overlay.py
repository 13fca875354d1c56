"""Text that the window lays over the picture in the console's letters: the help, the line being typed."""

from __future__ import annotations

from array import array
from functools import lru_cache

from retromaze.display.keys import HELP_LINES
from retromaze.display.line_editor import LineEditor
from retromaze.display.pictures import HEIGHT, WIDTH
from retromaze.machine.font import Font

GLYPH = 8
COLUMNS, ROWS = WIDTH // GLYPH, HEIGHT // GLYPH
WHITE, BLUE = 0xFFFFFFFF, 0xFF101840
# A prompt may take this much of the line; the rest is for the answer.
PROMPT_COLUMNS = COLUMNS // 2
MARGIN = 2


@lru_cache(maxsize=1)
def letters() -> Font:
    """The built-in font, untouched by what a listing defines."""
    return Font()


def draw_text(
    picture: array[int], column: int, row: int, text: str, ink: int = WHITE, paper: int = BLUE
) -> None:
    """Writes text into the picture, cells of 8 x 8 pixels, within the row; colors are words 0xAARRGGBB."""
    for place, character in enumerate(text, column):
        words = [ink if word else paper for word in letters().glyph(ord(character))]
        for y in range(GLYPH):
            start = (row * GLYPH + y) * WIDTH + place * GLYPH
            picture[start : start + GLYPH] = array("I", words[y * GLYPH : (y + 1) * GLYPH])


def draw_help(picture: array[int]) -> None:
    """Lists the keys in the middle of the picture."""
    width = max(map(len, HELP_LINES)) + 2 * MARGIN
    left, top = (COLUMNS - width) // 2, (ROWS - len(HELP_LINES) - 2) // 2
    for row, line in enumerate(("", *HELP_LINES, ""), top):
        draw_text(picture, left, row, (" " * MARGIN + line).ljust(width))


def draw_entry(picture: array[int], prompt: str, editor: LineEditor) -> None:
    """Shows the end of the prompt and the line being typed in the bottom row, the cursor's cell inverted."""
    prompt = prompt.rpartition("\n")[2][-PROMPT_COLUMNS:]
    text, cursor = editor.view(COLUMNS - len(prompt))
    draw_text(picture, 0, ROWS - 1, (prompt + text).ljust(COLUMNS))
    under = text[cursor : cursor + 1] or " "
    draw_text(picture, len(prompt) + cursor, ROWS - 1, under, ink=BLUE, paper=WHITE)

"""The window's own texts: the help, the bar below the picture, the title, and the line that is typed.

They use the machine's font, in which g, p and y end where an a does; here these letters have descenders, to
be easier to read.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from retromaze.display.argument_parser import wrap_text
from retromaze.display.pictures import HEIGHT, WIDTH
from retromaze.display.translation import _
from retromaze.machine.font import Font
from retromaze.machine.input import typeable

if TYPE_CHECKING:
    from retromaze.engine.computer import Computer

GLYPH = 8
DESCENDER_LETTERS = """\
g        j        k        p        q        y
........ ....#... .#...... ........ ........ ........
........ ........ .#...... ........ ........ ........
..####.. ...##... .#..#... .#.##... ..##.#.. .#...#..
.#...#.. ....#... .#.#.... .##..#.. .#..##.. .#...#..
.#...#.. ....#... .##..... .#...#.. .#...#.. .#...#..
..####.. ....#... .#.#.... .##..#.. .#..##.. ..####..
.....#.. ....#... .#..#... .#.##... ..##.#.. .....#..
..###... ..##.... ........ .#...... .....#.. ..###...
"""
"""The letters with descenders, drawn as rows of eight pixels; `#` is set."""


FONT = Font()
"""The machine's font, untouched by what a listing defines."""


@cache
def letters_with_descenders() -> dict[str, list[bool]]:
    """Maps each letter of DESCENDER_LETTERS to whether each of its 64 pixels is set."""
    # the columns of the drawing are the letters: a name above, eight rows below
    names, *rows = (line.split() for line in DESCENDER_LETTERS.splitlines())
    pictures = ("".join(column) for column in zip(*rows, strict=True))
    return {name: [pixel == "#" for pixel in picture] for name, picture in zip(names, pictures, strict=True)}


def letter_pixels(character: str) -> list[bool]:
    """Returns whether each of a character's 64 pixels is set, row by row from the top."""
    pixels = letters_with_descenders().get(character)
    return pixels if pixels is not None else [bool(word) for word in FONT.glyph(ord(character))]


COLUMNS = WIDTH // GLYPH
WHITE, YELLOW, GRAY = 0xFFFFFFFF, 0xFFFFE060, 0xFFB8B8C0
BLUE, DARK = 0xFF101840, 0xFF181818
LEADINGS = (2, 1)
"""Rows of pixels between two lines of the help: the smaller number if there are many lines."""
BAR = GLYPH + 4
"""The height of the bar in pixels."""
MARGIN = 2
LONGEST_HELP = (HEIGHT - LEADINGS[-1]) // (GLYPH + LEADINGS[-1])
"""The most lines of the help, its title included."""


def draw_text(
    picture: array[int], left: int, top: int, text: str, ink: int = WHITE, paper: int = BLUE
) -> None:
    """Writes text with its upper left corner at that pixel, in letters of 8 x 8; colors are 0xAARRGGBB."""
    for number, character in enumerate(text):
        pixels = [ink if is_set else paper for is_set in letter_pixels(character)]
        for y in range(GLYPH):
            start = (top + y) * WIDTH + left + number * GLYPH
            picture[start : start + GLYPH] = array("I", pixels[y * GLYPH : (y + 1) * GLYPH])


def draw_help(picture: array[int], title: str, rows: Sequence[str]) -> None:
    """Draws a page of the help over the middle of a picture's upper screen; what does not fit is left out."""
    lines = [title, *rows[: LONGEST_HELP - 1]]
    # the first leading with which all lines fit, one of them above the first line too
    leading = next(each for each in LEADINGS if len(lines) * (GLYPH + each) + each <= HEIGHT)
    step = GLYPH + leading
    width, height = (max(map(len, lines)) + 2 * MARGIN) * GLYPH, len(lines) * step + leading
    left, top = (WIDTH - width) // 2, (HEIGHT - height) // 2
    for y in range(top, top + height):
        picture[y * WIDTH + left : y * WIDTH + left + width] = array("I", [BLUE]) * width
    for number, line in enumerate(lines):
        ink = YELLOW if number == 0 else WHITE
        draw_text(picture, left + MARGIN * GLYPH, top + leading + number * step, line, ink)


def bar_picture(text: str) -> array[int]:
    """Returns the picture of the bar with a text, 400 x 12 pixels; too long a text ends in dots."""
    picture = array("I", [DARK]) * (WIDTH * BAR)
    # half a letter is left free on both sides
    most = COLUMNS - 1
    shown = text if len(text) <= most else text[: most - 3] + "..."
    draw_text(picture, GLYPH // 2, (BAR - GLYPH) // 2, shown, GRAY, DARK)
    return picture


def bar_texts(event: str, keys: str, hints: Sequence[str] = ()) -> tuple[str, ...]:
    """Returns the texts that the bar shows in turn: what happened (`event`), hints, keys.

    Without hints it is a single text if that fits.
    """
    line = f"{event}: {keys}"
    if not hints and len(line) < COLUMNS:
        return (line,)
    return event, *(page for each in hints for page in wrap_text(each, COLUMNS - 1)), keys


class LineEditor:
    """A line of text under a cursor; `cursor` 0 stands before the first character."""

    def __init__(self) -> None:
        self.text = ""
        self.cursor = 0

    def insert(self, text: str) -> None:
        """Puts text at the cursor; control characters, and those beyond 16 bits, are dropped."""
        text = "".join(filter(str.isprintable, typeable(text)))
        self.text = self.text[: self.cursor] + text + self.text[self.cursor :]
        self.cursor += len(text)

    def backspace(self) -> None:
        if self.cursor:
            self.cursor -= 1
            self.delete()

    def delete(self) -> None:
        self.text = self.text[: self.cursor] + self.text[self.cursor + 1 :]

    def left(self) -> None:
        self.cursor = max(0, self.cursor - 1)

    def right(self) -> None:
        self.cursor = min(len(self.text), self.cursor + 1)

    def home(self) -> None:
        self.cursor = 0

    def end(self) -> None:
        self.cursor = len(self.text)


NOTICE_SECONDS = 4.0


class Status:
    """The text of the window's title: a notice for some seconds, else what the run does.

    `name` is the program's; `clock` gives seconds of the user's time. `_notice` is shown until `_until`.
    """

    def __init__(self, name: str, clock: Callable[[], float]) -> None:
        self._name = name
        self._clock = clock
        self._notice, self._until = "", 0.0

    def notify(self, notice: str) -> None:
        """Shows a notice for some seconds."""
        self._notice, self._until = notice, self._clock() + NOTICE_SECONDS

    @property
    def notice(self) -> str:
        """The notice while it is shown, else ""."""
        return self._notice if self._clock() < self._until else ""

    def title(self, state: str, frame: int, seed: int) -> str:
        """Returns the title: `backtracker - console's pace - frame 60, seed 7 - F1: keys`."""
        text = self.notice or state
        return _("{} - {} - frame {}, seed {} - F1: keys").format(self._name, text, frame, seed)


def running_line(computer: Computer) -> str:
    """Returns the line of a listing that runs now: `24: IF N > 0 THEN`; "" if none runs."""
    slot, line = next(computer.pending_calls(), (0, 0))
    rows = computer.slots[slot].source.split("\n")
    return f"{line}: {rows[line - 1].strip()}" if 0 < line <= len(rows) else ""

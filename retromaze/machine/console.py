"""The text of one screen: a grid of cells, a cursor, and the style (colors, depth) of what is printed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from retromaze.errors import ArgumentOutOfRange, IllegalFunctionCall
from retromaze.machine.events import Effect, observed
from retromaze.machine.layers import FARTHEST, NEAREST
from retromaze.machine.page import Size
from retromaze.values.costs import LINE_FEED_COST, PIECE, PRINTED_TEXT_COST, Meter

COLORS = 16
ATTRIBUTES = 16
SMALL, LARGE = 8, 16
GLYPH_SIZES = (SMALL, LARGE)
FIRST_FOREGROUND, FIRST_BACKGROUND = 15, 0
BLACK = 1
FIRST_TAB_STEP = 4
LONGEST_TAB_STEP = 16

SHORT = 64
"""Characters of a text whose work is included in that of PRINT; the work of longer ones is counted."""

# The numbers of styles, and of characters of each, that are cached.
STYLE_LIMIT = 256
CHARACTER_LIMIT = 1024


class Cell(NamedTuple):
    """One character on the screen.

    `code` is a UTF-16 unit (0: only the background shows), colors index the palette of sixteen (0 is
    transparent), `attributes` hold quarter turns clockwise (bits 0-1) and mirrors left-right (4) and
    top-bottom (8), `z` -256 (nearest) to 1024.
    """

    code: int
    foreground: int
    background: int
    attributes: int
    z: float


class Style(dict[str, Cell]):
    """The cells of one style (colors, attributes and depth) by character, made when first printed."""

    def __init__(self, foreground: int, background: int, attributes: int, z: float) -> None:
        super().__init__()
        self.parts = (foreground, background, attributes, z)

    def __missing__(self, character: str) -> Cell:
        if len(self) >= CHARACTER_LIMIT:
            self.clear()
        cell = self[character] = Cell(ord(character), *self.parts)
        return cell


class Styles(dict[tuple[int, int, int, float], Style]):
    """A cache of styles by their parts: programs change between a few colors all the time."""

    def __missing__(self, parts: tuple[int, int, int, float]) -> Style:
        if len(self) >= STYLE_LIMIT:
            self.clear()
        style = self[parts] = Style(*parts)
        return style


STYLES = Styles()


class Console:
    """The text layer of one screen.

    `cells` is row-major, `cells[row * columns + column]`, None where nothing was printed; `column` 0 to
    `columns` (just past the edge: the next character wraps first) and `row` are the cursor; `changed`
    is set when a visible cell changes and reset by the machine each frame. What is printed next has the
    palette indices `foreground` and `background`, the `attributes` and the depth `z`: `style` has these.
    `meter` counts the work of long texts, for which frames may pass.
    Source: reference of the machine, section 4.
    """

    def __init__(self, width: int = 400, height: int = 240, meter: Meter | None = None) -> None:
        """`width` and `height` are the screen's, in pixels."""
        self.meter = meter or Meter()
        self._size = (width, height)
        self.tab_step = FIRST_TAB_STEP
        self.changed = False
        self.reset()

    def reset(self) -> None:
        """Sets the state at the start and after ACLS; the tab step stays. Source: machine reference, 1.8."""
        self.foreground, self.background = FIRST_FOREGROUND, FIRST_BACKGROUND
        self.attributes = 0
        self.z = 0.0
        self._update_style()
        self._lay_out(SMALL)

    def resize(self, size: Size) -> None:
        """Lays the console out on a screen of another size; it is empty then, the style and WIDTH stay.

        Source: machine reference, 4.1. Unverified: that it is cleared.
        """
        self._size = size
        self._lay_out(self.cell_size)

    def _lay_out(self, cell_size: int) -> None:
        """Divides the screen into empty cells of that size."""
        width, height = self._size
        self.cell_size = cell_size
        self.columns, self.rows = width // cell_size, height // cell_size
        self.cells: list[Cell | None] = []
        self._clear_cells()

    def _update_style(self) -> None:
        """Sets the style of what is printed next from the colors, attributes and depth."""
        self.style = STYLES[self.foreground, self.background, self.attributes, self.z]

    def _blanks(self, count: int) -> list[Cell | None]:
        """Returns empty cells with the present background color. Unverified: that the console does so."""
        # background 0 is transparent, as a cell in which nothing was printed; code 0 shows only a background
        return [self.style["\0"] if self.background else None] * count

    def _clear_cells(self) -> None:
        """Empties all cells, and moves the cursor to 0, 0."""
        self.cells[:] = self._blanks(self.columns * self.rows)
        self.column = self.row = 0
        self.changed = True

    # --- printing ---

    @observed(Effect.PRINTS, "prints by")
    def print(self, text: str = "", end: str = "\n") -> None:
        """Prints `text` and `end` from the cursor on, wrapping at the right edge and scrolling at the bottom.

        A character in the last column leaves the cursor just past it; the wrap comes with the next character,
        and a line feed there takes its place. "\\n" feeds a line, and scrolls at once on the last row; "\\t"
        blanks the cells up to the next tab stop; every other unit is a cell. Raises TypeError for what is no
        text. Source: reference of the machine, 4.3. Unverified: a line feed past the edge, when the last row
        scrolls, "\\t".
        """
        try:
            text += end
        except TypeError:
            raise TypeError(f"console.print needs a text, not {text}: str({text})") from None
        if len(text) <= SHORT:
            self._print_with_controls(text)
            return
        for at in range(0, len(text), PIECE):
            part = text[at : at + PIECE]
            self.meter.spend(
                PRINTED_TEXT_COST.of(len(part)) + LINE_FEED_COST.of(part.count("\n") + part.count("\t"))
            )
            self._print_with_controls(part)

    def _print_with_controls(self, text: str) -> None:
        """Prints a text in which "\\t" and "\\n" are control characters."""
        if "\t" in text:
            # a tab lies before every part but the first
            for at, part in enumerate(text.split("\t")):
                if at:
                    self._blank_to_tab_stop()
                self._print_with_controls(part)
            return
        while "\n" in text:
            line, _, text = text.partition("\n")
            self._write_characters(line)
            self._feed_line()
        self._write_characters(text)

    @observed(Effect.PREPARES)
    def tab(self) -> None:
        """Moves the cursor to the next tab stop, strictly right of it and at most just past the edge.

        Cells passed over stay; a tab step of 0 moves nothing.
        Source: reference of the machine, 4.3. Unverified: the right edge and step 0.
        """
        if not self.tab_step:
            return
        if self.column >= self.columns:
            self._feed_line()
        self.column = min(self.columns, (self.column // self.tab_step + 1) * self.tab_step)

    def _write_characters(self, run: str) -> None:
        """Writes characters from the cursor on, wrapping at the right edge."""
        while run:
            if self.column >= self.columns:
                self._feed_line()
            part = run[: self.columns - self.column]
            new = list(map(self.style.__getitem__, part))
            start = self.row * self.columns + self.column
            stop = start + len(part)
            # a program that prints the same again changes nothing
            if self.cells[start:stop] != new:
                self.cells[start:stop] = new
                self.changed = True
            self.column += len(part)
            run = run[len(part) :]

    def _feed_line(self) -> None:
        """Moves the cursor to the next row; on the last one the text scrolls."""
        self.column = 0
        self.row += 1
        if self.row == self.rows:
            self.row -= 1
            del self.cells[: self.columns]
            self.cells += self._blanks(self.columns)
            self.changed = True

    def _blank_to_tab_stop(self) -> None:
        """Blanks the cells up to the next tab stop."""
        # as `tab` does: the cells to blank are those of the row in which the tab stop lies
        if self.column >= self.columns and self.tab_step:
            self._feed_line()
        first = self.column
        self.tab()
        start = self.row * self.columns
        self.cells[start + first : start + self.column] = self._blanks(self.column - first)
        self.changed = True

    # --- cursor, style, whole grid ---

    @observed(Effect.PREPARES, sets={"column": "column", "row": "row", "text depth": "z"})
    def locate(self, column: int | None = None, row: int | None = None, z: float | None = None) -> None:
        """Moves the cursor; None keeps.

        `column` 0 to `columns` (just past the edge), `row` 0 to `rows` - 1, counted in characters from the
        upper left; `z`, the depth of what is printed next, -256 (nearest) to 1024. Raises ArgumentOutOfRange
        outside. Source: reference of the machine, 4.2.
        """
        if column is not None and not 0 <= column <= self.columns:
            raise ArgumentOutOfRange(f"there is no column {column}", argument=1, valid=(0, self.columns))
        if row is not None and not 0 <= row < self.rows:
            raise ArgumentOutOfRange(f"there is no row {row}", argument=2, valid=(0, self.rows - 1))
        if z is not None and not NEAREST <= z <= FARTHEST:
            raise ArgumentOutOfRange(f"no depth {z}", argument=3)
        self.column = self.column if column is None else column
        self.row = self.row if row is None else row
        if z is not None and z != self.z:
            # STYLES has z in its keys, where 1 == 1.0 and 0.0 == -0.0: without `+ 0.0` the spelling that came
            # first would be the one in the style of all later ones
            self.z = z + 0.0
            self._update_style()

    @observed(Effect.DRAWS, "draws")
    def clear(self) -> None:
        """Empties every cell, cursor to 0, 0; the style stays. Source: reference of the machine, 4.2."""
        self._clear_cells()

    @observed(Effect.PREPARES, "sets by", sets={"text color": "foreground", "text background": "background"})
    def set_color(self, foreground: int | None = None, background: int | None = None) -> None:
        """Sets the palette indices of what is printed next; None keeps.

        `foreground` and `background` are 0-15: 0 is transparent, 1 black, 15 white.
        Raises ArgumentOutOfRange outside. Source: reference of the machine, 2.3.
        """
        for number, index in enumerate((foreground, background), 1):
            if index is not None and not 0 <= index < COLORS:
                raise ArgumentOutOfRange(f"there is no color {index}", argument=number)
        self.foreground = self.foreground if foreground is None else foreground
        self.background = self.background if background is None else background
        self._update_style()

    @observed(Effect.PREPARES, sets={"text attributes": "attributes"})
    def set_attributes(self, attributes: int) -> None:
        """Sets `attributes`, turn and mirrors, of what is printed next.

        The sum of 0 to 3 quarter turns clockwise, 4 mirrored left-right and 8 top-bottom. Raises ValueError
        outside 0-15.
        """
        if not 0 <= attributes < ATTRIBUTES:
            raise ValueError(f"no character attributes {attributes}")
        self.attributes = attributes
        self._update_style()

    @observed(Effect.DRAWS, sets={"size of cells": "cell_size"})
    def set_width(self, cell_size: int) -> None:
        """Makes cells `cell_size`, 8 or 16, pixels wide and high.

        A change clears the console, cursor to 0, 0. Raises IllegalFunctionCall for other sizes.
        Source: reference of the machine, 4.2. Unverified: that it clears.
        """
        if cell_size not in GLYPH_SIZES:
            raise IllegalFunctionCall(f"no characters {cell_size} pixels wide", argument=1)
        if cell_size != self.cell_size:
            self._lay_out(cell_size)

    @observed(Effect.DRAWS)
    def scroll(self, dx: int, dy: int) -> None:
        """Moves the view: text goes `dx` columns left and `dy` rows up; the cursor stays.

        What leaves is lost. Negative numbers move text right and down. Source: reference of the machine, 4.2.
        Unverified: that the cursor stays.
        """
        old = self.cells
        new = self._blanks(len(old))
        # the columns that are still visible; none if the text moves by the whole width or more
        length = self.columns - abs(dx)
        # the rows that show text after the move
        for row in range(max(0, -dy), min(self.rows, self.rows - dy)):
            if length > 0:
                source = (row + dy) * self.columns + max(0, dx)
                target = row * self.columns + max(0, -dx)
                new[target : target + length] = old[source : source + length]
        self.cells = new
        self.changed = True

    # --- looking ---

    @contextmanager
    def draft(self, text: str, cursor: int) -> Iterator[None]:
        """Within this context, the cells show a line that is being typed; afterwards they are restored.

        The line is shown where it would be printed. The character number `cursor`, or the blank behind the
        line, is inverted. Unverified: how the console shows the cursor.
        """
        cells, column, row, changed = self.cells[:], self.column, self.row, self.changed
        # color 0 is transparent: black or the first color stands for it, so that the cursor can be seen
        ink, paper = self.background or BLACK, self.foreground or FIRST_FOREGROUND
        inverted = STYLES[ink, paper, self.attributes, self.z]
        try:
            self._write_characters(text[:cursor])
            usual, self.style = self.style, inverted
            self._write_characters(text[cursor : cursor + 1] or " ")
            self.style = usual
            self._write_characters(text[cursor + 1 :])
            yield
        finally:
            self.cells[:] = cells
            self.column, self.row, self.changed = column, row, changed
            self._update_style()

    def code_at(self, column: int, row: int) -> int:
        """Returns the UTF-16 unit of the cell in `column`, `row`; 0 where it is empty or outside."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            cell = self.cells[row * self.columns + column]
            return cell.code if cell else 0
        return 0

    def text(self) -> str:
        """Returns the rows joined by line feeds; blanks at row ends and empty rows at the end dropped.

        Empty cells within a row are spaces; surrogate pairs are joined, a lone half is U+FFFD.
        """
        shown = "".join(chr(cell.code) if cell and cell.code else " " for cell in self.cells)
        rows = (shown[at : at + self.columns].rstrip(" ") for at in range(0, len(shown), self.columns))
        text = "\n".join(rows).rstrip("\n")
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")

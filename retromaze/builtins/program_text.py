"""The text of program slots, and how PRGEDIT and its followers see and change it, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from retromaze.errors import OutOfCodeMemory, OutOfRange
from retromaze.values.costs import PARTED, SHIFTED

if TYPE_CHECKING:
    from retromaze.engine.computer import Computer

LONGEST_PROGRAM = 1_048_576
"""Characters a slot holds. Source: language reference, section 1.1 (manual)."""

LAST_LINE = -1
LINE_FEED = "\n"


class ProgramText:
    """A program as one string and as lines; either is made of the other when it is asked for, and kept.

    `size` is the number of characters, line feeds included.
    """

    def __init__(self, source: str = "") -> None:
        self.size = len(source)
        self._source: str | None = source
        self._lines: list[str] | None = None

    @property
    def is_parted(self) -> bool:
        """Whether the lines are there already."""
        return self._lines is not None

    @property
    def source(self) -> str:
        """The whole text; once it has been changed, every line of it ends in a line feed."""
        if self._source is None:
            self._source = LINE_FEED.join([*self.lines, ""])
        return self._source

    @property
    def lines(self) -> Sequence[str]:
        """The lines without their line feeds; the one that ends the text begins no further line."""
        return self._kept_lines()

    def _kept_lines(self) -> list[str]:
        if self._lines is None:
            self._lines = lines_of(self.source)
        return self._lines

    def replace(self, first: int, last: int, new: Sequence[str]) -> None:
        """Puts `new` in the place of the lines from index `first` up to, not including, `last`.

        Raises OutOfCodeMemory, and changes nothing, where the text would be too long.
        """
        lines = self._kept_lines()
        size = self._size_with_line_feeds() + size_of(new) - size_of(lines[first:last])
        if size > LONGEST_PROGRAM:
            raise OutOfCodeMemory
        lines[first:last] = new
        self.size = size
        self._source = None

    def _size_with_line_feeds(self) -> int:
        is_open = self._source and not self._source.endswith(LINE_FEED)
        return self.size + 1 if is_open else self.size


class ProgramEditor:
    """One slot's text with a current line, both chosen by PRGEDIT.

    Lines count from 1; `line` may be one past the last, where there is nothing to read and what is written
    is added. Reading moves on to the next line, but only when the next reading begins: until then the line
    that was read is the current one.
    Source: language reference, section 5.9.
    Unverified: which line is the current one after PRGSET of several lines (the last of them), past the end
    (still the end), after PRGINS behind it (the last one inserted) and after PRGDEL (the one that followed).
    """

    def __init__(self, computer: Computer, slot: int, line: int = 1) -> None:
        """Raises OutOfRange (argument 2) for a missing line; -1 is the last. An empty slot has line 1."""
        self.computer = computer
        self.slot = slot
        self.line = 1
        self.was_read = False
        last = max(len(self.text().lines), 1)
        if line != LAST_LINE and not 1 <= line <= last:
            raise OutOfRange(argument=2)
        self.line = last if line == LAST_LINE else line

    def text(self) -> ProgramText:
        """The slot's text as it is now; another one may have been loaded, and be shorter."""
        text = parted_text(self.computer, self.slot)
        self.line = min(self.line, len(text.lines) + 1)
        return text

    def read(self) -> str:
        """The current line with its line feed, or the next one if it has been read; "" past the end."""
        lines = self.text().lines
        if self.was_read:
            self.line += 1
        self.was_read = self.line <= len(lines)
        return lines[self.line - 1] + LINE_FEED if self.was_read else ""

    def replace(self, text: str) -> None:
        """Puts `text` in place of the current line; past the end it is added there."""
        end = len(self.text().lines) + 1
        new = self.inserted(text)
        self.change(self.line - 1, self.line, new)
        self.line += len(new) if self.line == end else len(new) - 1

    def insert(self, text: str, *, after: bool = False) -> None:
        """Puts `text` before or after the current line, and the next text behind it."""
        new = self.inserted(text)
        at = self.line if after else self.line - 1
        self.change(at, at, new)
        self.line += len(new)

    def delete(self, count: int = 1) -> None:
        """Takes out `count` lines from the current one on, all of the slot's if it is negative.

        Raises OutOfRange for 0 and for more lines than there are.
        """
        have = len(self.text().lines)
        if count < 0:
            self.line, count = 1, have
        elif not 1 <= count <= have - self.line + 1:
            raise OutOfRange(argument=1)
        self.change(self.line - 1, self.line - 1 + count, ())
        self.was_read = False

    def change(self, first: int, last: int, new: Sequence[str]) -> None:
        """Changes lines of the slot, whose program and variables are gone with that."""
        text = self.text()
        self.computer.machine.spend(SHIFTED.of(len(text.lines) - first))
        text.replace(first, last, new)
        self.computer.load_source(self.slot, text, self.computer.slots[self.slot].name)

    def inserted(self, text: str) -> list[str]:
        """The lines that a text makes; a line feed at its end, as PRGGET$ gives it, begins no further one."""
        self.computer.machine.spend(PARTED.of(len(text)))
        return text.removesuffix(LINE_FEED).split(LINE_FEED)


def parted_text(computer: Computer, slot: int) -> ProgramText:
    """A slot's text with its lines, which are work when they are first asked for."""
    text = computer.slots[slot].text
    if not text.is_parted:
        computer.machine.spend(PARTED.of(text.size))
    return text


def lines_of(source: str) -> list[str]:
    lines = source.split(LINE_FEED)
    return lines[:-1] if not lines[-1] else lines


def size_of(lines: Sequence[str]) -> int:
    """The characters of some lines, each with its line feed."""
    return sum(map(len, lines)) + len(lines)

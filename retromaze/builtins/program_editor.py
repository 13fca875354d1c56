"""PRGEDIT and the words that go with it: read and change a slot's program line by line."""

from __future__ import annotations

from collections.abc import Sequence

from retromaze.builtins.computer import Computer
from retromaze.builtins.program_text import LINE_FEED, ProgramText
from retromaze.errors import OutOfRange
from retromaze.values.costs import PARTED, SHIFTED

LAST_LINE = -1


class ProgramEditor:
    """One slot's text with a current line, both chosen by PRGEDIT.

    Lines count from 1. Behind the last line feed is one more line, an empty one, so that a slot is never
    without a line: there is nothing to read on it, what is written there is added, and to delete it changes
    nothing. Reading moves on to the next line, but only when the next reading begins: until then the line
    that was read is the current one. Behind what was written is the current line then, but what PRGINS puts
    after a line is the current line itself.
    Source: language reference, section 5.9.
    Unverified: that PRGEDIT and PRGDEL count the empty line at the end, the current line after PRGDEL (the
    one that followed), and that reading goes on behind what was put after the line just read.
    """

    def __init__(self, computer: Computer, slot: int, line: int = 1) -> None:
        """Raises OutOfRange (argument 2) for a missing line; -1 is the last."""
        self.computer = computer
        self.slot = slot
        self.line = 1
        self.was_read = False
        last = last_line(self.text())
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
        new = self.inserted(text)
        self.change(self.line - 1, self.line, new)
        self.line += len(new)
        self.was_read = False

    def insert(self, text: str, *, after: bool = False) -> None:
        """Puts `text` before or after the current line, and the next text behind it."""
        new = self.inserted(text)
        at = self.line if after and self.line <= len(self.text().lines) else self.line - 1
        self.change(at, at, new)
        self.line = at + len(new) + (not after)

    def delete(self, count: int = 1) -> None:
        """Takes out `count` lines from the current one on, all of the slot's if it is negative.

        Raises OutOfRange for 0 and for more lines than there are.
        """
        last = last_line(self.text())
        if count < 0:
            self.line, count = 1, last
        elif not 1 <= count <= last - self.line + 1:
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


def last_line(text: ProgramText) -> int:
    """The number of the last line, the empty one behind the last line feed if there is one."""
    return len(text.lines) + text.is_closed


def parted_text(computer: Computer, slot: int) -> ProgramText:
    """A slot's text with its lines, which are work when they are first asked for."""
    text = computer.slots[slot].text
    if not text.is_parted:
        computer.machine.spend(PARTED.of(text.size))
    return text

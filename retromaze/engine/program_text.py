"""The text of program slots as PRGEDIT and its followers see and change it, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retromaze.errors import OutOfCodeMemory, OutOfRange

if TYPE_CHECKING:
    from retromaze.engine.computer import Computer

LONGEST_PROGRAM = 1_048_576
"""Characters a slot holds. Source: language reference, section 1.1 (manual)."""

LAST_LINE = -1


class ProgramEditor:
    """One slot's text with a current line, both chosen by PRGEDIT.

    Lines count from 1; `line` may be one past the last, where a text is read as "" and written as a new line.
    Source: language reference, section 5.9.
    Unverified: that only PRGEDIT moves the current line.
    """

    def __init__(self, computer: Computer, slot: int, line: int = 1) -> None:
        """Raises OutOfRange (argument 2) for a missing line; -1 is the last. An empty slot has line 1."""
        self.computer = computer
        self.slot = slot
        last = max(len(self.lines()), 1)
        if line != LAST_LINE and not 1 <= line <= last:
            raise OutOfRange(argument=2)
        self.line = last if line == LAST_LINE else line

    def lines(self) -> list[str]:
        return lines_of(self.computer.slots[self.slot].source)

    def current(self) -> str:
        """The current line without its line feed, "" past the end."""
        return "".join(self.lines()[self.line - 1 : self.line])

    def replace(self, text: str) -> None:
        """Puts `text` in place of the current line, or behind the last one past the end."""
        lines = self.lines()
        lines[self.line - 1 : self.line] = text.split("\n")
        self.store(lines)

    def insert(self, text: str, *, after: bool = False) -> None:
        """Puts `text`, which line feeds make several lines, before or after the current line."""
        lines = self.lines()
        at = self.line if after else self.line - 1
        lines[at:at] = text.split("\n")
        self.store(lines)

    def delete(self, count: int = 1) -> None:
        """Takes out `count` lines from the current one on, all of the slot's if it is negative.

        Raises OutOfRange for 0 and for more lines than there are.
        """
        lines = self.lines()
        if count < 0:
            lines = []
        elif not 1 <= count <= len(lines) - self.line + 1:
            raise OutOfRange(argument=1)
        else:
            del lines[self.line - 1 : self.line - 1 + count]
        self.line = min(self.line, len(lines) + 1)
        self.store(lines)

    def store(self, lines: list[str]) -> None:
        text = "".join(f"{line}\n" for line in lines)
        if len(text) > LONGEST_PROGRAM:
            raise OutOfCodeMemory
        self.computer.load_source(self.slot, text, self.computer.slots[self.slot].name)


def lines_of(source: str) -> list[str]:
    """The lines of a program without their line feeds; the one that ends the text begins no further line."""
    lines = source.split("\n")
    return lines[:-1] if not lines[-1] else lines

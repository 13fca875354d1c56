"""The text of a program slot, as one string and as lines."""

from __future__ import annotations

from collections.abc import Sequence

from retromaze.language.text import LONGEST_PROGRAM, too_long

LINE_FEED = "\n"


class ProgramText:
    """A program as one string and as lines; either is made of the other when it is asked for, and kept.

    `size` is the number of characters, line feeds included.
    """

    __slots__ = ("_lines", "_source", "size")

    def __init__(self, source: str = "") -> None:
        self.size = len(source)
        self._source: str | None = source
        self._lines: list[str] | None = None

    @property
    def is_parted(self) -> bool:
        """Whether the lines are there already."""
        return self._lines is not None

    @property
    def is_closed(self) -> bool:
        """Whether nothing stands behind the last line feed."""
        return not self._source or self._source.endswith(LINE_FEED)

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
            raise too_long()
        lines[first:last] = new
        self.size = size
        self._source = None

    def _size_with_line_feeds(self) -> int:
        return self.size if self.is_closed else self.size + 1


def lines_of(source: str) -> list[str]:
    lines = source.split(LINE_FEED)
    return lines[:-1] if not lines[-1] else lines


def size_of(lines: Sequence[str]) -> int:
    """The characters of some lines, each with its line feed."""
    return sum(map(len, lines)) + len(lines)

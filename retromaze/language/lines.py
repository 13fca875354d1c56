"""The lines of a source, as SmileBASIC and Python count them.

str.splitlines() cuts also at a form feed, at U+001C to U+001E, U+0085, U+2028 and U+2029: to both languages
these are characters of a comment or of a string like any other.
"""

from __future__ import annotations

from retromaze.errors import OutOfCodeMemory

LONGEST_PROGRAM = 1_048_576
"""Characters a program has at most. Source: language reference, section 1.1 (manual)."""


def with_line_feeds(text: str) -> str:
    """A text from outside, lines ended by any system, with a line feed at the end of each."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def lines_of(source: str) -> list[str]:
    """The lines without their ends, cut at line feeds alone; none for an empty source."""
    return source.removesuffix("\n").split("\n") if source else []


def is_too_long(source: str) -> bool:
    """Whether a program has more characters, which are UTF-16 units, than any slot holds."""
    if len(source) > LONGEST_PROGRAM or source.isascii():
        return len(source) > LONGEST_PROGRAM
    return len(source.encode("utf-16-le", "surrogatepass")) > 2 * LONGEST_PROGRAM


def too_long(source: str = "", slot: int = 0) -> OutOfCodeMemory:
    """The error of such a program, at the place that no slot holds any more if the program is given."""
    held = source[:LONGEST_PROGRAM]
    line, column = (held.count("\n") + 1, len(held) - held.rfind("\n")) if source else (0, 0)
    words = f"a program has {LONGEST_PROGRAM:,} characters at most"
    return OutOfCodeMemory(words, slot=slot, line=line, column=column)

"""The lines of a source, as SmileBASIC and Python count them.

str.splitlines() cuts also at a form feed, at U+001C to U+001E, U+0085, U+2028 and U+2029: to both languages
these are characters of a comment or of a string like any other.
"""

from __future__ import annotations


def with_line_feeds(text: str) -> str:
    """A text from outside, lines ended by any system, with a line feed at the end of each."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def lines_of(source: str) -> list[str]:
    """The lines without their ends, cut at line feeds alone; none for an empty source."""
    return source.removesuffix("\n").split("\n") if source else []

"""Says an error of a listing in words: the machine's line, the place, and a caret under the statement."""

from __future__ import annotations

import unicodedata

from retromaze.errors import BasicError


def describe(error: BasicError) -> str:
    """The machine's message, `path:line:column`, the line of the listing and a caret under it.

    Columns count characters; the caret allows for characters that take two columns of a terminal.
    """
    lines = error.source.split("\n")
    rows = [error.message]
    if error.detail:
        rows[0] += f" ({error.detail})"
    rows.append(f"{error.path}:{error.line}:{error.column}")
    if 0 < error.line <= len(lines):
        text = lines[error.line - 1].expandtabs(1)
        rows += ["  " + text, "  " + " " * width(text[: error.column - 1]) + "^"]
    return "\n".join(rows)


def width(text: str) -> int:
    """Terminal columns of a text."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)

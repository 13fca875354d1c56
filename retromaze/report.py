"""Says in words what stopped a listing, the machine's line, the place and a caret, and what stayed silent."""

from __future__ import annotations

import unicodedata

from retromaze.errors import BasicError
from retromaze.machine.sound import Sound


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


def silence(sound: Sound) -> str:
    """What nobody heard: `sound is not simulated yet: BEEP ×12, BGMPLAY ×1`; "" where that is nothing."""
    return f"sound is not simulated yet: {asked_for(sound)}" if sound.unheard else ""


def asked_for(sound: Sound) -> str:
    """`BEEP ×12, BGMPLAY ×1`, in the order in which they came first."""
    return ", ".join(f"{word} ×{count:,}" for word, count in sound.unheard.items())


def width(text: str) -> int:
    """Terminal columns of a text."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)

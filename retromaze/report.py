"""Describes the error that stopped a program: the console's line, the place, a caret, what was not heard."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from retromaze.engine.misspelt import hint
from retromaze.errors import BasicError
from retromaze.machine.sound import Sound
from retromaze.system import STANDS_FOR_IT, harmless

ONE_LINE = str.maketrans(dict.fromkeys("\t\n", STANDS_FOR_IT))
NEAR, CUT = 80, "…"
"""So many characters of a long line are shown on either side of the caret, and what stands for the others."""


def describe(error: BasicError) -> str:
    """The machine's message, `path:line:column`, the line of the listing, a caret under it, and why.

    Columns count characters; the caret allows for characters that take two columns of a terminal.
    """
    lines = error.source.split("\n")
    rows = [error.message]
    if error.detail and not error.is_explained:
        rows[0] += f" ({''.join(excerpt(without_controls(error.detail), 0))})"
    place = f":{error.line}:{error.column}" if error.line else ""
    rows.append(f"{without_controls(error.path)}{place}")
    if 0 < error.line <= len(lines):
        before, after = excerpt(shown_line(lines[error.line - 1]), error.column - 1)
        rows += ["  " + before + after, "  " + " " * width(before) + "^"]
    return "\n".join([*rows, *explanation(error, error.source, error.source)])


def explanation(error: BasicError, typed: str, program: str, words: Collection[str] = ()) -> list[str]:
    """The lines below an error: where a file was looked for, or the word that was meant (see `hint`)."""
    if error.is_explained and error.detail:
        return [harmless(error.detail)]
    return hint(error, typed, program, words)


def shown_line(line: str) -> str:
    """A line as it is shown, with as many characters: a blank for each tab."""
    return without_controls(line.expandtabs(1))


def without_controls(text: str) -> str:
    """The text in one line, harmless on a terminal, with as many characters."""
    return harmless(text).translate(ONE_LINE)


def excerpt(line: str, at: int) -> tuple[str, str]:
    """The parts of a line before and after a place; of a long line only the near parts."""
    if len(line) <= 2 * NEAR:
        return line[:at], line[at:]
    before, after = line[max(at - NEAR, 0) : at], line[at : at + NEAR]
    return CUT * (at > NEAR) + before, after + CUT * (len(line) > at + NEAR)


def silence(sound: Sound) -> str:
    """The sounds that are not simulated: `not simulated yet: TALK ×12, PCMSTOP ×1`, or ""."""
    return f"not simulated yet: {asked_for(sound)}" if sound.unheard else ""


def asked_for(sound: Sound) -> str:
    """`BEEP ×12, BGMPLAY ×1`, in the order in which they came first."""
    return ", ".join(f"{word} ×{count:,}" for word, count in sound.unheard.items())


def width(text: str) -> int:
    """Terminal columns of a text."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)

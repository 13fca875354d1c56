"""Describes the error that stopped a program: the console's line, the place, a caret, what was not heard."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from retromaze.display.translation import _
from retromaze.errors import BasicError
from retromaze.machine.sound import Sound
from retromaze.system import STANDS_FOR_IT, harmless, terminal_width

if TYPE_CHECKING:
    from retromaze.engine.hints import Hint

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
    line, column = error.begin or (error.line, error.column)
    place = f":{line}:{column}" if line else ""
    rows.append(f"{without_controls(error.path)}{place}")
    if 0 < line <= len(lines):
        rows += pointed_at(lines[line - 1], column)
    return "\n".join([*rows, *explanation(error, error.source, error.source)])


def pointed_at(line: str, column: int) -> list[str]:
    """The line of a listing, and a caret under the character at a column, from 1."""
    before, after = excerpt(shown_line(line), column - 1)
    return ["  " + before + after, "  " + " " * terminal_width(before) + "^"]


def explanation(error: BasicError, typed: str, program: str, words: Collection[str] = ()) -> list[str]:
    """The lines below an error: where a file was looked for, or what to write instead (see `hint`)."""
    if error.is_explained and error.detail:
        return [harmless(error.detail)]
    # only what fails pays for the rules
    from retromaze.engine.hints import hint

    found = hint(error, typed, program, words)
    return [told(found)] if found else []


def told(found: Hint) -> str:
    """A hint in the user's language, in one line; of long words only the beginning."""
    shown = ("".join(excerpt(without_controls(str(each)), 0)) for each in found.words)
    return _(found.sentence).format(*shown)


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

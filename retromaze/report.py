"""Describes the error that stopped a program: the console's message and the place; also missing sounds."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from retromaze.display.translation import _
from retromaze.errors import BasicError
from retromaze.machine.sound import Sound
from retromaze.system import REPLACEMENT, replace_controls, terminal_width

if TYPE_CHECKING:
    from retromaze.engine.hints import Hint

ONE_LINE = str.maketrans(dict.fromkeys("\t\n", REPLACEMENT))
NEAR, CUT = 80, "…"
"""The number of characters shown on either side of the caret in a long line, and the sign for the others."""


def describe(error: BasicError) -> str:
    """Returns an error in lines: its message, `path:line:column`, the listing's line, a caret, and a hint.

    Columns count characters; the caret allows for characters that take two columns of a terminal.
    """
    lines = error.source.split("\n")
    rows = [with_reason(error.message, error)]
    line, column = error.begin or (error.line, error.column)
    found = found_hint(error, error.source, error.source)
    if found and found.column:
        column = found.column
    place = f":{line}:{column}" if line else ""
    rows.append(f"{in_one_line(error.path)}{place}")
    if 0 < line <= len(lines):
        rows += line_with_caret(lines[line - 1], column)
    return "\n".join([*rows, *explanation_lines(error, found)])


def with_reason(message: str, error: BasicError) -> str:
    """Returns an error's message, followed by `(reason)` if a reason is known, on one line."""
    # a reason that is a whole sentence has a line of its own: `explanation` returns it
    if not error.detail or error.is_explained:
        return message
    return f"{message} ({shortened(error.detail)})"


def line_with_caret(line: str, column: int) -> list[str]:
    """Returns a listing's line, and a line with a caret under the character at `column`, counted from 1."""
    # a tab becomes one blank, so that columns stay the same
    before, after = excerpt(in_one_line(line.expandtabs(1)), column - 1)
    return ["  " + before + after, "  " + " " * terminal_width(before) + "^"]


def explanation(error: BasicError, typed: str, program: str, words: Collection[str] = ()) -> list[str]:
    """Returns the lines below an error: where a file was searched, or what to write instead, or none.

    `typed` is the text with the error, `program` has the DEFs and labels, `words` are more words that exist.
    """
    return explanation_lines(error, found_hint(error, typed, program, words))


def found_hint(error: BasicError, typed: str, program: str, words: Collection[str] = ()) -> Hint | None:
    """Returns the hint at an error, None for an error that explains itself."""
    if error.is_explained and error.detail:
        return None
    # imported only when a program fails: loading the rules takes time
    from retromaze.engine.hints import hint

    return hint(error, typed, program, words)


def explanation_lines(error: BasicError, found: Hint | None) -> list[str]:
    """Returns the error's own explanation or the hint in the user's language, as lines."""
    if error.is_explained and error.detail:
        return [replace_controls(error.detail)]
    return [_(found.sentence).format(*(shortened(str(each)) for each in found.words))] if found else []


def in_one_line(text: str) -> str:
    """Returns the text with each control character, tab and line feed replaced by U+FFFD: columns stay."""
    return replace_controls(text).translate(ONE_LINE)


def shortened(text: str) -> str:
    """Returns a text in one line; a long one is cut after NEAR characters."""
    return "".join(excerpt(in_one_line(text), 0))


def excerpt(line: str, at: int) -> tuple[str, str]:
    """Returns the parts of a line before and after index `at`; a long line is cut NEAR characters away."""
    if len(line) <= 2 * NEAR:
        return line[:at], line[at:]
    before, after = line[max(at - NEAR, 0) : at], line[at : at + NEAR]
    if at > NEAR:
        before = CUT + before
    if len(line) > at + NEAR:
        after += CUT
    return before, after


def missing_sounds_text(sound: Sound) -> str:
    """Returns the sounds that are not simulated: `not simulated yet: TALK ×12, PCMSTOP ×1`, or ""."""
    return f"not simulated yet: {missing_sounds(sound)}" if sound.unheard else ""


def missing_sounds(sound: Sound) -> str:
    """Returns the missing sounds with their counts, in the order of first use: `BEEP ×12, BGMPLAY ×1`."""
    return ", ".join(f"{word} ×{count:,}" for word, count in sound.unheard.items())

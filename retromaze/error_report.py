"""Describes the error that stopped a program: the console's message and the place; also missing sounds."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from retromaze.display.translation import _
from retromaze.errors import BasicError
from retromaze.system import REPLACEMENT, replace_controls, terminal_width

ONE_LINE = str.maketrans(dict.fromkeys("\t\n", REPLACEMENT))
NEAR, CUT = 80, "…"
"""The number of characters shown on either side of the caret in a long line, and the sign for the others."""


def describe(error: BasicError) -> str:
    """Returns an error in lines: its message, `path:line:column`, the listing's line, a caret, and a hint.

    Columns count characters; the caret allows for characters that take two columns of a terminal.
    """
    lines = error.source.split("\n")
    rows = [with_reason(error.message, error)]
    explained = explanation(error, error.source, error.source)
    line, column = explained.line, explained.column
    place = f":{line}:{column}" if line else ""
    rows.append(f"{in_one_line(error.path)}{place}")
    if 0 < line <= len(lines):
        rows += line_with_caret(lines[line - 1], column)
    return "\n".join([*rows, *explained.lines])


def with_reason(message: str, error: BasicError) -> str:
    """Returns a message, followed by the error's detail in brackets, on one line."""
    # a detail that is a whole sentence has a line of its own: `explanation` returns it
    if not error.detail or error.is_detail_sentence:
        return message
    return f"{message} ({shortened(error.detail)})"


def line_with_caret(line: str, column: int) -> list[str]:
    """Returns a listing's line, and a line with a caret under the character at `column`, counted from 1."""
    # a tab becomes one blank, so that columns stay the same
    before, after = excerpt(in_one_line(line.expandtabs(1)), column - 1)
    return ["  " + before + after, "  " + " " * terminal_width(before) + "^"]


class Explanation(NamedTuple):
    """The lines below an error, and the place of the mistake, from 1, which a hint may know better."""

    line: int
    column: int
    lines: list[str]


def explanation(error: BasicError, typed: str, program: str, words: Collection[str] = ()) -> Explanation:
    """Returns the mistake's place, and where a file was searched, or what to write instead, or no lines.

    `typed` is the text with the error, `program` has the DEFs and labels, `words` are more words that exist.
    """
    line, column = error.begin or (error.line or error.typed_line, error.column)
    if error.is_detail_sentence and error.detail:
        return Explanation(line, column, [replace_controls(error.detail)])
    # imported only when a program fails: loading the rules takes time
    from retromaze.engine.hints import hint

    found = hint(error, typed, program, words)
    if found is None:
        return Explanation(line, column, [])
    sentence = _(found.sentence).format(*(shortened(str(each)) for each in found.words))
    return Explanation(line, found.column or column, [sentence])


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

"""Kinds of words in a listing and in a port, for coloring them on a terminal or a page."""

from __future__ import annotations

import builtins
import io
import keyword
import sys
import tokenize
from collections.abc import Iterator
from typing import Literal

from retromaze.builtins import load_all
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.language.lexer import END
from retromaze.language.parser import listing_lexer

Kind = Literal["plain", "keyword", "builtin", "name", "label", "number", "string", "comment", "error"]
Span = tuple[str, Kind]
Line = list[Span]
"""A line in pieces; joined they are the line."""

LITERALS: dict[str, Kind] = {
    "STRING": "string",
    "LABEL": "label",
    "NUMBER": "number",
    "HEXADECIMAL": "number",
    "BINARY": "number",
    "CONSTANT": "number",
    "UNKNOWN": "error",
}
IGNORED = frozenset({"$END", END, "_NEWLINE"})
Piece = tuple[int, int, Kind]
"""First column (from 0), column behind the last, kind."""


# ---- listings


def listing_lines(source: str) -> list[Line]:
    """The lines of a SmileBASIC listing, colored by the terminals of our own grammar."""
    load_all()
    rows = source.split("\n")
    pieces: list[list[Piece]] = [[] for _ in rows]
    for token in listing_lexer().lex(source):
        if token.type not in IGNORED and token.line and token.column:
            start = token.column - 1
            pieces[token.line - 1].append((start, start + len(token), listing_kind(token.type, str(token))))
    lines = [cut(row, found, gap="comment") for row, found in zip(rows, pieces, strict=True)]
    return lines[:-1] if lines and not rows[-1] else lines


def listing_kind(terminal: str, spelling: str) -> Kind:
    """What a token of the grammar is."""
    if terminal in LITERALS:
        return LITERALS[terminal]
    if terminal == "NAME":
        return "builtin" if spelling in BUILTINS or spelling in VARIABLES else "plain"
    return "keyword" if spelling[0].isalpha() else "plain"


# ---- ports


def python_lines(source: str) -> list[Line]:
    """The lines of a Python program that can be read."""
    rows = source.split("\n")
    pieces: list[list[Piece]] = [[] for _ in rows]
    before = ""
    for token in python_tokens(source):
        kind = python_kind(token, before)
        if kind != "plain":
            add_token(pieces, token, kind)
        before = token.string
    lines = [cut(row, found, gap="plain") for row, found in zip(rows, pieces, strict=True)]
    return lines[:-1] if lines and not rows[-1] else lines


def python_tokens(source: str) -> Iterator[tokenize.TokenInfo]:
    """The tokens, with every f-string as one: from Python 3.12 on they come in parts, with code between."""
    begun: list[tokenize.TokenInfo] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        name = tokenize.tok_name[token.type]
        if name.endswith("STRING_START"):
            begun.append(token)
        elif name.endswith("STRING_END"):
            first = begun.pop()
            if not begun:
                yield token._replace(type=tokenize.STRING, start=first.start)
        elif not begun:
            yield token


def python_kind(token: tokenize.TokenInfo, before: str) -> Kind:
    """What a token of Python is; a name behind `def` or `class` is one that is being defined."""
    if token.type == tokenize.COMMENT:
        return "comment"
    if token.type == tokenize.NUMBER:
        return "number"
    if token.type == tokenize.STRING:
        return "string"
    if token.type == tokenize.NAME:
        if before in {"def", "class"}:
            return "name"
        if keyword.iskeyword(token.string):
            return "keyword"
        if before != "." and hasattr(builtins, token.string):
            return "builtin"
    return "plain"


def add_token(pieces: list[list[Piece]], token: tokenize.TokenInfo, kind: Kind) -> None:
    """Notes a token in each of its lines; only a string has several."""
    (first, start), (last, end) = token.start, token.end
    for row in range(first, last + 1):
        # A piece to the end of its line may be longer than the line: slicing does not mind.
        stop = end if row == last else sys.maxsize
        pieces[row - 1].append((start if row == first else 0, stop, kind))


def cut(row: str, pieces: list[Piece], gap: Kind) -> Line:
    """A line in spans; what lies between the pieces and is not blank is of kind `gap`."""
    spans: Line = []
    at = 0
    for start, end, kind in [*pieces, (len(row), len(row), "plain")]:
        between = row[at:start]
        if between:
            blanks = len(between) - len(between.lstrip())
            spans += [(between[:blanks], "plain"), (between[blanks:], gap)]
        spans.append((row[start:end], kind))
        at = min(end, len(row))
    return [(text, kind) for text, kind in spans if text]

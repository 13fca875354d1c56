"""Colors listings and ports: the kind of each word, for a terminal or a page."""

from __future__ import annotations

from typing import Literal

from pygments.lexer import Lexer
from pygments.lexers.python import PythonLexer
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    String,
    _TokenType,
    is_token_subtype,
)

from retromaze.sources.smilebasic import SmileBasicLexer

Kind = Literal["plain", "keyword", "builtin", "name", "label", "number", "string", "comment", "error"]
Span = tuple[str, Kind]
Line = list[Span]
"""A line in pieces; joined they are the line."""

KINDS: tuple[tuple[_TokenType, Kind], ...] = (
    (Comment, "comment"),
    (Keyword, "keyword"),
    (Operator.Word, "keyword"),
    (Name.Builtin, "builtin"),
    (Name.Constant, "number"),
    (Name.Class, "name"),
    (Name.Function, "name"),
    (Name.Label, "label"),
    (Number, "number"),
    (String, "string"),
    (Error, "error"),
)
"""What Pygments calls each kind; the first that fits."""


def listing_lines(source: str) -> list[Line]:
    """Returns the lines of a SmileBASIC listing, colored by the terminals of our own grammar."""
    return lines(SmileBasicLexer(), source)


def python_lines(source: str) -> list[Line]:
    """Returns the lines of a Python program."""
    return lines(PythonLexer(), source)


def lines(lexer: Lexer, source: str) -> list[Line]:
    """Returns a text in lines of colored spans; the end of its last line begins no further one."""
    found: list[Line] = [[]]
    for _, token, words in lexer.get_tokens_unprocessed(source):
        kind = kind_of(token)
        for number, row in enumerate(words.split("\n")):
            if number:
                found.append([])
            add(found[-1], row, kind)
    return found[:-1] if source.endswith("\n") else found


def add(line: Line, words: str, kind: Kind) -> None:
    """Puts a span behind a line, joined to one of its kind."""
    if line and line[-1][1] == kind:
        words = line.pop()[0] + words
    if words:
        line.append((words, kind))


def kind_of(token: _TokenType) -> Kind:
    """Returns the kind of Pygments' token."""
    return next((kind for family, kind in KINDS if is_token_subtype(token, family)), "plain")

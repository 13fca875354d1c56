"""Colors listings and ports: the kind of each word, for a terminal or a page."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
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
"""A line as spans whose texts, joined, are the line."""

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
"""The kind of each of Pygments' token types; the first that fits counts."""


def listing_lines(source: str) -> list[Line]:
    """Returns the lines of a SmileBASIC listing, colored by the terminals of our own grammar."""
    return colored_lines(SmileBasicLexer(), source)


def python_lines(source: str) -> list[Line]:
    """Returns the lines of a Python text, colored by the lexer of Pygments."""
    return colored_lines(PythonLexer(), source)


def colored_lines(lexer: Lexer, source: str) -> list[Line]:
    """Returns a text as lines of colored spans; a line feed at the end begins no further line."""
    colored: list[Line] = [[]]
    for _, token, words in lexer.get_tokens_unprocessed(source):
        kind = kind_of(token)
        for number, row in enumerate(words.split("\n")):
            if number > 0:  # a line feed stands before this row
                colored.append([])
            colored[-1].append((row, kind))
    return list(map(joined_spans, colored[:-1] if source.endswith("\n") else colored))


def joined_spans(line: Line) -> Line:
    """Returns a line in which spans of one kind beside each other are one; empty spans are left out."""
    spans = ((words, kind) for words, kind in line if words)
    return [("".join(words for words, _ in run), kind) for kind, run in groupby(spans, key=itemgetter(1))]


def kind_of(token: _TokenType) -> Kind:
    """Returns our kind for a token type of Pygments, by which a terminal or page chooses the color."""
    return next((kind for family, kind in KINDS if is_token_subtype(token, family)), "plain")

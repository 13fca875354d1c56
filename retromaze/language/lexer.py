"""Divides the text of a listing into tokens for the parser, or into spans for colors and completion.

Both are cut by the terminals of `grammar.lark`. The lexer does what lark's basic lexer does, in a quarter of
the time: one regular expression matches the text between two tokens and the next token, and reserved words
are looked up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from retromaze.language.lalr import Tables, listing_tables
from retromaze.language.text import yield_to_host

NEWLINE = "_NEWLINE"
YIELD_STEP = 4096
"""Characters that are read in a few hundredths of a second."""


class Token(str):
    """A piece of a listing with its kind and its place, counted from 1."""

    __slots__ = ("column", "line", "type")

    type: str
    line: int
    column: int


class ListingLexer:
    """A lexer for the terminals of a grammar.

    `fixed_spellings` maps the text of each terminal with only one spelling (a reserved word, a symbol) to its
    name. `pattern` matches the ignored text between two tokens and the next token, with its kind as the name
    of a group. A NAME that spells a reserved word is that word wherever it stands.
    """

    def __init__(self, tables: Tables) -> None:
        self.fixed_spellings = {each.spelling: each.name for each in tables.terminals if each.spelling}
        patterns = [each for each in tables.terminals if not each.spelling]
        ignored = "|".join(each.regexp for each in patterns if each.name in tables.ignored)
        kinds = {each.name: each.regexp for each in patterns if each.name not in tables.ignored}
        kinds |= {"SYMBOL": symbol_pattern(self.fixed_spellings), "END": r"\Z", "UNKNOWN": "(?s:.)"}
        self.pattern = re.compile(f"(?:{ignored})*(?:{named_groups_pattern(kinds)})")

    def lex(self, text: str, line: int = 1) -> Iterator[Token]:
        """Yields the tokens, the last of type $END; a character that begins no token is one of type UNKNOWN.

        `line` is the number of the text's first line.
        """
        make, fixed_spellings = (
            str.__new__,
            self.fixed_spellings,
        )  # local, because a listing has thousands of tokens
        # line_start: the place of the line feed before the line, so that a difference is a column from 1
        line_start, next_yield = -1, YIELD_STEP
        for match in self.pattern.finditer(text):
            kind = match.lastgroup or ""
            spelling, place = match[kind], match.start(kind)
            if kind == "NAME":
                spelling = spelling.upper()
                kind = fixed_spellings.get(spelling, kind)
            elif kind == "SYMBOL":
                kind = fixed_spellings[spelling]
            elif kind == "END":
                kind = "$END"
            token = make(Token, spelling)
            token.type, token.line, token.column = kind, line, place - line_start
            yield token
            if place > next_yield:
                yield_to_host()
                next_yield = place + YIELD_STEP
            if kind == NEWLINE:
                line += spelling.count("\n")
                line_start = place + spelling.rindex("\n")


def symbol_pattern(spellings: Iterable[str]) -> str:
    """Returns a pattern of the spellings that are not words, the longest first: `<=` is no `<` and `=`."""
    symbols = [each for each in spellings if each and not each.isalpha()]
    return "|".join(map(re.escape, sorted(symbols, key=len, reverse=True)))


def named_groups_pattern(kinds: dict[str, str]) -> str:
    """Returns a pattern with a named group for each kind, tried in order."""
    return "|".join(f"(?P<{kind}>{regexp})" for kind, regexp in kinds.items())


@cache
def listing_lexer() -> ListingLexer:
    """Returns the lexer of listings, which is made once."""
    return ListingLexer(listing_tables())


# ---- spans

SPAN_KINDS = {
    "COMMENT": "comment",
    "REMARK": "comment",
    "BLANK": "blank",
    "NUMBER": "number",
    "HEXADECIMAL": "number",
    "BINARY": "number",
    "CONSTANT": "constant",
    "STRING": "string",
    "LABEL": "label",
    "NAME": "name",
}
"""The kind of span of each terminal that is written as a pattern."""


class Span(NamedTuple):
    """A piece of a text from `start`; `kind` is a value of SPAN_KINDS, "keyword", "mark" or "other"."""

    kind: str
    text: str
    start: int

    @property
    def word(self) -> str:
        """The text as names and words are compared."""
        return self.text.upper()


def spans(text: str) -> Iterator[Span]:
    """Yields the spans of a text, every character in one; line feeds and what begins no token are "other"."""
    for match in span_pattern().finditer(text):
        kind = match.lastgroup or ""
        if kind == "name" and match[0].upper() in keywords():
            kind = "keyword"
        yield Span(kind, match[0], match.start())


@cache
def span_pattern() -> re.Pattern[str]:
    """Returns the pattern of a span of any kind, with the kind as the name of its group."""
    return re.compile(named_groups_pattern({**span_patterns(), "other": "(?s:.)"}))


@cache
def span_patterns() -> dict[str, str]:
    """Returns the pattern of each kind of span, in the order in which they are tried."""
    terminals = listing_tables().terminals
    written = {each.name: each.regexp for each in terminals}
    groups: dict[str, list[str]] = {}
    for name, kind in SPAN_KINDS.items():
        groups.setdefault(kind, []).append(written[name])
    joined = {kind: "|".join(each) for kind, each in groups.items()}
    return joined | {"mark": symbol_pattern(each.spelling for each in terminals)}


@cache
def keywords() -> frozenset[str]:
    """Returns the reserved words of the grammar."""
    return frozenset(each.spelling.upper() for each in listing_tables().terminals if each.spelling.isalpha())

"""Divides a text into spans, comments and blanks included: for colors, completion and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from retromaze.language.lexer import symbols
from retromaze.language.parser import listing_tables

TERMINALS = {
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
"""The kind of each terminal of the grammar that is no fixed text."""
OTHER = "other"


class Span(NamedTuple):
    """A piece of a text; `start` counts from 0. `kind`: one of those above, "keyword", "mark" or "other"."""

    kind: str
    text: str
    start: int

    @property
    def word(self) -> str:
        """The text as names and words are compared."""
        return self.text.upper()


def spans(text: str) -> Iterator[Span]:
    """Every character of the text is in one; ends of lines and what begins no token are "other"."""
    for match in pattern().finditer(text):
        kind = match.lastgroup or OTHER
        if kind == "name" and match[0].upper() in keywords():
            kind = "keyword"
        yield Span(kind, match[0], match.start())


@cache
def pattern() -> re.Pattern[str]:
    """One group for each kind."""
    choices = [f"(?P<{kind}>{regexp})" for kind, regexp in patterns().items()]
    return re.compile("|".join([*choices, f"(?P<{OTHER}>(?s:.))"]))


@cache
def patterns() -> dict[str, str]:
    """What each kind looks like, in the order in which they are tried; made of the grammar's terminals."""
    written = {each.name: each.regexp for each in listing_tables().terminals}
    groups: dict[str, list[str]] = {}
    for name, kind in TERMINALS.items():
        groups.setdefault(kind, []).append(written[name])
    joined = {kind: "|".join(each) for kind, each in groups.items()}
    return joined | {"mark": symbols(each.spelling for each in listing_tables().terminals)}


@cache
def keywords() -> frozenset[str]:
    """The reserved words of the grammar."""
    return frozenset(each.spelling.upper() for each in listing_tables().terminals if each.spelling.isalpha())

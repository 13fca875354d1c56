"""Divides an unfinished line into tokens, comments and blanks included, for colors and completion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from retromaze.language.parser import listing_tables

GAPS = {"COMMENT": "comment", "REMARK": "comment", "BLANK": "blank"}
KINDS = {
    "NUMBER": "number",
    "HEXADECIMAL": "number",
    "BINARY": "number",
    "CONSTANT": "constant",
    "STRING": "string",
    "LABEL": "label",
    "NAME": "name",
}


class Token(NamedTuple):
    """A piece of a line: `kind` is "keyword", "mark", or one of those above; `start` counts from 0."""

    kind: str
    text: str
    start: int

    @property
    def word(self) -> str:
        """The text as names and words are compared."""
        return self.text.upper()


def tokens(line: str) -> Iterator[Token]:
    """Every character of the line is in one of them."""
    for match in pattern().finditer(line):
        kind = match.lastgroup or "mark"
        if kind == "name" and match[0].upper() in keywords():
            kind = "keyword"
        yield Token(kind, match[0], match.start())


@cache
def pattern() -> re.Pattern[str]:
    """Made of the grammar's own terminals."""
    written = {each.name: each.regexp for each in listing_tables().terminals}
    groups: dict[str, list[str]] = {}
    for name, kind in (GAPS | KINDS).items():
        groups.setdefault(kind, []).append(written[name])
    choices = [f"(?P<{kind}>{'|'.join(each)})" for kind, each in groups.items()]
    return re.compile("|".join([*choices, "(?P<mark>(?s:.))"]))


@cache
def keywords() -> frozenset[str]:
    """The reserved words of the grammar."""
    return frozenset(each.spelling.upper() for each in listing_tables().terminals if each.spelling.isalpha())

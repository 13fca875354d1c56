"""The lexer: divides the text of a listing into tokens, by the terminals of `grammar.lark`.

It does what lark's basic lexer does, in a quarter of the time: one regular expression for everything
between two tokens and the next token, and reserved words looked up instead of tried one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from retromaze.language.tables import GrammarTerminal, Tables
from retromaze.language.yield_hook import yield_to_host

SYMBOL = "SYMBOL"
UNKNOWN = "UNKNOWN"
END = "END"
NEWLINE = "_NEWLINE"

YIELD_STEP = 4096
"""Characters that are read in a few hundredths of a second."""


class Token(str):
    """A piece of a listing: its kind, and its place counted from 1."""

    __slots__ = ("column", "line", "type")

    type: str
    line: int
    column: int


class ListingLexer:
    """Made of the terminals of the grammar.

    Terminals written as strings are found by their text: a NAME that spells a reserved word is that
    word wherever it stands, so that a reserved word is never a name and a name never starts with one.
    """

    def __init__(self, tables: Tables) -> None:
        self.fixed = {each.spelling: each.name for each in tables.terminals if each.spelling}
        self.pattern = re.compile(pattern(tables.terminals, tables.ignored))

    def lex(self, text: str, line: int = 1) -> Iterator[Token]:
        """The tokens, the last of type $END; a character that begins none is one of type UNKNOWN.

        `line` is the number of the text's first line.
        """
        make, fixed = str.__new__, self.fixed
        line_start, next_yield = -1, YIELD_STEP
        for match in self.pattern.finditer(text):
            kind = match.lastgroup or UNKNOWN
            spelling, place = match[kind], match.start(kind)
            if kind == "NAME":
                spelling = spelling.upper()
                kind = fixed.get(spelling, kind)
            elif kind == SYMBOL:
                kind = fixed[spelling]
            elif kind == END:
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


def pattern(terminals: Iterable[GrammarTerminal], ignored: Iterable[str]) -> str:
    """What may stand before a token, and then one group for each kind of token."""
    kinds = {each.name: each.regexp for each in terminals if not each.spelling}
    gaps = [kinds.pop(name) for name in kinds.copy() if name in ignored]
    kinds[SYMBOL] = symbols([each.spelling for each in terminals])
    kinds[END] = r"\Z"
    kinds[UNKNOWN] = "(?s:.)"
    choices = "|".join(f"(?P<{name}>{regexp})" for name, regexp in kinds.items())
    return f"(?:{'|'.join(gaps)})*(?:{choices})"


def symbols(spellings: Iterable[str]) -> str:
    """Everything that is spelled with neither letters nor digits, the longest first."""
    marks = [each for each in spellings if each and not each.isalpha()]
    return "|".join(map(re.escape, sorted(marks, key=len, reverse=True)))

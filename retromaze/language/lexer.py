"""The lexer: the text of a listing becomes tokens, by the terminals of `grammar.lark`.

It does what lark's basic lexer does, in a quarter of the time: one regular expression for everything
between two tokens and the next token, and reserved words looked up instead of tried one by one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from lark import Token
from lark.common import LexerConf
from lark.lexer import Lexer, TerminalDef

from retromaze.language.breath import breathe

SYMBOL = "SYMBOL"
UNKNOWN = "UNKNOWN"
END = "END"
NEWLINE = "_NEWLINE"


class ListingLexer(Lexer):
    """Made by lark from the terminals of the grammar.

    Terminals written as strings are found by their text: a NAME that spells a reserved word is that
    word wherever it stands, so that a reserved word is never a name and a name never starts with one.
    """

    def __init__(self, conf: LexerConf) -> None:
        fixed = [terminal for terminal in conf.terminals if terminal.pattern.type == "str"]
        self.fixed = {terminal.pattern.value: terminal.name for terminal in fixed}
        self.pattern = re.compile(pattern(conf.terminals, set(conf.ignore)))

    def lex(self, text: str) -> Iterator[Token]:  # type: ignore[override]
        """The tokens, the last of type $END; a character that begins none is one of type UNKNOWN."""
        make, fixed = str.__new__, self.fixed
        line, line_start = 1, -1
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
            if kind == NEWLINE:
                breathe()
                line += spelling.count("\n")
                line_start = place + spelling.rindex("\n")


def pattern(terminals: Collection[TerminalDef], ignored: set[str]) -> str:
    """What may stand before a token, and then one group for each kind of token."""
    gaps = [terminal.pattern.to_regexp() for terminal in terminals if terminal.name in ignored]
    patterns = [terminal for terminal in terminals if terminal.pattern.type == "re"]
    kinds = {t.name: t.pattern.to_regexp() for t in patterns if t.name not in ignored}
    kinds[SYMBOL] = symbols(terminals)
    kinds[END] = r"\Z"
    kinds[UNKNOWN] = "(?s:.)"
    choices = "|".join(f"(?P<{name}>{regexp})" for name, regexp in kinds.items())
    return f"(?:{'|'.join(gaps)})*(?:{choices})"


def symbols(terminals: Collection[TerminalDef]) -> str:
    """Everything that is spelled with neither letters nor digits, the longest first."""
    spellings = [t.pattern.value for t in terminals if t.pattern.type == "str"]
    marks = [spelling for spelling in spellings if not spelling.isalpha()]
    return "|".join(map(re.escape, sorted(marks, key=len, reverse=True)))

"""SmileBASIC for Pygments, by the name `smilebasic`: for rich, Sphinx, MkDocs and notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Punctuation, String, Text, _TokenType

from retromaze.builtins import load_all
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.language.lexer import END
from retromaze.language.parser import listing_lexer

LITERALS = {
    "STRING": String,
    "LABEL": Name.Label,
    "NUMBER": Number,
    "HEXADECIMAL": Number.Hex,
    "BINARY": Number.Bin,
    "CONSTANT": Name.Constant,
    "UNKNOWN": Error,
}
IGNORED = frozenset({"$END", END, "_NEWLINE"})

Piece = tuple[int, _TokenType, str]
"""Where it begins, counted from 0; what it is; its text."""


class SmileBasicLexer(Lexer):
    """Cuts a listing by the terminals of our own grammar, so that it is colored as it is understood."""

    name = "SmileBASIC 3"
    url = "https://smileboom.com"
    aliases: ClassVar[list[str]] = ["smilebasic", "smilebasic3"]
    # Other dialects claim *.bas as well: it is ours only where somebody asks to guess.
    alias_filenames: ClassVar[list[str]] = ["*.bas"]
    mimetypes: ClassVar[list[str]] = ["text/x-smilebasic"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[Piece]:
        """All pieces of the text; joined they are the text."""
        load_all()
        at = 0
        for start, kind, words in tokens(text):
            yield from between(at, text[at:start])
            yield start, kind, words
            at = start + len(words)
        yield from between(at, text[at:])


def tokens(text: str) -> Iterator[Piece]:
    """The words and signs of a listing, without what lies between."""
    rows = list(accumulate((len(row) + 1 for row in text.split("\n")), initial=0))
    for token in listing_lexer().lex(text):
        if token.type not in IGNORED and token.line and token.column:
            start = rows[token.line - 1] + token.column - 1
            words = text[start : start + len(token)]
            yield start, kind_of(token.type, str(token)), words


def kind_of(terminal: str, spelling: str) -> _TokenType:
    """What a token of the grammar is to Pygments."""
    if terminal in LITERALS:
        return LITERALS[terminal]
    if terminal == "NAME":
        return Name.Builtin if spelling in BUILTINS or spelling in VARIABLES else Name
    return Keyword if spelling[0].isalpha() else Punctuation


def between(at: int, gap: str) -> Iterator[Piece]:
    """What the grammar passes over: blanks, ends of lines and comments."""
    for row in gap.splitlines(keepends=True):
        words = row.strip()
        if not words:
            yield at, Text.Whitespace, row
        else:
            start = row.index(words)
            yield from (piece for piece in ((at, Text.Whitespace, row[:start]),) if piece[2])
            yield at + start, Comment.Single, words
            rest = row[start + len(words) :]
            yield from (piece for piece in ((at + start + len(words), Text.Whitespace, rest),) if piece[2])
        at += len(row)

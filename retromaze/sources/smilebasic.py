"""SmileBASIC for Pygments, by the name `smilebasic`: for rich, Sphinx, MkDocs and notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Punctuation, String, Text, _TokenType

from retromaze.builtins import load_all
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.language.lexer import Span, spans

KINDS = {
    "comment": Comment.Single,
    "blank": Text.Whitespace,
    "string": String,
    "label": Name.Label,
    "constant": Name.Constant,
    "keyword": Keyword,
    "mark": Punctuation,
}
BASES = {"&H": Number.Hex, "&B": Number.Bin}

Piece = tuple[int, _TokenType, str]
"""A piece of a listing: its start, counted from 0, its token type and its text."""


class SmileBasicLexer(Lexer):
    """Cuts a listing by the terminals of our own grammar, so that it is colored as it is understood."""

    name = "SmileBASIC 3"
    url = "https://smileboom.com"
    aliases: ClassVar[list[str]] = ["smilebasic", "smilebasic3"]
    # Other dialects use *.bas as well, so Pygments picks this lexer for such a file only when it guesses.
    alias_filenames: ClassVar[list[str]] = ["*.bas"]
    mimetypes: ClassVar[list[str]] = ["text/x-smilebasic"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[Piece]:
        """Yields (start, token type, text) of each piece of a listing; joined, the pieces are the listing."""
        load_all()
        for span in spans(text):
            yield span.start, token_type_of(span), span.text


def token_type_of(span: Span) -> _TokenType:
    """Returns the Pygments token type of a span."""
    match span.kind:
        case "number":
            return BASES.get(span.word[:2], Number)
        case "name":
            return Name.Builtin if span.word in BUILTINS or span.word in VARIABLES else Name
        case "other":
            return Text.Whitespace if span.text.isspace() else Error
        case kind:
            return KINDS[kind]

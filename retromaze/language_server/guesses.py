"""Guesses what the words of a line stand for that the parser cannot read, by their neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retromaze.language.spans import Span
from retromaze.language_server.words import Role, Word

BEFORE_A_STATEMENT = frozenset({":", "THEN", "ELSE"})
DECLARING = frozenset({"VAR", "DIM"})


def guessed(pieces: Sequence[Span]) -> Iterator[Word]:
    """The words of a line with a mistake; what stands around each tells what it may be."""
    before, opening = "", True
    for at, piece in enumerate(pieces):
        following = pieces[at + 1].text if at + 1 < len(pieces) else ""
        role = Role.OTHER
        if piece.kind == "comment":
            role = Role.COMMENT
        elif piece.kind == "label":
            role = Role.LABEL if opening else LABELS_BEHIND.get(before, Role.LABEL_VALUE)
        elif piece.kind == "name":
            role = guessed_name(before, following, opening)
        yield Word(piece.kind, piece.text, piece.start, role)
        opening = piece.word in BEFORE_A_STATEMENT or role is Role.LABEL
        before = piece.word


LABELS_BEHIND = {
    "GOTO": Role.JUMP,
    "THEN": Role.JUMP,
    "ELSE": Role.JUMP,
    "GOSUB": Role.CALLED_LABEL,
    "RESTORE": Role.DATA_LABEL,
}


def guessed_name(before: str, following: str, opening: bool) -> Role:
    """What a name may be by its neighbours."""
    if before == "DEF":
        return Role.DEF
    if before in DECLARING:
        return Role.ARRAY if following == "[" else Role.DECLARED
    if following == "(" or (opening and following not in {"=", "["}):
        return Role.CALL
    return Role.STORED if opening or before in {"FOR", "INC", "DEC", "READ"} else Role.VARIABLE

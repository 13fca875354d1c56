"""The words of one line and what each stands for, as far as the line can be read.

A statement never goes beyond its line, so each line is parsed by itself: a mistake hides nothing on other
lines, and a keystroke costs one line. What was found is kept by the line's text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from retromaze.errors import BasicError
from retromaze.language import nodes
from retromaze.language.effects import stores
from retromaze.language.parser import parse_afresh
from retromaze.language.spans import Span, spans
from retromaze.language.walk import nodes_in

LINES = 20_000
"""Texts of lines that are kept: those of several long listings."""


class Role(Enum):
    """What a word stands for in its line."""

    OTHER = "a keyword, a mark, a number, a text"
    COMMENT = "a comment"
    LABEL = "a label where it stands"
    JUMP = "a label that control goes to"
    CALLED_LABEL = "a label that GOSUB calls"
    DATA_LABEL = "a label that RESTORE goes to"
    LABEL_VALUE = "a label as a text"
    DEF = "the name of a definition in its heading"
    PARAMETER = "a name in the heading of a DEF"
    CALL = "an instruction or a function that is called"
    DECLARED = "a variable in VAR or DIM"
    ARRAY = "an array in VAR or DIM"
    STORED = "a variable that gets a value"
    VARIABLE = "a variable that is looked at"
    COUNTER = "a name behind NEXT, which the machine forgets"
    LABEL_NAME = "a text that names a label, of a DEF or of the main program"
    MAIN_LABEL_NAME = "a text that names a label of the main program"
    DEF_NAME = "a text that names a DEF"
    CALLED_NAME = "a text that names a label of the main program or a DEF"
    VARIABLE_NAME = "a text that names a variable"
    GLOBAL_NAME = "a text that names a variable of the main program"


NAMED_BY_TEXT = {
    "BGANIM": (Role.MAIN_LABEL_NAME, 2),
    "BGFUNC": (Role.CALLED_NAME, 1),
    "BGMSETD": (Role.MAIN_LABEL_NAME, 1),
    "CALL": (Role.DEF_NAME, 0),
    "CHKCALL": (Role.DEF_NAME, 0),
    "CHKLABEL": (Role.LABEL_NAME, 0),
    "CHKVAR": (Role.VARIABLE_NAME, 0),
    "COPY": (Role.MAIN_LABEL_NAME, 1),
    "SPANIM": (Role.MAIN_LABEL_NAME, 2),
    "SPDEF": (Role.MAIN_LABEL_NAME, 0),
    "SPFUNC": (Role.CALLED_NAME, 1),
}
"""Words that are given a name as a text, what it names, and the first argument that may be it, from 0."""


class Word(NamedTuple):
    """A piece of a line that is no blank; `column` counts characters from 0."""

    kind: str
    text: str
    column: int
    role: Role = Role.OTHER

    @property
    def word(self) -> str:
        """The text as names are compared."""
        return self.text.upper()

    @property
    def end(self) -> int:
        """The column behind it."""
        return self.column + len(self.text)


class Call(NamedTuple):
    """A call on a line: `receivers` are the names behind OUT, None without OUT and for a function."""

    name: str
    column: int
    arguments: int
    is_value: bool
    receivers: int | None


class LineWords(NamedTuple):
    """A line's words and calls; `mistake` is the column of what cannot stand there, from 0, None if all can.

    `computed` are the columns of jumps whose label is worked out when they run.
    """

    words: tuple[Word, ...]
    calls: tuple[Call, ...]
    mistake: int | None
    computed: tuple[int, ...]


@lru_cache(maxsize=LINES)
def line_words(text: str) -> LineWords:
    """What is known of a line."""
    pieces = [each for each in spans(text) if each.kind != "blank"]
    try:
        statements = parse_afresh(text)
    except BasicError as error:
        return LineWords(tuple(guessed(pieces)), (), max(error.column - 1, 0), ())
    roles = dict(roles_of(statements))
    words = tuple(placed(pieces, roles, statements))
    calls = tuple(calls_of(statements))
    computed = tuple(each.column - 1 for each in statements if goes_where_it_works_out(each))
    return LineWords(words, calls, None, computed)


# ---- a line that can be read


def roles_of(statements: Sequence[nodes.Statement]) -> Iterator[tuple[int, Role]]:
    """(column from 0, role) of what nodes tell; of two for one place the last counts."""
    for statement in statements:
        found = (each for each in nodes_in(statement) if not is_plain_word(statement, each))
        for node in found:
            role = role_of(node)
            if role is not Role.OTHER:
                yield node.column - 1, role
            yield from named_by_text(node)
        for store in stores(statement):
            target = store.target
            while isinstance(target, nodes.Index):
                target = target.target  # type: ignore[assignment]
            if isinstance(target, nodes.Name):
                yield target.column - 1, Role.STORED
        yield from roles_in(statement)


def role_of(node: nodes.Node) -> Role:
    """What a node by itself tells of the word at its place."""
    match node:
        case nodes.Label():
            return Role.LABEL
        case nodes.LabelText():
            return Role.LABEL_VALUE
        case nodes.Name():
            return Role.VARIABLE
        case nodes.Function() | nodes.Instruction():
            return Role.CALL
        case _:
            return Role.OTHER


def roles_in(statement: nodes.Statement) -> Iterator[tuple[int, Role]]:
    """What a statement tells of the words in it beyond that."""
    match statement:
        case nodes.Declare(declarations=declarations):
            for each in declarations:
                yield each.column - 1, Role.DECLARED if each.sizes is None else Role.ARRAY
        case nodes.Goto(target=target):
            yield from label_given(target, Role.JUMP, Role.LABEL_NAME)
        case nodes.Gosub(target=target):
            yield from label_given(target, Role.CALLED_LABEL, Role.MAIN_LABEL_NAME)
        case nodes.Restore(target=target):
            yield from label_given(target, Role.DATA_LABEL, Role.LABEL_NAME)


def label_given(target: nodes.Expression | None, role: Role, text: Role) -> Iterator[tuple[int, Role]]:
    """The label that a statement goes to: a literal one, or a text."""
    match target:
        case nodes.LabelText():
            yield target.column - 1, role
        case nodes.String():
            yield target.column - 1, text


def named_by_text(node: nodes.Node) -> Iterator[tuple[int, Role]]:
    """The literals in a call that name a label, a DEF or a variable."""
    match node:
        case nodes.VariableNamed(name=nodes.String() as name):
            yield name.column - 1, Role.GLOBAL_NAME
        case nodes.Function(name=word) | nodes.Instruction(name=word) if word in NAMED_BY_TEXT:
            role, first = NAMED_BY_TEXT[word]
            last = first + 1 if role is not Role.MAIN_LABEL_NAME else None
            for each in node.arguments[first:last]:
                if isinstance(each, nodes.String):
                    yield each.column - 1, role


def is_plain_word(statement: nodes.Statement, node: nodes.Node) -> bool:
    """Whether a name is a word of the statement's own: XON MOTION, CALL SPRITE."""
    match statement:
        case nodes.Instruction(name="XON" | "XOFF", arguments=[nodes.Name() as word]):
            return node is word
        case nodes.Instruction(name="CALL", arguments=[nodes.Name(name="SPRITE" | "BG") as word]):
            return node is word
        case _:
            return False


def placed(
    pieces: Sequence[Span], roles: dict[int, Role], statements: Sequence[nodes.Statement]
) -> Iterator[Word]:
    """The words with their roles; without a node the keyword before a word tells its role."""
    headings = [
        1 + len(each.parameters) + len(each.outputs) for each in statements if isinstance(each, nodes.Define)
    ]
    in_heading, last = 0, ""
    for piece in pieces:
        role = roles.get(piece.start, Role.OTHER)
        if role is Role.CALL:
            last = ""
        elif role is Role.OTHER:
            if in_heading and is_name(piece):
                role = Role.DEF if last == "DEF" else Role.PARAMETER
                in_heading, last = in_heading - 1, ""
            elif piece.kind == "keyword":
                last = piece.word
                in_heading = headings.pop(0) if last == "DEF" else in_heading
            else:
                role = role_behind(last, piece)
        yield Word(piece.kind, piece.text, piece.start, role)


def is_name(piece: Span) -> bool:
    """Whether it may be a name in a heading: TO and STEP may."""
    return piece.kind == "name" or piece.word in {"TO", "STEP"}


def role_behind(last: str, piece: Span) -> Role:
    """The role of a word without a node, by the keyword that it stands behind."""
    match piece.kind, last:
        case "comment", _:
            return Role.COMMENT
        case "label", "GOSUB":
            return Role.CALLED_LABEL
        case "label", _:
            return Role.JUMP
        case "name", "NEXT":
            return Role.COUNTER
        case _:
            return Role.OTHER


def calls_of(statements: Sequence[nodes.Statement]) -> Iterator[Call]:
    """The calls of a line."""
    for statement in statements:
        for node in nodes_in(statement):
            match node:
                case nodes.Function(name=name, arguments=arguments):
                    yield Call(name, node.column - 1, len(arguments), True, None)
                case nodes.Instruction(name=name, arguments=arguments, outputs=outputs):
                    receivers = None if outputs is None else len(outputs)
                    yield Call(name, node.column - 1, len(arguments), False, receivers)


def goes_where_it_works_out(statement: nodes.Statement) -> bool:
    """Whether a statement goes to a label that only a run tells."""
    match statement:
        case nodes.Goto(target=target) | nodes.Gosub(target=target) | nodes.Restore(target=target):
            return not isinstance(target, nodes.LabelText | nodes.String | None)
        case _:
            return False


# ---- a line that cannot


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

"""Divides a line into words and tells what each stands for: a label, a call, a variable that gets a value.

A statement never goes beyond its line. So each line is parsed by itself, and a keystroke costs one line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from retromaze.errors import BasicError
from retromaze.language import nodes
from retromaze.language.analysis import Prepared, prepare
from retromaze.language.effects import stores
from retromaze.language.parser import parse_leniently
from retromaze.language.spans import Span, spans
from retromaze.language.walk import nodes_in


class Role(Enum):
    """The role of a word in its line."""

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


class Line:
    """A parsed line: its words, its names, its statements, and its syntax errors."""

    def __init__(self, text: str, number: int) -> None:
        self.text = text
        self.number = number
        statements = parse_leniently(text, number)
        below = [each for statement in statements for each in nodes_in(statement)]
        self.unreadable = [each for each in below if isinstance(each, nodes.Unreadable)]
        self.errors: list[BasicError] = [each.error for each in self.unreadable]
        self.statements: list[Prepared] = [prepare(each, errors=self.errors) for each in statements]
        pieces = [each for each in spans(text) if each.kind != "blank"]
        self.words = list(words_of(pieces, dict(roles_of(statements)), statements))
        self.names = [each for each in self.words if each.role not in {Role.OTHER, Role.COMMENT}]

    @property
    def is_comment(self) -> bool:
        return [each.role for each in self.words] == [Role.COMMENT]

    def move(self, number: int) -> None:
        """Gives the line and all that was found in it another number."""
        self.number = number
        for error in self.errors:
            error.line = number
        for statement, _ in self.statements:
            stands_for = statement.stands_for if isinstance(statement, nodes.Unreadable) else None
            for node in (*nodes_in(statement), *nodes_in(stands_for or statement)):
                node.line = number


# ---- what nodes tell


def roles_of(statements: Sequence[nodes.AnyStatement]) -> Iterator[tuple[int, Role]]:
    """Yields (column from 0, role) of words; of two for one place the last counts."""
    for statement in statements:
        for node in nodes_in(statement):
            if not is_plain_word(statement, node):
                yield from role_of(node)
        for store in stores(statement):
            target: nodes.Node = store.target
            while isinstance(target, nodes.Index):
                target = target.target
            if isinstance(target, nodes.Name):
                yield target.column - 1, Role.STORED
        match statement:
            case nodes.Declare(declarations=declarations):
                for each in declarations:
                    yield each.column - 1, Role.DECLARED if each.sizes is None else Role.ARRAY
            case nodes.Unreadable(known=[nodes.Name(column=column), *_]) if column == statement.column:
                yield statement.column - 1, Role.STORED
            case nodes.Goto(target=label):
                yield from label_given(label, Role.JUMP, Role.LABEL_NAME)
            case nodes.Gosub(target=label):
                yield from label_given(label, Role.CALLED_LABEL, Role.MAIN_LABEL_NAME)
            case nodes.Restore(target=label):
                yield from label_given(label, Role.DATA_LABEL, Role.LABEL_NAME)


def role_of(node: nodes.Node) -> Iterator[tuple[int, Role]]:
    """Yields the role of the word that a node begins with, and of literals in it that name something."""
    match node:
        case nodes.Label():
            yield node.column - 1, Role.LABEL
        case nodes.LabelText():
            yield node.column - 1, Role.LABEL_VALUE
        case nodes.Name():
            yield node.column - 1, Role.VARIABLE
        case nodes.VariableNamed(name=nodes.String() as name):
            yield name.column - 1, Role.GLOBAL_NAME
        case nodes.Function() | nodes.Instruction():
            yield node.column - 1, Role.CALL
            role, first = NAMED_BY_TEXT.get(node.name, (Role.OTHER, 0))
            last = first + 1 if role is not Role.MAIN_LABEL_NAME else None
            for each in node.arguments[first:last]:
                if isinstance(each, nodes.String):
                    yield each.column - 1, role


def label_given(target: nodes.Expression | None, role: Role, text: Role) -> Iterator[tuple[int, Role]]:
    """Yields the role of the label that a statement goes to: a literal one, or a text."""
    if isinstance(target, nodes.LabelText | nodes.String):
        yield target.column - 1, role if isinstance(target, nodes.LabelText) else text


def is_plain_word(statement: nodes.AnyStatement, node: nodes.Node) -> bool:
    """Whether a name is a word of the statement's own: XON MOTION, CALL SPRITE."""
    match statement:
        case nodes.Instruction(name="XON" | "XOFF", arguments=[nodes.Name() as word]):
            return node is word
        case nodes.Instruction(name="CALL", arguments=[nodes.Name(name="SPRITE" | "BG") as word]):
            return node is word
        case _:
            return False


# ---- words without a node


def words_of(
    pieces: Sequence[Span], roles: dict[int, Role], statements: Sequence[nodes.AnyStatement]
) -> Iterator[Word]:
    """Yields the words with their roles; without a node the keyword before a word tells its role."""
    meant = (each.stands_for if isinstance(each, nodes.Unreadable) else each for each in statements)
    defines = (each for each in meant if isinstance(each, nodes.Define))
    headings = iter([1 + len(each.parameters) + len(each.outputs) for each in defines])
    in_heading, last = 0, ""
    for piece in pieces:
        role = roles.get(piece.start, Role.OTHER)
        if role is Role.CALL:
            last = ""
        elif role is Role.OTHER:
            if in_heading and (piece.kind == "name" or piece.word in {"TO", "STEP"}):
                role = Role.DEF if last == "DEF" else Role.PARAMETER
                in_heading, last = in_heading - 1, ""
            elif piece.kind == "keyword":
                last = piece.word
                in_heading = next(headings, 0) if last == "DEF" else in_heading
            else:
                role = role_behind(last, piece)
        yield Word(piece.kind, piece.text, piece.start, role)


def role_behind(last: str, piece: Span) -> Role:
    """Returns the role of a word without a node, by the keyword that it stands behind."""
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


def is_text(expression: nodes.Expression) -> bool:
    """Whether an expression is a text as far as its form tells: a literal, a name with $, or their sum."""
    summands = []
    while isinstance(expression, nodes.Binary):
        summands.append(expression.right)
        expression = expression.left
    for each in (*summands, expression):
        alone = each
        while isinstance(alone, nodes.Index):
            alone = alone.target
        is_named = isinstance(alone, nodes.Name | nodes.Function) and alone.name.endswith("$")
        if is_named or isinstance(alone, nodes.String | nodes.LabelText):
            return True
    return False

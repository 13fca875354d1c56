"""Tells what the words of a line stand for that the parser can read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retromaze.language import nodes
from retromaze.language.effects import stores
from retromaze.language.spans import Span
from retromaze.language.walk import nodes_in
from retromaze.language_server.words import Call, Role, Word

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


# ---- calls, and what only a run tells


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


def computed_names(node: nodes.Node) -> Iterator[Role]:
    """What a node names by a text that is worked out when it runs."""
    match node:
        case nodes.Goto(target=target) | nodes.Gosub(target=target) | nodes.Restore(target=target):
            if not isinstance(target, nodes.LabelText | nodes.String | None):
                yield Role.LABEL_NAME
        case nodes.VariableNamed(name=name):
            if not isinstance(name, nodes.String):
                yield Role.GLOBAL_NAME
        case nodes.Function(name=word) | nodes.Instruction(name=word) if word in NAMED_BY_TEXT:
            role, first = NAMED_BY_TEXT[word]
            if any(is_computed_text(each) for each in node.arguments[first:]):
                yield role


def is_computed_text(node: nodes.Expression | None) -> bool:
    """Whether an argument is a text that is no literal, by what stands in it."""
    while isinstance(node, nodes.Index):
        node = node.target
    match node:
        case nodes.Name() | nodes.Function():
            return is_text(node)
        case nodes.Binary():
            return any(map(is_text, nodes_in(node)))
        case _:
            return False


def is_text(node: nodes.Node) -> bool:
    """Whether a node by itself is a text: a literal, or a name that says so by its suffix."""
    match node:
        case nodes.Name(name=name) | nodes.Function(name=name):
            return name.endswith("$")
        case _:
            return isinstance(node, nodes.String | nodes.LabelText)

"""Prepares a listing for porting: parses it, resolves calls by a literal name, finds what is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, NamedTuple

from retromaze.analysis.declared import runs_programs
from retromaze.analysis.programs import analyse_statements
from retromaze.builtins.devices import is_console
from retromaze.language import nodes
from retromaze.language.effects import stores
from retromaze.language.nodes import Statement, every
from retromaze.language.parser import parse
from retromaze.language.program import Program
from retromaze.language.text import capitals
from retromaze.porting.keywords import declared_apart
from retromaze.porting.refusals import OTHER_SLOTS, CannotPort

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*[%#$]?")
"""What a variable or a word can be called; any other name is called nothing."""


class Prepared(NamedTuple):
    """A listing ready to be ported: its Program, and the DATA statements that `program.data` was made of."""

    program: Program
    data: list[nodes.Data]


def prepare(source: str) -> Prepared:
    """A listing, ready to be ported. Raises BasicError and CannotPort."""
    statements = [plainly_called(without_declaration(each)) for each in parse(source)]
    for statement in statements:
        for node in every(statement):
            refuse(node)
    program = analyse_statements(declared_apart(statements), source, 0)
    refuse_varying(program)
    return Prepared(program, [each for each in statements if isinstance(each, nodes.Data)])


def refuse_varying(program: Program) -> None:
    """Raises CannotPort where the name of an array may come to mean one of another kind or size."""
    for scope in program.scopes:
        for head in scope.heads:
            for target in (each.target for each in stores(head) if not each.is_beginning):
                variable = scope.find(target.name) if isinstance(target, nodes.Name) else None
                if variable is not None and variable.varies:
                    reason = f"{variable.name} comes to mean an array that was declared otherwise"
                    raise CannotPort(target.line, f"{reason}, which a typed list cannot")


def without_declaration(statement: Statement) -> Statement:
    """The statement, or an empty one in the place of XON 3DS, which only declares something."""
    match statement:
        case nodes.Instruction(
            name="XON" | "XOFF", arguments=[nodes.Name(name=word) | nodes.String(value=word)], outputs=None
        ) if is_console(word):
            return nodes.Empty(statement.line, statement.column)
    return statement


def refuse(node: nodes.Node) -> None:
    """Raises CannotPort for a node that no port can have."""
    match node:
        case nodes.VariableNamed():
            raise CannotPort(node.line, "VAR() finds a variable by its name, which a port cannot")
        case nodes.Instruction(name=word) if runs_programs(word):
            raise CannotPort(node.line, f"{word} {OTHER_SLOTS}")
        case nodes.Instruction(name="XON" | "XOFF" as word):
            raise CannotPort(node.line, f"{word} switches a device, which ports do not know")
        case nodes.Instruction(name="CALL") | nodes.Function(name="CALL"):
            raise CannotPort(node.line, "CALL works out what it calls when it runs, which a port cannot")
        case nodes.Define(common=True):
            raise CannotPort(node.line, "COMMON DEF is for other slots, and a port has none")


def plainly_called(node: Any) -> Any:
    """A node in which `CALL "NAME",…` has become `NAME …`, and `VAR("NAME")` the variable."""
    changes = {}
    for name in node.__dataclass_fields__:
        value = getattr(node, name)
        changed = inside(value)
        if changed is not value:
            changes[name] = changed
    node = replace(node, **changes) if changes else node
    match node:
        case (
            nodes.Instruction(name="CALL", arguments=[nodes.String(value=name), *rest])
            | nodes.Function(name="CALL", arguments=[nodes.String(value=name), *rest])
        ) if NAME.fullmatch(name):
            return replace(node, name=capitals(name), arguments=tuple(rest))
        case nodes.VariableNamed(name=nodes.String(value=name)) if NAME.fullmatch(name):
            return nodes.Name(node.line, node.column, capitals(name))
    return node


def inside(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(inside(each) for each in value)
    return plainly_called(value) if isinstance(value, nodes.Node) else value

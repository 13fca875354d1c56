"""What the rest of a program can tell about it: whether strings are shared, whether globals are open."""

from __future__ import annotations

from collections.abc import Iterator

from retromaze.language import nodes
from retromaze.language.program import Program, Scope
from retromaze.language.walk import every, heads, steps

IN_PLACE = {"PUSH", "UNSHIFT", "POP", "SHIFT"}


def all_nodes(program: Program) -> Iterator[tuple[Scope, nodes.Node]]:
    for scope in program.scopes:
        for step in steps(scope.body):
            for head in heads(step):
                for node in every(head):
                    yield scope, node


def shares_strings(program: Program) -> bool:
    """Whether some string is changed in place and some string may have two names.

    Only then can a listing tell that strings are objects, and only then do its variables hold such.
    """
    if any(scope.is_common for scope in program.definitions.values()):
        return True
    changes = copies = False
    for scope, node in all_nodes(program):
        changes = changes or changes_string(scope, node)
        copies = copies or copies_string(scope, node, program)
        if changes and copies:
            return True
    return False


def changes_string(scope: Scope, node: nodes.Node) -> bool:
    match node:
        case nodes.Increase(target=target):
            return may_be_string(scope, target)
        case nodes.Assign(target=nodes.Index(target=target)):
            return not is_array(scope, target) and may_be_string(scope, target)
        case nodes.Instruction(name=name, arguments=[target, *_]) if name in IN_PLACE:
            return not is_array(scope, target) and may_be_string(scope, target)
        case nodes.Function(name=name, arguments=[target, *_]) if name in IN_PLACE:
            return not is_array(scope, target) and may_be_string(scope, target)
        case _:
            return False


def copies_string(scope: Scope, node: nodes.Node, program: Program) -> bool:
    match node:
        case nodes.Assign(value=value) | nodes.Declaration(value=value) | nodes.Return(value=value):
            return isinstance(value, nodes.Name | nodes.Index) and may_be_string(scope, value)
        case nodes.Instruction(name="USE" | "EXEC" | "CALL" | "COPY"):
            return True
        case (
            nodes.Instruction(name=name, arguments=arguments) | nodes.Function(name=name, arguments=arguments)
        ):
            handed = name in program.definitions or name in IN_PLACE
            return handed and any(each is not None and may_be_string(scope, each) for each in arguments)
        case _:
            return False


def may_be_string(scope: Scope, node: object) -> bool:
    match node:
        case nodes.Name(name=name):
            variable = scope.find(name)
            return variable is not None and variable.kind in "$?"
        case nodes.Index(target=target):
            return may_be_string(scope, target)
        case _:
            return False


def is_array(scope: Scope, node: object) -> bool:
    variable = scope.find(node.name) if isinstance(node, nodes.Name) else None
    return variable is not None and variable.is_array


def calls_by_name(program: Program) -> bool:
    """Whether a DEF may be called by a name that is only known when the program runs."""
    if any(scope.is_common for scope in program.definitions.values()):
        return True
    return any(isinstance(node, nodes.Instruction) and node.name == "CALL" for _, node in all_nodes(program))


def is_open(program: Program) -> bool:
    """Whether globals can be stored to in ways the compiler cannot follow."""
    for _, node in all_nodes(program):
        match node:
            case nodes.VariableNamed():
                return True
            case nodes.Instruction(name="USE" | "EXEC"):
                return True
    return False

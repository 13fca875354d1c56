"""Finds out whether strings have a second name, and whether other code can change globals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from retromaze.analysis.declared import Call, copies, owns, runs_programs
from retromaze.analysis.jumps import jumps_by_name
from retromaze.language import nodes
from retromaze.language.effects import Store, stores
from retromaze.language.nodes import Head, calls, nodes_in
from retromaze.language.program import UNTYPED, Program, Scope
from retromaze.language.text import capitals

# In place of a name that a CALL computes at run time.
COMPUTED = ""
Arguments = Sequence[nodes.Expression | None]


def shares_strings(program: Program, other_slots: bool) -> bool:
    """Whether some string is changed in place and some string may have two names.

    Only then can a listing tell that strings are objects, and only then are they. `other_slots` says that
    programs in other slots run, which may do anything with a string.
    """
    if other_slots or any(scope.is_common for scope in program.definitions.values()):
        return True
    changes = copies = False
    for scope in program.scopes:
        for head in scope.heads:
            changes = changes or changes_string(scope, head)
            copies = copies or copies_string(scope, head, program)
            if changes and copies:
                return True
    return False


def changes_string(scope: Scope, head: Head) -> bool:
    """Whether a statement may change a string in place."""
    return any(stores_in_place(scope, each) for each in stores(head)) or any(
        may_be_string(scope, owner) and not is_array(scope, owner)
        for call in calls(head)
        for owner in owners(call)
    )


def stores_in_place(scope: Scope, store: Store) -> bool:
    """Whether a store may add to a string, or replace a character of one."""
    match store.target:
        case nodes.Index(target=owner) if not is_array(scope, owner):
            return may_be_string(scope, owner)
        case target:
            return store.is_sum and may_be_string(scope, target)


def owners(call: Call) -> Arguments:
    """Returns the arguments that a call may change in place if they are strings."""
    name, arguments = callee_of(call)
    return arguments[:1] if owns(name) or name == COMPUTED else ()


def copies_string(scope: Scope, head: Head, program: Program) -> bool:
    """Whether a statement may give a string a second name. SWAP does not: both names change."""
    given = [each.given for each in stores(head) if not each.kept]
    if isinstance(head, nodes.Return):
        given.append(head.value)
    if any(isinstance(each, nodes.Name | nodes.Index) and may_be_string(scope, each) for each in given):
        return True
    return any(
        copies(call) or any(may_be_string(scope, each) for each in named_again(scope, call, program))
        for call in calls(head)
    )


def named_again(scope: Scope, node: Call, program: Program) -> Arguments:
    """Returns the arguments that get a second name by a call: a parameter, or an element of an array."""
    name, arguments = callee_of(node)
    if name in program.definitions or name == COMPUTED:
        return arguments
    if not owns(name):
        return ()
    if node.name == "CALL":
        return arguments  # the string to be changed is an argument like any other
    return arguments[1:] if any(takes_elements(scope, each) for each in arguments[:1]) else ()


def callee_of(node: Call) -> tuple[str, Arguments]:
    """Returns the name and arguments of a call; for CALL those of the word that it calls."""
    match node:
        case (
            nodes.Instruction(name="CALL", arguments=[first, *rest])
            | nodes.Function(name="CALL", arguments=[first, *rest])
        ):
            return (capitals(first.value) if isinstance(first, nodes.String) else COMPUTED, rest)
        case _:
            return node.name, node.arguments


def may_be_string(scope: Scope, node: object) -> bool:
    match node:
        case nodes.Name(name=name):
            variable = scope.find(name)
            return variable is not None and (variable.kind in "$?" or variable.varies)
        case nodes.Index(target=target):
            return may_be_string(scope, target)
        case _:
            return False


def is_array(scope: Scope, node: object) -> bool:
    variable = scope.find(node.name) if isinstance(node, nodes.Name) else None
    return variable is not None and variable.is_array


def takes_elements(scope: Scope, node: object) -> bool:
    """Whether it is an array, or may be one."""
    variable = scope.find(node.name) if isinstance(node, nodes.Name) else None
    return variable is not None and (variable.is_array or variable.kind == UNTYPED)


@dataclass(frozen=True)
class Openness:
    """The ways in which code unknown at compile time may reach into a program.

    `to_stores`: it may store to globals. `to_calls`: a DEF may be called by a computed name. `to_labels`: a
    DEF may GOSUB a computed label of the main program. `to_slots`: the program runs a program in another
    slot, or makes it part of its own.
    """

    to_stores: bool
    to_calls: bool
    to_labels: bool
    to_slots: bool


def openness(program: Program) -> Openness:
    """Returns the openness of a program."""
    heads = [head for scope in program.scopes for head in scope.heads]
    named = any(isinstance(node, nodes.VariableNamed) for head in heads for node in nodes_in(head))
    by_name = any(call.name == "CALL" for head in heads for call in calls(head))
    instructions = (head for head in heads if isinstance(head, nodes.Instruction))
    other_slots = any(reaches_other_slots(each, program.slot) for each in instructions)
    definitions = program.definitions.values()
    has_common = any(scope.is_common for scope in definitions)
    to_labels = any(map(jumps_by_name, definitions))
    return Openness(named or other_slots, by_name or has_common, to_labels, other_slots)


def reaches_other_slots(node: nodes.Instruction, slot: int) -> bool:
    """Whether it is USE, or EXEC of another slot than the program's own."""
    match node:
        case nodes.Instruction(name="EXEC", arguments=[nodes.Number(value=number)]):
            return number != slot
        case _:
            return runs_programs(node.name)

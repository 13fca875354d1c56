"""The functions of a port, and the variables that they share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from retromaze.builtins.registry import BUILTINS
from retromaze.compiler.facts.declared import changed_arguments
from retromaze.compiler.facts.variants import Variant
from retromaze.compiler.shape.jumps import Part, literal_label, plan
from retromaze.compiler.shape.routines import reaches
from retromaze.language import nodes
from retromaze.language.effects import ValueOrigin, effects, stores
from retromaze.language.nodes import Head, Label
from retromaze.language.program import Program, Scope, Variable
from retromaze.language.structure import Block
from retromaze.language.walk import all_heads, every
from retromaze.porting.definitions import PortVariants
from retromaze.porting.numbers import SettledPortRules
from retromaze.porting.refusals import CannotPort
from retromaze.porting.restructure import restructure
from retromaze.porting.tree import steps, targets


@dataclass(eq=False)
class PortUnit:
    """One function: the main program, what a GOSUB reaches, or a DEF.

    `entries` are the labels it can be entered at; `is_simple` if it always begins at its beginning.
    """

    scope: Scope
    rules: SettledPortRules
    body: Block
    entries: tuple[str, ...] = ()
    variant: Variant | None = None
    is_start: bool = False
    is_simple: bool = True
    live: set[str] = field(default_factory=set)

    @property
    def is_main(self) -> bool:
        return self.variant is None


def units_of(program: Program, variants: PortVariants, rules: Any) -> list[PortUnit]:
    """All functions of a port, the one it starts with first; `rules` makes the rules of a scope."""
    main = plan(program.main)
    refuse_computed(program)
    found = [main_unit(program.main, rules, reach.parts, reach) for reach in reaches(main)]
    for variant in sorted(variants.table.values(), key=place_of):
        body = plan(variant.scope).body
        restructure(body, ())
        found.append(PortUnit(variant.scope, rules(variant.scope), body, variant=variant))
    for unit in found:
        unit.live = {name for step in steps(unit.body) for name in targets(step)} | (
            set() if unit.is_simple else set(unit.entries)
        )
    return found


def place_of(variant: Variant) -> int:
    """The line that a DEF begins in."""
    define = variant.scope.routine.define
    return define.line if define else 0


def main_unit(scope: Scope, rules: Any, parts: list[Part], reach: Any) -> PortUnit:
    """A part of the main program."""
    entries = tuple(reach.entries)
    simple = not entries or (not reach.is_start and list(reach.entries.values()) == [0])
    row: list[Any] = []
    for part in parts:
        if part.label:
            row.append(Label(0, 0, part.label))
        row.extend(part.steps)
    body = Block(row)
    restructure(body, () if simple else entries)
    return PortUnit(scope, rules(scope), body, entries, None, reach.is_start, simple)


def refuse_computed(program: Program) -> None:
    """Jumps to labels that are worked out."""

    for scope in program.scopes:
        for head in all_heads(scope.body):
            done = effects(head)
            if any(literal_label(each) is None for each in (*done.gotos, *done.gosubs)):
                raise CannotPort(head.line, "a jump to a label that is worked out has no Python of its own")


def names_in(scope: Scope, node: nodes.Node) -> Iterator[Variable]:
    """The variables that a node mentions."""
    for each in every(node):
        if isinstance(each, nodes.Name) and (found := scope.find(each.name)):
            yield found


def stores_of(unit: PortUnit, head: Head) -> Iterator[Variable]:
    """What a node stores into, elements of arrays and arrays that grow included."""
    for store in stores(head):
        if found := unit.scope.stored(store.target):
            yield found
    yield from (variable for variable, _ in changed_arrays(unit, head))


def changed_arrays(unit: PortUnit, head: Head) -> Iterator[tuple[Variable, bool]]:
    """The arrays that a node changes as a whole or hands on, and whether they may get another length."""
    for store in stores(head):
        if store.value is ValueOrigin.ARRAY:
            yield unit.scope.variables[store.name], True
    for node in every(head):
        if isinstance(node, nodes.Function | nodes.Instruction):
            known = node.name in BUILTINS
            for argument, handling in changed_arguments(node):
                owner = argument.target if isinstance(argument, nodes.Index) and known else argument
                found = unit.scope.find(owner.name) if isinstance(owner, nodes.Name) else None
                if found is not None and (known or found.is_array):
                    yield found, handling.resizes


def killing(head: Head) -> tuple[nodes.Name, ...]:
    """The names that a statement stores into without looking at what they held."""
    return tuple(
        each.target for each in stores(head) if isinstance(each.target, nodes.Name) and not each.kept
    )

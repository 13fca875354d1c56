"""The functions of a port, and the variables that they share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass
from typing import Any

from retromaze.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.effects import ValueOrigin, effects, stores
from retromaze.language.nodes import Head
from retromaze.language.program import Program, Scope, Variable
from retromaze.language.structure import LOOPS, Block, Step
from retromaze.language.walk import calls, inner_blocks, nodes_in
from retromaze.lowering.facts.declared import changed_arguments
from retromaze.lowering.facts.variants import Variant
from retromaze.lowering.functions import LoweredFunction, lowered_definition, lowered_main
from retromaze.lowering.jumps import literal_label
from retromaze.lowering.restructure import without_fallthroughs
from retromaze.porting.definitions import PortVariants
from retromaze.porting.numbers import SettledPortRules
from retromaze.porting.refusals import CannotPort

DEEPEST = 20
"""Loops inside each other that Python compiles in one function."""


@dataclass(eq=False)
class PortUnit(LoweredFunction):
    """One function: the main program, what a GOSUB reaches, or a variant of a DEF; its numbers by `rules`."""

    _: KW_ONLY
    rules: SettledPortRules
    variant: Variant | None = None

    @property
    def is_main(self) -> bool:
        return self.variant is None


def units_of(program: Program, variants: PortVariants, rules: Any) -> list[PortUnit]:
    """All functions of a port, the one it starts with first; `rules` makes the rules of a scope."""
    refuse_computed(program)
    found = [unit_of(each, rules) for each in lowered_main(program.main)]
    for variant in sorted(variants.table.values(), key=place_of):
        found.append(unit_of(lowered_definition(variant.scope), rules, variant))
    return found


def unit_of(lowered: LoweredFunction, rules: Any, variant: Variant | None = None) -> PortUnit:
    """A function of a port: a GOTO to what comes next is nothing in it."""
    without_fallthroughs(lowered.body)
    refuse_deep(lowered.body)
    return PortUnit(**vars(lowered), rules=rules(lowered.scope), variant=variant)


def place_of(variant: Variant) -> int:
    """The line that a DEF begins in."""
    define = variant.scope.routine.define
    return define.line if define else 0


def refuse_computed(program: Program) -> None:
    """Jumps to labels that are worked out."""

    for scope in program.scopes:
        for head in scope.heads:
            done = effects(head)
            if any(literal_label(each) is None for each in (*done.gotos, *done.gosubs)):
                raise CannotPort(head.line, "a jump to a label that is worked out has no Python of its own")


def refuse_deep(body: Block) -> None:
    """Loops inside each other of which Python says so only when all else is done."""
    waiting: list[tuple[Step, int]] = [(step, 0) for step in body.statements]
    while waiting:
        step, around = waiting.pop()
        if isinstance(step, LOOPS):
            if around == DEEPEST:
                raise CannotPort(
                    step.line, f"up to here there are more than {DEEPEST} loops inside each other"
                )
            around += 1
        waiting += [(each, around) for block in inner_blocks(step) for each in block.statements]


def names_in(scope: Scope, node: nodes.Node) -> Iterator[Variable]:
    """The variables that a node mentions."""
    for each in nodes_in(node):
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
    for node in calls(head):
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

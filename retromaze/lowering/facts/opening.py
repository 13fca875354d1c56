"""Finds the variables that a program sets once at its beginning, sizes for instance.

Only a row of plain statements counts as the beginning: it ends at the first label, loop, branch, or call into
the listing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile

from retromaze.language import nodes
from retromaze.language.effects import effects, stores
from retromaze.language.program import Program, Scope, Variable
from retromaze.language.structure import Step
from retromaze.language.walk import nodes_in
from retromaze.lowering.facts.bodies import called_from


def set_at_the_start(program: Program, scopes: Sequence[Scope]) -> Iterator[Variable]:
    """The globals that have one store in the whole program, before anything can see their 0."""
    stores = Counter(stored_in(scopes))
    seen: set[Variable | None] = set()
    for step in takewhile(lambda each: is_plain(each, program), program.main.body.statements):
        target = program.main.stored(step.target) if isinstance(step, nodes.Assign) else None
        names = list(names_in(step, program.main))
        first = target is not None and target not in seen and names.count(target) == 1
        if target and first and not target.is_array and stores[target] == 1:
            yield target
        seen.update(names)


def is_plain(step: Step, program: Program) -> bool:
    return (
        isinstance(step, nodes.Node)
        and effects(step).is_plain
        and not list(called_from(step, program.definitions))
    )


def names_in(step: Step, scope: Scope) -> Iterator[Variable | None]:
    assert isinstance(step, nodes.Node)
    return (scope.find(each.name) for each in nodes_in(step) if isinstance(each, nodes.Name))


def stored_in(scopes: Sequence[Scope]) -> Iterator[Variable | None]:
    for scope in scopes:
        for head in scope.heads:
            yield from (scope.stored(each.target) for each in stores(head))

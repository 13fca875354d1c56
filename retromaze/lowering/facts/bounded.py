"""Finds the FOR loops whose variable stays near the limit, whatever jumps there are.

A jump into a loop's body, another FOR over the same variable inside it, or a call from inside it that may
come to one, lets NEXT add to a value that has passed the limit already, as often as it is done.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retromaze.language import nodes
from retromaze.language.program import Scope, Variable
from retromaze.language.structure import CountedLoop
from retromaze.lowering.facts.knowledge import Knowledge
from retromaze.lowering.jumps import entered_compounds, jumps_by_name


def bounded_loops(scopes: Sequence[Scope], knowledge: Knowledge) -> dict[tuple[Variable, int], bool]:
    """By variable and identity each FOR that NEXT alone never leads beyond its limit and one step.

    The value tells whether nothing else in the loop stores to the variable either.
    """
    by_name = any(jumps_by_name(scope) for scope in scopes if not scope.is_main)
    result: dict[tuple[Variable, int], bool] = {}
    for scope in scopes:
        loops = list(counted_loops(scope))
        if not loops:
            continue
        entered = entered_compounds(scope, enter_anywhere=by_name and scope.is_main)
        for loop, variable in loops:
            if id(loop) not in entered and is_bounded(loop, variable, scope, knowledge):
                stored = knowledge.bodies_of(scope).stores_to(loop, [variable.name])
                result[variable, id(loop)] = not stored
    return result


def counted_loops(scope: Scope) -> Iterator[tuple[CountedLoop, Variable]]:
    """The FOR loops over scalars, each with its variable."""
    for step in scope.steps:
        if isinstance(step, CountedLoop) and isinstance(step.head.variable, nodes.Name):
            variable = scope.find(step.head.variable.name)
            if variable:
                yield step, variable


def is_bounded(loop: CountedLoop, variable: Variable, scope: Scope, knowledge: Knowledge) -> bool:
    bodies, name = knowledge.bodies_of(scope), variable.name
    if bodies.counts_again(loop, name):
        return False
    own = name in scope.variables and not scope.is_main
    return own or not knowledge.changes.may_change(bodies.called_in(loop), name)

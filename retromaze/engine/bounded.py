"""Tells which FOR loops keep their variable near the limit, however control comes and goes.

A jump into a loop's body, another FOR over the same variable inside it, or a call from inside it that may
come to one, lets NEXT add to a value that has passed the limit already, as often as it is done.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from retromaze.engine.builtins.registry import BUILTINS
from retromaze.engine.jumps import entered_compounds, jumps_by_name
from retromaze.language import nodes
from retromaze.language.program import Scope, Variable
from retromaze.language.structure import CountedLoop
from retromaze.language.walk import every, heads, steps


def bounded_loops(scopes: Sequence[Scope], definitions: Container[str]) -> set[tuple[Variable, int]]:
    """The variable of each FOR loop that keeps within its limit and one step, and the loop's identity."""
    by_name = any(jumps_by_name(scope) for scope in scopes if not scope.is_main)
    result: set[tuple[Variable, int]] = set()
    for scope in scopes:
        entered = entered_compounds(scope, enter_anywhere=by_name and scope.is_main)
        for loop, variable in counted_loops(scope):
            if id(loop) not in entered and is_bounded(loop, variable, scope, definitions):
                result.add((variable, id(loop)))
    return result


def counted_loops(scope: Scope) -> Iterator[tuple[CountedLoop, Variable]]:
    """The FOR loops over scalars, each with its variable."""
    for step in steps(scope.body):
        if isinstance(step, CountedLoop) and (variable := counter_of(step, scope)):
            yield step, variable


def counter_of(loop: CountedLoop, scope: Scope) -> Variable | None:
    target = loop.head.variable
    return scope.find(target.name) if isinstance(target, nodes.Name) else None


def is_bounded(loop: CountedLoop, variable: Variable, scope: Scope, definitions: Container[str]) -> bool:
    own = variable.name in scope.variables and not scope.is_main
    for step in steps(loop.body):
        if isinstance(step, CountedLoop) and counter_of(step, scope) is variable:
            return False
        if not own and any(calls_listing(head, definitions) for head in heads(step)):
            return False
    return True


def calls_listing(head: nodes.Node, definitions: Container[str]) -> bool:
    """Whether the statement may call a GOSUB or DEF, which may count with the same variable.

    A program that EXEC runs may call the COMMON DEFs of this one.
    """
    if isinstance(head, nodes.Gosub) or (isinstance(head, nodes.On) and head.gosub):
        return True
    return any(
        isinstance(each, nodes.Instruction | nodes.Function)
        and (each.name in definitions or each.name not in BUILTINS or each.name in {"CALL", "EXEC"})
        for each in every(head)
    )

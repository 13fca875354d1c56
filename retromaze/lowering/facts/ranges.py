"""Tells what a FOR needs to count over a Python range: its counter, its limit, and what that hangs on."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from retromaze.builtins.registry import VARIABLES
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import Scope, Variable
from retromaze.language.structure import CountedLoop
from retromaze.language.walk import every
from retromaze.lowering.facts.kinds import LARGEST, SMALLEST, Kind


def counter_of(loop: CountedLoop, scope: Scope) -> Variable | None:
    """The variable that a FOR counts with; None for an element of an array."""
    target = loop.head.variable
    variable = scope.find(target.name) if isinstance(target, nodes.Name) else None
    return variable if variable and not variable.is_array else None


def may_wrap(stop: Kind, step: Kind) -> bool:
    """Whether an Integer counter could pass 32 bits, where the machine's loop never ends."""
    return stop.low + step.low < SMALLEST or stop.high + step.high > LARGEST


def variables_of(
    expressions: Iterable[Expression], scope: Scope, is_steady: Callable[[nodes.Function], bool]
) -> set[Variable] | None:
    """The variables and arrays on which expressions hang.

    None where they may be otherwise though none of those is stored into: an element is looked at, a system
    variable, or what a function gives that is not steady.
    """
    found = set()
    for node in (each for expression in expressions for each in every(expression)):
        match node:
            case nodes.Name(name=name):
                variable = scope.find(name)
                if variable is None or name in VARIABLES:
                    return None
                found.add(variable)
            case nodes.Function() if not is_steady(node):
                return None
            case nodes.Index() | nodes.VariableNamed():
                return None
    return found

"""Checks whether a FOR can be a Python range: its counter, its limit, and the variables of the limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from retromaze.analysis.kinds import LARGEST, SMALLEST, Kind
from retromaze.builtins.registry import VARIABLES
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import Scope, Variable
from retromaze.language.structure import CountedLoop
from retromaze.language.walk import every


def counter_of(loop: CountedLoop, scope: Scope) -> Variable | None:
    """Returns the variable of a FOR; None for an element of an array."""
    target = loop.head.variable
    variable = scope.find(target.name) if isinstance(target, nodes.Name) else None
    return variable if variable and not variable.is_array else None


def may_wrap(stop: Kind, step: Kind) -> bool:
    """Whether an Integer counter could pass 32 bits, where the machine's loop never ends."""
    return stop.low + step.low < SMALLEST or stop.high + step.high > LARGEST


def variables_of(
    expressions: Iterable[Expression], scope: Scope, is_steady: Callable[[nodes.Function], bool]
) -> set[Variable] | None:
    """Returns the variables and arrays in expressions.

    Returns None if the expressions may change although none of these is stored into: they contain an element,
    a system variable, or a function that is not steady.
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

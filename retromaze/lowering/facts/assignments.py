"""Finds every place where a value comes into a variable: by a statement, an argument, a result or an element.

This is the one place that says so. Whoever follows values through a program asks it: the inference of whole
numbers, and of a port the colors, and the strings that have several names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from retromaze.language import nodes
from retromaze.language.effects import CallResult, Store, Value, ValueOrigin, stores
from retromaze.language.nodes import Head
from retromaze.language.program import UNTYPED, Scope, Variable
from retromaze.language.walk import calls
from retromaze.lowering.facts.declared import Call, element_stored
from retromaze.lowering.facts.type_rules import Callee
from retromaze.lowering.facts.variants import outputs, receivers

FindCallee = Callable[[Call], Callee | None]
"""What a call of a DEF reaches; None for other calls, and where that is not known."""


class Assignment(NamedTuple):
    """A value that comes into a variable, or into an element of an array.

    The `value` is a Variable where an OUT name of a DEF, or the value that a DEF returns, is handed over.
    `store` is what the statement stores where it names the target; without it a call or RETURN hands over.
    """

    target: Variable
    value: Value | Variable
    store: Store | None = None


def assignments(
    scope: Scope, head: Head, find: FindCallee, result: Variable | None = None
) -> Iterator[Assignment]:
    """All that a statement or condition assigns; `result` stands for what the DEF around it returns."""
    for call in calls(head):
        if callee := find(call):
            for name, argument in zip(receivers(callee.scope), call.arguments, strict=True):
                if name and argument is not None:
                    yield Assignment(callee.scope.variables[name], argument)
        elif (found := element_stored(call)) and (array := array_named(scope, found[0])):
            yield Assignment(array, found[1] or ValueOrigin.TYPED)
    for store in stores(head):
        if variable := scope.stored(store.target):
            yield Assignment(variable, handed_value(store, find), store)
    if isinstance(head, nodes.Return) and head.value is not None and result is not None:
        yield Assignment(result, head.value)


def handed_value(store: Store, find: FindCallee) -> Value | Variable:
    """What is stored; of a DEF's call the DEF's own variable."""
    if isinstance(store.value, CallResult) and (callee := find(store.value.call)):
        given = [callee.scope.variables[name] for name in outputs(callee.scope)] or [callee.result]
        return given[store.value.position] if store.value.position < len(given) else store.value
    return store.value


def array_named(scope: Scope, node: nodes.Expression) -> Variable | None:
    """The variable, if it is an array or a parameter that may be one."""
    variable = scope.find(node.name) if isinstance(node, nodes.Name) else None
    return variable if variable and (variable.is_array or variable.kind == UNTYPED) else None

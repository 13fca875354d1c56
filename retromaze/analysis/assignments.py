"""Lists every assignment of a value to a variable: by a statement, an argument, a RETURN or a new element.

The inference of whole numbers, the colors of a port and the strings that several names share use this list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from retromaze.analysis.declared import Call, element_stored
from retromaze.analysis.type_rules import Callee
from retromaze.analysis.variants import outputs, receivers
from retromaze.language import nodes
from retromaze.language.effects import CallResult, Store, Value, ValueOrigin, stores
from retromaze.language.nodes import Head
from retromaze.language.program import UNTYPED, Scope, Variable
from retromaze.language.walk import calls

FindCallee = Callable[[Call], Callee | None]
"""Returns the DEF that a call reaches; None for other calls, or if it is not known."""


class Assignment(NamedTuple):
    """A value that is assigned to a variable, or to an element of an array.

    The `value` is a Variable if a DEF hands over an OUT name or its result. `store` is None if a call or
    RETURN assigns the value; else it is the statement's store.
    """

    target: Variable
    value: Value | Variable
    store: Store | None = None


def assignments(
    scope: Scope, head: Head, find: FindCallee, result: Variable | None = None
) -> Iterator[Assignment]:
    """Yields the assignments of a statement or condition; `result` is the value of the DEF around it."""
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
    """Returns the value of a store; for a call of a DEF, the DEF's own variable."""
    if isinstance(store.value, CallResult) and (callee := find(store.value.call)):
        given = [callee.scope.variables[name] for name in outputs(callee.scope)] or [callee.result]
        return given[store.value.position] if store.value.position < len(given) else store.value
    return store.value


def array_named(scope: Scope, node: nodes.Expression) -> Variable | None:
    """Returns the variable that an expression names, if it is or may be an array."""
    variable = scope.find(node.name) if isinstance(node, nodes.Name) else None
    return variable if variable and (variable.is_array or variable.kind == UNTYPED) else None

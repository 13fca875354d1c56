"""Evaluates expressions of a listing from known variables, without running anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from math import isfinite
from operator import add, mul, sub
from typing import Any

from retromaze.errors import BasicError
from retromaze.language import nodes
from retromaze.language.parser import parse
from retromaze.sources.variables import shape_of

RECKONED: dict[str, Callable[[float, float], float]] = {"+": add, "-": sub, "*": mul}

Known = dict[str, Any]
"""Variables by name, the elements of an array by `M[]`."""


def values_of_expressions(text: str, known: Known) -> list[Any] | None:
    """The values of expressions such as `A$,M[1,I]`; None if one of them cannot be evaluated."""
    try:
        statements = parse(f"?{text}")
    except BasicError:
        return None
    match statements:
        case [nodes.Print(items=items)]:
            found = [value_of_expression(each, known) for each in items if not isinstance(each, str)]
            return None if None in found else found
        case _:
            return None


def value_of_expression(expression: nodes.Expression, known: Known) -> Any:
    """The value of a variable, array or element, or of a sum of numbers; None if it cannot be evaluated."""
    match expression:
        case nodes.Name(name=name):
            return known.get(name, known.get(f"{name}[]"))
        case nodes.Index():
            return element_of(expression, known)
        case _:
            return number_of(expression, known)


def element_of(index: nodes.Index, known: Known) -> Any:
    """An element of an array that is known; None if it cannot be evaluated."""
    name, number = element(index, known)
    if number is None:
        return None
    return next(islice(flatten_items(known[name], len(shape_of(known[name]))), number, None))


def element(index: nodes.Index, known: Known) -> tuple[str, int | None]:
    """The array's name as `M[]`, and the number of the element; None if it cannot be evaluated."""
    name = f"{index.target.name}[]" if isinstance(index.target, nodes.Name) else ""
    shape = shape_of(known.get(name))
    subscripts = [number_of(each, known) for each in index.subscripts]
    number = 0
    for length, subscript in zip(shape, subscripts, strict=False):
        if subscript is None or not isfinite(subscript) or not 0 <= int(subscript) < length:
            return name, None
        number = number * length + int(subscript)
    return name, number if shape and len(shape) == len(subscripts) else None


def number_of(expression: nodes.Expression, known: Known) -> int | float | None:
    """A subscript of numbers, variables, elements and whole arithmetic; None for any other."""
    match expression:
        case nodes.Number():
            return expression.value
        case nodes.Name():
            found = known.get(expression.name)
        case nodes.Index():
            found = element_of(expression, known)
        case nodes.Unary(operator="-"):
            operand = number_of(expression.operand, known)
            found = None if operand is None else -operand
        case nodes.Binary():
            found = arithmetic_of(expression, known)
        case _:
            return None
    return found if isinstance(found, int | float) else None


def arithmetic_of(expression: nodes.Binary, known: Known) -> int | float | None:
    left, right = number_of(expression.left, known), number_of(expression.right, known)
    reckon = RECKONED.get(expression.operator)
    if reckon is None or left is None or right is None:
        return None
    return reckon(left, right)


def flatten_items(items: Any, depth: int) -> Iterator[Any]:
    for _ in range(depth - 1):
        items = chain.from_iterable(items)
    return iter(items)

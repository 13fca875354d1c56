"""Evaluates expressions of a listing from known variables, without running anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from math import fmod, isfinite, trunc
from operator import add, mul, sub, truediv
from typing import Any

from retromaze.errors import BasicError
from retromaze.language import nodes
from retromaze.language.parser import parse
from retromaze.sources.variables import shape_of
from retromaze.values.text import Text, plain

COMMON: dict[str, Callable[[Any, Any], Any]] = {
    "+": add,
    "==": lambda one, other: int(one == other),
    "!=": lambda one, other: int(one != other),
    "<": lambda one, other: int(one < other),
    "<=": lambda one, other: int(one <= other),
    ">": lambda one, other: int(one > other),
    ">=": lambda one, other: int(one >= other),
}
"""What two numbers or two strings give."""
NUMERIC: dict[str, Callable[[Any, Any], Any]] = {
    "-": sub,
    "*": mul,
    "/": truediv,
    "DIV": lambda one, other: trunc(one / other),
    "MOD": fmod,
    "AND": lambda one, other: int(one) & int(other),
    "OR": lambda one, other: int(one) | int(other),
    "XOR": lambda one, other: int(one) ^ int(other),
    "&&": lambda one, other: int(bool(one and other)),
    "||": lambda one, other: int(bool(one or other)),
}

Known = dict[str, Any]
"""Variables by name, the elements of an array by `M[]`."""


def values_of_expressions(text: str, known: Known) -> list[Any] | None:
    """The values of expressions such as `A$,M[1,I]`; None if one of them cannot be evaluated."""
    try:
        items = items_of(text)
    except BasicError:
        return None
    if items is None:
        return None
    found = [value_of_expression(each, known) for each in items if not isinstance(each, str)]
    return None if None in found else found


def items_of(text: str) -> tuple[nodes.Expression | str, ...] | None:
    """The expressions and separators of `A$,M[1,I]`, as PRINT takes them; None for anything else.

    Raises BasicError.
    """
    match parse(f"?{text}"):
        case [nodes.Print(items=items)]:
            return items
    return None


def value_of_expression(expression: nodes.Expression, known: Known) -> Any:
    """The value of an expression, or an array's rows; None if it cannot be evaluated."""
    match expression:
        case nodes.Number() | nodes.String():
            return expression.value
        case nodes.Name(name=name):
            found = known.get(name, known.get(f"{name}[]"))
        case nodes.Index():
            found = element_of(expression, known)
        case nodes.Unary():
            found = value_of_unary(expression, known)
        case nodes.Binary():
            found = value_of_binary(expression, known)
        case nodes.Function(name="LEN", arguments=[argument]) if argument is not None:
            found = length_of(value_of_expression(argument, known))
        case _:
            return None
    return plain(found) if isinstance(found, Text) else found


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
    """A subscript's value; None for any other than a number."""
    found = value_of_expression(expression, known)
    return found if isinstance(found, int | float) else None


def length_of(value: Any) -> int | None:
    """What LEN tells of a string or an array of one dimension."""
    if isinstance(value, str) or (
        isinstance(value, list) and not any(isinstance(each, list) for each in value[:1])
    ):
        return len(value)
    return None


def value_of_unary(expression: nodes.Unary, known: Known) -> int | float | None:
    """-a, NOT a or !a of a number."""
    operand = number_of(expression.operand, known)
    if operand is None:
        return None
    match expression.operator:
        case "-":
            return -operand
        case "NOT":
            return ~int(operand)
        case _:
            return int(not operand)


def value_of_binary(expression: nodes.Binary, known: Known) -> Any:
    """What two numbers, or two strings, give together; None for an operator that takes no such."""
    left, right = value_of_expression(expression.left, known), value_of_expression(expression.right, known)
    numbers = isinstance(left, int | float) and isinstance(right, int | float)
    if not numbers and not (isinstance(left, str) and isinstance(right, str)):
        return None
    operator = (NUMERIC if numbers else {}).get(expression.operator) or COMMON.get(expression.operator)
    try:
        return operator(left, right) if operator else None
    except (ZeroDivisionError, OverflowError, ValueError):
        return None


def flatten_items(items: Any, depth: int) -> Iterator[Any]:
    for _ in range(depth - 1):
        items = chain.from_iterable(items)
    return iter(items)

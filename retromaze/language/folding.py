"""Constant folding: computes sub-expressions of numeric constants when compiling.

The machine folds in double and gives an Integer back where the result is whole and fits 32 bits, so
folding is part of the language and not an optimization: `7/1` is the Integer 7.
Source: language reference, section 2.4.
"""

from __future__ import annotations

import math
import operator
import re
from dataclasses import replace
from typing import Any

from retromaze.language import nodes
from retromaze.language.integers import (
    bitwise_and,
    bitwise_not,
    bitwise_or,
    bitwise_xor,
    divide,
    remainder,
    shift_left,
    shift_right,
    truncate,
)
from retromaze.language.letters import capitals
from retromaze.language.nodes import Binary, Expression, Number, Unary
from retromaze.language.yield_hook import yield_to_host

PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*[%#$]?", re.ASCII)
INTEGER_OPERATORS: dict[str, Any] = {
    "DIV": divide,
    "MOD": remainder,
    "AND": bitwise_and,
    "OR": bitwise_or,
    "XOR": bitwise_xor,
    "<<": shift_left,
    ">>": shift_right,
}


def folded_number(value: float) -> int | float:
    """A folded result: an Integer where it is whole and fits 32 bits, else a real."""
    if -(2**31) <= value < 2**31 and value == int(value):
        return int(value)  # a folded -0.0 counts as whole too
    return float(value)


def fold(expression: Expression) -> Expression:
    """The expression with every constant part computed."""
    match expression:
        case Binary():
            return fold_chain(expression)
        case Unary():
            return fold_unary(expression, fold(expression.operand))
        case nodes.Name(name=("TRUE" | "FALSE") as word):
            return Number(expression.line, expression.column, int(word == "TRUE"))
        case nodes.Function(name="PI", arguments=()):
            return Number(expression.line, expression.column, math.pi)
        case nodes.VariableNamed(name=nodes.String(value=name)) if PLAIN_NAME.fullmatch(name):
            return nodes.Name(expression.line, expression.column, capitals(name))
        case nodes.Function() | nodes.Index() | nodes.VariableNamed():
            compound: Expression = fold_children(expression)
            return compound
        case _:
            return expression


def fold_chain(expression: Binary) -> Expression:
    """`1+1+1+…` leans to the left and can be very long, so its spine is a loop."""
    spine: list[Binary] = []
    left: Expression = expression
    while isinstance(left, Binary):
        spine.append(left)
        left = left.left
    result = fold(left)
    for each in reversed(spine):
        result = fold_binary(each, result, fold(each.right))
    return result


def fold_children(node: Any) -> Any:
    """A statement or compound expression with the expressions inside it folded; itself if none changed."""
    yield_to_host()
    changes: dict[str, Any] = {}
    for name in nodes.FIELDS[type(node)]:
        value = getattr(node, name)
        folded = fold_value(value)
        if folded is not value:
            changes[name] = folded
    return replace(node, **changes) if changes else node


def fold_value(value: Any) -> Any:
    if isinstance(value, tuple):
        parts = tuple(fold_value(part) for part in value)
        return value if all(map(operator.is_, parts, value)) else parts
    if isinstance(value, nodes.Declaration):
        return fold_children(value)
    return fold(value) if isinstance(value, nodes.Node) else value  # type: ignore[arg-type]


def fold_unary(expression: Unary, operand: Expression) -> Expression:
    if isinstance(operand, Number) and expression.operator in {"-", "NOT"}:
        value = operand.value
        if expression.operator == "NOT":
            result: int | float = bitwise_not(value)
        else:
            result = folded_number(-float(value)) if value else -value
        return Number(expression.line, expression.column, result)
    return expression if operand is expression.operand else replace(expression, operand=operand)


def fold_binary(expression: Binary, left: Expression, right: Expression) -> Expression:
    if isinstance(left, Number) and isinstance(right, Number):
        result = folded_value(expression.operator, left.value, right.value)
        if result is not None:
            return Number(expression.line, expression.column, result)
    if left is expression.left and right is expression.right:
        return expression
    return replace(expression, left=left, right=right)


def folded_value(sign: str, left: int | float, right: int | float) -> int | float | None:
    """The constant, or None where the machine leaves the operation to run time (or it fails there)."""
    if sign in INTEGER_OPERATORS:
        if sign in {"DIV", "MOD"} and truncate(right) == 0:
            return None
        value: int | float = INTEGER_OPERATORS[sign](left, right)
        return value
    match sign:
        case "+":
            return folded_number(float(left) + right)
        case "-":
            return folded_number(float(left) - right)
        case "*":
            return folded_number(float(left) * right)
        case "/" if right != 0:
            return folded_number(float(left) / right)
        case _:
            return None

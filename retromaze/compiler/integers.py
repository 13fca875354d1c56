"""Writes arithmetic of whole numbers, inline where Python does the same.

An Integer wraps at 32 bits and division rounds toward zero. Most sums are known to stay within 32 bits.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from retromaze.analysis import kinds
from retromaze.analysis.kinds import EXTREMES, LARGEST, ROUNDINGS, SMALLEST, Type
from retromaze.compiler.settings import Technique
from retromaze.compiler.syntax import AstBuilder
from retromaze.language import nodes
from retromaze.language.nodes import Expression, every

if TYPE_CHECKING:
    from retromaze.compiler.expressions import Expressions

CALLS = {"DIV": "divide", "MOD": "remainder", "<<": "shift_left", ">>": "shift_right"}
DIVISIONS = {"DIV": "//", "MOD": "%"}
SIGN, WORD = 1 << 31, (1 << 32) - 1


def held_in_range(
    at: AstBuilder, load: ast.expr, again: ast.expr, low: int, high: int, otherwise: str
) -> ast.expr:
    """A number from low to high if it is within 32 bits, else the result of the function `otherwise`."""
    if low >= SMALLEST and high <= LARGEST:
        return load
    if low >= SMALLEST:
        inside = at.compare(load, "<=", at.constant(LARGEST))
    elif high <= LARGEST:
        inside = at.compare(load, ">=", at.constant(SMALLEST))
    else:
        inside = at.compare(at.constant(SMALLEST), "<=", load, "<=", at.constant(LARGEST))
    return at.choose(inside, again, at.call(otherwise, again))


def total(e: Expressions, at: AstBuilder, node: nodes.Binary) -> ast.expr:
    """`+`, `-` or `*` of Integers, wrapped where it may leave 32 bits."""
    value = at.binary(e.value(node.left), node.operator, e.value(node.right))
    low, high = kinds.bounds(node.operator, e.kind(node.left), e.kind(node.right))
    if low >= SMALLEST and high <= LARGEST:
        return value
    return held_in_range(at, *e.kept(at, value), low, high, "wrap")


# ---- division and shifts


def operation(e: Expressions, at: AstBuilder, node: nodes.Binary) -> ast.expr:
    """DIV, MOD, << or >>."""
    if not e.unit.compilation.uses(Technique.OPERATORS):
        return at.call(CALLS[node.operator], e.integer(node.left), e.integer(node.right))
    if node.operator in DIVISIONS:
        return division(e, at, node)
    left, right = e.unit.integer_kind(node.left), e.unit.integer_kind(node.right)
    value, by = e.integer(node.left), e.integer(node.right)
    if not right.within(0, 31):
        return at.call(CALLS[node.operator], value, by)
    if node.operator == ">>":
        return at.binary(value, ">>", by)
    shifted = at.binary(value, "<<", by)
    low, high = min(left.low << right.high, left.low), max(left.high << right.high, left.high)
    if low >= SMALLEST and high <= LARGEST:
        return shifted
    # the lowest 32 bits, signed
    word = at.binary(shifted, "&", at.constant(WORD))
    return at.binary(at.binary(word, "^", at.constant(SIGN)), "-", at.constant(SIGN))


def division(e: Expressions, at: AstBuilder, node: nodes.Binary) -> ast.expr:
    """DIV or MOD. Python rounds down and the machine toward zero: the same if nothing is negative."""
    left, right = e.unit.integer_kind(node.left), e.unit.integer_kind(node.right)
    sign = DIVISIONS[node.operator]
    if left.low >= 0 and right.low >= 0:
        return at.binary(e.integer(node.left), sign, e.integer(node.right))
    if left.low < 0 < right.low and right.low == right.high:
        load, again = e.twice(at, node.left)
        divisor = e.integer(node.right)
        below = at.unary("-", at.binary(at.unary("-", again), sign, divisor))
        return at.choose(at.compare(load, ">=", at.constant(0)), at.binary(again, sign, divisor), below)
    dividend, again = e.twice(at, node.left)
    divisor, by = e.twice(at, node.right)
    simple = not isinstance(divisor, ast.NamedExpr)
    if not simple and isinstance(dividend, ast.Name):
        # the divisor's calls may store to the variable
        dividend, again = e.kept(at, dividend)
    positive = at.compare(divisor, ">", at.constant(0))
    not_negative = at.compare(dividend, ">=", at.constant(0))
    # `&` evaluates both sides, the dividend first
    signs = at.logical("and", not_negative, positive) if simple else at.binary(not_negative, "&", positive)
    return at.choose(signs, at.binary(again, sign, by), at.call(CALLS[node.operator], again, by))


# ---- MIN, MAX, ABS and roundings


def inline_extreme(
    e: Expressions, at: AstBuilder, node: nodes.Function, called: Callable[[], str]
) -> ast.expr | None:
    """MIN, MAX, ABS or a rounding of whole numbers, or None; `called` returns the name of the builtin."""
    given = [each for each in node.arguments if each is not None]
    if node.name not in {"ABS", *EXTREMES, *ROUNDINGS} or not e.kind(node).is_int:
        return None
    if len(given) < len(node.arguments):
        # the builtin raises the error for a missing argument
        return None
    kind = e.kind(given[0]) if given else None
    has_no_opposite = node.name == "ABS" and kind and kind.type is Type.INTEGER and kind.low == SMALLEST
    whole = all(e.kind(each).is_int for each in given) and not has_no_opposite
    if not (whole and e.unit.compilation.uses(Technique.EXTREMES)):
        found = at.call(called(), *map(e.number, given))
        return at.call("int", found) if e.kind(node).type is Type.WHOLE else found
    match given:
        case [one]:
            return at.call("abs", e.value(one)) if node.name == "ABS" else e.value(one)
        case [one, other]:
            # `one if one <= other else other`, each evaluated once
            calm = all(
                isinstance(each, nodes.Number | nodes.Name | nodes.Binary | nodes.Unary)
                for each in every(other)
            )
            first, again = read_twice(e, at, one, unchanged=calm)
            second, other_again = read_twice(e, at, other, unchanged=True)
            sign = "<=" if node.name == "MIN" else ">="
            return at.choose(at.compare(first, sign, second), again, other_again)
        case _:
            return at.call(node.name.lower(), *map(e.value, given))


def read_twice(
    e: Expressions, at: AstBuilder, node: Expression, *, unchanged: bool
) -> tuple[ast.expr, ast.expr]:
    """A value to evaluate first and to read again; `unchanged` if no variable is stored to in between."""
    value = e.value(node)
    if isinstance(value, ast.Constant) or (unchanged and isinstance(value, ast.Name)):
        return value, value
    return e.kept(at, value)

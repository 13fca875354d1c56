"""Writes Integer arithmetic inline where Python does the same; the rest calls functions of ours.

An Integer wraps at 32 bits and is divided toward zero. Most sums are known to stay within 32 bits.
"""

from __future__ import annotations

import ast

from retromaze.analysis import kinds
from retromaze.analysis.kinds import LARGEST, SMALLEST
from retromaze.compiler.shapes import Shapes
from retromaze.compiler.syntax import At
from retromaze.compiler.techniques import Technique
from retromaze.language import nodes

CALLS = {"DIV": "divide", "MOD": "remainder", "<<": "shift_left", ">>": "shift_right"}
DIVISIONS = {"DIV": "//", "MOD": "%"}
SIGN, WORD = 1 << 31, (1 << 32) - 1


def held_in_range(at: At, load: ast.expr, again: ast.expr, low: int, high: int, otherwise: str) -> ast.expr:
    """A number from low to high that lies within 32 bits, or what is to be done with it if it does not."""
    if low >= SMALLEST and high <= LARGEST:
        return load
    if low >= SMALLEST:
        inside = at.compare(load, "<=", at.constant(LARGEST))
    elif high <= LARGEST:
        inside = at.compare(load, ">=", at.constant(SMALLEST))
    else:
        inside = at.compare(at.constant(SMALLEST), "<=", load, "<=", at.constant(LARGEST))
    return at.choose(inside, again, at.call(otherwise, again))


# ---- sums and products


def total(e: Shapes, at: At, node: nodes.Binary) -> ast.expr:
    """`+`, `-` or `*` of Integers, wrapped where it may leave 32 bits."""
    value = at.binary(e.value(node.left), node.operator, e.value(node.right))
    low, high = kinds.bounds(node.operator, e.kind(node.left), e.kind(node.right))
    if low >= SMALLEST and high <= LARGEST:
        return value
    return held_in_range(at, *e.kept(at, value), low, high, "wrap")


# ---- division and shifts


def operation(e: Shapes, at: At, node: nodes.Binary) -> ast.expr:
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
    return shifted if low >= SMALLEST and high <= LARGEST else lowest_word(at, shifted)


def lowest_word(at: At, value: ast.expr) -> ast.expr:
    """The lowest 32 bits, signed: `(value & word ^ sign) - sign`."""
    word = at.binary(value, "&", at.constant(WORD))
    return at.binary(at.binary(word, "^", at.constant(SIGN)), "-", at.constant(SIGN))


def division(e: Shapes, at: At, node: nodes.Binary) -> ast.expr:
    """Python rounds down where the machine cuts toward zero: the same for what is not negative."""
    left, right = e.unit.integer_kind(node.left), e.unit.integer_kind(node.right)
    sign = DIVISIONS[node.operator]
    if left.low >= 0 and right.low >= 0:
        return at.binary(e.integer(node.left), sign, e.integer(node.right))
    if left.low < 0 < right.low and right.low == right.high:
        return toward_zero(e, at, node, sign)
    dividend, again = e.twice(at, node.left)
    divisor, by = e.twice(at, node.right)
    simple = not isinstance(divisor, ast.NamedExpr)
    if not simple and isinstance(dividend, ast.Name):
        # what the divisor calls may store to the variable
        dividend, again = e.kept(at, dividend)
    positive = at.compare(divisor, ">", at.constant(0))
    not_negative = at.compare(dividend, ">=", at.constant(0))
    # an `&` works out both sides, the dividend first
    signs = at.logical("and", not_negative, positive) if simple else at.binary(not_negative, "&", positive)
    return at.choose(signs, at.binary(again, sign, by), at.call(CALLS[node.operator], again, by))


def toward_zero(e: Shapes, at: At, node: nodes.Binary, sign: str) -> ast.expr:
    """DIV and MOD of any number by a positive constant."""
    load, again = e.twice(at, node.left)
    divisor = e.integer(node.right)
    below = at.unary("-", at.binary(at.unary("-", again), sign, divisor))
    return at.choose(at.compare(load, ">=", at.constant(0)), at.binary(again, sign, divisor), below)

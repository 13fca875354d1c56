"""Writes Integer arithmetic inline where Python does the same; the rest calls functions of ours.

An Integer wraps at 32 bits and is divided toward zero. A sum is wrapped once, at its end: what comes out
is the same, and most sums need no wrapping at all.
"""

from __future__ import annotations

import ast

from retromaze.compiler.techniques import Technique
from retromaze.compiler.writing.shapes import Shapes
from retromaze.compiler.writing.syntax import At
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.lowering.facts import kinds
from retromaze.lowering.facts.kinds import LARGEST, SMALLEST, Kind, Type

CALLS = {"DIV": "divide", "MOD": "remainder", "<<": "shift_left", ">>": "shift_right"}
DIVISIONS = {"DIV": "//", "MOD": "%"}
SUMS = {"+", "-", "*"}
# Python's own numbers get slow where they get longer.
FAR = 1 << 62
SIGN, WORD = 1 << 31, (1 << 32) - 1


def held(at: At, load: ast.expr, again: ast.expr, low: int, high: int, otherwise: str) -> ast.expr:
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
    """`+`, `-` or `*` of Integers."""
    value, low, high = exact(e, node)
    return wrapped(e, at, value, low, high)


def wrapped(e: Shapes, at: At, value: ast.expr, low: int, high: int) -> ast.expr:
    if low >= SMALLEST and high <= LARGEST:
        return value
    return held(at, *e.kept(at, value), low, high, "wrap")


def exact(e: Shapes, node: Expression) -> tuple[ast.expr, int, int]:
    """An Integer sum before it is wrapped, and its range then."""
    if not (isinstance(node, nodes.Binary) and node.operator in SUMS and is_whole(e, node)):
        kind = e.kind(node)
        return e.value(node), kind.low, kind.high
    at = At(node.line, node.column)
    left, right = exact(e, node.left), exact(e, node.right)
    if reach(node.operator, left, right) > FAR or not may_grow(e):
        left, right = cut(e, at, left), cut(e, at, right)
    low, high = kinds.bounds(node.operator, *(Kind(Type.INTEGER, *each[1:]) for each in (left, right)))
    return at.binary(left[0], node.operator, right[0]), low, high


def is_whole(e: Shapes, node: nodes.Binary) -> bool:
    """Whether a sum is one of Integers and is not kept in a temporary already."""
    both = e.kind(node.left).type is Type.INTEGER and e.kind(node.right).type is Type.INTEGER
    return both and not e.is_kept(node)


def may_grow(e: Shapes) -> bool:
    """Whether the sums inside a sum may leave 32 bits for a while."""
    return e.unit.compilation.uses(Technique.LATE_WRAP)


def reach(operator: str, left: tuple[ast.expr, int, int], right: tuple[ast.expr, int, int]) -> int:
    ends = kinds.bounds(operator, Kind(Type.INTEGER, *left[1:]), Kind(Type.INTEGER, *right[1:]))
    return max(map(abs, ends))


def cut(e: Shapes, at: At, sum_: tuple[ast.expr, int, int]) -> tuple[ast.expr, int, int]:
    value, low, high = sum_
    kind = kinds.integer(low, high)
    return wrapped(e, at, value, low, high), kind.low, kind.high


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

"""Writes MIN, MAX, ABS and roundings of whole numbers inline; they stay ints."""

from __future__ import annotations

import ast
from collections.abc import Callable

from retromaze.analysis.kinds import EXTREMES, ROUNDINGS, SMALLEST, Type
from retromaze.compiler.shapes import Shapes
from retromaze.compiler.syntax import At
from retromaze.compiler.techniques import Technique
from retromaze.language import nodes
from retromaze.language.nodes import Expression, every

SIGNS = {"MIN": "<=", "MAX": ">="}
# An expression of these changes no variable.
CALM = nodes.Number | nodes.Name | nodes.Binary | nodes.Unary


def inline_extreme(e: Shapes, at: At, node: nodes.Function, called: Callable[[], str]) -> ast.expr | None:
    """The function in Python's own words; None where it is another one, or one of other values."""
    given = [each for each in node.arguments if each is not None]
    if node.name not in {"ABS", *EXTREMES, *ROUNDINGS} or not e.kind(node).is_int:
        return None
    if len(given) < len(node.arguments):
        # the function itself refuses an argument that is not there
        return None
    whole = all(e.kind(each).is_int for each in given) and not may_stay(e, node)
    if whole and e.unit.compilation.uses(Technique.EXTREMES):
        return on_the_spot(e, at, node.name, given)
    found = at.call(called(), *map(e.number, given))
    return at.call("int", found) if e.kind(node).type is Type.WHOLE else found


def may_stay(e: Shapes, node: nodes.Function) -> bool:
    """Whether it is ABS of what may be the one Integer that has no opposite."""
    given = e.kind(node.arguments[0]) if node.arguments[0] is not None else None
    return node.name == "ABS" and given is not None and given.type is Type.INTEGER and given.low == SMALLEST


def on_the_spot(e: Shapes, at: At, name: str, given: list[Expression]) -> ast.expr:
    match given:
        case [one]:
            return at.call("abs", e.value(one)) if name == "ABS" else e.value(one)
        case [one, other]:
            return choice_of(e, at, SIGNS[name], one, other)
        case _:
            return at.call(name.lower(), *map(e.value, given))


def choice_of(e: Shapes, at: At, sign: str, one: Expression, other: Expression) -> ast.expr:
    """`one if one <= other else other`, each worked out once."""
    first, again = read_twice(e, at, one, calm=is_calm(other))
    second, other_again = read_twice(e, at, other, calm=True)
    return at.choose(at.compare(first, sign, second), again, other_again)


def read_twice(e: Shapes, at: At, node: Expression, *, calm: bool) -> tuple[ast.expr, ast.expr]:
    """A value to work out first and to read again; `calm` says that nothing changes it between."""
    value = e.value(node)
    if isinstance(value, ast.Constant) or (calm and isinstance(value, ast.Name)):
        return value, value
    return e.kept(at, value)


def is_calm(node: Expression) -> bool:
    return all(isinstance(each, CALM) for each in every(node))

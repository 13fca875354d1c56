"""Ranges of MIN, MAX, ABS, FLOOR, CEIL and ROUND of whole numbers."""

from __future__ import annotations

from typing import Protocol

from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.lowering.facts import kinds
from retromaze.lowering.facts.kinds import ANY, REAL, Kind, Type

EXTREMES = {"MIN", "MAX"}
ROUNDINGS = {"FLOOR", "CEIL", "ROUND"}
MIRRORED = {"MIN": "MAX", "MAX": "MIN"}


class Definitions(Protocol):
    """Knows which words the program defines itself."""

    def __contains__(self, name: object) -> bool: ...


def is_whole(kind: Kind) -> bool:
    """Whether a value is an int that does not stand for -0."""
    return kind.is_int and not kind.minus_zero


def extreme(name: str, given: list[Kind]) -> Kind:
    """MIN or MAX of several numbers: an Integer of two Integers, else a Real."""
    if len(given) < 2:
        return ANY
    if not all(map(is_whole, given)):
        return REAL
    choose = min if name == "MIN" else max
    low, high = choose(each.low for each in given), choose(each.high for each in given)
    integer = len(given) == 2 and all(each.type is Type.INTEGER for each in given)
    return Kind(Type.INTEGER if integer else Type.WHOLE, low, high)


def without_sign(given: Kind) -> Kind:
    """ABS of a number kept as an int; the Integer -2147483648 stays as it is."""
    low = max(given.low, -given.high, 0)
    high = max(abs(given.low), abs(given.high))
    if given.type is Type.INTEGER:
        return kinds.integer(low, high)
    return kinds.whole(low, high)


def rounded(given: Kind) -> Kind:
    """FLOOR, CEIL or ROUND of a number kept as an int."""
    return given if is_whole(given) else REAL


# ---- what is held between two bounds


def bounds(node: nodes.Function, definitions: Definitions) -> list[Expression]:
    """[a, b] of `MIN(MAX(x,a),b)` or `MAX(MIN(x,a),b)`, in any order; [] for anything else.

    However x grows, the value stays between the two. `a` has to be a literal, or it could not be told from x.
    The program's own `definitions` of such words are something else.
    """
    pairs = [node.arguments, node.arguments[::-1]] if len(node.arguments) == 2 else []
    for inner, outer in pairs:
        if isinstance(inner, nodes.Function) and MIRRORED.get(node.name) == inner.name and outer is not None:
            literals = [each for each in inner.arguments if each is not None and is_literal(each)]
            if len(inner.arguments) == 2 and len(literals) == 1 and inner.name not in definitions:
                return [literals[0], outer]
    return []


def is_literal(node: Expression) -> bool:
    match node:
        case nodes.Number() | nodes.Unary(operator="-", operand=nodes.Number()):
            return True
        case _:
            return False


def between(value: Kind, one: Kind, other: Kind) -> Kind:
    """The kind of a value that is held between two bounds, told by them alone, so that it does not grow."""
    if not (is_whole(value) and is_whole(one) and is_whole(other)):
        return value
    return value._replace(low=min(one.low, other.low), high=max(one.high, other.high))

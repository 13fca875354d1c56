"""Writes conditions as Python's readers have them: `0 <= x < 9`, `x in (1, 2)`, and the opposite of each."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Sequence

from retromaze.language.numbers import BUTTONS
from retromaze.python.blocks import has_call, is_literal
from retromaze.python.fragments import LOAD, same
from retromaze.python.printer import expression

OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Gt: ast.Lt, ast.GtE: ast.LtE}
"""The signs of a lower bound, and how they are written on its right."""
UPPER = ast.Lt | ast.LtE


def joined(word: ast.boolop, terms: Sequence[ast.expr]) -> ast.expr:
    """Joins conditions by `and` or `or`, and comparisons of one value to one comparison."""
    terms = [each for term in terms for each in same_word(word, term)]
    if isinstance(word, ast.And):
        found = [*members(ranges(terms), ast.NotEq(), ast.NotIn())]
    else:
        found = [*members(terms, ast.Eq(), ast.In())]
    return ast.BoolOp(word, found) if len(found) > 1 else found[0]


def same_word(word: ast.boolop, term: ast.expr) -> list[ast.expr]:
    """The terms of a condition that is joined by the same word, or the condition alone."""
    return term.values if isinstance(term, ast.BoolOp) and type(term.op) is type(word) else [term]


def ranges(terms: Sequence[ast.expr]) -> list[ast.expr]:
    """`0 <= x < 9` for `x >= 0` and `x < 9`; no call is evaluated earlier or less often for that."""
    result: list[ast.expr] = []
    places: dict[str, int] = {}
    for term in terms:
        if has_call(term):
            places.clear()
        value = expression(term.left) if isinstance(term, ast.Compare) else ""
        if value in places and (found := within(result[places[value]], term)):
            result[places.pop(value)] = found
            continue
        if value and not has_call(term):
            places[value] = len(result)
        result.append(term)
    return result


def within(one: ast.expr, other: ast.expr) -> ast.Compare | None:
    """Returns the comparison of one value with both bounds; None if these are no such two comparisons."""
    match one, other:
        case (ast.Compare(_, [ast.Lt() | ast.LtE()], [_]), ast.Compare(_, [ast.Gt() | ast.GtE()], [_])):
            return within(other, one)
        case (
            ast.Compare(value, [(ast.Gt() | ast.GtE()) as low_sign], [low]),
            ast.Compare(again, [(ast.Lt() | ast.LtE()) as high_sign], [high]),
        ) if same(value, again) and not is_constant(value):
            return ast.Compare(low, [MIRRORED[type(low_sign)](), high_sign], [value, high])
    return None


def members(terms: Sequence[ast.expr], single: ast.cmpop, several: ast.cmpop) -> Iterator[ast.expr]:
    """`x in (1, 2)` for `x == 1` and `x == 2` side by side."""
    at = 0
    while at < len(terms):
        values: list[ast.expr] = []
        first, end = terms[at], at
        while end < len(terms) and (value := compared(first, terms[end], single)):
            values.append(value)
            end += 1
        if isinstance(first, ast.Compare) and len(values) > 1:
            yield ast.Compare(first.left, [several], [ast.Tuple(values, LOAD)])
        else:
            yield first
        at = max(end, at + 1) if len(values) > 1 else at + 1


def compared(first: ast.expr, term: ast.expr, sign: ast.cmpop) -> ast.expr | None:
    """Returns the constant that a term compares the same value with as the first term does."""
    match first, term:
        case ast.Compare(value, [_], [_]), ast.Compare(again, [found], [constant]) if (
            type(found) is type(sign) and is_constant(constant) and same(value, again)
        ):
            return None if has_call(value) or is_constant(value) else constant
    return None


def is_constant(node: ast.expr) -> bool:
    """Whether it is a number, a text, the name of a constant or of a button."""
    match node:
        case ast.Name(id=name) | ast.Attribute(ast.Name("Buttons"), name):
            return name.isupper()
    return is_literal(node)


def opposite(test: ast.expr) -> ast.expr:
    """A condition that is true where this one is false, with `not` in front where that is shorter.

    Comparisons with what is not a number (infinity minus infinity) are not looked after.
    """
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return operand
        case ast.Compare(left=left, ops=[sign], comparators=[right]):
            return ast.Compare(left, [OPPOSITES[type(sign)]()], [right])
        case ast.BoolOp(op=word, values=terms) if all(map(can_turn, terms)):
            other = ast.And() if isinstance(word, ast.Or) else ast.Or()
            turned = joined(other, [opposite(each) for each in terms])
            if len(expression(turned)) <= len(expression(test)) + len("not ()"):
                return turned
    return ast.UnaryOp(ast.Not(), test)


def can_turn(term: ast.expr) -> bool:
    """Whether the opposite of a term needs no parentheses, and not more words than the term."""
    match term:
        case ast.UnaryOp(op=ast.Not()) | ast.Compare(ops=[_]):
            return True
    return False


def is_plain(test: ast.expr) -> bool:
    """Whether a condition has no `not` before anything but a name or a call."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return isinstance(operand, ast.Name | ast.Attribute | ast.Subscript | ast.Call)
    return True


# ---- two tests that are never true together

SIGNS: dict[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt,
    ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


def comparisons(test: ast.expr) -> Iterator[tuple[str, type[ast.cmpop], float]]:
    """The comparisons with a number that have to hold for a test to be true."""
    match test:
        case ast.BoolOp(op=ast.And(), values=values):
            for each in values:
                yield from comparisons(each)
        case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in SIGNS:
            value = number_in(right)
            if value is not None:
                yield expression(left), type(sign), value


def number_in(node: ast.expr) -> float | None:
    """The number that is written out, or that a button has; None for other expressions."""
    match node:
        case ast.Attribute(ast.Name("Buttons"), name):
            return BUTTONS.get(name)
        case _ if is_literal(node) and isinstance(value := ast.literal_eval(node), int | float):
            return value
    return None


def answers(one: tuple[type[ast.cmpop], float], other: tuple[type[ast.cmpop], float]) -> set[int]:
    """Counts how many of two comparisons hold, for numbers at, between and beyond their bounds."""
    bounds = one[1], other[1]
    numbers = {*bounds, sum(bounds) / 2, min(bounds) - 1, max(bounds) + 1}
    return {sum(SIGNS[sign](number, bound) for sign, bound in (one, other)) for number in numbers}


def are_exclusive(one: ast.expr, other: ast.expr) -> bool:
    """Whether two tests are never true together, since they compare the same with numbers or texts."""
    match one, other:
        case (
            ast.Compare(value, [ast.Eq()], [ast.Constant(value=str(text))]),
            ast.Compare(again, [ast.Eq()], [ast.Constant(value=str(its_text))]),
        ):
            return text != its_text and same(value, again)
    return any(
        here == there and 2 not in answers((sign, bound), (its, limit))
        for here, sign, bound in comparisons(one)
        for there, its, limit in comparisons(other)
    )

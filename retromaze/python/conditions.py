"""Writes conditions as Python's readers have them: `0 <= x < 9`, `x in (1, 2)`, and the opposite of each.

Comparisons of a value that calls anything stay apart, as the call would be evaluated once instead of twice.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise

from retromaze.language.numbers import BUTTONS
from retromaze.python.fragments import LOAD, same_tree
from retromaze.python.printer import expression_text
from retromaze.python.statement_walks import Body, has_call, is_literal, nodes_in

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
MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Gt: ast.Lt, ast.GtE: ast.LtE, ast.Lt: ast.Gt, ast.LtE: ast.GtE,
    ast.Eq: ast.Eq, ast.NotEq: ast.NotEq,
}  # fmt: skip
"""The signs that mean the same with exchanged sides."""


def join_conditions(word: ast.boolop, terms: Sequence[ast.expr]) -> ast.expr:
    """Joins conditions by `and` or `or`; comparisons of one value become one, as `0 <= x < 9`.

    Those that are true outside of a range become `not 0 <= x < 9`, and several of these have one `not`.
    """
    terms = [*terms_of(word, terms)]
    if isinstance(word, ast.And):
        shorter = [*join_equalities(join_bounds(terms), ast.NotEq(), ast.NotIn())]
    else:
        shorter = [*join_equalities([*join_limits(terms)], ast.Eq(), ast.In())]
    return ast.BoolOp(word, shorter) if len(shorter) > 1 else shorter[0]


def terms_of(word: ast.boolop, conditions: Iterable[ast.expr]) -> Iterator[ast.expr]:
    """Yields the terms of conditions that are joined by this word (`and` or `or`), else the conditions."""
    for each in conditions:
        yield from each.values if isinstance(each, ast.BoolOp) and type(each.op) is type(word) else [each]


def join_bounds(terms: Sequence[ast.expr]) -> list[ast.expr]:
    """Joins `x >= 0` and `x < 9` to `0 <= x < 9`, where no term between them has a call.

    Otherwise the second comparison would be evaluated before that call, which may change `x`. `bound_at` has
    the position in the result of each comparison that may still be joined, by the text of its left side.
    """
    result: list[ast.expr] = []
    bound_at: dict[str, int] = {}
    for term in terms:
        if has_call(term):
            bound_at.clear()
        value = expression_text(term.left) if isinstance(term, ast.Compare) else ""
        # both sides of the value are known now: no third bound joins
        if value in bound_at and (both := range_comparison(result[bound_at[value]], term)):
            result[bound_at.pop(value)] = both
            continue
        if value and not has_call(term):
            bound_at[value] = len(result)
        result.append(term)
    return result


def join_limits(terms: Sequence[ast.expr]) -> Iterator[ast.expr]:
    """Yields the terms with `not 0 <= x < 9` for `x < 0` and `x >= 9`: their opposites join to a range."""
    terms_by_opposite = {
        negated(each) if isinstance(each, ast.Compare) and len(each.ops) == 1 else each: each
        for each in terms
    }
    for is_term, row in groupby(join_bounds([*terms_by_opposite]), terms_by_opposite.__contains__):
        if is_term:
            yield from (terms_by_opposite[each] for each in row)
        else:
            ranges = [*row]
            yield ast.UnaryOp(ast.Not(), ast.BoolOp(ast.And(), ranges) if len(ranges) > 1 else ranges[0])


def range_comparison(one: ast.expr, other: ast.expr) -> ast.Compare | None:
    """Joins a lower and an upper bound of one value, in either order, to one comparison; None for others."""
    match one, other:
        case (ast.Compare(_, [ast.Lt() | ast.LtE()], [_]), ast.Compare(_, [ast.Gt() | ast.GtE()], [_])):
            # the upper bound comes first: exchange them
            return range_comparison(other, one)
        case (
            ast.Compare(value, [(ast.Gt() | ast.GtE()) as low_sign], [low]),
            ast.Compare(same_value, [(ast.Lt() | ast.LtE()) as high_sign], [high]),
        ) if same_tree(value, same_value) and not is_constant(value):
            low_value, high_value = number_value(low), number_value(high)
            if low_value is not None and high_value is not None and low_value > high_value:
                return None  # no number is in such a range
            return ast.Compare(low, [MIRRORED[type(low_sign)](), high_sign], [value, high])
    return None


def join_equalities(terms: Sequence[ast.expr], single: ast.cmpop, several: ast.cmpop) -> Iterator[ast.expr]:
    """Yields the terms with `x in (1, 2)` for neighbours `x == 1` and `x == 2`.

    `single` is the comparison to replace and `several` its replacement: `==` and `in` for terms joined by
    `or`, `!=` and `not in` for terms joined by `and`.
    """
    for value, neighbours in groupby(terms, lambda each: value_compared_with_constant(each, single)):
        group = [*neighbours]
        comparisons = [each for each in group if isinstance(each, ast.Compare)]
        if value and len(group) > 1:
            constants = [each.comparators[0] for each in comparisons]
            yield ast.Compare(comparisons[0].left, [several], [ast.Tuple(constants, LOAD)])
        else:
            yield from group


def value_compared_with_constant(term: ast.expr, sign: ast.cmpop) -> str:
    """Returns the text of the left side of a comparison by this sign with a constant; "" for other terms."""
    match term:
        case ast.Compare(value, [found_sign], [constant]) if (
            type(found_sign) is type(sign) and is_constant(constant) and not is_constant(value)
        ):
            # a call in the value would be evaluated once instead of twice
            is_same = all(is_look(each) for each in nodes_in([value]) if isinstance(each, ast.Call))
            return expression_text(value) if is_same else ""
    return ""


def is_look(call: ast.Call) -> bool:
    """Whether a call only looks at what the machine shows, so that two in a row have one result."""
    return expression_text(call.func).removeprefix("self.") in {
        "machine.console.code_at",
        "machine.screen.spoit",
    }


def is_constant(node: ast.expr) -> bool:
    """Whether an expression is a number, a text, or the name of a constant or of a button."""
    match node:
        case ast.Name(id=name) | ast.Attribute(ast.Name("Buttons"), name):
            return name.isupper()
    return is_literal(node)


def negated(test: ast.expr) -> ast.expr:
    """Returns a condition that is true where this one is false, with `not` in front only if that is shorter.

    The opposite of `x < y` is `x >= y`, though both are false for NaN (infinity minus infinity).
    """
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return operand
        case ast.Compare(left=left, ops=[sign], comparators=[right]):
            return ast.Compare(left, [OPPOSITES[type(sign)]()], [right])
        case ast.BoolOp(op=word, values=terms) if all(map(is_short_to_negate, terms)):
            other = ast.And() if isinstance(word, ast.Or) else ast.Or()
            # `not (x and y)` as `not x or not y`
            opposite = join_conditions(other, [negated(each) for each in terms])
            if len(expression_text(opposite)) <= len(expression_text(test)) + len("not ()"):
                return opposite
    return ast.UnaryOp(ast.Not(), test)


def is_short_to_negate(term: ast.expr) -> bool:
    """Whether the opposite of a term needs neither parentheses nor more words than the term."""
    match term:
        case ast.UnaryOp(op=ast.Not()) | ast.Compare(ops=[_]):
            return True
    return False


SIMPLE = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)
"""The operands before which `not` is easy to read."""


def has_no_complex_not(test: ast.expr) -> bool:
    """Whether a condition has no `not` in front, or one before a name, a call or a test of bits only."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=ast.BinOp(left=left, op=ast.BitAnd(), right=right)):
            # `while not buttons & Buttons.A:`
            return isinstance(left, SIMPLE) and isinstance(right, SIMPLE)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return isinstance(operand, SIMPLE)
    return True


# ---- the length of a list or text as a test

LENGTHS: dict[tuple[type[ast.cmpop], int], bool] = {
    (ast.NotEq, 0): True, (ast.Gt, 0): True, (ast.GtE, 1): True,
    (ast.Eq, 0): False, (ast.LtE, 0): False, (ast.Lt, 1): False,
}  # fmt: skip
"""The comparisons of a length that tell whether there is anything, and whether they hold if there is."""


def write_tested_lengths(body: Body) -> None:
    """Writes `if a:` for `if len(a) > 0:`, and `if not a:` for `if len(a) == 0:`."""
    for node in nodes_in(body):
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            node.test = without_length(node.test)


def without_length(test: ast.expr) -> ast.expr:
    """Returns a test of a list or text in place of one of its length; other tests as they are."""
    match test:
        case ast.BoolOp(op=word, values=terms):
            return ast.BoolOp(word, [without_length(each) for each in terms])
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ast.UnaryOp(ast.Not(), without_length(operand))
        case ast.Call(ast.Name("len"), [owner], []) if isinstance(owner, SIMPLE):
            return owner
        case ast.Compare(
            ast.Call(ast.Name("len"), [owner], []), [sign], [ast.Constant(value=int(number))]
        ) if isinstance(owner, SIMPLE) and (type(sign), number) in LENGTHS:
            return owner if LENGTHS[type(sign), number] else ast.UnaryOp(ast.Not(), owner)
    return test


# ---- a text that is looked for as a test

FOUND: dict[tuple[type[ast.cmpop], float | None], type[ast.cmpop]] = {
    (ast.GtE, 0): ast.In, (ast.Gt, -1): ast.In, (ast.NotEq, -1): ast.In,
    (ast.Lt, 0): ast.NotIn, (ast.LtE, -1): ast.NotIn, (ast.Eq, -1): ast.NotIn,
}  # fmt: skip
"""The comparisons of what `find` returns that only tell whether it found anything."""


def write_tested_finds(body: Body) -> None:
    """Writes `c in "abc"` for `"abc".find(c) >= 0`, and `c not in "abc"` for `"abc".find(c) < 0`."""
    for node in nodes_in(body):
        match node:
            case ast.Compare(ast.Call(ast.Attribute(owner, "find"), [wanted], []), [sign], [limit]) if (
                # `in` evaluates its right side last
                (is_literal(owner) or isinstance(owner, ast.Name) or not has_call(wanted))
                and (word := FOUND.get((type(sign), number_value(limit))))
            ):
                node.left, node.ops, node.comparators = wanted, [word()], [owner]


# ---- two tests that are never true together

SIGNS: dict[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt,
    ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


def required_comparisons(test: ast.expr) -> Iterator[tuple[str, type[ast.cmpop], float]]:
    """Yields the comparisons that must all hold for a test to be true.

    Each is the text of the value, the sign, and the number that it is compared with; for two values, it is
    their difference that is compared with 0.
    """
    match test:
        case ast.BoolOp(op=ast.And(), values=values):
            for each in values:
                yield from required_comparisons(each)
        case ast.Compare(left=first, ops=signs, comparators=rest):
            for (left, right), sign in zip(pairwise([first, *rest]), map(type, signs), strict=True):
                if sign not in SIGNS:
                    continue
                if (value := number_value(right)) is not None:
                    yield expression_text(left), sign, value
                elif (value := number_value(left)) is not None:
                    yield expression_text(right), MIRRORED[sign], value
                else:
                    yield f"{expression_text(left)} - {expression_text(right)}", sign, 0


def number_value(node: ast.expr) -> float | None:
    """Returns the number that is written out or that a button has; None for other expressions."""
    match node:
        case ast.Attribute(ast.Name("Buttons"), name):
            return BUTTONS.get(name)
        case _ if is_literal(node) and isinstance(value := ast.literal_eval(node), int | float):
            return value
    return None


def can_both_hold(
    sign: type[ast.cmpop], bound: float, other_sign: type[ast.cmpop], other_bound: float
) -> bool:
    """Whether two comparisons, each by a sign with a bound, can hold for the same number.

    A comparison changes its result only at its bound, so it is enough to try the two bounds, a number between
    them, and one beyond each.
    """
    low, high = sorted([bound, other_bound])
    numbers = (low - 1, low, (low + high) / 2, high, high + 1)
    return any(SIGNS[sign](each, bound) and SIGNS[other_sign](each, other_bound) for each in numbers)


def are_exclusive(one: ast.expr, other: ast.expr) -> bool:
    """Whether two tests are certainly never true together, such as `x < 3` and `x == 5`.

    Only comparisons of one value with numbers, or by `==` with texts, are considered.
    """
    match one, other:
        case (
            ast.Compare(value, [ast.Eq()], [ast.Constant(value=str(text))]),
            ast.Compare(other_value, [ast.Eq()], [ast.Constant(value=str(other_text))]),
        ):
            return text != other_text and same_tree(value, other_value)
    return any(
        value == other_value and not can_both_hold(sign, bound, other_sign, other_bound)
        for value, sign, bound in required_comparisons(one)
        for other_value, other_sign, other_bound in required_comparisons(other)
    )

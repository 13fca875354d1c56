"""Writes a choice of values as one statement: `x = 1 if y else 2`, `x = {1: "N", …}.get(y, "")`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from copy import copy
from itertools import zip_longest
from typing import NamedTuple

from retromaze.python.conditions import is_constant, negated, number_value, value_compared_with_constant
from retromaze.python.fragments import (
    FLOAT,
    LOAD,
    NUMBER,
    as_store_target,
    item_or_tuple,
    name_node,
    same_tree,
)
from retromaze.python.layout import INDENT, WIDTH, is_commented, margin_of, replacing, set_margin
from retromaze.python.printer import expression_text, statement_line
from retromaze.python.statement_walks import (
    Body,
    blocks_in,
    has_call,
    has_method_call,
    is_literal,
    is_pure,
    is_self_attribute,
    map_blocks,
    nodes_in,
    targets_and_values,
)
from retromaze.python.tidying import is_variable, variables_in

SHORT = 24
"""Most characters of a value or test in a choice (`a if test else b`)."""
LONGER = 40
"""Most characters of the test in a choice that fits on one line as a whole."""
ROOM = WIDTH - 8 * len(INDENT)
"""Most characters of a statement with a choice, whatever its indentation."""
FEWEST_CASES = 3
"""A chain of `if` and `elif` with fewer cases is no table."""
MOST_CASES = 40
"""Most statements at the end of a block that become one table."""
MOST_COLUMNS = 3
"""Most variables that get their values from one table."""


def with_conditional_values(body: Body, *, is_single_else: bool = False) -> Body:
    """Returns statements with `x = 1 if y else 2` for branches that differ in one value.

    Both branches set the same variable, both return, or both make the same call with one different argument.
    `x = 2` before `if y: x = 1` counts as its other branch.
    `is_single_else`: the body is an `else` with a single statement. If that is an `if`, it stays an `elif`.
    """
    for node in body:
        for block in blocks_in(node):
            is_single = isinstance(node, ast.If) and block is node.orelse and len(block) == 1
            block[:] = with_conditional_values(block, is_single_else=is_single)
    if is_single_else:
        return body
    result: Body = []
    for node, after in zip_longest(body, body[1:]):
        whole = with_default(result[-1], node, after) if result else None
        if whole and (joined := conditional_statement(whole)):
            result[-1] = joined
        else:
            result.append(conditional_statement(node) or node if isinstance(node, ast.If) else node)
    return result


def with_default(default: ast.stmt, node: ast.stmt, after: ast.stmt | None) -> ast.If | None:
    """Returns `if y: x = 1` with `x = 2`, the statement before it, as its `else`; None for others.

    The value of `x = 2` is then computed after the test, or not at all. Of several tests that set the same
    variable (one `after` the other) none is changed.
    """
    match default, node:
        case ast.Assign([target], other), ast.If(test, [ast.Assign([same], value) as yes], []) if (
            isinstance(target, ast.Name | ast.Attribute) and same_tree(target, same) and is_pure(other)
        ):
            name = expression_text(target)
        case _:
            return None
    is_kept = is_literal(other) or isinstance(other, ast.Name) or not has_call(test)
    is_read = name in variables_in(test) | variables_in(value)
    is_read |= is_self_attribute(target) and has_method_call([test, value])
    is_one_of_several = isinstance(after, ast.If) and name in variables_in(after)
    if is_read or is_one_of_several or not is_kept:
        return None
    whole = ast.If(test, [yes], [default])
    set_margin(whole, margin_of(default).up_to(margin_of(node).last))
    return whole


def conditional_statement(node: ast.If) -> ast.stmt | None:
    """Returns the statement with a choice for an `if` whose two branches differ in one value; else None."""
    match node:
        case ast.If(test, [yes], [no]) if not (is_commented(yes) or is_commented(no)):
            joined = merge_branches(yes, no, test)
        case _:
            return None
    length = len(expression_text(node.test))
    # a long call with a short test is folded at its arguments, and still reads well
    is_folded = isinstance(joined, ast.Expr) and length <= SHORT
    if joined is None or length > LONGER or (len(statement_line(joined)) > ROOM and not is_folded):
        return None
    margins = [margin_of(each) for each in (node, yes, no)]
    replacing(node, joined)  # gives it the comments of the IF
    # the new statement stands for the listing's lines from the IF to the end of its last branch
    set_margin(joined, margins[0].up_to(max(each.last for each in margins)))
    return joined


def merge_branches(yes: ast.stmt, no: ast.stmt, test: ast.expr) -> ast.stmt | None:
    """Returns two statements as one with a choice; None unless they differ in one value only."""
    match yes, no:
        case (
            ast.Assign([target], value),
            ast.Assign([other_target], other),
        ) if isinstance(target, ast.Name | ast.Attribute) and same_tree(target, other_target):
            value_chosen = conditional_expression(value, other, test)
            return ast.Assign([target], value_chosen) if value_chosen else None
        case (
            ast.AugAssign(target, op, value),
            ast.AugAssign(other_target, other_op, other),
        ) if type(op) is type(other_op) and same_tree(target, other_target):
            # Python reads the old value before the test is evaluated
            is_safe = isinstance(target, ast.Name) or not has_call(test)
            value_chosen = conditional_expression(value, other, test) if is_safe else None
            return ast.AugAssign(target, op, value_chosen) if value_chosen else None
        case ast.Return(ast.expr() as value), ast.Return(ast.expr() as other):
            value_chosen = conditional_expression(value, other, test)
            return ast.Return(value_chosen) if value_chosen else None
        case ast.Expr(ast.Call() as call), ast.Expr(ast.Call() as other_call):
            return call_with_conditional_argument(call, other_call, test)
    return None


def conditional_expression(value: ast.expr, other: ast.expr, test: ast.expr) -> ast.expr | None:
    """Returns `value if test else other` for short values, the test alone for True and False; else None."""
    if same_tree(value, other) or not (is_plain_value(value) and is_plain_value(other)):
        return None
    match value, other:
        case ast.Constant(bool() as truth), ast.Constant(bool()):
            if not is_bool(test):
                return None  # `x = n` would store a number
            return test if truth else negated(test)
    match test:
        case ast.UnaryOp(ast.Not(), inner):
            # `b if x else a` reads better than `a if not x else b`
            return ast.IfExp(inner, other, value)
    return ast.IfExp(test, value, other)


def is_plain_value(node: ast.expr) -> bool:
    """Whether a value is short and has no condition in it, so that a choice with it reads well."""
    has_condition = any(isinstance(each, ast.IfExp | ast.BoolOp) for each in nodes_in([node]))
    return len(expression_text(node)) <= SHORT and not has_condition


def is_bool(test: ast.expr) -> bool:
    """Whether the value of a condition is always True or False."""
    match test:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp(values=terms):
            return all(map(is_bool, terms))
    return False


def call_with_conditional_argument(call: ast.Call, other: ast.Call, test: ast.expr) -> ast.stmt | None:
    """Returns the call with a choice for the one argument in which two calls differ; else None.

    `f(a, 1)` and `f(a, 2)` become `f(a, 1 if test else 2)`. The test is then evaluated after `f` and `a`, no
    longer before them. So these must call nothing; and if the test may raise an error or calls anything, `a`
    must be a local or a literal.
    """
    values, other_values = ([*one.args, *(each.value for each in one.keywords)] for one in (call, other))
    names, other_names = ([each.arg for each in one.keywords] for one in (call, other))
    if len(values) != len(other_values) or names != other_names or not same_tree(call.func, other.func):
        return None
    differing = [at for at, pair in enumerate(zip(values, other_values, strict=True)) if not same_tree(*pair)]
    if len(differing) != 1 or has_call(call.func) or any(map(has_call, values)):
        return None
    (at,) = differing
    # an index may be out of range, arithmetic may overflow or divide by zero
    is_plain = not any(isinstance(each, ast.Subscript | ast.BinOp | ast.Call) for each in nodes_in([test]))
    others = (each for index, each in enumerate(values) if index != at)
    if not is_plain and not all(is_literal(each) or isinstance(each, ast.Name) for each in others):
        return None
    value_chosen = conditional_expression(values[at], other_values[at], test)
    if value_chosen is None or not (
        is_literal(values[at]) or isinstance(values[at], ast.Name | ast.Attribute)
    ):
        return None
    chosen_call = copy(call)
    count = len(call.args)
    chosen_call.args = [value_chosen if index == at else each for index, each in enumerate(call.args)]
    chosen_call.keywords = [
        ast.keyword(each.arg, value_chosen) if index == at else each
        for index, each in enumerate(call.keywords, count)
    ]
    return ast.Expr(chosen_call)


# ---- tables


def with_tables(body: Body) -> Body:
    """Writes a dictionary for a chain that sets variables to constants, or returns them, case by case.

    `x = 0`, `if y == 1: x = 5`, `elif y == 2: x = 3` … become `x = {1: 5, 2: 3, …}.get(y, 0)`.
    """

    def with_lookups(block: Body) -> Body:
        """Returns a block with lookups for its chains, which take the place of the defaults before them."""
        result: Body = []
        for node in block:
            found = lookup(node, result) if isinstance(node, ast.If) else None
            if found:
                del result[len(result) - found.defaults :]
            result += found.statements if found else [node]
        return with_returned_lookup(result)

    return map_blocks(body, with_lookups)


class Lookup(NamedTuple):
    """An assignment of values from a dictionary, and an `if` for other cases: `statements`.

    They replace a chain and the assignments right before it, as many as `defaults` says.
    """

    statements: Body
    defaults: int


def lookup(node: ast.If, before: Body) -> Lookup | None:
    """Returns the lookup for a chain of FEWEST_CASES or more; `before` are the statements before it.

    Its other cases follow in an `if` of their own. None if it compares several values, or leaves a variable
    as it is.
    """
    branches, rest = [node], node.orelse
    while len(rest) == 1 and isinstance(following := rest[0], ast.If):
        branches.append(following)
        rest = following.orelse
    constants, other_values = constants_compared([each.test for each in branches]), constants_set(rest)
    if not constants or other_values is None or any(map(is_commented, branches[1:])):
        return None
    all_cases = [
        (branch, constant, constants_set(branch.body))
        for branch, constant in zip(branches, constants, strict=True)
    ]
    cases = [(branch, constant, row) for branch, constant, row in all_cases if row]
    others = [branch for branch, _, row in all_cases if not row]
    rows = [other_values, *(row for *_, row in cases)]
    names = {name for row in rows for name in row}
    defaults: dict[str, ast.expr] = {}
    used = 0
    for statement in reversed(before):
        found = constants_set([statement], is_default) or {}
        is_read = any(names & variables_in(value) for value in found.values())
        if not found or is_read or not {*found} <= names - {*defaults}:
            break
        defaults = found | defaults
        used += 1
    order = [*dict.fromkeys([*defaults, *(name for row in rows for name in row)])]
    rows = [defaults | row for row in rows]
    if len(cases) < FEWEST_CASES or len(names) > MOST_COLUMNS or any({*row} != names for row in rows):
        return None
    if (others and rest) or names & variables_in(node.test):
        return None
    default, *values = [item_or_tuple(row[name] for name in order) for row in rows]
    if are_alike(values):
        return None
    call = lookup_call(node.test, [constant for _, constant, _ in cases], values, default)
    choice = ast.Assign([as_store_target(item_or_tuple(map(name_node, order)))], call)
    first = before[-used] if used else node
    replaced = [*rest, *(part for branch, *_ in cases for part in (branch, *branch.body))]
    last = max(margin_of(each).last for each in replaced)
    set_margin(replacing(first, choice), margin_of(first).up_to(last))
    chain: Body = []
    for branch in reversed(others):
        branch.orelse = chain
        chain = [branch]
    return Lookup([choice, *chain], used)


def with_returned_lookup(block: Body) -> Body:
    """Writes `return {1: 5, 2: 3, …}.get(y, 0)` for tests at the end of a block that return constants."""
    # the longest end of the block that compares one value
    begin = len(block)
    tests: list[ast.If] = []
    returns: list[ast.Return] = []
    while begin and len(returns) < MOST_CASES and (found := returned_constants(block[begin - 1 :])):
        if found.tests and not constants_compared([each.test for each in found.tests]):
            break
        begin, (tests, returns) = begin - 1, found
    if len(tests) < FEWEST_CASES:
        return block
    *values, default = [each.value for each in returns if each.value]
    if are_alike(values):
        return block
    first, last = block[begin], returns[-1]
    constants = constants_compared([each.test for each in tests])
    choice = ast.Return(lookup_call(tests[0].test, constants, values, default))
    set_margin(replacing(first, choice), margin_of(first).up_to(margin_of(last).last))
    return [*block[:begin], choice]


class ReturnedConstants(NamedTuple):
    """Tests, and the returns behind them: one for each test, and one if none of them is true."""

    tests: list[ast.If]
    returns: list[ast.Return]


def returned_constants(block: Body) -> ReturnedConstants | None:
    """Returns the tests and returns that statements are; None if there is anything else, or a comment."""
    tests: list[ast.If] = []
    returns: list[ast.Return] = []
    rest = block
    while rest:
        match rest:
            case [ast.If(_, [ast.Return() as found], other) as test, *others] if not (other and others):
                if tests and is_commented(test):
                    return None
                tests.append(test)
                rest = other or others
            case [ast.Return() as found]:
                rest = []
            case _:
                return None
        if found.value is None or not is_constant(found.value) or is_commented(found):
            return None
        returns.append(found)
    return ReturnedConstants(tests, returns) if len(returns) > len(tests) else None


def constants_compared(tests: Sequence[ast.expr]) -> list[ast.expr]:
    """Returns the different constants with which tests compare one value by `==`; [] for other tests."""
    compared = {value_compared_with_constant(each, ast.Eq()) for each in tests}
    # a type checker wants keys of the type that is looked up; the constants are ints or texts
    has_floats = any(getattr(each, "compared_type", "") in {FLOAT, NUMBER} for each in tests)
    if len(compared) != 1 or "" in compared or has_floats:
        return []
    constants = [each.comparators[0] for each in tests if isinstance(each, ast.Compare)]
    texts = {text for each in constants if isinstance(text := getattr(each, "value", None), str)}
    numbers = {number for each in constants if (number := number_value(each)) is not None}
    return constants if len(constants) in {len(texts), len(numbers)} else []


def are_alike(values: Sequence[ast.expr]) -> bool:
    """Whether all values are the same: then a table would say less than the tests."""
    return len({*map(expression_text, values)}) < 2


def lookup_call(
    test: ast.expr, constants: Sequence[ast.expr], values: Sequence[ast.expr], default: ast.expr
) -> ast.expr:
    """Returns `{constant: value, …}.get(x, default)` for the value `x` that a test compares."""
    assert isinstance(test, ast.Compare)
    key = test.left
    if any(isinstance(each, ast.Attribute) for each in constants):
        key = ast.Call(ast.Name("Buttons", LOAD), [key], [])  # the key's type is that of the table's keys
    return ast.Call(ast.Attribute(ast.Dict([*constants], [*values]), "get", LOAD), [key, default], [])


def is_default(value: ast.expr) -> bool:
    """Whether a value may be computed where it is not needed: a constant, or a short one that cannot fail."""
    inner = value.args[0] if isinstance(value, ast.Call) and expression_text(value.func) == "str" else value
    return is_constant(value) or (is_pure(inner) and len(expression_text(value)) <= SHORT)


def constants_set(
    body: Body, is_value: Callable[[ast.expr], bool] = is_constant
) -> dict[str, ast.expr] | None:
    """Returns the constants that assignments give to variables; None if there are other statements."""
    found: dict[str, ast.expr] = {}
    for node in body:
        pairs = targets_and_values(node)
        if not pairs or is_commented(node):
            return None
        for target, value in pairs:
            if not is_variable(target) or not is_value(value):
                return None
            found[expression_text(target)] = value
    return found

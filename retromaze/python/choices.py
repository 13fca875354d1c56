"""Writes a branch between two values as one statement: `x = 1 if y else 2`."""

from __future__ import annotations

import ast
from copy import copy
from itertools import zip_longest

from retromaze.python.conditions import negated
from retromaze.python.fragments import same_tree
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
    nodes_in,
)
from retromaze.python.tidying import variables_in

SHORT = 24
"""Most characters of a value or test in a choice (`a if test else b`)."""
LONGER = 40
"""Most characters of the test in a choice that fits on one line as a whole."""
ROOM = WIDTH - 8 * len(INDENT)
"""Most characters of a statement with a choice, whatever its indentation."""


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

"""Writes a branch between two values as one statement: `x = 1 if y else 2`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import copy

from retromaze.python.blocks import Body, blocks_in, has_call, is_literal
from retromaze.python.conditions import opposite
from retromaze.python.fragments import same
from retromaze.python.layout import INDENT, WIDTH, in_place_of, margin_of, set_margin
from retromaze.python.printer import expression, statement

SHORT = 24
"""Characters of a value that stands in a choice."""
ROOM = WIDTH - 8 * len(INDENT)


def chosen(body: Body, is_branch: bool = False) -> Body:
    """`x = 1 if y else 2` for branches that set the same variable, or call the same with another argument.

    Where `is_branch`, the body is all of an `else`: an `if` alone in it is an `elif`, and stays one.
    """
    for node in body:
        for block in blocks_in(node):
            is_chain = isinstance(node, ast.If) and block is node.orelse and len(block) == 1
            block[:] = chosen(block, is_chain)
    return (
        body if is_branch else [choice(each) or each if isinstance(each, ast.If) else each for each in body]
    )


def choice(node: ast.If) -> ast.stmt | None:
    """The statement for two branches that differ in one value; None for others."""
    match node:
        case ast.If(test, [one], [other]) if not (is_told(one) or is_told(other)) and is_short(test):
            found = both(one, other, test)
        case _:
            return None
    if found is None or (len(statement(found)) > ROOM and not isinstance(found, ast.Expr)):
        return None
    margins = [margin_of(each) for each in (node, one, other)]
    in_place_of(node, found)
    set_margin(found, margins[0].up_to(max(each.until or each.number for each in margins)))
    return found


def is_told(node: ast.stmt) -> bool:
    """Whether a comment stands beside or before it."""
    return bool(margin_of(node).note) or hasattr(node, "remarks")


def is_short(node: ast.expr) -> bool:
    return len(expression(node)) <= SHORT


def both(one: ast.stmt, other: ast.stmt, test: ast.expr) -> ast.stmt | None:
    """The two statements as one with a choice, None unless they are the same but for one value."""
    match one, other:
        case (
            ast.Assign([place], value),
            ast.Assign([again], its_value),
        ) if isinstance(place, ast.Name | ast.Attribute) and same(place, again):
            found = between(value, its_value, test)
            return ast.Assign([place], found) if found else None
        case ast.Return(ast.expr() as value), ast.Return(ast.expr() as its_value):
            found = between(value, its_value, test)
            return ast.Return(found) if found else None
        case ast.Expr(ast.Call() as call), ast.Expr(ast.Call() as its_call) if not has_call(test):
            return with_argument(call, its_call, test)
    return None


def between(value: ast.expr, other: ast.expr, test: ast.expr) -> ast.expr | None:
    """A choice between two short values; a condition alone where these are True and False."""
    if same(value, other) or not (is_value(value) and is_value(other)):
        return None
    match value, other:
        case ast.Constant(bool() as truth), ast.Constant(bool()):
            return (test if truth else opposite(test)) if is_bool(test) else None
    match test:
        case ast.UnaryOp(ast.Not(), inner):
            return ast.IfExp(inner, other, value)
    return ast.IfExp(test, value, other)


def is_value(node: ast.expr) -> bool:
    """Whether a value is plain enough to stand in a choice."""
    return is_short(node) and not any(isinstance(each, ast.IfExp | ast.BoolOp) for each in ast.walk(node))


def is_bool(test: ast.expr) -> bool:
    """Whether a condition is True or False, and no other value."""
    match test:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp(values=terms):
            return all(map(is_bool, terms))
    return False


def with_argument(call: ast.Call, other: ast.Call, test: ast.expr) -> ast.stmt | None:
    """The call with a choice for the one argument in which the two calls differ; None for other calls.

    The test comes to stand behind the arguments before it: these call nothing, and the test cannot fail.
    """
    given, its_given = [*arguments(call)], [*arguments(other)]
    names, its_names = ([each.arg for each in one.keywords] for one in (call, other))
    if len(given) != len(its_given) or names != its_names or not same(call.func, other.func):
        return None
    places = [at for at, pair in enumerate(zip(given, its_given, strict=True)) if not same(*pair)]
    cannot_fail = not any(isinstance(each, ast.Subscript | ast.BinOp) for each in ast.walk(test))
    if len(places) != 1 or has_call(call.func) or any(map(has_call, given)) or not cannot_fail:
        return None
    (at,) = places
    found = between(given[at], its_given[at], test)
    if found is None or not (is_literal(given[at]) or isinstance(given[at], ast.Name | ast.Attribute)):
        return None
    chosen_call = copy(call)
    count = len(call.args)
    chosen_call.args = [found if place == at else each for place, each in enumerate(call.args)]
    chosen_call.keywords = [
        ast.keyword(each.arg, found) if place == at else each
        for place, each in enumerate(call.keywords, count)
    ]
    return ast.Expr(chosen_call)


def arguments(call: ast.Call) -> Iterator[ast.expr]:
    """The arguments of a call, those by name at the end."""
    yield from call.args
    yield from (each.value for each in call.keywords)

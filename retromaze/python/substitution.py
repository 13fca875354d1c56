"""Writes values where they are used: the arguments of a method's call, and the test behind a call.

`x = 1` and `y = n + 1` before `self.box(x, y)` become `self.box(1, n + 1)`, and `ok = self.check()` before
`if ok:` becomes `if self.check():`, where nothing else reads the variable.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from copy import copy
from typing import NamedTuple

from retromaze.python.blocks import Body, blocks_in, has_call, is_literal, nodes_in
from retromaze.python.fragments import LOAD
from retromaze.python.layout import INDENT, WIDTH, margin_of, set_margin
from retromaze.python.printer import expression, statement
from retromaze.python.tidying import is_quiet, is_variable, variables_in

ROOM = WIDTH - 40
"""Characters that a statement may have with the values in it."""
SHORT = 24
"""Characters that a value may have."""
NEAR = 2
"""Lines of the listing from a value to its use."""


def last_use(name: str) -> ast.Name:
    """Returns the node of a local as an argument, after which nothing reads the value of that local."""
    found = ast.Name(name, LOAD)
    vars(found)["is_last"] = True
    return found


def substituted(body: Body) -> Body:
    """Returns the statements of a function with values where they are used."""
    return with_tests(with_arguments(body))


def with_arguments(body: Body, depth: int = 0) -> Body:
    """The same for the arguments of calls alone."""
    found: Body = []
    for node in body:
        for block in blocks_in(node):
            block[:] = with_arguments(block, depth + 1 + isinstance(node, ast.Match))
        if given := arguments_of(node):
            begin = first_setting(found, margin_of(node).number)
            fill(node, given, found, begin, ROOM - len(INDENT) * depth)
        found.append(node)
    return found


def arguments_of(node: ast.stmt) -> ast.Call | None:
    """Returns a method's call that is a statement or assigned, if nothing reads an argument after it."""
    match node:
        case ast.Expr(value=ast.Call() as call) | ast.Assign(value=ast.Call() as call) if any(
            hasattr(each, "is_last") for each in call.args
        ):
            return call
    return None


def first_setting(block: Body, number: int) -> int:
    """The index of the first of the plain assignments that end a block, whose lines are close to `number`."""
    at = len(block)
    while at and is_setting(block[at - 1]) and is_near(margin_of(block[at - 1]).number, number):
        at -= 1
    return at


def is_near(first: int, second: int) -> bool:
    """Whether a line of the listing comes shortly after another, or is the same."""
    return 0 <= second - first <= NEAR


def is_setting(node: ast.stmt) -> bool:
    """Whether it assigns a value without a call to one variable."""
    match node:
        case ast.Assign(targets=[place], value=value):
            return is_variable(place) and is_quiet(value) and not has_call(value) and not margin_of(node).note
    return False


def fill(node: ast.stmt, call: ast.Call, block: Body, begin: int, room: int) -> None:
    """Moves the values of arguments from the end of a block into a call, if they are short enough there."""
    chosen: dict[int, ast.Assign] = {}
    for place, given in enumerate(call.args):
        if hasattr(given, "is_last") and (setting := setting_of(given, block[begin:])):
            chosen[place] = setting
    values = [chosen[at].value if at in chosen else each for at, each in enumerate(call.args)]
    trial = copy(node)
    vars(trial)["value"] = ast.Call(call.func, values, [])
    texts = [expression(each.value) for each in chosen.values()]
    if len(statement(trial)) > room or any(len(each) > SHORT for each in texts):
        chosen = {place: each for place, each in chosen.items() if is_literal(each.value)}
    for place, each in chosen.items():
        call.args[place] = each.value
        block.remove(each)
        join_margins(each, node)


def setting_of(given: ast.expr, block: Body) -> ast.Assign | None:
    """Returns the assignment of an argument in a row of assignments, if it may move behind them all."""
    name = expression(given)
    for at in range(len(block) - 1, -1, -1):
        node = block[at]
        assert isinstance(node, ast.Assign)
        if expression(node.targets[0]) == name:
            stored = {expression(each.targets[0]) for each in block[at + 1 :] if isinstance(each, ast.Assign)}
            return None if stored & variables_in(node.value) else node
        if name in variables_in(node):
            return None
    return None


def join_margins(first: ast.stmt, second: ast.stmt) -> None:
    """Gives a statement the lines of the one before it, which it has taken in."""
    begin, end = margin_of(first), margin_of(second)
    if begin.number != end.number:
        set_margin(second, end._replace(number=begin.number, until=max(end.until, end.number)))


# ---- a result that is only tested


class Tested(NamedTuple):
    """A call whose result the next statement tests: its block, both statements, and the node in the test."""

    block: Body
    call: ast.Assign
    test: ast.If
    name: ast.Name


def with_tests(body: Body) -> Body:
    """`if self.check():` for `ok = self.check()` and `if ok:`, if all that read a variable are such tests."""
    loads = Counter(read_names(body))
    pairs = [*tested(body)]
    counts = Counter(each.name.id for each in pairs)
    for block, call, test, name in pairs:
        if loads[name.id] == counts[name.id]:
            test.test = with_call(test.test, call.value)
            join_margins(call, test)
            block.remove(call)
    return body


def read_names(body: Body) -> Iterator[str]:
    """Yields the names that statements read, once for each time."""
    for node in nodes_in(body):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.AugAssign(target=ast.Name(id=name)):
                yield name


def tested(body: Body) -> Iterator[Tested]:
    """Yields the calls in a block whose result is tested right after them."""
    for at, node in enumerate(body):
        for block in blocks_in(node):
            yield from tested(block)
        match node, body[at + 1 : at + 2]:
            case (
                ast.Assign(targets=[ast.Name() as place], value=ast.Call(ast.Attribute(ast.Name("self")))),
                [ast.If() as test],
            ) if (
                (name := tested_name(test.test))
                and name.id == place.id
                and is_near(margin_of(node).number, margin_of(test).number)
            ):
                yield Tested(body, node, test, name)


def tested_name(test: ast.expr) -> ast.Name | None:
    """The variable that a test is about, beside constants."""
    match test:
        case ast.Name() as name:
            return name
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name() as name):
            return name
        case ast.Compare(left=ast.Name() as name, comparators=[value]) if is_literal(value):
            return name
    return None


def with_call(test: ast.expr, call: ast.expr) -> ast.expr:
    """A test of a variable as one of a call."""
    match test:
        case ast.UnaryOp(op=sign):
            return ast.UnaryOp(sign, call)
        case ast.Compare(ops=signs, comparators=values):
            found = ast.Compare(call, signs, values)
            vars(found).update({**vars(test), **vars(found)})
            return found
    return call

"""Writes values as arguments of the call that uses them.

`x = 1` and `y = n + 1` before `self.box(x, y)` become `self.box(1, n + 1)`, where nothing else reads the
variables. `name = ""` and `name = ask(name)` become `name = ask("")`. Only short values move that call
nothing and stand at most two lines of the listing before the call.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from copy import copy

from retromaze.python.blocks import (
    Body,
    blocks_in,
    has_call,
    is_literal,
    map_blocks,
    mention_count,
)
from retromaze.python.fragments import LOAD
from retromaze.python.layout import INDENT, WIDTH, margin_of, set_margin
from retromaze.python.printer import expression_text, statement_line
from retromaze.python.tidying import is_independent_value, is_variable, variables_in

ROOM = WIDTH - 40
"""Most characters of a statement with the values in it."""
SHORT = 24
"""Most characters of a value."""
NEAR = 2
"""Most lines of the listing from a value to its use."""


def last_use(name: str) -> ast.Name:
    """Returns the node of a local as an argument; `is_last` marks that nothing reads its value later."""
    node = ast.Name(name, LOAD)
    vars(node)["is_last"] = True
    return node


def with_values_where_used(body: Body, commented: Collection[int] = ()) -> Body:
    """Returns the statements of a function with values where they are used.

    `commented`: lines of the listing with a comment; assignments on them stay.
    """
    body = map_blocks(body, lambda block: with_old_values(block, commented))
    return with_values_as_arguments(body)


def with_old_values(block: Body, commented: Collection[int]) -> Body:
    """Writes `x = ask("")` for `x = ""` and `x = ask(x)`, the next statement in a block that uses `x`.

    So a port's INPUT is written: its last argument is the value that the variable keeps if nothing is typed.
    `commented`: lines of the listing with a comment; assignments on them stay.
    """
    unused: dict[str, ast.Assign] = {}  # by the variable: its literal, which nothing has used since
    for node in [*block]:
        match node:
            case ast.Assign([ast.Name(id=name)], ast.Call(function, [*arguments, ast.Name(id=old)], [])) if (
                old == name and name in unused and mention_count([function, *arguments], name) == 0
            ):
                node.value = ast.Call(function, [*arguments, unused[name].value], [])
                block.remove(unused[name])
        if not isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr):
            unused.clear()  # control may go elsewhere
        elif unused:
            for used in variables_in(node):
                unused.pop(used, None)
        match node:
            case ast.Assign([ast.Name(id=name)], value) if (
                is_literal(value) and margin_of(node).number not in commented
            ):
                unused[name] = node
    return block


def with_values_as_arguments(body: Body, depth: int = 0) -> Body:
    """Writes `self.box(1)` for `x = 1` and `self.box(x)`; `depth` is the indentation of the block."""
    result: Body = []
    for node in body:
        inner_depth = depth + (2 if isinstance(node, ast.Match) else 1)
        for block in blocks_in(node):
            block[:] = with_values_as_arguments(block, inner_depth)
        if call := replaceable_call(node):
            begin = first_assignment(result, margin_of(node).number)
            substitute_arguments(node, call, result, begin, ROOM - len(INDENT) * depth)
        result.append(node)
    return result


def replaceable_call(node: ast.stmt) -> ast.Call | None:
    """Returns a call, as a statement or assigned, with arguments that nothing reads later; else None."""
    match node:
        case ast.Expr(value=ast.Call() as call) | ast.Assign(value=ast.Call() as call) if any(
            hasattr(each, "is_last") for each in call.args
        ):
            return call
    return None


def first_assignment(block: Body, number: int) -> int:
    """Returns the index from which on a block has only plain assignments near line `number` of the listing.

    They can move into the next statement; it is the length of the block if its last statement is not one.
    """
    at = len(block)
    while at and is_plain_assignment(block[at - 1]) and is_near(margin_of(block[at - 1]).number, number):
        at -= 1
    return at


def is_near(first: int, second: int) -> bool:
    """Whether `second` is the same line of the listing as `first`, or comes shortly after it."""
    return 0 <= second - first <= NEAR


def is_plain_assignment(node: ast.stmt) -> bool:
    """Whether a statement assigns a value without a call to one variable."""
    match node:
        case ast.Assign(targets=[place], value=value):
            return (
                is_variable(place)
                and is_independent_value(value)
                and not has_call(value)
                and not margin_of(node).note
            )
    return False


def substitute_arguments(node: ast.stmt, call: ast.Call, block: Body, begin: int, room: int) -> None:
    """Moves values of assignments at the end of a block (from `begin` on) into a call, if they are short.

    `node` is the statement with the call, `room` the most characters of it; in a longer one only literals are
    moved.
    """
    replaced: dict[int, ast.Assign] = {}  # by the argument's position
    for place, argument in enumerate(call.args):
        if hasattr(argument, "is_last") and (assignment := assignment_of(argument, block[begin:])):
            replaced[place] = assignment
    values = [replaced[at].value if at in replaced else each for at, each in enumerate(call.args)]
    new_statement = copy(node)
    vars(new_statement)["value"] = ast.Call(call.func, values, [])
    texts = [expression_text(each.value) for each in replaced.values()]
    if len(statement_line(new_statement)) > room or any(len(each) > SHORT for each in texts):
        replaced = {place: each for place, each in replaced.items() if is_literal(each.value)}
    for place, each in replaced.items():
        call.args[place] = each.value
        block.remove(each)
        join_margins(each, node)


def assignment_of(argument: ast.expr, block: Body) -> ast.Assign | None:
    """Returns the assignment to a local in a row of assignments, if its value can move after them; else None.

    `argument` is the local.
    """
    name = expression_text(argument)
    for at in range(len(block) - 1, -1, -1):
        node = block[at]
        assert isinstance(node, ast.Assign)
        if expression_text(node.targets[0]) == name:
            # the value must be the same after the later assignments
            stored = {
                expression_text(each.targets[0]) for each in block[at + 1 :] if isinstance(each, ast.Assign)
            }
            return None if stored & variables_in(node.value) else node
        if name in variables_in(node):
            return None  # a later assignment reads the local
    return None


def join_margins(first: ast.stmt, second: ast.stmt) -> None:
    """Makes the lines of the next statement, which replaces both, begin with the first line of `first`."""
    margin = margin_of(second)
    if margin_of(first).number != margin.number:
        set_margin(second, margin._replace(number=margin_of(first).number).up_to(margin.last))

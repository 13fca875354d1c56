"""Returns from inside a loop what a function returns right after it: `return i` for `n = i` and `break`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy

from retromaze.python.blocks import Body, is_literal, nodes_in, own_blocks
from retromaze.python.fragments import same
from retromaze.python.layout import margin_of, set_margin

FEW = 2
"""Places of a loop that may return the same."""


def returning(body: Body) -> Body:
    """Returns the statements of a function without a break to a return of a local at its end."""
    match body[-2:]:
        case [ast.For() | ast.While() as loop, ast.Return(value=ast.Name() | ast.Tuple() as value) as last]:
            places = [*breaks(loop.body)]
            if loop.orelse or not 0 < len(places) <= FEW or not is_of_names(value):
                return body
            is_endless = isinstance(loop, ast.While) and same(loop.test, ast.Constant(True))
            if not is_endless and not all(is_told(block, value) for block in places):
                return body
            for block in places:
                return_there(block, value)
            return body[:-1] if is_endless else with_literal(body, last)
    return body


def is_of_names(value: ast.Name | ast.Tuple) -> bool:
    """Whether it is a name or a tuple of names."""
    return isinstance(value, ast.Name) or all(isinstance(each, ast.Name) for each in value.elts)


def breaks(body: Body) -> Iterator[Body]:
    """Yields the blocks that end in a break of the loop that has this body."""
    if body and isinstance(body[-1], ast.Break):
        yield body
    for node in body:
        for block in own_blocks(node):
            yield from breaks(block)


def is_told(block: Body, value: ast.expr) -> bool:
    """Whether a block stores the value of a local right before its break."""
    match block[-2:-1]:
        case [ast.Assign(targets=[place])]:
            return isinstance(value, ast.Name) and isinstance(place, ast.Name) and place.id == value.id
    return False


def return_there(block: Body, value: ast.expr) -> None:
    """Returns a value at the end of a block instead of its break."""
    is_stored = is_told(block, value)
    found = ast.Return(deepcopy(value))
    set_margin(found, margin_of(block.pop()))
    if is_stored and isinstance(last := block.pop(), ast.Assign):
        found.value = last.value
        set_margin(found, margin_of(last))
    block.append(found)


def with_literal(body: Body, last: ast.Return) -> Body:
    """`return -1` at the end for `n = -1` before the loop, where nothing else mentions the local."""
    match body[-3:]:
        case [ast.Assign(targets=[ast.Name(id=name)], value=value), ast.For() | ast.While(), _] if (
            is_literal(value) and isinstance(last.value, ast.Name) and last.value.id == name
        ):
            mentions = [each for each in nodes_in(body) if isinstance(each, ast.Name) and each.id == name]
            if len(mentions) == 2:
                last.value = value
                return [*body[:-3], *body[-2:]]
    return body

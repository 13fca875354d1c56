"""Moves a return after a loop into the loop: `return i` for `n = i`, `break` and `return n`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy

from retromaze.python.blocks import Body, is_literal, mention_count, non_loop_blocks
from retromaze.python.fragments import same_tree
from retromaze.python.layout import margin_of, set_margin

FEW = 2
"""Most breaks of a loop that may become returns."""


def with_returns_in_loop(body: Body) -> Body:
    """Returns the statements of a function with returns inside its last loop instead of a few breaks."""
    match body[-2:]:
        case [ast.For() | ast.While() as loop, ast.Return(value=ast.Name() | ast.Tuple() as value) as last]:
            breaking = [*blocks_ending_in_break(loop.body)]
            if loop.orelse or not 0 < len(breaking) <= FEW or not is_name_or_names(value):
                return body
            # other loops also end without a break, and then the return after the loop is still needed
            is_endless = isinstance(loop, ast.While) and same_tree(loop.test, ast.Constant(True))
            if not is_endless and not all(stores_value(block, value) for block in breaking):
                return body
            for block in breaking:
                replace_break_by_return(block, value)
            return body[:-1] if is_endless else return_literal_at_end(body, last)
    return body


def is_name_or_names(value: ast.Name | ast.Tuple) -> bool:
    """Whether a value is a name or a tuple of names."""
    return isinstance(value, ast.Name) or all(isinstance(each, ast.Name) for each in value.elts)


def blocks_ending_in_break(body: Body) -> Iterator[Body]:
    """Yields the blocks that end in a break of the loop that has this body."""
    if body and isinstance(body[-1], ast.Break):
        yield body
    for node in body:
        for block in non_loop_blocks(node):
            yield from blocks_ending_in_break(block)


def stores_value(block: Body, value: ast.expr) -> bool:
    """Whether a block stores the local `value` right before its break."""
    match block[-2:-1]:
        case [ast.Assign(targets=[place])]:
            return isinstance(value, ast.Name) and isinstance(place, ast.Name) and place.id == value.id
    return False


def replace_break_by_return(block: Body, value: ast.expr) -> None:
    """Replaces the break at the end of a block by a return of a value."""
    is_stored = stores_value(block, value)
    leaving = ast.Return(deepcopy(value))
    set_margin(leaving, margin_of(block.pop()))
    if is_stored and isinstance(store := block.pop(), ast.Assign):
        leaving.value = store.value
        set_margin(leaving, margin_of(store))
    block.append(leaving)


def return_literal_at_end(body: Body, last: ast.Return) -> Body:
    """Writes `return -1` at the end for `n = -1` before the loop, if nothing else mentions the local."""
    match body[-3:]:
        case [ast.Assign(targets=[ast.Name(id=name)], value=value), ast.For() | ast.While(), _] if (
            is_literal(value) and isinstance(last.value, ast.Name) and last.value.id == name
        ):
            # the two mentions are the assignment and the return
            if mention_count(body, name) == 2:
                last.value = value
                return [*body[:-3], *body[-2:]]
    return body

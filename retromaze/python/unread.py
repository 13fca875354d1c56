"""Drops locals that nothing reads, and returns constants instead of locals that hold them.

For example `return 1, 0` for `dx = 1` and `return dx, dy`, if `dy` is 0 there.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from retromaze.python.blocks import (
    Body,
    blocks_in,
    is_literal,
    is_pure,
    map_blocks,
    mentioned_names,
    nodes_in,
    statements_and_cases,
)
from retromaze.python.dispatches import all_blocks
from retromaze.python.fragments import STORE
from retromaze.python.layout import margin_of, replacing, set_margin
from retromaze.python.printer import expression_text
from retromaze.python.substitution import join_margins
from retromaze.python.tidying import LEAVING

SHORT = 12
"""Most characters of a constant that is returned instead of a local."""


# ---- locals that nothing reads


def without_unread_locals(body: Body, commented: Collection[int] = ()) -> Body:
    """Returns the statements of a function without locals that nothing reads and whose values have no effect.

    `commented`: lines of the listing with a comment; their statements stay.
    """
    names = name_nodes(body)
    reads = Counter(each.id for each in names if not is_store(each))
    for node in statements_and_cases(body):
        match node:
            case ast.AugAssign(target=ast.Name(id=name)) if pure_store(node, commented) is None:
                reads[name] += 1  # it stays, and reads what was there before
    unread = {each.id for each in names if is_store(each) and not reads[each.id]}
    if not unread:
        return body
    stores: dict[str, list[tuple[ast.stmt, ast.expr]]] = defaultdict(list)
    for node in statements_and_cases(body):
        if isinstance(node, ast.stmt) and (stored := pure_store(node, commented)):
            name, value = stored
            stores[name].append((node, value))
    dropped: set[ast.stmt] = set()
    waiting = [*unread]
    while waiting:
        for node, value in stores[waiting.pop()]:
            dropped.add(node)
            for each in name_nodes([value]):
                # a local that only dropped values read is unread, too
                reads[each.id] -= 1
                if not reads[each.id]:
                    unread.add(each.id)
                    waiting.append(each.id)
    return map_blocks(body, lambda block: without_dropped(block, dropped, unread))


def pure_store(node: ast.stmt, commented: Collection[int]) -> tuple[str, ast.expr] | None:
    """Returns the local and the value that a statement assigns, if the value has no effect; else None."""
    match node:
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value)
            | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            | ast.AugAssign(target=ast.Name(id=name), value=value)
        ) if margin_of(node).number not in commented and is_pure(value):
            return name, value
    return None


def name_nodes(nodes: Sequence[ast.AST]) -> list[ast.Name]:
    """Returns the nodes of all names in nodes."""
    return [each for each in nodes_in(nodes) if isinstance(each, ast.Name)]


def is_store(name: ast.Name) -> bool:
    """Whether a name is assigned to."""
    return isinstance(name.ctx, ast.Store)


def without_dropped(block: Body, dropped: Collection[ast.stmt], unread: Collection[str]) -> Body:
    """Returns a block without the dropped statements and empty tests; unread results of calls become `_`."""
    remaining: Body = []
    for node in block:
        match node:
            case _ if node in dropped:
                continue
            # the call stays, as it may have an effect
            case ast.Assign(targets=[ast.Tuple(elts=places)], value=ast.Call() as value):
                targets = [
                    ast.Name("_", STORE) if isinstance(each, ast.Name) and each.id in unread else each
                    for each in places
                ]
                remaining.append(replacing(node, ast.Assign([ast.Tuple(targets, STORE)], value)))
                continue
            case ast.If(test=test, body=[ast.Pass()], orelse=[]) if is_pure(test):
                continue
        remaining.append(node)
    return remaining or [ast.Pass()]


# ---- constants that are returned


def returning_constants(body: Body, commented: Collection[int] = ()) -> Body:
    """Returns the statements of a function with constants in its returns instead of locals that hold them.

    `return c, ""` stands for `v = c`, `o = ""` and `return v, o`, if no line of these is `commented`.
    A function with a single return keeps the locals, as their names say what it returns; only `n = 1` right
    before `return n` is dropped.
    """
    returns = [each for each in nodes_in(body) if isinstance(each, ast.Return)]
    if len(returns) > 1:
        replace_known_returns(body, {})
    if len(returns) > 1 or any(isinstance(each.value, ast.Name) for each in returns):
        for block in all_blocks(body):
            return_assigned_values(block, commented)
    return body


def return_assigned_values(block: Body, commented: Collection[int]) -> None:
    """Changes `x = 1` and `return x` at the end of a block to `return 1`.

    A value in a tuple must be a local or a constant. A statement with a comment stays.
    """
    while True:
        match block[-2:]:
            case [
                ast.Assign(targets=[ast.Name(id=name)], value=value) as assignment,
                ast.Return(value=ast.expr() as returned) as last,
            ]:
                new_value = with_known_values(returned, {name: value})
                is_returned = isinstance(returned, ast.Name) and returned.id == name
                is_plain = is_returned or is_literal(value) or isinstance(value, ast.Name)
                margin = margin_of(assignment)
                has_comment = margin.number in commented or (margin.note and margin_of(last).note)
                # the last test: the local is still read in what would be returned
                if not is_plain or has_comment or name in mentioned_names([new_value]):
                    return
                last.value = new_value
                if margin.number:
                    join_margins(assignment, last)
                if margin.note:
                    set_margin(last, margin_of(last)._replace(note=margin.note))
                block.remove(assignment)
            case _:
                return


def replace_known_returns(body: Body, known: dict[str, ast.expr]) -> None:
    """Puts the values of `known` locals into the returns of a block, and keeps `known` up to date."""
    for node in body:
        match node:
            case ast.Return(value=ast.expr() as value):
                node.value = with_known_values(value, known)
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                known.pop(name, None)
                if is_literal(value) and len(expression_text(value)) <= SHORT:
                    known[name] = value
            case ast.If():
                for block in blocks_in(node):
                    replace_known_returns(block, dict(known))
                for block in blocks_in(node):
                    # a branch that leaves does not change what is known after the IF
                    if not isinstance(block[-1], LEAVING):
                        forget_assigned(known, block)
            case _:
                # what a loop assigns is unknown in its next pass, and so is its variable
                forget_assigned(known, [node])
                for block in blocks_in(node):
                    replace_known_returns(block, dict(known))


def forget_assigned(known: dict[str, ast.expr], body: Body) -> None:
    """Drops the locals that statements assign to from `known`."""
    for each in nodes_in(body) if known else ():
        if isinstance(each, ast.Name) and is_store(each):
            known.pop(each.id, None)


def with_known_values(value: ast.expr, known: dict[str, ast.expr]) -> ast.expr:
    """Returns a local or a tuple of locals with the values that are known."""
    match value:
        case ast.Name(id=name):
            return known.get(name, value)
        case ast.Tuple(elts=items):
            return ast.Tuple([with_known_values(each, known) for each in items], value.ctx)
    return value

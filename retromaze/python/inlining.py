"""Puts the statement of a short method where a case of a `match` calls it, and drops the method.

A short method has one statement, or sets locals and returns them: the case then has `dx, dy = 0, -1` in the
place of `dx, dy = self.up()`. A `match` whose cases then only set one attribute to constants becomes a table:
`self.ch = {0: 16, 1: 40}.get(kind, self.ch)`.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence

from retromaze.python.blocks import (
    Body,
    called_method_without_arguments,
    is_literal,
    is_self_attribute,
    map_blocks,
    mentioned_names,
    nodes_in,
)
from retromaze.python.classes import NAMING, method_parts
from retromaze.python.fragments import (
    LOAD,
    as_store_target,
    expr_from_template,
    same_tree,
    statements_from_template,
)
from retromaze.python.layout import margin_of, replacing
from retromaze.python.printer import expression_text

FEW = 3
"""The fewest cases that become a table."""


def with_inlined_methods(methods: Sequence[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """Returns the methods without the short ones that only one case of a `match` calls, and nothing else."""
    if not any(isinstance(each, ast.Match) for each in nodes_in(methods)):
        return [*methods]
    calls = Counter(each.attr for each in nodes_in(methods) if isinstance(each, ast.Attribute))
    short = {
        each.name: statement
        for each in methods
        if calls[each.name] == 1 and (statement := only_statement(each))
    }
    dropped: set[str] = set()
    for method in methods:
        cases = [each for each in nodes_in(method.body) if isinstance(each, ast.match_case)]
        calling = {
            case: called_method_without_arguments(case.body[0]) for case in cases if len(case.body) == 1
        }
        replaced = {
            case: name
            for case, name in calling.items()
            if name in short and name != method.name and may_replace_call(case.body[0], short[name])
        }
        for case, name in replaced.items():
            case.body = [short[name]]
            dropped.add(name)
        document, _, body = method_parts(method)
        # a moved statement may use a local of its method: `machine = self.machine`
        if replaced and "machine" in mentioned_names(body):
            method.body = [*document, *statements_from_template(NAMING), *body]
        method.body = map_blocks(method.body, with_table_assignments)
    return [each for each in methods if each.name not in dropped]


def may_replace_call(call: ast.stmt, statement: ast.stmt) -> bool:
    """Whether the statement of a method may replace its call, an expression or `dx, dy = self.up()`."""
    match call, statement:
        case ast.Assign([caller_target]), ast.Assign([method_target]):
            return same_tree(caller_target, method_target)
        case ast.Expr(), ast.Assign(targets):
            return mentioned_names(targets) <= {"self"}
    return isinstance(call, ast.Expr)


def only_statement(method: ast.FunctionDef) -> ast.stmt | None:
    """Returns the only statement of a short method; None for other methods.

    A short method is made of a GOSUB's label (the note in its margin) and has only `self` as a parameter. It
    may return what it sets.
    """
    is_plain = len(method.args.args) == 1 and margin_of(method).note.startswith("@")
    if not is_plain or hasattr(method, "remarks_behind"):
        return None
    match method_parts(method):
        case [], _, [ast.Assign() | ast.AugAssign() | ast.Expr() as only] if not hasattr(only, "remarks"):
            return only
        case [], _, [ast.Assign([place]) as only, ast.Return(ast.expr() as value)]:
            return (
                only
                if expression_text(place) == expression_text(value) and not hasattr(only, "remarks")
                else None
            )
    return None


def with_table_assignments(block: Body) -> Body:
    """Returns a block with tables in the place of each `match` that only sets one attribute to constants."""
    return [table_assignment(each) or each if isinstance(each, ast.Match) else each for each in block]


def table_assignment(node: ast.Match) -> ast.stmt | None:
    """Returns `self.ch = {0: 16, 1: 40}.get(kind, self.ch)` for a `match` that does the same; else None."""
    keys: list[ast.expr | None] = []
    values: list[ast.expr] = []
    otherwise: ast.expr | None = None
    places: dict[str, ast.expr] = {}
    for case in node.cases:
        match case.body:
            case [ast.Assign(targets=[place], value=value)] if is_self_attribute(place) and is_literal(value):
                places[expression_text(place)] = place
            case _:
                return None
        match case.pattern:
            case ast.MatchValue(value=key) if is_literal(key):
                keys.append(key)
                values.append(value)
            case ast.MatchAs(pattern=None):
                otherwise = value
            case _:
                return None
    if len(places) != 1 or len(keys) < FEW:
        return None
    (place,) = places.values()
    assert isinstance(place, ast.Attribute)
    before = ast.Attribute(place.value, place.attr, LOAD)
    found = expr_from_template(
        "{table}.get({key}, {other})",
        table=ast.Dict(keys, values),
        key=node.subject,
        other=otherwise or before,
    )
    return replacing(node, ast.Assign([as_store_target(place)], found))

"""Shortens choices between methods: a method of one statement stands in the branch that alone calls it.

So does one that sets locals and returns them: `dx, dy = 0, -1` for `dx, dy = self.up()`.

Branches that then set one variable to constants are a table: `self.ch = {0: 16, 1: 40}.get(kind, self.ch)`.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence

from retromaze.python.blocks import (
    Body,
    changed,
    is_attribute,
    is_literal,
    mentioned,
    method_called,
    nodes_in,
)
from retromaze.python.classes import NAMING, parts_of
from retromaze.python.fragments import LOAD, expr, same, stmts, target
from retromaze.python.layout import in_place_of, margin_of
from retromaze.python.printer import expression

FEW = 3
"""Branches that a table has at least."""


def inlined(methods: Sequence[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """The methods without those of one statement that only one branch of a `match` calls."""
    if not any(isinstance(each, ast.Match) for each in nodes_in(methods)):
        return [*methods]
    calls = Counter(each.attr for each in nodes_in(methods) if isinstance(each, ast.Attribute))
    small = {each.name: only for each in methods if calls[each.name] == 1 and (only := own_statement(each))}
    dropped: set[str] = set()
    for method in methods:
        cases = [each for each in nodes_in(method.body) if isinstance(each, ast.match_case)]
        alone = [(each, each.body[0]) for each in cases if len(each.body) == 1]
        calling = [(case, only, method_called(only)) for case, only in alone]
        found = [(case, name) for case, only, name in calling if (own := small.get(name)) and fits(only, own)]
        for case, name in found:
            if name != method.name:
                case.body = [small[name]]
                dropped.add(name)
        document, _, body = parts_of(method)
        if found and "machine" in mentioned(body):
            method.body = [*document, *stmts(NAMING), *body]
        method.body = changed(method.body, with_tables)
    return [each for each in methods if each.name not in dropped]


def fits(call: ast.stmt, own: ast.stmt) -> bool:
    """Whether the statement of a method may stand instead of a call, which takes what that returns."""
    match call, own:
        case ast.Assign([place]), ast.Assign([its]):
            return same(place, its)
        case ast.Expr(), ast.Assign(targets):
            return mentioned(targets) <= {"self"}
    return isinstance(call, ast.Expr)


def own_statement(method: ast.FunctionDef) -> ast.stmt | None:
    """The only statement of a method without parameters that a label names, which may return what it sets.

    None for other methods.
    """
    is_plain = len(method.args.args) == 1 and margin_of(method).note.startswith("@")
    if not is_plain or hasattr(method, "remarks_behind"):
        return None
    match parts_of(method):
        case [], _, [ast.Assign() | ast.AugAssign() | ast.Expr() as only] if not hasattr(only, "remarks"):
            return only
        case [], _, [ast.Assign([place]) as only, ast.Return(ast.expr() as value)]:
            return only if expression(place) == expression(value) and not hasattr(only, "remarks") else None
    return None


def with_tables(block: Body) -> Body:
    """A block with tables for choices that only set one attribute to constants."""
    return [table(each) or each if isinstance(each, ast.Match) else each for each in block]


def table(node: ast.Match) -> ast.stmt | None:
    """The assignment from a table that does the same as a `match`; None if no table does."""
    keys: list[ast.expr | None] = []
    values: list[ast.expr] = []
    otherwise: ast.expr | None = None
    places: dict[str, ast.expr] = {}
    for case in node.cases:
        match case.body:
            case [ast.Assign(targets=[place], value=value)] if is_attribute(place) and is_literal(value):
                places[expression(place)] = place
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
    found = expr(
        "{table}.get({key}, {other})",
        table=ast.Dict(keys, values),
        key=node.subject,
        other=otherwise or before,
    )
    return in_place_of(node, ast.Assign([target(place)], found))

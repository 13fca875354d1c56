"""Makes expressions and statements of templates: Python with holes, read once.

A hole `{name}` stands where a name may stand. In the place of an expression it takes a node, a piece, or a
dotted name; among the arguments of a call, the items of a list or the statements of a block also a list of
these; elsewhere (behind a dot, as the keyword of an argument) a name. An argument with a hole that is given
None is left out, and a number is told from another at once. Neither nodes that are given nor parts of a
template without holes are copied: expressions are never changed in place.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any


@dataclass(frozen=True, eq=False)
class Piece:
    """An expression, and the type of its value as Python writes it."""

    node: ast.expr
    type: str

    @property
    def is_int(self) -> bool:
        return self.type in {"int", "bool"}


Part = Piece | ast.expr | str
"""What stands in an expression; a text is a dotted name."""
Given = Part | Sequence[Part] | Sequence[ast.stmt]
MARK = "__hole__"
LOAD, STORE = ast.Load(), ast.Store()


class LeftOut(Exception):
    """A hole is given nothing."""


def expr(template: str, **given: Given | None) -> ast.expr:
    """An expression: `expr("{owner}.append({value})", owner="self.row", value=node)`."""
    found = filled(parsed(template)[0], given)
    assert isinstance(found, ast.Expr)
    return found.value


def stmts(template: str, **given: Given) -> list[ast.stmt]:
    """Statements, each a new one: `stmts("while {test}:\\n {body}", test=node, body=[...])`."""
    return filled_row(parsed(template), given)


@cache
def parsed(template: str) -> list[ast.stmt]:
    """The statements of a template, with a name for each hole; the attribute `hole` tells where one is."""
    found = ast.parse(template.format_map(Holes())).body
    for node in found:
        note_holes(node)
    return found


class Holes(dict[str, str]):
    """Each hole to the name that marks it."""

    def __missing__(self, name: str) -> str:
        return MARK + name


def note_holes(node: Any) -> bool:
    """Notes for each node whether it has a hole, and returns that; a statement counts as having one."""
    inner = [note_holes(each) for each in ast.iter_child_nodes(node)]
    names = (value for value in vars(node).values() if isinstance(value, str))
    node.hole = any([*inner, isinstance(node, ast.stmt), *(each.startswith(MARK) for each in names)])
    return bool(node.hole)


def filled(node: Any, given: Mapping[str, Given | None]) -> Any:
    """A node of a template with what its holes are given."""
    if not node.hole:
        return node
    if isinstance(node, ast.Name):
        found = node_of(given[node.id.removeprefix(MARK)])
        if found is None:
            raise LeftOut
        return target(found) if isinstance(node.ctx, ast.Store) else found
    values = {name: filled_value(getattr(node, name), given, node) for name in node._fields}
    if isinstance(node, ast.AnnAssign):
        values["simple"] = int(isinstance(values["target"], ast.Name))
    match type(node)(**values):
        case ast.Compare(ast.Constant(value=int(one)), [ast.NotEq()], [ast.Constant(value=int(other))]):
            return ast.Constant(one != other)
        case found:
            return found


def filled_value(value: Any, given: Mapping[str, Given | None], owner: Any) -> Any:
    """Fills the holes in a node's field."""
    if isinstance(value, list):
        return filled_row(value, given, is_call=isinstance(owner, ast.Call))
    if isinstance(value, str) and value.startswith(MARK):
        return given[value.removeprefix(MARK)]
    return filled(value, given) if isinstance(value, ast.AST) else value


def filled_row(row: Iterable[Any], given: Mapping[str, Given | None], *, is_call: bool = False) -> list[Any]:
    """Fills the holes in a list; a hole that is given a list is replaced by all its items."""
    result: list[Any] = []
    for each in row:
        inner = each.value if isinstance(each, ast.Expr) else each
        name = inner.id if isinstance(inner, ast.Name) else ""
        found = given[name.removeprefix(MARK)] if name.startswith(MARK) else None
        if isinstance(found, list | tuple):
            result += map(node_of, found)
            continue
        try:
            result.append(filled(each, given) if isinstance(each, ast.AST) else each)
        except LeftOut:
            if not is_call:
                raise
    return result


# ---- nodes without a template


@cache
def dotted(name: str) -> ast.expr:
    """`self.row` of its names."""
    owner, dot, last = name.rpartition(".")
    return ast.Attribute(dotted(owner), last, LOAD) if dot else ast.Name(name, LOAD)


def node_of(part: Any) -> Any:
    """The node of a part; statements stay as they are."""
    if isinstance(part, Piece):
        return part.node
    return dotted(part) if isinstance(part, str) else part


def target(node: ast.expr) -> Any:
    """An expression as what is assigned to."""
    match node:
        case ast.Name(id=name):
            return ast.Name(name, STORE)
        case ast.Attribute(value=value, attr=name):
            return ast.Attribute(value, name, STORE)
        case ast.Subscript(value=value, slice=inside):
            return ast.Subscript(value, inside, STORE)
        case ast.Tuple(elts=items):
            return ast.Tuple([target(each) for each in items], STORE)
    raise TypeError(f"nothing is assigned to {ast.dump(node)}")


def call(function: Part, *arguments: Part, **named: Part) -> ast.Call:
    """A call, by position and by name."""
    keywords = [ast.keyword(name, node_of(each)) for name, each in named.items()]
    return ast.Call(node_of(function), [*map(node_of, arguments)], keywords)


def function(
    name: str,
    given: Sequence[ast.arg],
    body: list[ast.stmt],
    result: str = "None",
    options: Sequence[tuple[ast.arg, ast.expr]] = (),
) -> ast.FunctionDef:
    """A function; `options` are parameters that are given by name, with what they are otherwise."""
    (found,) = stmts("def {name}() -> {result}:\n {body}", name=name, result=expr(result), body=body)
    assert isinstance(found, ast.FunctionDef)
    by_name, defaults = [each for each, _ in options], [value for _, value in options]
    found.args = ast.arguments([], [*given], None, by_name, [*defaults], None, [])
    return found


def number(value: float) -> ast.expr:
    """Returns a number as Python parses it: with a minus sign, or `float("…")` for infinity and NaN."""
    if not math.isfinite(value):
        return call("float", ast.Constant(str(value)))
    if str(value).startswith("-"):
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)


def spelled(value: int, text: str) -> ast.Constant:
    """A number that is written in a way of its own."""
    found = ast.Constant(value)
    found.spelled = text  # type: ignore[attr-defined]
    return found


def tuple_of(items: Iterable[Part]) -> ast.Tuple:
    return ast.Tuple([*map(node_of, items)], LOAD)


def row(items: Iterable[Part]) -> ast.expr:
    """The one item, or a tuple of several."""
    found = tuple_of(items)
    return found.elts[0] if len(found.elts) == 1 else found


def fstring(parts: Iterable[ast.expr]) -> ast.JoinedStr:
    """An f-string of texts and values: neighbouring texts are one, as Python reads them."""
    values: list[ast.expr] = []
    for each in parts:
        match each, values[-1:]:
            case ast.Constant(value=""), _:
                pass
            case ast.Constant(value=str(text)), [ast.Constant(value=str(before))]:
                values[-1] = ast.Constant(before + text)
            case ((ast.Constant(value=str()) | ast.FormattedValue()), _):
                values.append(each)
            case _:
                values.append(ast.FormattedValue(each, -1, None))
    return ast.JoinedStr(values)


def same(one: Any, other: Any) -> bool:
    """Whether two nodes say the same."""
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if not isinstance(one, ast.AST):
        return type(one) is type(other) and bool(one == other)
    if type(one) is not type(other):
        return False
    return all(same(getattr(one, name, None), getattr(other, name, None)) for name in one._fields)

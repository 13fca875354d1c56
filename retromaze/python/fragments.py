"""Makes expressions and statements of templates: Python with holes, read once. A piece has its value's type.

A type is one of INT, BOOL, FLOAT, STR, ANY, TEXT or a list's; or NUMBER: an Integer or a Real, which only the
running port knows, and which is an int or a float there.

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
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from retromaze.python.blocks import is_attribute

INT, BOOL, FLOAT, STR, ANY, TEXT = "int", "bool", "float", "str", "Any", "basic.Text"
NUMBER = "int | float"

ARITHMETIC: dict[str, ast.operator] = {
    "|": ast.BitOr(), "^": ast.BitXor(), "&": ast.BitAnd(), "<<": ast.LShift(), ">>": ast.RShift(),
    "+": ast.Add(), "-": ast.Sub(), "*": ast.Mult(), "/": ast.Div(), "//": ast.FloorDiv(), "%": ast.Mod(),
}  # fmt: skip
COMPARING: dict[str, ast.cmpop] = {
    "==": ast.Eq(), "!=": ast.NotEq(), "<": ast.Lt(), "<=": ast.LtE(), ">": ast.Gt(), ">=": ast.GtE(),
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Piece:
    """An expression, and the type of its value as Python writes it."""

    node: ast.expr
    type: str

    @property
    def is_int(self) -> bool:
        return self.type in {INT, BOOL}


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


def made(template: str, type_: str, **given: Given) -> Piece:
    """A piece by a template."""
    return Piece(expr(template, **given), type_)


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
    values: dict[str, Any] = {}
    for name in node._fields:
        match getattr(node, name):
            case list(row):
                values[name] = filled_row(row, given, is_call=isinstance(node, ast.Call))
            case str(word) if word.startswith(MARK):
                values[name] = given[word.removeprefix(MARK)]
            case value:
                values[name] = filled(value, given) if isinstance(value, ast.AST) else value
    if isinstance(node, ast.AnnAssign):
        values["simple"] = int(isinstance(values["target"], ast.Name))
    match type(node)(**values):
        case ast.Compare(ast.Constant(value=int(one)), [ast.NotEq()], [ast.Constant(value=int(other))]):
            return ast.Constant(one != other)
        case found:
            return found


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


def named(name: str, type_: str) -> Piece:
    """Makes the piece that names a variable or an attribute."""
    return Piece(dotted(name), type_)


def operation(operator: str, left: Piece, right: Piece, type_: str) -> Piece:
    """`left operator right`."""
    if operator in COMPARING:
        return Piece(ast.Compare(left.node, [COMPARING[operator]], [right.node]), type_)
    return Piece(ast.BinOp(left.node, ARITHMETIC[operator], right.node), type_)


def call(function: Part, *arguments: Part, type_: str = ANY, **by_name: Part) -> Piece:
    """A call, by position and by name."""
    keywords = [ast.keyword(name, node_of(each)) for name, each in by_name.items()]
    return Piece(ast.Call(node_of(function), [*map(node_of, arguments)], keywords), type_)


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


def number(value: float) -> Piece:
    """Returns a number as Python parses it: with a minus sign, or `float("…")` for infinity and NaN."""
    type_ = INT if isinstance(value, int) else FLOAT
    if not math.isfinite(value):
        return call("float", ast.Constant(str(value)), type_=FLOAT)
    if str(value).startswith("-"):
        return Piece(ast.UnaryOp(ast.USub(), ast.Constant(-value)), type_)
    return Piece(ast.Constant(value), type_)


def hexadecimal(digits: str) -> Piece:
    """A number that is written by its bits."""
    found = ast.Constant(int(digits, 16))
    found.spelled = f"0x{digits}"  # type: ignore[attr-defined]
    return Piece(found, INT)


def string(value: str) -> Piece:
    """A string."""
    return Piece(ast.Constant(value), STR)


def constant(value: float | str) -> Piece:
    """A number or a string."""
    return string(value) if isinstance(value, str) else number(value)


def literal(piece: Part) -> int | None:
    """The int that an expression is, written in decimal; None for any other."""
    match node_of(piece):
        case ast.Constant(value=int(value)) as node if not hasattr(node, "spelled"):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value)) as node) if not hasattr(
            node, "spelled"
        ):
            return -value
    return None


def plus_amount(left: Piece, amount: int) -> Piece:
    """`left + amount` for an int: `n + 2` for `n + 1` and 1, `n` for `n - 1` and 1."""
    if (known := literal(left)) is not None:
        return number(known + amount)
    match left.node:
        case ast.BinOp(left=rest, op=ast.Add() | ast.Sub() as sign, right=ast.Constant() as last):
            if (known := literal(last)) is not None:
                amount += known if isinstance(sign, ast.Add) else -known
                left = Piece(rest, left.type)
                return plus_amount(left, amount) if amount else left
    return operation("-" if amount < 0 else "+", left, number(abs(amount)), left.type)


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


NodeKind = TypeVar("NodeKind", bound=ast.AST)


def renamed(node: NodeKind, names: Mapping[str, str]) -> NodeKind:
    """A copy that reads variables and attributes by other names: `{"row": "ROW", "self.row": "ROW"}`."""
    # parts of trees belong to several, and are not changed in place
    found: NodeKind = _Renaming(names).visit(deepcopy(node))
    return found


class _Renaming(ast.NodeTransformer):
    """Names what is read anew, and attributes that are stored to."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """`ROW` for `row`."""
        is_read = isinstance(node.ctx, ast.Load) and node.id in self._names
        return dotted(self._names[node.id]) if is_read else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """`self.cell` for `self.cell_2`."""
        if is_attribute(node) and (name := self._names.get(f"self.{node.attr}")):
            return dotted(name) if isinstance(node.ctx, ast.Load) else target(dotted(name))
        node.value = self.visit(node.value)
        return node


def same(one: Any, other: Any) -> bool:
    """Whether two nodes say the same."""
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if not isinstance(one, ast.AST):
        return type(one) is type(other) and bool(one == other)
    if type(one) is not type(other):
        return False
    return all(same(getattr(one, name, None), getattr(other, name, None)) for name in one._fields)

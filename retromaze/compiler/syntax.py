"""Builds Python syntax nodes that carry the listing's line and column."""

from __future__ import annotations

import ast
from collections.abc import Sequence

Code = list[ast.stmt]

LOAD, STORE = ast.Load(), ast.Store()

BINARY: dict[str, ast.operator] = {
    "+": ast.Add(),
    "-": ast.Sub(),
    "*": ast.Mult(),
    "/": ast.Div(),
    "//": ast.FloorDiv(),
    "%": ast.Mod(),
    "&": ast.BitAnd(),
    "|": ast.BitOr(),
    "^": ast.BitXor(),
    ">>": ast.RShift(),
    "<<": ast.LShift(),
}
UNARY: dict[str, ast.unaryop] = {"-": ast.USub(), "~": ast.Invert(), "not": ast.Not()}
COMPARISON: dict[str, ast.cmpop] = {
    "==": ast.Eq(),
    "!=": ast.NotEq(),
    "<": ast.Lt(),
    "<=": ast.LtE(),
    ">": ast.Gt(),
    ">=": ast.GtE(),
    "is": ast.Is(),
    "is not": ast.IsNot(),
}


class AstBuilder:
    """Builds syntax nodes with one place in the listing. Line and column count from 1."""

    __slots__ = ("place",)

    def __init__(self, line: int, column: int) -> None:
        self.place = {
            "lineno": line,
            "end_lineno": line,
            "col_offset": column - 1,
            "end_col_offset": column - 1,
        }

    # ---- expressions

    def name(self, identifier: str) -> ast.expr:
        return ast.Name(identifier, LOAD, **self.place)

    def constant(self, value: object) -> ast.expr:
        return ast.Constant(value, **self.place)  # type: ignore[arg-type]

    def attribute(self, owner: ast.expr, name: str) -> ast.expr:
        return ast.Attribute(owner, name, LOAD, **self.place)

    def call(self, function: str | ast.expr, *arguments: ast.expr) -> ast.expr:
        called = self.name(function) if isinstance(function, str) else function
        return ast.Call(called, list(arguments), [], **self.place)

    def binary(self, left: ast.expr, operator: str, right: ast.expr) -> ast.expr:
        return ast.BinOp(left, BINARY[operator], right, **self.place)

    def unary(self, operator: str, operand: ast.expr) -> ast.expr:
        return ast.UnaryOp(UNARY[operator], operand, **self.place)

    def compare(self, left: ast.expr, *rest: str | ast.expr) -> ast.expr:
        """`compare(a, "<=", b, "<", c)`"""
        operators = [COMPARISON[each] for each in rest[::2] if isinstance(each, str)]
        operands = [each for each in rest[1::2] if isinstance(each, ast.expr)]
        return ast.Compare(left, operators, operands, **self.place)

    def logical(self, operator: str, *operands: ast.expr) -> ast.expr:
        joiner: ast.boolop = ast.And() if operator == "and" else ast.Or()
        return ast.BoolOp(joiner, list(operands), **self.place)

    def choose(self, condition: ast.expr, yes: ast.expr, no: ast.expr) -> ast.expr:
        return ast.IfExp(condition, yes, no, **self.place)

    def subscript(self, owner: ast.expr, index: ast.expr) -> ast.expr:
        return ast.Subscript(owner, index, LOAD, **self.place)

    def part(self, owner: ast.expr, first: ast.expr | None, end: ast.expr | None) -> ast.expr:
        """`owner[first:end]`"""
        return ast.Subscript(owner, ast.Slice(first, end, None, **self.place), LOAD, **self.place)

    def walrus(self, identifier: str, value: ast.expr) -> ast.expr:
        return ast.NamedExpr(ast.Name(identifier, STORE, **self.place), value, **self.place)

    def row(self, items: Sequence[ast.expr]) -> ast.expr:
        return ast.Tuple(list(items), LOAD, **self.place)

    def empty_dict(self) -> ast.expr:
        return ast.Dict([], [], **self.place)

    def joined(self, pieces: Sequence[ast.expr]) -> ast.expr:
        """An f-string of string constants and values."""
        values: list[ast.expr] = [
            each
            if isinstance(each, ast.Constant) and isinstance(each.value, str)
            else ast.FormattedValue(each, -1, None, **self.place)
            for each in pieces
        ]
        return ast.JoinedStr(values, **self.place)

    # ---- statements

    def expression(self, value: ast.expr) -> ast.stmt:
        return ast.Expr(value, **self.place)

    def assign(self, identifier: str, value: ast.expr) -> ast.stmt:
        return ast.Assign([ast.Name(identifier, STORE, **self.place)], value, None, **self.place)

    def assign_item(self, owner: ast.expr, index: ast.expr, value: ast.expr) -> ast.stmt:
        return ast.Assign([ast.Subscript(owner, index, STORE, **self.place)], value, None, **self.place)

    def assign_row(self, identifiers: Sequence[str], value: ast.expr) -> ast.stmt:
        targets: list[ast.expr] = [ast.Name(each, STORE, **self.place) for each in identifiers]
        return ast.Assign([ast.Tuple(targets, STORE, **self.place)], value, None, **self.place)

    def assign_both(self, targets: Sequence[ast.expr], values: Sequence[ast.expr]) -> ast.stmt:
        """`one, other = value, another`: both values are there before the first is stored."""
        row = ast.Tuple(list(targets), STORE, **self.place)
        return ast.Assign([row], self.row(values), None, **self.place)

    def update(self, identifier: str, operator: str, value: ast.expr) -> ast.stmt:
        """`identifier operator= value`"""
        return ast.AugAssign(ast.Name(identifier, STORE, **self.place), BINARY[operator], value, **self.place)

    def update_item(self, owner: ast.expr, index: ast.expr, operator: str, value: ast.expr) -> ast.stmt:
        return ast.AugAssign(
            ast.Subscript(owner, index, STORE, **self.place), BINARY[operator], value, **self.place
        )

    def when(
        self, condition: ast.expr, body: list[ast.stmt], otherwise: list[ast.stmt] | None = None
    ) -> ast.stmt:
        return ast.If(condition, body or [self.nothing()], otherwise or [], **self.place)

    def loop(self, condition: ast.expr, body: list[ast.stmt]) -> ast.stmt:
        return ast.While(condition, body or [self.nothing()], [], **self.place)

    def count(
        self, identifier: str, values: ast.expr, body: list[ast.stmt], after: list[ast.stmt]
    ) -> ast.stmt:
        """`for identifier in values: body` with an `else` that runs unless the loop was left."""
        target = ast.Name(identifier, STORE, **self.place)
        return ast.For(target, values, body or [self.nothing()], after, None, **self.place)

    def attempt(self, body: list[ast.stmt], failed: list[ast.stmt]) -> ast.stmt:
        """`try: body` with a handler for every error of a listing."""
        handler = ast.ExceptHandler(self.name("failures"), None, failed, **self.place)
        return ast.Try(body, [handler], [], [], **self.place)

    def fail(self) -> ast.stmt:
        """`raise` in a handler."""
        return ast.Raise(None, None, **self.place)

    def nothing(self) -> ast.stmt:
        return ast.Pass(**self.place)

    def leave(self) -> ast.stmt:
        return ast.Break(**self.place)

    def repeat(self) -> ast.stmt:
        return ast.Continue(**self.place)

    def give(self, value: ast.expr | None = None) -> ast.stmt:
        return ast.Return(value, **self.place)

    def shared(self, identifiers: Sequence[str]) -> ast.stmt:
        return ast.Nonlocal(list(identifiers), **self.place)

    def function(self, identifier: str, parameters: Sequence[str], body: list[ast.stmt]) -> ast.FunctionDef:
        arguments = ast.arguments(
            posonlyargs=[],
            args=[ast.arg(each, None, None, **self.place) for each in parameters],
            vararg=None,
            kwonlyargs=[],
            kw_defaults=[],
            kwarg=None,
            defaults=[],
        )
        return ast.FunctionDef(identifier, arguments, body or [self.nothing()], [], None, None, **self.place)

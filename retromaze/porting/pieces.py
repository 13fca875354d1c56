"""Pieces of Python expressions, each with the type of its value.

A type is one of INT, BOOL, FLOAT, STR, ANY, TEXT or a list's; or NUMBER: an Integer or a Real, which only the
running port knows, and which is an int or a float there.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from retromaze.python import fragments
from retromaze.python.fragments import Given, Part, Piece, dotted, expr, node_of

INT, BOOL, FLOAT, STR, ANY, TEXT = "int", "bool", "float", "str", "Any", "basic.Text"
NUMBER = "int | float"

ARITHMETIC: dict[str, ast.operator] = {
    "|": ast.BitOr(), "^": ast.BitXor(), "&": ast.BitAnd(), "<<": ast.LShift(), ">>": ast.RShift(),
    "+": ast.Add(), "-": ast.Sub(), "*": ast.Mult(), "/": ast.Div(), "//": ast.FloorDiv(), "%": ast.Mod(),
}  # fmt: skip
COMPARING: dict[str, ast.cmpop] = {
    "==": ast.Eq(), "!=": ast.NotEq(), "<": ast.Lt(), "<=": ast.LtE(), ">": ast.Gt(), ">=": ast.GtE(),
}  # fmt: skip


NONE = ast.Constant(None)


def made(template: str, type_: str, **given: Given) -> Piece:
    """A piece by a template."""
    return Piece(expr(template, **given), type_)


def named(name: str, type_: str) -> Piece:
    """Makes the piece that names a variable or an attribute."""
    return Piece(dotted(name), type_)


def operation(operator: str, left: Piece, right: Piece, type_: str) -> Piece:
    """`left operator right`."""
    if operator in COMPARING:
        return Piece(ast.Compare(left.node, [COMPARING[operator]], [right.node]), type_)
    return Piece(ast.BinOp(left.node, ARITHMETIC[operator], right.node), type_)


def logical(word: ast.boolop, terms: Sequence[Piece], type_: str) -> Piece:
    """`a and b`, `a or b or c`."""
    return Piece(ast.BoolOp(word, [each.node for each in terms]), type_)


def call(function: Part, *arguments: Part, type_: str, **by_name: Part) -> Piece:
    """A call, by position and by name."""
    return Piece(fragments.call(function, *arguments, **by_name), type_)


def number(value: float) -> Piece:
    """A number, as Python writes it."""
    return Piece(fragments.number(value), INT if isinstance(value, int) else FLOAT)


def hexadecimal(digits: str) -> Piece:
    """A number that is written by its bits."""
    return Piece(fragments.spelled(int(digits, 16), f"0x{digits}"), INT)


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

"""The opposite of a condition.

A comparison that has the attribute `unordered` may be about a nan, of which `<` and `>=` both are false.
"""

from __future__ import annotations

import ast

OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


def opposite(test: ast.expr) -> ast.expr:
    """A condition that is true where this one is false."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return operand
        case ast.Compare(left=left, ops=[sign], comparators=[right]) if not getattr(test, "unordered", False):
            return ast.Compare(left, [OPPOSITES[type(sign)]()], [right])
    return ast.UnaryOp(ast.Not(), test)


def is_plain(test: ast.expr) -> bool:
    """Whether a condition has no `not` before anything but a name or a call."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return isinstance(operand, ast.Name | ast.Attribute | ast.Subscript | ast.Call)
    return True

"""Makes Python's ast with margins of a function's lines, as long as they are written as text."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from retromaze.porting.finishing import MISREAD
from retromaze.porting.lines import PortLine
from retromaze.porting.refusals import CannotPort
from retromaze.python.blocks import changed, headings
from retromaze.python.layout import INDENT, NONE, Margin, margin_of, set_margin

NOTHING: Mapping[str, ast.AST] = MappingProxyType({})


def statements_of(rows: Sequence[PortLine], marked: Mapping[str, ast.AST] = NOTHING) -> list[ast.stmt]:
    """The statements that some lines are, one a row; `FLAG(n)` stands for what is marked so."""
    if hidden := next((line for line in rows if not line.code.isprintable()), None):
        raise CannotPort(hidden.number, MISREAD)
    text = "\n".join(INDENT * line.depth + line.code for line in rows)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", SyntaxWarning)
            tree = ast.parse(text.encode())
    except SyntaxError as error:
        # say, a hundred blocks inside each other
        number = number_of(rows, error.lineno or 1)
        raise CannotPort(number, f"up to here Python finds {error.msg}") from error
    set_margins(tree, rows)
    if "0x" in text:
        spell(tree, text.encode().splitlines())
    return changed(tree.body, lambda body: [unmarked(node, marked) for node in body]) if marked else tree.body


def expression_of(text: str) -> ast.expr:
    """The expression that a text is."""
    (found,) = statements_of([PortLine(0, text)])
    assert isinstance(found, ast.Expr)
    return found.value


def function_of(head: str, body: list[ast.stmt], margin: Margin = NONE) -> ast.FunctionDef:
    """A function with this heading."""
    (found,) = statements_of([PortLine(0, head), PortLine(1, "pass")])
    assert isinstance(found, ast.FunctionDef)
    found.body = body
    set_margin(found, margin)
    return found


def number_of(rows: Sequence[PortLine], row: int) -> int:
    """The listing's line that a row counted from 1 was written of: its own, or the one before it."""
    return next((line.number for line in reversed(rows[:row]) if line.number), 1)


def set_margins(tree: ast.Module, rows: Sequence[PortLine]) -> None:
    """Gives each statement the margin of its row, which belongs to it alone."""
    left = {at + 1: Margin(line.number, line.note) for at, line in enumerate(rows)}
    for node in headings(tree.body):
        row = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
        if row not in left:
            raise CannotPort(number_of(rows, row), MISREAD)
        set_margin(node, left.pop(row))
        if isinstance(node, ast.If | ast.For | ast.While) and node.orelse:
            row = node.orelse[0].lineno - 1
            if row in left and rows[row - 1].code == "else:":
                vars(node)["else_margin"] = left.pop(row)
    if left:
        raise CannotPort(number_of(rows, min(left)), MISREAD)


def spell(tree: ast.Module, rows: Sequence[bytes]) -> None:
    """Gives hexadecimal numbers their spelling."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) is int:
            text = rows[node.lineno - 1][node.col_offset : node.end_col_offset].decode("utf-8", "replace")
            if text.startswith("0x") and int(text, 16) == node.value:
                vars(node)["spelled"] = text


def unmarked(node: ast.stmt, marked: Mapping[str, ast.AST]) -> ast.stmt:
    """A statement with what its row stands for."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id="FLAG")) as call):
            found = marked[ast.unparse(call)]
            assert isinstance(found, ast.stmt)
            set_margin(found, margin_of(node))
            return found
        case ast.If(test=ast.Call(func=ast.Name(id="FLAG")) as call):
            vars(node)["test"] = marked[ast.unparse(call)]
        case ast.If(test=ast.UnaryOp(operand=ast.Call(func=ast.Name(id="FLAG")) as call) as opposite):
            vars(opposite)["operand"] = marked[ast.unparse(call)]
    return node

"""Ports PRINT to calls of `console.print`: one call, unless an item depends on what was printed before it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.lowering.printing import RowEnd, printed_rows
from retromaze.porting.expressions import PortExpressions, literal_text
from retromaze.porting.pieces import STR, Piece, call, lines, operation, string
from retromaze.python.fragments import fstring


def print_calls(e: PortExpressions, step: nodes.Print) -> Iterator[ast.stmt]:
    """The calls of one PRINT."""
    for row in printed_rows(step, e.f.scope, e.f.module.variants, lambda item: e.kind(item).is_number):
        text = [row_text(e, row.items)] if row.items else []
        if row.end is RowEnd.LINE:
            yield from lines("{machine}.console.print({text})", machine=e.f.machine, text=text)
        elif text:
            yield from lines('{machine}.console.print({text}, end="")', machine=e.f.machine, text=text)
        if row.end is RowEnd.TAB:
            yield from lines("{machine}.console.tab()", machine=e.f.machine)


def row_text(e: PortExpressions, row: list[Expression]) -> Piece:
    """The items as one string: a plain string, the one item itself, or an f-string."""
    texts = [literal_text(item) for item in row]
    if None not in texts:
        return string("".join(filter(None, texts)))
    if len(row) == 1:
        return one_text(e, row[0])
    shown = [e.printed(item) for item in row]
    if not all(shown):
        first, *rest = [one_text(e, item) for item in row]
        for each in rest:
            first = operation("+", first, each, STR)
        return first
    return Piece(fstring(part for parts in shown for part in parts), STR)


def one_text(e: PortExpressions, item: Expression) -> Piece:
    """An item as a string of its own."""
    piece = e.as_text(item)
    return piece if piece.type == STR else call("str", piece, type_=STR)

"""Ports PRINT to calls of `console.print`: one call, unless an item depends on what was printed before it."""

from __future__ import annotations

from collections.abc import Iterator

from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.lowering.printing import RowEnd, printed_rows
from retromaze.porting.expressions import PortExpressions
from retromaze.porting.pieces import STR, SUM, string


def print_calls(e: PortExpressions, step: nodes.Print) -> Iterator[str]:
    """The calls of one PRINT."""
    for row in printed_rows(step, e.f.scope, e.f.module.variants, lambda item: e.kind(item).is_number):
        end = [] if row.end is RowEnd.LINE else ['end=""']
        text = [row_text(e, row.items)] if row.items else []
        if text or not end:
            yield f"{e.f.machine}.console.print({', '.join(text + end)})"
        if row.end is RowEnd.TAB:
            yield f"{e.f.machine}.console.tab()"


def row_text(e: PortExpressions, row: list[Expression]) -> str:
    """The items as one string: a plain string, the one item itself, or an f-string."""
    texts = [literal_text(item) for item in row]
    if None not in texts:
        return string("".join(filter(None, texts))).text
    if len(row) == 1:
        piece = e.as_text(row[0])
        return piece.text if piece.type == STR else f"str({piece.text})"
    shown = [e.printed(item) for item in row]
    if "" in [inside for inside, text in zip(shown, texts, strict=True) if text != ""]:
        return " + ".join(one_text(e, item) for item in row)
    return f'f"{"".join(shown)}"'


def literal_text(item: Expression) -> str | None:
    """What is printed of an item that is always the same; None for any other."""
    match item:
        case nodes.String(value=text):
            return text
        case nodes.LabelText(name=name):
            return f"@{name}"
        case nodes.Number(value=int(value)):
            return str(value)
    return None


def one_text(e: PortExpressions, item: Expression) -> str:
    """An item as a string of its own."""
    piece = e.as_text(item)
    return piece.at(SUM + 1) if piece.type == STR else f"str({piece.text})"

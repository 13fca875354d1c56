"""Ports PRINT to calls of `console.print`: one call, unless an item depends on what was printed before it.

The rules are the compiler's, so that both sides make the same events.
"""

from __future__ import annotations

from collections.abc import Iterator

from retromaze.compiler.facts.lengths import is_short
from retromaze.compiler.writing.printing import MOST_STRINGS, sees_console
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.porting.expressions import Expressions
from retromaze.porting.pieces import STR, SUM, string


def print_calls(e: Expressions, step: nodes.Print) -> Iterator[str]:
    """The calls of one PRINT."""
    row: list[Expression] = []
    strings = 0
    for item in step.items:
        if item == ",":
            yield from row_call(e, row, open_end=True)
            yield f"{e.f.machine}.console.tab()"
            row = []
        elif not isinstance(item, str):
            strings += not e.kind(item).is_number and not is_short(item)
            if sees_console(e.f.scope, e.f.module.variants, item) or strings > MOST_STRINGS:
                yield from row_call(e, row, open_end=True)
                row, strings = [], 1
            row.append(item)
    open_end = bool(step.items) and step.items[-1] in (";", ",")
    if row or not open_end:
        yield from row_call(e, row, open_end=open_end, needed=True)


def row_call(e: Expressions, row: list[Expression], *, open_end: bool, needed: bool = False) -> Iterator[str]:
    if not row and not needed:
        return
    end = ['end=""'] if open_end else []
    text = [row_text(e, row)] if row else []
    yield f"{e.f.machine}.console.print({', '.join(text + end)})"


def row_text(e: Expressions, row: list[Expression]) -> str:
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


def one_text(e: Expressions, item: Expression) -> str:
    """An item as a string of its own."""
    piece = e.as_text(item)
    return piece.at(SUM + 1) if piece.type == STR else f"str({piece.text})"

"""PRINT becomes calls of the console's own `print`: one, unless an item looks at what was printed before it.

The rules are the compiler's, so that both sides make the same events.
"""

from __future__ import annotations

from collections.abc import Iterator

from retromaze.compiler.facts.lengths import is_short
from retromaze.compiler.writing.printing import MOST_STRINGS, sees_console
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.porting.expressions import Expressions
from retromaze.porting.pieces import STR, SUM


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
    """The items as one string: the one item itself, a plain string, or an f-string."""
    if len(row) == 1 and not is_literal(row[0]):
        piece = e.as_text(row[0])
        return piece.text if piece.type == STR else f"str({piece.text})"
    shown = [e.printed(item) for item in row]
    if "" in [text for text, item in zip(shown, row, strict=True) if item != nodes.String(0, 0, "")]:
        return " + ".join(one_text(e, item) for item in row)
    inside = "".join(shown)
    formatted = not all(map(is_literal, row))
    return f'f"{inside}"' if formatted else f'"{inside.replace("{{", "{").replace("}}", "}")}"'


def is_literal(item: Expression) -> bool:
    """Whether its characters can stand in a string as they are."""
    whole = isinstance(item, nodes.Number) and isinstance(item.value, int)
    return whole or isinstance(item, nodes.String | nodes.LabelText)


def one_text(e: Expressions, item: Expression) -> str:
    """An item as a string of its own."""
    piece = e.as_text(item)
    return piece.at(SUM + 1) if piece.type == STR else f"str({piece.text})"

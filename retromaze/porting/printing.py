"""PRINT becomes calls of the console's own `print`: one, unless an item looks at what was printed before it.

The rules are the compiler's, so that both sides make the same events.
"""

from __future__ import annotations

from collections.abc import Iterator

from retromaze.builtins.registry import BUILTINS
from retromaze.compiler.facts.lengths import is_short
from retromaze.compiler.writing.printing import LOOKS, MOST_STRINGS
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.walk import every
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
            if sees_console(e, item) or strings > MOST_STRINGS:
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
    if len(row) == 1 and not isinstance(row[0], nodes.String | nodes.LabelText):
        piece = e.as_text(row[0])
        return piece.text if piece.type == STR else f"str({piece.text})"
    shown = [e.printed(item) for item in row]
    if "" in [text for text, item in zip(shown, row, strict=True) if item != nodes.String(0, 0, "")]:
        return " + ".join(one_text(e, item) for item in row)
    inside = "".join(shown)
    formatted = any(not isinstance(item, nodes.String | nodes.LabelText) for item in row)
    return f'f"{inside}"' if formatted else f'"{inside.replace("{{", "{").replace("}}", "}")}"'


def one_text(e: Expressions, item: Expression) -> str:
    """An item as a string of its own."""
    piece = e.as_text(item)
    return piece.at(SUM + 1) if piece.type == STR else f"str({piece.text})"


def sees_console(e: Expressions, item: Expression) -> bool:
    """Whether working out the item may show what was printed before it, or print something itself."""
    return any(looks(e, node) for node in every(item))


def looks(e: Expressions, node: nodes.Node) -> bool:
    match node:
        case nodes.Name(name=name):
            return name in LOOKS and e.f.scope.find(name) is None
        case nodes.Function(name=name):
            return name in e.f.module.variants or name in LOOKS or name not in BUILTINS
        case _:
            return False

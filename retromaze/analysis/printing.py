"""Divides the items of PRINT into rows: what one call may print.

An item that looks at the console, or calls out of the statement, sees what was printed before it: the text so
far is printed by a call of its own. Everything else is one call, so that a PRINT is one event for whoever
listens, in the listing and in its port.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from enum import Enum
from typing import NamedTuple

from retromaze.analysis.declared import looks_of, runs_listing
from retromaze.analysis.lengths import is_short
from retromaze.builtins.handling import Look
from retromaze.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import Scope
from retromaze.language.walk import every

# So many strings are joined into one text at most, because each may fill the console's memory.
MOST_STRINGS = 16


class RowEnd(Enum):
    """What comes behind a row; where a comma goes depends on the cursor."""

    LINE = "a new line"
    TAB = "the next place of a comma"
    OPEN = "more in the same line"


class PrintedRow(NamedTuple):
    """Items of which none but the first looks at the console; none at all where only the end counts."""

    items: list[Expression]
    end: RowEnd


def printed_rows(
    step: nodes.Print, scope: Scope, definitions: Container[str], is_number: Callable[[Expression], bool]
) -> Iterator[PrintedRow]:
    """The rows of one PRINT."""
    row: list[Expression] = []
    strings = 0
    for item in step.items:
        if item == ",":
            yield PrintedRow(row, RowEnd.TAB)
            row = []
        elif not isinstance(item, str):
            strings += not is_number(item) and not is_short(item)
            if sees_console(scope, definitions, item) or strings > MOST_STRINGS:
                yield PrintedRow(row, RowEnd.OPEN)
                row, strings = [], 1
            row.append(item)
    is_open = bool(step.items) and step.items[-1] in (";", ",")
    yield PrintedRow(row, RowEnd.OPEN if is_open else RowEnd.LINE)


def sees_console(scope: Scope, definitions: Container[str], item: Expression) -> bool:
    """Whether working out an item may show what was printed before it, or print something itself."""
    return any(looks(scope, definitions, node) for node in every(item))


def looks(scope: Scope, definitions: Container[str], node: nodes.Node) -> bool:
    match node:
        case nodes.Name(name=name):
            return bool(looks_of(name) & Look.CONSOLE) and scope.find(name) is None
        case nodes.Function(name=name):
            return name in definitions or name not in BUILTINS or sees(name)
        case _:
            return False


def sees(name: str) -> bool:
    """Whether a builtin looks at the console, or runs what may do so."""
    return bool(looks_of(name) & Look.CONSOLE) or runs_listing(name)

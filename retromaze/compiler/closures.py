"""The functions of a compiled listing as closures: the values of one run are in their cells.

CPython remembers where a global is for one dictionary only. A run with globals of its own looked each of them
up some fifty times before that was learnt again; and a store to a cell costs no more than one to a local.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from types import CellType, CodeType
from typing import Any

from retromaze.compiler.functions import START
from retromaze.language.text import yield_to_host
from retromaze.values.elements import Elements
from retromaze.values.texts import Texts

HANDED_OUT = frozenset(
    (
        *("Array", "ask_fields", "ask_line", "budget", "call_back", "call_by_name", "command", "end_program"),
        *("find_label", "gosub_by_name", "label_exists", "look_on", "print_", "read_data", "remaining"),
        *("restore", "set_variable_named", "shift", "suspend", "switch", "tab", "tick", "trace"),
        *("unshift_item", "variable_exists", "variable_named", "work", "write_system"),
        *Texts.OPERATORS,
        *Elements.OPERATORS,
    )
)
"""What generated code calls, or counts in, that belongs to one run; its other words are the same for all."""

TOGETHER = 256
"""So many functions are compiled at once: for each of them CPython looks through all names around it.

With 10,000 of them that took seven seconds, in which nobody was heard.
"""

Closure = tuple[CodeType, Callable[[Mapping[str, CellType]], tuple[CellType, ...]]]
"""The code of a function, and what picks its cells out of all that a run has, by their names."""


def chooser(names: tuple[str, ...]) -> Callable[[Mapping[str, CellType]], tuple[CellType, ...]]:
    """What picks the values of these names out of a mapping, in their order."""
    if len(names) > 1:
        return itemgetter(*names)
    return lambda cells: tuple(cells[name] for name in names)


def closures(
    functions: Sequence[ast.FunctionDef], has_cell: Callable[[str], bool], path: str
) -> Iterator[CodeType]:
    """Their code, which finds in cells those of the names in it that have one."""
    for first in range(0, len(functions), TOGETHER):
        some = functions[first : first + TOGETHER]
        yield from compiled_closures(some, filter(has_cell, dict.fromkeys(used_in(some))), path)


def compiled_closures(
    functions: Sequence[ast.FunctionDef], names: Iterable[str], path: str
) -> Iterator[CodeType]:
    """The code of functions that stand in one which has all these names.

    Nobody is heard while CPython compiles, a second for a listing as long as the console can hold.
    """
    yield_to_host()
    own = {each.name for each in functions}
    around = START.function("listing", [each for each in names if each not in own], list(functions))
    module = compile(ast.Module([around], []), path, "exec", dont_inherit=True)
    yield_to_host()
    (listing,) = codes_in(module)
    return (each.replace(co_qualname=each.co_name) for each in codes_in(listing))


def used_in(functions: Iterable[ast.FunctionDef]) -> Iterator[str]:
    """The names that functions mention."""
    waiting: list[Any] = [each.body for each in functions]
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind is ast.Name:
            yield node.id
        elif kind is list:
            waiting += node
        elif kind is ast.Nonlocal:
            yield from node.names
        elif kind is not ast.Constant and isinstance(node, ast.AST):
            # in a third of the time of ast.walk
            waiting += [getattr(node, name) for name in node._fields]


def codes_in(code: CodeType) -> list[CodeType]:
    """The code of the functions that are defined in it."""
    return [each for each in code.co_consts if isinstance(each, CodeType)]

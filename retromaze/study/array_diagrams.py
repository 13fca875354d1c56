"""Chooses how an array is drawn, as a grid, a stack or a forest, by its values and by the statements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import prod
from typing import Any

from retromaze.language import nodes
from retromaze.language.nodes import Statement, every
from retromaze.sources.variables import Known, shape_of
from retromaze.study.run_diagrams import MOST_DRAWN, MOST_NODES, forest_parents, is_number

ADDING = {"PUSH", "UNSHIFT"}
ROW_WORDS = {*ADDING, "POP", "SHIFT"}
FEWEST_NODES = 8
"""Elements of a forest: fewer numbers are parents by accident."""
MOST_PARTS = 4
"""Diagrams that are drawn where the reader has named none."""


class ArrayUses:
    """The arrays of a listing that grow and shrink, by which words, and those that do so together."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self._words: dict[str, set[str]] = {}
        for each in statements:
            for word, name in row_calls(each):
                self._words.setdefault(name, set()).add(word)
        self._partners = {name: names for names in pushed_together(statements) for name in names}
        self._places = dict(self._places_of_stacks(statements))

    def _places_of_stacks(self, statements: Sequence[Statement]) -> Iterator[tuple[str, list[str]]]:
        """Each array with an element whose two subscripts are variables that are pushed, and their stacks."""
        pushed = {
            value.name: array.name
            for statement in statements
            for each in every(statement)
            if isinstance(each, nodes.Instruction) and each.name == "PUSH" and len(each.arguments) == 2
            for array, value in [each.arguments]
            if isinstance(array, nodes.Name) and isinstance(value, nodes.Name)
        }
        for statement in statements:
            for each in every(statement):
                if isinstance(each, nodes.Index) and isinstance(each.target, nodes.Name):
                    names = [pushed.get(getattr(one, "name", ""), "") for one in each.subscripts]
                    if (
                        len(names) == 2
                        and all(names)
                        and sorted(names) == sorted(self._partners.get(names[0], []))
                    ):
                        yield each.target.name, names

    def drawings(self, name: str, items: list[Any]) -> list[str]:
        """The words of a lesson's line `draw` that draw an array, the best first."""
        shape = shape_of(items)
        if len(shape) == 2 and 0 < prod(shape) <= MOST_DRAWN:
            return [f"grid {name} shaded", f"grid {name}"]
        if len(shape) != 1:
            return []
        words, found = self._words.get(name, set()), []
        if words & ADDING:
            both_ends = "SHIFT" in words or {"UNSHIFT", "POP"} <= words
            together = " ".join(self._partners.get(name, [name]))
            rows = [f"queue {together}", f"stack {together}"]
            found += rows if both_ends else rows[::-1]
        # the values are looked through each time that they are told
        numeric = 0 < len(items) <= MOST_NODES and all(map(is_number, items))
        if numeric and not found and looks_like_forest(items):
            found.append(f"forest {name}")
        if numeric and len(set(items)) > 2:
            found.append(f"bars {name}")
        return [*found, f"list {name}"]

    def by_themselves(self, known: Known) -> str:
        """The words that draw what matters most: a grid, then stacks and queues, then a forest, else bars."""
        arrays = {name.removesuffix("[]"): items for name, items in known.items() if name.endswith("[]")}
        best = [words for name in arrays for words in self.drawings(name, arrays[name])[:1]]
        kinds: dict[str, list[str]] = {}
        for words in dict.fromkeys(best):
            kinds.setdefault(words.partition(" ")[0], []).append(words)
        grids = [each for each in kinds.get("grid", []) if min(shape_of(arrays[each.split()[1]])) > 2]
        # the rooms that a stack holds are a way through the grid
        ways = [
            f"way {' '.join(self._places[name])}"
            for name in (each.split()[1] for each in grids[:1])
            if name in self._places
        ]
        chosen = [
            *grids[:1],
            *ways,
            *kinds.get("stack", []),
            *kinds.get("queue", []),
            *kinds.get("forest", [])[:1],
        ]
        rest = [*kinds.get("bars", []), *kinds.get("grid", []), *kinds.get("list", [])]
        return ", ".join(chosen[: MOST_PARTS + len(ways)] or rest[:1])


def row_calls(statement: Statement) -> Iterator[tuple[str, str]]:
    """Each PUSH, POP, SHIFT and UNSHIFT of a statement, with the name of its array."""
    for each in every(statement):
        if isinstance(each, nodes.Instruction | nodes.Function) and each.name in ROW_WORDS and each.arguments:
            array = each.arguments[0]
            if isinstance(array, nodes.Name):
                yield each.name, array.name


def pushed_together(statements: Iterable[Statement]) -> Iterator[list[str]]:
    """The arrays that neighbouring statements PUSH add to, or UNSHIFT: X and Y of one item."""
    for word, run in groupby(statements, lambda each: getattr(each, "name", "")):
        names = list(dict.fromkeys(name for each in run for _, name in row_calls(each)))
        if word in ADDING and len(names) > 1:
            yield names


def looks_like_forest(items: Sequence[int | float]) -> bool:
    """Whether numbers can be parents in a union-find: a leader's is its own number or a negative one."""
    are_whole = len(items) >= FEWEST_NODES and all(each == int(each) for each in items)
    return are_whole and forest_parents(items) is not None

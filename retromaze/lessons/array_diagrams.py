"""Chooses how an array is drawn, in a lesson's words (`stack S`), by its values and by the statements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import prod
from typing import Any

from retromaze.language import nodes
from retromaze.language.nodes import Statement, walk
from retromaze.language.prologue import literal_value
from retromaze.lessons.run_diagrams import MOST_DRAWN, MOST_NODES, is_number, parents_from_values
from retromaze.sources.variables import VariableValues, shape_of

ADDING = {"PUSH", "UNSHIFT"}
LENGTH_WORDS = {*ADDING, "POP", "SHIFT"}
FEWEST_NODES = 8
"""Elements of a forest: fewer numbers are parents by accident."""
MOST_PARTS = 4
"""Diagrams that are drawn where the reader has named none."""


class ArrayUses:
    """Finds out from a listing's statements how it uses each array: as a stack, a queue, a forest.

    `_words_by_array` has the words (PUSH, POP, ...) that change an array's length. `_pushed_with` has for
    each array all arrays to which one item is pushed, `_stacks_of_grid` for each grid the stacks whose items
    are its subscripts, `_pointed_drawings` for each array with a pointer how it is drawn. `_parent_arrays`
    are the arrays of parents in a union-find.
    """

    def __init__(self, statements: Sequence[Statement]) -> None:
        self._words_by_array: dict[str, set[str]] = {}
        for each in statements:
            for word, name in calls_that_change_length(each):
                self._words_by_array.setdefault(name, set()).add(word)
        self._pushed_with = {name: names for names in pushed_together(statements) for name in names}
        self._stacks_of_grid = dict(self._grids_with_stacks(statements))
        self._pointed_drawings = drawings_of_pointed_arrays(statements)
        self._parent_arrays = set(parent_arrays(statements))

    def _grids_with_stacks(self, statements: Sequence[Statement]) -> Iterator[tuple[str, list[str]]]:
        """Yields each grid with an element whose two subscripts are pushed variables, and their stacks.

        `R[X,Y]`, where X and Y are pushed to SX and SY together, gives R with [SX, SY]: these stacks hold the
        way through the grid.
        """
        stack_of_variable = {
            value.name: array.name
            for statement in statements
            for each in walk(statement)
            if isinstance(each, nodes.Instruction) and each.name == "PUSH" and len(each.arguments) == 2
            for array, value in [each.arguments]
            if isinstance(array, nodes.Name) and isinstance(value, nodes.Name)
        }
        for statement in statements:
            for each in walk(statement):
                if isinstance(each, nodes.Index) and isinstance(each.target, nodes.Name):
                    # "" for a subscript that is no pushed variable
                    stacks = [stack_of_variable.get(getattr(one, "name", ""), "") for one in each.subscripts]
                    if len(stacks) == 2 and sorted(stacks) == sorted(self._pushed_with.get(stacks[0], [])):
                        yield each.target.name, stacks

    def drawings(self, name: str, items: list[Any]) -> list[str]:
        """Returns the ways to draw an array with these items in a lesson's words (`stack X`), best first."""
        shape = shape_of(items)
        if len(shape) == 2 and 0 < prod(shape) <= MOST_DRAWN:
            return [f"grid {name} shaded", f"grid {name}"]
        if len(shape) != 1:
            return []
        words, drawings = self._words_by_array.get(name, set()), []
        if words & ADDING:
            # a queue uses both ends of the array, a stack only one
            both_ends = "SHIFT" in words or {"UNSHIFT", "POP"} <= words
            together = " ".join(self._pushed_with.get(name, [name]))
            queue, stack = f"queue {together}", f"stack {together}"
            drawings += [queue, stack] if both_ends else [stack, queue]
        elif name in self._pointed_drawings:
            drawings.append(self._pointed_drawings[name])
        # for few elements only, as the values are read again at each step of a run
        numeric = 0 < len(items) <= MOST_NODES and all(map(is_number, items))
        may_be_nodes = numeric and name in self._parent_arrays and len(items) >= FEWEST_NODES
        if may_be_nodes and all(each == int(each) for each in items) and parents_from_values(items):
            drawings.append(f"forest {name}")
        # two different values are flags, which bars do not show better than a list
        if numeric and len(set(items)) > 2:
            drawings.append(f"bars {name}")
        return [*drawings, f"list {name}"]

    def automatic_drawings(self, known: VariableValues) -> str:
        """Returns words to draw the most useful arrays: a grid, stacks, queues, else a forest or bars."""
        arrays = {name.removesuffix("[]"): items for name, items in known.items() if name.endswith("[]")}
        # the best drawing of each array that has one
        best = [words for name in arrays for words in self.drawings(name, arrays[name])[:1]]
        by_kind: defaultdict[str, list[str]] = defaultdict(list)
        # each once: arrays that are drawn together have the same words
        for words in dict.fromkeys(best):
            kind, *_ = words.split()
            by_kind[kind].append(words)
        # a table of one or two rows is no maze
        grids = [words for words in by_kind["grid"] if min(shape_of(arrays[words.split()[1]])) > 2][:1]
        # the rooms that a stack holds are a way through the grid
        stacks = [self._stacks_of_grid.get(words.split()[1], []) for words in grids]
        ways = [f"way {' '.join(names)}" for names in stacks if names]
        chosen = [*grids, *ways, *by_kind["stack"], *by_kind["queue"], *by_kind["forest"][:1]]
        rest = [*by_kind["bars"], *by_kind["grid"], *by_kind["list"]]
        # a way is drawn into its grid, and is no diagram of its own
        return ", ".join(chosen[: MOST_PARTS + len(ways)] or rest[:1])


def calls_that_change_length(statement: Statement) -> Iterator[tuple[str, str]]:
    """Yields the word of each PUSH, POP, SHIFT and UNSHIFT of a statement, with the name of its array."""
    for each in walk(statement):
        if isinstance(each, nodes.Instruction | nodes.Function) and each.name in LENGTH_WORDS:
            match each.arguments:
                case (nodes.Name(name=array), *_):
                    yield each.name, array


def pushed_together(statements: Iterable[Statement]) -> Iterator[list[str]]:
    """Yields the arrays to which a row of statements PUSH, or UNSHIFT: they hold an item together."""
    for word, run in groupby(statements, lambda each: getattr(each, "name", "")):
        names = list(dict.fromkeys(name for each in run for _, name in calls_that_change_length(each)))
        if word in ADDING and len(names) > 1:
            yield names


def drawings_of_pointed_arrays(statements: Sequence[Statement]) -> dict[str, str]:
    """Returns the words that draw each array that is filled at a pointer, `S[P]=X:INC P`, up to that pointer.

    It is a stack if the pointer also goes back, and a queue if elements are read at another variable that
    only goes on. Arrays that neighbouring statements fill at the same pointer are drawn together.
    """
    # for each statement the variable that it moves, and 1 or -1; None if it moves none
    steps = [pointer_step(each) for each in statements]
    # the variables in the subscripts at which each array is read
    reads: dict[str, set[str]] = {}
    for each in statements:
        for name, subscript in elements_read(each):
            reads.setdefault(name, set()).update(names_in(subscript))
    back = {name for name, sign in filter(None, steps) if sign < 0}
    onward = {name for name, sign in filter(None, steps) if sign > 0} - back
    words_of: dict[str, str] = {}
    for pointer, group in groupby(range(len(statements)), lambda at: pointer_of(statements[at])):
        numbers = list(group)
        names = list(dict.fromkeys(stored_element(statements[at])[0] for at in numbers))
        # the steps of the statements right before and after, each in a list; empty where there is none
        before, after = steps[numbers[0] - 1 : numbers[0]], steps[numbers[-1] + 1 : numbers[-1] + 2]
        # whether the pointer is at the newest element, `INC P:S[P]=X`, not behind it
        is_filled_after_step = before == [(pointer, 1)]
        if not pointer or not (is_filled_after_step or after == [(pointer, 1)]):
            continue
        top = pointer if is_filled_after_step else f"{pointer}-1"
        # the item is read as its first array is: of a queue at another pointer, which only goes on
        read_at = reads.get(names[0], set())
        heads = sorted(read_at & onward - {pointer})
        if pointer in back and pointer in read_at:
            start = lowest_subscript(statements, names[0], pointer, is_filled_after_step)
            words = f"stack {' '.join(names)} from {start} to {top}"
        elif len(heads) == 1 and pointer in onward:
            head = f"{heads[0]}+1" if is_filled_after_step else heads[0]
            words = f"queue {' '.join(names)} from {head} to {top}"
        else:
            continue
        words_of.update((name, words) for name in names if name not in words_of)
    return words_of


def lowest_subscript(
    statements: Sequence[Statement], array: str, pointer: str, is_filled_after_step: bool
) -> int:
    """Returns the lowest subscript at which the listing stores into a stack or queue, at least 0.

    It is the lowest literal that is assigned to the pointer (0 without one; a pointer may begin at -1) or
    written as a subscript of a store.
    """
    begins = whole_numbers(value for name, value in assigned_values(statements) if name == pointer) or [0]
    if is_filled_after_step:
        # the pointer has gone one on before the first element is stored
        begins = [each + 1 for each in begins]
    stored = whole_numbers(subscript for name, subscript in map(stored_element, statements) if name == array)
    return max(min([*begins, *stored]), 0)


def assigned_values(statements: Sequence[Statement]) -> Iterator[tuple[str, Any]]:
    """Yields each variable that is assigned or declared, with the expression of its value."""
    for each in statements:
        if isinstance(each, nodes.Assign) and isinstance(each.target, nodes.Name):
            yield each.target.name, each.value
        elif isinstance(each, nodes.Declare):
            yield from ((one.name, one.value) for one in each.declarations if one.sizes is None)


def whole_numbers(expressions: Iterable[Any]) -> list[int]:
    """Returns the numbers that are literals among expressions, cut to whole ones."""
    values = map(literal_value, expressions)
    return [int(each) for each in values if isinstance(each, int | float)]


def stored_element(statement: Statement) -> tuple[str, Any]:
    """Returns the array and the subscript of an assignment to an element of one dimension; "" for none."""
    match statement:
        case nodes.Assign(target=nodes.Index(target=nodes.Name(name=name), subscripts=(subscript,))):
            return name, subscript
    return "", None


def pointer_of(statement: Statement) -> str:
    """Returns the variable that is the subscript where a statement stores: P of `S[P]=X`; "" for none."""
    _, subscript = stored_element(statement)
    return subscript.name if isinstance(subscript, nodes.Name) else ""


def pointer_step(statement: Statement) -> tuple[str, int] | None:
    """Returns the variable to which a statement adds 1 or -1, and that number; None for other statements."""
    match statement:
        case nodes.Increase(target=nodes.Name(name=name), sign=sign, amount=None | nodes.Number(value=1)):
            return name, sign
        case nodes.Assign(
            target=nodes.Name(name=name),
            value=nodes.Binary(
                operator="+" | "-" as operator, left=nodes.Name(name=left), right=nodes.Number(value=1)
            ),
        ) if name == left:
            return name, 1 if operator == "+" else -1
    return None


def elements_read(statement: Statement) -> Iterator[tuple[str, Any]]:
    """Yields each array of one dimension with the subscript at which the statement reads it."""
    # the element on the left of an assignment is not read
    stored = getattr(statement, "target", None)
    for each in walk(statement):
        match each:
            case nodes.Index(target=nodes.Name(name=name), subscripts=(subscript,)) if each is not stored:
                yield name, subscript


def names_in(expression: Any) -> set[str]:
    """Returns the names of the variables in an expression."""
    return {each.name for each in walk(expression) if isinstance(each, nodes.Name)}


def parent_arrays(statements: Sequence[Statement]) -> Iterator[str]:
    """Yields the arrays whose elements are used as subscripts of the same array, as a union-find does.

    It may do so at once, `U[U[I]]`, or through a variable or parameter that gets an element: `I=U[I]`.
    """
    # for each array the variables in its subscripts
    subscripts: dict[str, set[str]] = {}
    for statement in statements:
        for name, subscript in [*elements_read(statement), stored_element(statement)]:
            if name:
                subscripts.setdefault(name, set()).update(names_in(subscript))
                if any(name == inner for inner, _ in elements_read(subscript)):
                    yield name
    for variable, value in assigned_and_passed(statements):
        match value:
            case nodes.Index(target=nodes.Name(name=name), subscripts=(_,)) if variable in subscripts[name]:
                yield name


def assigned_and_passed(statements: Sequence[Statement]) -> Iterator[tuple[str, Any]]:
    """Yields each variable that is assigned, and each parameter of a DEF that is called, with its value."""
    parameters = {each.name: each.parameters for each in statements if isinstance(each, nodes.Define)}
    for statement in statements:
        if isinstance(statement, nodes.Assign) and isinstance(statement.target, nodes.Name):
            yield statement.target.name, statement.value
        for each in walk(statement):
            if isinstance(each, nodes.Instruction | nodes.Function):
                yield from zip(parameters.get(each.name, ()), each.arguments, strict=False)

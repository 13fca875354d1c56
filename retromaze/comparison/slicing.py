"""The dynamic slice of a run of Python: the lines that values and decisions at its last line come from.

The facts of a statement, read from its text, are the names that it sets and uses, and the conditions above
it. The levels of a name are the lines that set it, then those that set what they used, and so on.

Names are told apart by the function that they are local to; an attribute is one name in all objects.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, zip_longest
from pathlib import Path
from types import FrameType
from typing import NamedTuple

DEPTH = 4
"""The number of levels: a value comes from a line, that line's values from others, and so on."""
WIDTH = 8
"""Lines that are kept at one level."""
MUTATORS = {"append", "appendleft", "clear", "extend", "insert", "pop", "popleft", "remove", "sort", "update"}
"""Methods of Python's lists and dictionaries that change them."""
RESULT = "()"
"""The name of a function's result is this and the function's name."""
CONDITIONS = (ast.If, ast.While, ast.For, ast.Match)

Levels = tuple[tuple[int, ...], ...]


class StatementFacts(NamedTuple):
    """What the text of a statement says.

    `line`: its first line. `sets`, `uses`: the names that it sets and uses; the latter are sorted, so that
    always the same lines are kept if there are many. `conditions`: the lines of the conditions that it
    stands below. `is_condition`: whether it is a condition; `conditionally_sets`: the names that the
    statements below it set.
    `has_own_value`: whether it computes a value that could be wrong; `while True:` and `self.draw()` do not.
    `in_init`: whether it is in a method `__init__`.
    """

    line: int
    sets: frozenset[str]
    uses: tuple[str, ...]
    conditions: tuple[int, ...]
    is_condition: bool
    conditionally_sets: frozenset[str]
    has_own_value: bool
    in_init: bool


class Slicer:
    """Follows the lines of one Python file as they are run, and knows the levels of each name's value.

    `_facts`: the facts by line; `_parameters`: the parameters by function. `_levels`: the levels by name.
    `_set_later`: the names that are set outside of `__init__`. `_running`: the pending calls, the outermost
    first, each with the statement that it is in, None in another file. `_calls`: the pending calls at the
    last line. `_known_sources` and `_known_decisions` have levels that were worked out before, by the `id`
    of what they depend on: a loop asks for the same again and again. `_distinct_levels` has the one object
    that stands for all equal levels, so that its `id` does.
    """

    def __init__(self, file: str) -> None:
        self._file = file
        self._facts, self._parameters = facts_of(file)
        later = (each.sets for each in self._facts.values() if not each.in_init)
        self._set_later = frozenset[str]().union(*later)
        self._levels: dict[str, Levels] = {}
        self._running: list[tuple[FrameType, StatementFacts | None]] = []
        self._calls: list[FrameType] = []
        self._distinct_levels: dict[Levels, Levels] = {}
        self._known_sources: dict[tuple[int, ...], Levels] = {}
        self._known_decisions: dict[tuple[int, int], Levels] = {}

    def on_line(self, calls: list[FrameType]) -> None:
        """Notes that a line begins, so that the statement before it has ended and has set its names.

        `calls` are the pending calls, the innermost first; while they stay the same, so does the list.
        """
        running = self._running
        if calls is self._calls:
            frame, ended = running[-1]
            if ended:
                self._end(ended)
            running[-1] = frame, self._statement_of(frame)
            return
        self._calls, pending = calls, calls[::-1]
        unchanged = still_pending(running, pending)
        # the statements of calls that have returned are ended, and so is the previous one in the same call
        first_ended = unchanged - 1 if unchanged == len(pending) else unchanged
        for _, ended in reversed(running[first_ended:]):
            if ended:
                self._end(ended)
        del running[min(unchanged, len(pending) - 1) :]
        for frame in pending[len(running) :]:
            code = frame.f_code
            _, caller = running[-1] if running else (None, None)
            if caller and len(running) >= unchanged:
                # a new call, no further line of a pending one: the caller's statement gives its parameters
                source_levels = self._source_levels(caller)
                self._levels.update(dict.fromkeys(self._parameters.get(code.co_name, ()), source_levels))
            running.append((frame, self._statement_of(frame)))

    def _statement_of(self, frame: FrameType) -> StatementFacts | None:
        """Returns the facts of the statement that a call is in; None in another file."""
        return self._facts.get(frame.f_lineno) if frame.f_code.co_filename == self._file else None

    def _end(self, statement: StatementFacts) -> None:
        """Notes that a statement has set its names, or has decided whether the statements below it run."""
        if statement.sets:
            source_levels = self._source_levels(statement)
            for name in statement.sets:
                self._levels[name] = source_levels
        if statement.conditionally_sets:
            self._note_decision(statement)

    def _source_levels(self, facts: StatementFacts) -> Levels:
        """Returns the levels of what a statement sets now; the first has the statement itself."""
        key = id(facts), *[id(self._levels.get(name)) for name in facts.uses]
        found = self._known_sources.get(key)
        if found is None:
            levels = self._new_source_levels(facts)
            found = self._known_sources[key] = self._distinct_levels.setdefault(levels, levels)
        return found

    def _new_source_levels(self, facts: StatementFacts) -> Levels:
        """Works out `_source_levels` from the levels of the names that the statement uses.

        A statement that uses a name to set it, `x += 1`, is at the same level as the one that set it before.
        """
        known = [name for name in facts.uses if name in self._levels]
        # what other names come from is one level further; what the statement's own name came from is not
        own = [self._levels[name] for name in known if name in facts.sets]
        others = [self._levels[name] for name in known if name not in facts.sets]
        lines = (facts.line, *facts.conditions) if facts.has_own_value else facts.conditions
        first = merged_in_turn([lines, *(levels[0] for levels in own)])
        further = (
            merged_in_turn([*(levels[at - 1] for levels in others), *(levels[at] for levels in own)])
            for at in range(1, DEPTH)
        )
        return (first, *further)

    def _note_decision(self, condition: StatementFacts) -> None:
        """Adds a condition to the levels of names set inside it: they depend on it even if it was false."""
        sources = self._source_levels(condition)
        for name in condition.conditionally_sets & self._levels.keys():
            levels = self._levels[name]
            key = id(levels), id(sources)
            if key not in self._known_decisions:
                first, *further = levels
                merged = (merged_in_turn(pair) for pair in zip(further, sources, strict=False))
                decided = (first, *merged)
                self._known_decisions[key] = self._distinct_levels.setdefault(decided, decided)
            self._levels[name] = self._known_decisions[key]

    def lines(self, lines_run: Sequence[int]) -> list[int]:
        """Returns the lines that the current state comes from, the nearest first.

        It comes from the innermost current statement, the conditions among `lines_run`, and the statements
        of the callers; what a condition or a caller comes from is a level further away. Lines of
        `__init__` that set names which other lines set, too, are last.
        """
        current = [facts for _, facts in reversed(self._running) if facts]
        executed = [self._facts[line] for line in reversed(lines_run) if line in self._facts]
        conditions = [each for each in executed if each.is_condition]
        nearest = dict.fromkeys((*current[:1], *conditions, *current[1:]))
        # the innermost statement's first level, then its second with the first of the others, and so on
        levels = [
            self._source_levels(each) if each in current[:1] else ((), *self._source_levels(each))
            for each in nearest
        ]
        rows = chain.from_iterable(zip_longest(*levels, fillvalue=()))
        lines = dict.fromkeys(chain.from_iterable(rows))

        def is_overwritten(line: int) -> bool:
            """Whether a line of `__init__` sets only names that other lines set as well."""
            facts = self._facts[line]
            return facts.in_init and bool(facts.sets) and facts.sets <= self._set_later

        return sorted(lines, key=is_overwritten)


def still_pending(before: Sequence[tuple[FrameType, *tuple[object, ...]]], now: Sequence[FrameType]) -> int:
    """Returns how many of the calls that were pending before still are; the outermost calls come first."""
    unchanged, most = 0, min(len(before), len(now))
    while unchanged < most and before[unchanged][0] is now[unchanged]:
        unchanged += 1
    return unchanged


def merged_in_turn(lines: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """Returns up to WIDTH lines, each once: the first of each tuple, then the second of each, and so on."""
    in_turn = (line for row in zip_longest(*lines) for line in row if line is not None)
    return tuple(dict.fromkeys(in_turn))[:WIDTH]


FileFacts = tuple[dict[int, StatementFacts], dict[str, list[str]]]
"""The facts of each line of a file, and the parameters of its functions by their names."""
FILES = 8
"""Files whose facts are cached."""


def facts_of(file: str) -> FileFacts:
    """Returns the facts and parameters of a file as it is now; none if it cannot be read."""
    try:
        return facts_in(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return {}, {}


def lines_calling(function: str, file: str) -> set[int]:
    """Returns the first lines of a file's statements that call a function or method of this name."""
    facts, _ = facts_of(file)
    return {each.line for each in facts.values() if RESULT + function in each.uses}


@lru_cache(maxsize=FILES)
def facts_in(text: bytes) -> FileFacts:
    """Returns the facts and parameters of a file's text. Raises SyntaxError or ValueError."""
    tree = ast.parse(text)
    reader = FactsReader()
    reader.read(tree.body, [], ())
    return reader.facts, reader.parameters


Scope = tuple[str, frozenset[str]]
"""A function and the names that are local to it."""


class FactsReader:
    """Reads what each statement of a module's functions sets and uses.

    `facts`: the facts by line. `parameters`: the parameters of each function, as qualified names.
    `_ignored_names`: names that explain no value, as every line may use them: the machine, `self`, modules.
    """

    def __init__(self) -> None:
        self.facts: dict[int, StatementFacts] = {}
        self.parameters: dict[str, list[str]] = {}
        self._ignored_names = {".machine"}

    def read(
        self,
        body: Sequence[ast.stmt],
        scopes: list[Scope],
        conditions: tuple[ast.stmt, ...],
        *,
        of_class: bool = False,
    ) -> None:
        """Reads statements inside the functions `scopes` and the `conditions`, the innermost condition first.

        `of_class`: whether they are the body of a class, so that its functions are methods.
        """
        for statement in body:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                arguments = statement.args
                parameters = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
                names = [each.arg for each in parameters]
                scope = (statement.name, frozenset(names) | names_stored(statement))
                self.parameters[statement.name] = [f"{statement.name}.{name}" for name in names]
                if of_class:
                    # an object is the same in all of its methods
                    self._ignored_names.update(self.parameters[statement.name][:1])
                # whether a function is run depends on its callers, not on conditions around its text
                self.read(statement.body, [*scopes, scope], ())
            elif isinstance(statement, ast.ClassDef):
                self.read(statement.body, scopes, (), of_class=True)
            elif isinstance(statement, ast.Import | ast.ImportFrom):
                self._ignored_names.update(f".{each.asname or each.name}" for each in statement.names)
            else:
                self._note(statement, scopes, conditions)
                # `while True:` decides nothing
                decides = isinstance(statement, CONDITIONS) and not is_forever(statement)
                inner = (statement, *conditions) if decides else conditions
                for part in ("body", "orelse", "finalbody"):
                    self.read(getattr(statement, part, []), scopes, inner)
                for each in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
                    self.read(each.body, scopes, inner)

    def _note(self, statement: ast.stmt, scopes: list[Scope], conditions: tuple[ast.stmt, ...]) -> None:
        """Notes the facts of one statement for each of its lines, but not for those of its body."""
        sets, uses, called, constants = set(), set(), set(), 0
        for node in expression_nodes(statement):
            match node:
                case ast.Name() | ast.Attribute() | ast.Subscript() if is_set(node):
                    sets.add(qualified_name(node, scopes))
                # `trail.append(place)` sets trail
                case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in MUTATORS:
                    sets.add(qualified_name(value, scopes))
                case ast.Name() | ast.Attribute() if not is_machine_part(node):
                    uses.add(qualified_name(node, scopes))
                case ast.Constant():
                    constants += 1
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                called.add(qualified_name(node.func, scopes))
                uses.add(RESULT + (node.func.id if isinstance(node.func, ast.Name) else node.func.attr))
        if isinstance(statement, ast.AugAssign | ast.Assign):
            # where an element is set, the others keep their values
            uses |= sets
        if isinstance(statement, ast.Return) and scopes:
            sets.add(RESULT + scopes[-1][0])
        # a call alone computes nothing that could be wrong in this line
        value_names = {name for name in uses - called - self._ignored_names if not name.startswith(RESULT)}
        is_condition = isinstance(statement, CONDITIONS) and not is_forever(statement)
        # a statement also uses what decides whether it is run
        for condition in conditions:
            nodes = expression_nodes(condition)
            names = (each for each in nodes if isinstance(each, ast.Name | ast.Attribute))
            uses.update(qualified_name(name, scopes) for name in names)
        first = statement.lineno
        facts = StatementFacts(
            line=first,
            sets=frozenset(sets) - self._ignored_names,
            uses=tuple(sorted(uses - self._ignored_names)),
            conditions=tuple(each.lineno for each in conditions),
            is_condition=is_condition,
            conditionally_sets=self._names_stored_below(statement, scopes) if is_condition else frozenset(),
            has_own_value=bool(sets or value_names or constants) and not is_forever(statement),
            in_init=bool(scopes) and scopes[-1][0] == "__init__",
        )
        # the facts belong to all lines of a statement, or of its header if it has a body
        body = getattr(statement, "body", None)
        end = body[0].lineno if isinstance(body, list) and body else (statement.end_lineno or first) + 1
        for line in range(first, max(end, first + 1)):
            self.facts[line] = facts

    def _names_stored_below(self, condition: ast.stmt, scopes: list[Scope]) -> frozenset[str]:
        """Returns the names, of locals or attributes, that the statements below a condition store to."""
        below = (
            node for node in ast.walk(condition) if isinstance(node, ast.Name | ast.Attribute | ast.Subscript)
        )
        names = {qualified_name(node, scopes) for node in below if is_set(node)}
        return frozenset(names) - self._ignored_names


def is_set(node: ast.Name | ast.Attribute | ast.Subscript) -> bool:
    """Whether a statement sets this name, attribute or element; `del lines[1]` sets lines."""
    is_removed_element = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Del)
    return is_removed_element or isinstance(node.ctx, ast.Store)


def is_forever(statement: ast.stmt) -> bool:
    """Whether a statement is a loop with a constant condition: `while True:`."""
    return isinstance(statement, ast.While) and isinstance(statement.test, ast.Constant)


def is_machine_part(node: ast.expr) -> bool:
    """Whether an expression is the machine or a part of it: `self.machine`, `machine.screen.line`."""
    while isinstance(node, ast.Attribute) and node.attr != "machine":
        node = node.value
    # an attribute is left only if it is `.machine`
    return isinstance(node, ast.Attribute) or (isinstance(node, ast.Name) and node.id == "machine")


def expression_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yields the nodes of a statement's own expressions, without the statements below it."""
    for part in ast.iter_child_nodes(statement):
        if not isinstance(part, ast.stmt | ast.excepthandler | ast.match_case):
            yield from ast.walk(part)


def names_stored(function: ast.AST) -> frozenset[str]:
    """Returns the names that a function stores to, without those in `global` and `nonlocal`."""
    nodes = list(ast.walk(function))
    others = {name for node in nodes if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
    names = (each for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store))
    return frozenset(each.id for each in names) - others


def qualified_name(node: ast.AST, scopes: list[Scope]) -> str:
    """Returns `draw.x` for a local of draw, `.x` for an attribute or any other name; for `a[i]` that of `a`.

    Names that begin with a dot are the same everywhere: an attribute is one name in all objects.
    """
    while isinstance(node, ast.Subscript):
        node = node.value
    match node:
        case ast.Attribute(attr=attribute):
            return f".{attribute}"
        case ast.Name(id=name):
            function = next((function for function, own in reversed(scopes) if name in own), "")
            # the machine is one object, however it is named
            return f"{function}.{name}" if function and name != "machine" else f".{name}"
    return ""  # any other expression has no name

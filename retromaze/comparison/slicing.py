"""The dynamic slice of a run of Python: the lines that values and decisions at its last line come from.

Each line sets some names from others, and stands below conditions; what a file's text says of that is put
together in the order in which its lines are run. Names are told apart by the function that they are local to;
an attribute is one name in all objects.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from types import FrameType
from typing import NamedTuple

DEPTH = 4
"""So many lines behind one another lead to a value."""
WIDTH = 8
"""Lines at one depth that are kept."""
CHANGING = {"append", "appendleft", "clear", "extend", "insert", "pop", "popleft", "remove", "sort", "update"}
"""Methods of Python's own lists and tables that change them."""
RESULT = "()"
"""What stands before a function's name to name its result."""
DECIDING = (ast.If, ast.While, ast.For, ast.Match)
MACHINE = {".machine"}
"""What all that is called comes from."""
NAMED = (ast.Name, ast.Attribute)

Levels = tuple[tuple[int, ...], ...]
"""The lines that a value comes from: those that set it, those that set what they used, and so on."""


class LineFacts(NamedTuple):
    """A statement: its first line, the names that it sets and uses, and the lines of the conditions above.

    The order of the names that it uses decides which lines are kept where there are many, so they are sorted.
    `decides` says that it is a condition; `may_set` are the names that statements below it set. What is not
    `telling` has no value of its own that could be wrong: `while True:`, `self.draw()`. What is `initial`
    stands in `__init__`.
    """

    line: int
    sets: frozenset[str]
    uses: tuple[str, ...]
    conditions: tuple[int, ...]
    decides: bool
    may_set: frozenset[str]
    telling: bool
    initial: bool


class Slicer:
    """Follows the lines of one file of Python, and knows which lines its values come from."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._facts, self._parameters = facts_of(file)
        later = (each.sets for each in self._facts.values() if not each.initial)
        self._set_later = frozenset[str]().union(*later)
        self._levels: dict[str, Levels] = {}
        self._running: list[tuple[FrameType, LineFacts | None]] = []

    def begin(self, calls: list[FrameType]) -> None:
        """A line begins; `calls` are the pending calls, the innermost first."""
        running, now = self._running, calls[::-1]
        kept = still_pending(running, now)
        # what was left is over, and so is the line before in the same call
        for _, over in reversed(running[kept - (kept == len(now)) :]):
            if over and over.sets:
                behind = self._behind(over)
                self._levels.update(dict.fromkeys(over.sets, behind))
            if over and over.may_set:
                self._note_decision(over)
        del running[min(kept, len(now) - 1) :]
        for frame in now[len(running) :]:
            code = frame.f_code
            above = running[-1][1] if running else None
            if above and len(running) >= kept:
                behind = self._behind(above)
                self._levels.update(dict.fromkeys(self._parameters.get(code.co_name, ()), behind))
            here = self._facts.get(frame.f_lineno) if code.co_filename == self._file else None
            running.append((frame, here))

    def _behind(self, facts: LineFacts) -> Levels:
        """The levels of what a statement sets, the statement itself first.

        What changes a name by itself, `x += 1`, stands at one level with what set it before.
        """
        there = [name for name in facts.uses if name in self._levels]
        own = [self._levels[name] for name in there if name in facts.sets]
        known = [self._levels[name] for name in there if name not in facts.sets]
        mine = (facts.line, *facts.conditions) if facts.telling else facts.conditions
        first = joined([mine, *(levels[0] for levels in own)])
        further = (
            joined([*(levels[at - 1] for levels in known), *(levels[at] for levels in own)])
            for at in range(1, DEPTH)
        )
        return (first, *further)

    def _note_decision(self, condition: LineFacts) -> None:
        """Notes a condition with all names that it may set: where it is false, these stay as they were."""
        behind = self._behind(condition)
        for name in condition.may_set & self._levels.keys():
            first, *further = self._levels[name]
            self._levels[name] = (
                first,
                *(joined([mine, its]) for mine, its in zip(further, behind, strict=False)),
            )

    def lines(self, ran: Sequence[int]) -> list[int]:
        """The lines behind those that are under way and the conditions among those that `ran`.

        Of what is under way only the innermost is near; the others have called it. Last are the lines of
        `__init__` that set what other lines set, too.
        """
        under_way = [facts for _, facts in reversed(self._running) if facts]
        decided = [each for line in reversed(ran) if (each := self._facts.get(line)) and each.decides]
        nearest = dict.fromkeys((*under_way[:1], *decided, *under_way[1:]))
        levels = [self._behind(each) for each in nearest]
        found = dict.fromkeys(line for at in range(DEPTH) for each in levels for line in each[at])
        return sorted(found, key=self._is_initial)

    def _is_initial(self, line: int) -> bool:
        """Whether a line prepares an object's attributes that are all set elsewhere, too."""
        facts = self._facts[line]
        return facts.initial and bool(facts.sets) and facts.sets <= self._set_later


def still_pending(before: Sequence[tuple[FrameType, *tuple[object, ...]]], now: Sequence[FrameType]) -> int:
    """The number of calls, the outermost first, that are pending as they were before."""
    kept, most = 0, min(len(before), len(now))
    while kept < most and before[kept][0] is now[kept]:
        kept += 1
    return kept


def joined(lines: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """Lines of several values, each once, WIDTH at most: the first of each value, then the second of each."""
    in_turn = (line for row in zip_longest(*lines) for line in row if line is not None)
    return tuple(dict.fromkeys(in_turn))[:WIDTH]


Facts = tuple[dict[int, LineFacts], dict[str, list[str]]]
"""The facts of each line of a file, and the parameters of its functions by their names."""
FILES = 8
"""Files whose facts are kept."""


def facts_of(file: str) -> Facts:
    """Returns the facts of a file as it is now; none if it cannot be read."""
    try:
        return facts_in(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return {}, {}


@lru_cache(maxsize=FILES)
def facts_in(text: bytes) -> Facts:
    """Returns the facts of a file's text. Raises SyntaxError or ValueError."""
    tree = ast.parse(text)
    reader = Reader()
    reader.read(tree.body, [], ())
    return reader.facts, reader.parameters


Scope = tuple[str, frozenset[str]]
"""A function and the names that are local to it."""


class Reader:
    """Reads what each statement of a module's functions sets and uses."""

    def __init__(self) -> None:
        self.facts: dict[int, LineFacts] = {}
        self.parameters: dict[str, list[str]] = {}
        self._unchanging = set(MACHINE)

    def read(
        self,
        body: Sequence[ast.stmt],
        scopes: list[Scope],
        above: tuple[ast.stmt, ...],
        *,
        of_class: bool = False,
    ) -> None:
        """Reads statements that stand in some functions, and below some conditions, the innermost first."""
        for statement in body:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                given = statement.args
                names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
                scope = (statement.name, frozenset(names) | stored(statement))
                self.parameters[statement.name] = [f"{statement.name}.{name}" for name in names]
                if of_class:
                    # an object is the same in all of its methods
                    self._unchanging.update(self.parameters[statement.name][:1])
                self.read(statement.body, [*scopes, scope], ())
            elif isinstance(statement, ast.ClassDef):
                self.read(statement.body, scopes, (), of_class=True)
            elif isinstance(statement, ast.Import | ast.ImportFrom):
                self._unchanging.update(f".{each.asname or each.name}" for each in statement.names)
            else:
                self._note(statement, scopes, above)
                inner = (statement, *above) if isinstance(statement, DECIDING) else above
                for part in ("body", "orelse", "finalbody"):
                    self.read(getattr(statement, part, []), scopes, inner)
                for each in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
                    self.read(each.body, scopes, inner)

    def _note(self, statement: ast.stmt, scopes: list[Scope], above: tuple[ast.stmt, ...]) -> None:
        sets, uses = set(), set()
        called = set()
        constants = 0
        for node in own_nodes(statement):
            match node:
                case ast.Name(ctx=ast.Store()):
                    sets.add(name_of(node, scopes))
                case ast.Attribute(ctx=ast.Store()):
                    sets.add(name_of(node, scopes))
                case ast.Subscript(ctx=ast.Store()):
                    sets.add(name_of(node, scopes))
                case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in CHANGING:
                    sets.add(name_of(value, scopes))
                case ast.Name() | ast.Attribute() if not is_of_machine(node):
                    uses.add(name_of(node, scopes))
                case ast.Constant():
                    constants += 1
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                called.add(name_of(node.func, scopes))
                uses.add(RESULT + (node.func.id if isinstance(node.func, ast.Name) else node.func.attr))
        if isinstance(statement, ast.AugAssign | ast.Assign):
            # an element is set among others that stay
            uses |= sets
        if isinstance(statement, ast.Return) and scopes:
            sets.add(RESULT + scopes[-1][0])
        named = {name for name in uses - called - self._unchanging if not name.startswith(RESULT)}
        decides = isinstance(statement, DECIDING) and not is_forever(statement)
        above = tuple(each for each in above if not is_forever(each))
        for condition in above:
            uses |= {name_of(node, scopes) for node in own_nodes(condition) if isinstance(node, NAMED)}
        first = statement.lineno
        facts = LineFacts(
            first,
            frozenset(sets) - self._unchanging,
            tuple(sorted(uses - self._unchanging)),
            tuple(each.lineno for each in above),
            decides,
            self._set_below(statement, scopes) if decides else frozenset(),
            bool(sets or named or constants) and not is_forever(statement),
            bool(scopes) and scopes[-1][0] == "__init__",
        )
        body = getattr(statement, "body", None)
        last = body[0].lineno if isinstance(body, list) and body else (statement.end_lineno or first) + 1
        for line in range(first, max(last, first + 1)):
            self.facts[line] = facts

    def _set_below(self, condition: ast.stmt, scopes: list[Scope]) -> frozenset[str]:
        """The names that statements below a condition store to, of its function or attributes."""
        below = (
            node for node in ast.walk(condition) if isinstance(node, ast.Name | ast.Attribute | ast.Subscript)
        )
        names = {name_of(node, scopes) for node in below if isinstance(node.ctx, ast.Store)}
        return frozenset(names) - self._unchanging


def is_forever(statement: ast.stmt) -> bool:
    """Whether it is a loop that decides nothing: `while True:`."""
    return isinstance(statement, ast.While) and isinstance(statement.test, ast.Constant)


def is_of_machine(node: ast.expr) -> bool:
    """Whether it is the machine or a part of it: `self.machine`, `machine.screen.line`."""
    while isinstance(node, ast.Attribute) and node.attr != "machine":
        node = node.value
    return isinstance(node, ast.Attribute) or (isinstance(node, ast.Name) and node.id == "machine")


def own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yields the nodes of a statement's own expressions, without the statements below it."""
    for part in ast.iter_child_nodes(statement):
        if not isinstance(part, ast.stmt | ast.excepthandler | ast.match_case):
            yield from ast.walk(part)


def stored(function: ast.AST) -> frozenset[str]:
    """The names that a function stores to, without those that it declares to be others'."""
    nodes = list(ast.walk(function))
    others = {name for node in nodes if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
    return (
        frozenset(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
        - others
    )


def name_of(node: ast.AST, scopes: list[Scope]) -> str:
    """`draw.x` of a local, `.x` of an attribute and of any other name; an element has its array's name."""
    while isinstance(node, ast.Subscript):
        node = node.value
    match node:
        case ast.Attribute(attr=attribute):
            return f".{attribute}"
        case ast.Name(id=name):
            scope = next((each for each in reversed(scopes) if name in each[1]), None)
            return f"{scope[0]}.{name}" if scope and name != "machine" else f".{name}"
    return ""

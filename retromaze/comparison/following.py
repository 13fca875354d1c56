"""Runs a program again up to an event and notes its variables, its pending calls and the lines that it runs.

A variable of the port is the listing's of the same name: `dx` and `self.dx` are DX. For other names VARIABLES
of the port's module says which is which (`comparison/settable.py`).
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

from retromaze.comparison.coverage import ListingRun
from retromaze.comparison.lines import EventLines, LineListener
from retromaze.comparison.program import Listing, Runnable, SourceLine
from retromaze.comparison.replay import replay
from retromaze.comparison.settable import TOLD
from retromaze.comparison.slicing import Slicer, facts_of, still_pending
from retromaze.comparison.stale import StaleVariables
from retromaze.compiler.compiling import written_functions
from retromaze.compiler.naming import basic_names, scope_of
from retromaze.compiler.settings import Settings
from retromaze.errors import BasicError, Stopped
from retromaze.language.structure import routine_heads, stores
from retromaze.machine.events import is_outer
from retromaze.values.scalars import Text, plain

if TYPE_CHECKING:
    from retromaze.comparison.recording import Recording

ROOM = str(Path(__file__).parent)
ARRAY = "[]"
TYPES = "$#%"
"""What may stand behind a name of BASIC."""
MOST_EVENTS = 20_000
"""The last events at which the values of variables are kept."""
MOST_LINES = 200_000
"""The last lines that are followed to tell which of them set a variable."""
MOST_SLICED = 1_000_000
"""The first lines of a port's run that a slice is made of."""
MOST_CALLS = 20
"""The innermost pending calls that are looked at."""
MOST_SLICE = 20
"""Lines of a slice that are told, the nearest first."""
MOST_RAN = 100
"""Lines since the event before that are told."""
SHOWN = 40
"""Characters of a text that are told in words."""
WORD = re.compile(r"[A-Za-z_]\w*")
COMPREHENSIONS = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}
LOOP = re.compile(r"\bfor\s+(\w+)(?:[^:']*?\bstep\s*-?(\d+\.?\d*|\.\d+))?", re.IGNORECASE)
"""The variable of a loop, in BASIC and in Python, and its step in BASIC."""
NEXT = "next"
"""The statement that sets a variable without its name."""
NOWHERE = SourceLine()
UNKNOWN = object()
Values = dict[str, Any]
"""Numbers and texts by the names that both programs share."""


class Variable(NamedTuple):
    """Where a program has a variable: its path in Python, and the function whose local it is, "" for others.

    `name` is what the program's own text calls it, `shared` what both may, `element` the subscripts of an
    element of an array.
    """

    path: str
    function: str
    name: str
    shared: str
    element: tuple[int, ...] = ()


class Found(NamedTuple):
    """A variable and its value: a number, a text, or a list of them."""

    variable: Variable
    value: Any


class Change(NamedTuple):
    """A variable was set, to another value or to the same: by the event of a number, from 0, in the `turn`-th
    line that was begun.
    """

    event: int = 0
    turn: int = 0
    value: Any = UNKNOWN
    place: SourceLine = NOWHERE


class Held(NamedTuple):
    """A variable of one program: its name there, its value, and the line that set it last (0: none known)."""

    name: str
    value: int | float | str
    place: SourceLine

    def __str__(self) -> str:
        """`DX is -1 (set in line 5)`."""
        return self.words()

    def words(self, start: int = 0) -> str:
        """The same; a long text is told from a character on, which is the `start`-th."""
        value = repr(self.value)
        value = value.removesuffix(".0") if isinstance(self.value, float) else value
        if isinstance(self.value, str) and start:
            value = f"…{self.value[start:]!r}"
        shown = value if len(value) <= SHOWN else f"{value[:SHOWN]}…"
        return f"{self.name} is {shown}" + (f" (set in line {self.place.line})" if self.place.line else "")


class Statement(NamedTuple):
    """A statement: its first line, and the common names of the variables that it sets."""

    line: int
    sets: frozenset[str] = frozenset()


class Begun(NamedTuple):
    """A statement that was begun in a pending call, and the line of it that was begun last."""

    frame: FrameType
    statement: Statement
    place: SourceLine
    line: int


class PendingCall(NamedTuple):
    """A function that was called and has not returned: its name, and the line that it is in.

    The main program of a listing has no name; what a GOSUB reaches has its label's, `@DRAW`.
    """

    function: str
    place: SourceLine


def common(name: str) -> str:
    """A name as both programs may have it: `dx` of DX# and dx_."""
    return name.rstrip(TYPES).rstrip("_").lower()


def shared_name(basic: str) -> str:
    """The common name of a variable of a listing, `m[]` for the array M%."""
    return common(basic.removesuffix(ARRAY)) + (ARRAY if basic.endswith(ARRAY) else "")


@cache
def words_of(line: str) -> frozenset[str]:
    """The names in a line, as both programs may have them."""
    return frozenset(common(word) for word in WORD.findall(line))


@cache
def assignment_of(name: str) -> re.Pattern[str]:
    """Finds an assignment to a name: `DX=`, `self.dx += `, `x, dx = `."""
    return re.compile(rf"\b{re.escape(name)}_?\b[^=<>!:]*(?<![=<>!])=(?!=)", re.IGNORECASE)


def scalar(value: object) -> Any:
    """A number or a text as a plain one, else UNKNOWN."""
    if isinstance(value, Text):
        return plain(value)
    return value if isinstance(value, int | float | str) else UNKNOWN


# ---- the variables of a pending call


class Naming:
    """The variables of a listing's calls: those that the compiled code keeps under names of BASIC's.

    `sets` has the common names of the variables that a statement sets, by its line and column, and
    `definitions` those of its DEFs.
    """

    def __init__(self, listing: Listing) -> None:
        program = listing.compiled()
        self._names = basic_names(program) if program else {}
        scopes = program.scopes if program else ()
        self.definitions = frozenset(common(each.name) for each in scopes)
        heads = (head for scope in scopes for head in routine_heads(scope.routine))
        self.sets = {
            (head.line, head.column): frozenset(common(each.name) for each in made)
            for head in heads
            if (made := stores(head))
        }
        alike = [shared_name(basic) for basic in self._names.values()]
        # A and A$ are both `a` to a port
        self.shared = frozenset(name for name in alike if alike.count(name) == 1)

    def scope(self, code: CodeType, path: str) -> str:
        """The function whose local a variable is; "" for those of the main program."""
        return code.co_name if scope_of(code.co_name) and path not in code.co_freevars else ""

    def variables(self, frame: FrameType) -> Iterator[Found]:
        """Yields the variables of one call."""
        for path, value in frame.f_locals.items():
            basic = self._names.get(path)
            if basic is not None and (shared := shared_name(basic)) in self.shared:
                name = basic.removesuffix(ARRAY)
                yield Found(Variable(path, self.scope(frame.f_code, path), name, shared), value)


class PortNaming:
    """The variables of a port's calls: locals, attributes of its own objects, and names of its module.

    Only those of `wanted` names count, if they are given. Functions that stand `apart` have variables of
    their own in the listing, too: they are its DEFs.
    """

    def __init__(self, wanted: Collection[str] | None, apart: Collection[str] = ()) -> None:
        self._wanted = wanted
        self.apart = apart

    def scope(self, code: CodeType, path: str) -> str:
        """The function whose local a variable is; "" for those of several functions."""
        return "" if path in code.co_freevars or path in code.co_cellvars else code.co_name

    def variables(self, frame: FrameType) -> Iterator[Found]:
        """Yields the variables of one call."""
        module = frame.f_globals
        for name, value in frame.f_locals.items():
            if type(value).__module__ == module.get("__name__") and hasattr(value, "__dict__"):
                for attribute, inner in vars(value).items():
                    yield from self._found(module, f"{name}.{attribute}", attribute, "", inner)
            else:
                yield from self._found(module, name, name, self.scope(frame.f_code, name), value)
        told = module.get(TOLD)
        for name in () if self._wanted is None else {*self._wanted, *(told or ())} & module.keys():
            yield from self._found(module, name, name, "", module[name])

    def _found(
        self, module: Mapping[str, Any], path: str, name: str, function: str, value: object
    ) -> Iterator[Found]:
        told = module.get(TOLD)
        shared = common(str(told.get(name, name)) if isinstance(told, Mapping) else name)
        shared += ARRAY if isinstance(value, list) else ""
        if self._wanted is None or shared in self._wanted:
            yield Found(Variable(path, function, path, shared), value)


# ---- a program that is run again


class Moments(EventLines):
    """Calls back at each event with its number, from 0. Raises Stopped at the last one."""

    def __init__(self, last: int, on_event: Callable[[int], None]) -> None:
        super().__init__()
        self._last, self._on_event = last, on_event
        self._count = 0

    def event(self) -> None:
        number, self._count = self._count, self._count + 1
        if number <= self._last:
            self._on_event(number)
        if number >= self._last:
            raise Stopped("the program has been followed far enough")


Calls = list[FrameType]
"""The pending calls of a program, the innermost first."""


class FollowedProgram:
    """A program that is run again against a recording, up to the event of a number, or to its end.

    `look` runs it once: `snapshots` then has the values at each event from number `base` on, by the names
    that both programs share, and `known` the variables of the last moment with their values; `stack` the
    pending calls, the outermost first; `ran` the lines since the event before;
    `loops` the variables of the loops that were run, with the sizes of their steps; `slice` the lines that a
    port's last moment comes from; `listing` the statements and outcomes of a listing. `follow` runs it once
    more and fills `changes`.
    """

    def __init__(self, recording: Recording, program: Runnable, number: int, naming: Naming | PortNaming):
        """`number` is that of the last event, from 0."""
        self._recording, self._program, self._number, self._naming = recording, program, number, naming
        self.listing = ListingRun(program) if isinstance(program, Listing) else None
        self._place = cache(program.place)
        self.base = max(0, number - MOST_EVENTS)
        self.snapshots: list[Values] = []
        self._seen: dict[str, list[tuple[int, Variable]]] = {}
        self.known: dict[str, Found] = {}
        self.stack: tuple[PendingCall, ...] = ()
        self.ran: dict[SourceLine, None] = {}
        self.loops: set[tuple[str, float]] = set()
        self.slice: tuple[SourceLine, ...] = ()
        self.changes: dict[Variable, list[Change]] = {}
        self._lines = 0
        self._own: dict[str, bool] = {}
        self._last: Calls = []

    def look(self) -> None:
        """Runs it and notes what is known at each event and at the last moment."""
        named = functions_of(self._program) if isinstance(self._program, Listing) else {}
        last: Calls = []
        file = str(self._program.file.absolute()) if self._program.file and not self.listing else ""
        slicer = Slicer(file)
        begun: set[SourceLine] = set()
        stale = StaleVariables(self._naming.apart) if isinstance(self._naming, PortNaming) else None

        def stand(calls: Calls) -> None:
            self.known = self._known(calls, stale)
            self.stack = tuple(
                PendingCall(named.get(each.f_code.co_name, each.f_code.co_name), self._line(each))
                for each in reversed(calls)
            )

        over = False

        def on_line(calls: Calls, statement: Statement) -> None:
            if over:
                # the end of a `with` is a line, too
                return
            last[:] = calls
            if stale:
                stale.begin(calls)
            self._lines += 1
            if file and self._lines < MOST_SLICED:
                slicer.begin(calls)
            place = self._line(calls[0])
            if len(self.ran) < MOST_RAN:
                self.ran[place] = None
            if place not in begun:
                begun.add(place)
                self.loops.update((common(name), float(step or 1)) for name, step in LOOP.findall(place.text))

        def on_event(number: int) -> None:
            nonlocal over
            over = number == self._number
            calls = self._calls()
            if stale:
                stale.return_to(calls)
            if number >= self.base:
                known = self._known(calls, stale)
                values = {name: scalar(each.value) for name, each in known.items()}
                self.snapshots.append({name: each for name, each in values.items() if each is not UNKNOWN})
                for name, each in known.items():
                    seen = self._seen.setdefault(name, [])
                    if not seen or seen[-1][1] != each.variable:
                        seen.append((number, each.variable))
            if over:
                stand(calls)
                last.clear()
            else:
                self.ran.clear()

        self._run(on_event, on_line)
        own = [each.line for each in self.ran if each.line and str(Path(each.file).absolute()) == file]
        self.slice = tuple(self._place(file, line) for line in slicer.lines(own)[:MOST_SLICE])
        if last and len(self.snapshots) <= self._number - self.base:
            stand(last)

    def seen(self, name: str, number: int) -> Variable:
        """The variable of a shared name at the event of a number, from 0."""
        return next(each for event, each in reversed(self._seen[name]) if event <= number)

    def follow(self, variables: Collection[Variable]) -> None:
        """Runs it again and notes where these variables are set in its last lines."""
        self.changes = {each: [] for each in variables}
        names = {own_name(each) for each in variables} | {NEXT}
        pending: list[Begun] = []
        first, turn, event = self._lines - MOST_LINES, 0, 0

        def note(calls: Calls, over: list[Begun], entered: CodeType | None = None) -> None:
            known = [(each.f_code, each.f_locals, each.f_globals) for each in calls]
            for variable, changes in self.changes.items():
                value = self._value(variable, known)
                if value is UNKNOWN:
                    continue
                if entered:
                    by = over[0].place if over and is_parameter(variable, entered) else None
                else:
                    by = next((each.place for each in over if self._sets(each, variable)), None)
                if not changes or are_different(changes[-1].value, value):
                    by = by or setter(variable, [each.place for each in over])
                elif variable.element:
                    # another element was set, perhaps
                    by = None
                if by:
                    changes.append(Change(event, turn, value, by))

        def on_line(calls: Calls, statement: Statement) -> None:
            nonlocal turn
            turn += 1
            if turn < first:
                return
            running = calls[::-1]
            kept = still_pending(pending, running)
            over = pending[max(kept - 1, 0) :][::-1]
            if kept < len(running):
                note(calls, over, calls[0].f_code)
            elif kept < len(pending):
                note(calls, over)
            elif over[0].statement.line == statement.line and over[0].line != calls[0].f_lineno:
                # one more line of a statement that is under way
                pending[-1] = over[0]._replace(line=calls[0].f_lineno)
                return
            elif not names.isdisjoint(over[0].statement.sets | words_of(over[0].place.text)):
                note(calls, over)
            del pending[min(kept, len(running) - 1) :]
            pending.extend(self._begun(each, Statement(each.f_lineno)) for each in running[len(pending) : -1])
            pending.append(self._begun(calls[0], statement))

        def on_event(number: int) -> None:
            nonlocal event
            if pending:
                note(self._calls(), [under_way(pending[-1])])
            event = number + 1

        self._run(on_event, on_line)
        if event <= self._number and pending:
            note([each.frame for each in reversed(pending)], [under_way(pending[-1])])

    def _begun(self, frame: FrameType, statement: Statement) -> Begun:
        place = self._place(frame.f_code.co_filename, statement.line)
        return Begun(frame, statement, place, frame.f_lineno)

    def _sets(self, begun: Begun, variable: Variable) -> bool:
        """Whether a statement that is over sets a variable, as its text says."""
        if own_name(variable) not in begun.statement.sets:
            return False
        code = begun.frame.f_code
        root, _, attribute = variable.path.partition(".")
        if attribute:
            return True
        is_own = root in code.co_varnames or root in code.co_cellvars or root in code.co_freevars
        return self._naming.scope(code, root) == variable.function if is_own else not variable.function

    def change(self, variable: Variable, number: int) -> Change:
        """The last change of a followed variable by the event of a number, from 0."""
        known = (each for each in reversed(self.changes[variable]) if each.event <= number)
        return next(known, Change())

    def is_set(self, variable: Variable, number: int | None = None) -> bool:
        """Whether a line is known that set a followed variable; before that event if one is given."""
        changes = self.changes[variable]
        return any(each.place.line and number in {None, each.event} for each in changes)

    def held(self, variable: Variable, change: Change) -> Held:
        """A variable after a change: `M[2,3]`, `self.m[2][3]`, with its value and the line."""
        element = map(str, variable.element)
        subscripts = f"[{','.join(element)}]" if self.listing else f"[{']['.join(element)}]"
        name = variable.name + (subscripts if variable.element else "")
        return Held(name, change.value, change.place)

    def _run(self, on_event: Callable[[int], None], on_line: Callable[[Calls, Statement], None]) -> None:
        """Runs it; `on_line` is called with the pending calls and the statement that begins."""
        program, listing = self._program, self.listing
        listens: AbstractContextManager[None] = nullcontext()

        def begin(line: int) -> bool:
            # a list made in one expression has a call of its own until Python 3.12, which sets nothing
            if sys._getframe(2).f_code.co_name in COMPREHENSIONS:
                return True
            if calls := self._calls():
                file = calls[0].f_code.co_filename
                if file not in written:
                    written[file] = statements_of(file)
                on_line(calls, written[file].get(line) or Statement(line))
            return True

        written: dict[str, dict[int, Statement]] = {}
        stored = self._naming.sets if isinstance(self._naming, Naming) else {}

        def on_statement(slot: int, line: int, column: int) -> None:
            if listing and slot == 0:
                listing.begin(slot, line, column)
                if calls := self._calls():
                    on_line(calls, Statement(line, stored.get((line, column), frozenset())))

        if not isinstance(program, Listing) and program.file:
            home = program.file.absolute().parent
            beside = (each for each in home.glob("*.py") if is_outer(str(each)))
            listens = LineListener(program.file, begin, dict.fromkeys(beside, 1)).on()
        with listens:
            replay(
                self._recording,
                listing.program if listing else program,
                placed=Moments(self._number, on_event),
                on_statement=on_statement if listing else None,
            )

    def _calls(self) -> Calls:
        """The pending calls of the program's own files; of a port those in its folder."""
        frame: FrameType | None = sys._getframe(1)
        found: Calls = []
        own = self._own
        while frame is not None:
            name = frame.f_code.co_filename
            if name not in own:
                own[name] = self._is_own(name)
            if own[name]:
                if not found and self._last and frame is self._last[0]:
                    # what has called it is the same as long as it runs
                    return self._last
                found.append(frame)
                if len(found) == MOST_CALLS:
                    break
            elif found and name.startswith(ROOM):
                break
            frame = frame.f_back
        self._last = found
        return found

    def _is_own(self, name: str) -> bool:
        if self.listing:
            return name == self._program.path
        file = self._program.file
        return is_outer(name) and name.startswith(str(file.absolute().parent) + os.sep if file else "")

    def _line(self, frame: FrameType) -> SourceLine:
        return self._place(frame.f_code.co_filename, frame.f_lineno)

    def _known(self, calls: Calls, stale: StaleVariables | None) -> dict[str, Found]:
        """The variables of the pending calls by their shared names, the innermost ones first.

        What is out of date has no value.
        """
        known: dict[str, Found] = {}
        for at, frame in enumerate(calls):
            awaited = stale.yet_to_be_set(frame) if stale and at else ()
            for found in self._naming.variables(frame):
                path = found.variable.path
                is_old = stale and (path in awaited or stale.is_stale(frame, path, found.value))
                known.setdefault(found.variable.shared, found._replace(value=UNKNOWN) if is_old else found)
        return known

    def _value(
        self,
        variable: Variable,
        known: Sequence[tuple[CodeType, Mapping[str, Any], Mapping[str, Any]]],
    ) -> Any:
        """The value of a variable in some calls, each given as code, locals and globals; UNKNOWN without."""
        root, _, attribute = variable.path.partition(".")
        for code, inner, outer in known:
            if root in inner:
                if not attribute and self._naming.scope(code, root) != variable.function:
                    continue
                value = inner[root]
            elif root in outer and not self.listing:
                value = outer[root]
            else:
                continue
            value = getattr(value, attribute, UNKNOWN) if attribute else value
            for at in variable.element:
                value = value[at] if isinstance(value, list) and at < len(value) else UNKNOWN
            return scalar(value)
        return UNKNOWN


def under_way(begun: Begun) -> Begun:
    """A statement that is not over, and may have set nothing yet."""
    return begun._replace(statement=Statement(begun.statement.line))


def is_parameter(variable: Variable, code: CodeType) -> bool:
    """Whether a variable is one of a function's parameters."""
    count = code.co_argcount + code.co_kwonlyargcount
    return variable.function == code.co_name and variable.path in code.co_varnames[:count]


def are_different(one: object, other: object) -> bool:
    """Whether two values are both numbers, or both texts, and differ: True is 1, and 2.0 is 2.

    Whole numbers that are the same in 32 bits are the same: a color is written -4144960 or 0xFFC0C0C0.
    """
    if one is UNKNOWN or other is UNKNOWN or isinstance(one, str) != isinstance(other, str):
        return False
    if isinstance(one, int) and isinstance(other, int) and (one - other) % (1 << 32) == 0:
        return False
    # what is no number differs from itself
    return one != other and (one == one or other == other)  # noqa: PLR0124


def statements_of(file: str) -> dict[int, Statement]:
    """The statement in each line of a Python file."""
    facts, _ = facts_of(file)
    return {
        line: Statement(each.line, frozenset(common(name.rpartition(".")[2]) for name in each.sets))
        for line, each in facts.items()
    }


def own_name(variable: Variable) -> str:
    """The last name of a variable's path, without a type: `dx` of DX# and of self.dx_."""
    return common(variable.name.rpartition(".")[2])


def setter(variable: Variable, over: Sequence[SourceLine]) -> SourceLine:
    """The one of some lines that has set a variable: it assigns it, or names it, or is the NEXT of a loop."""
    name = own_name(variable)
    ways: tuple[Callable[[str], object], ...] = (
        assignment_of(name).search,
        lambda line: name in words_of(line),
        lambda line: NEXT in words_of(line),
    )
    return next((each for way in ways for each in over if way(each.text)), NOWHERE)


def functions_of(listing: Listing) -> dict[str, str]:
    """The DEF or the labels of each function of a compiled listing, "" for the start of the program."""
    try:
        written = written_functions(listing.source, Settings(listing.path, traced=True))
    except BasicError:
        return {}
    marks = {"main": "", "GOSUB": "@", "DEF": ""}
    return {each.function.name: ", ".join(marks[each.kind] + name for name in each.names) for each in written}

"""Traces the variables, pending calls and lines of a program that is run again up to an event.

The common name of a listing's variable and the port's that stands for it is in small letters: `dx` for DX and
`self.dx`. A variable that is out of date (`comparison/stale_variables.py`) has the value UNKNOWN.

The table VARIABLES in the port's module lists the names that differ (`comparison/settable_values.py`). A key
such as `player.left` is the field of a certain object, `place.0` the item of a tuple, `enemies.x` the field
of all objects in a list: the elements of an array.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from itertools import count
from pathlib import Path
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

from retromaze.comparison.coverage import ListingRun
from retromaze.comparison.line_tracing import LineListener
from retromaze.comparison.port_replay import replay
from retromaze.comparison.runnable_programs import Listing, Runnable, SourceLine
from retromaze.comparison.settable_values import VARIABLES
from retromaze.comparison.slicing import Slicer, facts_of, still_pending
from retromaze.comparison.stale_variables import StaleVariables
from retromaze.compiler.compiling import written_functions
from retromaze.compiler.settings import Settings
from retromaze.compiler.unit import basic_names, definition_of_function
from retromaze.errors import BasicError, Stopped
from retromaze.language.block_tree import stores
from retromaze.machine.events import is_program_file
from retromaze.values.scalars import SharedString, plain, plain_value

if TYPE_CHECKING:
    from retromaze.comparison.listing_recording import Recording

ROOM = str(Path(__file__).parent)
"""The folder of the comparison's own modules."""
ARRAY = "[]"
TYPES = "$#%"
"""The type suffixes of names in BASIC."""
MOST_EVENTS = 20_000
"""The last events at which the values of variables are kept."""
MOST_LINES = 200_000
"""Changes of variables are looked for in this many lines up to the end of the run."""
MOST_SLICED = 1_000_000
"""A slice covers this many lines from the start of a port's run."""
SLOWDOWN = 30
"""A traced run may take so many times the patience of others: it is known to come to the event."""
MOST_CALLS = 20
"""Pending calls that are looked at, the innermost ones."""
MOST_SLICE = 20
"""Lines of a slice that are shown, the nearest first."""
MOST_RAN = 100
"""Lines since the previous event that are shown."""
TEXT_LIMIT = 40
"""Characters of a text that are shown."""
WORD = re.compile(r"[A-Za-z_]\w*")
COMPREHENSIONS = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}
LOOP = re.compile(r"\bfor\s+(\w+)(?:[^:']*?\bstep\s*-?(\d+\.?\d*|\.\d+))?", re.IGNORECASE)
"""The variable of a loop, in BASIC and in Python, and its step in BASIC."""
NEXT = "next"
"""The statement that can set a variable without naming it."""
NOWHERE = SourceLine()
NOTHING_SET: frozenset[str] = frozenset()
UNKNOWN = object()
"""The value of a variable that is missing, out of date, or neither a number nor a text."""
Values = dict[str, Any]
"""Numbers and texts by the common names of their variables."""


class TracedVariable(NamedTuple):
    """A variable of one program, or an element of its array.

    `path` is its Python expression, `dx` or `self.dx`; `function` the function that it is local to, "" if it
    is not local; `name` its name in the program's own text; `common_name` that for both programs; `element`
    the subscripts of an element, () for the whole variable.
    """

    path: str
    function: str
    name: str
    common_name: str
    element: tuple[int, ...] = ()


class FoundVariable(NamedTuple):
    """A variable and its value: a number, a text, or a list of them."""

    variable: TracedVariable
    value: Any


class VariableChange(NamedTuple):
    """A variable was set, to another value or to the same.

    `event` is the number of the next event after it, from 0; `lines_run` the number of lines run until then;
    `place` the line that set it. The default stands for a variable that was never set.
    """

    event: int = 0
    lines_run: int = 0
    value: Any = UNKNOWN
    place: SourceLine = NOWHERE


class VariableState(NamedTuple):
    """A variable of one program: its name there, its value, and the line that set it last (0: none known)."""

    name: str
    value: int | float | str
    place: SourceLine

    def __str__(self) -> str:
        """`DX is -1 (set in line 5)`."""
        return self.words()

    def words(self, start: int = 0) -> str:
        """Returns `DX is -1 (set in line 5)`; of a text only what follows its first `start` characters.

        Two long texts that begin alike are shown from where they differ.
        """
        value = repr(self.value)
        value = value.removesuffix(".0") if isinstance(self.value, float) else value
        if isinstance(self.value, str) and start:
            value = f"…{self.value[start:]!r}"
        shown = value if len(value) <= TEXT_LIMIT else f"{value[:TEXT_LIMIT]}…"
        return f"{self.name} is {shown}" + (f" (set in line {self.place.line})" if self.place.line else "")


class Statement(NamedTuple):
    """A statement: its first line, and the names of the variables that it sets, normalized."""

    line: int
    sets: frozenset[str] = NOTHING_SET


class RunningStatement(NamedTuple):
    """The statement that a pending call, `frame`, is in.

    `place` is the statement's first line, `line` the number of its line that began last.
    """

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


def normalized_name(name: str) -> str:
    """Returns a name without type, trailing underscore and case: `dx` for DX# and for a port's dx_."""
    return name.rstrip(TYPES).rstrip("_").lower()


def common_name(basic: str) -> str:
    """Returns the common name of a listing's variable: `dx` for DX, `m[]` for the array `M%[]`."""
    return normalized_name(basic.removesuffix(ARRAY)) + (ARRAY if basic.endswith(ARRAY) else "")


@cache
def names_in_line(line: str) -> frozenset[str]:
    """Returns all names and keywords in a line, normalized."""
    return frozenset(normalized_name(word) for word in WORD.findall(line))


@cache
def assignment_of(name: str) -> re.Pattern[str]:
    """Returns a pattern for an assignment to a normalized name: `DX=`, `self.dx += `, `x, dx_ = `."""
    return re.compile(rf"\b{re.escape(name)}_?\b[^=<>!:]*(?<![=<>!])=(?!=)", re.IGNORECASE)


def plain_scalar(value: object) -> Any:
    """Returns a number or a text as a plain Python value; UNKNOWN for anything else."""
    if isinstance(value, SharedString):
        return plain(value)
    return plain_value(value) if isinstance(value, int | float | str) else UNKNOWN


# ---- the variables of a pending call


class ListingVariables:
    """Finds a listing's variables in the frames of its compiled code.

    `sets` has, by the line and column of a statement, the names of the variables that it sets; `def_names`
    the names of the listing's DEFs, both normalized; `common_names` those of all variables that a port can
    tell apart. `_basic_names` has the BASIC names by the names in compiled code.
    """

    def __init__(self, listing: Listing) -> None:
        program = listing.compiled()
        self._basic_names = basic_names(program) if program else {}
        scopes = program.scopes if program else ()
        self.def_names = frozenset(normalized_name(each.name) for each in scopes)
        heads = (head for scope in scopes for head in scope.heads)
        self.sets = {
            (head.line, head.column): frozenset(normalized_name(each.name) for each in variables)
            for head in heads
            if (variables := stores(head))
        }
        names = list(map(common_name, self._basic_names.values()))
        # A and A$ are both `a` to a port: neither can be compared
        self.common_names = frozenset(name for name in names if names.count(name) == 1)

    def scope(self, code: CodeType, path: str) -> str:
        """Returns the function that a variable is local to; "" if it belongs to the main program."""
        is_definition = bool(definition_of_function(code.co_name))
        # a free variable of a DEF's function is the main program's
        return code.co_name if is_definition and path not in code.co_freevars else ""

    def variables(self, frame: FrameType) -> Iterator[FoundVariable]:
        """Yields the variables of one call that a port can tell apart."""
        for path, value in frame.f_locals.items():
            basic = self._basic_names.get(path)  # None for what is only a local of the compiled code
            if basic and (common := common_name(basic)) in self.common_names:
                function, name = self.scope(frame.f_code, path), basic.removesuffix(ARRAY)
                yield FoundVariable(TracedVariable(path, function, name, common), value)


class PortVariables:
    """Finds a port's variables in its frames: locals, attributes of its own objects, names of its module.

    `common_names` are those to look for, None for all names but the module's. `def_names` are the names of
    the listing's DEFs: a function of such a name has variables of its own in the listing as well.
    """

    def __init__(self, common_names: Collection[str] | None, def_names: Collection[str] = ()) -> None:
        self._common_names = common_names
        self.def_names = def_names

    def scope(self, code: CodeType, path: str) -> str:
        """Returns the function that a variable is local to; "" if an inner function shares it."""
        return "" if path in code.co_freevars or path in code.co_cellvars else code.co_name

    def variables(self, frame: FrameType) -> Iterator[FoundVariable]:
        """Yields the variables of one call that have the names looked for, attributes and the module's."""
        names = self._common_names
        return (
            each for each in self._all_variables(frame) if names is None or each.variable.common_name in names
        )

    def _all_variables(self, frame: FrameType) -> Iterator[FoundVariable]:
        """Yields all variables of one call, and the names of the module looked for or in its VARIABLES."""
        module = frame.f_globals
        table = module.get(VARIABLES)
        fields = [key for key in table if "." in str(key)] if isinstance(table, Mapping) else []

        def variable(
            path: str, value: object, function: str = "", key: str = "", text: str = ""
        ) -> FoundVariable:
            """Returns a variable whose common name comes from the port's table, else from its own name.

            `key`: its key in the table, if that is not its name; `text`: how the port writes it, if that is
            not its path.
            """
            name = key or path.rpartition(".")[2]
            basic = str(table.get(name, name)) if isinstance(table, Mapping) else name
            common = normalized_name(basic) + (ARRAY if isinstance(value, list) else "")
            return FoundVariable(TracedVariable(path, function, text or path, common), value)

        def fields_among(values: Mapping[str, object], start: str = "") -> Iterator[FoundVariable]:
            """Yields the fields that the table names, of objects among `values`; `start` is their path."""
            for key in fields:
                root, _, rest = key.partition(".")
                value = field_of(values[root], rest) if root in values else UNKNOWN
                if value is not UNKNOWN:
                    # the elements are `enemies[2].x`, not `enemies.x[2]`
                    text = f"{start}{root}{ARRAY}.{rest}" if isinstance(values[root], list) else ""
                    yield variable(start + key, value, key=key, text=text)

        yield from fields_among(frame.f_locals)
        in_lists = {*map(type, first_objects(frame, fields))} if fields else ()
        for name, value in frame.f_locals.items():
            # an object of a class of the port, but no number of an IntEnum: its attributes are variables
            is_own = type(value).__module__ == module.get("__name__") and hasattr(value, "__dict__")
            if is_own and type(value) in in_lists:
                continue  # one of many: its attributes are elements of the listing's arrays
            if is_own and plain_scalar(value) is UNKNOWN:
                yield from fields_among(vars(value), f"{name}.")
                for attribute, inner in vars(value).items():
                    yield variable(f"{name}.{attribute}", inner)
            else:
                yield variable(name, value, self.scope(frame.f_code, name))
        # if all names counted, every import and function of the module would be a variable
        if self._common_names is not None:
            for name in {*self._common_names, *(table or ())} & module.keys():
                yield variable(name, module[name])


def first_objects(frame: FrameType, fields: Iterable[str]) -> Iterator[object]:
    """Yields the first object of each list that a key such as `enemies.x` names, in a call's variables."""
    places = [frame.f_locals, *(vars(each) for each in frame.f_locals.values() if hasattr(each, "__dict__"))]
    for root in {key.partition(".")[0] for key in fields}:
        for place in places:
            value = place.get(root)
            if isinstance(value, list) and value:
                yield value[0]


def field_of(value: object, path: str) -> Any:
    """Returns what a path such as `place.left`, or `place.0` of a tuple, leads to; UNKNOWN for nothing.

    Of a list of objects it is the list of what the path leads to in each.
    """
    name, _, rest = path.partition(".")
    if isinstance(value, list):
        found = [field_of(each, path) for each in value]
        return found if found and UNKNOWN not in found else UNKNOWN
    if isinstance(value, tuple) and name.isdecimal():
        value = value[int(name)] if int(name) < len(value) else UNKNOWN
    else:
        value = getattr(value, name, UNKNOWN)
    return field_of(value, rest) if rest else value


# ---- a program that is run again


Calls = list[FrameType]
"""The pending calls of a program, the innermost first."""


class TracedProgram:
    """A program that is run again against a recording, up to an event, or to its end if that comes before.

    `run_to_event` runs it and fills all attributes but `changes`:
    `snapshots`: the values of variables by common name, at each event from number `first_event` on.
    `variables`: the variables at the end of the run, by common name.
    `has_variables`: whether there are any at the end, under whatever names.
    `stack`: the pending calls at the end, the outermost first.
    `ran`: the lines since the previous event, in order.
    `loops`: the variables of all loops that were run, each with the size of its step.
    `slice`: the lines of a port that its state at the end comes from.
    `listing`: the statements and outcomes of a listing; None for a port.
    `record_changes` runs it once more and fills `changes`: each followed variable's changes in order.
    """

    def __init__(
        self, recording: Recording, program: Runnable, number: int, finder: ListingVariables | PortVariables
    ):
        """`number` is the number of the last event, from 0."""
        self._recording, self._program, self._number, self._finder = recording, program, number, finder
        self.listing = ListingRun(program) if isinstance(program, Listing) else None
        self._place = cache(program.source_line)  # from a file and a line's number
        self.first_event = max(0, number - MOST_EVENTS)
        self.snapshots: list[Values] = []
        # by common name: the variables that it stood for, each with its first event's number
        self._variables_by_name: dict[str, list[tuple[int, TracedVariable]]] = {}
        self.variables: dict[str, FoundVariable] = {}
        self.has_variables = False
        self.stack: tuple[PendingCall, ...] = ()
        self.ran: tuple[SourceLine, ...] = ()
        self.loops: set[tuple[str, float]] = set()
        self.slice: tuple[SourceLine, ...] = ()
        self.changes: dict[TracedVariable, list[VariableChange]] = {}
        # each compiled function's name in BASIC
        self._basic_names = basic_function_names(program) if isinstance(program, Listing) else {}
        self._lines = 0  # lines of the first run
        self._is_own = cache(self._is_own_file)
        self._last_calls: Calls = []  # what `_calls` returned last

    def run_to_event(self) -> None:
        """Runs the program and notes its variables at each event, and calls and lines at the end."""
        last: Calls = []  # the pending calls at the last line, for a program that ends before the event
        # only a port is sliced, and only the lines of its own file
        file = str(self._program.file.absolute()) if self._program.file and not self.listing else ""
        slicer = Slicer(file)
        lines_run: set[tuple[str, int]] = set()
        lines_since_event: dict[tuple[str, int], None] = {}
        stale = StaleVariables(self._finder.def_names) if isinstance(self._finder, PortVariables) else None
        ended = False  # whether the last event has come

        def on_line(calls: Calls, statement: Statement) -> None:
            """Notes the line and, for a port, what its slice and its variables out of date depend on."""
            nonlocal last
            if ended:
                # the end of a `with` statement is a line, too
                return
            last = calls
            if stale:
                stale.on_line(calls)
            self._lines += 1
            if file and self._lines < MOST_SLICED:
                slicer.on_line(calls)
            line = calls[0].f_code.co_filename, calls[0].f_lineno
            if len(lines_since_event) < MOST_RAN:
                lines_since_event[line] = None
            lines_run.add(line)

        def on_event(number: int) -> None:
            """Keeps the values at an event; at the last one also all that describes the end."""
            nonlocal ended
            ended = number == self._number
            calls = self._calls(sys._getframe(1))
            if stale:
                stale.return_to(calls)
            if number >= self.first_event:
                self._add_snapshot(number, self._variables(calls, stale))
            if ended:
                self._note_end(calls, stale)
            else:
                lines_since_event.clear()

        self._run(on_event, on_line)
        self.ran = tuple(self._place(*each) for each in lines_since_event)
        for each in lines_run:
            loops = LOOP.findall(self._place(*each).text)
            self.loops.update((normalized_name(name), float(step or 1)) for name, step in loops)
        own = [number for name, number in lines_since_event if name == file]
        self.slice = tuple(self._place(file, line) for line in slicer.lines(own)[:MOST_SLICE])
        if last and not ended:  # the program has ended before the event
            self._note_end(last, stale)

    def _add_snapshot(self, number: int, variables: Mapping[str, FoundVariable]) -> None:
        """Adds the snapshot of an event: the variables' values, without arrays and UNKNOWN."""
        values = {name: plain_scalar(found.value) for name, found in variables.items()}
        self.snapshots.append({name: value for name, value in values.items() if value is not UNKNOWN})
        for name, found in variables.items():
            variables_so_far = self._variables_by_name.setdefault(name, [])
            if not variables_so_far or variables_so_far[-1][1] != found.variable:
                variables_so_far.append((number, found.variable))

    def _note_end(self, calls: Calls, stale: StaleVariables | None) -> None:
        """Notes the variables and pending calls at the end of the run."""
        self.variables = self._variables(calls, stale)
        finder = self._finder if self.listing else PortVariables(None)
        found = (each for frame in calls for each in finder.variables(frame))
        self.has_variables = any(plain_scalar(each.value) is not UNKNOWN for each in found)
        names = self._basic_names
        self.stack = tuple(
            PendingCall(names.get(code.co_name, code.co_name), self._place(code.co_filename, each.f_lineno))
            for each in reversed(calls)
            for code in [each.f_code]
        )

    def variable_at(self, name: str, number: int) -> TracedVariable:
        """Returns the variable that a common name stood for at the event `number`, from 0."""
        return next(each for event, each in reversed(self._variables_by_name[name]) if event <= number)

    def record_changes(self, variables: Collection[TracedVariable]) -> None:
        """Runs the program again and notes where these variables are set in its last MOST_LINES lines."""
        self.changes = {each: [] for each in variables}
        names = {NEXT}.union(*map(last_names, variables))
        pending: list[RunningStatement] = []  # one for each pending call, the outermost first
        # lines are looked at after the first `skipped_lines`; `event` is the next event's number
        skipped_lines, lines_run, event = self._lines - MOST_LINES, 0, 0

        def note_changes(calls: Calls, ended: list[RunningStatement], called: CodeType | None = None) -> None:
            """Notes the followed variables that were set since it was called last, each with the line.

            The statements that have `ended`, the innermost first, may have set them. `called` is the code of
            the function that the first of these statements has just called, if it has not ended yet.
            """
            contexts = [(each.f_code, each.f_locals, each.f_globals) for each in calls]
            for variable, changes in self.changes.items():
                value = self._value_in(variable, contexts)
                place = None if value is UNKNOWN else self._setter(variable, value, ended, called)
                if place:
                    changes.append(VariableChange(event, lines_run, value, place))

        def on_line(calls: Calls, statement: Statement) -> None:
            """Notes what the statements that have ended changed, then updates `pending`."""
            nonlocal lines_run
            lines_run += 1
            if lines_run < skipped_lines:
                return
            running = calls[::-1]
            unchanged = still_pending(pending, running)
            # the statements of calls that have returned, and the one before this in the call that goes on
            ended = pending[max(unchanged - 1, 0) :][::-1]
            if unchanged < len(running):
                note_changes(calls, ended, called=calls[0].f_code)
            elif unchanged < len(pending):
                note_changes(calls, ended)
            elif ended[0].statement.line == statement.line and ended[0].line != calls[0].f_lineno:
                # one more line of the same statement; the same line again would be another round of a loop
                pending[-1] = ended[0]._replace(line=calls[0].f_lineno)
                return
            elif statement.line < ended[0].statement.line or not names.isdisjoint(
                ended[0].statement.sets | names_in_line(ended[0].place.text)
            ):
                # other statements set no followed variable, and begin no pass of a loop, whose FOR may set
                # one: to read the values after each would take long
                note_changes(calls, ended)
            # in `pending` this statement takes the place of the one before in its call
            del pending[min(unchanged, len(running) - 1) :]
            callers = running[len(pending) : -1]
            pending.extend(self._running_statement(frame, Statement(frame.f_lineno)) for frame in callers)
            pending.append(self._running_statement(calls[0], statement))

        def on_event(number: int) -> None:
            """Notes changes that the running statement, which makes this event, cannot have made itself."""
            nonlocal event
            if pending:
                note_changes(self._calls(sys._getframe(1)), [without_stores(pending[-1])])
            event = number + 1

        self._run(on_event, on_line)
        if event <= self._number and pending:  # the program has ended before the event
            note_changes([each.frame for each in reversed(pending)], [without_stores(pending[-1])])

    def _setter(
        self, variable: TracedVariable, value: Any, ended: list[RunningStatement], called: CodeType | None
    ) -> SourceLine | None:
        """Returns the line that set a followed variable to its present value; None if it was not set again.

        One of the statements that have `ended` has set it, or the call of the code `called` sets a parameter.
        NOWHERE if the value has changed and no line fits.
        """
        if called:
            # the caller's statement sets the parameters, and nothing else yet
            place = ended[0].place if ended and is_parameter(variable, called) else None
        else:
            place = next((each.place for each in ended if self._sets(each, variable)), None)
        changes = self.changes[variable]
        if not changes or are_different(changes[-1].value, value):
            return place or likely_setter(variable, [each.place for each in ended])
        # the text names only the array: perhaps another element was set to its value
        return None if variable.element else place

    def _running_statement(self, frame: FrameType, statement: Statement) -> RunningStatement:
        """Returns the statement that a pending call is in, with its place and the line that began last."""
        place = self._place(frame.f_code.co_filename, statement.line)
        return RunningStatement(frame, statement, place, frame.f_lineno)

    def _sets(self, running: RunningStatement, variable: TracedVariable) -> bool:
        """Whether the text of a statement sets this variable, and not another one of the same name."""
        if running.statement.sets.isdisjoint(last_names(variable)):
            return False
        code = running.frame.f_code
        root, _, attribute = variable.path.partition(".")
        if attribute:
            # which object's attribute is set is not known: any of this name counts
            return True
        if root in code.co_varnames or root in code.co_cellvars or root in code.co_freevars:
            return self._finder.scope(code, root) == variable.function
        return not variable.function  # the statement sets a name of the module

    def last_change(self, variable: TracedVariable, number: int) -> VariableChange:
        """Returns the last change of a followed variable up to the event `number`, from 0."""
        changes = (each for each in reversed(self.changes[variable]) if each.event <= number)
        return next(changes, VariableChange())

    def state_after(self, variable: TracedVariable, change: VariableChange) -> VariableState:
        """Returns a variable as it was after a change; an element is named `M[2,3]` or `self.m[2][3]`.

        That of an object in a list is `self.enemies[2].x`.
        """
        name = variable.name
        if variable.element:
            separator = "," if self.listing else "]["
            subscripts = f"[{separator.join(map(str, variable.element))}]"
            # the name of a field has ARRAY where its object's subscripts belong, before the field
            name = name.replace(ARRAY, subscripts) if ARRAY in name else name + subscripts
        return VariableState(name, change.value, change.place)

    def _run(self, on_event: Callable[[int], None], on_line: Callable[[Calls, Statement], None]) -> None:
        """Runs the program up to the last event; `on_event` is called with the number of each event.

        `on_line` is called with the pending calls and the statement, or line of one, that begins.
        """
        program, listing = self._program, self.listing
        statements = cache(statements_of)  # each file of a port is read once in a run
        sets = self._finder.sets if isinstance(self._finder, ListingVariables) else {}
        numbers = count()

        def on_port_line(line: int) -> bool:
            """Calls `on_line` for a line of a port. Returns True, so that the line is reported again."""
            # a comprehension is a call of its own before Python 3.12, which sets no variable; between the
            # line's call and this function is only the listener
            frame = sys._getframe(2)
            if frame.f_code.co_name in COMPREHENSIONS:
                return True
            if calls := self._calls(frame):
                on_line(calls, statements(calls[0].f_code.co_filename).get(line) or Statement(line))
            return True

        def on_statement(slot: int, line: int, column: int) -> None:
            """Calls `on_line` for a listing's statement; other slots hold programs that it has loaded."""
            if listing and slot == 0:
                listing.on_statement(slot, line, column)
                # between the compiled code and this function is only the function of the engine that calls it
                if calls := self._calls(sys._getframe(2)):
                    on_line(calls, Statement(line, sets.get((line, column), NOTHING_SET)))

        def note_event() -> None:
            """Calls `on_event` with the event's number, and raises Stopped at the last event."""
            number = next(numbers)
            if number <= self._number:  # a port that catches Stopped makes more events
                on_event(number)
            if number >= self._number:
                raise Stopped("the program has been followed far enough")

        listening: AbstractContextManager[None] = nullcontext()
        if not isinstance(program, Listing) and program.file:
            home = program.file.absolute().parent
            modules = (each for each in home.glob("*.py") if is_program_file(str(each)))
            # each module's lines are numbered from 1, as its calls' lines are
            listening = LineListener(program.file, on_port_line, dict.fromkeys(modules, 1)).listening()
        with listening:
            replay(
                self._recording,
                listing.program if listing else program,
                note_event=note_event,
                on_statement=on_statement if listing else None,
                slowdown=SLOWDOWN,
            )

    def _calls(self, innermost: FrameType) -> Calls:
        """Returns the pending calls of the listing, or of files in the port's folder, the innermost first.

        The search for them begins at `innermost`, a call of any file.
        """
        frame: FrameType | None = innermost
        calls: Calls = []
        while frame is not None:
            if not calls and self._last_calls and frame is self._last_calls[0]:
                # while a call runs, its callers stay the same: each line asks for them
                return self._last_calls
            file = frame.f_code.co_filename
            if self._is_own(file):
                calls.append(frame)
                if len(calls) == MOST_CALLS:
                    break
            elif calls and file.startswith(ROOM):
                # the comparison has called the program: its callers are not the program's
                break
            frame = frame.f_back
        self._last_calls = calls
        return calls

    def _is_own_file(self, file: str) -> bool:
        """Whether a file is the listing's, or a program file in the folder of the port or below."""
        if self.listing:
            return file == self._program.path
        port = self._program.file
        # for a port without a file any program file counts
        folder = str(port.absolute().parent) + os.sep if port else ""
        return is_program_file(file) and file.startswith(folder)

    def _variables(self, calls: Calls, stale: StaleVariables | None) -> dict[str, FoundVariable]:
        """Returns the variables of pending calls by common name; of several the innermost call's counts."""
        variables: dict[str, FoundVariable] = {}
        for depth, frame in enumerate(calls):
            # a caller's statement is still to set what it assigns the call's result to
            to_be_set = stale.names_set_by_line(frame, frame.f_lineno) if stale and depth else ()
            for found in self._finder.variables(frame):
                path = found.variable.path
                is_old = stale and (path in to_be_set or stale.is_stale(frame, path, found.value))
                variable, value = found.variable, UNKNOWN if is_old else found.value
                variables.setdefault(variable.common_name, FoundVariable(variable, value))
        return variables

    def _value_in(
        self,
        variable: TracedVariable,
        contexts: Sequence[tuple[CodeType, Mapping[str, Any], Mapping[str, Any]]],
    ) -> Any:
        """Returns the value of a variable in some calls, each given as (code, locals, globals).

        UNKNOWN if no call has it, or if it is neither a number nor a text.
        """
        root, _, attribute = variable.path.partition(".")
        for code, inner, outer in contexts:
            if root in inner:
                if not attribute and self._finder.scope(code, root) != variable.function:
                    continue  # another variable of the same name
                value = inner[root]
            elif root in outer and not self.listing:  # a name of the port's module
                value = outer[root]
            else:
                continue
            value = field_of(value, attribute) if attribute else value
            for at in variable.element:
                value = value[at] if isinstance(value, list) and at < len(value) else UNKNOWN
            return plain_scalar(value)
        return UNKNOWN


def without_stores(running: RunningStatement) -> RunningStatement:
    """Returns a running statement without the names that it sets, as it may have set none yet."""
    return running._replace(statement=Statement(running.statement.line))


def is_parameter(variable: TracedVariable, code: CodeType) -> bool:
    """Whether a variable is a parameter of the function that this code belongs to."""
    count = code.co_argcount + code.co_kwonlyargcount
    return variable.function == code.co_name and variable.path in code.co_varnames[:count]


def are_different(one: object, other: object) -> bool:
    """Whether two values are both numbers, or both texts, and differ; True equals 1, and 2.0 equals 2.

    Whole numbers with the same 32 bits are equal: a color is written -4144960 or 0xFFC0C0C0.
    """
    if one is UNKNOWN or other is UNKNOWN or isinstance(one, str) != isinstance(other, str):
        return False
    if isinstance(one, int) and isinstance(other, int) and (one - other) % (1 << 32) == 0:
        return False
    # two NaNs are equal here, though each differs from itself
    return one != other and (one == one or other == other)  # noqa: PLR0124


def statements_of(file: str) -> dict[int, Statement]:
    """Returns the statement in each line of a Python file; none if it cannot be read."""
    facts, _ = facts_of(file)
    return {
        line: Statement(each.line, frozenset(normalized_name(name.rpartition(".")[2]) for name in each.sets))
        for line, each in facts.items()
    }


def last_names(variable: TracedVariable) -> set[str]:
    """Returns the names by which a statement can set a variable: for player.left also `player`."""
    return {normalized_name(name) for name in variable.name.split(".")[-2:]}


def likely_setter(variable: TracedVariable, lines: Sequence[SourceLine]) -> SourceLine:
    """Returns the line that most likely set a variable: one that assigns it, else names it, else has a NEXT.

    `lines` are those that may have set it; of several that fit the first counts. NOWHERE if none fits.
    """
    name = normalized_name(variable.name.rpartition(".")[2])
    tests: tuple[Callable[[str], object], ...] = (
        assignment_of(name).search,
        lambda line: name in names_in_line(line),
        lambda line: NEXT in names_in_line(line),
    )
    return next((each for is_likely in tests for each in lines if is_likely(each.text)), NOWHERE)


def basic_function_names(listing: Listing) -> dict[str, str]:
    """Returns the name that each compiled function of a listing has in BASIC, by its name in Python.

    `MOVE` for a DEF, `@DRAW` for a label that a GOSUB reaches, "" for the main program. Returns {} for a
    listing that cannot be compiled.
    """
    try:
        written = written_functions(listing.source, Settings(listing.path, traced=True))
    except BasicError:
        return {}
    marks = {"main": "", "GOSUB": "@", "DEF": ""}
    return {each.function.name: ", ".join(marks[each.kind] + name for name in each.names) for each in written}

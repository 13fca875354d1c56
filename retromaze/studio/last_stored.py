"""Finds the statement that stored a variable or an element last.

A run repeats exactly, so another run to the same place is followed statement by statement. A statement has
stored a variable when it was the last one that

- stores to that name (or to that element, as far as its subscripts can be evaluated), whatever the value, or
- was over when the value was another: it handed an array to a DEF, sorted it, or is the NEXT of a loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isnan, prod
from types import CodeType, FrameType
from typing import Any

from retromaze.compiler.unit import definition_of_function
from retromaze.language import nodes
from retromaze.language.block_tree import Store, effects, stores
from retromaze.language.nodes import Statement, calls_in, nodes_in
from retromaze.sources.variables import element_number, name_and_value, shape_of
from retromaze.studio.call_tree import pop_ended
from retromaze.studio.listing_statements import ListingStatements, Place, listing_of
from retromaze.studio.messages import Stored
from retromaze.studio.traced_run import StudioRun
from retromaze.values.arrays import Array
from retromaze.values.scalars import SharedString, plain

MISSING = object()
"""The value of a variable that does not exist yet."""


@dataclass
class LastStore:
    """The value of a variable, and the number and line of the statement that stored it; 0 without one."""

    value: Any = MISSING
    number: int = 0
    line: int = 0


@dataclass(slots=True, eq=False)
class Activation:
    """A pending call: its Python frame, and the number (from 1) and place of the statement that it has begun.

    `stores_to_element` says whether that statement stores to the searched element; None if only a change of
    its value can tell. `last_store` is the last store to the frame's own variable of the searched name.
    """

    frame: FrameType
    number: int = 0
    place: Place = (0, 0)
    stores_to_element: bool | None = None
    last_store: LastStore = field(default_factory=LastStore)


class OriginSearch:
    """Follows a run and finds which statement last stored a variable of the main program, or of a DEF.

    `scope` is the DEF's name, "" for the main program. `element` is the flat number (from 0) of an element of
    an array, None for the variable itself. `names_in_python` are the variable's names in the compiled Python.
    A place is line and column. `_calls` are the pending calls by the id of their frame, outermost first.
    `_main_store` is the last store to a variable of the main program. `_has_variable_by_code`, `_targets`
    (what a statement stores to in the searched array) and `_storeless_steps` are caches of the methods.
    """

    def __init__(
        self,
        name: str,
        element: int | None,
        scope: str,
        names_in_python: tuple[str, ...],
        listing: ListingStatements,
    ) -> None:
        self._name, self._element, self._scope = name, element, scope
        self._names_in_python, self._listing = names_in_python, listing
        self._calls: dict[int, Activation] = {}
        self._main_store = LastStore()
        # by id, as code is slow to hash; the code is kept so that its id stays its own
        self._has_variable_by_code: dict[int, tuple[CodeType, bool]] = {}
        self._targets: dict[Place, list[Any]] = {}
        self._storeless_steps: dict[tuple[Place, Place], bool] = {}

    # --- the way

    def before_statement(self, run: StudioRun) -> None:
        """Called before a statement begins: records the stores of the statements that have ended since.

        These are the statement before it in its frame, and the last ones of calls that have returned.
        """
        frame, place = run.statement_frame, (run.line, run.column)
        assert frame is not None
        call = next(reversed(self._calls.values()), None)
        # most statements follow one that cannot store the variable: nothing is compared then
        if not (call and call.frame is frame and self._is_storeless_step(call.place, place)):
            ended = list(pop_ended(self._calls, frame))
            call = self._calls.get(id(frame))
            if call:
                self._record_store([*ended, call], frame, place)
            else:
                # a call has begun: its caller's statement has not ended, and its own variable is new
                self._record_store(ended, frame, place)
                call = self._calls[id(frame)] = Activation(frame)
                self._record_store([], frame, place)
        call.number, call.place = run.statements, place
        call.stores_to_element = None if self._element is None else self._stores_to_element(run, frame, place)

    def _is_storeless_step(self, before: Place, now: Place) -> bool:
        """Whether nothing can store the variable from one statement to the next one in its frame; cached."""
        step = (before, now)
        is_storeless = self._storeless_steps.get(step)
        if is_storeless is None:
            is_storeless = self._storeless_steps[step] = not self._may_store(before) and not (
                self._element is None and self._listing.passed_next(self._name, before, now)
            )
        return is_storeless

    def _record_store(
        self,
        ended: list[Activation],
        frame: FrameType,
        next_place: Place | None,
        unfinished: Sequence[Activation] = (),
    ) -> None:
        """Records which of the statements that have `ended` stored the variable as it is visible in `frame`.

        The statement at `next_place` runs next. The `unfinished` statements have not ended, but may have
        changed the value under another name. Statements are given as the calls that have begun them last.
        """
        last_store = self._last_store_in(frame)
        if last_store is None:
            # the variable is not visible there: its value is compared later
            return
        # `changed` also finds stores by other means than the variable's name, such as to a shared array
        value = self._value_in(frame)
        changed = not is_same(value, last_store.value)
        last_store.value = value
        in_scope = [
            each
            for each in ended
            if self._has_variable(each.frame.f_code) and (not self._scope or each.frame is frame)
        ]
        # a NEXT is no statement of its own in the compiled Python: it belongs to the last one of the body
        if in_scope and changed and self._element is None:
            last = in_scope[-1]
            passed = self._listing.passed_next(self._name, last.place, next_place)
            if passed is not None:
                last_store.number, last_store.line = last.number, passed.line
                return
        # the outermost call's statement ended last
        storer = next((each for each in reversed(in_scope) if self._is_store(each, changed=changed)), None)
        if storer is None and changed and (candidates := ended or unfinished):
            # under another name: by a statement that at least mentions the variable, if there is one
            storer = next((each for each in candidates if self._names_variable(each.place)), candidates[0])
        if storer is not None:
            last_store.number, last_store.line = storer.number, storer.place[0]

    # --- what a frame knows

    def _last_store_in(self, frame: FrameType) -> LastStore | None:
        """Returns the last store to the variable as it is visible in a frame; None if it is not visible."""
        if not self._has_variable(frame.f_code):
            return None
        if not self._scope:
            return self._main_store
        call = self._calls.get(id(frame))
        return call.last_store if call else None

    def _has_variable(self, code: CodeType) -> bool:
        """Whether a function of the compiled Python uses the searched variable; cached."""
        if id(code) not in self._has_variable_by_code:
            # its own variables, and for one of the main program those that other functions share with it
            is_scope = definition_of_function(code.co_name) == self._scope
            names = {*code.co_varnames, *code.co_cellvars} if is_scope else set()
            shared = set() if self._scope else {*code.co_freevars}
            has_variable = not (names | shared).isdisjoint(self._names_in_python)
            self._has_variable_by_code[id(code)] = code, has_variable
        return self._has_variable_by_code[id(code)][1]

    def _value_in(self, frame: FrameType) -> Any:
        """Returns the value of the variable, or of its element, in a frame; MISSING without one."""
        known = frame.f_locals
        value = next((known[each] for each in self._names_in_python if each in known), MISSING)
        if isinstance(value, Array):
            value = value.items
        if self._element is not None:
            value = element_at(value, self._element)
        return plain(value) if isinstance(value, SharedString) else value

    # --- what a statement does

    def _may_store(self, place: Place) -> bool:
        """Whether the statement at a place can change the variable, under any name.

        An array has another name in a DEF that receives it, a string in each variable that shares it.
        """
        statement = self._listing.statement(*place)
        if statement is None or stores_to(statement, self._name):
            return True
        inside = nodes_in(statement)
        # VAR("A") names a variable by a string, which can be any
        if any(isinstance(each, nodes.VariableNamed) for each in inside):
            return True
        if self._name.endswith("$"):
            return bool(stores(statement) or effects(statement).gosubs or calls_in(statement))
        names = {self._name, *self._listing.parameters}
        if any(each.name in names for each in stores(statement)) and self._element is not None:
            return True
        # the array is handed to a call, which may change it
        given = (each for call in calls_in(statement) for each in nodes_in(call))
        return any(isinstance(each, nodes.Name) and each.name in names for each in given)

    def _stores_to_element(self, run: StudioRun, frame: FrameType, place: Place) -> bool | None:
        """Whether the statement that begins stores to the element; None: its subscripts have no value."""
        if place not in self._targets:
            statement = self._listing.statement(*place)
            found = stores_to(statement, self._name) if statement else []
            self._targets[place] = [each.target for each in found]
        targets = self._targets[place]
        if not targets or not self._has_variable(frame.f_code):
            return False
        names = run.names
        known = dict(
            name_and_value(names[each], value) for each, value in frame.f_locals.items() if each in names
        )
        numbers = [
            element_number(each, known)[1] if isinstance(each, nodes.Index) else self._element
            for each in targets
        ]
        return True if self._element in numbers else None if None in numbers else False

    def _is_store(self, call: Activation, *, changed: bool) -> bool:
        """Whether the statement that a call has begun last stores to the variable by its name.

        `changed`: whether the variable has another value after it. Whether it stores to an element was found
        out when it began, as its subscripts may change.
        """
        statement = self._listing.statement(*call.place)
        if statement is None:
            return False
        if self._element is not None:
            return call.stores_to_element is True
        found = stores_to(statement, self._name)
        # an empty line leaves INPUT's variables as they are, and VAR without a value declares only
        may_keep_value = isinstance(statement, nodes.Input) or all(each.is_declaration for each in found)
        return bool(found) and (changed or not may_keep_value)

    def _names_variable(self, place: Place) -> bool:
        """Whether the statement at a place mentions the variable by its name."""
        statement = self._listing.statement(*place)
        inside = nodes_in(statement) if statement is not None else ()
        return any(isinstance(each, nodes.Name) and each.name == self._name for each in inside)

    # --- the answer

    def result(self, run: StudioRun, *, is_complete: bool) -> Stored:
        """Returns a message with the number and line of the last store; 0 and 0 without one.

        `is_complete`: whether the last statement has ended.
        """
        ended = list(pop_ended(self._calls, next(run.frames(), None)))
        found: LastStore | None = self._main_store
        # a GOSUB may run, whose function does not use the variable: the function that called it does
        frame = next((each for each in run.frames() if self._has_variable(each.f_code)), None)
        if frame is not None:
            last = list(self._calls.values())[-1:]
            if is_complete:
                self._record_store(ended + last, frame, None)
            else:
                self._record_store(ended, frame, (run.line, run.column), last)
            found = self._last_store_in(frame)
        number, line = (found.number, found.line) if found else (0, 0)
        return Stored(self._name, -1 if self._element is None else self._element, number, line)


def origin_search(run: StudioRun, name: str, element: int | None) -> OriginSearch | None:
    """Returns a search for the variable of that name: the running DEF's own, else the main program's.

    None if there is no such variable.
    """
    frame = next(run.frames(), None) if run.computer is not None else None
    names_in_python = python_names(run.names, name, of_array=element is not None)
    if frame is None or not names_in_python:
        return None
    code = frame.f_code
    is_own = not {*code.co_varnames, *code.co_cellvars}.isdisjoint(names_in_python)
    scope = definition_of_function(code.co_name) if is_own else ""
    return OriginSearch(name, element, scope, names_in_python, listing_of(run.source))


def python_names(known: dict[str, str], name: str, *, of_array: bool) -> tuple[str, ...]:
    """Returns the names in the compiled Python of a BASIC variable.

    `known` has the BASIC name for each Python name. Array parameters of a DEF have names without "[]".
    """
    wanted = (f"{name}[]", name) if of_array else (name,)
    return tuple(each for want in wanted for each, basic in known.items() if basic == want)


def stores_to(statement: Statement, name: str) -> list[Store]:
    """Returns the stores of a statement to a variable, or to an array or an element of it."""
    return [each for each in stores(statement) if each.name == name]


def element_at(items: Any, number: int) -> Any:
    """Returns an element of nested lists by flat number, the last subscript quickest, or MISSING."""
    shape = shape_of(items)
    if not shape or number >= prod(shape):
        return MISSING
    for at in range(len(shape)):
        place, number = divmod(number, prod(shape[at + 1 :]))
        items = items[place]
    return items


def is_same(one: Any, other: Any) -> bool:
    """Whether two values are equal; unlike in Python, NaN equals NaN."""
    if isinstance(one, float) and isinstance(other, float) and isnan(one) and isnan(other):
        return True
    return one is other or bool(one == other)

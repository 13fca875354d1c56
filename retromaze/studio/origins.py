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

from retromaze.compiler.naming import definition_of_function
from retromaze.language import nodes
from retromaze.language.nodes import Statement, calls, nodes_in
from retromaze.language.structure import Store, effects, stores
from retromaze.sources.variables import element_number, name_and_value, shape_of
from retromaze.studio.listing_statements import ListingStatements, Place, listing_of
from retromaze.studio.messages import Stored
from retromaze.studio.run import StudioRun
from retromaze.values.arrays import Array
from retromaze.values.scalars import Text, plain

MISSING = object()
"""The value of what is not there yet."""


@dataclass
class LastStore:
    """The value of a variable, and the number and line of the statement that stored it; 0 without one."""

    value: Any = MISSING
    number: int = 0
    line: int = 0


@dataclass(slots=True, eq=False)
class Activation:
    """A frame of Python that runs, with the statement that it has begun: its number from 1 and its place.

    `hits` says whether that stores to the element that is asked about; None where only its value can tell.
    `origin` is the last store to the frame's own variable of the name that is asked about.
    """

    frame: FrameType
    number: int = 0
    place: Place = (0, 0)
    hits: bool | None = None
    origin: LastStore = field(default_factory=LastStore)


class OriginSearch:
    """Follows a run and knows at each place which statement stored a variable last.

    It is a variable of the main program (`scope` "") or of the DEF that runs, or an `element` of it, counted
    from 0. `spelled` are its names in the compiled Python.
    """

    def __init__(
        self, name: str, element: int | None, scope: str, spelled: tuple[str, ...], listing: ListingStatements
    ) -> None:
        self._name, self._element, self._scope = name, element, scope
        self._spelled, self._listing = spelled, listing
        self._calls: list[Activation] = []
        self._depth: dict[int, int] = {}
        self._main = LastStore()
        # by id, as code is slow to hash; the code is kept so that its id stays its own
        self._knows: dict[int, tuple[CodeType, bool]] = {}
        self._named: dict[Place, bool] = {}
        self._steps: dict[tuple[Place, Place], bool] = {}

    # --- the way

    def look(self, run: StudioRun) -> None:
        """A statement is about to begin: the one before it in its frame is over, and those in frames left."""
        active, frame, place = self._calls, run.statement_frame, (run.line, run.column)
        assert frame is not None
        if not (active and active[-1].frame is frame and self._is_quiet_step(active[-1].place, place)):
            over = self._left_for(frame)
            if id(frame) in self._depth:
                self._settle([*over, active[-1]], frame, place)
            else:
                self._settle(over, frame, place)
                self._depth[id(frame)] = len(active)
                active.append(Activation(frame))
                self._settle([], frame, place)
        here = active[-1]
        here.number, here.place = run.statements, place
        here.hits = None if self._element is None else self._is_hit(run, frame, place)

    def _is_quiet_step(self, before: Place, now: Place) -> bool:
        """Whether nothing can store the variable from one statement to the next one in its frame."""
        step = (before, now)
        quiet = self._steps.get(step)
        if quiet is None:
            quiet = self._steps[step] = not self._may_store(before) and not (
                self._element is None and self._listing.passed_next(self._name, before, now)
            )
        return quiet

    def _left_for(self, frame: FrameType | None) -> list[Activation]:
        """Takes off the frames that are left when that one runs, and returns them, innermost first."""
        known = frame
        while known is not None and id(known) not in self._depth:
            known = known.f_back
        keep = -1 if known is None else self._depth[id(known)]
        left = []
        while len(self._calls) > keep + 1:
            left.append(self._calls.pop())
            del self._depth[id(left[-1].frame)]
        return left

    def _settle(
        self,
        over: list[Activation],
        frame: FrameType,
        place: Place | None,
        doubtful: Sequence[Activation] = (),
    ) -> None:
        """Notes which of the statements that are `over` has stored the variable, now that `frame` runs.

        The `doubtful` ones are not over, but may have changed the value otherwise than by its name.
        """
        origin = self._origin_in(frame)
        if origin is None:
            return
        value = self._value_in(frame)
        changed = not is_same(value, origin.value)
        origin.value = value
        here = [
            each
            for each in over
            if self._knows_variable(each.frame.f_code) and (not self._scope or each.frame is frame)
        ]
        for each in here[-1:] if changed and self._element is None else ():
            passed = self._listing.passed_next(self._name, each.place, place)
            if passed is not None:
                origin.number, origin.line = each.number, passed.line
                return
        stored = next((each for each in reversed(here) if self._stores(each, changed=changed)), None)
        if stored is None and changed and (candidates := over or doubtful):
            stored = next((each for each in candidates if self._names_variable(each.place)), candidates[0])
        if stored is not None:
            origin.number, origin.line = stored.number, stored.place[0]

    # --- what a frame knows

    def _origin_in(self, frame: FrameType) -> LastStore | None:
        """Returns the last store to the variable that a frame sees, None if it has none of that name."""
        if not self._knows_variable(frame.f_code):
            return None
        if not self._scope:
            return self._main
        depth = self._depth.get(id(frame))
        return None if depth is None else self._calls[depth].origin

    def _knows_variable(self, code: CodeType) -> bool:
        if id(code) not in self._knows:
            own = definition_of_function(code.co_name) == self._scope
            names = {*code.co_varnames, *code.co_cellvars} if own else set()
            shared = set() if self._scope else {*code.co_freevars}
            self._knows[id(code)] = code, not (names | shared).isdisjoint(self._spelled)
        return self._knows[id(code)][1]

    def _value_in(self, frame: FrameType) -> Any:
        known = frame.f_locals
        value = next((known[each] for each in self._spelled if each in known), MISSING)
        if isinstance(value, Array):
            value = value.items
        if self._element is not None:
            value = element_at(value, self._element)
        return plain(value) if isinstance(value, Text) else value

    # --- what a statement does

    def _may_store(self, place: Place) -> bool:
        """Whether the statement at a place can change the variable, under any name.

        An array has another name in a DEF that is given it, a text in any variable that it was stored in.
        """
        statement = self._listing.statement(*place)
        if statement is None or stores_to(statement, self._name):
            return True
        inside = nodes_in(statement)
        if any(isinstance(each, nodes.VariableNamed) for each in inside):
            return True
        if self._name.endswith("$"):
            return bool(stores(statement) or effects(statement).gosubs or calls(statement))
        names = {self._name, *self._listing.given}
        if any(each.name in names for each in stores(statement)) and self._element is not None:
            return True
        given = (each for call in calls(statement) for each in nodes_in(call))
        return any(isinstance(each, nodes.Name) and each.name in names for each in given)

    def _is_hit(self, run: StudioRun, frame: FrameType, place: Place) -> bool | None:
        """Whether the statement that begins stores to the element; None where that cannot be worked out."""
        statement = self._listing.statement(*place)
        if place not in self._named:
            self._named[place] = statement is not None and bool(stores_to(statement, self._name))
        if not self._named[place] or not self._knows_variable(frame.f_code):
            return False
        assert statement is not None
        names = run.names
        known = dict(
            name_and_value(names[each], value) for each, value in frame.f_locals.items() if each in names
        )
        targets = [each.target for each in stores_to(statement, self._name)]
        found = [
            element_number(each, known)[1] if isinstance(each, nodes.Index) else self._element
            for each in targets
        ]
        return True if self._element in found else None if None in found else False

    def _stores(self, begun: Activation, *, changed: bool) -> bool:
        """Whether a statement stores to the variable by its name."""
        statement = self._listing.statement(*begun.place)
        if statement is None:
            return False
        if self._element is not None:
            return begun.hits is True
        own = stores_to(statement, self._name)
        # an empty line leaves INPUT's variables as they are, and VAR without a value declares only
        silent = isinstance(statement, nodes.Input) or all(each.is_declaration for each in own)
        return bool(own) and (changed or not silent)

    def _names_variable(self, place: Place) -> bool:
        statement = self._listing.statement(*place)
        inside = nodes_in(statement) if statement is not None else ()
        return any(isinstance(each, nodes.Name) and each.name == self._name for each in inside)

    # --- the answer

    def result(self, run: StudioRun, *, is_complete: bool) -> Stored:
        frame = next(run.frames(), None)
        over = self._left_for(frame)
        found: LastStore | None = self._main
        if frame is not None:
            last = self._calls[-1:]
            if is_complete:
                self._settle(over + last, frame, None)
            else:
                self._settle(over, frame, (run.line, run.column), last)
            found = self._origin_in(frame)
        number, line = (found.number, found.line) if found else (0, 0)
        return Stored(self._name, -1 if self._element is None else self._element, number, line)


def origin_search(run: StudioRun, name: str, element: int | None) -> OriginSearch | None:
    """A search for the variable that a name means where the run is: the running DEF's or the main program's.

    None without such a variable.
    """
    frame = next(run.frames(), None) if run.computer is not None else None
    spelled = spellings(run.names, name, of_array=element is not None)
    if frame is None or not spelled:
        return None
    code = frame.f_code
    is_own = not {*code.co_varnames, *code.co_cellvars}.isdisjoint(spelled)
    scope = definition_of_function(code.co_name) if is_own else ""
    return OriginSearch(name, element, scope, spelled, listing_of(run.source))


def spellings(known: dict[str, str], name: str, *, of_array: bool) -> tuple[str, ...]:
    """The names of Python for a variable of BASIC; a DEF has arrays that it was given under plain names."""
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
    """Whether two values are the same to a reader; what is no number is the same as itself."""
    if isinstance(one, float) and isinstance(other, float) and isnan(one) and isnan(other):
        return True
    return one is other or bool(one == other)

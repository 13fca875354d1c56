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
from typing import Any, NamedTuple

from retromaze.language import nodes
from retromaze.language.nodes import Statement, calls, nodes_in
from retromaze.language.structure import Store, effects, stores
from retromaze.sources.variables import element, name_and_value, shape_of
from retromaze.studio.listing_statements import Place, listing_of
from retromaze.studio.messages import Stored
from retromaze.studio.run import StudioRun
from retromaze.studio.values import scope_of
from retromaze.values.arrays import Array
from retromaze.values.scalars import Text, plain

MISSING = object()
"""The value of what is not there yet."""


class Asked(NamedTuple):
    """A variable of the main program (`scope` "") or of the DEF that runs; `element` counts from 0."""

    name: str
    element: int | None
    scope: str


class Begun(NamedTuple):
    """A statement that has begun: its number from 1, its place, and the frame of Python that runs it.

    `hits` says whether it stores to the element that is asked about; None where only its value can tell.
    """

    number: int
    line: int
    column: int
    frame: FrameType
    hits: bool | None


@dataclass
class LastStore:
    """The statement that stored a value last, and the value; None before the first."""

    value: Any = MISSING
    stored: Begun | None = None
    line: int = 0


@dataclass(slots=True)
class Activation:
    """A frame that runs, the statement that it has begun, and who stored its own variable."""

    frame: FrameType
    number: int = 0
    place: Place = (0, 0)
    hits: bool | None = None
    origin: LastStore = field(default_factory=LastStore)

    @property
    def statement(self) -> Begun:
        """The statement that it has begun."""
        return Begun(self.number, *self.place, self.frame, self.hits)


class OriginSearch:
    """Follows a run and knows at each place who stored a variable last."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._calls: list[Activation] = []
        self._depth: dict[int, int] = {}
        self._main = LastStore()
        self._names: dict[str, str] = {}
        self._spelled: tuple[str, ...] = ()
        # by id, as code is slow to hash; the code is kept so that its id stays its own
        self._knows: dict[int, tuple[CodeType, bool]] = {}
        self._named: dict[Place, bool] = {}
        self._steps: dict[tuple[Place, Place], bool] = {}

    # --- the way

    def follow(self, run: StudioRun) -> None:
        self._run = run
        self._listing = listing_of(run.source)

    def look(self) -> None:
        """A statement is about to begin: the one before it in its frame is over, and those in frames left."""
        run, active = self._run, self._calls
        frame, place = run.statement_frame, (run.line, run.column)
        assert frame is not None
        if not (active and active[-1].frame is frame and self._is_quiet_step(active[-1].place, place)):
            over = self._left_for(frame)
            if id(frame) in self._depth:
                over.append(active[-1].statement)
                self._settle(over, frame, place)
            else:
                self._settle(over, frame, place)
                self._depth[id(frame)] = len(active)
                active.append(Activation(frame))
                self._settle([], frame, place)
        here = active[-1]
        here.number, here.place = run.statements, place
        here.hits = self._is_hit(frame) if self._asked.element is not None else None

    def _is_quiet_step(self, before: Place, now: Place) -> bool:
        """Whether nothing can store the variable from one statement to the next one in its frame."""
        step = (before, now)
        quiet = self._steps.get(step)
        if quiet is None:
            quiet = self._steps[step] = not self._may_store(before) and not (
                self._asked.element is None and self._listing.passed_next(self._asked.name, before, now)
            )
        return quiet

    def _left_for(self, frame: FrameType | None) -> list[Begun]:
        """Takes off the frames that are left when that one runs; their last statements, innermost first."""
        known = frame
        while known is not None and id(known) not in self._depth:
            known = known.f_back
        keep = -1 if known is None else self._depth[id(known)]
        left = []
        while len(self._calls) > keep + 1:
            gone = self._calls.pop()
            del self._depth[id(gone.frame)]
            left.append(gone.statement)
        return left

    def _settle(
        self, over: list[Begun], frame: FrameType, place: Place | None, doubtful: Sequence[Begun] = ()
    ) -> None:
        """These statements are over, and the run is in that frame: has any of them stored?

        The `doubtful` ones are not over, but have done what is done otherwise.
        """
        origin = self._origin_in(frame)
        if origin is None:
            return
        value = self._value_in(frame)
        changed = not is_same(value, origin.value)
        origin.value = value
        here = [each for each in over if self._concerns(each.frame, frame)]
        by_name = next((each for each in reversed(here) if self._stores(each, changed=changed)), None)
        for each in here[-1:] if changed and self._asked.element is None else ():
            passed = self._listing.passed_next(self._asked.name, (each.line, each.column), place)
            if passed is not None:
                origin.stored, origin.line = each, passed.line
                return
        if by_name is not None:
            origin.stored, origin.line = by_name, by_name.line
        elif changed and (over or doubtful):
            candidates = over or doubtful
            named = next((each for each in candidates if self._mentions(each)), candidates[0])
            origin.stored, origin.line = named, named.line

    # --- what a frame knows

    def _origin_in(self, frame: FrameType) -> LastStore | None:
        """Returns the origins of a frame that has the variable."""
        if not self._knows_variable(frame.f_code):
            return None
        if not self._asked.scope:
            return self._main
        depth = self._depth.get(id(frame))
        return None if depth is None else self._calls[depth].origin

    def _concerns(self, frame: FrameType, here: FrameType) -> bool:
        """Whether a name in that frame is the wanted variable."""
        return self._knows_variable(frame.f_code) and (not self._asked.scope or frame is here)

    def _knows_variable(self, code: CodeType) -> bool:
        if id(code) not in self._knows:
            if not self._names:
                self._names = self._run.names
                self._spelled = spellings(
                    self._names, self._asked.name, of_array=self._asked.element is not None
                )
            inner = scope_of(code.co_name)
            own = {*code.co_varnames, *code.co_cellvars} if inner == self._asked.scope else set()
            shared = set() if self._asked.scope else {*code.co_freevars}
            self._knows[id(code)] = code, not (own | shared).isdisjoint(self._spelled)
        return self._knows[id(code)][1]

    def _value_in(self, frame: FrameType) -> Any:
        known = frame.f_locals
        value = next((known[each] for each in self._spelled if each in known), MISSING)
        if isinstance(value, Array):
            value = value.items
        if self._asked.element is not None:
            value = element_at(value, self._asked.element)
        return plain(value) if isinstance(value, Text) else value

    # --- what a statement does

    def _may_store(self, place: Place) -> bool:
        """Whether the statement at a place can change the variable, under any name.

        An array has another name in a DEF that is given it, a text in any variable that it was stored in.
        """
        statement = self._listing.statement(*place)
        if statement is None or stores_to(statement, self._asked.name):
            return True
        inside = nodes_in(statement)
        if any(isinstance(each, nodes.VariableNamed) for each in inside):
            return True
        if self._asked.name.endswith("$"):
            return bool(stores(statement) or effects(statement).gosubs or calls(statement))
        names = {self._asked.name, *self._listing.given}
        if any(each.name in names for each in stores(statement)) and self._asked.element is not None:
            return True
        given = (each for call in calls(statement) for each in nodes_in(call))
        return any(isinstance(each, nodes.Name) and each.name in names for each in given)

    def _is_hit(self, frame: FrameType) -> bool | None:
        """Whether the statement that begins stores to the element; None where that cannot be worked out."""
        number, name, place = self._asked.element, self._asked.name, (self._run.line, self._run.column)
        statement = self._listing.statement(*place)
        if place not in self._named:
            self._named[place] = statement is not None and bool(stores_to(statement, name))
        if not self._named[place] or not self._knows_variable(frame.f_code):
            return False
        assert statement is not None
        targets = [each.target for each in stores_to(statement, name)]
        names = self._names
        known = dict(
            name_and_value(names[each], value) for each, value in frame.f_locals.items() if each in names
        )
        found = [element(each, known)[1] if isinstance(each, nodes.Index) else number for each in targets]
        return True if number in found else None if None in found else False

    def _stores(self, begun: Begun, *, changed: bool) -> bool:
        """Whether a statement stores to the variable by its name."""
        statement = self._listing.statement(begun.line, begun.column)
        if statement is None:
            return False
        if self._asked.element is not None:
            return begun.hits is True
        own = stores_to(statement, self._asked.name)
        # an empty line leaves INPUT's variables as they are, and VAR without a value declares only
        silent = isinstance(statement, nodes.Input) or all(each.is_beginning for each in own)
        return bool(own) and (changed or not silent)

    def _mentions(self, begun: Begun) -> bool:
        """Whether a statement names the variable."""
        statement = self._listing.statement(begun.line, begun.column)
        inside = nodes_in(statement) if statement is not None else ()
        return any(isinstance(each, nodes.Name) and each.name == self._asked.name for each in inside)

    # --- the answer

    def answer(self, *, is_complete: bool) -> Stored:
        """The same as a message."""
        found, element = self.origin(is_complete=is_complete), self._asked.element
        number, line = (found.stored.number, found.line) if found.stored else (0, 0)
        return Stored(self._asked.name, -1 if element is None else element, number, line)

    def goal(self) -> None:
        """Returns None: the run stays where the question was asked."""

    def origin(self, *, is_complete: bool) -> LastStore:
        """Returns who stored the variable last; `is_complete`: whether the run's last statement is over."""
        frame = next(self._run.frames(), None)
        over = self._left_for(frame)
        if frame is None:
            return self._main
        last = [each.statement for each in self._calls[-1:]]
        if is_complete:
            self._settle(over + last, frame, None)
        else:
            self._settle(over, frame, (self._run.line, self._run.column), last)
        return self._origin_in(frame) or LastStore()


def asked_about(run: StudioRun, name: str, element: int | None) -> Asked | None:
    """The variable that a name means where the run is: the running DEF's, else the main program's."""
    frame = next(run.frames(), None) if run.computer is not None else None
    if frame is None:
        return None
    scope = scope_of(frame.f_code.co_name)
    own = {*frame.f_code.co_varnames, *frame.f_code.co_cellvars}
    spelled = spellings(run.names, name, of_array=element is not None)
    if not spelled:
        return None
    return Asked(name, element, scope if not own.isdisjoint(spelled) else "")


def spellings(known: dict[str, str], name: str, *, of_array: bool) -> tuple[str, ...]:
    """The names of Python for a variable of BASIC; a DEF has arrays that it was given under plain names."""
    wanted = (f"{name}[]", name) if of_array else (name,)
    return tuple(each for want in wanted for each, basic in known.items() if basic == want)


def stores_to(statement: Statement, name: str) -> list[Store]:
    """The stores of a statement to a variable, or to an array or an element of it."""
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

"""Finds variables that hold one thing for the whole program, not a time now and a limit of something later.

A store and a read belong together if the read may get the stored value. What belongs together, directly or
by way of others (`N=N+1` reads one value and stores the next), is a *web*. A variable with several webs is
several things under one name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from retromaze.analysis.graphs import Groups, items_reachable, reachable
from retromaze.analysis.jumps import literal_label
from retromaze.analysis.side_effects import names_overwritten, variables_named, variables_read
from retromaze.language import nodes
from retromaze.language.nodes import Expression, Head, Label
from retromaze.language.program import Variable
from retromaze.language.structure import (
    Block,
    Choice,
    CountedLoop,
    Fallthrough,
    Forever,
    Leave,
    RepeatLoop,
    Step,
    Switch,
    WhileLoop,
)
from retromaze.porting.units import Liveness, PortUnit

MOST_VISITS = 100
"""So often all places are visited, for all variables together; then no other variable counts as one web."""


@dataclass(eq=False)
class Place:
    """Something that runs: what it reads and stores there, and the places that may come after it.

    `calls` are the units that it calls first. `only_calls` if control goes on behind the call only by way of
    the unit's end. `ends` is the unit whose end this is.
    """

    reads: Collection[Variable] = ()
    stores: Collection[Variable] = ()
    after: list[Place] = field(default_factory=list)
    calls: list[tuple[PortUnit, Place]] = field(default_factory=list)
    only_calls: bool = False
    ends: PortUnit | None = None


class Webs:
    """The places of all units, and which variables have one web."""

    def __init__(self, liveness: Liveness) -> None:
        self.liveness = liveness
        self.labels: dict[tuple[PortUnit, str], Place] = defaultdict(Place)
        self.starts = {unit: Place() for unit in liveness.units}
        self.callers: dict[PortUnit, list[Place]] = defaultdict(list)
        self.storing: dict[Variable, list[Place]] = defaultdict(list)
        self.left = 0
        named = {unit: {*unit.variables()} for unit in liveness.units}
        self.touched = items_reachable(named, liveness.callees)
        for unit in liveness.units:
            _Walk(self, unit).run()

    def is_one(self, variable: Variable) -> bool:
        """Whether all values of a variable that are read belong together."""
        edges = list(self.edges(variable))
        before: dict[Place, list[Place]] = defaultdict(list)
        for place, following in edges:
            if variable not in place.stores:
                before[following].append(place)
        wanted = reachable((each for _, each in edges if variable in each.reads), before)
        # in a group are a place, for the value that comes to it, and a place with True, for one it stores
        groups = Groups[tuple[Place, bool]]()
        for place, following in edges:
            if following in wanted:
                groups.join((place, variable in place.stores), (following, False))
        for place in self.storing[variable]:
            if variable in place.reads:
                groups.join((place, True), (place, False))
        return self.left > 0 and len({groups.leader((each, False)) for each in wanted}) <= 1

    def edges(self, variable: Variable) -> Iterator[tuple[Place, Place]]:
        """Yields the ways that stored values of a variable may take, each from one place to the next."""
        seen = {*self.storing[variable]}
        waiting = [*seen]
        while waiting and self.left > 0:
            place = waiting.pop()
            for following in self.following(place, variable):
                self.left -= 1
                yield place, following
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)

    def following(self, place: Place, variable: Variable) -> Iterator[Place]:
        """Yields the places after a place; units that do not touch the variable are passed over."""
        inner = [start for unit, start in place.calls if variable in self.touched[unit]]
        yield from inner
        if not (inner and place.only_calls):
            yield from place.after
        if place.ends is not None:
            for caller in self.callers[place.ends]:
                yield from caller.after


class _Walk:
    """Makes the places of a unit, from its end to its start; methods return the first place of a step."""

    def __init__(self, webs: Webs, unit: PortUnit) -> None:
        self.webs = webs
        self.unit = unit
        self.end = Place(ends=unit)
        self.loops: list[tuple[Any, Place, Place]] = []

    def run(self) -> None:
        start = self.webs.starts[self.unit]
        if self.unit.define:
            given = {self.unit.scope.variables[name] for name in self.unit.define.parameters}
            self.note(start, stores=given)
        start.after = [self.block(self.unit.body, self.end)]

    def note(self, place: Place, stores: Collection[Variable] = (), reads: Collection[Variable] = ()) -> None:
        self.webs.left += MOST_VISITS
        place.stores, place.reads = stores, reads
        for each in stores:
            self.webs.storing[each].append(place)

    def block(self, block: Block, after: Place) -> Place:
        for step in reversed(block.statements):
            after = self.step(step, after)
        return after

    def step(self, step: Step, after: Place) -> Place:  # noqa: PLR0912 - each kind of step has its case
        match step:
            case Choice():
                otherwise = self.block(step.otherwise, after)
                for condition, body in reversed(step.branches):
                    otherwise = self.node(condition, [self.block(body, after), otherwise])
                return otherwise
            case Switch():
                rows = [self.block(each.body, after) for each in [*step.cases, step.otherwise]]
                return self.node(step.head.selector, rows)
            case CountedLoop():
                return self.counted(step, after)
            case WhileLoop() | RepeatLoop() | Forever():
                return self.looped(step, after)
            case Leave():
                _, behind, top = next(each for each in self.loops if each[0] is step.loop)
                return top if step.again else behind
            case nodes.Break() | nodes.Continue():
                _, behind, top = [each for each in self.loops if not isinstance(each[0], Forever)][-1]
                return behind if isinstance(step, nodes.Break) else top
            case Fallthrough():
                return after
            case Label():
                place = self.webs.labels[self.unit, step.name]
                place.after = [after]
                return place
            case nodes.Goto():
                return self.webs.labels[self.unit, literal_label(step.target) or ""]
            case nodes.Return():
                return self.node(step, [self.end])
            case nodes.End() | nodes.Stop():
                return Place()
            case nodes.On() if not step.gosub:
                return self.node(step, [after, *(self.webs.labels[self.unit, each] for each in step.labels)])
            case _:
                return self.node(step, [after])

    def looped(self, step: WhileLoop | RepeatLoop | Forever, after: Place) -> Place:
        top = Place()
        self.loops.append((step, after, top))
        first = self.block(step.body, top)
        self.loops.pop()
        if isinstance(step, Forever):
            top.after = [first]
            return top
        self.node(step.condition, [first, after], top)
        return first if isinstance(step, RepeatLoop) else top

    def counted(self, step: CountedLoop, after: Place) -> Place:
        """FOR stores at its start, and reads and stores at its end: `FOR I=0 TO 9` is `I=I+1` there."""
        scope, head = self.unit.scope, step.head
        counter = {found} if (found := scope.stored(head.variable)) else set()
        top = Place()
        self.loops.append((step, after, top))
        first = self.block(step.body, top)
        self.loops.pop()
        top.after = [first, after]
        bounds = self.read(head.stop, head.step)
        self.note(top, counter, counter | bounds)
        start = Place(after=[first, after])
        self.note(start, counter, bounds | self.read(head.start))
        return start

    def read(self, *given: Expression | None) -> set[Variable]:
        return {each for node in given if node for each in variables_named(self.unit.scope, node)}

    def node(self, head: Head, after: list[Place], place: Place | None = None) -> Place:
        """Returns the place of a statement or a condition."""
        scope, liveness = self.unit.scope, self.webs.liveness
        place = place or Place()
        place.after = after
        stored = {found for each in names_overwritten(head) if (found := scope.find(each.name))}
        reads = variables_read(scope, head)
        match head:
            case nodes.Input(targets=targets):
                # an empty line keeps the value, but what is typed is another thing
                typed = {
                    found
                    for each in targets
                    if isinstance(each, nodes.Name)
                    if (found := scope.find(each.name))
                }
                stored, reads = stored | typed, reads - typed
            case nodes.Increase(target=nodes.Name(name=name)) if found := scope.find(name):
                stored.add(found)
        self.note(place, stored, reads)
        for unit in dict.fromkeys(liveness.calls(self.unit, head)):
            entry = self.entry(unit, head)
            place.calls.append((unit, entry))
            self.webs.callers[unit].append(place)
        place.only_calls = isinstance(head, nodes.Gosub)
        return place

    def entry(self, unit: PortUnit, head: Head) -> Place:
        """Returns the place where a call enters a unit; a unit with several labels is entered at any."""
        if unit.is_simple:
            return self.webs.starts[unit]
        label = literal_label(head.target) if isinstance(head, nodes.Gosub) else None
        if label in unit.entries:
            return self.webs.labels[unit, label]
        return Place(after=[self.webs.labels[unit, each] for each in unit.entries])

"""Finds variables that hold one thing for the whole program, not a time now and a limit of something later.

A store and a read belong together if the read may get the stored value. What belongs together, directly or
by way of others (`N=N+1` reads one value and stores the next), is a *web*. A variable with several webs is
several things under one name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from retromaze.analysis.graphs import Groups, items_reachable, reachable
from retromaze.analysis.jumps import literal_label
from retromaze.analysis.side_effects import variables_named, variables_overwritten, variables_read
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
"""How often each point is visited at most, for all variables together; after that no variable has one web."""


@dataclass(eq=False)
class ProgramPoint:
    """Something that runs: what it reads and stores there, and the points that may come after it.

    `calls` are the units that it calls first. `only_calls` if control goes on behind the call only by way of
    the unit's end. `end_of` is the unit whose end this is.
    """

    reads: Collection[Variable] = ()
    stores: Collection[Variable] = ()
    successors: list[ProgramPoint] = field(default_factory=list)
    calls: list[tuple[PortUnit, ProgramPoint]] = field(default_factory=list)
    only_calls: bool = False
    end_of: PortUnit | None = None


class Webs:
    """The control flow graph of a port: the program points of all units; and which variables have one web.

    A web is a set of stores and reads of a variable whose values belong together: a store is in one web with
    the reads that its value may reach. `labels` and `starts` are the points at which units are entered,
    `callers` the points that call a unit, `stores` those that store into a variable. The search for
    webs ends when no `visits_left` are left.
    """

    def __init__(self, liveness: Liveness) -> None:
        self.liveness = liveness
        self.labels: dict[tuple[PortUnit, str], ProgramPoint] = defaultdict(ProgramPoint)
        self.starts = {unit: ProgramPoint() for unit in liveness.units}
        self.callers: dict[PortUnit, list[ProgramPoint]] = defaultdict(list)
        self.stores: dict[Variable, list[ProgramPoint]] = defaultdict(list)
        self.visits_left = 0
        named = {unit: {*unit.variables()} for unit in liveness.units}
        self.variables_used = items_reachable(named, liveness.callees)
        for unit in liveness.units:
            _GraphBuilder(self, unit).build()

    def has_one_web(self, variable: Variable) -> bool:
        """Whether all values of a variable that are read belong together, so that one name fits them.

        False also if the search takes too long.
        """
        edges = list(self.value_flow(variable))
        passing: dict[ProgramPoint, list[ProgramPoint]] = defaultdict(list)
        for point, following in edges:
            if variable not in point.stores:
                passing[following].append(point)
        # the points at which the value may still be read: live, in the words of a compiler
        live = reachable((each for _, each in edges if variable in each.reads), passing)
        # (point, False) stands for the value that comes to a point, (point, True) for the one it stores
        groups = Groups[tuple[ProgramPoint, bool]]()
        for point, following in edges:
            if following in live:
                groups.join((point, variable in point.stores), (following, False))
        for point in self.stores[variable]:
            if variable in point.reads:
                groups.join((point, True), (point, False))
        return self.visits_left > 0 and len({groups.leader((each, False)) for each in live}) <= 1

    def value_flow(self, variable: Variable) -> Iterator[tuple[ProgramPoint, ProgramPoint]]:
        """Yields the edges (point, next point) along which stored values of a variable may come."""
        seen = {*self.stores[variable]}
        waiting = [*seen]
        while waiting and self.visits_left > 0:
            point = waiting.pop()
            for following in self.successors(point, variable):
                self.visits_left -= 1
                yield point, following
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)

    def successors(self, point: ProgramPoint, variable: Variable) -> Iterator[ProgramPoint]:
        """Yields the points that may come after a point.

        Calls of units that do not use the variable are stepped over.
        """
        inner = [start for unit, start in point.calls if variable in self.variables_used[unit]]
        yield from inner
        if not (inner and point.only_calls):  # else control goes on from the end of the unit
            yield from point.successors
        if point.end_of is not None:
            for caller in self.callers[point.end_of]:
                yield from caller.successors


class _LoopAround(NamedTuple):
    """A loop around a step, with the points after the loop and at the start of its next pass."""

    loop: Any
    after: ProgramPoint
    top: ProgramPoint


class _GraphBuilder:
    """Makes the program points of a unit, from its end to its start.

    Each method gets the point after a step and returns the first point of the step.
    """

    def __init__(self, webs: Webs, unit: PortUnit) -> None:
        self.webs = webs
        self.unit = unit
        self.end = ProgramPoint(end_of=unit)
        self.loops: list[_LoopAround] = []

    def build(self) -> None:
        """Makes the program points of the unit; a DEF stores its parameters at its start."""
        start = self.webs.starts[self.unit]
        if self.unit.define:
            given = {self.unit.scope.variables[name] for name in self.unit.define.parameters}
            self.set_accesses(start, stores=given)
        start.successors = [self.block(self.unit.body, self.end)]

    def set_accesses(
        self, point: ProgramPoint, stores: Collection[Variable] = (), reads: Collection[Variable] = ()
    ) -> None:
        """Sets what a program point stores and reads, and allows MOST_VISITS more visits of the search."""
        self.webs.visits_left += MOST_VISITS
        point.stores, point.reads = stores, reads
        for each in stores:
            self.webs.stores[each].append(point)

    def block(self, block: Block, after: ProgramPoint) -> ProgramPoint:
        for step in reversed(block.statements):
            after = self.step(step, after)
        return after

    def step(self, step: Step, after: ProgramPoint) -> ProgramPoint:  # noqa: PLR0912 - each kind of step has its case
        """Returns the first program point of a step; `after` is the point that comes after the step."""
        match step:
            case Choice():
                otherwise = self.block(step.otherwise, after)
                for condition, body in reversed(step.branches):
                    otherwise = self.point_of(condition, [self.block(body, after), otherwise])
                return otherwise
            case Switch():
                rows = [self.block(each.body, after) for each in [*step.cases, step.otherwise]]
                return self.point_of(step.head.selector, rows)
            case CountedLoop():
                return self.for_loop(step, after)
            case WhileLoop() | RepeatLoop() | Forever():
                return self.loop(step, after)
            case Leave():
                around = next(each for each in self.loops if each.loop is step.loop)
                return around.top if step.again else around.after
            case nodes.Break() | nodes.Continue():
                # BREAK never means a loop made of GOTOs
                innermost = [each for each in self.loops if not isinstance(each.loop, Forever)][-1]
                return innermost.after if isinstance(step, nodes.Break) else innermost.top
            case Fallthrough():
                return after
            case Label():
                point = self.webs.labels[self.unit, step.name]
                point.successors = [after]
                return point
            case nodes.Goto():
                return self.webs.labels[self.unit, literal_label(step.target) or ""]
            case nodes.Return():
                return self.point_of(step, [self.end])
            case nodes.End() | nodes.Stop():
                return ProgramPoint()
            case nodes.On() if not step.gosub:
                return self.point_of(
                    step, [after, *(self.webs.labels[self.unit, each] for each in step.labels)]
                )
            case _:
                return self.point_of(step, [after])

    def loop(self, step: WhileLoop | RepeatLoop | Forever, after: ProgramPoint) -> ProgramPoint:
        """Returns the first program point of WHILE, REPEAT or a loop made of GOTOs."""
        top = ProgramPoint()  # where the next pass is decided on: the condition, if there is one
        self.loops.append(_LoopAround(step, after, top))
        first = self.block(step.body, top)
        self.loops.pop()
        if isinstance(step, Forever):
            top.successors = [first]
            return top
        self.point_of(step.condition, [first, after], top)
        return first if isinstance(step, RepeatLoop) else top

    def for_loop(self, step: CountedLoop, after: ProgramPoint) -> ProgramPoint:
        """Returns the first program point of FOR.

        Its variable is stored at the start, and read and stored (`I=I+1`) before each further pass.
        """
        scope, head = self.unit.scope, step.head
        counter = {found} if (found := scope.stored_variable(head.variable)) else set()
        top = ProgramPoint()
        self.loops.append(_LoopAround(step, after, top))
        first = self.block(step.body, top)
        self.loops.pop()
        top.successors = [first, after]
        bounds = self.variables_in(head.stop, head.step)
        self.set_accesses(top, counter, counter | bounds)
        start = ProgramPoint(successors=[first, after])
        self.set_accesses(start, counter, bounds | self.variables_in(head.start))
        return start

    def variables_in(self, *given: Expression | None) -> set[Variable]:
        """Returns the variables that expressions name; None stands for an expression left out."""
        return {each for node in given if node for each in variables_named(self.unit.scope, node)}

    def point_of(
        self, head: Head, after: list[ProgramPoint], point: ProgramPoint | None = None
    ) -> ProgramPoint:
        """Returns the point of a statement or a condition: `point`, or a new one if it is None.

        `after` are the points that may come next. Notes the units that it calls, and it as their caller.
        """
        scope, liveness = self.unit.scope, self.webs.liveness
        point = point or ProgramPoint()
        point.successors = after
        stored = variables_overwritten(scope, head)
        reads = variables_read(scope, head)
        match head:
            case nodes.Input(targets=targets):
                # an empty line keeps the value, but one that is typed belongs to no earlier value
                typed = set(filter(None, map(scope.named, targets)))
                stored, reads = stored | typed, reads - typed
            case nodes.Increase(target=nodes.Name(name=name)) if found := scope.find(name):
                stored.add(found)
        self.set_accesses(point, stored, reads)
        for unit in dict.fromkeys(liveness.calls(self.unit, head)):
            entry = self.entry_point(unit, head)
            point.calls.append((unit, entry))
            self.webs.callers[unit].append(point)
        point.only_calls = isinstance(head, nodes.Gosub)
        return point

    def entry_point(self, unit: PortUnit, head: Head) -> ProgramPoint:
        """Returns the point where a call enters a unit; a unit with several labels is entered at any."""
        if unit.is_simple:
            return self.webs.starts[unit]
        label = literal_label(head.target) if isinstance(head, nodes.Gosub) else None
        if label in unit.entries:
            return self.webs.labels[unit, label]
        return ProgramPoint(successors=[self.webs.labels[unit, each] for each in unit.entries])

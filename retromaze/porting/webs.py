"""Finds the webs of variables: a variable may hold a time in one part of a program and a limit in another.

A store and a read belong together if the read may get the stored value. What belongs together, directly or
by way of others (`N=N+1` reads one value and stores the next), is a *web*. A variable with several webs is
several things under one name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Set
from dataclasses import dataclass, field

from retromaze.analysis.graphs import Groups, items_reachable, reachable
from retromaze.analysis.jumps import literal_label
from retromaze.analysis.side_effects import variables_named, variables_read
from retromaze.language import nodes
from retromaze.language.nodes import Expression, Head, Label, nodes_in
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
    stores,
)
from retromaze.porting.units import CallGraph, LoopAround, PortUnit, leave

MOST_VISITS = 100
"""How often each point is visited at most, for all variables together; after that no variable has one web."""


@dataclass(eq=False)
class ProgramPoint:
    """A node of the control flow graph: what is read and stored there, and the points that may come next.

    `keeps` are variables that INPUT stores or leaves as they are. `calls` are the units that are called
    first, each with the point where it begins. `only_calls` if control goes on after the call only by way of
    the unit's end. `end_of` is the unit whose end this is.
    """

    reads: Collection[Variable] = ()
    stores: Collection[Variable] = ()
    keeps: Collection[Variable] = ()
    successors: list[ProgramPoint] = field(default_factory=list)
    calls: list[tuple[PortUnit, ProgramPoint]] = field(default_factory=list)
    only_calls: bool = False
    end_of: PortUnit | None = None


Place = tuple[int, int]
"""The line and column of a name in the listing."""
ValueAt = tuple[ProgramPoint, bool]
"""(point, False) stands for the value that comes to a point, (point, True) for the one it stores."""


class Webs:
    """The control flow graph of a port: the program points of all units; and which variables have one web.

    A web is a set of stores and reads of a variable whose values belong together: a store is in one web with
    the reads that its value may reach. `labels` and `starts` are the points at which units are entered,
    `callers` the points that call a unit, `stores` those that store into a variable, `places` those that name
    it, with where the listing does; `variables` are those that each unit names. Control comes to the
    `beginnings` from nowhere: variables are 0 there. The search for webs ends when no `visits_left` are left.
    """

    def __init__(self, graph: CallGraph) -> None:
        self.graph = graph
        self.labels: dict[tuple[PortUnit, str], ProgramPoint] = defaultdict(ProgramPoint)
        self.starts = {unit: ProgramPoint() for unit in graph.units}
        self.callers: dict[PortUnit, list[ProgramPoint]] = defaultdict(list)
        self.stores: dict[Variable, list[ProgramPoint]] = defaultdict(list)
        self.places: dict[Variable, list[tuple[ProgramPoint, list[Place]]]] = defaultdict(list)
        self.visits_left = 0
        self.variables = {unit: unit.variables() for unit in graph.units}
        self.variables_used = items_reachable(self.variables, graph.callees)
        for unit in graph.units:
            _GraphBuilder(self, unit).build()
        main, *others = graph.units
        called = reachable([main], graph.callees)
        self.beginnings = [self.starts[main]] + [
            point
            for unit in others
            if unit not in called
            for point in (self.starts[unit], *(self.labels[unit, each] for each in unit.entries))
        ]

    def has_one_web(self, variable: Variable) -> bool:
        """Whether all values of a variable that are read belong together, so that one name fits them.

        False also if the search takes too long.
        """
        groups, live = self.groups(variable, {*self.stores[variable]})
        return self.visits_left > 0 and len({groups.leader((each, False)) for each in live}) <= 1

    def join_places(self, unit: PortUnit, variable: Variable, webs: Groups[Place]) -> None:
        """Joins the places of each web of a variable of a unit in `webs`; all if the search takes too long.

        Here the 0 that the variable begins with is a value, too, and so is one that INPUT keeps: the webs can
        be variables of their own, and no two of them are needed at one place.
        """
        beginnings = self.beginnings if variable in self.graph.main_variables else [self.starts[unit]]
        groups, _ = self.groups(variable, {*self.stores[variable], *beginnings}, kept=True)
        first_place: dict[ValueAt | None, Place] = {}  # by web; all are in the web None without a result
        for point, places in self.places[variable]:
            is_stored = variable in point.stores and variable not in point.reads
            web = groups.leader((point, is_stored)) if self.visits_left > 0 else None
            for place in places:
                webs.join(place, first_place.setdefault(web, place))

    def groups(
        self, variable: Variable, storing: set[ProgramPoint], *, kept: bool = False
    ) -> tuple[Groups[ValueAt], set[ProgramPoint]]:
        """Returns groups of values of a variable that belong together, and the points where it is still read.

        `storing` are the points that give it a value. `kept`: whether a value that INPUT may keep belongs to
        the one that may be typed.
        """
        flow = self.value_flow(variable, storing)
        passing: dict[ProgramPoint, list[ProgramPoint]] = defaultdict(list)  # backward: a store ends a value
        for point, successors in flow.items():
            if point not in storing:
                for following in successors:
                    passing[following].append(point)
        # the points at which the value may still be read: live, in the words of a compiler
        reached = set[ProgramPoint]().union(*flow.values())
        reading = {
            each for each in reached | storing if variable in each.reads or (kept and variable in each.keeps)
        }
        live = reachable(reading & reached, passing)
        groups = Groups[ValueAt]()
        groups.join_all(
            [
                ((point, point in storing), (following, False))
                for point, successors in flow.items()
                for following in successors
                if following in live
            ]
        )
        # a point that reads the variable before it stores into it, as `N=N+1` does, joins both values
        groups.join_all([((point, True), (point, False)) for point in storing if point in reading])
        return groups, live

    def value_flow(
        self, variable: Variable, storing: Set[ProgramPoint]
    ) -> dict[ProgramPoint, list[ProgramPoint]]:
        """Returns the points that stored values of a variable may come to, each with the points after it."""
        flow: dict[ProgramPoint, list[ProgramPoint]] = {}
        waiting = [*storing]
        while waiting and self.visits_left > 0:
            point = waiting.pop()
            if point not in flow:
                is_plain = not point.calls and point.end_of is None
                flow[point] = point.successors if is_plain else self.successors(point, variable)
                self.visits_left -= len(flow[point])
                waiting += flow[point]
        return flow

    def successors(self, point: ProgramPoint, variable: Variable) -> list[ProgramPoint]:
        """Returns the points that may come after a point.

        Calls of units that do not use the variable are stepped over.
        """
        starts = [start for unit, start in point.calls if variable in self.variables_used[unit]]
        # after a GOSUB control goes on from the end of the unit
        successors = starts if starts and point.only_calls else [*starts, *point.successors]
        for caller in self.callers[point.end_of] if point.end_of else ():
            successors += [caller, *caller.successors]  # the caller may read the variable after its call
        return successors


class _GraphBuilder:
    """Makes the program points of a unit, from its end to its start.

    Each method gets the point after a step and returns the first point of the step.
    """

    def __init__(self, webs: Webs, unit: PortUnit) -> None:
        self.webs = webs
        self.unit = unit
        self.end = ProgramPoint(end_of=unit)
        self.loops: list[LoopAround[ProgramPoint]] = []

    def build(self) -> None:
        """Makes the program points of the unit; a DEF stores its parameters at its start."""
        start = self.webs.starts[self.unit]
        if self.unit.define:
            given = {self.unit.scope.variables[name] for name in self.unit.define.parameters}
            self.set_accesses(start, None, stores=given)
        start.successors = [self.block(self.unit.body, self.end)]

    def set_accesses(
        self,
        point: ProgramPoint,
        head: Head | None,
        reads: Collection[Variable] = (),
        stores: Collection[Variable] = (),
    ) -> None:
        """Sets what a program point reads and stores, and allows MOST_VISITS more visits of the search.

        `head` is the statement or condition that it belongs to: its names give the places of the variables.
        """
        self.webs.visits_left += MOST_VISITS
        point.stores, point.reads = stores, reads
        for each in stores:
            self.webs.stores[each].append(point)
        if head is None:
            return
        places: dict[Variable, list[Place]] = defaultdict(list)
        for node in nodes_in(head):
            if isinstance(node, nodes.Name | nodes.Declaration):
                variable = self.unit.scope.find(node.name)
                if variable and (variable in reads or variable in stores):
                    places[variable].append((node.line, node.column))
        for variable, variable_places in places.items():
            self.webs.places[variable].append((point, variable_places))

    def set_calls(self, point: ProgramPoint, head: Head) -> None:
        """Notes the units that a statement or condition calls at a point, and the point as their caller."""
        for unit in dict.fromkeys(self.webs.graph.calls(self.unit, head)):
            point.calls.append((unit, self.entry_point(unit, head)))
            self.webs.callers[unit].append(point)
        point.only_calls = isinstance(head, nodes.Gosub)

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
            case Leave() | nodes.Break() | nodes.Continue():
                destination, _ = leave(self.loops, step)
                return destination
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
                return ProgramPoint()  # nothing comes after it
            case nodes.On() if not step.gosub:
                return self.point_of(
                    step, [after, *(self.webs.labels[self.unit, each] for each in step.labels)]
                )
            case _:
                return self.point_of(step, [after])

    def loop(self, step: WhileLoop | RepeatLoop | Forever, after: ProgramPoint) -> ProgramPoint:
        """Returns the first program point of WHILE, REPEAT or a loop made of GOTOs."""
        top = ProgramPoint()  # where the next pass is decided on: the condition, if there is one
        self.loops.append(LoopAround(step, after, top))
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
        self.loops.append(LoopAround(step, after, top))
        first = self.block(step.body, top)
        self.loops.pop()
        test = ProgramPoint(successors=[first, after])  # the limit and step are worked out before each pass
        # a counter that is an element of an array has subscripts
        element = None if isinstance(head.variable, nodes.Name) else head.variable
        bounds = self.variables_in(head.stop, head.step, element)
        self.set_accesses(test, head, counter | bounds)
        self.set_calls(test, head)
        top.successors = [test]
        self.set_accesses(top, head, counter | bounds, counter)
        store = ProgramPoint(successors=[test])
        self.set_accesses(store, head, stores=counter)
        start = ProgramPoint(successors=[store])
        self.set_accesses(start, head, self.variables_in(head.start, element))
        self.set_calls(start, head)
        return start

    def variables_in(self, *given: Expression | None) -> set[Variable]:
        """Returns the variables that expressions name; None stands for an expression left out."""
        return {each for node in given if node for each in variables_named(self.unit.scope, node)}

    def point_of(
        self, head: Head, after: list[ProgramPoint], point: ProgramPoint | None = None
    ) -> ProgramPoint:
        """Returns the point of a statement or a condition: `point`, or a new one if it is None.

        `after` are the points that may come next. What the head stores, it stores after its calls; but the
        subscripts of a second target (`OUT A,B[F()]`) are evaluated when the first is stored.
        """
        scope, graph = self.unit.scope, self.webs.graph
        point = point or ProgramPoint()
        point.successors = after
        stored = set(filter(None, (scope.whole_variable(each.target) for each in stores(head))))
        reads = variables_read(scope, head)
        keeps: set[Variable] = set()
        if isinstance(head, nodes.Input):
            # an empty line keeps the value, but one that is typed belongs to no earlier value
            keeps, reads = stored, reads - stored
        if stored:
            store = ProgramPoint(keeps=keeps, successors=after)
            later_calls = any(graph.calls(self.unit, each.target) for each in stores(head)[1:])
            # what is both, as in INC N, is one value; so is what a call for a later target may read
            self.set_accesses(store, head, stored if later_calls else reads & stored, stored)
            point.successors = [store]
        self.set_accesses(point, head, reads)
        self.set_calls(point, head)
        return point

    def entry_point(self, unit: PortUnit, head: Head) -> ProgramPoint:
        """Returns the point where a call enters a unit; ON … GOSUB may enter at any of several labels."""
        if unit.is_simple:
            return self.webs.starts[unit]
        label = literal_label(head.target) if isinstance(head, nodes.Gosub) else None
        if label in unit.entries:
            return self.webs.labels[unit, label]
        return ProgramPoint(successors=[self.webs.labels[unit, each] for each in unit.entries])

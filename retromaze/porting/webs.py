"""Finds the *webs* of variables, uses that exchange values: `N` may be a time here, a limit there.

A store and a read belong together if the read may get the stored value. What belongs together, directly or
by way of others (`N=N+1` reads one value and stores the next), is a *web*. A variable with several webs is
several things under one name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set

from retromaze.analysis.graphs import Groups, items_reachable, reachable
from retromaze.language import nodes
from retromaze.language.nodes import nodes_in
from retromaze.language.program import Scope, Variable
from retromaze.porting.units import ControlFlow, PortUnit, ProgramPoint

MOST_VISITS = 100
"""How often each point is visited at most, for all variables together; after that no variable has one web."""


Place = tuple[int, int]
"""The line and column of a name in the listing."""
ValueAt = tuple[ProgramPoint, bool]
"""(point, False) stands for the value that comes to a point, (point, True) for the one it stores."""


class Webs:
    """The webs of the variables of a port, found in its control flow graph, and which variables have one web.

    A web is a set of stores and reads of a variable whose values belong together: a store is in one web with
    the reads that its value may reach. Values are followed from the points that store them to those that read
    them, through calls and returns. `callers` are the points that call a unit, `stores` those that store into
    a variable, `places` those that name it, with where the listing does; `variables` are those that each unit
    names. Control comes to the `beginnings` from nowhere: variables are 0 there. The search for webs ends
    when no `visits_left` are left.
    """

    def __init__(self, graph: ControlFlow) -> None:
        self.graph = graph
        self.callers: dict[PortUnit, list[ProgramPoint]] = defaultdict(list)
        self.stores: dict[Variable, list[ProgramPoint]] = defaultdict(list)
        self.places: dict[Variable, list[tuple[ProgramPoint, list[Place]]]] = defaultdict(list)
        self.variables = {unit: unit.variables() for unit in graph.units}
        self.variables_used = items_reachable(self.variables, graph.callees)
        for unit, points in graph.points.items():
            for point in points:
                self.add_point(unit.scope, point)
        self.visits_left = MOST_VISITS * len(
            [each for row in graph.points.values() for each in row if each.head]
        )
        main, *others = graph.units
        called = reachable([main], graph.callees)
        self.beginnings = [graph.starts[main]] + [
            point
            for unit in others
            if unit not in called
            for point in (graph.starts[unit], *(graph.labels[unit, each] for each in unit.entries))
        ]

    def add_point(self, scope: Scope, point: ProgramPoint) -> None:
        """Notes the units that a point calls, what it stores, and where its head names variables."""
        for unit, _ in point.calls:
            self.callers[unit].append(point)
        for each in point.stores:
            self.stores[each].append(point)
        places: dict[Variable, list[Place]] = defaultdict(list)
        for node in nodes_in(point.head) if point.head else ():
            if isinstance(node, nodes.Name | nodes.Declaration):
                variable = scope.find(node.name)
                if variable and (variable in point.reads or variable in point.stores):
                    places[variable].append((node.line, node.column))
        for variable, variable_places in places.items():
            self.places[variable].append((point, variable_places))

    def has_one_web(self, variable: Variable) -> bool:
        """Whether all values of a variable that are read belong together, so that one name fits them.

        False also if the search takes too long.
        """
        groups, live = self.groups(variable, {*self.stores[variable]})
        return self.visits_left > 0 and len({groups.leader((each, False)) for each in live}) <= 1

    def join_places(self, unit: PortUnit, variable: Variable, webs: Groups[Place]) -> None:
        """Joins in `webs` the places of each web of a variable; all places if the search takes too long.

        Here the 0 that the variable begins with is a value, too, and so is one that INPUT keeps: the webs can
        be variables of their own, and no two of them are needed at one place.
        """
        beginnings = self.beginnings if variable in self.graph.main_variables else [self.graph.starts[unit]]
        groups, _ = self.groups(variable, {*self.stores[variable], *beginnings}, joins_input=True)
        first_place: dict[ValueAt | None, Place] = {}  # by web; all are in the web None without a result
        for point, places in self.places[variable]:
            is_stored = variable in point.stores and variable not in point.reads
            web = groups.leader((point, is_stored)) if self.visits_left > 0 else None
            for place in places:
                webs.join(place, first_place.setdefault(web, place))

    def groups(
        self, variable: Variable, storing: set[ProgramPoint], *, joins_input: bool = False
    ) -> tuple[Groups[ValueAt], set[ProgramPoint]]:
        """Returns groups of values of a variable that belong together, and the points where it is still read.

        `storing` are the points that give it a value. `joins_input`: whether a value that INPUT may keep
        belongs to the one that may be typed.
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
            each
            for each in reached | storing
            if variable in each.reads or (joins_input and variable in each.may_store)
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

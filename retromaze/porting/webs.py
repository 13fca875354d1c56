"""Finds the *webs* of variables, uses that exchange values: `N` may be a time here, a limit there.

A store and a read belong together if the read may get the stored value. What belongs together, directly or
by way of others (`N=N+1` reads one value and stores the next), is a *web*. A variable with several webs is
several things under one name.

All loops of a listing may count with `I`, one by whole numbers and another by halves. Before it is ported,
each such `I` gets a name of its own, so that each has its own type, range and scope. In Python they have one
name again where their types agree.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, pairwise

from retromaze.analysis.graphs import Groups, items_reachable, reachable
from retromaze.analysis.jumps import literal_label
from retromaze.language import nodes
from retromaze.language.block_tree import change_heads, effects
from retromaze.language.nodes import Head, nodes_in
from retromaze.language.program import Program, Scope, Variable
from retromaze.porting.passing import Passing
from retromaze.porting.preparing import renamed
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


# ---- names of webs


@dataclass(frozen=True)
class WebNames:
    """New names for the webs of variables, so that each web is a variable of its own.

    `places`: the new name at each place of the listing that gets one; `origins`: the listing's name for each
    of them.
    """

    places: dict[Place, str] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)


def names_of_webs(webs: Webs) -> WebNames:
    """Returns a name for each web of a number but the first; none if control may go anywhere.

    A name is the listing's with the number of the web, `I.2#`: no name of a listing has a point. The first
    web, that of the first place in the listing, keeps the listing's name.
    """
    names = WebNames()
    counts = Counter[tuple[str, int]]()
    if not any(jumps_anywhere(unit, heads) for unit, heads in webs.graph.heads.items()):
        for name, places_by_web in numbers_with_webs(webs):
            for number, places in enumerate(places_by_web[1:], 2):
                stem = name.removesuffix("#")
                counts[stem, number] += 1  # each DEF may have a variable of this name
                new_name = f"{stem}{'.' * counts[stem, number]}{number}#"
                names.places.update(dict.fromkeys(places, new_name))
                names.origins[new_name] = name
    return names


def jumps_anywhere(unit: PortUnit, heads: Sequence[Head]) -> bool:
    """Whether a jump of a unit is worked out, or is a GOSUB in a DEF, which may mean a label of either.

    An END that leads back to the program of another slot is one, too.
    """
    if any(isinstance(each, nodes.EndOfSlot) for each in heads):
        return True
    for jumps in map(effects, heads):
        if any(literal_label(each) is None for each in (*jumps.gotos, *jumps.gosubs)):
            return True
        if jumps.gosubs and unit.define:
            return True
    return False


def numbers_with_webs(webs: Webs) -> Iterator[tuple[str, list[list[Place]]]]:
    """Yields the name of each number variable, and the places of each of its webs.

    Places that only read the 0 that a variable begins with belong to the first web. `VAR N`, and a whole
    number that nothing reads, belong to the web of the next place: they prepare the variable for it.
    """
    groups = Groups[Place]()
    # the places of each variable, whatever variant of a DEF it is in; those of statements that store into it
    places_by_variable: dict[tuple[bool, str, str], set[Place]] = defaultdict(set)
    stored: set[Place] = set()
    first_values = set(first_values_in(chain(*webs.graph.heads.values())))
    main = webs.graph.main_variables
    for unit in webs.graph.units:
        for variable in dict.fromkeys(filter(may_be_split, webs.variables[unit])):
            is_main = variable in main
            places = places_by_variable[is_main, "" if is_main else unit.scope.name, variable.name]
            if is_main and places:
                continue  # all units have the same variable, and this was done for the first
            for point, point_places in webs.places[variable]:
                places.update(point_places)
                stored.update(point_places if variable in point.stores else ())
            # what reads no store belongs to the first web, so that a store at the first place alone has all
            if places and (stored & places) != {min(places)}:
                webs.join_places(unit, variable, groups)
    for (_, _, name), places in places_by_variable.items():
        ordered = sorted(places)
        unread = {web[0] for web in places_by_web(ordered, groups) if len(web) == 1}
        for one, following in pairwise(ordered):
            if one in first_values and one in unread:
                groups.join(one, following)
        for web in places_by_web(ordered, groups):
            if stored.isdisjoint(web):
                groups.join(web[0], ordered[0])
        yield name, places_by_web(ordered, groups)


def places_by_web(places: Iterable[Place], groups: Groups[Place]) -> list[list[Place]]:
    """Returns the places of each web; webs and places are in the order of `places`."""
    by_leader: dict[Place, list[Place]] = defaultdict(list)
    for each in places:
        by_leader[groups.leader(each)].append(each)
    return list(by_leader.values())


def may_be_split(variable: Variable) -> bool:
    """Whether a variable is a Real, which may be whole in one web and not in another, and no parameter."""
    return variable.kind == "#" and not (variable.is_array or variable.shape_varies or variable.parameter)


def first_values_in(heads: Iterable[Head]) -> Iterator[Place]:
    """Yields the places of variables that are declared without a value or set to a whole number."""
    for head in heads:
        match head:
            case nodes.Declare():
                yield from ((each.line, each.column) for each in head.declarations if each.value is None)
            case nodes.Assign(target=nodes.Name() as target, value=nodes.Number(value=int())):
                yield target.line, target.column


def split_variables(program: Program, units: Sequence[PortUnit], names: WebNames) -> None:
    """Makes the webs with new names variables of their own in a program and its units, in place.

    The webs of a variable stand next to each other in the main program. So the port writes them in the order
    in which the listing names their variables.
    """
    if not names.places:
        return
    main = program.main

    @cache
    def with_new_names(head: Head) -> Head:
        """Returns the head of a step with the new names, the same for a program and its units."""
        places = ((each.line, each.column) for each in nodes_in(head))
        return head if names.places.keys().isdisjoint(places) else renamed(head, names.places)

    for body in (*(scope.body for scope in program.scopes), *(unit.body for unit in units)):
        change_heads(body, with_new_names)
    for scope in program.scopes:
        scope.routine.cached_results = {}
    # the variants of a DEF have variables of their own
    for scope in dict.fromkeys((*program.scopes, *(unit.scope for unit in units))):
        for node in scope.nodes:
            if isinstance(node, nodes.Name | nodes.Declaration) and node.name in names.origins:
                name: str = node.name
                origin = names.origins[name]
                owner = scope if origin in scope.variables else main
                web = owner.variables.setdefault(name, replace(owner.variables[origin], name=name))
                if owner is not scope:
                    scope.used_globals[name] = web
    program.origins.update(names.origins)
    order = {name: at for at, name in enumerate(main.variables)}
    ordered = sorted(main.variables, key=lambda name: order[names.origins.get(name) or name])
    main.variables = {name: main.variables[name] for name in ordered}


# ---- names in Python


@dataclass
class WebUse:
    """How often a web is mentioned, and its type in each function that has it; for an attribute, in None."""

    mentions: int = 0
    is_keyword: bool = False
    types: dict[PortUnit | None, str] = field(default_factory=dict)

    def conflicts(self, other: WebUse) -> bool:
        """Whether two webs cannot have one name."""
        return any(other.types.get(where, own) != own for where, own in self.types.items())


def webs_apart(
    program: Program,
    passing: Passing,
    keywords: Collection[Variable],
    type_of: Callable[[Variable], str],
) -> Iterator[tuple[str, str, list[str]]]:
    """Yields the webs that cannot have the Python name of their variable in the listing.

    Each group of webs that can share a new name comes with the variable's name and a suffix for its type.
    Webs of different types need different names in a function that has both as locals, or as attributes. A
    keyword of `main` keeps the name, else the web that is mentioned most.
    """
    split_names = {*program.origins.values()}
    # by the listing's name, then by the name of the web
    uses: dict[str, dict[str, WebUse]] = defaultdict(lambda: defaultdict(WebUse))
    for unit, attributes in passing.attributes.items():
        for variable in unit.variables():
            if (origin := program.origins.get(variable.name, variable.name)) in split_names:
                use, type_ = uses[origin][variable.name], type_of(variable)
                use.mentions += 1
                use.is_keyword |= variable in keywords
                if variable in attributes:
                    use.types[None] = type_
                if variable not in attributes or type_ == "int":  # a `for` counts in a local
                    use.types[unit] = type_
    for origin, use_by_web in uses.items():
        for webs in webs_sharing_names(use_by_web)[1:]:  # the first ones keep the name
            yield origin, "#" if "float" in use_by_web[webs[0]].types.values() else "%", webs


def webs_sharing_names(use_by_web: Mapping[str, WebUse]) -> list[list[str]]:
    """Groups the webs of a variable by the Python names that they need, the most important web first.

    Each web joins the first group in which it conflicts with none.
    """
    groups: list[list[str]] = []
    importance = {web: (use.is_keyword, use.mentions) for web, use in use_by_web.items()}
    for web in sorted(use_by_web, key=importance.__getitem__, reverse=True):
        for webs in groups:
            if not any(use_by_web[web].conflicts(use_by_web[each]) for each in webs):
                webs.append(web)
                break
        else:
            groups.append([web])
    return groups

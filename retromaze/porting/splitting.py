"""Gives each *web* of a number, stores and reads that exchange values, a name and so a type of its own.

All loops of a listing may count with `I`, one by whole numbers and another by halves. Before it is ported,
each such `I` gets a name of its own, so that each has its own type, range and scope. In Python they have one
name again where their types agree.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, pairwise

from retromaze.analysis.graphs import Groups
from retromaze.analysis.jumps import literal_label
from retromaze.language import nodes
from retromaze.language.nodes import Head, nodes_in
from retromaze.language.program import Program, Variable
from retromaze.language.structure import change_heads, effects
from retromaze.porting.passing import Passing
from retromaze.porting.preparing import renamed
from retromaze.porting.units import PortUnit
from retromaze.porting.webs import Place, Webs


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

"""Finds the arrays that never change their length.

DIM and each builtin that makes an array longer or shorter has its name, without a subscript. So has whatever
gives it a second name, and by that anything could be done to it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from retromaze.builtins.handling import Handling
from retromaze.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.program import Scope
from retromaze.language.structure import CountedLoop
from retromaze.language.walk import all_heads, heads, nodes_in
from retromaze.lowering.facts.call_graph import CallGraph
from retromaze.lowering.facts.declared import handled_arguments, runs_listing
from retromaze.lowering.facts.knowledge import Knowledge


class Resizing:
    """Where the arrays of a program are named as a whole."""

    def __init__(self, knowledge: Knowledge, graph: CallGraph) -> None:
        self.knowledge = knowledge
        self.graph = graph
        self.definitions = knowledge.program.definitions
        self._changers: dict[str, set[str]] = {}

    def keeps_length(self, scope: Scope, loop: CountedLoop, name: str) -> bool:
        """Whether an array is as long throughout a loop as it was before."""
        if self.knowledge.open_to_others or any(each.hands_on for each in self.named.values()):
            return False
        bodies = self.knowledge.bodies_of(scope)
        if bodies.calls_subroutine(loop) or bodies.has(loop, self.named[scope.name].places[name]):
            return False
        own = not scope.is_main and name in scope.variables
        return own or not bodies.calls_out(loop) or self.changers(name).isdisjoint(self.called_in(loop))

    def called_in(self, loop: CountedLoop) -> set[str]:
        return {name for head in all_heads(loop.body) for name in self.graph.called_in(head)}

    def changers(self, name: str) -> set[str]:
        """The DEFs that name a global array as a whole or call one that does; "" is what cannot be seen."""
        found = self._changers.get(name)
        if found is None:
            scopes = self.definitions.items()
            own = (each for each, scope in scopes if name not in scope.variables)
            found = self.graph.with_callers({"", *(each for each in own if self.named[each].places[name])})
            self._changers[name] = found
        return found

    @cached_property
    def named(self) -> dict[str, Named]:
        """What each scope names, by the names of the DEFs, "" for the main program."""
        scopes = [self.knowledge.program.main, *self.definitions.values()]
        return {scope.name: self.named_in(scope) for scope in scopes}

    def named_in(self, scope: Scope) -> Named:
        named = Named()
        for place, step in enumerate(self.knowledge.bodies_of(scope).steps):
            for head in heads(step):
                self.note(named, scope, place, head)
        return named

    def note(self, named: Named, scope: Scope, place: int, head: nodes.Node) -> None:
        """Notes the names in a statement that are not those of elements."""
        inside = nodes_in(head)
        for each in inside:
            if isinstance(each, nodes.Declaration) and each.sizes is not None:
                named.places[each.name].append(place)
        elements = {id(each.target) for each in inside if isinstance(each, nodes.Index)}
        names = (each for each in inside if isinstance(each, nodes.Name) and id(each) not in elements)
        arrays = [each for each in names if is_array(scope, each.name)]
        given = {id(each): handling for each, handling in self.given_to_builtins(inside)} if arrays else {}
        for each in arrays:
            named.hands_on |= id(each) not in given
            if given.get(id(each), Handling.HANDED_ON).resizes:
                named.places[each.name].append(place)

    def given_to_builtins(self, inside: Iterable[nodes.Node]) -> Iterator[tuple[nodes.Node | None, Handling]]:
        """The arguments of builtins, each with what becomes of it."""
        for each in inside:
            if not isinstance(each, nodes.Function | nodes.Instruction) or runs_listing(each.name):
                continue
            if each.name in BUILTINS and each.name not in self.definitions:
                yield from handled_arguments(each)


@dataclass
class Named:
    """The steps of a scope, by their numbers, that name each array as a whole.

    `hands_on` says that one of them may give an array a second name: it assigns it, or gives it to a DEF.
    """

    places: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    hands_on: bool = False


def is_array(scope: Scope, name: str) -> bool:
    variable = scope.find(name)
    return variable is not None and variable.is_array

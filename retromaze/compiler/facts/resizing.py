"""Which arrays are as long as they were: those that nothing names as a whole, but to ask for their length.

PUSH, POP, SHIFT, UNSHIFT, COPY, DIM and whatever else makes an array longer or shorter has its name, without
a subscript. So has whatever gives it a second name, and by that anything could be done to it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from retromaze.builtins.registry import BUILTINS
from retromaze.compiler.facts.call_graph import CallGraph
from retromaze.compiler.facts.knowledge import Knowledge
from retromaze.compiler.facts.type_rules import Call
from retromaze.language import nodes
from retromaze.language.program import Scope
from retromaze.language.structure import CountedLoop
from retromaze.language.walk import all_heads, calls, every, heads


class Resizing:
    """Where the arrays of a program are named as a whole."""

    def __init__(self, knowledge: Knowledge, graph: CallGraph) -> None:
        self.knowledge = knowledge
        self.graph = graph
        self.definitions = knowledge.program.definitions
        self._places: dict[str, dict[str, list[int]]] = {}

    def keeps_length(self, scope: Scope, loop: CountedLoop, name: str) -> bool:
        """Whether an array is as long throughout a loop as it was before."""
        if self.knowledge.open_to_others or self.have_second_names:
            return False
        bodies = self.knowledge.bodies_of(scope)
        if bodies.calls_subroutine(loop) or bodies.has(loop, self.places(scope).get(name, [])):
            return False
        own = not scope.is_main and name in scope.variables
        return own or not self.may_be_named(name, self.called_in(loop))

    def called_in(self, loop: CountedLoop) -> set[str]:
        """The DEFs that a loop calls, and those that they call; "" where one of them cannot be told."""
        found: set[str] = set()
        waiting = {name for head in all_heads(loop.body) for name in self.graph.called_in(head)}
        while waiting:
            found |= waiting
            waiting = {name for each in waiting for name in self.graph.called.get(each, ())} - found
        return found

    def may_be_named(self, name: str, called: set[str]) -> bool:
        """Whether one of these DEFs names a global array as a whole."""
        if "" in called:
            return True
        scopes = [self.definitions[each] for each in called]
        return any(name in self.places(scope) and name not in scope.variables for scope in scopes)

    def places(self, scope: Scope) -> dict[str, list[int]]:
        """The steps of a scope, by their numbers, that name an array as a whole."""
        found = self._places.get(scope.name)
        if found is None:
            found = self._places[scope.name] = defaultdict(list)
            for place, step in enumerate(self.knowledge.bodies_of(scope).steps):
                for name in {name for head in heads(step) for name in self.named_whole(head)}:
                    found[name].append(place)
        return found

    @cached_property
    def have_second_names(self) -> bool:
        """Whether an array may have two names: an assignment or a DEF's parameter gives it another."""
        scopes = [self.knowledge.program.main, *self.definitions.values()]
        return any(
            is_array(scope, name)
            for scope in scopes
            for step in self.knowledge.bodies_of(scope).steps
            for head in heads(step)
            for name in self.handed_on(head)
        )

    def named_whole(self, head: nodes.Node) -> Iterator[str]:
        """The names in a statement that are not those of elements, nor asked for their length."""
        asked = [each.arguments for each in self.builtins_in(head) if each.name == "LEN"]
        yield from bare_names(head, {id(each) for row in asked for each in row})
        if isinstance(head, nodes.Declare):
            yield from (each.name for each in head.declarations if each.sizes is not None)

    def handed_on(self, head: nodes.Node) -> Iterator[str]:
        """The names in a statement that are neither those of elements nor given to builtins."""
        given = [each.arguments for each in self.builtins_in(head)]
        return bare_names(head, {id(each) for row in given for each in row})

    def builtins_in(self, head: nodes.Node) -> Iterator[Call]:
        for each in calls(head):
            if each.name in BUILTINS and each.name not in self.definitions and each.name != "CALL":
                yield each


def is_array(scope: Scope, name: str) -> bool:
    variable = scope.find(name)
    return variable is not None and variable.is_array


def bare_names(head: nodes.Node, but: set[int]) -> Iterator[str]:
    """The names in a statement without subscripts, some of its nodes left out."""
    inside = list(every(head))
    left_out = but | {id(each.target) for each in inside if isinstance(each, nodes.Index)}
    return (each.name for each in inside if isinstance(each, nodes.Name) and id(each) not in left_out)

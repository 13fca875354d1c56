"""Which globals a call of a DEF may change, directly or through what it calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from retromaze.language.program import Program, Scope
from retromaze.lowering.facts.bodies import Bodies
from retromaze.lowering.facts.cycles import finished_from


class Changes:
    """The globals that calls may change, by the names of the DEFs; "" stands for what cannot be seen."""

    def __init__(self, program: Program, bodies_of: Callable[[Scope], Bodies]) -> None:
        self.program = program
        self.bodies_of = bodies_of

    def may_change(self, called: Iterable[str], name: str) -> bool:
        """Whether calls of these DEFs may store to a global."""
        return any(name in self.by[each] for each in called)

    @cached_property
    def by(self) -> dict[str, set[str]]:
        """What each DEF may change; it is gone round until nothing is added, for the sake of recursion."""
        definitions = self.program.definitions
        called = {name: self.bodies_of(scope).called.keys() for name, scope in definitions.items()}
        found = {name: self.stored_in(scope) for name, scope in definitions.items()}
        found[""] = set(self.program.main.variables)
        seen: set[str] = set()
        order = [each for name in definitions for each in finished_from(name, called, seen)]
        grown = set(order)
        while grown:
            grown = {
                name for name in order if self.grows(found[name], [found[each] for each in called[name]])
            }
        return found

    def stored_in(self, scope: Scope) -> set[str]:
        return {name for name in self.bodies_of(scope).stores if name not in scope.variables}

    def grows(self, known: set[str], more: list[set[str]]) -> bool:
        before = len(known)
        known.update(*more)
        return len(known) > before

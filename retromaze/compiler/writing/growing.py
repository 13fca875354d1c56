"""Finds strings that grow a little in a loop of few passes; their length need not be checked.

`A$="|":FOR X=0 TO 7:A$=A$+"---":NEXT` ends with 25 characters, whatever happens.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from retromaze.compiler.techniques import Technique
from retromaze.compiler.unit import FunctionUnit
from retromaze.compiler.writing.counting import most_passes
from retromaze.compiler.writing.statements import added_to
from retromaze.language import nodes
from retromaze.language.effects import stores
from retromaze.language.nodes import Expression
from retromaze.language.structure import Block, CountedLoop, Forever, RepeatLoop, WhileLoop
from retromaze.language.walk import heads, inner_blocks
from retromaze.lowering.facts.guards import Known
from retromaze.lowering.facts.kinds import Kind
from retromaze.lowering.facts.lengths import known_length
from retromaze.values.memory import LONG


class Growing:
    """Finds the strings that stay short in the loops of one Python function."""

    def __init__(self, unit: FunctionUnit) -> None:
        self.unit = unit
        self.knowledge = unit.compilation.knowledge
        self.used = unit.compilation.uses(Technique.SHORT_STRINGS) and not unit.shares_strings

    def short_in(self, loop: CountedLoop) -> set[str]:
        """The strings that are short all through a loop over a Python range, as they were before it."""
        passes = most_passes(self.unit, loop)
        bodies = self.knowledge.bodies_of(self.unit.scope)
        if not self.used or passes >= LONG or bodies.has_labels(loop):
            return set()
        entered = self.knowledge.entering(self.unit.scope, loop)
        called = bodies.called_in(loop)
        return {
            name
            for name, (start, more) in self.growth(loop).items()
            if max(start, length_at(entered, name)) + passes * more < LONG
            and not self.knowledge.walk(self.unit.scope).is_changed(called, name)
        }

    def growth(self, loop: CountedLoop) -> dict[str, tuple[float, float]]:
        """(longest, more) of each string stored to: what it is set to anew, and what a pass adds at most."""
        found: dict[str, tuple[float, float]] = {}
        for head, again in heads_in(loop.body):
            for name in (each.name for each in stores(head)):
                longest, more = found.get(name, (0, 0))
                start, added = (inf, 0) if again else stored_length(head)
                found[name] = max(longest, start), more + added
        return {name: each for name, each in found.items() if self.is_string(name)}

    def is_string(self, name: str) -> bool:
        """Whether it is a string that nothing but stores can change."""
        variable = self.unit.scope.find(name)
        plain = variable is not None and variable.kind == "$" and not variable.is_array
        return plain and name not in self.knowledge.pushed


def heads_in(body: Block) -> Iterator[tuple[nodes.Head, bool]]:
    """The heads in the body of a loop, each with whether a pass may come to it again and again."""
    waiting = [(body, False)]
    while waiting:
        block, again = waiting.pop()
        for step in block.statements:
            yield from ((head, again) for head in heads(step))
            inner = again or isinstance(step, CountedLoop | WhileLoop | RepeatLoop | Forever)
            waiting.extend((each, inner) for each in inner_blocks(step))


def stored_length(head: nodes.Head) -> tuple[float, float]:
    """(start, added): how long a stored string is at most, or by how much it gets longer."""
    match head:
        case nodes.Assign(target=nodes.Name(), value=value) if value is not None:
            added = added_to(head)
            return (longest(value), 0) if added is None else (0, longest(added))
        case nodes.Increase(target=nodes.Name(), amount=amount) if amount is not None:
            return 0, longest(amount)
        case _:
            return inf, 0


def length_at(known: Known, name: str) -> float:
    """How long a string is at most where it was set to a literal before."""
    edges = [each.edge for each in known.of(name) if each.sign == "=="]
    return min((longest(each) for each in edges if not isinstance(each, Kind)), default=inf)


def longest(node: Expression) -> float:
    length = known_length(node)
    return inf if length is None else length

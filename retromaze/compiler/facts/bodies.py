"""What the FOR loops of a scope hold: stores, loops over the same variable, calls into the listing.

The steps of a scope are numbered in source order. The body of a loop is a stretch of these numbers, and
a question about it is a look-up in a sorted list: no loop is walked for itself, however deep it stands.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterable
from functools import cached_property

from retromaze.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.structure import Block, CountedLoop, Step
from retromaze.language.walk import every, heads, inner_blocks, targets_of

Stretch = tuple[int, int]


class Bodies:
    """The loops of one scope; they are known by their heads, which a rewritten tree shares."""

    def __init__(self, body: Block, definitions: Container[str]) -> None:
        self.definitions = definitions
        self.steps: list[Step] = []
        self.stretches: dict[int, Stretch] = {}
        self.stores: dict[str, list[int]] = defaultdict(list)
        self.counters: dict[str, list[int]] = defaultdict(list)
        self.number(body)
        for place, step in enumerate(self.steps):
            self.note(place, step)

    def number(self, body: Block) -> None:
        waiting = [(iter(body.statements), 0, 0)]
        while waiting:
            statements, loop, first = waiting[-1]
            for step in statements:
                self.steps.append(step)
                if inner := inner_blocks(step):
                    opened = id(step.head) if isinstance(step, CountedLoop) else 0
                    waiting.extend((iter(each.statements), opened, len(self.steps)) for each in inner[::-1])
                    break
            else:
                waiting.pop()
                if loop:
                    self.stretches[loop] = first, len(self.steps)

    def note(self, place: int, step: Step) -> None:
        for head in heads(step):
            for target in stored_targets(head):
                match target:
                    case nodes.Name(name=name) | nodes.Index(target=nodes.Name(name=name)):
                        self.stores[name].append(place)
        if isinstance(step, CountedLoop) and isinstance(step.head.variable, nodes.Name):
            self.counters[step.head.variable.name].append(place)

    @cached_property
    def calls(self) -> list[int]:
        """Where a statement may call a GOSUB or DEF of the listing."""
        return [
            place
            for place, step in enumerate(self.steps)
            if any(calls_listing(head, self.definitions) for head in heads(step))
        ]

    # ---- questions

    def stores_to(self, loop: CountedLoop, names: Iterable[str]) -> bool:
        """Whether the body stores to a variable, or an array's elements, of one of the names."""
        return any(self.has(loop, self.stores.get(name, [])) for name in names)

    def counts_again(self, loop: CountedLoop, name: str) -> bool:
        """Whether there is another FOR over the name in the body."""
        return self.has(loop, self.counters.get(name, []))

    def calls_out(self, loop: CountedLoop) -> bool:
        """Whether something in the body may call a GOSUB or DEF of the listing."""
        return self.has(loop, self.calls)

    def has(self, loop: CountedLoop, places: list[int]) -> bool:
        first, behind = self.stretches[id(loop.head)]
        at = bisect_left(places, first)
        return at < len(places) and places[at] < behind


def calls_listing(head: nodes.Node, definitions: Container[str]) -> bool:
    """Whether the statement may call a GOSUB or DEF, which may count with the same variable.

    A program that EXEC runs may call the COMMON DEFs of this one.
    """
    if isinstance(head, nodes.Gosub) or (isinstance(head, nodes.On) and head.gosub):
        return True
    return any(
        isinstance(each, nodes.Instruction | nodes.Function)
        and (each.name in definitions or each.name not in BUILTINS or each.name in {"CALL", "EXEC"})
        for each in every(head)
    )


def stored_targets(node: nodes.Node) -> list[nodes.Node]:
    """What a statement stores into, declarations included."""
    if isinstance(node, nodes.Declare):
        return [nodes.Name(each.line, each.column, each.name) for each in node.declarations]
    return list(targets_of(node))

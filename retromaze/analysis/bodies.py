"""What the loops and branches of a scope contain: stores, loops over the same variable, calls, labels.

The steps of a scope are numbered in source order. What a compound step holds is a stretch of these numbers,
and a question about it is a look-up in a sorted list: none is walked for itself, however deep it stands.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from functools import cached_property

from retromaze.analysis.declared import runs_listing, takes_out
from retromaze.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.effects import effects
from retromaze.language.structure import Block, Compound, CountedLoop, Step
from retromaze.language.walk import calls, heads, inner_blocks

Stretch = tuple[int, int]


class Bodies:
    """The steps of one scope. A compound one is known by its first head, which a rewritten tree shares."""

    def __init__(self, body: Block, definitions: Container[str]) -> None:
        self.definitions = definitions
        self.steps: list[Step] = []
        self.stretches: dict[nodes.Node | None, Stretch] = {}
        self.stores: dict[str, list[int]] = defaultdict(list)
        self.counters: dict[str, list[int]] = defaultdict(list)
        self.labels: list[int] = []
        self.subroutines: list[int] = []
        self.number(body)
        for place, step in enumerate(self.steps):
            self.note(place, step)

    def number(self, body: Block) -> None:
        waiting: list[tuple[Iterator[Step], nodes.Node | None, int]] = [(iter(body.statements), None, 0)]
        while waiting:
            statements, opened, first = waiting[-1]
            for step in statements:
                self.steps.append(step)
                if inner := inner_blocks(step):
                    place = (head_of(step), len(self.steps))
                    waiting.extend((iter(each.statements), *place) for each in inner[::-1])
                    break
            else:
                waiting.pop()
                self.stretches[opened] = first, len(self.steps)

    def note(self, place: int, step: Step) -> None:
        for head in heads(step):
            done = effects(head)
            for store in done.stores:
                if store.name:
                    self.stores[store.name].append(place)
            if done.gosubs:
                self.subroutines.append(place)
        if isinstance(step, CountedLoop) and isinstance(step.head.variable, nodes.Name):
            self.counters[step.head.variable.name].append(place)
        if isinstance(step, nodes.Label):
            self.labels.append(place)

    @cached_property
    def calls(self) -> list[tuple[int, str]]:
        """Where which DEF may be called; "" stands for GOSUBs and for what is only known when it runs."""
        return [
            (place, name)
            for place, step in enumerate(self.steps)
            for head in heads(step)
            for name in called_from(head, self.definitions)
        ]

    @cached_property
    def called(self) -> tuple[str, ...]:
        """The DEFs that the scope may call, and "" as above."""
        return tuple(dict.fromkeys(name for _, name in self.calls))

    # ---- questions

    def stores_to(self, step: Compound, names: Iterable[str]) -> bool:
        """Whether the body stores to a variable, or an array's elements, of one of the names."""
        return any(self.has(step, self.stores.get(name, [])) for name in names)

    def counts_again(self, step: CountedLoop, name: str) -> bool:
        """Whether there is another FOR over the name in the body."""
        return self.has(step, self.counters.get(name, []))

    def called_in(self, step: Compound) -> set[str]:
        """The DEFs that the body may call; "" stands for GOSUBs and for what is only known when it runs."""
        first, behind = self.stretches[head_of(step)]
        start = bisect_left(self.calls, (first, ""))
        return {name for _, name in self.calls[start : bisect_left(self.calls, (behind, ""))]}

    def calls_subroutine(self, step: Compound) -> bool:
        """Whether something in the body may call a GOSUB."""
        return self.has(step, self.subroutines)

    def has_labels(self, step: Compound) -> bool:
        """Whether control may come into the body from elsewhere."""
        return self.has(step, self.labels)

    def has(self, step: Compound, places: list[int]) -> bool:
        if not places:
            return False
        first, behind = self.stretches[head_of(step)]
        at = bisect_left(places, first)
        return at < len(places) and places[at] < behind


def head_of(step: Step) -> nodes.Head:
    return heads(step)[0]


def called_from(head: nodes.Head, definitions: Container[str]) -> Iterator[str]:
    """The names of the DEFs a statement calls; "" for a GOSUB too."""
    if effects(head).gosubs:
        yield ""
    yield from called_names(head, definitions)


def called_names(head: nodes.Node, definitions: Container[str]) -> Iterator[str]:
    """The names of the DEFs a statement calls; "" for what is only known when it runs.

    A program that EXEC runs may call the COMMON DEFs of this one.
    """
    for call in calls(head):
        if call.name in definitions:
            yield call.name
        elif call.name not in BUILTINS or runs_listing(call.name):
            yield ""


def may_store(node: nodes.Node, definitions: Container[str]) -> bool:
    """Whether working an expression out may change a variable: a DEF may, and what takes from a string."""
    takes = any(takes_out(call.name) for call in calls(node))
    return takes or any(True for _ in called_names(node, definitions))

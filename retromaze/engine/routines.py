"""Cuts the main program into the functions it becomes: one for the start, one for each GOSUB's reach.

What control can reach from a GOSUB's label without a further GOSUB is a Python function of its own if the
main program cannot get there too; where reaches overlap they share one function that is told where to enter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from retromaze.engine.jumps import Part, Plan, parts_of
from retromaze.engine.switches import all_jumps, targets
from retromaze.language import nodes
from retromaze.language.program import Scope, Variable
from retromaze.language.structure import Block
from retromaze.language.walk import every, heads, steps


@dataclass(eq=False)
class Reach:
    """Parts of the main program that become one Python function, in source order.

    `entries` gives the position among them of each label that is entered by GOSUB.
    """

    name: str
    parts: list[Part]
    entries: dict[str, int] = field(default_factory=dict)
    is_start: bool = False

    def variables(self, scope: Scope) -> Iterator[Variable]:
        for part in self.parts:
            yield from variables_of(Block(part.steps), scope)


def variables_of(block: Block, scope: Scope) -> Iterator[Variable]:
    """Every variable named in a block, declared ones included."""
    for step in steps(block):
        for head in heads(step):
            for node in every(head):
                if isinstance(node, nodes.Name | nodes.Declaration) and (found := scope.find(node.name)):
                    yield found


def reaches(plan: Plan) -> list[Reach]:
    """The functions of the main program, the one it starts with first."""
    parts = parts_of(plan.body, plan.live)
    positions = {part.label: number for number, part in enumerate(parts) if part.label}
    roots = [0, *sorted(positions[name] for name in plan.entries)]
    found = [reachable(parts, positions, root) for root in roots]
    result: list[Reach] = []
    for numbers in merged(found):
        chosen = sorted(numbers)
        entries = {
            parts[number].label: at for at, number in enumerate(chosen) if parts[number].label in plan.entries
        }
        name = f"main_{len(result)}"
        result.append(Reach(name, [parts[number] for number in chosen], entries, 0 in numbers))
    return result


def reachable(parts: list[Part], positions: dict[str, int], root: int) -> set[int]:
    """The parts control can come to from one of them."""
    found: set[int] = set()
    waiting = [root]
    while waiting:
        number = waiting.pop()
        if number not in found and number < len(parts):
            found.add(number)
            waiting.extend(followers(parts, positions, number))
    return found


def followers(parts: list[Part], positions: dict[str, int], number: int) -> Iterator[int]:
    part = parts[number]
    if not part.closed:
        yield number + 1
    for jump in all_jumps(part.steps):
        if jump is None:
            yield from range(len(parts))
        else:
            yield from (positions[name] for name in targets(jump) if name in positions)


def merged(sets: list[set[int]]) -> list[set[int]]:
    """Sets that meet made one; the one with the start stays first."""
    result: list[set[int]] = []
    for each in sets:
        apart = [other for other in result if not other & each]
        union = each.union(*(other for other in result if other & each))
        result = [*apart, union]
    return sorted(result, key=min)

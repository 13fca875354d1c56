"""Finds blocks whose jumps only go forward, from a part's end or out of loops; these need no Python loop."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from retromaze.analysis.jumps import Part, literal_label, targets
from retromaze.language import nodes
from retromaze.language.effects import effects
from retromaze.language.nodes import Head
from retromaze.language.structure import LOOPS, Block, Choice, Step
from retromaze.language.walk import all_heads, heads, inner_blocks

MOST = 3
"""More steps of a part than these with jumps past others make tests inside tests, and stay jumps."""


def is_switch(parts: list[Part], positions: Mapping[str, int], live: Collection[str]) -> bool:
    """Whether every jump to these parts goes forward and is the last thing its part does."""
    for number, part in enumerate(parts):
        last = set(last_jumps(part.steps, live))
        for jump in all_jumps(part.steps):
            if jump is None:
                return False
            ahead = [positions[name] > number for name in targets(jump) if name in positions]
            if ahead and not (all(ahead) and jump in last):
                return False
    return True


def is_passed_over(parts: list[Part]) -> bool:
    """Whether every jump to these parts goes forward and out of a loop, and there are few in a part."""
    positions = {part.label: number for number, part in enumerate(parts)}
    for number, part in enumerate(parts):
        jumping = [step for step in part.steps if any(name in positions for name in goals(step))]
        if len(jumping) > MOST or not all(
            positions.get(name, number + 1) > number for step in jumping for name in goals(step)
        ):
            return False
        if any(name in positions for step in outside_loops(jumping) for name in targets(*heads(step))):
            return False
    return True


def goals(step: Step) -> list[str]:
    """The labels that a step and what is in it jump to."""
    return targets(*all_heads(Block([step])))


def outside_loops(row: list[Step]) -> Iterator[Step]:
    """The steps, and those of their branches, that stand in no loop."""
    for step in row:
        if not isinstance(step, LOOPS):
            yield step
            for inner in inner_blocks(step):
                yield from outside_loops(inner.statements)


def all_jumps(row: list[Step]) -> Iterator[Head | None]:
    """Every GOTO and ON … GOTO in the steps and below; None for one whose target is computed."""
    for head in all_heads(Block(row)):
        if gotos := effects(head).gotos:
            yield None if None in map(literal_label, gotos) else head


def last_jumps(row: list[Step], live: Collection[str]) -> Iterator[Head]:
    """The jumps behind which nothing of the steps is left to do."""
    waiting = [row]
    while waiting:
        for last in waiting.pop()[-1:]:
            if isinstance(last, Choice):
                inner = (each for each in inner_blocks(last) if not has_live_labels(each, live))
                waiting.extend(each.statements for each in inner)
            else:
                yield from (head for head in heads(last) if effects(head).gotos)


def has_live_labels(block: Block, live: Collection[str]) -> bool:
    return any(isinstance(step, nodes.Label) and step.name in live for step in block.statements)


def runs(parts: list[Part], positions: Mapping[str, int]) -> Iterator[list[int]]:
    """Part numbers in order, grouped: the parts of a group exclude each other.

    A group is a row of parts that each end in a jump to the part right behind the group.
    """
    ends = [simple_end(part, positions) for part in parts]
    alike = list(range(1, len(parts) + 1))  # where the row of parts with the same end is over
    for number in reversed(range(len(parts) - 1)):
        if ends[number] == ends[number + 1]:
            alike[number] = alike[number + 1]
    number = 0
    while number < len(parts):
        end = ends[number]
        if number == 0 or end is None or not number + 1 < end <= alike[number]:
            end = number + 1
        yield list(range(number, end))
        number = end


def simple_end(part: Part, positions: Mapping[str, int]) -> int | None:
    """Where a part goes on that ends in a GOTO and has no other jump to one of these parts."""
    inner = all_jumps(part.steps[:-1])
    if any(jump is None or any(name in positions for name in targets(jump)) for jump in inner):
        return None
    return jump_target(part, positions)


def jump_target(part: Part, positions: Mapping[str, int]) -> int | None:
    """Where a part that ends in a GOTO goes on."""
    if part.steps and isinstance(part.steps[-1], nodes.Goto):
        name = literal_label(part.steps[-1].target)
        return positions.get(name) if name else None
    return None

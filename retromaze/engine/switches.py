"""Finds blocks whose jumps only go forward from the end of a part: they need no Python loop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from retromaze.engine.jumps import Part, Plan, literal_label
from retromaze.language import nodes
from retromaze.language.structure import Block, Choice, Step
from retromaze.language.walk import inner_blocks


def is_switch(parts: list[Part], positions: Mapping[str, int], plan: Plan) -> bool:
    """Whether every jump to these parts goes forward and is the last thing its part does."""
    for number, part in enumerate(parts):
        last = list(last_jumps(part.steps, plan))
        for jump in all_jumps(part.steps):
            if jump is None:
                return False
            ahead = [positions[name] > number for name in targets(jump) if name in positions]
            if ahead and not (all(ahead) and any(jump is each for each in last)):
                return False
    return True


Jump = nodes.Goto | nodes.On


def targets(jump: Jump) -> tuple[str, ...]:
    if isinstance(jump, nodes.On):
        return jump.labels
    name = literal_label(jump.target)
    return () if name is None else (name,)


def all_jumps(steps: list[Step]) -> Iterator[Jump | None]:
    """Every GOTO and ON … GOTO in the steps and below; None for one whose target is computed."""
    for step in steps:
        if isinstance(step, nodes.Goto) and step.target is not None:
            yield step if literal_label(step.target) is not None else None
        elif isinstance(step, nodes.On) and not step.gosub:
            yield step
        for inner in inner_blocks(step):
            yield from all_jumps(inner.statements)


def last_jumps(steps: list[Step], plan: Plan) -> Iterator[Jump]:
    """The jumps behind which nothing of the steps is left to do."""
    match steps[-1:]:
        case [nodes.Goto() | nodes.On() as jump]:
            yield jump
        case [Choice() as choice]:
            for inner in inner_blocks(choice):
                if not has_live_labels(inner, plan):
                    yield from last_jumps(inner.statements, plan)


def has_live_labels(block: Block, plan: Plan) -> bool:
    return any(isinstance(step, nodes.Label) and step.name in plan.live for step in block.statements)


def runs(parts: list[Part], positions: Mapping[str, int]) -> Iterator[list[int]]:
    """Part numbers in order, grouped: the parts of a group exclude each other.

    A group is a row of parts that each end in a jump to the part right behind the group.
    """
    number = 0
    while number < len(parts):
        end = group_end(parts, positions, number)
        yield list(range(number, end))
        number = end


def group_end(parts: list[Part], positions: Mapping[str, int], start: int) -> int:
    """Where the group that starts here ends; a group of one where nothing better is found."""
    target = jump_target(parts[start], positions)
    if start == 0 or target is None or target <= start + 1:
        return start + 1
    members = parts[start:target]
    alike = all(jump_target(part, positions) == target for part in members)
    inner = (jump for part in members for jump in all_jumps(part.steps[:-1]))
    simple = all(jump is not None and not any(n in positions for n in targets(jump)) for jump in inner)
    return target if alike and simple else start + 1


def jump_target(part: Part, positions: Mapping[str, int]) -> int | None:
    """Where a part that ends in a GOTO goes on."""
    if part.steps and isinstance(part.steps[-1], nodes.Goto):
        name = literal_label(part.steps[-1].target)
        return positions.get(name) if name else None
    return None

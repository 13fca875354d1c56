"""Steps that only a port has, and walks over them and a listing's own.

A GOTO that Python can say in its own words becomes one of these or a plain IF; see `restructure`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from retromaze.compiler.shape.jumps import literal_label
from retromaze.language import nodes, walk
from retromaze.language.effects import effects
from retromaze.language.nodes import Expression
from retromaze.language.structure import Block, Step


@dataclass(eq=False)
class Case:
    """What one label of an ON … GOTO leads to, and for which numbers."""

    numbers: list[int]
    label: str
    body: Block


@dataclass(eq=False)
class Switch:
    """ON … GOTO whose labels exclude each other; `otherwise` is for all other numbers."""

    line: int
    column: int
    selector: Expression
    cases: list[Case]
    otherwise: Case


@dataclass(eq=False)
class Forever:
    """A loop that GOTOs make: it goes on until something leaves it."""

    line: int
    column: int
    label: str
    body: Block = field(default_factory=Block)


@dataclass(eq=False)
class Leave:
    """A GOTO out of a loop to what comes behind it, or (`again`) to its beginning."""

    line: int
    column: int
    loop: Any
    again: bool


PortStep = Step | Switch | Forever | Leave


def inner_blocks(step: Any) -> list[Block]:
    """The blocks directly inside a step."""
    match step:
        case Switch():
            return [*(each.body for each in step.cases), step.otherwise.body]
        case Forever():
            return [step.body]
        case Leave():
            return []
        case _:
            return walk.inner_blocks(step)


def heads(step: Any) -> list[nodes.Head]:
    """The nodes a step works out itself."""
    match step:
        case Switch():
            return [step.selector]
        case Forever() | Leave():
            return []
        case _:
            return walk.heads(step)


def steps(block: Block) -> Iterator[Any]:
    """Every step of a block and of the blocks inside it, in source order."""
    for step in block.statements:
        yield step
        for inner in inner_blocks(step):
            yield from steps(inner)


def leaves(step: PortStep) -> bool:
    """Whether control never goes on from a step to what stands behind it; a port's STOP ends it."""
    if isinstance(step, Leave | nodes.Stop):
        return True
    return isinstance(step, nodes.Node) and not effects(step).goes_on


def targets(step: Any) -> list[str]:
    """The labels that a step itself jumps to."""
    return [name for head in heads(step) for name in map(literal_label, effects(head).gotos) if name]

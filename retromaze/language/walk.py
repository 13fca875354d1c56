"""Walks over statements and expressions: the parts of a node, and every node below one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from retromaze.language import nodes
from retromaze.language.structure import Block, Choice, CountedLoop, RepeatLoop, Step, WhileLoop


def parts(node: Any) -> Iterator[Any]:
    """The nodes directly inside a node, in source order."""
    for name in node.__dataclass_fields__:
        value = getattr(node, name)
        if isinstance(value, nodes.Node):
            yield value
        elif isinstance(value, tuple):
            for each in value:
                if isinstance(each, nodes.Node):
                    yield each


def every(node: Any) -> Iterator[Any]:
    """The node and all nodes below it, outer before inner, left before right; without recursion."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(list(parts(current))))


def inner_blocks(step: Step) -> list[Block]:
    """The blocks directly inside a compound statement."""
    match step:
        case Choice():
            return [*(body for _, body in step.branches), step.otherwise]
        case CountedLoop() | WhileLoop() | RepeatLoop():
            return [step.body]
        case _:
            return []


def heads(step: Step) -> list[nodes.Node]:
    """The nodes a step evaluates itself, outside its inner blocks."""
    match step:
        case Choice():
            return [condition for condition, _ in step.branches]
        case CountedLoop():
            return [step.head]
        case WhileLoop() | RepeatLoop():
            return [step.condition]
        case _:
            return [step]


def steps(block: Block) -> Iterator[Step]:
    """Every step of a block and of the blocks inside it, in source order."""
    for step in block.statements:
        yield step
        for inner in inner_blocks(step):
            yield from steps(inner)


def targets_of(statement: nodes.Node) -> Sequence[nodes.Node]:
    """What a statement stores into, declarations left out."""
    match statement:
        case nodes.Assign() | nodes.Increase() | nodes.LineInput():
            return [statement.target]
        case nodes.Swap():
            return [statement.first, statement.second]
        case nodes.Read() | nodes.Input():
            return statement.targets
        case nodes.For():
            return [statement.variable]
        case nodes.Instruction(outputs=outputs) if outputs:
            return [each for each in outputs if each is not None]
        case _:
            return []

"""Walks over the syntax tree: the nodes below a node, the steps of a block, the heads of a step.

Nothing here is recursive: what is nested deeply is walked as quickly as what is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from retromaze.language import nodes
from retromaze.language.breath import breathe
from retromaze.language.nodes import parts
from retromaze.language.structure import Block, Choice, CountedLoop, RepeatLoop, Step, WhileLoop


def every(node: nodes.Node) -> Iterator[Any]:
    """The node and all nodes below it, outer before inner, left before right."""
    breathe()
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(parts(current)))


def calls(node: nodes.Node) -> Iterator[nodes.Function | nodes.Instruction]:
    """The calls in a statement or expression, of builtins and DEFs alike."""
    for each in every(node):
        if isinstance(each, nodes.Function | nodes.Instruction):
            yield each


def inner_blocks(step: Step) -> list[Block]:
    """The blocks directly inside a compound statement."""
    match step:
        case Choice():
            return [*(body for _, body in step.branches), step.otherwise]
        case CountedLoop() | WhileLoop() | RepeatLoop():
            return [step.body]
        case _:
            return []


def heads(step: Step) -> list[nodes.Head]:
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
    waiting = [iter(block.statements)]
    while waiting:
        for step in waiting[-1]:
            breathe()
            yield step
            if inner := inner_blocks(step):
                waiting.extend(iter(each.statements) for each in reversed(inner))
                break
        else:
            waiting.pop()


def all_heads(block: Block) -> Iterator[nodes.Head]:
    """The heads of every step of a block and of the blocks inside it, in source order."""
    for step in steps(block):
        yield from heads(step)

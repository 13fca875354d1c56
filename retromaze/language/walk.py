"""Walks over the syntax tree: the nodes below a node, the steps of a block, the heads of a step.

Nothing here is recursive: what is nested deeply is walked as quickly as what is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from retromaze.language import nodes
from retromaze.language.nodes import cached_on_node, parts
from retromaze.language.structure import (
    Block,
    Choice,
    CountedLoop,
    Fallthrough,
    Forever,
    Leave,
    RepeatLoop,
    Routine,
    Step,
    Switch,
    WhileLoop,
)
from retromaze.language.yield_hook import yield_to_host

CALLS = (nodes.Function, nodes.Instruction)


def every(node: nodes.Node) -> Iterator[Any]:
    """The node and all nodes below it, outer before inner, left before right."""
    yield_to_host()
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(parts(current)))


def nodes_in(head: nodes.Node) -> tuple[Any, ...]:
    """The same for a statement or condition, which is looked through many times."""
    return head, *nodes_below(head)


@cached_on_node
def nodes_below(head: nodes.Node) -> tuple[Any, ...]:
    """All nodes below a statement or condition."""
    return tuple(every(head))[1:]


def calls(head: nodes.Node) -> tuple[nodes.Function | nodes.Instruction, ...]:
    """The calls in a statement or expression, of builtins and DEFs alike."""
    return (head, *calls_below(head)) if isinstance(head, CALLS) else calls_below(head)


@cached_on_node
def calls_below(head: nodes.Node) -> tuple[nodes.Function | nodes.Instruction, ...]:
    """Those below its first node."""
    return tuple(each for each in nodes_below(head) if isinstance(each, CALLS))


def inner_blocks(step: Step) -> list[Block]:
    """The blocks directly inside a compound statement."""
    if isinstance(step, nodes.Node):
        return []
    match step:
        case Choice():
            return [*(body for _, body in step.branches), step.otherwise]
        case Switch():
            return [*(each.body for each in step.cases), step.otherwise.body]
        case CountedLoop() | WhileLoop() | RepeatLoop() | Forever():
            return [step.body]
        case Leave() | Fallthrough():
            return []


def heads(step: Step) -> list[nodes.Head]:
    """The nodes a step evaluates itself, outside its inner blocks."""
    if isinstance(step, nodes.Node):
        return [step]
    match step:
        case Choice():
            return [condition for condition, _ in step.branches]
        case CountedLoop():
            return [step.head]
        case WhileLoop() | RepeatLoop():
            return [step.condition]
        case Switch():
            return [step.head.selector]
        case Forever() | Leave() | Fallthrough():
            return []


def steps(block: Block) -> Iterator[Step]:
    """Every step of a block and of the blocks inside it, in source order."""
    waiting = [iter(block.statements)]
    while waiting:
        for step in waiting[-1]:
            yield_to_host()
            yield step
            if inner := inner_blocks(step):
                waiting.extend(iter(each.statements) for each in reversed(inner))
                break
        else:
            waiting.pop()


@cached_on_node
def routine_steps(routine: Routine) -> tuple[Step, ...]:
    """Those of a whole routine, which is complete when they are first asked for."""
    return tuple(steps(routine.body))


@cached_on_node
def routine_heads(routine: Routine) -> tuple[nodes.Head, ...]:
    """The heads of all steps of a routine."""
    return tuple(head for step in routine_steps(routine) for head in heads(step))


def all_heads(block: Block) -> Iterator[nodes.Head]:
    """The heads of every step of a block and of the blocks inside it, in source order."""
    for step in steps(block):
        yield from heads(step)

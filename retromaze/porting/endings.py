"""Tells whether control can reach the end of a block."""

from __future__ import annotations

from typing import Any

from retromaze.language import nodes
from retromaze.language.structure import Block, Choice, Forever, Leave, Switch
from retromaze.language.walk import inner_blocks, steps

LEAVING = (nodes.Return, nodes.End, nodes.Stop)


def is_closed(block: Block) -> bool:
    """Whether a block always ends in RETURN or END."""
    if any(isinstance(step, nodes.Label) for step in block.statements):
        return False
    return bool(block.statements) and is_closed_step(block.statements[-1])


def is_closed_step(step: Any) -> bool:
    match step:
        case Choice() | Switch():
            return all(is_closed(each) for each in inner_blocks(step))
        case Forever():
            inside = steps(step.body)
            return not any(
                isinstance(each, Leave) and each.loop is step and not each.again for each in inside
            )
        case _:
            return isinstance(step, LEAVING)

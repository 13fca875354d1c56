"""What a pass of a loop costs of a frame's budget, counted when it is compiled."""

from __future__ import annotations

from retromaze.engine.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.structure import Block, Choice, CountedLoop, RepeatLoop, Step, WhileLoop

# A PRINT costs about as much as five passes of a short loop. Source: machine reference, 8.2.
PRINT_COST = 30
STATEMENT_COST = 1
LOOP_COST = 2


def cost_of(block: Block) -> int:
    """Work units of one pass: simple statements of the console; inner loops count themselves."""
    return LOOP_COST + sum(cost_of_step(step) for step in block.statements)


def cost_of_step(step: Step) -> int:
    match step:
        case Choice():
            # the dearest branch and each test: a pass is rather taken too long than too short
            inner = [sum(map(cost_of_step, body.statements)) for _, body in step.branches]
            inner.append(sum(map(cost_of_step, step.otherwise.statements)))
            return len(step.branches) + max(inner)
        case CountedLoop() | WhileLoop() | RepeatLoop():
            return LOOP_COST
        case nodes.Instruction(name=name) if name in BUILTINS:
            return BUILTINS[name].cost
        case nodes.Print():
            return PRINT_COST
        case nodes.Label() | nodes.Data():
            return 0
        case _:
            return STATEMENT_COST

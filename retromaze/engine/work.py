"""What a pass of a loop costs of a frame's budget, counted when it is compiled."""

from __future__ import annotations

from retromaze.engine.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.structure import Block, Choice, CountedLoop, RepeatLoop, Step, WhileLoop
from retromaze.language.walk import every, heads

# A PRINT costs about as much as five passes of a short loop. Source: machine reference, 8.2.
PRINT_COST = 30
STATEMENT_COST = 1
LOOP_COST = 2


def cost_of(block: Block, *conditions: nodes.Node) -> int:
    """Work units of one pass: simple statements of the console; inner loops count themselves."""
    steps = sum(cost_of_step(step) for step in block.statements)
    return LOOP_COST + steps + sum(cost_of_calls(each) for each in conditions)


def cost_of_calls(node: nodes.Node) -> int:
    """What the builtin functions in an expression cost."""
    return sum(
        BUILTINS[each.name].cost
        for each in every(node)
        if isinstance(each, nodes.Function) and each.name in BUILTINS
    )


def cost_of_step(step: Step) -> int:
    match step:
        case Choice():
            # the dearest branch and each test: a pass is rather taken too long than too short
            inner = [sum(map(cost_of_step, body.statements)) for _, body in step.branches]
            inner.append(sum(map(cost_of_step, step.otherwise.statements)))
            return len(step.branches) + max(inner) + sum(cost_of_calls(each) for each in heads(step))
        case CountedLoop() | WhileLoop() | RepeatLoop():
            return LOOP_COST
        case nodes.Instruction(name=name) if name in BUILTINS:
            return BUILTINS[name].cost + cost_of_calls(step)
        case nodes.Print():
            return PRINT_COST + cost_of_calls(step)
        case nodes.Label() | nodes.Data():
            return 0
        case _:
            return STATEMENT_COST + cost_of_calls(step)

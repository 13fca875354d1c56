"""What a pass of a loop costs of a frame's budget, counted when it is compiled."""

from __future__ import annotations

from collections.abc import Iterator

from retromaze.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.structure import Block, Choice, CountedLoop, RepeatLoop, Step, WhileLoop
from retromaze.language.walk import every, heads
from retromaze.values.costs import PRINT_COST

STATEMENT_COST = 1
LOOP_COST = 2
CALL_COST = 2
# So much is done between two looks at the budget where statements follow each other without a loop.
LONG_ROW = 6_000


def cost_of(block: Block, *conditions: nodes.Node) -> int:
    """Work units of one pass: simple statements of the console; inner loops count themselves.

    Of a long block it is the first row only: the others are counted when they are come to.
    """
    return LOOP_COST + first_row(block.statements) + sum(cost_of_calls(each) for each in conditions)


def first_row(steps: list[Step]) -> int:
    """The work of statements up to where the budget is looked at again."""
    cost, _ = next(rows(steps), (0, []))
    return cost


def rows(steps: list[Step]) -> Iterator[tuple[int, list[Step]]]:
    """Statements in rows of little work, each with its cost."""
    cost, row = 0, list[Step]()
    for step in steps:
        more = cost_of_step(step)
        if row and cost + more > LONG_ROW:
            yield cost, row
            cost, row = 0, []
        cost += more
        row.append(step)
    yield cost, row


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

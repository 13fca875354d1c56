"""What a pass of a loop costs of a frame's budget, counted when it is compiled."""

from __future__ import annotations

from collections.abc import Iterator

from retromaze.builtins.registry import BUILTINS
from retromaze.compiler.facts.call_graph import CallGraph, is_straight
from retromaze.language import nodes
from retromaze.language.structure import Block, Choice, CountedLoop, RepeatLoop, Step, WhileLoop
from retromaze.language.walk import every, heads, steps
from retromaze.values.costs import PRINT_COST

STATEMENT_COST = 1
LOOP_COST = 2
CALL_COST = 2
# So much is done between two looks at the budget where statements follow each other without a loop.
LONG_ROW = 6_000
# A DEF that costs more counts for itself.
LITTLE = 200
# Behind these a new frame, and so a new budget, begins.
WAITS = {"WAIT", "VSYNC"}


class Work:
    """The work of a program's statements; `counted` has that of the DEFs which their callers count."""

    def __init__(self, graph: CallGraph) -> None:
        self.counted: dict[str, int] = {}
        for name in graph.order:
            body = graph.definitions[name].body
            cost = CALL_COST + self.first_row(body.statements)
            if is_straight(body) and not waits(body) and cost <= LITTLE:
                self.counted[name] = cost

    def cost_of(self, block: Block, *conditions: nodes.Node) -> int:
        """Work units of one pass: simple statements of the console; inner loops count themselves.

        Of a long block it is the first row only: the others are counted when they are come to.
        """
        return LOOP_COST + self.first_row(block.statements) + sum(map(self.cost_of_calls, conditions))

    def first_row(self, steps: list[Step]) -> int:
        """The work of statements up to where the budget is looked at again."""
        cost, _ = next(self.rows(steps), (0, []))
        return cost

    def rows(self, steps: list[Step]) -> Iterator[tuple[int, list[Step]]]:
        """Statements in rows of little work, each with its cost."""
        cost, row = 0, list[Step]()
        for step in steps:
            more = self.cost_of_step(step)
            if row and cost + more > LONG_ROW:
                yield cost, row
                cost, row = 0, []
            cost += more
            row.append(step)
        yield cost, row

    def cost_of_calls(self, node: nodes.Node) -> int:
        """What the builtins and DEFs that are called in a statement or expression cost."""
        return sum(
            self.cost_of_call(each.name)
            for each in every(node)
            if isinstance(each, nodes.Function | nodes.Instruction)
        )

    def cost_of_call(self, name: str) -> int:
        if name in self.counted:
            return self.counted[name]
        return BUILTINS[name].cost if name in BUILTINS else 0

    def cost_of_step(self, step: Step) -> int:
        match step:
            case Choice():
                # the dearest branch and each test: a pass is rather taken too long than too short
                inner = [sum(map(self.cost_of_step, body.statements)) for _, body in step.branches]
                inner.append(sum(map(self.cost_of_step, step.otherwise.statements)))
                return len(step.branches) + max(inner) + sum(map(self.cost_of_calls, heads(step)))
            case CountedLoop() | WhileLoop() | RepeatLoop():
                return LOOP_COST
            case nodes.Instruction(name=name) if name in BUILTINS:
                return self.cost_of_calls(step)
            case nodes.Print():
                return PRINT_COST + self.cost_of_calls(step)
            case nodes.Label() | nodes.Data():
                return 0
            case _:
                return STATEMENT_COST + self.cost_of_calls(step)


def waits(body: Block) -> bool:
    return any(isinstance(step, nodes.Instruction) and step.name in WAITS for step in steps(body))

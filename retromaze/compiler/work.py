"""Counts, when compiling, what a pass of a loop costs of a frame's budget."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from retromaze.analysis import declared
from retromaze.analysis.guards import Knowledge
from retromaze.analysis.kinds import LARGEST, SMALLEST
from retromaze.builtins.registry import BUILTINS
from retromaze.compiler.call_graph import CallGraph, chooses, is_straight
from retromaze.language import nodes
from retromaze.language.effects import effects, target_name
from retromaze.language.nodes import calls
from retromaze.language.structure import (
    Block,
    Choice,
    CountedLoop,
    Fallthrough,
    Forever,
    Leave,
    RepeatLoop,
    Step,
    Switch,
    WhileLoop,
    all_heads,
    heads,
    steps,
)
from retromaze.values.costs import PRINT_COST

STATEMENT_COST = 1
LOOP_COST = 2
CALL_COST = 2
# So much is done between two looks at the budget where statements follow each other without a loop.
LONG_ROW = 6_000
# A DEF that costs more counts for itself.
LITTLE = 200
# A FOR that costs more in all its passes counts each of them.
SHORT_LOOP = 1_000


class Work:
    """The work of a program's statements.

    `counted` has that of the DEFs which their callers count, whole or up to the statement of that number
    in `counts_from`: most recursions end in their first statements, and half of all calls go no further.
    """

    def __init__(self, graph: CallGraph, knowledge: Knowledge) -> None:
        self.graph = graph
        self.knowledge = knowledge
        self.counted: dict[str, int] = {}
        self.counts_from: dict[str, int] = {}
        if graph.by_name:
            return
        for name in graph.order:
            self.count(name)
        for name in graph.definitions.keys() - self.counted.keys():
            self.count_early(name)

    def count(self, name: str) -> None:
        """Lets callers count what a DEF does in one go; its loops count themselves."""
        scope = self.graph.definitions[name]
        costs = [cost for cost, _ in self.rows(scope.body.statements)]
        little = len(costs) == 1 and CALL_COST + costs[0] <= LITTLE
        if little and not scope.labels and not waits(scope.body):
            self.counted[name] = CALL_COST + costs[0]

    def count_early(self, name: str) -> None:
        """Lets callers count what a DEF does before it goes on for long, if it may end there."""
        scope = self.graph.definitions[name]
        early = list(takewhile(is_early, scope.body.statements))
        cost = CALL_COST + sum(map(self.cost_of_step, early))
        if early and not scope.labels and cost <= LITTLE and not any(map(self.graph.calls_in, early)):
            self.counted[name], self.counts_from[name] = cost, len(early)

    def is_counted(self, name: str) -> bool:
        """Whether callers count all that a DEF does."""
        return name in self.counted and name not in self.counts_from

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

    def few_passes(self, loop: CountedLoop) -> int:
        """How often a FOR between literals runs, if that is little and counted beforehand; else 0."""
        passes = literal_passes(loop.head)
        if not passes or not is_straight(loop.body) or waits(loop.body) or self.may_change(loop):
            return 0
        return passes if passes * self.cost_of(loop.body, *heads(loop)) <= SHORT_LOOP else 0

    def may_change(self, loop: CountedLoop) -> bool:
        """Whether something in a loop may store to its variable."""
        name = target_name(loop.head.variable)
        inside = list(all_heads(loop.body))
        if any(store.name == name for head in inside for store in effects(head).stores):
            return True
        called = {each for head in inside for each in self.graph.called_in(head)}
        return self.knowledge.may_change(called, name)

    def cost_of_calls(self, node: nodes.Node) -> int:
        """What the builtins and DEFs that are called in a statement or expression cost."""
        return sum(self.cost_of_call(each.name) for each in calls(node))

    def cost_of_call(self, name: str) -> int:
        if name in self.counted:
            return self.counted[name]
        return BUILTINS[name].cost if name in BUILTINS else 0

    def cost_of_step(self, step: Step) -> int:
        match step:
            case Choice():
                # the dearest branch and each test: a pass is rather taken too long than too short
                inner = [self.first_row(body.statements) for _, body in step.branches]
                inner.append(self.first_row(step.otherwise.statements))
                return len(step.branches) + max(inner) + sum(map(self.cost_of_calls, heads(step)))
            case Switch():
                inner = [self.first_row(each.body.statements) for each in [*step.cases, step.otherwise]]
                return STATEMENT_COST + max(inner) + sum(map(self.cost_of_calls, heads(step)))
            case CountedLoop() if passes := self.few_passes(step):
                return LOOP_COST + passes * self.cost_of(step.body, *heads(step))
            case CountedLoop() | WhileLoop() | RepeatLoop():
                return LOOP_COST
            case nodes.Instruction(name=name) if name in BUILTINS:
                return self.cost_of_calls(step)
            case nodes.Print():
                return PRINT_COST + self.cost_of_calls(step)
            case nodes.Label() | nodes.Data() | Forever():
                return 0
            case Leave() | Fallthrough():
                return STATEMENT_COST
            case _:
                return STATEMENT_COST + self.cost_of_calls(step)


def is_early(step: Step) -> bool:
    """Whether it is `IF … THEN RETURN …`."""
    return isinstance(step, Choice) and chooses(step)


def literal_passes(head: nodes.For) -> int:
    """How often a FOR between literals runs; 0 where that cannot be seen, or a `%` variable would wrap."""
    match head.start, head.stop, head.step or nodes.Number(0, 0, 1):
        case nodes.Number(value=int(start)), nodes.Number(value=int(stop)), nodes.Number(value=int(step)) if (
            step and SMALLEST <= stop + step <= LARGEST
        ):
            return len(range(start, stop + (1 if step > 0 else -1), step))
        case _:
            return 0


def waits(body: Block) -> bool:
    """Whether a new frame, and so a new budget, may begin inside."""
    return any(isinstance(step, nodes.Instruction) and declared.waits(step.name) for step in steps(body))

"""The calls between DEFs, and what each call costs: stack cells, and work units of a frame's budget.

Both are known for most DEFs before the program runs, so that compiled code need not count them at each call.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, takewhile

from retromaze.analysis import declared
from retromaze.analysis.graphs import cycles_of, postorder_from, reachable
from retromaze.analysis.guards import GuardTable
from retromaze.analysis.jumps import steps_outside_loops
from retromaze.analysis.kinds import LARGEST, SMALLEST
from retromaze.analysis.side_effects import calls_of
from retromaze.builtins.registry import BUILTINS
from retromaze.language import nodes
from retromaze.language.nodes import calls_in
from retromaze.language.program import Program, Scope
from retromaze.language.structure import (
    Block,
    Choice,
    CountedLoop,
    Forever,
    GotoNext,
    Leave,
    RepeatLoop,
    Step,
    Switch,
    WhileLoop,
    all_heads,
    all_steps,
    effects,
    heads_of,
    inner_blocks,
    target_name,
)
from retromaze.values.costs import PRINT_COST

# A console's stack has room for 8192 cells; a call takes three and one for each name it owns.
# Source: language reference, 4.9 (2730 nested calls measured; the formula is a guess).
STACK_CELLS = 8192
CALL_CELLS = 3
# Most pending GOSUBs. Source: language reference, 4.7 (measured).
GOSUB_DEPTH = 16_384
# The *stack use* of pending calls is one number if GOSUBs and DEFs may call each other: the number of GOSUBs
# is in its lowest 15 bits, that of the stack cells above them.
ONE_CELL = 1 << 15
GOSUB_MASK = ONE_CELL - 1

STATEMENT_COST = 1
LOOP_COST = 2
CALL_COST = 2
LONG_BATCH = 6_000
"""The largest work of statements that are counted at once: the budget is not tested in between."""
LITTLE = 200
"""The largest cost of a DEF that its callers count for it."""
SHORT_LOOP = 1_000
"""The largest cost of all passes of a FOR that does not count each of them."""


def stack_cells_of_call(scope: Scope) -> int:
    """Returns the number of cells of the console's stack that a call of a DEF takes."""
    return CALL_CELLS + len(scope.variables)


class CallGraph:
    """The calls between the DEFs of a program, and the stack cells in use, so that few calls count these.

    `has_unknown_callers`: unknown code (another slot, a computed name) may call any DEF. `shares_stack`:
    GOSUBs may be pending while DEFs run. `called` maps a DEF to those that it calls; "" are GOSUBs and
    unknown code.

    `stack_bounds` maps each DEF that no recursion leads to to the fewest and the most stack cells in use
    during a call: these DEFs never fill the stack. `never_overflows` are those of them that lead to no other
    DEF that needs a count of cells.
    """

    def __init__(self, program: Program, *, has_unknown_callers: bool, shares_stack: bool) -> None:
        self.definitions = program.definitions
        self.has_unknown_callers = has_unknown_callers
        self.shares_stack = shares_stack
        self.one_cell = ONE_CELL if shares_stack else 1
        """The value of one stack cell in the stack use."""
        self.called = {
            name: {each for head in scope.heads for each in self.definitions_called_in(head)}
            for name, scope in self.definitions.items()
        }
        callers: defaultdict[str, set[str]] = defaultdict(set)
        for caller, called in self.called.items():
            for name in called:
                callers[name].add(caller)
        self.stack_bounds = {} if shares_stack else self.find_stack_bounds(program.main, callers)
        unbounded = self.definitions.keys() - self.stack_bounds.keys()
        # DEFs that lead to those or to unknown code must pass the stack use on
        self.never_overflows = self.stack_bounds.keys() - reachable({"", *unbounded}, callers)

    def definitions_called_in(self, head: nodes.Head) -> list[str]:
        """Returns the names of the DEFs that a step's head calls; "" for GOSUBs and unknown code."""
        return calls_of(head, self.definitions).names

    def callees_first(self) -> list[str]:
        """Returns the DEFs without recursion outside loops, each after those that it calls outside loops.

        The cost of those is part of its own.
        """
        called_outside_loops = {
            name: {
                each
                for step in steps_outside_loops(scope.body.statements)
                for head in heads_of(step)
                for each in self.definitions_called_in(head)
            }
            for name, scope in self.definitions.items()
        }
        recursive = cycles_of(called_outside_loops)
        seen: set[str] = set()
        ordered = (
            each for name in self.definitions for each in postorder_from(name, called_outside_loops, seen)
        )
        return [each for each in ordered if each not in recursive]

    def has_calls(self, step: Step) -> bool:
        """Whether a step, or one inside it, calls DEFs, GOSUBs or unknown code."""
        inside = chain.from_iterable(all_steps(each) for each in inner_blocks(step))
        heads = (head for each in (step, *inside) for head in heads_of(each))
        return any(map(self.definitions_called_in, heads))

    def find_stack_bounds(self, main: Scope, callers: dict[str, set[str]]) -> dict[str, tuple[int, int]]:
        """Returns `stack_bounds`, {} if even DEFs that no recursion leads to could fill the stack."""
        from_main = {each for head in main.heads for each in self.definitions_called_in(head)}
        recursive = reachable(cycles_of(self.called), self.called)
        seen: set[str] = set()
        order = [each for name in self.called for each in postorder_from(name, self.called, seen)]
        depths: dict[str, tuple[int, int]] = {}
        # callers first, as the depth of a DEF is made of theirs
        for name in (each for each in reversed(order) if each not in recursive):
            caller_depths = [depths[each] for each in callers[name]]
            if name in from_main or not caller_depths:
                caller_depths.append((0, 0))  # the main program uses no cells
            fewest, most = zip(*caller_depths, strict=True)
            own = stack_cells_of_call(self.definitions[name])
            depths[name] = own + min(fewest), own + max(most)
        return depths if all(most <= STACK_CELLS for _, most in depths.values()) else {}


class WorkCosts:
    """The work of a program's statements, in units of a frame's budget, from which compiled code subtracts
    it.

    A *batch* are consecutive statements whose work is subtracted at once, before the first of them. A long
    block has several, so that the frame ends soon after its budget.

    `counted_by_callers` maps a small DEF to the work that its callers count for it: that of all its
    statements, or, for DEFs in `early_return_counts`, of so many `IF … THEN RETURN` at its start: half of all
    calls of a recursive DEF end there.
    """

    def __init__(self, graph: CallGraph, guard_table: GuardTable) -> None:
        self.graph = graph
        self.guard_table = guard_table
        self.counted_by_callers: dict[str, int] = {}
        self.early_return_counts: dict[str, int] = {}
        if graph.has_unknown_callers:
            return  # an unknown caller does not know what to count
        for name in graph.callees_first():
            body = graph.definitions[name].body
            costs = [cost for cost, _ in self.batches_of_limited_cost(body.statements)]
            is_small = len(costs) == 1 and CALL_COST + costs[0] <= LITTLE
            # with labels its parts count their own work; in a wait a frame begins, with another budget
            if is_small and not graph.definitions[name].labels and not may_wait(body):
                self.counted_by_callers[name] = CALL_COST + costs[0]
        # of the others, at least the statements that return early
        for name in graph.definitions.keys() - self.counted_by_callers.keys():
            scope = graph.definitions[name]
            early = list(takewhile(is_early_return, scope.body.statements))
            cost = CALL_COST + sum(map(self.cost_of_step, early))
            if early and not scope.labels and cost <= LITTLE and not any(map(graph.has_calls, early)):
                self.counted_by_callers[name], self.early_return_counts[name] = cost, len(early)

    def cost_of_pass(self, block: Block, *conditions: nodes.Node) -> int:
        """Returns the work counted at the start of each pass of a loop: its conditions and first batch."""
        return (
            LOOP_COST + self.cost_of_first_batch(block.statements) + sum(map(self.cost_of_calls, conditions))
        )

    def cost_of_first_batch(self, steps: list[Step]) -> int:
        """Returns the work that is counted before the first of some statements: that of the first batch."""
        cost, _ = next(self.batches_of_limited_cost(steps))
        return cost

    def batches_of_limited_cost(self, steps: list[Step]) -> Iterator[tuple[int, list[Step]]]:
        """Yields the batches of statements, each of at most LONG_BATCH work, as (work, statements).

        Of no statements, yields one empty batch.
        """
        cost, batch = 0, list[Step]()
        for step in steps:
            step_cost = self.cost_of_step(step)
            if batch and cost + step_cost > LONG_BATCH:
                yield cost, batch
                cost, batch = 0, []
            cost += step_cost
            batch.append(step)
        yield cost, batch

    def passes_counted_at_once(self, loop: CountedLoop) -> int:
        """Returns the number of passes of a FOR whose work is counted all at once before it, else 0."""
        passes = literal_pass_count(loop.head)
        if not passes or may_wait(loop.body) or any(map(has_unknown_cost, all_steps(loop.body))):
            return 0
        # the number is that of the literals only if nothing in the loop stores to its variable
        name = target_name(loop.head.variable)
        inner_heads = list(all_heads(loop.body))
        if any(store.name == name for head in inner_heads for store in effects(head).stores):
            return 0
        if self.guard_table.may_change(
            {each for head in inner_heads for each in self.graph.definitions_called_in(head)}, name
        ):
            return 0
        return passes if passes * self.cost_of_pass(loop.body, *heads_of(loop)) <= SHORT_LOOP else 0

    def cost_of_calls(self, node: nodes.Node) -> int:
        """Returns the work of the builtins and DEFs that a statement calls; other DEFs count their own."""
        names = [each.name for each in calls_in(node)]
        return sum(
            self.counted_by_callers.get(name, BUILTINS[name].cost if name in BUILTINS else 0)
            for name in names
        )

    def cost_of_step(self, step: Step) -> int:
        """Returns the work of a statement. IF and ON … GOTO count as much as their most expensive branch."""
        match step:
            case Choice():
                inner = [self.cost_of_first_batch(body.statements) for _, body in step.branches]
                inner.append(self.cost_of_first_batch(step.otherwise.statements))
                # one unit for each condition
                return len(step.branches) + max(inner) + sum(map(self.cost_of_calls, heads_of(step)))
            case Switch():
                bodies = [each.body.statements for each in [*step.cases, step.otherwise]]
                inner = list(map(self.cost_of_first_batch, bodies))
                return STATEMENT_COST + max(inner) + sum(map(self.cost_of_calls, heads_of(step)))
            case CountedLoop() if passes := self.passes_counted_at_once(step):
                return LOOP_COST + passes * self.cost_of_pass(step.body, *heads_of(step))
            case CountedLoop() | WhileLoop() | RepeatLoop():
                return LOOP_COST  # each pass counts its own work
            case nodes.Instruction(name=name) if name in BUILTINS:
                return self.cost_of_calls(step)  # the builtin's cost is that of the whole statement
            case nodes.Print():
                return PRINT_COST + self.cost_of_calls(step)
            case nodes.Label() | nodes.Data() | Forever():
                return 0
            case Leave() | GotoNext():
                return STATEMENT_COST
            case _:
                return STATEMENT_COST + self.cost_of_calls(step)


def is_early_return(step: Step) -> bool:
    """Whether a step is `IF … THEN RETURN value`, without any other statement."""
    return (
        isinstance(step, Choice)
        and not step.otherwise.statements
        and all(
            len(body.statements) == 1
            and isinstance(only := body.statements[0], nodes.Return)
            and only.value is not None
            for _, body in step.branches
        )
    )


def has_unknown_cost(step: Step) -> bool:
    """Whether a step is a loop, a label or a jump, so that its cost is not known beforehand."""
    if isinstance(step, Choice):
        return False
    if inner_blocks(step) or isinstance(step, nodes.Label):
        return True
    return any(effects(head).gotos for head in heads_of(step))


def literal_pass_count(head: nodes.For) -> int:
    """Returns the number of passes of a FOR between literals.

    It is 0 for other limits, and if a `%` variable would wrap.
    """
    match head.start, head.stop, head.step or nodes.Number(0, 0, 1):
        case nodes.Number(value=int(start)), nodes.Number(value=int(stop)), nodes.Number(value=int(step)) if (
            step and SMALLEST <= stop + step <= LARGEST
        ):
            return len(range(start, stop + (1 if step > 0 else -1), step))
        case _:
            return 0


def may_wait(body: Block) -> bool:
    """Whether a block may wait, so that a new frame with a new budget begins inside."""
    return any(isinstance(step, nodes.Instruction) and declared.waits(step.name) for step in all_steps(body))

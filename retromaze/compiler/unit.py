"""What all writers of code use: names in Python, costs of calls, and facts about a program and a function.

BASIC names are upper case and ours lower case, so they never collide: `A%` is `A_i`, `A$` is `A_s`, a DEF
`DRAW` is `DRAW_def`. An array `R` has two names: `R_array` for the object and `R_items` for its list of
elements.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count, takewhile
from sys import intern
from types import CodeType

from retromaze.analysis import kinds, side_effects
from retromaze.analysis.graphs import cycles_of, postorder_from, reachable
from retromaze.analysis.guards import GuardSet, GuardTable
from retromaze.analysis.jumps import steps_outside_loops
from retromaze.analysis.kinds import LARGEST, SMALLEST, Kind
from retromaze.analysis.side_effects import ExternalAccess, calls_of
from retromaze.analysis.type_rules import Facts, SettledRules, Variant, Variants
from retromaze.builtins.form import Form
from retromaze.builtins.registry import BUILTINS
from retromaze.compiler.settings import Settings, Technique
from retromaze.language import nodes
from retromaze.language.block_tree import (
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
from retromaze.language.nodes import Expression, calls_in
from retromaze.language.program import Program, Scope, Variable
from retromaze.python.fragments import ARITHMETIC, COMPARING, LOAD, STORE
from retromaze.values.costs import PRINT_COST

# ---- calls and what they cost


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
    return any(
        isinstance(step, nodes.Instruction) and side_effects.waits(step.name) for step in all_steps(body)
    )


# ---- names in Python


SUFFIXES = {"%": "_i", "$": "_s", "#": "_d"}
SIGILS = {suffix: sigil for sigil, suffix in SUFFIXES.items()}


def python_spelling(name: str) -> str:
    """Returns the Python spelling of a BASIC name, its sigil included."""
    suffix = SUFFIXES.get(name[-1])
    return name[:-1] + suffix if suffix else name


def scalar_name(variable: Variable) -> str:
    return python_spelling(variable.name)


def array_name(variable: Variable) -> str:
    return python_spelling(variable.name) + "_array"


def items_name(variable: Variable) -> str:
    return python_spelling(variable.name) + "_items"


def python_names(variable: Variable) -> tuple[str, ...]:
    """Returns all Python names of a variable."""
    if variable.is_array:
        return array_name(variable), items_name(variable)
    return (scalar_name(variable),)


def definition_name(name: str) -> str:
    return python_spelling(name) + "_def"


def definition_of_function(function: str) -> str:
    """Returns the DEF of a generated function: `DIG$` for `DIG_s_def1`, "" for the main one's `main_0`."""
    name, _, _ = function.rpartition("_def")
    return name[:-2] + SIGILS[name[-2:]] if name[-2:] in SIGILS else name


def variant_function_name(variant: Variant) -> str:
    """Returns the name of a DEF's variant; the generic one has the DEF's own name."""
    return definition_name(variant.name) + ("" if variant.is_generic else str(variant.number))


def basic_names(program: Program) -> dict[str, str]:
    """Returns the BASIC name for each Python name of a variable; `M[]` for the elements of an array."""
    variables = [each for scope in program.scopes for each in scope.variables.values()]
    arrays = {items_name(each): f"{each.name}[]" for each in variables if each.is_array}
    return arrays | {scalar_name(each): each.name for each in variables if not each.is_array}


def with_local_names(code: CodeType, names: dict[str, str]) -> CodeType:
    """Returns code with other names for its local variables, in inner functions too.

    CPython uses a local variable's number and never its name, which may therefore be `A$`.
    """
    inner = (with_local_names(each, names) if isinstance(each, CodeType) else each for each in code.co_consts)
    varnames = tuple(names.get(each, each) for each in code.co_varnames)
    return code.replace(co_consts=tuple(inner), co_varnames=varnames)


# ---- a function and its program


Code = list[ast.stmt]
Operand = ast.expr | int | float | str | None

UNARY: dict[str, ast.unaryop] = {"-": ast.USub(), "~": ast.Invert(), "not": ast.Not()}


class AstBuilder:
    """Builds nodes of Python's `ast`, all with one place in the listing, for tracebacks and debuggers.

    Each method returns the Python construct that it is named after. A number, text or None among its operands
    stands for its constant.
    """

    __slots__ = ("place",)

    def __init__(self, place: Step | nodes.Node | None = None) -> None:
        """`place` is what the code is made of; None for the beginning of the listing."""
        line, offset = (1, 0) if place is None else (place.line, place.column - 1)
        self.place = {"lineno": line, "end_lineno": line, "col_offset": offset, "end_col_offset": offset}

    # ---- expressions

    def name(self, identifier: str) -> ast.expr:
        return ast.Name(identifier, LOAD, **self.place)

    def constant(self, value: object) -> ast.expr:
        return ast.Constant(value, **self.place)  # type: ignore[arg-type]

    def attribute(self, owner: ast.expr, name: str) -> ast.expr:
        return ast.Attribute(owner, name, LOAD, **self.place)

    def operand(self, value: Operand) -> ast.expr:
        return value if isinstance(value, ast.expr) else self.constant(value)

    def call(self, function: str | ast.expr, *arguments: Operand) -> ast.expr:
        called = self.name(function) if isinstance(function, str) else function
        return ast.Call(called, list(map(self.operand, arguments)), [], **self.place)

    def binary(self, left: ast.expr, operator: str, right: Operand) -> ast.expr:
        return ast.BinOp(left, ARITHMETIC[operator], self.operand(right), **self.place)

    def unary(self, operator: str, operand: ast.expr) -> ast.expr:
        return ast.UnaryOp(UNARY[operator], operand, **self.place)

    def compare(self, left: Operand, *rest: Operand) -> ast.expr:
        """Builds a comparison: `a <= b < c` for `compare(a, "<=", b, "<", c)`."""
        operators = [COMPARING[str(each)] for each in rest[::2]]
        return ast.Compare(self.operand(left), operators, list(map(self.operand, rest[1::2])), **self.place)

    def bool_op(self, operator: str, *operands: ast.expr) -> ast.expr:
        joiner: ast.boolop = ast.And() if operator == "and" else ast.Or()
        return ast.BoolOp(joiner, list(operands), **self.place)

    def conditional(self, condition: ast.expr, yes: Operand, no: Operand) -> ast.expr:
        return ast.IfExp(condition, self.operand(yes), self.operand(no), **self.place)

    def subscript(self, owner: ast.expr, index: Operand) -> ast.expr:
        return ast.Subscript(owner, self.operand(index), LOAD, **self.place)

    def slice(self, owner: ast.expr, first: ast.expr | None, end: ast.expr | None) -> ast.expr:
        """Builds `owner[first:end]`."""
        return ast.Subscript(owner, ast.Slice(first, end, None, **self.place), LOAD, **self.place)

    def walrus(self, identifier: str, value: ast.expr) -> ast.expr:
        return ast.NamedExpr(ast.Name(identifier, STORE, **self.place), value, **self.place)

    def tuple_(self, items: Sequence[ast.expr]) -> ast.expr:
        return ast.Tuple(list(items), LOAD, **self.place)

    def empty_dict(self) -> ast.expr:
        return ast.Dict([], [], **self.place)

    def fstring(self, pieces: Sequence[ast.expr]) -> ast.expr:
        """Builds an f-string: string constants as they are, other values in braces."""
        values: list[ast.expr] = [
            each
            if isinstance(each, ast.Constant) and isinstance(each.value, str)
            else ast.FormattedValue(each, -1, None, **self.place)
            for each in pieces
        ]
        return ast.JoinedStr(values, **self.place)

    # ---- statements

    def expression(self, value: ast.expr) -> ast.stmt:
        return ast.Expr(value, **self.place)

    def call_statement(self, function: str | ast.expr, *arguments: Operand) -> ast.stmt:
        return self.expression(self.call(function, *arguments))

    def assign(self, identifier: str, value: Operand) -> ast.stmt:
        target = ast.Name(identifier, STORE, **self.place)
        return ast.Assign([target], self.operand(value), None, **self.place)

    def assign_item(self, owner: ast.expr, index: ast.expr, value: ast.expr) -> ast.stmt:
        return ast.Assign([ast.Subscript(owner, index, STORE, **self.place)], value, None, **self.place)

    def unpack(self, identifiers: Sequence[str], value: ast.expr) -> ast.stmt:
        """Builds `one, other = value` for a value that is a tuple at run time."""
        targets: list[ast.expr] = [ast.Name(each, STORE, **self.place) for each in identifiers]
        return ast.Assign([ast.Tuple(targets, STORE, **self.place)], value, None, **self.place)

    def assign_together(self, targets: Sequence[ast.expr], values: Sequence[ast.expr]) -> ast.stmt:
        """Builds `one, other = value, another`, which evaluates both values before it stores the first."""
        target = ast.Tuple(list(targets), STORE, **self.place)
        return ast.Assign([target], self.tuple_(values), None, **self.place)

    def augmented_assign(self, identifier: str, operator: str, value: Operand) -> ast.stmt:
        """Builds `identifier operator= value`, such as `n += 1`."""
        target = ast.Name(identifier, STORE, **self.place)
        return ast.AugAssign(target, ARITHMETIC[operator], self.operand(value), **self.place)

    def augmented_assign_item(
        self, owner: ast.expr, index: ast.expr, operator: str, value: ast.expr
    ) -> ast.stmt:
        """Builds `owner[index] operator= value`."""
        target = ast.Subscript(owner, index, STORE, **self.place)
        return ast.AugAssign(target, ARITHMETIC[operator], value, **self.place)

    def if_(self, condition: ast.expr, body: Code, otherwise: Code | None = None) -> ast.stmt:
        return ast.If(condition, body or [self.pass_()], otherwise or [], **self.place)

    def while_(self, condition: Operand, body: Code) -> ast.stmt:
        return ast.While(self.operand(condition), body or [self.pass_()], [], **self.place)

    def for_(self, identifier: str, values: ast.expr, body: Code, after: Code) -> ast.stmt:
        """Builds `for identifier in values: body`, with `after` in its `else`: it runs unless a break did."""
        target = ast.Name(identifier, STORE, **self.place)
        return ast.For(target, values, body or [self.pass_()], after, None, **self.place)

    def try_(self, body: Code, failed: Code) -> ast.stmt:
        """Builds `try: body`, `except failures: failed; raise` for all errors that a listing can raise."""
        reraise = ast.Raise(None, None, **self.place)
        handler = ast.ExceptHandler(self.name("failures"), None, [*failed, reraise], **self.place)
        return ast.Try(body, [handler], [], [], **self.place)

    def pass_(self) -> ast.stmt:
        return ast.Pass(**self.place)

    def break_(self) -> ast.stmt:
        return ast.Break(**self.place)

    def continue_(self) -> ast.stmt:
        return ast.Continue(**self.place)

    def return_(self, value: ast.expr | None = None) -> ast.stmt:
        return ast.Return(value, **self.place)

    def nonlocal_(self, identifiers: Sequence[str]) -> ast.stmt:
        return ast.Nonlocal(list(identifiers), **self.place)

    def function(self, identifier: str, parameters: Sequence[str], body: Code) -> ast.FunctionDef:
        """Builds `def identifier(parameters): body`; an empty body becomes `pass`."""
        arguments = ast.arguments(
            posonlyargs=[],
            args=[ast.arg(each, None, None, **self.place) for each in parameters],
            vararg=None,
            kwonlyargs=[],
            kw_defaults=[],
            kwarg=None,
            defaults=[],
        )
        return ast.FunctionDef(identifier, arguments, body or [self.pass_()], [], None, None, **self.place)


@dataclass(eq=False)
class Compilation:
    """All that is known of one program while it is compiled.

    `variants` are the versions of each DEF, one for each combination of its arguments' types. `facts` has the
    kind (type and range) of each variable; `guard_table` what conditions say of variables at each statement.
    `graph` has the calls between DEFs and the stack cells in use; `external_access` what other slots and
    computed names may reach; `work_costs` the cost of statements in units of a frame's budget.

    `shared_variables` are those that more than one function needs. `shares_strings`: two names may refer to
    one string. `forms` has the builtins used, by their names in the generated code, `label_tables` for each
    dispatch the positions of its labels, for computed jumps.
    """

    program: Program
    settings: Settings
    variants: Variants
    facts: Facts
    guard_table: GuardTable
    graph: CallGraph
    external_access: ExternalAccess
    shares_strings: bool
    shared_variables: set[Variable] = field(default_factory=set)
    forms: dict[str, Form] = field(default_factory=dict)
    label_tables: dict[str, dict[str, int]] = field(default_factory=dict)

    @cached_property
    def work_costs(self) -> WorkCosts:
        return WorkCosts(self.graph, self.guard_table)

    def uses(self, technique: Technique) -> bool:
        """Whether the settings include an optimization."""
        return technique in self.settings.techniques

    def takes_stack_use(self, variant: Variant) -> bool:
        """Whether a DEF's function has a parameter for the stack use, to test whether the stack is full."""
        if not self.uses(Technique.QUIET):
            return True
        is_use_known = self.known_stack_use(variant.scope) is not None
        return not (is_use_known or variant.name in self.graph.never_overflows)

    def known_stack_use(self, scope: Scope) -> int | None:
        """Returns the stack use of pending calls while a scope runs, None if it is not always the same."""
        if scope.is_main:
            # GOSUBs of another slot may be pending if the stack is shared
            return None if self.graph.shares_stack else 0
        # any number of cells may be in use during a DEF without known bounds
        low, high = self.graph.stack_bounds.get(scope.name, (0, STACK_CELLS))
        return low if self.uses(Technique.QUIET) and low == high else None

    def form_name(self, name: str, form: Form, number: int) -> str:
        """Returns the name in generated code of a builtin's form (call shape), and adds it to `forms`."""
        generated_name = intern(name.lower().replace("$", "_text") + f"_{number}_")
        self.forms[generated_name] = form
        return generated_name


class FunctionUnit:
    """One Python function that is being written: its scope, its temporaries and the variables it mentions.

    `variant` is the version of a DEF that it is written for. `kind_rules` give the kind (type and range) of
    an expression. `used` are the variables that the code mentions, in order of first mention.
    `has_work_variable` says that the function has the variable `work`: from the start if other functions
    count down the same budget, else as soon as it is needed. `mentions_work` says that the code mentions
    `work`. `arrays_made_by_dim` are the arrays that do not exist before their DIM runs. `placeholders` maps
    nodes that stand for temporaries to the names of these.
    """

    def __init__(
        self,
        compilation: Compilation,
        scope: Scope,
        variant: Variant | None = None,
        *,
        has_work_variable: bool = False,
    ) -> None:
        self.compilation = compilation
        self.scope = scope
        self.variant = variant
        self.kind_rules = SettledRules(scope, compilation.facts, compilation.variants)
        self.shares_strings = compilation.shares_strings
        self.used: dict[Variable, None] = {}
        self.has_work_variable = has_work_variable
        self.mentions_work = False
        self._temporaries = count(1)
        self.placeholders: dict[Expression, str] = {}
        self.arrays_made_by_dim: set[Variable] = set()
        self.stack_use_parameter = "depth" if scope.is_main else "cells"
        """The Python parameter with the stack use: of GOSUBs, or cells of DEFs, or both."""

    def kind(self, node: Expression) -> Kind:
        """Returns the kind of an expression."""
        return self.kind_rules.kind(node)

    def integer_kind(self, node: Expression) -> Kind:
        """Returns the kind of an expression cut to 32 bits."""
        return kinds.as_integer(self.kind(node))

    @contextmanager
    def with_guards(self, guards: GuardSet) -> Iterator[None]:
        """Within this context, `kind` takes into account these facts about variables."""
        before = self.kind_rules
        self.kind_rules = before.with_guards(guards)
        try:
            yield
        finally:
            self.kind_rules = before

    def with_facts_at(self, head: nodes.Head) -> AbstractContextManager[None]:
        """Within this context, `kind` takes into account the facts that hold at the head of a step."""
        return self.with_guards(self.compilation.guard_table.guards_at(self.scope, head))

    def after_condition(self, condition: Expression, guards: GuardSet, *, holds: bool) -> GuardSet:
        """Returns the facts after a condition, true or false as `holds` says; `guards` those before."""
        return self.compilation.guard_table.after_condition(self.scope, condition, guards, holds=holds)

    def mark_used(self, variable: Variable) -> None:
        """Records that the function mentions a variable."""
        self.used[variable] = None

    def python_name(self, variable: Variable) -> str:
        """Returns the name of a variable, or of an array as a whole, and records that the function has it."""
        self.mark_used(variable)
        return array_name(variable) if variable.is_array else scalar_name(variable)

    def temporary(self) -> str:
        """Returns a new name for a temporary."""
        return f"t{next(self._temporaries)}"

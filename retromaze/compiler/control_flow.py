"""Writes blocks, loops, branches and jumps as Python's own.

A block with live labels becomes a dispatch: a Python loop around the block's parts in order. A variable holds
the number of the part to enter, and tests of it skip the parts before that one.

A FOR becomes a `for` over a Python range if `can_use_range`. After the loop the variable is one step beyond
the limit, as on the machine. Loops that fill an array run twice as fast this way.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Sequence
from contextlib import nullcontext

from retromaze.analysis import kinds
from retromaze.analysis.jumps import Part, literal_label, loop_condition, parts_of
from retromaze.analysis.kinds import ANY, EXTREMES, Kind, Type
from retromaze.analysis.side_effects import loop_variable_of, may_wrap, only_polls_buttons, variables_of
from retromaze.compiler.expressions import Expressions
from retromaze.compiler.settings import Technique
from retromaze.compiler.statements import Statements
from retromaze.compiler.unit import CALL_COST, AstBuilder, Code, FunctionUnit, scalar_name
from retromaze.language import nodes
from retromaze.language.block_tree import (
    BasicLoop,
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
    heads_of,
)
from retromaze.language.lexer import yield_to_host
from retromaze.language.nodes import walk
from retromaze.python.loop_exits import Labels, OpenLoops, PythonLoop


def can_use_range(unit: FunctionUnit, loop: CountedLoop) -> bool:
    """Whether a FOR can be a Python `for` over a range.

    Its variable must be an int, its step a whole literal; its limit must not change while it runs, and
    nothing in it may store to the variable.
    """
    compilation, head = unit.compilation, loop.head
    variable = loop_variable_of(loop, unit.scope)
    if variable is None or not compilation.uses(Technique.RANGES):
        return False
    match head.step:
        case None:
            step = 1
        case nodes.Number(value=int(step)) if step:
            pass
        case _:
            return False
    counter, stop = compilation.facts.kind_of(variable), unit.kind(head.stop)
    # a WHOLE counter (a Real that is kept as an int) can reach any Real limit; a `%` counter would wrap
    can_reach_limit = stop.is_int or (stop.type is Type.REAL and counter.type is Type.WHOLE)
    if not (counter.is_int and can_reach_limit):
        return False
    if counter.type is Type.INTEGER and may_wrap(stop, kinds.integer(step, step)):
        return False

    def has_fixed_result(node: nodes.Function) -> bool:
        """Whether a function in the limit depends on its arguments only: a builtin, no DEF of its name."""
        return node.name in {"ABS", *EXTREMES} and node.name not in compilation.variants

    limit_variables = variables_of([head.stop], unit.scope, has_fixed_result)
    if limit_variables is None or variable in limit_variables:
        return False
    fixed = {each for each in limit_variables if not each.is_array} | {variable}
    bodies = compilation.guard_table.bodies_of(unit.scope)
    if bodies.stores_to(loop, [each.name for each in fixed]):
        return False
    # a DEF or GOSUB that the loop calls may store to a variable that several functions share
    called = bodies.called_in(loop)
    shared = fixed & compilation.shared_variables
    return not any(compilation.guard_table.may_change(called, each.name) for each in shared)


def range_loop(expressions: Expressions, build: AstBuilder, loop: CountedLoop, body: Code) -> Code:
    """Writes `for I in range(start, limit + 1): body`, and after it the step of I beyond the limit.

    The code before it has stored the start in I: if there is no pass, I keeps it. `can_use_range` must hold.
    """
    head = loop.head
    step = int(head.step.value) if isinstance(head.step, nodes.Number) else 1
    variable = loop_variable_of(loop, expressions.scope)
    assert variable is not None
    name = expressions.unit.python_name(variable)
    first, last = expressions.kind(head.start), expressions.kind(head.stop)
    # a known start is written as a number
    begin = first.low if first.is_int and first.low == first.high else build.name(name)
    end = end_of_range(build, expressions.value(head.stop), last, 1 if step > 0 else -1)
    arguments = [begin, end, step] if step != 1 else [begin, end]
    step_beyond: ast.stmt = build.augmented_assign(name, "+", step)
    has_pass = first.high <= last.low if step > 0 else first.low >= last.high
    if not (first.is_int and last.is_int and has_pass):
        # without a pass the variable is beyond the limit already
        is_within = build.compare(build.name(name), "<=" if step > 0 else ">=", expressions.value(head.stop))
        step_beyond = build.if_(is_within, [step_beyond])
    # `after` is the `else` of the `for`: a BREAK skips it
    return [build.for_(name, build.call("range", *arguments), body, after=[step_beyond])]


def end_of_range(build: AstBuilder, stop: ast.expr, kind: Kind, past: int) -> ast.expr:
    """Returns the end of a Python range that includes the limit `stop`.

    `past` is 1 for a loop that counts up, -1 for one that counts down.
    """
    if not kind.is_int:
        # these helpers of the runtime round a Real limit up or down to the int after it
        return build.call("above" if past > 0 else "below", stop)
    match stop:
        case ast.Constant(value=int(value)):
            return build.constant(value + past)
        case ast.BinOp(left=last, op=ast.Sub(), right=ast.Constant(value=1)) if past == 1:
            # `range(n)` for the limit `n - 1`
            return last
    return build.binary(stop, "+" if past > 0 else "-", 1)


def is_pass_uncertain(expressions: Expressions, head: nodes.For) -> bool:
    """Whether only a run shows if a FOR has any pass. A traced listing then reports which it was."""
    if isinstance(head.start, nodes.Number) and isinstance(head.stop, nodes.Number):
        return False  # the listing itself shows it
    start, stop = expressions.kind(head.start), expressions.kind(head.stop)
    step = head.step or nodes.Number(0, 0, 1)
    if not (start.is_int and stop.is_int and isinstance(step, nodes.Number)):
        return True
    first, last = (start, stop) if step.value >= 0 else (stop, start)
    always, never = first.high <= last.low, first.low > last.high
    return not (always or never)


GosubCall = Callable[[AstBuilder, str], ast.expr]
"""Writes the call of the Python function that a GOSUB to a label enters."""
Branch = tuple[AstBuilder, ast.expr, Code]
"""A branch of an `if` chain: the builder for its place, its test and its statements."""
LONGEST_CHAIN, LONGEST_CHAIN_INSIDE, DEEP = 8, 2, 16
"""Most branches of an `if` chain, and of one inside at least DEEP branches: see `Blocks.if_chain`."""
MOST_NODES_REPEATED = 40


class BlockWriter:
    """Writes the statements of one Python function.

    The *parts* of a block are the statements from one label to the next. A *batch* are statements whose work
    is subtracted from the frame's budget at once, before the first of them. `leaving` in the generated code
    is the number of a jump out of several loops (0: none).

    `live_labels` are the labels that something may jump to. `gosub(at, label)` writes the call of the Python
    function that a GOSUB to a label enters. `work_costs` has the work of statements. `traced`: whether the
    code reports each statement. `loops` are the Python loops around the place that is being written. `tables`
    maps the labels of a dispatch to the name of its table for computed GOTOs. `branch_depth` is the number of
    branches around the statement that is being written.
    """

    def __init__(self, unit: FunctionUnit, live_labels: Collection[str], gosub: GosubCall) -> None:
        self.unit = unit
        self.live_labels = live_labels
        self.gosub = gosub
        self.statements = Statements(unit)
        self.expressions = self.statements.expressions
        self.compilation, self.scope = unit.compilation, unit.scope
        self.work_costs, self.traced = self.compilation.work_costs, self.compilation.settings.traced
        self.loops = OpenLoops()
        self.tables: dict[Labels, str] = {}
        self.branch_depth = 0

    # ---- blocks and their parts

    def code_of_block(self, block: Block) -> Code:
        """Writes a block; control enters it at its beginning."""
        return self.code_of_parts(parts_of(block, self.live_labels))

    def code_of_parts(self, parts: list[Part]) -> Code:
        """Writes the parts of a block, from one label to the next; control enters the first part."""
        if len(parts) == 1 and not parts[0].label:
            return self.code_of_steps(parts[0].steps)
        start = AstBuilder(next((step for part in parts for step in part.steps), None))
        variable = self.unit.temporary()
        return [AstBuilder().assign(variable, 0), *self.dispatch(start, parts, variable)]

    def code_of_steps(self, steps: list[Step]) -> Code:
        """Writes statements in order, and before each batch but the first the code that counts its work.

        The caller writes that code for the first batch.
        """
        code: Code = []
        for number, (cost, batch) in enumerate(self.work_costs.batches_of_limited_cost(steps)):
            if number:
                code += self.count_work(AstBuilder(batch[0]), cost)
            code += [line for step in batch for line in self.code_of_step(step)]
        return code

    def steps_with_early_returns(self, steps: list[Step], return_count: int) -> Code:
        """Writes the statements of a DEF that begins with so many `IF … THEN RETURN`.

        The DEF's callers have counted the work of these (see `WorkCosts`). That of the other statements is
        counted only if control gets so far.
        """
        rest = steps[return_count:]
        build = AstBuilder(rest[0] if rest else None)
        # the callers have counted CALL_COST as well: a call that goes on counts it twice
        counted = self.count_work(build, CALL_COST + self.work_costs.cost_of_first_batch(rest))
        return [*self.code_of_steps(steps[:return_count]), *counted, *self.code_of_steps(rest)]

    def dispatch(self, start: AstBuilder, parts: list[Part], variable: str) -> Code:
        """Writes parts, each from a label to the next, as a Python loop that runs one and those after it.

        The Python `variable` has the number of the first one to run. A jump to a label stores another number
        in it and begins the loop's next pass. `start` has the place of the code before the loop. The
        loop and its tests stand for no statement and have no place: a debugger would stop there.
        """
        build = AstBuilder()
        loop = PythonLoop(lambda: [build.continue_()])
        positions = {part.label: number for number, part in enumerate(parts) if part.label}
        # before the body is written: waits in it then fetch the new budget, for `has_work_variable` is set
        tick = self.end_frame_if_spent(start)

        def between(low: int, high: int) -> Code:
            """Writes the parts low to high - 1, and tests that skip those before the part to enter.

            One test skips the first half, and so on, so that few tests lead to any part.
            """
            if high - low == 1:
                # a part without cost still counts 1: a GOTO to itself must end the frame at some time
                cost = 1 + self.work_costs.cost_of_first_batch(parts[low].steps)
                return [build.augmented_assign("work", "-", cost), *self.code_of_steps(parts[low].steps)]
            middle = (low + high) // 2
            first = between(low, middle)
            test = build.compare(build.name(variable), "<", middle)
            return [build.if_(test, first), *between(middle, high)]

        with self.loops.with_labels(Labels(positions, loop, variable)), self.loops.inside(loop):
            body = between(0, len(parts))
        loop_code = build.while_(True, [*body, build.break_()])
        return [*tick, loop_code, *self.jumps_after_loop(build, loop)]

    # ---- one step

    def code_of_step(self, step: Step) -> Code:
        """Writes one step, with the facts about variables that hold there, and the trace before it."""
        yield_to_host()  # its callback may show progress, or stop by an exception
        trace = self.trace(step) if self.traced and is_statement(step) else []
        # the conditions and inner statements of a loop or branch, which is no node, have facts of their own
        with self.unit.with_facts_at(step) if isinstance(step, nodes.Node) else nullcontext():
            return trace + self.code_without_trace(step)

    def trace(self, place: Step | nodes.Expression) -> Code:
        """Writes the call of `trace` that stands before each statement of a traced listing."""
        build = AstBuilder(place)
        return [build.call_statement("trace", place.line, place.column)]

    def code_without_trace(self, step: Step) -> Code:  # noqa: PLR0912 - each kind of step has its case
        """Writes one step, without the call that reports it in a traced listing."""
        build = AstBuilder(step)
        match step:
            case Choice():
                return self.choice(step)
            case CountedLoop():
                return self.counted_loop(step)
            case WhileLoop():
                return self.while_loop(step)
            case RepeatLoop():
                return self.repeat_loop(step)
            case Switch():
                return self.switch(step)
            case Forever():
                return self.forever(step)
            case Leave():
                # a GOTO out of a loop or to its beginning
                return self.jump_to_loop(build, self.loops.loop_of(step.loop), again=step.again)
            case GotoNext():
                # does nothing, but its line is in the code for debuggers, as the call of `trace` is
                return [] if self.traced else [build.pass_()]
            case nodes.Break() | nodes.Continue():
                again = isinstance(step, nodes.Continue)
                return self.jump_to_loop(build, self.loops.basic_loop(), again=again)
            case nodes.Goto():
                return self.goto(build, step.target)
            case nodes.Gosub():
                return self.gosub_statement(build, step.target)
            case nodes.On():
                return self.on(step)
            case nodes.Return():
                return self.return_from_routine(step)
            case nodes.End():
                return [build.call_statement("end_program")]
            case nodes.Stop():
                return [build.call_statement("suspend", step.line)]
            case _:
                return self.statements.straight_line_statement(step)

    def choice(self, step: Choice) -> Code:
        """Writes IF … ELSEIF … ELSE."""
        self.branch_depth += 1
        branches = [
            (AstBuilder(condition), self.condition(condition), self.code_of_block(body))
            for condition, body in step.branches
        ]
        otherwise = self.code_of_block(step.otherwise)
        self.branch_depth -= 1
        return self.if_chain(branches, otherwise, self.branch_depth)

    def switch(self, step: Switch) -> Code:
        """Writes an ON … GOTO as branches, where each label's statements can be one of them."""
        build, number_variable = AstBuilder(step), self.unit.temporary()
        with self.unit.with_facts_at(step.jump):
            selector = self.expressions.as_int32(step.jump.selector)
        self.branch_depth += 1
        branches = []
        for case in step.cases:
            tests = [build.compare(build.name(number_variable), "==", each) for each in case.numbers]
            if tests:  # else no number selects this case
                test = tests[0] if len(tests) == 1 else build.bool_op("or", *tests)
                branches.append((build, test, self.code_of_block(case.body)))
        otherwise = self.code_of_block(step.otherwise.body)
        self.branch_depth -= 1
        chain = self.if_chain(branches, otherwise, self.branch_depth)
        return [build.assign(number_variable, selector), *chain]

    def if_chain(self, branches: Sequence[Branch], otherwise: Code, branch_depth: int = 0) -> Code:
        """Writes `if … elif … else`. After every few branches, a new `if` tests whether none was taken yet.

        CPython compiles by recursion, and each `elif` is a level deeper: the more branches are around this
        statement (`branch_depth`), the fewer stand in one chain.
        """
        longest = LONGEST_CHAIN if branch_depth < DEEP else LONGEST_CHAIN_INSIDE
        if len(branches) > longest:
            none_taken, code = self.unit.temporary(), Code()
            for first in range(0, len(branches), longest):
                chain = branches[first : first + longest]
                (build, _, _), *_ = chain
                # its `else` runs if none of its tests is true
                tests = self.if_chain(chain, [build.assign(none_taken, 1)], branch_depth)
                attempt = [build.assign(none_taken, 0), *tests]
                code += attempt if first == 0 else [build.if_(build.name(none_taken), attempt)]
            return [*code, build.if_(build.name(none_taken), otherwise)] if otherwise else code
        for build, test, body in reversed(branches):
            otherwise = [build.if_(test, body, otherwise)]
        return otherwise

    def condition(self, condition: nodes.Expression) -> ast.expr:
        """Writes a condition of IF, WHILE or UNTIL. In a traced listing, `decided` reports its value."""
        with self.unit.with_facts_at(condition):
            test = self.expressions.condition(condition)
        if not self.traced or isinstance(condition, nodes.Number):
            return test  # a literal is always decided alike
        build = AstBuilder(condition)
        return build.call("decided", condition.line, condition.column, test)

    # ---- the budget

    def count_work(self, build: AstBuilder, cost: int) -> Code:
        """Writes code that subtracts work from the frame's budget, and ends the frame if none is left."""
        return [build.augmented_assign("work", "-", cost), *self.end_frame_if_spent(build)]

    def end_frame_if_spent(self, build: AstBuilder) -> Code:
        """Writes the test that ends the frame if its budget is used up."""
        self.unit.has_work_variable = self.unit.mentions_work = True
        spent = build.compare(build.name("work"), "<", 0)
        return [build.if_(spent, [build.assign("work", build.call("tick", build.name("work")))])]

    # ---- loops

    def loop_body(
        self,
        build: AstBuilder,
        step: BasicLoop,
        write_continue: Callable[[], Code],
        left_by_break: PythonLoop | None = None,
    ) -> tuple[Code, PythonLoop]:
        """Returns the body of a loop and the Python loop around it.

        BREAK leaves the Python loop, or `left_by_break` around it if that is given. The body counts the work
        of each pass, unless the work of all passes is counted before the loop.
        """
        loop = PythonLoop(write_continue, basic=True, step=step, whole=left_by_break)
        with self.loops.inside(loop):
            code: Code = []
            if not (isinstance(step, CountedLoop) and self.work_costs.passes_counted_at_once(step)):
                code += self.count_work(build, self.work_costs.cost_of_pass(step.body, *heads_of(step)))
            code += self.code_of_block(step.body)
        return code, loop

    def loop_body_with_end(
        self,
        build: AstBuilder,
        step: CountedLoop | RepeatLoop,
        write_continue: Callable[[], Code],
        *end_nodes: nodes.Node | None,
    ) -> tuple[Code, PythonLoop]:
        """Returns the body of a loop whose passes end with code of their own: NEXT's sum, or UNTIL's test.

        The caller writes that code, which is made of `end_nodes`, after the body. `write_continue` writes it
        again at each CONTINUE, if it is short. Else the body becomes an inner loop of one pass, which
        CONTINUE leaves, to come to the code after it. Also returns the Python loop, the outer one of both.
        """
        if not is_too_long_to_repeat(*end_nodes):
            return self.loop_body(build, step, write_continue)
        outer = PythonLoop(lambda: [build.continue_()])
        with self.loops.inside(outer):
            once, inner = self.loop_body(build, step, lambda: [build.break_()], outer)
            loop_code = build.while_(True, [*once, build.break_()])
            return [loop_code, *self.jumps_after_loop(build, inner)], outer

    def forever(self, step: Forever) -> Code:
        """Writes a loop made of GOTOs. Each pass counts its work here; the GOTOs in it test the budget."""
        build = AstBuilder(step)
        loop = PythonLoop(lambda: [build.continue_()], step=step)
        with self.loops.inside(loop):
            # before the body is written: waits in it then fetch the new budget
            self.unit.has_work_variable = self.unit.mentions_work = True
            body = self.code_of_block(step.body)
        # at least 1, so that an empty loop ends the frame at some time
        cost = 1 + self.work_costs.cost_of_first_batch(step.body.statements)
        counted = build.augmented_assign("work", "-", cost)
        return [build.while_(True, [counted, *body]), *self.jumps_after_loop(build, loop)]

    def while_loop(self, step: WhileLoop) -> Code:
        """Writes WHILE … WEND."""
        build = AstBuilder(step)
        body, loop = self.loop_body(build, step, lambda: [build.continue_()])
        jumps_after = self.jumps_after_loop(build, loop)
        skip = self.skip_to_end_of_frame(build, step)
        return [build.while_(self.condition(step.condition), [*skip, *body]), *jumps_after]

    def repeat_loop(self, step: RepeatLoop) -> Code:
        """Writes REPEAT … UNTIL. The test of UNTIL is written again at each CONTINUE, if it is short."""
        build, end = AstBuilder(step), AstBuilder(step.condition)

        def test() -> Code:
            trace = self.trace(step.condition) if self.traced else []
            return [*trace, end.if_(self.condition(step.condition), [end.break_()])]

        body, loop = self.loop_body_with_end(build, step, lambda: [*test(), end.continue_()], step.condition)
        jumps_after = self.jumps_after_loop(build, loop)
        skip = self.skip_to_end_of_frame(end, step)
        return [build.while_(True, [*body, *test(), *skip]), *jumps_after]

    def skip_to_end_of_frame(self, build: AstBuilder, step: WhileLoop | RepeatLoop) -> Code:
        """Writes the skip to the end of the frame for a loop that only polls the buttons, else nothing.

        All polls of a frame return the same: `look_on` counts the work of the passes until its end.
        """
        compilation = self.compilation
        if not compilation.uses(Technique.POLLS) or step.body.statements:
            return []
        if is_too_long_to_repeat(step.condition) or not only_polls_buttons(
            step.condition, compilation.program.definitions
        ):
            return []
        cost = self.work_costs.cost_of_pass(step.body, *heads_of(step))
        return [build.assign("work", build.call("look_on", build.name("work"), cost))]

    def counted_loop(self, step: CountedLoop) -> Code:
        """Writes FOR: over a Python range if that does the same, else as a `while`."""
        build, head = AstBuilder(step), step.head
        amount = head.step or nodes.Number(step.line, step.column, 1)
        add = nodes.Increase(step.line, step.column, head.variable, 1, amount)

        def written_at_head(statement: nodes.Straight) -> Code:
            """Writes a statement with the facts about variables that hold at the FOR."""
            with self.unit.with_facts_at(head):
                return self.statements.straight_line_statement(statement)

        start = written_at_head(nodes.Assign(step.line, step.column, head.variable, head.start))
        with self.unit.with_facts_at(head):
            over_range = can_use_range(self.unit, step)
            reports_passes = self.traced and is_pass_uncertain(self.expressions, head)
        has_run = self.unit.temporary() if reports_passes else ""
        report_pass, report_after = self.report_passes(step, has_run) if reports_passes else ([], [])
        start += [build.assign(has_run, 0)] if reports_passes else []
        if over_range:
            body, loop = self.loop_body(build, step, lambda: [build.continue_()])
            jumps_after = self.jumps_after_loop(build, loop)
            with self.unit.with_facts_at(head):
                loop_code = range_loop(self.expressions, build, step, [*report_pass, *body])
            return [*start, *loop_code, *report_after, *jumps_after]
        body, loop = self.loop_body_with_end(
            build, step, lambda: [*written_at_head(add), build.continue_()], head.variable, head.step
        )
        jumps_after = self.jumps_after_loop(build, loop)
        with self.unit.with_facts_at(head):
            test = self.expressions.condition(loop_condition(head))
        loop_code = [build.while_(test, [*report_pass, *body, *written_at_head(add)])]
        return [*start, *loop_code, *report_after, *jumps_after]

    @staticmethod
    def report_passes(step: CountedLoop, has_run: str) -> tuple[Code, Code]:
        """Returns what a traced listing has at the start of each pass of a FOR, and after the loop.

        The code reports once whether there was any pass. `has_run` is the Python variable that keeps it.
        """
        build = AstBuilder(step)

        def report(value: int) -> ast.expr:
            """Writes the call that reports whether the loop had any pass (1) or none (0)."""
            return build.call("entered", step.line, step.column, value)

        not_yet = build.unary("not", build.name(has_run))
        first_pass = build.if_(not_yet, [build.assign(has_run, report(1))])
        return [first_pass], [build.if_(not_yet, [build.expression(report(0))])]

    # ---- jumps

    def jump_to_loop(self, build: AstBuilder, loop: PythonLoop, *, again: bool) -> Code:
        """Writes a jump to the next pass (`again`) of a Python loop around this place, or behind the loop."""
        # a loop that the listing has as a loop counts each pass at its beginning
        tick = self.end_frame_if_spent(build) if again and not loop.basic else []
        target = self.loops.jump(loop, again=again)
        if target is None:
            return [*tick, *loop.repeat()] if again else [build.break_()]
        return [*tick, build.assign("leaving", target.number), build.break_()]

    def jumps_after_loop(self, build: AstBuilder, loop: PythonLoop) -> Code:
        """Writes the tests that go on, after a loop, with jumps that leave several loops.

        `leaving` has the number of the jump's target. If that is in the loop around `loop`, the code breaks
        out of it or begins its next pass. For any other target it breaks out of that loop too.
        """
        code: Code = []
        leaving = build.name("leaving")
        for target in sorted(loop.targets, key=lambda target: target.number):
            if target.loop is self.loops.innermost:
                arrived = target.loop.repeat() if target.again else [build.break_()]
                clear = build.assign("leaving", 0)
                code.append(build.if_(build.compare(leaving, "==", target.number), [clear, *arrived]))
        if any(target.loop is not self.loops.innermost for target in loop.targets):
            code.append(build.if_(leaving, [build.break_()]))
        return code

    def goto(self, build: AstBuilder, target: nodes.Expression | None) -> Code:
        """Writes GOTO: stores the number of the label's part and starts the next pass of its `dispatch`.

        Without a label, or with one that is not visible here, it is an error when it runs.
        """
        if target is None:
            return [build.call_statement("uninitialized")]
        name = literal_label(target)
        if name is None:
            return self.computed_goto(build, target)
        labels = self.loops.labels.get(name)
        if labels is None:
            return [build.call_statement("undefined_label", name)]
        enter = build.assign(labels.variable, labels.positions[name])
        return [enter, *self.jump_to_loop(build, labels.loop, again=True)]

    def computed_goto(self, build: AstBuilder, target: nodes.Expression) -> Code:
        """Writes GOTO to the label that a string names; all labels that it may name are in one dispatch."""
        name = self.expressions.value_with_basic_type(target)
        labels = next(iter(self.loops.labels.values()), None)
        if labels is None:
            # no label is visible: `find_label` raises the error
            return [build.call_statement("find_label", name, build.empty_dict())]
        tables = self.compilation.label_tables
        if labels not in self.tables:
            self.tables[labels] = f"labels{len(tables)}"
            tables[self.tables[labels]] = labels.positions
        position = build.call("find_label", name, build.name(self.tables[labels]))
        return [build.assign(labels.variable, position), *self.jump_to_loop(build, labels.loop, again=True)]

    def gosub_statement(self, build: AstBuilder, target: nodes.Expression | None) -> Code:
        """Writes GOSUB to a label, or to one whose name is computed; without a label it is an error."""
        if target is None:
            return [build.call_statement("uninitialized")]
        name = literal_label(target)
        if name is not None:
            return [build.expression(self.gosub(build, name))]
        text = self.expressions.value_with_basic_type(target)
        return [build.call_statement("gosub_by_name", text, build.name(self.unit.stack_use_parameter))]

    def on(self, step: nodes.On) -> Code:
        """Writes ON … GOSUB, or an ON … GOTO whose labels are no branches of it (see `switch`)."""
        build = AstBuilder(step)
        selector, kept_selector = self.expressions.as_int32(step.selector), self.unit.temporary()
        branches: list[Branch] = []
        for number, name in enumerate(step.labels):
            test = build.compare(build.name(kept_selector), "==", number)
            label = nodes.LabelText(step.line, step.column, name)
            jump = self.gosub_statement(build, label) if step.gosub else self.goto(build, label)
            branches.append((build, test, jump))
        return [build.assign(kept_selector, selector), *self.if_chain(branches, [])]

    def return_from_routine(self, step: nodes.Return) -> Code:
        """Writes RETURN of a GOSUB or a DEF. A value belongs to it only in a DEF that returns one."""
        build = AstBuilder(step)
        define, variant = self.scope.routine.define, self.unit.variant
        returns_value = define is not None and define.returns
        if (step.value is not None) != returns_value:
            return [build.call_statement("syntax_error")]
        if define is None:
            is_outermost = build.unary("not", build.name("depth"))
            return [build.if_(is_outermost, [build.call_statement("return_without_gosub")]), build.return_()]
        if step.value is None:
            return [build.return_(self.output_tuple(build))]
        result = self.compilation.facts.kind_of(variant.result) if variant else ANY
        return [build.return_(self.expressions.converted_to_kind(step.value, result))]

    def output_tuple(self, build: AstBuilder) -> ast.expr | None:
        """Writes the tuple of OUT variables that a DEF with OUT returns; returns None for another DEF.

        `given` raises an error for an OUT variable that was never set.
        """
        define = self.scope.routine.define
        if define is None or not define.outputs:
            return None
        variables = [self.scope.variables[each] for each in define.outputs]
        return build.tuple_([build.call("given", build.name(scalar_name(each))) for each in variables])


def is_statement(step: Step) -> bool:
    """Whether a step stands for a statement of the listing, which is traced; labels and DATA are not."""
    if isinstance(step, Leave):
        return not step.added  # an added one stands for no GOTO of the listing
    return not isinstance(step, nodes.Label | nodes.Data | Forever)


def is_too_long_to_repeat(*parts: nodes.Node | None) -> bool:
    """Whether an expression has too many nodes to be written again for each CONTINUE."""
    return any(len(walk(each)) > MOST_NODES_REPEATED for each in parts if each is not None)

"""Writes blocks, loops, branches and jumps as Python's own.

A block with live labels becomes a dispatch: a Python loop around the block's parts in order. A variable holds
the number of the part to enter, and tests of it skip the parts before that one.

A FOR becomes a `for` over a Python range if its variable is an int, its step a whole literal, its limit
cannot change while it runs and nothing in it stores to the variable. After the loop the variable is one step
beyond the limit, as on the machine. Loops that fill an array run twice as fast this way.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Sequence
from itertools import islice

from retromaze.analysis import kinds
from retromaze.analysis.jumps import Part, literal_label, loop_condition, parts_of
from retromaze.analysis.kinds import ANY, EXTREMES, Kind, Type
from retromaze.analysis.side_effects import loop_variable_of, may_wrap, only_polls_buttons, variables_of
from retromaze.compiler import naming
from retromaze.compiler.expressions import Expressions
from retromaze.compiler.resources import CALL_COST
from retromaze.compiler.settings import Technique
from retromaze.compiler.statements import Statements
from retromaze.compiler.unit import AstBuilder, Code, FunctionUnit
from retromaze.language import nodes
from retromaze.language.nodes import every
from retromaze.language.structure import (
    BasicLoop,
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
    heads,
)
from retromaze.language.text import yield_to_host
from retromaze.python.loop_exits import Labels, OpenLoops, PythonLoop


def counts_over_range(unit: FunctionUnit, loop: CountedLoop) -> bool:
    """Whether a FOR can be a Python `for` over a range: see the module's docstring."""
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
    # a WHOLE counter stays below any Real limit; a `%` counter would wrap
    holds_limit = stop.is_int or (stop.type is Type.REAL and counter.type is Type.WHOLE)
    if not (counter.is_int and holds_limit):
        return False
    if counter.type is Type.INTEGER and may_wrap(stop, kinds.integer(step, step)):
        return False

    def has_fixed_result(node: nodes.Function) -> bool:
        return node.name in {"ABS", *EXTREMES} and node.name not in compilation.variants

    limit_variables = variables_of([head.stop], unit.scope, has_fixed_result)
    if limit_variables is None or variable in limit_variables:
        return False
    fixed = {each for each in limit_variables if not each.is_array} | {variable}
    bodies = compilation.guard_table.bodies_of(unit.scope)
    if bodies.stores_to(loop, [each.name for each in fixed]):
        return False
    called = bodies.called_in(loop)
    seen_by_others = fixed & compilation.shared
    return not any(compilation.guard_table.may_change(called, each.name) for each in seen_by_others)


def range_loop(e: Expressions, at: AstBuilder, loop: CountedLoop, body: Code) -> Code:
    """Writes `for I in range(start, limit + 1): body`, and after it the step of I beyond the limit."""
    head = loop.head
    step = int(head.step.value) if isinstance(head.step, nodes.Number) else 1
    variable = loop_variable_of(loop, e.unit.scope)
    assert variable is not None
    e.unit.use(variable)
    name = naming.scalar(variable)
    start, stop = e.kind(head.start), e.kind(head.stop)
    begin = at.constant(start.low) if start.is_int and start.low == start.high else at.name(name)
    end = beyond(at, e.value(head.stop), stop, 1 if step > 0 else -1)
    arguments = [begin, end] + ([at.constant(step)] if step != 1 else [])
    last_step: ast.stmt = at.update(name, "+", at.constant(step))
    are_ints = start.is_int and stop.is_int
    if not (are_ints and (start.high <= stop.low if step > 0 else start.low >= stop.high)):
        # without any pass the variable keeps its start
        sign = "<=" if step > 0 else ">="
        last_step = at.when(at.compare(at.name(name), sign, e.value(head.stop)), [last_step])
    return [at.count(name, at.call("range", *arguments), body, [last_step])]


def beyond(at: AstBuilder, stop: ast.expr, kind: Kind, past: int) -> ast.expr:
    """Returns the end of a Python range that includes the limit `stop`.

    `past` is 1 for a loop that counts up, -1 for one that counts down.
    """
    if not kind.is_int:
        return at.call("above" if past > 0 else "below", stop)
    match stop:
        case ast.Constant(value=int(value)):
            return at.constant(value + past)
        case ast.BinOp(left=last, op=ast.Sub(), right=ast.Constant(value=value)) if value == past:
            return last
    return at.binary(stop, "+" if past > 0 else "-", at.constant(1))


def may_run_or_not(e: Expressions, head: nodes.For) -> bool:
    """Whether it depends on the run if a FOR has any pass. A traced listing then reports which it was."""
    start, stop, step = e.kind(head.start), e.kind(head.stop), head.step or nodes.Number(0, 0, 1)
    if isinstance(head.start, nodes.Number) and isinstance(head.stop, nodes.Number):
        return False
    if not (start.is_int and stop.is_int and isinstance(step, nodes.Number)):
        return True
    first, last = (start, stop) if step.value >= 0 else (stop, start)
    always, never = first.high <= last.low, first.low > last.high
    return not (always or never)


GosubCall = Callable[[AstBuilder, str], ast.expr]
Branch = tuple[AstBuilder, ast.expr, Code]
# CPython compiles by recursion, and each `elif` is a level deeper. So chains are cut: to 8 branches, or to 2
# in a statement that 16 branches or more are around.
LONGEST_CHAIN, LONGEST_CHAIN_INSIDE, DEEP = 8, 2, 16
SHORT = 40
"""An expression with more nodes than this is not written again for each CONTINUE."""


class Blocks:
    """Writes the statements of one Python function.

    `live_labels` are the labels that something may jump to. `gosub(at, label)` writes the call of the Python
    function that a GOSUB to a label enters.
    """

    def __init__(self, unit: FunctionUnit, live_labels: Collection[str], gosub: GosubCall) -> None:
        self.unit = unit
        self.live_labels = live_labels
        self.gosub = gosub
        self.statements = Statements(unit)
        self.e = self.statements.e
        self.costs = unit.compilation.work
        self.traced = unit.compilation.settings.traced
        self.loops = OpenLoops()
        self.tables: dict[Labels, str] = {}
        self.choices = 0
        """The number of branches around the statement that is being written."""

    # ---- blocks and their parts

    def block(self, block: Block) -> Code:
        return self.parts(parts_of(block, self.live_labels))

    def parts(self, parts: list[Part]) -> Code:
        """Writes the parts of a block, entered at the first."""
        if len(parts) == 1 and not parts[0].label:
            return self.steps(parts[0].steps)
        at = place_of(parts)
        variable = self.unit.temporary()
        return [at.assign(variable, at.constant(0)), *self.dispatch(at, parts, variable)]

    def steps(self, steps: list[Step]) -> Code:
        """Writes statements in order. The code before them must count the work of their first row."""
        code: Code = []
        for number, (cost, row) in enumerate(self.costs.rows(steps)):
            if number:
                code += self.work(AstBuilder(row[0].line, row[0].column), cost)
            code += [line for step in row for line in self.step(step)]
        return code

    def steps_counted_from(self, steps: list[Step], early: int) -> Code:
        """Writes the statements of a DEF whose callers count the work of the first `early` ones."""
        later = steps[early:]
        at = AstBuilder(later[0].line, later[0].column) if later else AstBuilder(1, 1)
        counted = self.work(at, CALL_COST + self.costs.first_row(later))
        return [*self.steps(steps[:early]), *counted, *self.steps(later)]

    def dispatch(self, at: AstBuilder, parts: list[Part], variable: str) -> Code:
        """Writes the parts as a dispatch: the Python variable has the number of the part to enter."""
        loop = PythonLoop(lambda: [at.repeat()])
        positions = {part.label: number for number, part in enumerate(parts) if part.label}
        tick = self.tick(at)  # before the body is written: waits in it depend on whether work is counted

        def between(low: int, high: int) -> Code:
            """Writes the parts low to high - 1 in order, with tests that skip those before the entry."""
            if high - low == 1:
                cost = at.constant(1 + self.costs.first_row(parts[low].steps))
                return [at.update("work", "-", cost), *self.steps(parts[low].steps)]
            middle = (low + high) // 2
            first = between(low, middle)
            test = at.compare(at.name(variable), "<", at.constant(middle))
            return [at.when(test, first), *between(middle, high)]

        with self.loops.with_labels(Labels(positions, loop, variable)), self.loops.inside(loop):
            body = between(0, len(parts))
        return [*tick, at.loop(at.constant(True), [*body, at.leave()]), *self.behind(at, loop)]

    # ---- one step

    def step(self, step: Step) -> Code:
        """Writes one step. `unit.at` recalls what is known there of the variables' values."""
        yield_to_host()
        trace = self.trace(step) if self.traced and is_statement(step) else []
        if isinstance(step, nodes.Node):
            with self.unit.at(step):
                return trace + self.untraced(step)
        return trace + self.untraced(step)

    def trace(self, place: Step | nodes.Expression) -> Code:
        """Writes the call of `trace` that stands before each statement of a traced listing."""
        at = AstBuilder(place.line, place.column)
        return [at.expression(at.call("trace", at.constant(place.line), at.constant(place.column)))]

    def untraced(self, step: Step) -> Code:  # noqa: PLR0912 - each kind of step has its case
        at = AstBuilder(step.line, step.column)
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
                return self.transfer(at, self.loops.loop_of(step.loop), again=step.again)
            case Fallthrough():
                return [] if self.traced else [at.nothing()]
            case nodes.Break() | nodes.Continue():
                return self.transfer(at, self.loops.basic_loop(), again=isinstance(step, nodes.Continue))
            case nodes.Goto():
                return self.goto(at, step.target)
            case nodes.Gosub():
                return self.go_sub(at, step.target)
            case nodes.On():
                return self.on(step)
            case nodes.Return():
                return self.give_back(step)
            case nodes.End():
                return [at.expression(at.call("end_program"))]
            case nodes.Stop():
                return [at.expression(at.call("suspend", at.constant(step.line)))]
            case _:
                return self.statements.straight(step)

    def choice(self, step: Choice) -> Code:
        """Writes IF … ELSEIF … ELSE."""
        self.choices += 1
        branches = [
            (AstBuilder(condition.line, condition.column), self.condition(condition), self.block(body))
            for condition, body in step.branches
        ]
        otherwise = self.block(step.otherwise)
        self.choices -= 1
        return self.branches(branches, otherwise, self.choices)

    def switch(self, step: Switch) -> Code:
        """Writes an ON … GOTO of which each label can be a branch: a run passes at most one of them."""
        at, number_variable = AstBuilder(step.line, step.column), self.unit.temporary()
        with self.unit.at(step.head):
            selector = self.e.integer(step.head.selector)
        self.choices += 1
        branches = []
        for case in step.cases:
            tests = [at.compare(at.name(number_variable), "==", at.constant(each)) for each in case.numbers]
            if tests:
                test = tests[0] if len(tests) == 1 else at.logical("or", *tests)
                branches.append((at, test, self.block(case.body)))
        otherwise = self.block(step.otherwise.body)
        self.choices -= 1
        return [at.assign(number_variable, selector), *self.branches(branches, otherwise, self.choices)]

    def branches(self, branches: Sequence[Branch], otherwise: Code, around: int = 0) -> Code:
        """Writes `if … elif … else`. After every few branches, a new `if` tests whether none was taken yet.

        `around` is the number of branches around this statement.
        """
        longest = LONGEST_CHAIN if around < DEEP else LONGEST_CHAIN_INSIDE
        if len(branches) > longest:
            none_taken, code = self.unit.temporary(), Code()
            for first in range(0, len(branches), longest):
                chain = branches[first : first + longest]
                at = chain[0][0]
                tests = self.branches(chain, [at.assign(none_taken, at.constant(1))], around)
                attempt = [at.assign(none_taken, at.constant(0)), *tests]
                code += attempt if first == 0 else [at.when(at.name(none_taken), attempt)]
            return [*code, at.when(at.name(none_taken), otherwise)] if otherwise else code
        for at, test, body in reversed(branches):
            otherwise = [at.when(test, body, otherwise)]
        return otherwise

    def condition(self, condition: nodes.Expression) -> ast.expr:
        """Writes a condition of IF, WHILE or UNTIL. In a traced listing, `decided` reports its value."""
        with self.unit.at(condition):
            test = self.e.condition(condition)
        if not self.traced or isinstance(condition, nodes.Number):
            return test
        at = AstBuilder(condition.line, condition.column)
        return at.call("decided", at.constant(condition.line), at.constant(condition.column), test)

    # ---- loops

    def work(self, at: AstBuilder, cost: int) -> Code:
        """Writes code that subtracts work from the frame's budget, and ends the frame if none is left."""
        return [at.update("work", "-", at.constant(cost)), *self.tick(at)]

    def tick(self, at: AstBuilder) -> Code:
        """Writes the test that ends the frame if its budget is used up."""
        self.unit.counts_work = self.unit.uses_work = True
        spent = at.compare(at.name("work"), "<", at.constant(0))
        return [at.when(spent, [at.assign("work", at.call("tick", at.name("work")))])]

    def body(
        self, at: AstBuilder, step: BasicLoop, repeat: Callable[[], Code], whole: PythonLoop | None = None
    ) -> tuple[Code, PythonLoop]:
        """Returns the body of a loop and the Python loop around it.

        `repeat` writes the code of CONTINUE. `whole` is the loop that BREAK leaves, if it is another one.
        """
        loop = PythonLoop(repeat, basic=True, step=step, whole=whole)
        with self.loops.inside(loop):
            few = isinstance(step, CountedLoop) and self.costs.few_passes(step)
            counted = [] if few else self.work(at, self.costs.cost_of(step.body, *heads(step)))
            code = counted + self.block(step.body)
        return code, loop

    def body_with_end(
        self,
        at: AstBuilder,
        step: CountedLoop | RepeatLoop,
        repeat: Callable[[], Code],
        *parts: nodes.Node | None,
    ) -> tuple[Code, PythonLoop]:
        """Returns a loop's body as `body` does, if each pass ends with code that stands for these `parts`.

        That code is written at each CONTINUE too, if it is short. Else the body becomes a loop of one pass,
        which CONTINUE leaves, and the code follows it once.
        """
        if not is_long(*parts):
            return self.body(at, step, repeat)
        whole = PythonLoop(lambda: [at.repeat()])
        with self.loops.inside(whole):
            once, loop = self.body(at, step, lambda: [at.leave()], whole)
            code = [at.loop(at.constant(True), [*once, at.leave()]), *self.behind(at, loop)]
        return code, whole

    def forever(self, step: Forever) -> Code:
        """Writes a loop made of GOTOs. Each of them tests the budget."""
        at = AstBuilder(step.line, step.column)
        loop = PythonLoop(lambda: [at.repeat()], step=step)
        with self.loops.inside(loop):
            self.unit.counts_work = self.unit.uses_work = True
            body = self.block(step.body)
        cost = at.constant(1 + self.costs.first_row(step.body.statements))
        counted = at.update("work", "-", cost)
        return [at.loop(at.constant(True), [counted, *body]), *self.behind(at, loop)]

    def while_loop(self, step: WhileLoop) -> Code:
        at = AstBuilder(step.line, step.column)
        body, loop = self.body(at, step, lambda: [at.repeat()])
        behind = self.behind(at, loop)
        skip = self.skip_frame(at, step)
        return [at.loop(self.condition(step.condition), [*skip, *body]), *behind]

    def repeat_loop(self, step: RepeatLoop) -> Code:
        """Writes REPEAT … UNTIL. The test of UNTIL is written again at each CONTINUE, if it is short."""
        at, end = AstBuilder(step.line, step.column), AstBuilder(step.condition.line, step.condition.column)

        def test() -> Code:
            trace = self.trace(step.condition) if self.traced else []
            return [*trace, end.when(self.condition(step.condition), [end.leave()])]

        body, loop = self.body_with_end(at, step, lambda: [*test(), end.repeat()], step.condition)
        behind = self.behind(at, loop)
        skip = self.skip_frame(end, step)
        return [at.loop(at.constant(True), [*body, *test(), *skip]), *behind]

    def skip_frame(self, at: AstBuilder, step: WhileLoop | RepeatLoop) -> Code:
        """Writes the skip to the end of the frame for a loop that only polls the buttons, else nothing.

        All polls of a frame return the same, so the number of passes until its end is known: `look_on`
        counts their work, and as many polls.
        """
        compilation = self.unit.compilation
        if not compilation.uses(Technique.POLLS) or step.body.statements:
            return []
        if is_long(step.condition) or not only_polls_buttons(step.condition, compilation.program.definitions):
            return []
        cost = at.constant(self.costs.cost_of(step.body, *heads(step)))
        return [at.assign("work", at.call("look_on", at.name("work"), cost))]

    def counted_loop(self, step: CountedLoop) -> Code:
        """Writes FOR: over a Python range if nothing can tell the difference, else as a `while`."""
        at, head = AstBuilder(step.line, step.column), step.head
        amount = head.step or nodes.Number(step.line, step.column, 1)
        add = nodes.Increase(step.line, step.column, head.variable, 1, amount)

        def written_at_head(statement: nodes.Straight) -> Code:
            with self.unit.at(head):
                return self.statements.straight(statement)

        start = written_at_head(nodes.Assign(step.line, step.column, head.variable, head.start))
        with self.unit.at(head):
            over_range = counts_over_range(self.unit, step)
            reports_passes = self.traced and may_run_or_not(self.e, head)
        has_run = self.unit.temporary() if reports_passes else ""
        at_pass, after = self.report_passes(step, has_run) if reports_passes else ([], [])
        start += [at.assign(has_run, at.constant(0))] if reports_passes else []
        if over_range:
            body, loop = self.body(at, step, lambda: [at.repeat()])
            behind = self.behind(at, loop)
            with self.unit.at(head):
                return [*start, *range_loop(self.e, at, step, [*at_pass, *body]), *after, *behind]
        body, loop = self.body_with_end(
            at, step, lambda: [*written_at_head(add), at.repeat()], head.variable, head.step
        )
        behind = self.behind(at, loop)
        with self.unit.at(head):
            test = self.e.condition(loop_condition(head))
        return [*start, at.loop(test, [*at_pass, *body, *written_at_head(add)]), *after, *behind]

    @staticmethod
    def report_passes(step: CountedLoop, has_run: str) -> tuple[Code, Code]:
        """Returns what a traced listing has at the start of each pass of a FOR, and after the loop.

        The code reports once whether there was any pass. `has_run` is the Python variable that keeps it.
        """
        at = AstBuilder(step.line, step.column)

        def report(value: int) -> ast.expr:
            return at.call("entered", at.constant(step.line), at.constant(step.column), at.constant(value))

        not_yet = at.unary("not", at.name(has_run))
        first_pass = at.when(not_yet, [at.assign(has_run, report(1))])
        return [first_pass], [at.when(not_yet, [at.expression(report(0))])]

    # ---- jumps

    def transfer(self, at: AstBuilder, loop: PythonLoop, *, again: bool) -> Code:
        """Writes a jump to the next pass of a Python loop around this place (`again`), or behind the loop.

        A loop that is made of jumps tests the budget at the jumps.
        """
        tick = self.tick(at) if again and not loop.basic else []
        way = self.loops.jump(loop, again=again)
        if way is None:
            return [*tick, *loop.repeat()] if again else [at.leave()]
        return [*tick, at.assign("leaving", at.constant(way.number)), at.leave()]

    def behind(self, at: AstBuilder, loop: PythonLoop) -> Code:
        """Writes the code right behind a loop that sends jumps on: `leaving` has the number of the way."""
        code: Code = []
        pending = at.name("leaving")
        for way in sorted(loop.ways, key=lambda way: way.number):
            if way.loop is self.loops.innermost:
                arrived = way.loop.repeat() if way.again else [at.leave()]
                clear = at.assign("leaving", at.constant(0))
                code.append(at.when(at.compare(pending, "==", at.constant(way.number)), [clear, *arrived]))
        if any(way.loop is not self.loops.innermost for way in loop.ways):
            code.append(at.when(pending, [at.leave()]))
        return code

    def goto(self, at: AstBuilder, target: nodes.Expression | None) -> Code:
        if target is None:
            return [at.expression(at.call("uninitialized"))]
        name = literal_label(target)
        if name is None:
            return self.computed_goto(at, target)
        labels = self.loops.labels.get(name)
        if labels is None:
            return [at.expression(at.call("undefined_label", at.constant(name)))]
        go = at.assign(labels.variable, at.constant(labels.positions[name]))
        return [go, *self.transfer(at, labels.loop, again=True)]

    def computed_goto(self, at: AstBuilder, target: nodes.Expression) -> Code:
        """Writes GOTO of a string. A scope that has one has all its labels in the outermost block."""
        labels = next(iter(self.loops.labels.values()), None)
        if labels is None:
            return [at.expression(at.call("find_label", self.e.dynamic(target), at.empty_dict()))]
        tables = self.unit.compilation.tables
        if labels not in self.tables:
            self.tables[labels] = f"labels{len(tables)}"
            tables[self.tables[labels]] = labels.positions
        found = at.call("find_label", self.e.dynamic(target), at.name(self.tables[labels]))
        return [at.assign(labels.variable, found), *self.transfer(at, labels.loop, again=True)]

    def go_sub(self, at: AstBuilder, target: nodes.Expression | None) -> Code:
        if target is None:
            return [at.expression(at.call("uninitialized"))]
        name = literal_label(target)
        if name is not None:
            return [at.expression(self.gosub(at, name))]
        pending = at.name(self.unit.pending)
        return [at.expression(at.call("gosub_by_name", self.e.dynamic(target), pending))]

    def on(self, step: nodes.On) -> Code:
        """Writes ON … GOSUB, or an ON … GOTO that is no switch."""
        at = AstBuilder(step.line, step.column)
        selector, keep = self.e.integer(step.selector), self.unit.temporary()
        if not step.gosub and (code := self.on_row(at, step, selector, keep)):
            return code
        rows: list[Branch] = []
        for number, name in enumerate(step.labels):
            test = at.compare(at.name(keep), "==", at.constant(number))
            label = nodes.LabelText(step.line, step.column, name)
            rows.append((at, test, self.go_sub(at, label) if step.gosub else self.goto(at, label)))
        return [at.assign(keep, selector), *self.branches(rows, [])]

    def on_row(self, at: AstBuilder, step: nodes.On, selector: ast.expr, keep: str) -> Code:
        """Writes ON … GOTO to labels whose parts follow each other: the number is added to the first's.

        Returns [] for other labels. `keep` is a temporary for the selector.
        """
        rows = [self.loops.labels.get(name) for name in step.labels]
        labels = rows[0]
        if labels is None or any(each is not labels for each in rows):
            return []
        positions = [labels.positions[name] for name in step.labels]
        first = positions[0]
        if positions != list(range(first, first + len(positions))):
            return []
        inside = self.unit.integer_kind(step.selector).is_within(0, len(positions) - 1)
        number = selector if inside else at.name(keep)
        go: Code = [at.assign(labels.variable, at.binary(number, "+", at.constant(first)))]
        go += self.transfer(at, labels.loop, again=True)
        if inside:
            return go
        test = at.compare(at.constant(0), "<=", at.name(keep), "<", at.constant(len(positions)))
        return [at.assign(keep, selector), at.when(test, go)]

    def give_back(self, step: nodes.Return) -> Code:
        """Writes RETURN of a GOSUB or a DEF."""
        at = AstBuilder(step.line, step.column)
        define, variant = self.unit.scope.routine.define, self.unit.variant
        if (step.value is not None) != (define is not None and define.returns):
            return [at.expression(at.call("syntax_error"))]
        if define is None:
            lonely = at.unary("not", at.name("depth"))
            return [at.when(lonely, [at.expression(at.call("return_without_gosub"))]), at.give()]
        if step.value is None:
            return [at.give(self.outputs(at))]
        result = self.unit.compilation.facts.kind_of(variant.result) if variant else ANY
        return [at.give(self.e.as_kind(step.value, result))]

    def outputs(self, at: AstBuilder) -> ast.expr | None:
        """Returns the tuple that a DEF with OUT returns, or None for another DEF."""
        define = self.unit.scope.routine.define
        if define is None or not define.outputs:
            return None
        variables = [self.unit.scope.variables[each] for each in define.outputs]
        return at.row([at.call("given", at.name(naming.scalar(each))) for each in variables])


def is_statement(step: Step) -> bool:
    """Whether a step stands for a statement of the listing, which is traced; labels and DATA are not."""
    return (
        not step.added
        if isinstance(step, Leave)
        else not isinstance(step, nodes.Label | nodes.Data | Forever)
    )


def is_long(*parts: nodes.Node | None) -> bool:
    """Whether an expression has too many nodes to be written several times."""
    return any(len(list(islice(every(each), SHORT + 1))) > SHORT for each in parts if each is not None)


def place_of(parts: list[Part]) -> AstBuilder:
    """Returns a builder with the place of the first step of these parts."""
    for part in parts:
        for step in part.steps:
            return AstBuilder(step.line, step.column)
    return AstBuilder(1, 1)

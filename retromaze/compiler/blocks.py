"""Writes blocks, loops, branches and jumps as Python's own.

A block with live labels becomes a dispatch: a Python loop around its parts in order, each behind a test of a
variable that has the number of the part to enter.

A FOR becomes a `for` over a Python range if its variable is an int, its step a whole literal, its limit
cannot change while it runs and nothing in it stores to the variable. After the loop the variable is one step
beyond the limit, as on the machine. Loops that fill an array run twice as fast this way.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Sequence
from itertools import islice

from retromaze.analysis import kinds
from retromaze.analysis.jumps import Part, literal_label, parts_of, running
from retromaze.analysis.kinds import ANY, EXTREMES, Kind, Type
from retromaze.analysis.side_effects import counter_of, may_wrap, only_polls, variables_of
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
    """Whether a FOR can count over a Python range."""
    compilation, head = unit.compilation, loop.head
    variable = counter_of(loop, unit.scope)
    if variable is None or not compilation.uses(Technique.RANGES):
        return False
    match head.step:
        case None:
            step = 1
        case nodes.Number(value=int(step)) if step:
            pass
        case _:
            return False
    counter, stop = compilation.facts.of(variable), unit.kind(head.stop)
    # a WHOLE counter stays below any Real limit; a `%` counter would wrap
    reaches = stop.is_int or (stop.type is Type.REAL and counter.type is Type.WHOLE)
    if not (counter.is_int and reaches):
        return False
    if counter.type is Type.INTEGER and may_wrap(stop, kinds.integer(step, step)):
        return False

    def is_steady(node: nodes.Function) -> bool:
        return node.name in {"ABS", *EXTREMES} and node.name not in compilation.variants

    limit = variables_of([head.stop], unit.scope, is_steady)
    if limit is None or variable in limit:
        return False
    fixed = {each for each in limit if not each.is_array} | {variable}
    bodies = compilation.knowledge.bodies_of(unit.scope)
    if bodies.stores_to(loop, [each.name for each in fixed]):
        return False
    called = bodies.called_in(loop)
    seen = fixed & compilation.shared
    return not any(compilation.knowledge.may_change(called, each.name) for each in seen)


def range_loop(e: Expressions, at: AstBuilder, loop: CountedLoop, body: Code) -> Code:
    """`for I in range(start, limit + 1): body`; I is one step beyond the limit after it."""
    head = loop.head
    step = int(head.step.value) if isinstance(head.step, nodes.Number) else 1
    variable = counter_of(loop, e.unit.scope)
    assert variable is not None
    e.unit.use(variable)
    name = naming.scalar(variable)
    start, stop = e.kind(head.start), e.kind(head.stop)
    begin = at.constant(start.low) if start.is_int and start.low == start.high else at.name(name)
    edge = beyond(at, e.value(head.stop), stop, 1 if step > 0 else -1)
    arguments = [begin, edge] + ([at.constant(step)] if step != 1 else [])
    moved: ast.stmt = at.update(name, "+", at.constant(step))
    known = start.is_int and stop.is_int
    if not (known and (start.high <= stop.low if step > 0 else start.low >= stop.high)):
        # without any pass the variable keeps its start
        sign = "<=" if step > 0 else ">="
        moved = at.when(at.compare(at.name(name), sign, e.value(head.stop)), [moved])
    return [at.count(name, at.call("range", *arguments), body, [moved])]


def beyond(at: AstBuilder, stop: ast.expr, kind: Kind, past: int) -> ast.expr:
    """The end of a Python range that includes the limit."""
    if not kind.is_int:
        return at.call("above" if past > 0 else "below", stop)
    match stop:
        case ast.Constant(value=int(value)):
            return at.constant(value + past)
        case ast.BinOp(left=last, op=ast.Sub(), right=ast.Constant(value=value)) if value == past:
            return last
    return at.binary(stop, "+" if past > 0 else "-", at.constant(1))


def may_run_or_not(e: Expressions, head: nodes.For) -> bool:
    """Whether a FOR may run at one time, and not at all at another."""
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
# CPython compiles by recursion, and each `elif` is a level deeper: long chains are cut, shorter deep inside.
BRANCHES_A_ROW, FEWER, DEEP = 8, 2, 16
SHORT = 40
"""The number of nodes up to which the end of a loop is written once more for each CONTINUE."""


class Blocks:
    """Writes the statements of one Python function.

    `live` are the labels that something may jump to; `gosub` writes the call of a label's function.
    """

    def __init__(self, unit: FunctionUnit, live: Collection[str], gosub: GosubCall) -> None:
        self.unit = unit
        self.live = live
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
        return self.parts(parts_of(block, self.live))

    def parts(self, parts: list[Part]) -> Code:
        """The parts of a block, entered at the first."""
        if len(parts) == 1 and not parts[0].label:
            return self.steps(parts[0].steps)
        at = place_of(parts)
        variable = self.unit.temporary()
        return [at.assign(variable, at.constant(0)), *self.dispatch(at, parts, variable)]

    def steps(self, steps: list[Step]) -> Code:
        """Statements in order; the code before them counts the work of the first row."""
        code: Code = []
        for number, (cost, row) in enumerate(self.costs.rows(steps)):
            if number:
                code += self.work(AstBuilder(row[0].line, row[0].column), cost)
            code += [line for step in row for line in self.step(step)]
        return code

    def steps_counted_from(self, steps: list[Step], early: int) -> Code:
        """The statements of a DEF; its callers count the work of the first `early` ones."""
        rest = steps[early:]
        at = AstBuilder(rest[0].line, rest[0].column) if rest else AstBuilder(1, 1)
        counted = self.work(at, CALL_COST + self.costs.first_row(rest))
        return [*self.steps(steps[:early]), *counted, *self.steps(rest)]

    def dispatch(self, at: AstBuilder, parts: list[Part], variable: str) -> Code:
        """The parts, entered at the one whose number is in the variable."""
        loop = PythonLoop(lambda: [at.repeat()])
        positions = {part.label: number for number, part in enumerate(parts) if part.label}
        tick = self.tick(at)  # before the body is written: waits in it depend on whether work is counted

        def between(low: int, high: int) -> Code:
            """Parts low to high - 1 in order, those before the one to enter skipped: a tree of tests."""
            if high - low == 1:
                cost = at.constant(1 + self.costs.first_row(parts[low].steps))
                return [at.update("work", "-", cost), *self.steps(parts[low].steps)]
            middle = (low + high) // 2
            first = between(low, middle)
            test = at.compare(at.name(variable), "<", at.constant(middle))
            return [at.when(test, first), *between(middle, high)]

        with self.loops.among(Labels(positions, loop, variable)), self.loops.inside(loop):
            body = between(0, len(parts))
        return [*tick, at.loop(at.constant(True), [*body, at.leave()]), *self.behind(at, loop)]

    # ---- one step

    def step(self, step: Step) -> Code:
        """One step, with the facts about variables that hold there."""
        yield_to_host()
        code = self.trace(step) if self.traced and is_statement(step) else []
        if isinstance(step, nodes.Node):
            with self.unit.at(step):
                return code + self.written(step)
        return code + self.written(step)

    def trace(self, place: Step | nodes.Expression) -> Code:
        """The call before each statement of a traced listing."""
        at = AstBuilder(place.line, place.column)
        return [at.expression(at.call("trace", at.constant(place.line), at.constant(place.column)))]

    def written(self, step: Step) -> Code:  # noqa: PLR0912 - each kind of step has its case
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
        """IF … ELSEIF … ELSE."""
        self.choices += 1
        rows = [
            (AstBuilder(condition.line, condition.column), self.condition(condition), self.block(body))
            for condition, body in step.branches
        ]
        otherwise = self.block(step.otherwise)
        self.choices -= 1
        return self.branches(rows, otherwise, self.choices)

    def switch(self, step: Switch) -> Code:
        """ON … GOTO to labels of which each run passes at most one."""
        at, keep = AstBuilder(step.line, step.column), self.unit.temporary()
        with self.unit.at(step.head):
            selector = self.e.integer(step.head.selector)
        self.choices += 1
        rows = []
        for case in step.cases:
            tests = [at.compare(at.name(keep), "==", at.constant(each)) for each in case.numbers]
            if tests:
                test = tests[0] if len(tests) == 1 else at.logical("or", *tests)
                rows.append((at, test, self.block(case.body)))
        otherwise = self.block(step.otherwise.body)
        self.choices -= 1
        return [at.assign(keep, selector), *self.branches(rows, otherwise, self.choices)]

    def branches(self, rows: Sequence[Branch], otherwise: Code, around: int = 0) -> Code:
        """`if … elif … else`; after every few branches a new `if` that tests whether none was taken yet.

        `around` is the number of branches around this statement.
        """
        most = BRANCHES_A_ROW if around < DEEP else FEWER
        if len(rows) > most:
            waits, code = self.unit.temporary(), Code()
            for first in range(0, len(rows), most):
                row = rows[first : first + most]
                at = row[0][0]
                tests = self.branches(row, [at.assign(waits, at.constant(1))], around)
                written = [at.assign(waits, at.constant(0)), *tests]
                code += written if first == 0 else [at.when(at.name(waits), written)]
            return [*code, at.when(at.name(waits), otherwise)] if otherwise else code
        for at, test, body in reversed(rows):
            otherwise = [at.when(test, body, otherwise)]
        return otherwise

    def condition(self, condition: nodes.Expression) -> ast.expr:
        """A condition of IF, WHILE or UNTIL; a traced listing tells what comes of it."""
        with self.unit.at(condition):
            test = self.e.condition(condition)
        if not self.traced or isinstance(condition, nodes.Number):
            return test
        at = AstBuilder(condition.line, condition.column)
        return at.call("decided", at.constant(condition.line), at.constant(condition.column), test)

    # ---- loops

    def work(self, at: AstBuilder, cost: int) -> Code:
        """Counts work against the frame's budget, and ends the frame if it is used up."""
        return [at.update("work", "-", at.constant(cost)), *self.tick(at)]

    def tick(self, at: AstBuilder) -> Code:
        """Ends the frame if its budget is used up."""
        self.unit.counts_work = self.unit.uses_work = True
        spent = at.compare(at.name("work"), "<", at.constant(0))
        return [at.when(spent, [at.assign("work", at.call("tick", at.name("work")))])]

    def body(
        self, at: AstBuilder, step: BasicLoop, repeat: Callable[[], Code], whole: PythonLoop | None = None
    ) -> tuple[Code, PythonLoop]:
        """The body of a loop, and the Python loop it becomes; `repeat` writes what CONTINUE does."""
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
        """The body of a loop whose passes end with code that is made of these parts of the listing.

        CONTINUE repeats that code if it is short. Else the body is a loop of one pass, which CONTINUE leaves.
        """
        if not is_long(*parts):
            return self.body(at, step, repeat)
        whole = PythonLoop(lambda: [at.repeat()])
        with self.loops.inside(whole):
            once, loop = self.body(at, step, lambda: [at.leave()], whole)
            code = [at.loop(at.constant(True), [*once, at.leave()]), *self.behind(at, loop)]
        return code, whole

    def forever(self, step: Forever) -> Code:
        """A loop of GOTOs: each of them tests the budget."""
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
        at, end = AstBuilder(step.line, step.column), AstBuilder(step.condition.line, step.condition.column)

        def test() -> Code:
            trace = self.trace(step.condition) if self.traced else []
            return [*trace, end.when(self.condition(step.condition), [end.leave()])]

        body, loop = self.body_with_end(at, step, lambda: [*test(), end.repeat()], step.condition)
        behind = self.behind(at, loop)
        skip = self.skip_frame(end, step)
        return [at.loop(at.constant(True), [*body, *test(), *skip]), *behind]

    def skip_frame(self, at: AstBuilder, step: WhileLoop | RepeatLoop) -> Code:
        """Skips to the end of the frame in a loop that only polls the buttons.

        All polls of a frame return the same, so the number of passes until its end is known: `look_on`
        counts their work, and as many polls.
        """
        compilation = self.unit.compilation
        if not compilation.uses(Technique.POLLS) or step.body.statements:
            return []
        if is_long(step.condition) or not only_polls(step.condition, compilation.program.definitions):
            return []
        cost = at.constant(self.costs.cost_of(step.body, *heads(step)))
        return [at.assign("work", at.call("look_on", at.name("work"), cost))]

    def counted_loop(self, step: CountedLoop) -> Code:
        """FOR: over a Python range if nothing can tell the difference, else a loop with a test."""
        at, head = AstBuilder(step.line, step.column), step.head
        amount = head.step or nodes.Number(step.line, step.column, 1)
        add = nodes.Increase(step.line, step.column, head.variable, 1, amount)

        def at_head(statement: nodes.Straight) -> Code:
            with self.unit.at(head):
                return self.statements.straight(statement)

        start = at_head(nodes.Assign(step.line, step.column, head.variable, head.start))
        with self.unit.at(head):
            over_range = counts_over_range(self.unit, step)
            told = self.traced and may_run_or_not(self.e, head)
        ran = self.unit.temporary() if told else ""
        first, after = self.tell_passes(step, ran) if told else ([], [])
        start += [at.assign(ran, at.constant(0))] if told else []
        if over_range:
            body, loop = self.body(at, step, lambda: [at.repeat()])
            behind = self.behind(at, loop)
            with self.unit.at(head):
                return [*start, *range_loop(self.e, at, step, [*first, *body]), *after, *behind]
        body, loop = self.body_with_end(
            at, step, lambda: [*at_head(add), at.repeat()], head.variable, head.step
        )
        behind = self.behind(at, loop)
        with self.unit.at(head):
            test = self.e.condition(running(head))
        return [*start, at.loop(test, [*first, *body, *at_head(add)]), *after, *behind]

    @staticmethod
    def tell_passes(step: CountedLoop, ran: str) -> tuple[Code, Code]:
        """In a traced listing: what begins each pass of a FOR, and what follows the loop.

        They tell whether it has run at all; `ran` is the variable that keeps it.
        """

        at = AstBuilder(step.line, step.column)

        def told(value: int) -> ast.expr:
            return at.call("entered", at.constant(step.line), at.constant(step.column), at.constant(value))

        waits = at.unary("not", at.name(ran))
        return [at.when(waits, [at.assign(ran, told(1))])], [at.when(waits, [at.expression(told(0))])]

    # ---- jumps

    def transfer(self, at: AstBuilder, loop: PythonLoop, *, again: bool) -> Code:
        """Jumps to the next pass of a Python loop around this place, or behind the loop.

        A loop made of jumps tests the budget at the jumps.
        """
        tick = self.tick(at) if again and not loop.basic else []
        way = self.loops.jump(loop, again=again)
        if way is None:
            return [*tick, *loop.repeat()] if again else [at.leave()]
        return [*tick, at.assign("leaving", at.constant(way.number)), at.leave()]

    def behind(self, at: AstBuilder, loop: PythonLoop) -> Code:
        """The code right behind a loop, for jumps that left it: `leaving` has the number of the way."""
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
        """GOTO of a string. In such a scope every label is in the outermost block."""
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
        """ON … GOTO to labels that follow each other in one dispatch: the number is added to the first."""
        rows = [self.loops.labels.get(name) for name in step.labels]
        labels = rows[0]
        if labels is None or any(each is not labels for each in rows):
            return []
        positions = [labels.positions[name] for name in step.labels]
        first = positions[0]
        if positions != list(range(first, first + len(positions))):
            return []
        inside = self.unit.integer_kind(step.selector).within(0, len(positions) - 1)
        number = selector if inside else at.name(keep)
        go: Code = [at.assign(labels.variable, at.binary(number, "+", at.constant(first)))]
        go += self.transfer(at, labels.loop, again=True)
        if inside:
            return go
        test = at.compare(at.constant(0), "<=", at.name(keep), "<", at.constant(len(positions)))
        return [at.assign(keep, selector), at.when(test, go)]

    def give_back(self, step: nodes.Return) -> Code:
        """RETURN of a GOSUB or a DEF."""
        at = AstBuilder(step.line, step.column)
        define, variant = self.unit.scope.routine.define, self.unit.variant
        if (step.value is not None) != (define is not None and define.returns):
            return [at.expression(at.call("syntax_error"))]
        if define is None:
            lonely = at.unary("not", at.name("depth"))
            return [at.when(lonely, [at.expression(at.call("return_without_gosub"))]), at.give()]
        if step.value is None:
            return [at.give(self.outputs(at))]
        result = self.unit.compilation.facts.of(variant.result) if variant else ANY
        return [at.give(self.e.as_kind(step.value, result))]

    def outputs(self, at: AstBuilder) -> ast.expr | None:
        """The tuple that a DEF with OUT returns."""
        define = self.unit.scope.routine.define
        if define is None or not define.outputs:
            return None
        variables = [self.unit.scope.variables[each] for each in define.outputs]
        return at.row([at.call("given", at.name(naming.scalar(each))) for each in variables])


def is_statement(step: Step) -> bool:
    """Whether a step stands for a statement of the listing that is traced."""
    return (
        not step.added
        if isinstance(step, Leave)
        else not isinstance(step, nodes.Label | nodes.Data | Forever)
    )


def is_long(*parts: nodes.Node | None) -> bool:
    """Whether an expression has too many nodes to be written several times."""
    return any(len(list(islice(every(each), SHORT + 1))) > SHORT for each in parts if each is not None)


def place_of(parts: list[Part]) -> AstBuilder:
    """Returns the place of the first step."""
    for part in parts:
        for step in part.steps:
            return AstBuilder(step.line, step.column)
    return AstBuilder(1, 1)

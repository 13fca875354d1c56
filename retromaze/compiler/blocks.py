"""Writes blocks, loops and branches as Python's own.

A block with live labels becomes a dispatch: a Python loop around its parts in order, each behind a test of a
variable that says where to enter.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection

from retromaze.analysis.jumps import Part, parts_of, running
from retromaze.compiler.counting import Counting
from retromaze.compiler.jumping import GosubCall, Jumps
from retromaze.compiler.pieces import branches, is_long
from retromaze.compiler.polling import look_on
from retromaze.compiler.stores import Code
from retromaze.compiler.syntax import At
from retromaze.compiler.unit import FunctionUnit
from retromaze.compiler.work import CALL_COST
from retromaze.language import nodes
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
from retromaze.python.structure import Labels, PythonLoop


class Blocks(Jumps):
    """Writes the statements of one Python function, structure included."""

    def __init__(self, unit: FunctionUnit, live: Collection[str], gosub: GosubCall) -> None:
        super().__init__(unit, gosub)
        self.live = live
        self.counting = Counting(unit)
        self.costs = unit.compilation.work
        self.choices = 0

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
        """Statements in order; what leads to them has counted the first row."""
        code: Code = []
        for number, (cost, row) in enumerate(self.costs.rows(steps)):
            if number:
                code += self.work(At(row[0].line, row[0].column), cost)
            code += [line for step in row for line in self.step(step)]
        return code

    def parted(self, block: Block, early: int) -> Code:
        """A block without labels; whoever leads to it has counted so many of its statements."""
        rest = block.statements[early:]
        at = At(rest[0].line, rest[0].column) if rest else At(1, 1)
        counted = self.work(at, CALL_COST + self.costs.first_row(rest))
        return [*self.steps(block.statements[:early]), *counted, *self.steps(rest)]

    def dispatch(self, at: At, parts: list[Part], variable: str) -> Code:
        """The parts, entered at the one whose number is in the variable."""
        loop = PythonLoop(lambda: [at.repeat()])
        positions = {part.label: number for number, part in enumerate(parts) if part.label}
        look = self.look(at)  # before the body is written: its waits want to know that work is counted
        with self.loops.among(Labels(positions, loop, variable)), self.loops.inside(loop):
            body = self.halves(at, parts, 0, len(parts), variable)
        return [*look, at.loop(at.constant(True), [*body, at.leave()]), *self.behind(at, loop)]

    def halves(self, at: At, parts: list[Part], low: int, high: int, variable: str) -> Code:
        """Parts low to high - 1 in order, those before the one to enter skipped; a tree of tests."""
        if high - low == 1:
            cost = at.constant(1 + self.costs.first_row(parts[low].steps))
            return [at.update("work", "-", cost), *self.steps(parts[low].steps)]
        middle = (low + high) // 2
        first = self.halves(at, parts, low, middle, variable)
        test = at.compare(at.name(variable), "<", at.constant(middle))
        return [at.when(test, first), *self.halves(at, parts, middle, high, variable)]

    # ---- one step

    def step(self, step: Step) -> Code:
        """A step, with what is known where it stands."""
        yield_to_host()
        if isinstance(step, nodes.Node):
            with self.unit.at(step):
                return self.written(step)
        return self.written(step)

    def written(self, step: Step) -> Code:  # noqa: PLR0912 - each kind of step has its case
        code = self.traced(step)
        match step:
            case Choice():
                return code + self.choice(step)
            case CountedLoop():
                return code + self.counted(step)
            case WhileLoop():
                return code + self.while_loop(step)
            case RepeatLoop():
                return code + self.repeat_loop(step)
            case Switch():
                return code + self.chosen(step)
            case Forever():
                return self.forever(step)
            case Leave():
                # a GOTO out of a loop or to its beginning
                loop = self.loops.loop_of(step.loop)
                return code + self.transfer(At(step.line, step.column), loop, again=step.again)
            case Fallthrough():
                return code or [At(step.line, step.column).nothing()]
            case nodes.Break() | nodes.Continue():
                loop, again = self.loops.basic_loop(), isinstance(step, nodes.Continue)
                return code + self.transfer(At(step.line, step.column), loop, again=again)
            case nodes.Goto():
                return code + self.goto(At(step.line, step.column), step.target)
            case nodes.Gosub():
                return code + self.go_sub(At(step.line, step.column), step.target)
            case nodes.On():
                return code + self.on(step)
            case nodes.Return():
                return code + self.give_back(step)
            case nodes.End():
                at = At(step.line, step.column)
                return [*code, at.expression(at.call("end_program"))]
            case nodes.Stop():
                at = At(step.line, step.column)
                return [*code, at.expression(at.call("suspend", at.constant(step.line)))]
            case _:
                return code + self.straight(step)

    def traced(self, step: Step) -> Code:
        if not self.unit.compilation.settings.traced or is_no_statement(step):
            return []
        at = At(step.line, step.column)
        return [at.expression(at.call("trace", at.constant(step.line), at.constant(step.column)))]

    def choice(self, step: Choice) -> Code:
        self.choices += 1
        rows = [
            (At(condition.line, condition.column), self.condition(condition), self.block(body))
            for condition, body in step.branches
        ]
        otherwise = self.block(step.otherwise)
        self.choices -= 1
        return branches(rows, otherwise, self.unit.temporary, self.choices)

    def chosen(self, step: Switch) -> Code:
        """ON … GOTO whose labels exclude each other."""
        at, keep = At(step.line, step.column), self.unit.temporary()
        with self.unit.at(step.head):
            selector = self.e.integer(step.head.selector)
        self.choices += 1
        rows = [
            (at, self.is_one_of(at, keep, each.numbers), self.block(each.body))
            for each in step.cases
            if each.numbers
        ]
        otherwise = self.block(step.otherwise.body)
        self.choices -= 1
        return [at.assign(keep, selector), *branches(rows, otherwise, self.unit.temporary, self.choices)]

    def is_one_of(self, at: At, name: str, numbers: list[int]) -> ast.expr:
        tests = [at.compare(at.name(name), "==", at.constant(each)) for each in numbers]
        return tests[0] if len(tests) == 1 else at.logical("or", *tests)

    def condition(self, condition: nodes.Expression) -> ast.expr:
        with self.unit.at(condition):
            return self.e.condition(condition)

    # ---- loops

    def work(self, at: At, cost: int) -> Code:
        """Counts one pass against the frame's budget."""
        return [at.update("work", "-", at.constant(cost)), *self.look(at)]

    def body(
        self,
        at: At,
        step: BasicLoop,
        repeat: Callable[[], Code],
        whole: PythonLoop | None = None,
    ) -> Code:
        """The inside of a loop, and in `last` the loop, for what jumps out of it need behind it."""
        loop = PythonLoop(repeat, basic=True, step=step, whole=whole)
        with self.loops.inside(loop):
            few = isinstance(step, CountedLoop) and self.costs.few_passes(step)
            counted = [] if few else self.work(at, self.costs.cost_of(step.body, *heads(step)))
            code = counted + self.block(step.body)
        self.last = loop
        return code

    def body_once(self, at: At, step: CountedLoop | RepeatLoop) -> Code:
        """The inside of a loop whose end is long: a Python loop of one pass, which CONTINUE leaves."""
        whole = PythonLoop(lambda: [at.repeat()])
        with self.loops.inside(whole):
            once = self.body(at, step, lambda: [at.leave()], whole)
            code = [at.loop(at.constant(True), [*once, at.leave()]), *self.behind(at, self.last)]
        self.last = whole
        return code

    def forever(self, step: Forever) -> Code:
        """A loop of GOTOs: each of them looks whether a frame is over."""
        at = At(step.line, step.column)
        loop = PythonLoop(lambda: [at.repeat()], step=step)
        with self.loops.inside(loop):
            self.unit.counts_work = self.unit.uses_work = True
            body = self.block(step.body)
        cost = at.constant(1 + self.costs.first_row(step.body.statements))
        counted = at.update("work", "-", cost)
        return [at.loop(at.constant(True), [counted, *body]), *self.behind(at, loop)]

    def while_loop(self, step: WhileLoop) -> Code:
        at = At(step.line, step.column)
        body = self.body(at, step, lambda: [at.repeat()])
        behind = self.behind(at, self.last)
        on = look_on(self.unit.compilation, at, step)
        return [at.loop(self.condition(step.condition), [*on, *body]), *behind]

    def repeat_loop(self, step: RepeatLoop) -> Code:
        at, end = At(step.line, step.column), At(step.condition.line, step.condition.column)

        def test() -> Code:
            trace = self.traced_place(end, step)
            return [*trace, end.when(self.condition(step.condition), [end.leave()])]

        if is_long(step.condition):
            body = self.body_once(at, step)
        else:
            body = self.body(at, step, lambda: [*test(), end.repeat()])
        behind = self.behind(at, self.last)
        on = look_on(self.unit.compilation, end, step)
        return [at.loop(at.constant(True), [*body, *test(), *on]), *behind]

    def traced_place(self, at: At, step: RepeatLoop) -> Code:
        if not self.unit.compilation.settings.traced:
            return []
        place = (at.constant(step.condition.line), at.constant(step.condition.column))
        return [at.expression(at.call("trace", *place))]

    def counted(self, step: CountedLoop) -> Code:
        """FOR: over a Python range where nothing can tell the difference, else a loop with a test."""
        at = At(step.line, step.column)
        start = self.at_head(step, nodes.Assign(step.line, step.column, step.head.variable, step.head.start))
        with self.unit.at(step.head):
            is_plain = self.counting.is_plain(step)
        if is_plain:
            body = self.body(at, step, lambda: [at.repeat()])
            behind = self.behind(at, self.last)
            with self.unit.at(step.head):
                loop = self.counting.loop(at, self.e, step, body)
            return [*start, *loop, *behind]
        one = nodes.Number(step.line, step.column, 1)
        add = nodes.Increase(step.line, step.column, step.head.variable, 1, step.head.step or one)
        if is_long(step.head.variable, step.head.step):
            body = self.body_once(at, step)
        else:
            body = self.body(at, step, lambda: [*self.at_head(step, add), at.repeat()])
        behind = self.behind(at, self.last)
        with self.unit.at(step.head):
            test = self.e.condition(running(step.head))
        return [*start, at.loop(test, [*body, *self.at_head(step, add)]), *behind]

    def at_head(self, step: CountedLoop, statement: nodes.Straight) -> Code:
        """A statement that belongs to the head of a FOR."""
        with self.unit.at(step.head):
            return self.straight(statement)


def place_of(parts: list[Part]) -> At:
    for part in parts:
        for step in part.steps:
            return At(step.line, step.column)
    return At(1, 1)


def is_no_statement(step: Step) -> bool:
    """Whether nothing of the listing runs there: a label, DATA, a loop of GOTOs, the way out at its end."""
    return step.added if isinstance(step, Leave) else isinstance(step, nodes.Label | nodes.Data | Forever)

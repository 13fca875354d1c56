"""Ports blocks, loops and branches to Python's own.

A jump out of several Python loops breaks them one by one, by a flag; so does a jump out of a loop past what
stands behind it, which is the loop's `else` or asks for the flag. What else `restructure` has left of GOTO
becomes a small dispatch: `while True: match step:`, with a case for each label, marked as such.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from retromaze.analysis.jumps import Part, is_passed_over, literal_label, parts_of, targets
from retromaze.language import nodes
from retromaze.language.nodes import Expression
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
    SwitchCase,
    WhileLoop,
    all_heads,
)
from retromaze.porting import pieces
from retromaze.porting.loops import Loops
from retromaze.porting.module import is_steady
from retromaze.porting.preparing import CannotPort
from retromaze.porting.statements import noted, placed
from retromaze.python.blocks import Body, headings
from retromaze.python.dispatches import START, STEP
from retromaze.python.flags import Asks, Clears, Tells
from retromaze.python.fragments import Piece, dotted, row, stmts
from retromaze.python.layout import NONE, margin_of, set_margin
from retromaze.python.structure import Labels, PythonLoop


def name_of(part: Part) -> str:
    """Returns the name of a part in a dispatch."""
    return part.label.lower() if part.label else START


class PortBlocks(Loops):
    """Writes the statements of one function, structure included."""

    # ---- blocks and their parts

    def body(self, block: Block) -> Body:
        """A block that has to have a line."""
        return self.block(block) or [ast.Pass()]

    def block(self, block: Block) -> Body:
        parts = parts_of(block, self.unit.live)
        if len(parts) == 1:
            return self.steps(parts[0].steps)
        if is_passed_over(parts):
            return self.forward(parts)
        return self.dispatch(parts, start=START)

    def steps(self, row: list[Any]) -> Body:
        """Steps in order; constants that variables hold on the way are known to the next step."""
        code: Body = []
        known: dict[str, float] = {}
        for at, step in enumerate(row):
            self.known = dict(known)
            begin = len(self.loops.taken)
            written = self.step(step)
            if self.loops.ahead(begin):
                return [*code, *self.passed_over(step, written, begin, row[at + 1 :])]
            code += written
            match step:
                case nodes.Assign(target=nodes.Name(name=name), value=nodes.Number(value=value)):
                    known[name] = value
                case (
                    nodes.Assign() | nodes.Print() | nodes.Instruction() | nodes.Increase() | nodes.Declare()
                ):
                    changed = self.changed_in(Block([step]))
                    known = {each: known[each] for each in known if self.f.scope.find(each) not in changed}
                case _:
                    known = {}
        self.known = {}
        return code

    def passed_over(self, step: Step, code: Body, begin: int, rest: list[Any]) -> Body:
        """A step out of which a jump may lead past the rest of its row, and that rest."""
        loop, ways = self.last, self.loops.ahead(begin)
        test = ast.UnaryOp(ast.Not(), Asks(ways, self.loops.over(begin)))
        behind = self.steps(rest)
        if loop.step is step and self.passes_all(loop):
            last = code[-1]
            assert isinstance(last, ast.For | ast.While)
            last.orelse += behind
            return code
        is_asked = behind or any(way.label != way.labels.following for way in ways if way.labels)
        before = [Clears(ways)] if is_asked and loop.step is not step else []
        return [*before, *code, *([ast.If(test, behind, [])] if behind else [])]

    def forward(self, parts: list[Part]) -> Body:
        """The parts one after the other, a test before each that a jump may have led past."""
        positions = {part.label: number for number, part in enumerate(parts) if part.label}
        labels = Labels(positions, self.loops.innermost)
        begin, code = len(self.loops.taken), list[ast.stmt]()
        with self.loops.among(labels):
            for number, part in enumerate(parts):
                labels.written = number
                labels.following = self.only_goal(part, parts[number + 1 :])
                ways, over = self.loops.ahead(begin), self.loops.over(begin)
                rows = self.steps(part.steps)
                asked = ast.UnaryOp(ast.Not(), Asks(ways, over))
                code += [ast.If(asked, rows, [])] if ways and rows else rows
        return code

    def only_goal(self, part: Part, following: list[Part]) -> str:
        """The label behind a part, if no jump from it leads past that; else ""."""
        ahead = {
            name
            for name, labels in self.loops.labels.items()
            if labels.loop is self.loops.innermost and not labels.variable and name in labels.ahead
        }
        goals = ahead.intersection(targets(*all_heads(Block(part.steps))))
        return following[0].label if following and goals <= {following[0].label} else ""

    def dispatch(self, parts: list[Part], start: str = "") -> Body:
        """The parts, each a case; the variable is set before unless `start` names the first part."""
        loop = PythonLoop(lambda: [ast.Continue()])
        positions = {part.label: number for number, part in enumerate(parts) if part.label}
        with self.loops.among(Labels(positions, loop, STEP)), self.loops.inside(loop):
            cases = [
                ast.match_case(ast.MatchValue(ast.Constant(name_of(part))), None, self.part(part, following))
                for part, following in zip(parts, [*parts[1:], None], strict=True)
            ]
        idle = list(self.calling("idle")) if self.only_looks(parts) else []
        rows = [*idle, ast.Match(dotted(STEP), cases)]
        whole = self.looping(ast.Constant(True), 0, rows, "the listing's own jumps")
        return [*(go_to(start) if start else []), *self.guarded(loop, [whole])]

    def part(self, part: Part, following: Part | None) -> Body:
        code = self.steps(part.steps)
        if part.closed:
            if code and isinstance(code[-1], ast.Continue) and margin_of(code[-1]) == NONE:
                code.pop()
        elif following is not None:
            code += go_to(name_of(following))
        else:
            code.append(ast.Break())
        return code or [ast.Pass()]

    def only_looks(self, parts: list[Part]) -> bool:
        """Whether the parts look at the input and never wait: a port has to let a frame pass then."""
        return self.looks_idly(Block([step for part in parts for step in part.steps]))

    def step(self, step: Step) -> Body:
        match step:
            case Choice():
                return self.choice(step)
            case Switch():
                return self.switch(step)
            case CountedLoop():
                return self.counted(step)
            case WhileLoop():
                return self.while_loop(step)
            case RepeatLoop():
                return self.repeat_loop(step)
            case Forever():
                return self.forever(step)
            case Fallthrough():
                return []
            case Leave():
                loop = self.loops.loop_of(step.loop)
                return placed(step.line, self.transfer(loop, step.label or "end", again=step.again))
            case _:
                return self.jumping(step)

    def jumping(self, step: nodes.Jump | nodes.Straight) -> Body:
        match step:
            case nodes.Break() | nodes.Continue():
                loop, again = self.loops.basic_loop(), isinstance(step, nodes.Continue)
                return placed(step.line, self.transfer(loop, "next" if again else "break", again=again))
            case nodes.Goto():
                return self.goto(step, literal_label(step.target) if step.target else None)
            case nodes.Gosub():
                label = literal_label(step.target) if step.target else None
                return placed(step.line, self.gosub(label))
            case nodes.On():
                return self.on(step)
            case nodes.Return():
                return self.give_back(step)
            case nodes.End():
                return self.end(step)
            case nodes.Stop():
                return placed(step.line, stmts("raise basic.Break"))
            case _:
                return self.straight(step)

    def choice(self, step: Choice) -> Body:
        branches = step.branches
        if not any(block.statements for _, block in branches) and not step.otherwise.statements:
            tests = [each for each, _ in branches]
            if is_steady(self.f, *tests):
                return []
            if len(tests) == 1:
                return placed(step.line, [ast.Expr(self.e.condition(tests[0]).node)])
        if len(branches) == 1 and not branches[0][1].statements:
            condition, _ = branches[0]
            test = self.e.negated(condition)
            return [self.branch(test, condition, step.otherwise)]
        if len(branches) == 1 and not step.otherwise.statements and (inner := self.only_test(branches[0][1])):
            condition, _ = branches[0]
            terms = [self.e.condition(condition), self.e.condition(inner[0])]
            return [self.branch(pieces.logical(ast.And(), terms, pieces.BOOL), condition, inner[1])]
        first, *others = [self.branch(self.e.condition(each), each, block) for each, block in branches]
        last = first
        for each in others:
            last.orelse = [each]
            last = each
        last.orelse = self.block(step.otherwise)
        return [first]

    def branch(self, test: Piece, condition: Expression, block: Block) -> ast.If:
        """`if test:`, in the line of the listing's condition."""
        return noted(ast.If(test.node, self.body(block), []), "", condition.line)

    def only_test(self, block: Block) -> tuple[Expression, Block] | None:
        """The IF that is all there is in a block, if it has one branch."""
        match block.statements:
            case [Choice(branches=[(condition, body)]) as inner] if not inner.otherwise.statements:
                return (condition, body) if body.statements else None
            case _:
                return None

    def switch(self, step: Switch) -> Body:
        """ON … GOTO as a `match`."""
        cases, last = list(step.cases), step.otherwise
        count = sum(len(each.numbers) for each in [*cases, last])
        if last.numbers and self.f.kind(step.head.selector).within(0, count - 1):
            cases = sorted([*cases, last], key=lambda each: each.numbers)
            last = cases.pop()
        selector = self.e.place(step.head.selector).node
        found = [
            self.case([ast.MatchValue(ast.Constant(number)) for number in each.numbers], each)
            for each in cases
        ]
        if last.body.statements:
            found.append(self.case([ast.MatchAs()], last))
        # where all labels are the place behind it, it is worked out and no more
        return [noted(ast.Match(selector, found) if found else ast.Expr(selector), "", step.line)]

    def case(self, patterns: Sequence[ast.pattern], each: SwitchCase) -> ast.match_case:
        pattern = patterns[0] if len(patterns) == 1 else ast.MatchOr([*patterns])
        found = ast.match_case(pattern, None, self.body(each.body))
        return noted(found, f"@{each.label}" if each.label else "")

    def goto(self, step: nodes.Goto, name: str | None) -> Body:
        labels = self.loops.labels.get(name or "")
        if name and labels and labels.variable:
            return [*placed(step.line, go_to(name.lower())), *self.transfer(labels.loop, "step", again=True)]
        if name and labels:
            way = self.loops.jump_ahead(name)
            return placed(step.line, [noted(Tells(way), f"@{name}"), ast.Break()])
        (found,) = self.undefined(name)
        return [noted(found, "no such label", step.line)]

    def undefined(self, label: str | None) -> Body:
        return stmts("raise UndefinedLabel({name})", name=ast.Constant(f"@{label}"))

    def gosub(self, label: str | None) -> Body:
        unit = self.liveness.by_label.get(label or "")
        if unit is None or not self.unit.is_main:
            return self.undefined(label)
        assert label is not None
        name = self.f.module.names.label(unit.entries[0])
        given = [] if unit.is_simple else [ast.Constant(label.lower())]
        return stmts("self.{name}({given})", name=name, given=given)

    def on(self, step: nodes.On) -> Body:
        selector = self.e.place(step.selector).node
        cases: list[ast.match_case] = []
        for number, label in enumerate(step.labels):
            target = self.gosub(label) if step.gosub else self.goto(self.as_goto(step, label), label)
            for line in headings(target):
                set_margin(line, margin_of(line)._replace(number=0))
            pattern = ast.MatchValue(ast.Constant(number))
            cases.append(noted(ast.match_case(pattern, None, target), f"@{label}"))
        return [noted(ast.Match(selector, cases), "", step.line)]

    def as_goto(self, step: nodes.On, label: str) -> nodes.Goto:
        return nodes.Goto(step.line, step.column, nodes.LabelText(step.line, step.column, label))

    def end(self, step: Step) -> Body:
        if self.unit.is_start and self.unit.is_simple:
            return placed(step.line, [ast.Return()])
        self.f.module.ends_deep = True
        return placed(step.line, stmts("raise basic.End"))

    def give_back(self, step: nodes.Return) -> Body:
        variant = self.unit.variant
        if variant is None:
            return placed(step.line, [ast.Return()])
        define = variant.scope.routine.define
        if define is None or not define.returns:
            return placed(step.line, [ast.Return(self.outputs())])
        if step.value is None:
            raise CannotPort(step.line, "a function that returns nothing always fails")
        value = self.e.stored(step.value, self.f.module.type_of(variant.result))
        return placed(step.line, [ast.Return(value.node)])

    def outputs(self) -> ast.expr | None:
        """Returns the tuple of a DEF's OUT values."""
        variant = self.unit.variant
        define = variant.scope.routine.define if variant else None
        if variant is None or define is None or not define.outputs:
            return None
        names = (self.f.name(variant.scope.variables[name]) for name in define.outputs)
        return row(map(dotted, names))


def go_to(name: str) -> Body:
    """Says which part of a dispatch is next."""
    return stmts("step = {name}", name=ast.Constant(name))

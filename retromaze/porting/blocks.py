"""Ports blocks, loops and branches to Python's own.

A jump out of several Python loops breaks them one by one, by a flag; so does a jump out of a loop past what
stands behind it, which is the loop's `else` or asks for the flag. What else `restructure` has left of GOTO
becomes a small dispatch: `while True: match step:`, with a case for each label, marked as such.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import Any

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
)
from retromaze.language.walk import all_heads
from retromaze.lowering.jumps import Part, literal_label, parts_of, targets
from retromaze.lowering.switches import is_passed_over
from retromaze.porting import pieces
from retromaze.porting.effects import is_steady
from retromaze.porting.lines import Code, PortLine, indent
from retromaze.porting.liveness import Liveness
from retromaze.porting.loops import Loops
from retromaze.porting.module import PortFunction
from retromaze.porting.pieces import string
from retromaze.porting.refusals import CannotPort
from retromaze.porting.transfers import Forward, PortLoop
from retromaze.porting.units import PortUnit

START = "the top"
"""What a dispatch begins with, where that has no label: no label has a blank."""


def name_of(part: Part) -> str:
    """What a dispatch calls a part."""
    return part.label.lower() if part.label else START


@dataclass(eq=False)
class PortDispatch:
    """A block whose parts a loop goes through; the variable STEP says which is next."""

    labels: set[str]
    loop: PortLoop


class PortBlocks(Loops):
    """Writes the statements of one function, structure included."""

    def __init__(self, function: PortFunction, unit: PortUnit, liveness: Liveness) -> None:
        super().__init__(function, unit, liveness)
        self.dispatches: list[PortDispatch] = []

    # ---- blocks and their parts

    def body(self, block: Block) -> Code:
        """A block that has to have a line."""
        return self.block(block) or [PortLine(0, "pass")]

    def block(self, block: Block) -> Code:
        parts = parts_of(block, self.unit.live)
        if len(parts) == 1:
            return self.steps(parts[0].steps)
        if is_passed_over(parts):
            return self.forward(parts)
        return self.dispatch(parts, start=START)

    def steps(self, row: list[Any]) -> Code:
        """Steps in order; constants that variables hold on the way are known to the next step."""
        code: Code = []
        known: dict[str, float] = {}
        for at, step in enumerate(row):
            self.known = dict(known)
            begin = len(self.taken)
            written = self.step(step)
            if self.ahead(begin):
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

    def passed_over(self, step: Step, code: Code, begin: int, rest: list[Any]) -> Code:
        """A step out of which a jump may lead past the rest of its row, and that rest."""
        loop, ways = self.last, self.ahead(begin)
        test = f"if not {self.flag.test(ways, self.over(begin))}:"
        behind = indent(self.steps(rest))
        if loop.step is step and loop.has_else:
            has_word = [line.code for line in code if not line.depth][-1] == "else:"
            return [*code, *([] if has_word or not behind else [PortLine(0, "else:")]), *behind]
        is_asked = behind or any(way.label != way.forward.following for way in ways if way.forward)
        before = [self.flag.cleared(ways)] if is_asked and loop.step is not step else []
        return [*before, *code, *([PortLine(0, test)] if behind else []), *behind]

    def forward(self, parts: list[Part]) -> Code:
        """The parts one after the other, a test before each that a jump may have led past."""
        forward = Forward({part.label for part in parts if part.label}, self.loops[-1])
        self.forwards.append(forward)
        begin, code = len(self.taken), list[PortLine]()
        for part, following in zip(parts, [*parts[1:], None], strict=True):
            forward.labels.discard(part.label)
            forward.following = self.only_goal(part, following)
            ways = self.ahead(begin)
            test = f"if not {self.flag.test(ways, self.over(begin))}:" if ways else ""
            rows = self.steps(part.steps)
            code += [PortLine(0, test), *indent(rows)] if test and rows else rows
        self.close(forward)
        return code

    def only_goal(self, part: Part, following: Part | None) -> str:
        """The label behind a part, if no jump from it leads past that; else ""."""
        here = {name for each in self.forwards if each.loop is self.loops[-1] for name in each.labels}
        goals = here.intersection(targets(*all_heads(Block(part.steps))))
        return following.label if following and goals <= {following.label} else ""

    def dispatch(self, parts: list[Part], start: str = "") -> Code:
        """The parts, each a case; the variable is set before unless `start` names the first part."""
        loop = PortLoop(lambda: [PortLine(0, "continue")], basic=False, begin=len(self.taken))
        dispatch = PortDispatch({part.label for part in parts if part.label}, loop)
        self.dispatches.append(dispatch)
        self.loops.append(loop)
        cases: Code = []
        for part, following in zip(parts, [*parts[1:], None], strict=True):
            cases.append(PortLine(0, f"case {string(name_of(part)).text}:"))
            cases += indent(self.part(part, following))
        self.loops.pop()
        self.dispatches.pop()
        code = [PortLine(0, f"step = {string(start).text}")] if start else []
        idle = [PortLine(0, f"{self.f.machine}.idle()")] if self.only_looks(parts) else []
        head = [PortLine(0, "while True:", 0, "the listing's own jumps"), *indent(idle)]
        rows = [*head, *indent([PortLine(0, "match step:"), *indent(cases)])]
        return [*code, *self.guarded(loop, rows)]

    def part(self, part: Part, following: Part | None) -> Code:
        code = self.steps(part.steps)
        if part.closed:
            if code and code[-1] == PortLine(0, "continue"):
                code.pop()
        elif following is not None:
            code.append(PortLine(0, f"step = {string(name_of(following)).text}"))
        else:
            code.append(PortLine(0, "break"))
        return code or [PortLine(0, "pass")]

    def only_looks(self, parts: list[Part]) -> bool:
        """Whether the parts look at the input and never wait: a port has to let a frame pass then."""
        return self.looks_idly(Block([step for part in parts for step in part.steps]))

    def step(self, step: Step) -> Code:
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
                loop = next(each for each in self.loops if each.step is step.loop)
                return self.placed(step, self.transfer(loop, step.label or "end", again=step.again))
            case _:
                return self.jumping(step)

    def jumping(self, step: nodes.Jump | nodes.Straight) -> Code:
        match step:
            case nodes.Break() | nodes.Continue():
                loop = next(each for each in reversed(self.loops) if each.basic)
                again = isinstance(step, nodes.Continue)
                return self.placed(step, self.transfer(loop, "next" if again else "break", again=again))
            case nodes.Goto():
                return self.goto(step, literal_label(step.target) if step.target else None)
            case nodes.Gosub():
                label = literal_label(step.target) if step.target else None
                return [self.line(step, self.gosub(step, label))]
            case nodes.On():
                return self.on(step)
            case nodes.Return():
                return self.give_back(step)
            case nodes.End():
                return self.end(step)
            case nodes.Stop():
                self.f.module.imports.add("basic")
                return [self.line(step, "raise basic.Break")]
            case _:
                return self.straight(step)

    def placed(self, step: Any, code: Code) -> Code:
        """Code with the step's line in its margin."""
        return [line if line.number else replace(line, number=step.line) for line in code]

    def choice(self, step: Choice) -> Code:
        if not any(block.statements for _, block in step.branches) and not step.otherwise.statements:
            tests = [each for each, _ in step.branches]
            if is_steady(self.f, *tests):
                return []
            if len(tests) == 1:
                return [self.line(step, self.e.condition(tests[0]).text)]
        if len(step.branches) == 1 and not step.branches[0][1].statements:
            condition, _ = step.branches[0]
            test = self.e.negated(condition)
            head = PortLine(0, f"if {test.text}:", condition.line)
            return [head, *indent(self.body(step.otherwise))]
        code: Code = []
        word = "if"
        for condition, block in step.branches:
            test = self.e.condition(condition)
            inner = (
                self.only_test(block) if len(step.branches) == 1 and not step.otherwise.statements else None
            )
            if inner is not None:
                both = pieces.logical(ast.And(), [test, self.e.condition(inner[0])], pieces.BOOL)
                return [PortLine(0, f"if {both.text}:", condition.line), *indent(self.body(inner[1]))]
            code.append(PortLine(0, f"{word} {test.text}:", condition.line))
            code += indent(self.body(block))
            word = "elif"
        return code + self.otherwise(step.otherwise)

    def only_test(self, block: Block) -> tuple[Expression, Block] | None:
        """The IF that is all there is in a block, if it has one branch."""
        match block.statements:
            case [Choice(branches=[(condition, body)]) as inner] if not inner.otherwise.statements:
                return (condition, body) if body.statements else None
            case _:
                return None

    def otherwise(self, block: Block) -> Code:
        rest = self.block(block)
        if not rest:
            return []
        inner = block.statements
        is_choice = len(inner) == 1 and isinstance(inner[0], Choice) and rest[0].code.startswith("if ")
        whole = all(line.depth > 0 or line.code.startswith(("elif ", "else:")) for line in rest[1:])
        if is_choice and whole:
            return [replace(rest[0], code="el" + rest[0].code), *rest[1:]]
        return [PortLine(0, "else:"), *indent(rest)]

    def switch(self, step: Switch) -> Code:
        """ON … GOTO as a `match`."""
        cases, last = list(step.cases), step.otherwise
        count = sum(len(each.numbers) for each in [*cases, last])
        if last.numbers and self.f.kind(step.head.selector).within(0, count - 1):
            cases = sorted([*cases, last], key=lambda each: each.numbers)
            last = cases.pop()
        selector = self.e.place(step.head.selector).text
        code = [PortLine(0, f"match {selector}:", step.line)]
        for each in cases:
            code += self.case(each, " | ".join(map(str, each.numbers)))
        if last.body.statements:
            code += self.case(last, "_")
        # where all labels are the place behind it, it is worked out and no more
        return code if len(code) > 1 else [PortLine(0, selector, step.line)]

    def case(self, each: SwitchCase, pattern: str) -> Code:
        head = PortLine(1, f"case {pattern}:", 0, f"@{each.label}" if each.label else "")
        return [head, *indent(indent(self.body(each.body)))]

    def goto(self, step: nodes.Goto, name: str | None) -> Code:
        for forward in self.forwards:
            if name in forward.labels and name is not None:
                return self.placed(step, self.past(forward, name))
        for dispatch in reversed(self.dispatches):
            if name in dispatch.labels and name is not None:
                return self.jump(step, dispatch, name)
        return self.nowhere(step, name)

    def jump(self, step: Step, dispatch: PortDispatch, name: str) -> Code:
        go = PortLine(0, f"step = {string(name.lower()).text}", step.line)
        return [go, *self.transfer(dispatch.loop, "step", again=True)]

    def nowhere(self, step: Step, name: str | None) -> Code:
        self.f.module.imports.add("UndefinedLabel")
        return [self.line(step, f"raise UndefinedLabel({string(f'@{name}').text})", "no such label")]

    def gosub(self, step: Step, label: str | None) -> str:
        unit = self.liveness.by_label.get(label or "")
        if unit is None or not self.unit.is_main:
            self.f.module.imports.add("UndefinedLabel")
            return f"raise UndefinedLabel({string(f'@{label}').text})"
        assert label is not None
        name = self.f.module.names.label(unit.entries[0])
        return f"self.{name}()" if unit.is_simple else f"self.{name}({string(label.lower()).text})"

    def on(self, step: nodes.On) -> Code:
        code = [PortLine(0, f"match {self.e.place(step.selector).text}:", step.line)]
        for number, label in enumerate(step.labels):
            code.append(PortLine(1, f"case {number}:", 0, f"@{label}"))
            target: Code
            if step.gosub:
                target = [PortLine(0, self.gosub(step, label))]
            else:
                target = [replace(line, number=0) for line in self.goto(self.as_goto(step, label), label)]
            code += indent(indent(target))
        return code

    def as_goto(self, step: nodes.On, label: str) -> nodes.Goto:
        return nodes.Goto(step.line, step.column, nodes.LabelText(step.line, step.column, label))

    def end(self, step: Step) -> Code:
        if self.unit.is_start and self.unit.is_simple:
            return [self.line(step, "return")]
        self.f.module.imports.add("basic")
        self.f.module.ends_deep = True
        return [self.line(step, "raise basic.End")]

    def give_back(self, step: nodes.Return) -> Code:
        variant = self.unit.variant
        if variant is None:
            return [self.line(step, "return")]
        define = variant.scope.routine.define
        if define is None or not define.returns:
            return [self.line(step, f"return {self.outputs()}".strip())]
        if step.value is None:
            raise CannotPort(step.line, "a function that returns nothing always fails")
        value = self.e.stored(step.value, self.f.module.type_of(variant.result))
        return [self.line(step, f"return {value.text}")]

    def outputs(self) -> str:
        """What a DEF hands back through its OUT names."""
        variant = self.unit.variant
        define = variant.scope.routine.define if variant else None
        if variant is None or define is None:
            return ""
        given = [self.f.name(variant.scope.variables[name]) for name in define.outputs]
        return ", ".join(given)

"""Ports WHILE, REPEAT, and loops made of GOTOs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from retromaze.builtins.handling import PASSING
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.structure import Block, Forever, RepeatLoop, WhileLoop
from retromaze.language.walk import every, heads, steps
from retromaze.lowering.facts.declared import called_looks, waits
from retromaze.porting.counted import Counted
from retromaze.porting.lines import Code, PortLine, indent
from retromaze.porting.liveness import Liveness
from retromaze.porting.module import PortFunction
from retromaze.porting.units import PortUnit
from retromaze.values.arithmetic import COMPARE

OPPOSITES = {" == ": " != ", " != ": " == ", " < ": " >= ", " >= ": " < ", " > ": " <= ", " <= ": " > "}


class Loops(Counted):
    """Writes the loops of one function that do not count."""

    def __init__(self, function: PortFunction, unit: PortUnit, liveness: Liveness) -> None:
        super().__init__(function, unit, liveness)
        self.known: dict[str, float] = {}

    def while_loop(self, step: WhileLoop) -> Code:
        idle = self.idle(step.body, step.condition)
        body = self.inside(step, step.body, lambda: [*idle, PortLine(0, "continue")])
        loop = self.last
        condition = step.condition
        is_endless = isinstance(condition, nodes.Number) and condition.value != 0
        test = "True" if is_endless else self.e.condition(condition).text
        rows = [*body, *idle] or [PortLine(0, "pass")]
        return self.guarded(loop, [PortLine(0, f"while {test}:", step.line), *indent(rows)])

    def repeat_loop(self, step: RepeatLoop) -> Code:
        idle, known = self.idle(step.body, step.condition), self.known
        if not step.body.statements:
            test = self.e.negated(step.condition).text
            rows = idle or [PortLine(0, "pass")]
            return [PortLine(0, f"while {test}:", step.line), *indent(rows)]

        def end() -> Code:
            test = self.e.condition(step.condition).text
            leave = [PortLine(0, f"if {test}:", step.condition.line), PortLine(1, "break")]
            endless = isinstance(step.condition, nodes.Number) and step.condition.value == 0
            return idle if endless else [*leave, *idle]

        body = self.inside(step, step.body, lambda: [*end(), PortLine(0, "continue")])
        loop = self.last
        if not idle and (test := self.turned(step, body, known)):
            return self.guarded(loop, [PortLine(0, f"while {test}:", step.line), *indent(body)])
        return self.guarded(loop, [PortLine(0, "while True:", step.line), *indent([*body, *end()])])

    def turned(self, step: RepeatLoop, body: Code, known: dict[str, float]) -> str:
        """The condition of a WHILE in its place, if the first pass is sure to be made all the same."""
        if any(line.code == "continue" for line in body):
            return ""
        match step.condition:
            case nodes.Binary(
                operator="==" | "!=" | "<" | "<=" | ">" | ">=" as sign,
                left=nodes.Name(name=name),
                right=nodes.Number(value=limit),
            ):
                value = known.get(name)
                if value is not None and not COMPARE[sign](value, limit):
                    return self.e.negated(step.condition).text
        return ""

    def forever(self, step: Forever) -> Code:
        idle = [PortLine(0, f"{self.f.machine}.idle()")] if self.looks_idly(step.body) else []
        code = self.inside(step, step.body, lambda: [PortLine(0, "continue")], basic=False)
        loop = self.last
        code = [*idle, *tidy_loop_end(code)]
        return self.guarded(loop, [PortLine(0, "while True:", 0, f"@{step.label}"), *indent(code)])

    def idle(self, block: Block, condition: Expression) -> Code:
        """A frame that passes in a loop that only looks at its input."""
        return [PortLine(0, f"{self.f.machine}.idle()")] if self.looks_idly(block, condition) else []

    def looks_idly(self, block: Block, *more: nodes.Head) -> bool:
        """Whether the steps look at the input, and neither they nor what they call ever waits."""
        found = [*more, *(head for step in steps(block) for head in heads(step))]
        words = list(words_of(found))
        callees = [callee for head in found for callee in self.liveness.calls(self.unit, head)]
        reached = {each for callee in callees for each in (callee, *self.liveness.reached_from(callee))}
        for unit in self.liveness.units:
            if unit in reached:
                words += words_of(head for step in steps(unit.body) for head in heads(step))
        return any(called_looks(each) & PASSING for each in words) and not any(
            waits(each.name) for each in words
        )


def words_of(found: Iterable[nodes.Node]) -> Iterator[nodes.Function | nodes.Instruction | nodes.Name]:
    """Every name and every call in some nodes."""
    for head in found:
        for node in every(head):
            if isinstance(node, nodes.Function | nodes.Instruction | nodes.Name):
                yield node


def tidy_loop_end(code: Code) -> Code:
    """A loop's end without `continue`, and `if not c: break` for `if c: continue` and `break`."""
    if len(code) > 1 and code[-1].code == "continue" and code[-1].depth == 0:
        return code[:-1]
    if len(code) >= 3 and code[-1].code == "break" and code[-1].depth == 0:
        test, again = code[-3], code[-2]
        if again.code == "continue" and again.depth == 1 and test.code.startswith("if ") and test.depth == 0:
            condition = test.code[3:-1]
            simple = " and " not in condition and " or " not in condition
            turned = condition.removeprefix("not ") if condition.startswith("not ") and simple else ""
            turned = turned or opposite(condition)
            return [*code[:-3], replace(test, code=f"if {turned}:"), PortLine(1, "break", 0)]
    return code


def opposite(condition: str) -> str:
    """The opposite of a condition in text."""
    found = [sign for sign in OPPOSITES if sign in condition]
    if any(each in condition for each in (" and ", " or ")):
        return f"not ({condition})"
    if len(found) == 1 and condition.count(found[0]) == 1 and not {"(", '"'} & set(condition):
        return condition.replace(found[0], OPPOSITES[found[0]])
    return f"not {condition}"

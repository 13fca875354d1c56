"""Ports FOR: a `for` over a range where that is the same, else a `while` that counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.structure import Block, CountedLoop
from retromaze.language.walk import every, heads, steps
from retromaze.lowering.facts.declared import is_pure
from retromaze.lowering.facts.kinds import LARGEST, SMALLEST
from retromaze.lowering.jumps import running
from retromaze.porting import pieces
from retromaze.porting.lines import Code, PortLine, indent
from retromaze.porting.pieces import INT
from retromaze.porting.transfers import Transfers
from retromaze.porting.units import changed_arrays, stores_of


class Counted(Transfers):
    """Writes the FOR loops of one function."""

    def counted(self, step: CountedLoop) -> Code:
        if self.is_plain(step):
            return self.range_loop(step)
        head = step.head
        one = nodes.Number(step.line, step.column, 1)
        start = nodes.Assign(step.line, step.column, head.variable, head.start)
        add = nodes.Increase(step.line, step.column, head.variable, 1, head.step or one)
        first = self.straight(start)
        adding = [replace(line, number=0) for line in self.straight(add)]
        body = self.inside(step, step.body, lambda: [*adding, PortLine(0, "continue")])
        loop = self.last
        test = self.e.condition(running(self.with_sign(head))).text
        rows = [*body, *adding]
        return [*first, *self.guarded(loop, [PortLine(0, f"while {test}:", step.line), *indent(rows)])]

    def range_loop(self, step: CountedLoop) -> Code:
        head = step.head
        variable = self.f.scope.stored(head.variable)
        assert variable is not None
        amount = "1" if head.step is None else self.e.value(head.step).text
        start = self.e.value(head.start)
        stop = self.e.value(head.stop)
        edge = pieces.plus_amount(stop, self.direction(head.step))
        given = [] if start.text == "0" and amount == "1" else [start.text]
        given += [edge.text] + ([amount] if amount != "1" else [])
        name = self.f.name(variable)
        self.f.declared.add(variable)
        body = self.inside(step, step.body, lambda: [PortLine(0, "continue")])
        loop = self.last
        is_live = step in self.liveness.live_behind
        is_away = step in self.liveness.live_away
        is_shown = is_away or self.is_read(step, variable) or (is_live and loop.breaks)
        shown = name if is_shown else f"_{name.removeprefix('self.')}"
        if variable in self.f.module.shared:
            shown = name.removeprefix("self.")
            body = [PortLine(0, f"{name} = {shown}"), *body]
        body = body or [PortLine(0, "pass")]
        code = [PortLine(0, f"for {shown} in range({', '.join(given)}):", step.line), *indent(body)]
        end: Code = []
        if is_live:
            value = f"{self.f.basic('for_end')}({start.text}, {stop.text}, {amount})"
            end = [PortLine(0, f"{name} = {value}", 0, "FOR ends beyond its limit")]
            if loop.breaks:
                end = [PortLine(0, "else:"), *indent(end)]
        return self.guarded(loop, [*code, *end])

    def is_read(self, step: CountedLoop, variable: object) -> bool:
        names = (node for inner in steps(step.body) for head in heads(inner) for node in every(head))
        return any(
            isinstance(each, nodes.Name) and self.f.scope.find(each.name) is variable for each in names
        )

    # ---- what a range needs

    def is_plain(self, loop: CountedLoop) -> bool:
        """Whether the loop is a `for` over a range: nothing in it changes its variable or its limit."""
        head = loop.head
        variable = self.f.scope.stored(head.variable)
        step = head.step
        if variable is None or variable.is_array or not isinstance(head.variable, nodes.Name):
            return False
        if not self.direction(step):
            return False
        if variable in self.f.module.shared and loop in self.liveness.live_behind:
            return False
        types = [self.f.module.type_of(variable), self.e.value(head.start).type, self.e.value(head.stop).type]
        return types == [INT] * 3 and not self.may_wrap(loop) and self.is_fixed(loop, variable)

    def may_wrap(self, loop: CountedLoop) -> bool:
        variable = self.f.scope.stored(loop.head.variable)
        if variable is None or variable.kind != "%":
            return False
        stop = self.f.kind(loop.head.stop)
        step = self.f.kind(loop.head.step or nodes.Number(0, 0, 1))
        return not (stop.low + step.low >= SMALLEST and stop.high + step.high <= LARGEST)

    def direction(self, step: Expression | None) -> int:
        """1 where a loop whose step stays counts up, -1 where it counts down, 0 where that is not known."""
        return 1 if step is None else self.sign(step, self.known)

    def sign(self, step: Expression, known: Mapping[str, float] = MappingProxyType({})) -> int:
        """The sign of a whole number, 0 where that is not known; `known` are constants that variables hold.

        A keyword of `main` that is never below 0 is taken not to be 0.
        """
        if self.e.value(step).type != INT:
            return 0
        match step:
            case nodes.Unary(operator="-", operand=operand):
                return -self.sign(operand, known)
            case nodes.Name(name=name) if held := known.get(name):
                return 1 if held > 0 else -1
            case nodes.Name(name=name) if self.f.scope.find(name) in self.f.module.keywords:
                return int(self.f.kind(step).low >= 0)
        kind = self.f.kind(step)
        return (kind.low > 0) - (kind.high < 0)

    def with_sign(self, head: nodes.For) -> nodes.For:
        """The head with 1 or -1 for a step of a known sign, which is all that its test asks for."""
        if head.step is None or isinstance(head.step, nodes.Number) or not self.f.kind(head.step).is_int:
            return head
        sign = self.sign(head.step) or int(self.f.kind(head.step).low >= 0)
        return replace(head, step=nodes.Number(head.line, head.column, sign)) if sign else head

    def is_fixed(self, loop: CountedLoop, variable: object) -> bool:
        """Whether the body can change neither the variable nor anything the limit is made of."""
        needed: set[object] = {variable}
        lengths: set[object] = set()
        watched = [loop.head.stop, *([loop.head.step] if loop.head.step else [])]
        if loop in self.liveness.live_behind:
            watched.append(loop.head.start)
        for node in (each for expression in watched for each in every(expression)):
            if isinstance(node, nodes.Function) and not is_pure(node.name):
                return False
            if isinstance(node, nodes.Index | nodes.VariableNamed):
                return False
            if isinstance(node, nodes.Name):
                found = self.f.scope.find(node.name)
                if found is None or found is variable:
                    return False
                (lengths if found.is_array else needed).add(found)
        fixed = needed.isdisjoint(self.changed_in(loop.body))
        return fixed and (not lengths or lengths.isdisjoint(self.resized_in(loop.body)))

    def resized_in(self, block: Block) -> set[object]:
        """The arrays whose length the steps of a block may change, what they call included."""
        waiting, seen = [(self.unit, block)], {self.unit}
        found: set[object] = set()
        while waiting:
            unit, body = waiting.pop()
            for head in (head for step in steps(body) for head in heads(step)):
                found.update(variable for variable, resized in changed_arrays(unit, head) if resized)
                for callee in self.liveness.calls(unit, head):
                    if callee not in seen:
                        seen.add(callee)
                        waiting.append((callee, callee.body))
        return found

    def changed_in(self, block: Block) -> set[object]:
        """Everything that the steps of a block may store into, what they call included."""
        found: set[object] = set()
        for step in steps(block):
            if isinstance(step, CountedLoop):
                found.update(stores_of(self.unit, step.head))
            for head in heads(step):
                found.update(stores_of(self.unit, head))
                for callee in self.liveness.calls(self.unit, head):
                    found.update(self.liveness.writes[callee] & self.liveness.outer)
        return found

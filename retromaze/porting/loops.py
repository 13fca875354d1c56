"""Ports loops, and what leaves them: FOR, WHILE, REPEAT, and those made of GOTOs.

FOR becomes a `for` over a range where that is the same, else a `while` that counts.
A jump out of more than one loop sets a flag and breaks; behind each of those loops a test sends it on. A jump
forward past what stands behind a loop does the same, and a test keeps what is passed from being done. One
variable tells of all ways of a function: JUMPED, if only one is open at a time, else GOES_ON with the label.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from retromaze.analysis.declared import is_pure
from retromaze.analysis.graphs import reachable
from retromaze.analysis.jumps import running
from retromaze.analysis.side_effects import (
    counter_of,
    looks_idly,
    may_wrap,
    variables_of,
    variables_resized,
    variables_stored,
)
from retromaze.language import nodes
from retromaze.language.nodes import Expression, every
from retromaze.language.program import Variable
from retromaze.language.structure import (
    Block,
    CountedLoop,
    Forever,
    RepeatLoop,
    WhileLoop,
    all_heads,
    heads,
    steps,
)
from retromaze.porting import pieces
from retromaze.porting.module import PortFunction
from retromaze.porting.pieces import INT, call, literal
from retromaze.porting.statements import PortStatements, noted
from retromaze.porting.units import Liveness, PortUnit
from retromaze.python.blocks import Body, headings
from retromaze.python.flags import Asks, Clears, Tells
from retromaze.python.fragments import STORE, Part, Piece, node_of, stmts
from retromaze.python.layout import margin_of, set_margin
from retromaze.python.opposites import opposite
from retromaze.python.structure import Labels, OpenLoops, PythonLoop, Way
from retromaze.values.operators import COMPARE

TRUE = ast.Constant(True)


class Loops(PortStatements):
    """Writes the loops of one function, and what leaves them or begins them again."""

    def __init__(self, function: PortFunction, unit: PortUnit, liveness: Liveness) -> None:
        super().__init__(function, liveness.needed)
        self.unit = unit
        self.liveness = liveness
        self.loops = OpenLoops()
        self.last = self.loops.innermost
        self.known: dict[str, float] = {}

    def block(self, block: Block) -> Body:
        """The code of a block."""
        raise NotImplementedError

    def inside(self, step: Any, block: Block, repeat: Callable[[], Body], *, basic: bool = True) -> Body:
        """The body of a loop, which is `last` then."""
        loop = PythonLoop(repeat, basic, step)
        with self.loops.inside(loop):
            code = self.block(block)
        self.last = loop
        return code

    def guarded(self, loop: PythonLoop, code: Body) -> Body:
        """A loop with the flag of the ways out through it, and what has to be done behind it."""
        if not loop.ways:
            return code
        if self.passes_all(loop):
            return code
        if not self.loops.over(loop.begin):
            for row in headings(code):
                if isinstance(row, Clears):
                    row.again = True
        around, taken = self.loops.innermost, self.loops.taken[loop.begin :]
        again = [way for way in loop.ways if way.again and way.loop is around]
        leaving = [way for way in loop.ways if way not in again and not (way.labels and way.loop is around)]
        tests: Body = []
        for ways in sorted([again, leaving], key=lambda ways: loop.ways.index(ways[0]) if ways else 0):
            if ways:
                others = [way for way in taken if way not in ways]
                landing: Body = around.repeat() if ways is again else [ast.Break()]
                tests.append(ast.If(Asks(ways, others), landing, []))
        return [Clears(loop.ways), *code, *tests]

    def passes_all(self, loop: PythonLoop) -> bool:
        """Whether nothing leaves a loop but jumps to the label behind its row: Python has `else` for that."""
        match loop.ways:
            case [Way(labels=Labels(following=following)) as way]:
                is_plain = isinstance(loop.step, CountedLoop | WhileLoop) and not loop.is_left
                return is_plain and way.loop is self.loops.innermost and way.label == following
            case _:
                return False

    def transfer(self, loop: PythonLoop, word: str, *, again: bool) -> Body:
        """Goes on with the next pass of a loop around this place, or behind it; the flag says the word."""
        way = self.loops.jump(loop, again=again, word=word)
        if way is None:
            return loop.repeat() if again else [ast.Break()]
        note = f"@{loop.step.label}" if isinstance(loop.step, Forever) else ""
        return [noted(Tells(way), note), ast.Break()]

    def looping(self, test: Part, number: int, body: Body, note: str = "") -> ast.stmt:
        """`while test:`"""
        return noted(ast.While(node_of(test), body or [ast.Pass()], []), note, number)

    def while_loop(self, step: WhileLoop) -> Body:
        body = self.inside(step, step.body, lambda: [*self.idle(step.body, step.condition), ast.Continue()])
        loop, condition = self.last, step.condition
        is_endless = isinstance(condition, nodes.Number) and condition.value != 0
        test = TRUE if is_endless else self.e.condition(condition)
        rows = [*body, *self.idle(step.body, condition)]
        return self.guarded(loop, [self.looping(test, step.line, rows)])

    def repeat_loop(self, step: RepeatLoop) -> Body:
        known = self.known
        if not step.body.statements:
            test = self.e.negated(step.condition)
            return [self.looping(test, step.line, self.idle(step.body, step.condition))]

        def end() -> Body:
            test = self.e.condition(step.condition).node
            leave = noted(ast.If(test, [ast.Break()], []), "", step.condition.line)
            endless = isinstance(step.condition, nodes.Number) and step.condition.value == 0
            return [*([] if endless else [leave]), *self.idle(step.body, step.condition)]

        body = self.inside(step, step.body, lambda: [*end(), ast.Continue()])
        loop = self.last
        turned = self.turned(step, body, known)
        if turned and not self.looks_idly(step.body, step.condition):
            return self.guarded(loop, [self.looping(turned, step.line, body)])
        return self.guarded(loop, [self.looping(TRUE, step.line, [*body, *end()])])

    def turned(self, step: RepeatLoop, body: Body, known: dict[str, float]) -> Piece | None:
        """The condition of a WHILE in its place, if the first pass is sure to be made all the same."""
        if any(isinstance(row, ast.Continue) for row in headings(body)):
            return None
        match step.condition:
            case nodes.Binary(
                operator="==" | "!=" | "<" | "<=" | ">" | ">=" as sign,
                left=nodes.Name(name=name),
                right=nodes.Number(value=limit),
            ):
                value = known.get(name)
                if value is not None and not COMPARE[sign](value, limit):
                    return self.e.negated(step.condition)
        return None

    def forever(self, step: Forever) -> Body:
        code = self.inside(step, step.body, lambda: [ast.Continue()], basic=False)
        loop = self.last
        rows = [*self.idle(step.body), *tidy_loop_end(code)]
        return self.guarded(loop, [self.looping(TRUE, 0, rows, f"@{step.label}")])

    def idle(self, block: Block, *more: nodes.Head) -> Body:
        """A frame that passes in a loop that only looks at its input."""
        return list(self.calling("idle")) if self.looks_idly(block, *more) else []

    def looks_idly(self, block: Block, *more: nodes.Head) -> bool:
        """Whether the steps look at the input, and neither they nor what they call ever waits."""
        found = [*more, *all_heads(block)]
        callees = [callee for head in found for callee in self.liveness.calls(self.unit, head)]
        for unit in reachable(callees, self.liveness.callees):
            found += all_heads(unit.body)
        return looks_idly(found)

    # ---- FOR

    def counted(self, step: CountedLoop) -> Body:
        if self.is_plain(step):
            return self.range_loop(step)
        head = step.head
        one = nodes.Number(step.line, step.column, 1)
        start = nodes.Assign(step.line, step.column, head.variable, head.start)
        add = nodes.Increase(step.line, step.column, head.variable, 1, head.step or one)
        first = self.straight(start)

        def adding() -> Body:
            self.f.temporaries.clear()
            return list(self.plain(add))

        body = self.inside(step, step.body, lambda: [*adding(), ast.Continue()])
        loop = self.last
        test = self.e.condition(running(self.with_sign(head)))
        return [*first, *self.guarded(loop, [self.looping(test, step.line, [*body, *adding()])])]

    def range_loop(self, step: CountedLoop) -> Body:
        head = step.head
        variable = self.f.scope.stored(head.variable)
        assert variable is not None
        amount = pieces.number(1) if head.step is None else self.e.value(head.step)
        start, stop = self.e.value(head.start), self.e.value(head.stop)
        edge = pieces.plus_amount(stop, self.direction(head.step))
        by_one = literal(amount) == 1
        given = [*([] if by_one and literal(start) == 0 else [start]), edge, *([] if by_one else [amount])]
        name = self.f.name(variable)
        self.f.declared.add(variable)
        body = self.inside(step, step.body, lambda: [ast.Continue()])
        loop = self.last
        is_live = step in self.liveness.live_behind
        is_away = step in self.liveness.live_away
        is_shown = is_away or self.is_read(step, variable) or (is_live and (loop.is_left or loop.ways))
        own = name.removeprefix("self.")
        if variable in self.f.module.shared:
            body = [*stmts("{name} = {own}", name=name, own=own), *body]
        elif not is_shown:
            own = f"_{own}"
        row = call("range", *given, type_=INT).node
        found = noted(ast.For(ast.Name(own, STORE), row, body or [ast.Pass()], []), "", step.line)
        end: Body = []
        if is_live:
            value = call("basic.for_end", start, stop, amount, type_=INT)
            end = [noted(row, "FOR ends beyond its limit") for row in stmts("{x} = {y}", x=name, y=value)]
        if end and (loop.is_left or loop.ways):
            found.orelse, end = end, []
        return self.guarded(loop, [found, *end])

    def is_read(self, step: CountedLoop, variable: object) -> bool:
        names = (node for inner in steps(step.body) for head in heads(inner) for node in every(head))
        return any(
            isinstance(each, nodes.Name) and self.f.scope.find(each.name) is variable for each in names
        )

    # ---- what a range needs

    def is_plain(self, loop: CountedLoop) -> bool:
        """Whether the loop is a `for` over a range: nothing in it changes its variable or its limit."""
        head, step = loop.head, loop.head.step
        variable = counter_of(loop, self.f.scope)
        if variable is None or not self.direction(step):
            return False
        if variable in self.f.module.shared and loop in self.liveness.live_behind:
            return False
        types = [self.f.module.type_of(variable), self.e.value(head.start).type, self.e.value(head.stop).type]
        if types != [INT] * 3 or not self.is_fixed(loop, variable):
            return False
        by = self.f.kind(step or nodes.Number(0, 0, 1))
        return variable.kind != "%" or not may_wrap(self.f.kind(head.stop), by)

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

    def is_fixed(self, loop: CountedLoop, variable: Variable) -> bool:
        """Whether the body can change neither the variable nor anything the limit is made of."""
        head = loop.head
        watched = [head.stop, *([head.step] if head.step else [])]
        if loop in self.liveness.live_behind:
            watched.append(head.start)
        found = variables_of(watched, self.f.scope, lambda node: is_pure(node.name))
        if found is None or variable in found:
            return False
        lengths = {each for each in found if each.is_array}
        fixed = (found - lengths | {variable}).isdisjoint(self.changed_in(loop.body))
        return fixed and (not lengths or lengths.isdisjoint(self.resized_in(loop.body)))

    def resized_in(self, block: Block) -> set[object]:
        """The arrays whose length the steps of a block may change, what they call included."""
        found: set[object] = set()
        for head in all_heads(block):
            found |= variables_resized(self.unit.scope, head)
            found.update(*(self.liveness.resizes[each] for each in self.liveness.calls(self.unit, head)))
        return found

    def changed_in(self, block: Block) -> set[object]:
        """Everything that the steps of a block may store into, what they call included."""
        found: set[object] = set()
        for head in all_heads(block):
            found.update(variables_stored(self.unit.scope, head))
            found.update(*(self.liveness.stores[each] for each in self.liveness.calls(self.unit, head)))
        return found


def tidy_loop_end(code: Body) -> Body:
    """A loop's end without `continue`, and `if not c: break` for `if c: continue` and `break`."""
    match code:
        case [*first, ast.Continue()] if first:
            return first
        case [*first, ast.If(test=test, body=[ast.Continue()], orelse=[]) as asked, ast.Break()]:
            turned = ast.If(opposite(test), [ast.Break()], [])
            set_margin(turned, margin_of(asked))
            return [*first, turned]
    return code

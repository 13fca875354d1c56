"""Writes FOR loops that can count over a Python range as Python's `for`.

They can where the variable is an int, the step a whole literal, the limit cannot change while the loop
runs and nothing in the loop stores to the variable. Behind the loop the variable stands one step
beyond the limit, as on the machine. This made the loops that fill an array twice as quick.
"""

from __future__ import annotations

import ast
from typing import Protocol

from retromaze.analysis import kinds
from retromaze.analysis.kinds import EXTREMES, Kind, Type
from retromaze.analysis.side_effects import counter_of, may_wrap, variables_of
from retromaze.compiler import naming
from retromaze.compiler.stores import Code
from retromaze.compiler.syntax import At
from retromaze.compiler.techniques import Technique
from retromaze.compiler.unit import FunctionUnit
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import Variable
from retromaze.language.structure import CountedLoop


class Counting:
    """Decides and writes range loops for one Python function."""

    def __init__(self, unit: FunctionUnit) -> None:
        self.unit = unit

    def is_plain(self, loop: CountedLoop) -> bool:
        """Whether a loop counts over a range."""
        head, step = loop.head, loop.head.step
        variable = counter_of(loop, self.unit.scope)
        if variable is None or not self.unit.compilation.uses(Technique.RANGES):
            return False
        if not (
            step is None or (isinstance(step, nodes.Number) and isinstance(step.value, int) and step.value)
        ):
            return False
        counter, stop, by = self.unit.compilation.facts.of(variable), self.unit.kind(head.stop), step_of(loop)
        if not is_reached(counter, stop):
            return False
        if counter.type is Type.INTEGER and may_wrap(stop, kinds.integer(by, by)):
            return False
        limit = variables_of([head.stop], self.unit.scope, self.is_steady)
        if limit is None or variable in limit:
            return False  # counting moves the limit
        scalars = {each for each in limit if not each.is_array}
        return not self.changes(loop, scalars | {variable})

    def is_steady(self, node: nodes.Function) -> bool:
        """Whether it is MIN, MAX or ABS."""
        return node.name in {"ABS", *EXTREMES} and node.name not in self.unit.compilation.variants

    def changes(self, loop: CountedLoop, fixed: set[Variable]) -> bool:
        """Whether the body can store to one of the variables; what it calls may store to shared ones."""
        bodies = self.unit.compilation.bodies(self.unit.scope)
        if bodies.stores_to(loop, [each.name for each in fixed]):
            return True
        called = bodies.called_in(loop)
        seen = fixed & self.unit.compilation.shared
        return any(self.unit.compilation.knowledge.may_change(called, each.name) for each in seen)

    def loop(self, at: At, e: ValueWriter, loop: CountedLoop, body: Code) -> Code:
        """`for I in range(start, limit + 1): body`, and I one step beyond the limit behind it."""
        head, step = loop.head, step_of(loop)
        variable = counter_of(loop, self.unit.scope)
        assert variable is not None
        self.unit.use(variable)
        name = naming.scalar(variable)
        start, stop = self.unit.kind(head.start), self.unit.kind(head.stop)
        begin = at.constant(start.low) if start.is_int and start.low == start.high else at.name(name)
        edge = beyond(at, e.value(head.stop), stop, 1 if step > 0 else -1)
        arguments = [begin, edge] + ([at.constant(step)] if step != 1 else [])
        moved: ast.stmt = at.update(name, "+", at.constant(step))
        if not runs(start, stop, step):
            sign = "<=" if step > 0 else ">="
            moved = at.when(at.compare(at.name(name), sign, e.value(head.stop)), [moved])
        return [at.count(name, at.call("range", *arguments), body, [moved])]


def is_reached(counter: Kind, stop: Kind) -> bool:
    """Whether the counter is an int, and the limit one too or a Real that the counter stays below."""
    return counter.is_int and (stop.is_int or (stop.type is Type.REAL and counter.type is Type.WHOLE))


def beyond(at: At, stop: ast.expr, kind: Kind, past: int) -> ast.expr:
    """The end of a Python range that reaches the limit."""
    if not kind.is_int:
        return at.call("above" if past > 0 else "below", stop)
    match stop:
        case ast.Constant(value=int(value)):
            return at.constant(value + past)
        case ast.BinOp(left=last, op=ast.Sub(), right=ast.Constant(value=value)) if value == past:
            return last
    return at.binary(stop, "+" if past > 0 else "-", at.constant(1))


def runs(start: Kind, stop: Kind, step: int) -> bool:
    """Whether the loop certainly makes a pass."""
    if not (start.is_int and stop.is_int):
        return False
    return start.high <= stop.low if step > 0 else start.low >= stop.high


class ValueWriter(Protocol):
    """What this module needs of an expression writer."""

    def value(self, node: Expression) -> ast.expr: ...


def step_of(loop: CountedLoop) -> int:
    step = loop.head.step
    return int(step.value) if isinstance(step, nodes.Number) else 1

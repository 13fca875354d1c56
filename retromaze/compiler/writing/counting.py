"""Writes FOR loops that can count over a Python range as Python's `for`.

They can where the variable is an int, the step a whole literal, the limit cannot change while the loop
runs and nothing in the loop stores to the variable. Behind the loop the variable stands one step
beyond the limit, as on the machine. This made the loops that fill an array twice as quick.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Protocol

from retromaze.builtins.registry import VARIABLES
from retromaze.compiler import naming
from retromaze.compiler.techniques import Technique
from retromaze.compiler.unit import FunctionUnit
from retromaze.compiler.writing.stores import Code
from retromaze.compiler.writing.syntax import At
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.program import Variable
from retromaze.language.structure import CountedLoop
from retromaze.language.walk import every
from retromaze.lowering.facts.extremes import EXTREMES
from retromaze.lowering.facts.kinds import LARGEST, SMALLEST, Kind, Type


class Counting:
    """Decides and writes range loops for one Python function."""

    def __init__(self, unit: FunctionUnit) -> None:
        self.unit = unit

    def is_plain(self, loop: CountedLoop) -> bool:
        head = loop.head
        variable = self.scalar(head.variable)
        step = head.step
        if not self.unit.compilation.uses(Technique.RANGES):
            return False
        if variable is None or not (step is None or (isinstance(step, nodes.Number) and step.value)):
            return False
        if isinstance(step, nodes.Number) and not isinstance(step.value, int):
            return False
        if not self.is_reached(variable, self.unit.kind(head.stop)) or self.may_wrap(loop, variable):
            return False
        limit = {each for each in self.variables(head.stop) if not each.is_array}
        if variable in limit:
            return False  # counting moves the limit
        return self.is_fixed(loop) and not self.changes(loop, limit | {variable})

    def is_reached(self, variable: Variable, stop: Kind) -> bool:
        """Whether the variable is an int, and the limit one too or a Real that a counter stays below."""
        counter = self.unit.compilation.facts.of(variable)
        return counter.is_int and (stop.is_int or (stop.type is Type.REAL and counter.type is Type.WHOLE))

    def may_wrap(self, loop: CountedLoop, variable: Variable) -> bool:
        """Whether a `%` counter could pass 32 bits, where the machine's loop never ends."""
        if self.unit.compilation.facts.of(variable).type is not Type.INTEGER:
            return False
        stop, step = self.unit.kind(loop.head.stop), step_of(loop)
        return not (stop.low + step >= SMALLEST and stop.high + step <= LARGEST)

    def scalar(self, target: Expression) -> Variable | None:
        if not isinstance(target, nodes.Name):
            return None
        variable = self.unit.scope.find(target.name)
        return variable if variable and not variable.is_array else None

    def variables(self, node: nodes.Node) -> Iterator[Variable]:
        for each in every(node):
            if isinstance(each, nodes.Name) and (variable := self.unit.scope.find(each.name)):
                yield variable

    def is_fixed(self, loop: CountedLoop) -> bool:
        """Whether the limit is made of scalars, operators, MIN and MAX."""
        return all(map(self.is_part, every(loop.head.stop)))

    def is_part(self, node: nodes.Node) -> bool:
        match node:
            case nodes.Number() | nodes.Binary() | nodes.Unary():
                return True
            case nodes.Name(name=name):
                return name not in VARIABLES and self.unit.scope.find(name) is not None
            case nodes.Function(name=name) if name in {"ABS", *EXTREMES}:
                return name not in self.unit.compilation.variants
            case _:
                return False

    def changes(self, loop: CountedLoop, fixed: set[Variable]) -> bool:
        """Whether the body can store to one of the variables; what it calls may store to shared ones."""
        bodies = self.unit.compilation.bodies(self.unit.scope)
        if bodies.stores_to(loop, [each.name for each in fixed]):
            return True
        called = bodies.called_in(loop)
        seen = fixed & self.unit.compilation.shared
        return any(self.unit.compilation.knowledge.changes.may_change(called, each.name) for each in seen)

    def loop(self, at: At, e: ValueWriter, loop: CountedLoop, body: Code) -> Code:
        """`for I in range(start, limit + 1): body`, and I one step beyond the limit behind it."""
        head, step = loop.head, step_of(loop)
        variable = self.scalar(head.variable)
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

"""Writes FOR loops that can count over a Python range as Python's `for`.

This is possible if the variable is an int, the step a whole literal, the limit cannot change while the loop
runs and nothing in the loop stores to the variable. After the loop the variable is one step beyond the limit,
as on the machine. Loops that fill an array run twice as fast this way.
"""

from __future__ import annotations

import ast

from retromaze.analysis import kinds
from retromaze.analysis.kinds import EXTREMES, Kind, Type
from retromaze.analysis.side_effects import counter_of, may_wrap, variables_of
from retromaze.compiler import naming
from retromaze.compiler.expressions import Expressions
from retromaze.compiler.settings import Technique
from retromaze.compiler.syntax import AstBuilder, Code
from retromaze.compiler.unit import FunctionUnit
from retromaze.language import nodes
from retromaze.language.structure import CountedLoop


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

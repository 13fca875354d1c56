"""Inlines DEFs that are little more than an expression.

`DEF DX(D) RETURN (D==1)-(D==3) END` costs less than its call. Arguments that are more than a name or a number
are worked out once, in order, before: `(t1 := argument, formula)[-1]`.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from retromaze.compiler.writing.shapes import Shapes
from retromaze.compiler.writing.syntax import At
from retromaze.language import nodes
from retromaze.language.program import Variable
from retromaze.language.structure import Choice, Step
from retromaze.lowering.facts.variants import Variant, receivers


def written_out(e: Shapes, at: At, variant: Variant, arguments: list[ast.expr]) -> ast.expr:
    """What a call gives, without the call."""
    before: list[ast.expr] = []
    given: dict[Variable, ast.expr] = {}
    by_name = may_be_named(e, variant, arguments)
    for name, argument in zip(receivers(variant.scope), arguments, strict=True):
        again = argument
        if not (by_name or isinstance(argument, ast.Constant)):
            load, again = e.kept(at, argument)
            before.append(load)
        if name is not None:
            given[variant.scope.variables[name]] = again
    formula = answer(e.inside(variant, given), variant.scope.body.statements)
    return at.subscript(at.row([*before, formula]), at.constant(-1)) if before else formula


def may_be_named(e: Shapes, variant: Variant, arguments: list[ast.expr]) -> bool:
    """Whether all arguments are names or numbers, and nothing can change them before they are looked at."""
    plain = all(isinstance(each, ast.Constant | ast.Name) for each in arguments)
    return plain and not e.unit.compilation.graph.called[variant.name]


def answer(e: Shapes, statements: Sequence[Step]) -> ast.expr:
    """`IF … THEN RETURN a` and `RETURN b` as `a if … else b`."""
    first, *others = statements
    if isinstance(first, nodes.Return):
        assert first.value is not None and e.unit.variant is not None
        with e.unit.at(first):
            return e.as_kind(first.value, e.unit.compilation.facts.of(e.unit.variant.result))
    assert isinstance(first, Choice)
    tests = [test_of(e, condition) for condition, _ in first.branches]
    values = [answer(e, body.statements) for _, body in first.branches]
    result = answer(e, others)
    for (condition, _), test, value in reversed(list(zip(first.branches, tests, values, strict=True))):
        result = At(condition.line, condition.column).choose(test, value, result)
    return result


def test_of(e: Shapes, condition: nodes.Expression) -> ast.expr:
    with e.unit.at(condition):
        return e.condition(condition)

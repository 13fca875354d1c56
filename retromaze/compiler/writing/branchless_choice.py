"""Writes `(D==1)-(D==3)` as one conditional expression: `1 if D == 1 else -1 if D == 3 else 0`."""

from __future__ import annotations

import ast

from retromaze.compiler.techniques import Technique
from retromaze.compiler.writing.shapes import Shapes
from retromaze.compiler.writing.syntax import At
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.lowering.facts.kinds import LARGEST, SMALLEST, Type


def written(e: Shapes, at: At, node: nodes.Binary) -> ast.expr | None:
    """`(D==1)-(D==3)` or `X+(D==1)-(D==3)`; None for anything else."""
    if node.operator != "-" or not e.unit.compilation.uses(Technique.EITHER) or e.is_kept(node.left):
        return None
    match node.left:
        case nodes.Binary(operator="+", left=before, right=first) if may_follow(e, before):
            step = choice(e, at, first, node.right)
            return step and at.binary(e.value(before), "+", step)
        case first:
            return choice(e, at, first, node.right)


def may_follow(e: Shapes, before: Expression) -> bool:
    """Whether the sum with a step is exact: a whole number that needs no wrapping."""
    kind = e.kind(before)
    exact = kind.type is Type.WHOLE and not kind.minus_zero
    return exact or (kind.type is Type.INTEGER and kind.within(SMALLEST + 1, LARGEST - 1))


def choice(e: Shapes, at: At, first: Expression, other: Expression) -> ast.expr | None:
    if not is_pair(e, first, other):
        return None
    below = at.choose(e.condition(other), at.constant(-1), at.constant(0))
    return at.choose(e.condition(first), at.constant(1), below)


def is_pair(e: Shapes, first: Expression, other: Expression) -> bool:
    """Whether these compare the same number with two different ones, so that one of them at most is true."""
    match first, other:
        case (
            nodes.Binary(operator="==", left=nodes.Name() as one, right=nodes.Number(value=here)),
            nodes.Binary(operator="==", left=nodes.Name(name=name), right=nodes.Number(value=there)),
        ):
            variable = e.unit.scope.find(name)
            plain = variable is not None and not variable.is_array and e.kind(one).is_number
            return plain and one.name == name and here != there
        case _:
            return False

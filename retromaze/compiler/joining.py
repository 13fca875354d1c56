"""Writes joins and comparisons of strings: inline where they are short, else counted against the memory."""

from __future__ import annotations

import ast

from retromaze.analysis.declared import is_short, longest_of
from retromaze.analysis.kinds import Type
from retromaze.compiler.shapes import Shapes
from retromaze.compiler.syntax import At
from retromaze.compiler.techniques import Technique
from retromaze.language import nodes
from retromaze.language.nodes import Expression, every
from retromaze.values.memory import LONG


def concatenation(e: Shapes, at: At, node: nodes.Binary) -> ast.expr:
    """`s+t`: of variables and literals at once where it stays short, else by way of the memory."""
    made = at.call("concatenate", e.value(node.left), e.value(node.right))
    lengths = [length for each in (node.left, node.right) if (length := length_of(e, at, each))]
    if len(lengths) < 2 or e.unit.shares_strings:
        return made
    short = at.compare(at.binary(lengths[0], "+", lengths[1]), "<", at.constant(LONG))
    return at.choose(short, at.binary(e.value(node.left), "+", e.value(node.right)), made)


def repetition(e: Shapes, at: At, node: nodes.Binary) -> ast.expr:
    """`s*n` in either order."""
    text, count = (
        (node.left, node.right) if e.kind(node.left).type is Type.STRING else (node.right, node.left)
    )
    if is_short_repetition(e, node):
        return at.binary(e.value(text), "*", e.value(count))
    return at.call("repeat", e.value(text), e.number(count))


def is_short_repetition(e: Shapes, node: Expression) -> bool:
    """Whether it is a literal, repeated a few times."""
    match node:
        case (
            nodes.Binary(operator="*", left=nodes.String() as text, right=count)
            | nodes.Binary(operator="*", left=count, right=nodes.String() as text)
        ):
            few = e.kind(count).is_int and max(0, e.kind(count).high) * len(text.value) < LONG
            return few and e.unit.compilation.uses(Technique.SHORT_STRINGS)
        case _:
            return False


def comparison(e: Shapes, at: At, node: nodes.Binary) -> ast.expr:
    """Beside a literal a comparison is over soon; of two long strings it takes its time."""
    left, right = e.value(node.left), e.value(node.right)
    plain = at.compare(left, node.operator, right)
    if is_short(node.left) or is_short(node.right):
        return plain
    slow = at.call("compare_texts", at.constant(node.operator), left, right)
    length = length_of(e, at, node.left)
    # Both are written down twice: what holds further comparisons would double at each of them.
    if length is None or e.unit.shares_strings or not isinstance(node.right, nodes.Name):
        return slow
    return at.choose(at.compare(length, "<", at.constant(LONG)), plain, slow)


def length_of(e: Shapes, at: At, node: Expression) -> ast.expr | None:
    """The greatest length of a string that costs nothing to look at twice."""
    if isinstance(node, nodes.Name) and e.unit.scope.find(node.name):
        return at.call("len", e.value(node))
    known = known_length(node)
    return None if known is None else at.constant(known)


def known_length(node: Expression) -> int | None:
    """The greatest length of what may be written down twice: a literal, CHR$ of numbers and variables."""
    match node:
        case nodes.String(value=value):
            return len(value)
        case nodes.Function(
            name="MID$" | "LEFT$" | "RIGHT$", arguments=[*others, nodes.Number(value=int(count))]
        ):
            return None if any(map(is_called, others)) else max(count, 0)
        case nodes.Function() if is_short(node) and not any(map(is_called, node.arguments)):
            return longest_of(node.name)
        case _:
            return None


def is_called(node: Expression | None) -> bool:
    """Whether an expression calls anything."""
    return node is not None and any(isinstance(each, nodes.Function) for each in every(node))

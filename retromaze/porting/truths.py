"""Finds where BASIC's bitwise operators only join truths, as Python's `and` and `or` do."""

from __future__ import annotations

from collections.abc import Callable, Container

from retromaze.analysis.declared import is_pure, may_be_left_out
from retromaze.analysis.kinds import Kind
from retromaze.analysis.side_effects import may_store
from retromaze.language import nodes
from retromaze.language.nodes import Expression, calls

KindOf = Callable[[Expression], Kind]


def joined_terms(kind: KindOf, definitions: Container[str], node: Expression) -> list[Expression]:
    """Returns the terms of `A OR B OR C` or `A AND B AND C` where `or` or `and` gives the same truth.

    BASIC evaluates all terms, Python stops at the first that decides. That makes no difference if nothing
    notices whether the others are evaluated. A term that something does notice (RND) goes to the beginning,
    if the others do not depend on it. Returns no terms if Python makes a difference.
    """
    if not isinstance(node, nodes.Binary) or node.operator not in {"AND", "OR"}:
        return []
    terms = chain(node)
    most = 1 if node.operator == "AND" else None
    if not all(is_truth(kind(each), most) for each in terms):
        return []
    noticed = [each for each in terms[1:] if not is_calm(may_be_left_out, definitions, each)]
    if not noticed:
        return terms
    rest = [each for each in terms if each is not noticed[0]]
    is_calm_without = len(noticed) == 1 and all(is_calm(is_pure, definitions, each) for each in rest)
    return [noticed[0], *rest] if is_calm_without and not may_store(noticed[0], definitions) else []


def is_calm(is_so: Callable[[str], bool], definitions: Container[str], node: Expression) -> bool:
    """Whether an expression calls no DEF, and only builtins for which `is_so` holds."""
    return all(call.name not in definitions and is_so(call.name) for call in calls(node))


def chain(node: nodes.Binary) -> list[Expression]:
    """Returns what an operator joins, from left to right, if it stands between several operands."""
    terms: list[Expression] = []
    left: Expression = node
    while isinstance(left, nodes.Binary) and left.operator == node.operator:
        terms.append(left.right)
        left = left.left
    return [left, *reversed(terms)]


def is_truth(kind: Kind, most: int | None) -> bool:
    """Whether cutting a number to an Integer of 32 bits changes nothing; with `most`, it is 0 to that."""
    return kind.fits_integer if most is None else kind.within(0, most)

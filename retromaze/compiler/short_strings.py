"""Writes string functions inline for short strings; long strings go through the builtins.

A string of LONG characters or more counts work and memory, which is the builtin's matter.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from retromaze.analysis.kinds import Type
from retromaze.compiler.joining import length_of
from retromaze.compiler.shapes import Shapes
from retromaze.compiler.syntax import At
from retromaze.compiler.techniques import Technique
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.values.memory import LONG

LARGEST_CODE = 0xFFFF
Namer = Callable[[], str]


def inline_string(e: Shapes, at: At, node: nodes.Function, called: Namer) -> ast.expr | None:
    """The function in Python's own words, or None where the builtin is called, by what `called` gives."""
    if not e.unit.compilation.uses(Technique.SHORT_STRINGS):
        return None
    match node.name, [each for each in node.arguments if each is not None]:
        case "CHR$", [code] if e.kind(code).within(0, LARGEST_CODE):
            return at.call("chr", e.value(code))
        case "MID$", [nodes.String() as text, place, nodes.Number(value=1)] if is_inside(e, text, place):
            return at.subscript(e.value(text), e.value(place))
        case "MID$", [text, start, count] if is_count(e, start) and is_count(e, count) and is_text(e, text):
            return middle(e, at, text, start, count)
        case "LEFT$", [text, count] if is_count(e, count) and is_text(e, text):
            return at.part(e.value(text), None, e.value(count))
        case "INSTR", [text, nodes.String() as wanted] if is_text(e, text):
            return position(e, at, text, wanted, called)
        case _:
            return None


def is_count(e: Shapes, node: Expression) -> bool:
    """Whether it is a number of characters that makes no long string, and can be written down twice."""
    return e.kind(node).within(0, LONG - 1) and isinstance(node, nodes.Name | nodes.Number)


def is_inside(e: Shapes, text: nodes.String, place: Expression) -> bool:
    """Whether a character of a literal stands there, whatever happens."""
    return e.kind(place).within(0, len(text.value) - 1)


def is_text(e: Shapes, node: Expression) -> bool:
    return e.kind(node).type is Type.STRING


def middle(e: Shapes, at: At, text: Expression, start: Expression, count: Expression) -> ast.expr:
    first, number = e.kind(start), e.kind(count)
    if first.low == first.high and number.low == number.high:
        end = at.constant(first.low + number.low)
    else:
        end = at.binary(e.value(start), "+", e.value(count))
    return at.part(e.value(text), e.value(start), end)


def position(
    e: Shapes, at: At, text: Expression, wanted: nodes.String, called: Callable[[], str]
) -> ast.expr | None:
    """INSTR of a literal in a variable; in a long text the search is counted."""
    length = length_of(e, at, text)
    if length is None or e.unit.shares_strings:
        return None
    owner = e.value(text)
    found = at.call(at.attribute(owner, "find"), e.value(wanted))
    short = at.compare(length, "<=", at.constant(LONG))
    return at.choose(short, found, at.call(called(), owner, e.value(wanted)))

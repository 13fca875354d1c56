"""Bounds the length of strings: short ones are joined and compared inline."""

from __future__ import annotations

from retromaze.analysis.declared import longest_of
from retromaze.language import nodes
from retromaze.language.nodes import Expression
from retromaze.language.walk import every


def is_short(node: Expression) -> bool:
    """Whether it is a string of a few characters, whatever happens."""
    return isinstance(node, nodes.LabelText | nodes.String) or (
        isinstance(node, nodes.Function) and longest_of(node.name) is not None
    )


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

"""Flattens chains of operators of one rank, `A+B-C`, which the parser nests to the left."""

from __future__ import annotations

from collections.abc import Iterator

from retromaze.language.nodes import Binary, Expression

# The ranks of the grammar, loosest first.
ROWS = (
    ("||",),
    ("&&",),
    ("OR", "XOR"),
    ("AND",),
    ("==", "!=", "<", "<=", ">", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "DIV", "MOD"),
)
RANKS = {operator: rank for rank, row in enumerate(ROWS) for operator in row}


def links(last: Binary) -> Iterator[Binary]:
    """The operators of the chain that this one ends, itself first."""
    rank = RANKS[last.operator]
    each: Expression = last
    while isinstance(each, Binary) and RANKS[each.operator] == rank:
        yield each
        each = each.left


def operands(last: Binary) -> list[Expression]:
    """What the chain that this operator ends joins, from left to right."""
    chain = list(links(last))
    return [chain[-1].left, *(each.right for each in reversed(chain))]

"""The limit of nesting in a listing, the same on every Python, checked before any recursion.

Blocks, calls, subscripts, signs and operators inside one another are levels, counted together. What is
merely long is not deep: a chain of operators counts one level for two of them and never more than eight
(see `engine/pieces.py`); arguments, items and branches beside each other count nothing.

CPython compiles by recursion, and what it is given is up to seven times as deep as the listing. With this
limit that fits a thread's stack of 512 kB, the megabyte of a browser and the 1,484 levels that Python
3.12.1 allows, each of them twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retromaze.errors import OutOfCodeMemory
from retromaze.language import nodes
from retromaze.language.chains import operands
from retromaze.language.nodes import Binary, Declaration, Node, parts
from retromaze.language.yield_hook import yield_to_host

LEVELS = 100
LONGEST_PIECE = 16
"""So many operators of a chain are nested in each other when it is written as Python."""
OPENERS = nodes.If | nodes.For | nodes.While | nodes.Repeat | nodes.Define


def depth(statement: Node) -> int:
    """How deeply expressions nest in a statement; a block that it opens is a level too."""
    yield_to_host()
    opened = int(isinstance(statement, OPENERS))
    return max((level for _, level in levels(statement)), default=opened)


def refusal(statement: Node, blocks: int, slot: int) -> OutOfCodeMemory:
    """The error of a statement that nests too deeply inside so many blocks, at the place where it does."""
    deep = (node for node, level in levels(statement) if blocks + level > LEVELS)
    place = next(deep, statement)
    return OutOfCodeMemory(
        f"nested more than {LEVELS} levels deep", slot=slot, line=place.line, column=place.column
    )


def levels(statement: Node) -> Iterator[tuple[Node, int]]:
    """Each expression in a statement that holds others, and how deep these are, from left to right."""
    waiting = [(part, 0) for part in reversed(parts(statement))]
    while waiting:
        node, level = waiting.pop()
        inside: Sequence[Node] = operands(node) if isinstance(node, Binary) else parts(node)
        if inside:
            level += levels_of(node, len(inside))
            yield node, level
            waiting.extend((each, level) for each in reversed(inside))


def levels_of(node: Node, inside: int) -> int:
    """The levels that an expression itself is, by the number of those directly inside it."""
    if isinstance(node, Binary):
        return min(inside, LONGEST_PIECE) // 2
    return 0 if isinstance(node, Declaration) else 1

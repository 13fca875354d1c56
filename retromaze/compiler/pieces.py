"""Writes long sums and long ELSEIF chains in parts, so that Python's parser is not nested too deeply.

A Python expression of a thousand sums and an `if` of a thousand branches are a thousand levels deep, and
CPython compiles them by recursion. Written in pieces they are as deep as one of those.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from itertools import islice, takewhile

from retromaze.compiler.syntax import At
from retromaze.language.nodes import Binary, Node, every, links
from retromaze.language.pairing import LONGEST_PIECE
from retromaze.language.text import yield_to_host

Writer = Callable[[At, Binary], ast.expr]
Branch = tuple[At, ast.expr, list[ast.stmt]]
Temporary = Callable[[], str]
# Each branch of a Python `if` is a level for what stands in those behind it: deep inside there are fewer.
BRANCHES_A_ROW, FEWER, DEEP = 8, 2, 16
# What is longer than so many nodes is not written once more for each CONTINUE.
SHORT = 40


class Pieces:
    """The chains of one Python function, `(t1 := a + b + c, t1 + d + e)[-1]` where they are long."""

    def __init__(self, temporary: Temporary) -> None:
        self.temporary = temporary
        self.kept: dict[Binary, str] = {}
        self.wanted: dict[Binary, Writer] = {}

    def write(self, at: At, node: Binary, writer: Writer) -> ast.expr:
        """What the writer makes of a chain.

        A chain with more than LONGEST_PIECE operators is cut there. All pieces but the last are kept in
        temporaries, and each is written in the shape in which the one behind it asks for its value.
        """
        name = self.kept.get(node)
        if name is not None:
            self.wanted[node] = writer
            return at.name(name)
        cuts = self.cuts(node)
        self.kept.update((each, self.temporary()) for each in cuts)
        pieces = [writer(at, node)]
        for each in cuts:
            pieces += self.piece(each)
        return pieces[0] if len(pieces) == 1 else at.subscript(at.row(pieces[::-1]), at.constant(-1))

    def cuts(self, node: Binary) -> list[Binary]:
        """The ends of all pieces but the last, the last of them first."""
        chain = list(takewhile(lambda each: each not in self.kept, links(node)))
        return chain[LONGEST_PIECE::LONGEST_PIECE]

    def piece(self, node: Binary) -> list[ast.expr]:
        """The piece that ends here, kept; nothing if its value is not wanted."""
        yield_to_host()
        name, writer = self.kept.pop(node), self.wanted.pop(node, None)
        at = At(node.line, node.column)
        return [] if writer is None else [at.walrus(name, writer(at, node))]


def branches(
    rows: Sequence[Branch], otherwise: list[ast.stmt], temporary: Temporary, around: int = 0
) -> list[ast.stmt]:
    """`if … elif … else`; after every few branches a new `if`, behind a test whether one is still wanted.

    `around` is the number of such statements around this one.
    """
    most = BRANCHES_A_ROW if around < DEEP else FEWER
    if len(rows) <= most:
        return one_row(rows, otherwise)
    waits, code = temporary(), list[ast.stmt]()
    for first in range(0, len(rows), most):
        row = rows[first : first + most]
        at = row[0][0]
        written = [at.assign(waits, at.constant(0)), *one_row(row, [at.assign(waits, at.constant(1))])]
        code += written if first == 0 else [at.when(at.name(waits), written)]
    return [*code, at.when(at.name(waits), otherwise)] if otherwise else code


def one_row(rows: Sequence[Branch], otherwise: list[ast.stmt]) -> list[ast.stmt]:
    for at, test, body in reversed(rows):
        otherwise = [at.when(test, body, otherwise)]
    return otherwise


def is_long(*ends: Node | None) -> bool:
    """Whether what ends each pass of a loop is too long to be written more than once."""
    return any(len(list(islice(every(end), SHORT + 1))) > SHORT for end in ends if end is not None)

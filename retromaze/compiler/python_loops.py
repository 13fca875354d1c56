"""The Python loops and dispatches that are open at the place where code is written."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice

from retromaze.language.nodes import Node, every
from retromaze.language.structure import Loop

# What is longer than so many nodes is not written once more for each CONTINUE.
SHORT = 40


@dataclass(eq=False)
class PythonLoop:
    """A Python loop being written: `repeat` writes what starts its next pass from inside.

    `basic` says that BREAK and CONTINUE mean this loop, `step` is the listing's own; `whole` is the loop that
    BREAK leaves where this one only runs the body once. One of jumps is `looked_at` where each of
    these stands: whether a frame is over.
    `escapes` are the numbers of the jumps that leave it for something further out.
    """

    repeat: Callable[[], list[ast.stmt]]
    basic: bool
    step: Loop | None = None
    whole: PythonLoop | None = None
    looked_at: bool = False
    escapes: set[int] = field(default_factory=set)


@dataclass(eq=False)
class Dispatch:
    """A block with live labels: the variable that chooses the part, and the loop around it, if any.

    `table` is the generated name of the positions, once a computed jump wants them.
    """

    variable: str
    positions: dict[str, int]
    loop: PythonLoop | None
    last: int
    following: int = -1
    table: str = ""


Escape = tuple[PythonLoop, bool]


def is_long(*ends: Node | None) -> bool:
    """Whether what ends each pass of a loop is too long to be written more than once."""
    return any(len(list(islice(every(end), SHORT + 1))) > SHORT for end in ends if end is not None)

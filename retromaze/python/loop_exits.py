"""Exits of nested loops: decides how jumps leave several Python loops, for both writers of Python.

Python has no jump out of several loops. Such a jump stores in a flag where it leads and breaks out of the
innermost loop; behind each loop that it passes a test of the flag sends it on. This module decides which
jumps need the flag, which loops they pass and where they arrive. A writer decides how the flag is stored,
tested and cleared: the compiler has numbers in `leaving`, a port has True or a word (`python/flags.py`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

Body = list[ast.stmt]


@dataclass(eq=False)
class PythonLoop:
    """A Python loop being written; `repeat` makes the statements that start its next pass from inside.

    BREAK and CONTINUE mean the innermost `basic` loop. `step` is the listing's loop. `whole` is the loop that
    BREAK leaves where this one only runs its body once. `ways` are those of the jumps that pass through it;
    `is_left` if a jump leads right behind it; `begin` is the number of jumps with a flag before it.
    """

    repeat: Callable[[], Body]
    basic: bool = False
    step: Any = None
    whole: PythonLoop | None = None
    ways: list[Way] = field(default_factory=list)
    is_left: bool = False
    begin: int = 0


@dataclass(eq=False)
class Labels:
    """A block whose parts begin with labels: the number of each label's part.

    A jump to one of them stores in `variable` which part is next and repeats `loop`, which chooses the part.
    Without a variable all jumps lead forward, out of loops inside `loop`, and need the flag; `written` is the
    number of the part that is being written then, `following` the next part's label if no jump from this part
    leads past that.
    """

    positions: dict[str, int]
    loop: PythonLoop
    variable: str = ""
    written: int = 0
    following: str = ""

    @property
    def ahead(self) -> list[str]:
        """The labels behind the part that is being written."""
        return [label for label, position in self.positions.items() if position > self.written]


@dataclass(eq=False)
class Way:
    """The destination of a jump out of several loops: after `loop`, its next pass (`again`), a `label` in it.

    No two ways of a function have the same `number`. `word` is for a reader. `beside` are the ways that were
    open when it was taken first.
    """

    loop: PythonLoop
    again: bool = False
    word: str = ""
    label: str = ""
    labels: Labels | None = None
    number: int = 0
    beside: Sequence[Way] = ()

    def __deepcopy__(self, memo: object) -> Way:
        return self


class OpenLoops:
    """The Python loops around the place where code is written, and the ways of the jumps out of them.

    The first loop stands for the function. `taken` are the ways of all jumps so far that need a flag.
    """

    def __init__(self) -> None:
        self.loops = [PythonLoop(list)]
        self.labels: dict[str, Labels] = {}
        self.taken: list[Way] = []
        self.ways: list[Way] = []
        self.count = 0

    @property
    def innermost(self) -> PythonLoop:
        return self.loops[-1]

    @contextmanager
    def inside(self, loop: PythonLoop) -> Iterator[None]:
        """While the body of a loop is written."""
        loop.begin = len(self.taken)
        self.loops.append(loop)
        yield
        self.loops.pop()

    @contextmanager
    def among(self, labels: Labels) -> Iterator[None]:
        """While the parts of a block are written."""
        self.labels |= dict.fromkeys(labels.positions, labels)
        yield
        for name in labels.positions:
            del self.labels[name]
        if not self.labels and len(self.loops) == 1:
            # outside all loops nothing asks any more for the ways that led here
            self.ways = [each for each in self.ways if each.labels is None]

    def loop_of(self, step: object) -> PythonLoop:
        """The Python loop that a loop of the listing has become."""
        return next(each for each in self.loops if each.step is step)

    def basic_loop(self) -> PythonLoop:
        """The loop that BREAK and CONTINUE mean."""
        return next(each for each in reversed(self.loops) if each.basic)

    def jump(self, loop: PythonLoop, *, again: bool, word: str = "") -> Way | None:
        """Jumps to a loop's next pass or behind it; returns the way, or None where it needs no flag."""
        if not again:
            loop = loop.whole or loop
            loop.is_left = True
        return None if loop is self.innermost else self.take(Way(loop, again, word))

    def jump_ahead(self, label: str) -> Way:
        """Jumps out of loops to a label further on in a block around them."""
        labels = self.labels[label]
        return self.take(Way(labels.loop, word=label, label=label, labels=labels))

    def take(self, new: Way) -> Way:
        """Notes a jump in every loop that it passes; jumps to the same place share a way."""
        self.ways = [each for each in self.ways if each.loop in self.loops]
        for way in self.ways:
            if way.loop is new.loop and way.again == new.again and way.label == new.label:
                break
        else:
            self.count += 1
            way, new.number, new.beside = new, self.count, tuple(self.ways)
            self.ways.append(way)
        self.taken.append(way)
        for each in self.loops[self.loops.index(way.loop) + 1 :]:
            if way not in each.ways:
                each.ways.append(way)
        return way

    def is_over(self, way: Way) -> bool:
        """Whether control has come to where a way leads; the flag may still hold it."""
        return way.label not in way.labels.ahead if way.labels else way.loop not in self.loops

    def over(self, begin: int) -> list[Way]:
        """Of the ways taken since then those that are over."""
        return [way for way in dict.fromkeys(self.taken[begin:]) if self.is_over(way)]

    def ahead(self, begin: int) -> list[Way]:
        """Of the ways taken since then those that lead to labels further on in the innermost loop."""
        ways = [way for way in dict.fromkeys(self.taken[begin:]) if way.labels]
        return [way for way in ways if way.loop is self.innermost and not self.is_over(way)]

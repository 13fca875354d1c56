"""Exits of nested loops: decides how jumps leave several Python loops, for both writers of Python.

Python has no jump out of several loops. Such a jump stores its destination in a flag and breaks out of the
innermost loop; after each loop that it leaves, a test of the flag breaks out of the next one. This module
decides which jumps need the flag, which loops they leave and where they arrive. A writer decides how the flag
is stored, tested and cleared: the compiler has numbers in `leaving`, a port True or a word (`flags.py`).
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
    """A Python loop that is being written.

    `repeat` returns the statements that start its next pass from inside. `basic`: whether BREAK and
    CONTINUE may mean it. `step`: the listing's loop, in the writer's form. `whole`: the loop that BREAK
    leaves, if this one only runs the body of `whole` once. `ways`: the ways of the jumps out of it that need
    the flag. `is_left`: whether a jump leads to its end. `first_jump`: how many jumps with a flag were
    written before it.
    """

    repeat: Callable[[], Body]
    basic: bool = False
    step: Any = None
    whole: PythonLoop | None = None
    ways: list[Way] = field(default_factory=list)
    is_left: bool = False
    first_jump: int = 0


@dataclass(eq=False)
class Labels:
    """A block whose parts begin with labels; `positions` has the number of each label's part.

    A jump to one of them stores the number of the next part in `variable` and repeats `loop`, which chooses
    the part. Without a variable all jumps lead forward, out of loops inside `loop`, and need the flag.
    `written` is the number of the part that is being written.
    """

    positions: dict[str, int]
    loop: PythonLoop
    variable: str = ""
    written: int = 0

    @property
    def ahead(self) -> list[str]:
        """The labels after the part that is being written."""
        return [label for label, position in self.positions.items() if position > self.written]


@dataclass(eq=False)
class Way:
    """The destination of a jump out of several loops: the end of `loop`, its next pass, or a label in it.

    `again`: the next pass; `label`: a label among `labels`. `number` is different for each way of a
    function; `word` is for readers; `open_ways` are the ways that were open when this one was first taken.
    """

    loop: PythonLoop
    again: bool = False
    word: str = ""
    label: str = ""
    labels: Labels | None = None
    number: int = 0
    open_ways: Sequence[Way] = ()

    def __deepcopy__(self, memo: object) -> Way:
        return self  # copied statements jump to the same destination, and ways are compared by identity


class OpenLoops:
    """The Python loops around the place where code is written, and the jumps out of several of them.

    `loops` are these loops, the outermost first; the first one stands for the function. Python cannot leave
    several loops with one `break`, so such a jump stores its destination, a `Way`, in a flag variable, and a
    test of the flag after each loop breaks out of the next one. `flag_jumps` has the way of each such jump
    so far, in the order of the jumps: a position in it marks a place in the code (`begin`). `ways` has each
    way once while its destination is still ahead; `count` is the number of different ways. `labels` maps
    each label around this place to its block.
    """

    def __init__(self) -> None:
        self.loops = [PythonLoop(list)]
        self.labels: dict[str, Labels] = {}
        self.flag_jumps: list[Way] = []
        self.ways: list[Way] = []
        self.count = 0

    @property
    def innermost(self) -> PythonLoop:
        return self.loops[-1]

    @contextmanager
    def inside(self, loop: PythonLoop) -> Iterator[None]:
        """Makes a loop the innermost one while its body is written."""
        loop.first_jump = len(self.flag_jumps)
        self.loops.append(loop)
        yield
        self.loops.pop()

    @contextmanager
    def with_labels(self, labels: Labels) -> Iterator[None]:
        """Makes labels known while the parts of their block are written."""
        self.labels |= dict.fromkeys(labels.positions, labels)
        yield
        for name in labels.positions:
            del self.labels[name]
        if not self.labels and len(self.loops) == 1:
            # the function itself is no loop: no later test reads the flag for a way to one of these labels
            self.ways = [each for each in self.ways if each.labels is None]

    def loop_of(self, step: object) -> PythonLoop:
        """Returns the Python loop that a loop of the listing has become."""
        return next(each for each in self.loops if each.step is step)

    def basic_loop(self) -> PythonLoop:
        """Returns the innermost loop that BREAK and CONTINUE may mean."""
        return next(each for each in reversed(self.loops) if each.basic)

    def jump(self, loop: PythonLoop, *, again: bool, word: str = "") -> Way | None:
        """Records a jump to the end of a loop or its next pass; returns its way, None if it needs no flag."""
        if not again:
            # a loop that only runs the body of `whole` once: leaving it would not leave the listing's loop
            loop = loop.whole or loop
            loop.is_left = True
        # one `break` or `continue` does for the innermost loop
        return None if loop is self.innermost else self.add_way(Way(loop, again, word))

    def jump_ahead(self, label: str) -> Way:
        """Records a jump out of loops to a label further on in a block around them; returns its way."""
        labels = self.labels[label]
        return self.add_way(Way(labels.loop, word=label, label=label, labels=labels))

    def add_way(self, new: Way) -> Way:
        """Adds a way to every loop that it leaves; returns it, or an earlier way to the same place."""
        # a way into a loop that is closed now has arrived
        self.ways = [each for each in self.ways if each.loop in self.loops]
        for way in self.ways:
            if way.loop is new.loop and way.again == new.again and way.label == new.label:
                break
        else:
            self.count += 1
            way, new.number, new.open_ways = new, self.count, tuple(self.ways)
            self.ways.append(way)
        self.flag_jumps.append(way)
        # the loops inside the way's own one are left; that one is where the jump arrives
        for each in self.loops[self.loops.index(way.loop) + 1 :]:
            if way not in each.ways:
                each.ways.append(way)
        return way

    def has_arrived(self, way: Way) -> bool:
        """Whether the code written so far has reached the place that a way leads to.

        A label is reached when its part is being written, a loop's end or next pass when the loop is closed.
        The flag may still hold the way there.
        """
        return way.label not in way.labels.ahead if way.labels else way.loop not in self.loops

    def completed_ways(self, begin: int) -> list[Way]:
        """Returns the ways of the jumps from `flag_jumps[begin]` on whose destination has been reached.

        The flag may still hold one of them, so a test must not take it for another way.
        """
        return [way for way in dict.fromkeys(self.flag_jumps[begin:]) if self.has_arrived(way)]

    def ways_ahead(self, begin: int) -> list[Way]:
        """Returns the ways of jumps from `flag_jumps[begin]` on to later labels in the innermost loop."""
        ways = [way for way in dict.fromkeys(self.flag_jumps[begin:]) if way.labels]
        return [way for way in ways if way.loop is self.innermost and not self.has_arrived(way)]

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
    """A Python loop that is being written, perhaps for a loop of the listing (`step`).

    `repeat` returns the statements that start its next pass from inside. `basic`: whether BREAK and
    CONTINUE may mean it. `step`: the listing's loop, in the writer's form. `whole`: the loop that BREAK
    leaves, if this one only runs the body of `whole` once. `targets`: those of the jumps out of it that need
    the flag. `is_left`: whether a jump leads to its end. `first_jump`: how many jumps with a flag were
    written before it.
    """

    repeat: Callable[[], Body]
    basic: bool = False
    step: Any = None
    whole: PythonLoop | None = None
    targets: list[JumpTarget] = field(default_factory=list)
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
class JumpTarget:
    """The target of a jump out of several loops: the end of `loop`, its next pass, or a label in it.

    `again`: the next pass; `label`: a label among `labels`. `number` is different for each target of a
    function; `word` is for readers; `open_targets` are those that were open when this one was first taken.
    """

    loop: PythonLoop
    again: bool = False
    word: str = ""
    label: str = ""
    labels: Labels | None = None
    number: int = 0
    open_targets: Sequence[JumpTarget] = ()

    def __deepcopy__(self, memo: object) -> JumpTarget:
        return self  # copied statements jump to the same target, and targets are compared by identity


class OpenLoops:
    """The Python loops around the place where code is written, and the targets of jumps out of them.

    `loops` are these loops, the outermost first; the first one stands for the function. Python cannot leave
    several loops with one `break`, so such a jump stores its target in a flag variable, and a test of the
    flag after each loop breaks out of the next one. `flag_jumps` has the target of each such jump so far, in
    the order of the jumps: a position in it marks a place in the code (`begin`). `targets` has each target
    once while it is still ahead; `count` is the number of different ones. `labels` maps each label around
    this place to its block.
    """

    def __init__(self) -> None:
        self.loops = [PythonLoop(list)]
        self.labels: dict[str, Labels] = {}
        self.flag_jumps: list[JumpTarget] = []
        self.targets: list[JumpTarget] = []
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
            # the function itself is no loop: no later test reads the flag for one of these labels
            self.targets = [each for each in self.targets if each.labels is None]

    def loop_of(self, step: object) -> PythonLoop:
        """Returns the Python loop that a loop of the listing has become."""
        return next(each for each in self.loops if each.step is step)

    def basic_loop(self) -> PythonLoop:
        """Returns the innermost loop that BREAK and CONTINUE of the listing may mean."""
        return next(each for each in reversed(self.loops) if each.basic)

    def jump(self, loop: PythonLoop, *, again: bool, word: str = "") -> JumpTarget | None:
        """Records a jump to a loop's end or next pass (`again`); returns its target if it needs a flag."""
        if not again:
            # a loop that only runs the body of `whole` once: leaving it would not leave the listing's loop
            loop = loop.whole or loop
            loop.is_left = True
        # one `break` or `continue` does for the innermost loop
        return None if loop is self.innermost else self.add_target(JumpTarget(loop, again, word))

    def jump_ahead(self, label: str) -> JumpTarget:
        """Records a jump out of loops to a label further on in a block around them; returns its target."""
        labels = self.labels[label]
        return self.add_target(JumpTarget(labels.loop, word=label, label=label, labels=labels))

    def add_target(self, new: JumpTarget) -> JumpTarget:
        """Adds a target to every loop that it leaves; returns it, or an earlier target to the same place."""
        # a target in a loop that is closed now has been reached
        self.targets = [each for each in self.targets if each.loop in self.loops]
        for target in self.targets:
            if target.loop is new.loop and target.again == new.again and target.label == new.label:
                break
        else:
            self.count += 1
            target, new.number, new.open_targets = new, self.count, tuple(self.targets)
            self.targets.append(target)
        self.flag_jumps.append(target)
        # the loops inside the target's own one are left
        for each in self.loops[self.loops.index(target.loop) + 1 :]:
            if target not in each.targets:
                each.targets.append(target)
        return target

    def is_reached(self, target: JumpTarget) -> bool:
        """Whether the code written so far has reached a jump target.

        A label is reached when its part is being written, a loop's end or next pass when the loop is closed.
        The flag may still hold the target there.
        """
        return target.label not in target.labels.ahead if target.labels else target.loop not in self.loops

    def reached_targets(self, begin: int) -> list[JumpTarget]:
        """Returns the targets of the jumps from `flag_jumps[begin]` on that have been reached.

        The flag may still hold one of them, so a test must not take it for another target.
        """
        return [target for target in dict.fromkeys(self.flag_jumps[begin:]) if self.is_reached(target)]

    def targets_ahead(self, begin: int) -> list[JumpTarget]:
        """Returns the targets of jumps from `flag_jumps[begin]` on to later labels in the innermost loop."""
        targets = [target for target in dict.fromkeys(self.flag_jumps[begin:]) if target.labels]
        return [target for target in targets if target.loop is self.innermost and not self.is_reached(target)]

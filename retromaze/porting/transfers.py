"""The Python loops that are open while a function is written, and the ways out of several at once.

A jump out of more than one loop sets a flag and breaks; behind each of those loops a test sends it on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from retromaze.language.structure import Block
from retromaze.porting.lines import Code, Line, indented
from retromaze.porting.liveness import Sharing
from retromaze.porting.module import Function
from retromaze.porting.refusals import CannotPort
from retromaze.porting.statements import Statements
from retromaze.porting.tree import Forever
from retromaze.porting.units import Unit


@dataclass(eq=False)
class PythonLoop:
    """A loop of the code; `basic` if BREAK and CONTINUE mean it, `repeat` what CONTINUE does."""

    repeat: Callable[[], Code]
    basic: bool
    step: Any = None
    is_left: bool = False


class Transfers(Statements):
    """Writes what leaves a loop or begins it again."""

    def __init__(self, function: Function, unit: Unit, sharing: Sharing) -> None:
        super().__init__(function, sharing.needed)
        self.unit = unit
        self.sharing = sharing
        self.loops: list[PythonLoop] = []
        self.jumped = ""
        self.landings: dict[int, Code] = {}

    def block(self, block: Block) -> Code:
        """The code of a block."""
        raise NotImplementedError

    def inside(self, step: Any, block: Block, repeat: Callable[[], Code], *, basic: bool = True) -> Code:
        self.last = PythonLoop(repeat, basic, step)
        loop = self.last
        self.loops.append(loop)
        code = self.block(block)
        self.loops.pop()
        self.last = loop
        return code

    def guarded(self, loop: PythonLoop, code: Code) -> Code:
        """A loop with the flag that jumps out of it set, and what has to be done behind it."""
        if not loop.is_left:
            return code
        outer = self.loops[-1] if self.loops else None
        behind = [Line(0, f"if {self.flag}:"), Line(1, "break")]
        if outer is not None and not outer.is_left:
            behind = [Line(0, f"if {self.flag}:"), *indented(self.arrived(outer))]
        return [Line(0, f"{self.flag} = False"), *code, *behind]

    def arrived(self, loop: PythonLoop) -> Code:
        return self.landings.pop(id(loop), [Line(0, "continue")])

    @property
    def flag(self) -> str:
        self.jumped = self.jumped or self.f.module.names.fresh("jumped")
        return self.jumped

    def transfer(self, loop: PythonLoop, *, again: bool) -> Code:
        """Goes on with the next pass of a loop around this place, or behind it."""
        landing = loop.repeat() if again else [Line(0, "break")]
        if self.loops[-1] is loop:
            return landing
        known = self.landings.setdefault(id(loop), landing)
        if known != landing:
            raise CannotPort(0, "this tangle of jumps out of loops has no Python of its own")
        for each in self.loops[self.loops.index(loop) + 1 :]:
            each.is_left = True
        label = f"@{loop.step.label}" if isinstance(loop.step, Forever) else ""
        return [Line(0, f"{self.flag} = True", 0, label), Line(0, "break")]

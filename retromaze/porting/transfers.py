"""The Python loops that are open at a place of the port, and how to leave several at once.

A jump out of more than one loop sets a flag and breaks; behind each of those loops a test sends it on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from retromaze.language.structure import Block, Forever
from retromaze.porting.lines import Code, PortLine, indent
from retromaze.porting.liveness import Liveness
from retromaze.porting.module import PortFunction
from retromaze.porting.statements import PortStatements
from retromaze.porting.units import PortUnit


@dataclass(eq=False)
class Exit:
    """A way out of several loops at once: the flag that tells of it, where it leads, what is done there."""

    flag: str
    loop: PortLoop
    landing: Code


@dataclass(eq=False)
class PortLoop:
    """A loop of the code; `basic` if BREAK and CONTINUE mean it, `repeat` what CONTINUE does.

    `breaks` once something in it leaves it by `break`; `exits` are the ways through it to further out.
    """

    repeat: Callable[[], Code]
    basic: bool
    step: Any = None
    breaks: bool = False
    exits: dict[str, Exit] = field(default_factory=dict)


class Transfers(PortStatements):
    """Writes what leaves a loop or begins it again."""

    def __init__(self, function: PortFunction, unit: PortUnit, liveness: Liveness) -> None:
        super().__init__(function, liveness.needed)
        self.unit = unit
        self.liveness = liveness
        self.loops: list[PortLoop] = []
        self.exits: list[Exit] = []
        self.flags: list[str] = []
        self.known: dict[str, float] = {}

    def block(self, block: Block) -> Code:
        """The code of a block."""
        raise NotImplementedError

    def inside(self, step: Any, block: Block, repeat: Callable[[], Code], *, basic: bool = True) -> Code:
        """The body of a loop, which is `last` then."""
        loop = PortLoop(repeat, basic, step)
        self.loops.append(loop)
        code = self.block(block)
        self.loops.pop()
        self.last = loop
        return code

    def guarded(self, loop: PortLoop, code: Code) -> Code:
        """A loop with the flags of the ways out through it, and what has to be done behind it."""
        before = [PortLine(0, f"{flag} = False") for flag in loop.exits]
        behind: Code = []
        for flag, way in loop.exits.items():
            landing = way.landing if way.loop is self.loops[-1] else [PortLine(0, "break")]
            behind += [PortLine(0, f"if {flag}:"), *indent(landing)]
        return [*before, *code, *behind]

    def transfer(self, loop: PortLoop, *, again: bool) -> Code:
        """Goes on with the next pass of a loop around this place, or behind it."""
        landing = loop.repeat() if again else [PortLine(0, "break")]
        loop.breaks |= not again
        if self.loops[-1] is loop:
            return landing
        way = self.exit_to(loop, landing)
        for each in self.loops[self.loops.index(loop) + 1 :]:
            each.exits[way.flag] = way
            each.breaks = True
        label = f"@{loop.step.label}" if isinstance(loop.step, Forever) else ""
        return [PortLine(0, f"{way.flag} = True", 0, label), PortLine(0, "break")]

    def exit_to(self, loop: PortLoop, landing: Code) -> Exit:
        """The way to a place, by a flag that no other way open at present has."""
        self.exits = [each for each in self.exits if each.loop in self.loops]
        for each in self.exits:
            if each.loop is loop and each.landing == landing:
                return each
        taken = {each.flag for each in self.exits}
        free = [flag for flag in self.flags if flag not in taken]
        if not free:
            free = [self.f.module.names.fresh("jumped")]
            self.flags += free
        self.exits.append(Exit(free[0], loop, landing))
        return self.exits[-1]

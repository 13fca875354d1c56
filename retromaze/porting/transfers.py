"""The Python loops that are open at a place of the port, and how to leave several at once.

A jump out of more than one loop sets a flag and breaks; behind each of those loops a test sends it on. A jump
forward past what stands behind a loop does the same, and a test keeps what is passed from being done. One
variable tells of all ways of a function: JUMPED, if only one is open at a time, else GOES_ON with the label.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from retromaze.language.structure import Block, CountedLoop, Forever, WhileLoop
from retromaze.porting.liveness import Liveness
from retromaze.porting.module import PortFunction
from retromaze.porting.statements import PortStatements, noted
from retromaze.porting.units import PortUnit
from retromaze.python.blocks import Body, headings
from retromaze.python.flags import Asks, Clears, Tells, Way
from retromaze.python.fragments import same
from retromaze.python.layout import NONE


@dataclass(eq=False)
class Forward:
    """A block in whose parts jumps only lead forward, out of loops; `loop` is the Python loop around it.

    `labels` are those that stand behind the part that is written, `following` the next one if no jump from
    this part leads past that.
    """

    labels: set[str]
    loop: PortLoop
    following: str = ""


@dataclass(eq=False)
class Exit(Way):
    """A way out of several loops: its label or another word for it, the loop to leave or to begin `again`.

    Where it leads to a label of a `forward` there is nothing to do behind those: control comes there.
    """

    label: str
    loop: PortLoop
    again: bool = False
    forward: Forward | None = None

    def landing(self) -> Body:
        """What is done in its loop, when the loops inside that are left."""
        if self.forward is not None:
            return []
        return self.loop.repeat() if self.again else [ast.Break()]


@dataclass(eq=False)
class PortLoop:
    """A loop of the code; `basic` if BREAK and CONTINUE mean it, `repeat` what CONTINUE does.

    `breaks` once something in it leaves it by `break`, `ends` once that leads right behind it; `exits` are
    the ways through it to further out, `begin` the number of ways taken before it. `has_else` if its `else`
    is what such a way passes over.
    """

    repeat: Callable[[], Body]
    basic: bool
    step: Any = None
    breaks: bool = False
    ends: bool = False
    exits: list[Exit] = field(default_factory=list)
    begin: int = 0
    has_else: bool = False


class Transfers(PortStatements):
    """Writes what leaves a loop or begins it again; `taken` are the ways of all jumps so far."""

    def __init__(self, function: PortFunction, unit: PortUnit, liveness: Liveness) -> None:
        super().__init__(function, liveness.needed)
        self.unit = unit
        self.liveness = liveness
        self.last = PortLoop(list, basic=False)
        self.loops: list[PortLoop] = [self.last]
        self.forwards: list[Forward] = []
        self.exits: list[Exit] = []
        self.taken: list[Exit] = []
        self.values: set[str] = set()
        self.known: dict[str, float] = {}

    def block(self, block: Block) -> Body:
        """The code of a block."""
        raise NotImplementedError

    def inside(self, step: Any, block: Block, repeat: Callable[[], Body], *, basic: bool = True) -> Body:
        """The body of a loop, which is `last` then."""
        loop = PortLoop(repeat, basic, step, begin=len(self.taken))
        self.loops.append(loop)
        code = self.block(block)
        self.loops.pop()
        self.last = loop
        return code

    def guarded(self, loop: PortLoop, code: Body) -> Body:
        """A loop with the flag of the ways out through it, and what has to be done behind it."""
        if not loop.exits:
            return code
        loop.has_else = self.passes_all(loop)
        if loop.has_else:
            return code
        if not self.over(loop.begin):
            for row in headings(code):
                if isinstance(row, Clears):
                    row.again = True
        behind: list[tuple[Body, list[Exit]]] = []
        for way in loop.exits:
            landing: Body = way.landing() if way.loop is self.loops[-1] else [ast.Break()]
            alike = next((ways for other, ways in behind if same(other, landing)), None)
            if alike is None:
                behind.append((landing, [way]))
            else:
                alike.append(way)
        tests: Body = []
        for landing, ways in behind:
            if landing:
                others = [way for way in self.taken[loop.begin :] if way not in ways]
                tests.append(ast.If(Asks(ways, others), landing, []))
        return [Clears(loop.exits), *code, *tests]

    def passes_all(self, loop: PortLoop) -> bool:
        """Whether nothing leaves a loop but jumps to the label behind its row: Python has `else` for that."""
        match loop.exits:
            case [Exit(forward=Forward() as forward) as way]:
                is_plain = isinstance(loop.step, CountedLoop | WhileLoop) and not loop.ends
                return is_plain and way.loop is self.loops[-1] and way.label == forward.following
            case _:
                return False

    # ---- jumps

    def transfer(self, loop: PortLoop, word: str, *, again: bool) -> Body:
        """Goes on with the next pass of a loop around this place, or behind it; the flag says the word."""
        loop.breaks |= not again
        loop.ends |= not again
        if self.loops[-1] is loop:
            return loop.repeat() if again else [ast.Break()]
        note = f"@{loop.step.label}" if isinstance(loop.step, Forever) else ""
        return self.take(self.exit_to(loop, word, again=again), note)

    def past(self, forward: Forward, label: str) -> Body:
        """Goes to a label behind the loops around this place."""
        return self.take(self.exit_to(forward.loop, label, forward=forward), f"@{label}")

    def take(self, way: Exit, note: str) -> Body:
        self.taken.append(way)
        for each in self.loops[self.loops.index(way.loop) + 1 :]:
            each.exits += [] if way in each.exits else [way]
            each.breaks = True
        return [noted(Tells(way), note), ast.Break()]

    def exit_to(
        self, loop: PortLoop, word: str, *, again: bool = False, forward: Forward | None = None
    ) -> Exit:
        """The way to a place; what the flag says of it is said of no other."""
        self.exits = [each for each in self.exits if each.loop in self.loops]
        for each in self.exits:
            is_same = each.loop is loop and each.again is again and bool(each.forward) is bool(forward)
            if is_same and (forward is None or each.label == word):
                return each
        value, number = word.lower(), 2
        while value in self.values:
            value, number = f"{word.lower()} {number}", number + 1
        self.values.add(value)
        way = Exit(value, tuple(self.exits), word, loop, again, forward)
        self.exits.append(way)
        return way

    def close(self, forward: Forward) -> None:
        """Ends a Forward; outside all loops the flag is as good as new then."""
        self.forwards.remove(forward)
        if not self.forwards and len(self.loops) == 1:
            self.exits = [each for each in self.exits if each.forward is not forward]

    def ahead(self, begin: int) -> list[Exit]:
        """Of the ways taken since then those that lead further on in this Python loop."""
        return [
            way
            for way in dict.fromkeys(self.taken[begin:])
            if way.loop is self.loops[-1] and way.forward in self.forwards and not self.is_over(way)
        ]

    def is_over(self, way: Exit) -> bool:
        """Whether control has come to where a way leads: the flag may still tell of it."""
        if way.forward is None:
            return way.loop not in self.loops
        return way.forward not in self.forwards or way.label not in way.forward.labels

    def over(self, begin: int) -> list[Exit]:
        """Of the ways taken since then those that are over."""
        return [way for way in dict.fromkeys(self.taken[begin:]) if self.is_over(way)]


def or_else(loop: ast.stmt, rest: Body) -> None:
    """Adds to what is done where a loop was not left."""
    assert isinstance(loop, ast.For | ast.While)
    if rest:
        loop.orelse += rest
        vars(loop)["else_margin"] = NONE

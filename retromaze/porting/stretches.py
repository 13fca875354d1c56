"""Cuts a long main program into methods at its own seams: labels, comments on their own lines, and loops.

A stretch becomes a method if it has a name, is neither short nor most of the program, nothing jumps out of
it, and few variables pass between it and the rest. It is called as if the listing had a GOSUB there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count

from retromaze.analysis.jumps import targets
from retromaze.language import nodes
from retromaze.language.program import Variable
from retromaze.language.structure import (
    LOOPS,
    Block,
    Forever,
    Leave,
    Step,
    all_heads,
    inner_blocks,
    steps,
)
from retromaze.porting.inference import PortVariants
from retromaze.porting.passing import Passing
from retromaze.porting.units import Liveness, PortUnit

LONG = 50
"""Statements that a main program may have without a cut."""
SHORT = 8
"""Statements that a stretch has at least."""
MOST_ATTRIBUTES = 3
"""Numbers and strings that a stretch may share with the rest other than as parameters and results."""
MOST = 40
"""Statements that a stretch has at most."""
MOST_TRIES = 16
"""Stretches that are looked at."""
SET_UP = "SET_UP"
"""The name of what comes before the first loop that has a name."""
COMMON = {"MAIN", "RUN", "START", "TOP"}
"""Labels that tell nothing about a loop by themselves."""
WORD = re.compile(r"[A-Za-z]+")
LETTERS = re.compile(r"[A-Z]{3}[A-Z0-9_]*")


@dataclass(eq=False)
class Stretch:
    """The statements of a block from `begin` up to `end`."""

    block: Block
    begin: int
    end: int
    name: str

    @property
    def row(self) -> list[Step]:
        return self.block.statements[self.begin : self.end]


@dataclass
class Stretches:
    """Cuts the first of several units; `settings` are the constants at the listing's top, which stay there.

    `remarks` are the comments on lines of their own, by line.
    """

    variants: PortVariants
    settings: Collection[Variable]
    texts: Collection[Variable]
    remarks: Mapping[int, str]
    units: list[PortUnit]
    taken: set[str] = field(default_factory=set)

    def cut(self) -> list[PortUnit]:
        """Returns the units with new ones behind the first, where the main program is long."""
        start = self.units[0]
        if not start.is_simple or size(start.body.statements) <= LONG:
            return self.units
        self.taken = {label for unit in self.units for label in unit.entries}
        before = self.attributes(self.units)
        tries = 0
        while size(start.body.statements) > LONG and tries < MOST_TRIES:
            for stretch in sorted(self.candidates(start), key=lambda each: -size(each.row)):
                tries += 1
                if self.is_cut_out(stretch, before) or tries == MOST_TRIES:
                    break
            else:
                break
        return self.units

    def attributes(self, units: list[PortUnit]) -> set[Variable]:
        passing = Passing(Liveness(units, self.variants), self.settings, (), self.texts)
        return {each for row in passing.attributes.values() for each in row if not each.is_array}

    def is_cut_out(self, stretch: Stretch, before: Collection[Variable]) -> bool:
        """Cuts a stretch out and returns True, if few variables pass; else it stays."""
        start, statements, row = self.units[0], stretch.block.statements, stretch.row
        name = next(each for each in names_like(stretch.name) if each not in self.taken)
        body = Block([*row, nodes.Return(0, 0, None)])
        unit = PortUnit(start.scope, body, (), (name,), False, True, rules=start.rules, is_stretch=True)
        statements[stretch.begin : stretch.end] = [nodes.Gosub(0, 0, nodes.LabelText(0, 0, name))]
        cut = sorted([unit, *(each for each in self.units if each.is_stretch)], key=first_line)
        units = [start, *cut, *(each for each in self.units[1:] if not each.is_stretch)]
        if len(self.attributes(units) - {*before}) > MOST_ATTRIBUTES:
            statements[stretch.begin : stretch.begin + 1] = row
            return False
        self.units = units
        self.taken.add(name)
        return True

    # ---- where to cut

    def candidates(self, unit: PortUnit) -> Iterator[Stretch]:
        """Yields the stretches of a unit that may be cut out."""
        for stretch in self.stretches(unit.body, SET_UP, self.first(unit.body)):
            if SHORT <= size(stretch.row) <= MOST and is_closed(stretch.row, unit.live):
                yield stretch

    def stretches(self, block: Block, name: str = "", begin: int = 0, line: int = 0) -> Iterator[Stretch]:
        """Yields the named stretches of a block, and of the loops in it that stand on their own.

        They are looked for from a step on, which a name stands for; comments count behind that line.
        """
        for at, step in enumerate(block.statements):
            if at < begin:
                continue
            label = step.name if isinstance(step, nodes.Label) else ""
            heading = self.heading(line, step.line) if line else ""
            is_loop = isinstance(step, LOOPS) and size([step]) >= SHORT
            is_cut = isinstance(step, nodes.Gosub) and not step.line
            if label or heading or is_loop or is_cut:
                if name and at > begin:
                    yield Stretch(block, begin, at, name)
                name, begin = name_of_label(label) or name_of_comment(heading), at
            if is_loop:
                own = name_of_label(step.label, "_LOOP") if isinstance(step, Forever) else name
                if own:
                    yield Stretch(block, at, at + 1, own)
                for inner in inner_blocks(step):
                    yield from self.stretches(inner, line=step.line)
                name = ""
            line = max([step.line, *(each.line for each in steps(Block([step])))])
        if name and name != SET_UP:
            yield Stretch(block, begin, len(block.statements), name)

    def first(self, block: Block) -> int:
        """The index of the first step of a main program behind its constants and declarations."""
        found = 0
        for at, step in enumerate(block.statements):
            match step:
                case nodes.Declare():
                    found = at + 1
                case nodes.Assign(target=nodes.Name(name=name)) if (
                    self.units[0].scope.find(name) in self.settings
                ):
                    found = at + 1
                case _ if inner_blocks(step):
                    break
        return found

    def heading(self, line: int, until: int) -> str:
        """The comment on a line of its own between two lines, "" without one."""
        return next((self.remarks[each] for each in range(line + 1, until) if each in self.remarks), "")


def size(row: list[Step]) -> int:
    """The number of statements in a row, those inside others included."""
    return sum(1 for _ in steps(Block(row)))


def first_line(unit: PortUnit) -> int:
    """The first line of a unit."""
    return min((step.line for step in steps(unit.body) if step.line), default=0)


def is_closed(row: list[Step], live: Collection[str]) -> bool:
    """Whether control comes into a row of steps only at its beginning and leaves it only at its end."""
    inside = [*steps(Block(row))]
    loops = {each for each in inside if isinstance(each, LOOPS)}
    for each in inside:
        match each:
            case nodes.End() | nodes.Stop() | nodes.Return() | nodes.Goto():
                return False
            case nodes.Label(name=name) if name in live:
                return False
            case Leave(loop=loop) if loop not in loops:
                return False
    return not targets(*all_heads(Block(row))) and not breaks_out(row)


def breaks_out(row: list[Step]) -> bool:
    """Whether a BREAK or CONTINUE belongs to a loop around these steps."""
    for step in row:
        if isinstance(step, nodes.Break | nodes.Continue):
            return True
        is_loop = isinstance(step, LOOPS) and not isinstance(step, Forever)
        if not is_loop and any(breaks_out(block.statements) for block in inner_blocks(step)):
            return True
    return False


def name_of_label(label: str, ending: str = "") -> str:
    """The name that a label gives a method, "" where it is hardly a word."""
    if not LETTERS.fullmatch(label):
        return ""
    return f"MAIN{ending}" if ending.endswith(label) else label + ending if label in COMMON else label


def name_of_comment(text: str) -> str:
    """The name that a short comment in Latin letters gives a method."""
    words = WORD.findall(text)
    is_plain = text.isascii() and 1 <= len(words) <= 3 and len("".join(words)) >= 4
    return "_".join(words).upper() if is_plain else ""


def names_like(name: str) -> Iterator[str]:
    """Yields a name, then others with a number."""
    yield name
    yield from (f"{name}_{number}" for number in count(2))

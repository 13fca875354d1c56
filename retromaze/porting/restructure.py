"""Turns GOTOs into IFs, loops and choices where Python has these; the others stay.

A jump forward over some steps is an IF around them, one back is a loop, an ON … GOTO whose labels all come
to one place is a `match`, and a jump to what comes right behind a loop leaves it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from retromaze.language import nodes
from retromaze.language.nodes import Label
from retromaze.language.structure import Block, Choice, CountedLoop, RepeatLoop, WhileLoop
from retromaze.porting.tree import Case, Forever, Leave, Switch, inner_blocks, leaves, steps, targets

Row = list[Any]
LOOPS = (CountedLoop, WhileLoop, RepeatLoop, Forever)


def restructure(block: Block, entries: Iterable[str]) -> None:
    """Rewrites a block in place; `entries` are labels that are entered from elsewhere."""
    _Restructuring(block, set(entries)).run()


class Held(NamedTuple):
    """What a step holds, whatever is inside it included: labels, and the labels that it jumps to.

    `step` itself is kept here so that no other one takes its identity.
    """

    step: Any
    labels: tuple[str, ...]
    jumps: tuple[str, ...]


class _Restructuring:
    """One function's steps on their way."""

    def __init__(self, root: Block, entries: set[str]) -> None:
        self.root = root
        self.entries = entries
        self._counts: Counter[str] | None = None
        self._held: dict[int, Held] = {}
        self._around: set[int] = set()

    def run(self) -> None:
        while self.visit(self.root):
            pass

    def visit(self, block: Block) -> bool:
        """All changes that can be made in a block, innermost first; whether there were any."""
        changed = False
        for step in list(block.statements):
            if inside := inner_blocks(step):
                self.forget([step])
                self._around.add(id(step))
                for inner in inside:
                    changed |= self.visit(inner)
                self._around.remove(id(step))
        ways: tuple[Callable[[Row], bool], ...] = (self.fall, self.skip, self.switch, self.leave, self.loop)
        self.tidy(block.statements)
        while any(way(block.statements) for way in ways):
            changed = True
            self._counts = None
            self.tidy(block.statements)
        return changed

    def tidy(self, row: Row) -> None:
        """Drops labels nothing jumps to, and what stands behind a jump and cannot be reached."""
        live = self.everywhere
        result: Row = []
        for step in row:
            if isinstance(step, Label):
                if live[step.name] or step.name in self.entries:
                    result.append(step)
            elif not (result and leaves(result[-1])):
                result.append(step)
            else:
                self._counts = None
        row[:] = result

    @property
    def everywhere(self) -> Counter[str]:
        """How many jumps there are to each label in all."""
        if self._counts is None:
            self._counts = self.counted(self.root.statements)
        return self._counts

    def held(self, step: Any) -> Held:
        """The labels in a step and its jumps; what is in it is looked through once until it is changed."""
        found = self._held.get(id(step))
        if found is None:
            parts = [self.held(each) for block in inner_blocks(step) for each in block.statements]
            labels = [name for each in parts for name in each.labels]
            jumps = [name for each in parts for name in each.jumps]
            own = [step.name] if isinstance(step, Label) else []
            found = Held(step, (*own, *labels), (*targets(step), *jumps))
            if id(step) not in self._around:
                self._held[id(step)] = found
        return found

    def forget(self, changed: Iterable[Any]) -> None:
        """These steps are no longer what they were."""
        for step in changed:
            self._held.pop(id(step), None)

    def counted(self, row: Row) -> Counter[str]:
        """How many jumps there are to each label from some steps."""
        return Counter(name for step in row for name in self.held(step).jumps)

    def closed_in(self, row: Row) -> bool:
        """Whether every label of the steps is jumped to from them alone."""
        names = [name for step in row for name in self.held(step).labels]
        if not names:
            return True
        inside, everywhere = self.counted(row), self.everywhere
        return all(inside[each] == everywhere[each] and each not in self.entries for each in names)

    # ---- the ways

    def fall(self, row: Row) -> bool:
        """A GOTO to the label right behind it."""
        for at in range(len(row) - 1):
            step = row[at]
            if isinstance(row[at + 1], Label) and drop_tail_jumps([step], row[at + 1].name, row, at):
                self.forget([step, *steps(Block([step]))])
                return True
        return False

    def skip(self, row: Row) -> bool:
        """`IF c THEN … GOTO @L`, other steps, `@L`: the other steps are the ELSE."""
        places = {step.name: at for at, step in enumerate(row) if isinstance(step, Label)}
        for at, step in enumerate(row):
            if not isinstance(step, Choice):
                continue
            for label in {name for body in inner_blocks(step) for name in tail_jump(body)}:
                end = places.get(label, -1)
                if end > at and self.put_between(step, label, row, at, end):
                    return True
        return False

    def put_between(self, step: Choice, label: str, row: Row, at: int, end: int) -> bool:
        between = row[at + 1 : end]
        bodies = [body for _, body in step.branches]
        jumps = [label in tail_jump(body) for body in bodies]
        last = label in tail_jump(step.otherwise)
        if all(jumps) and not last:
            bodies_left, taking = bodies, step.otherwise
        elif last and len(bodies) == 1 and not any(jumps):
            bodies_left, taking = [step.otherwise], bodies[0]
        else:
            return False
        if not self.closed_in(between):
            return False
        self.forget([step])
        taking.statements += between
        for body in bodies_left:
            body.statements.pop()
        del row[at + 1 : end]
        return True

    def switch(self, row: Row) -> bool:
        """`ON n GOTO @A,@B`, the parts of these labels, and where all of them go on."""
        for at, step in enumerate(row):
            if isinstance(step, nodes.On) and not step.gosub and (end := self.end_of_switch(step, row, at)):
                row[at:end] = [self.made_switch(step, row, at, end)]
                return True
        return False

    def end_of_switch(self, step: nodes.On, row: Row, at: int) -> int:
        """Where the parts of a switch end; 0 where they are none."""
        places = [place_of(name, row, at) for name in step.labels]
        if not places or min(places) < 0:
            return 0
        end = self.common_end(row, at, max(places))
        region = row[at + 1 : end]
        own, inner = self.counted([step, *region]), self.counted(region)
        names = [each.name for each in region if isinstance(each, Label)]
        if any(self.everywhere[each] != own[each] or each in self.entries for each in names):
            return 0
        if not {*names} <= {*step.labels} or any(inner[each] for each in names):
            return 0
        parts = cut(region)
        ends = [not body or leaves(body[-1]) for _, body in parts[:-1]]
        first_falls = not parts[0][1]
        return end if all(ends) and (first_falls or leaves(parts[0][1][-1])) else 0

    def common_end(self, row: Row, at: int, last: int) -> int:
        """The place of the label behind all parts that the first of them jumps to, else the row's end."""
        ends = [place_of(name, row, last) for step in row[at + 1 : last] for name in targets(step)]
        return next((each for each in ends if each > last), len(row))

    def made_switch(self, step: nodes.On, row: Row, at: int, end: int) -> Switch:
        goal = row[end].name if end < len(row) else ""
        cases = []
        for label, body in cut(row[at + 1 : end]):
            if body and goal in targets(body[-1]):
                body.pop()
            numbers = [number for number, name in enumerate(step.labels) if name == label]
            cases.append(Case(numbers, label, Block(body)))
        if isinstance(row[at + 1], Label):
            del cases[0]  # nothing stands before the first label: any other number goes there
        otherwise = cases.pop(0)
        if numbers := [number for number, name in enumerate(step.labels) if name == goal]:
            cases.append(Case(numbers, goal, Block()))
        return Switch(step.line, step.column, step.selector, cases, otherwise)

    def leave(self, row: Row) -> bool:
        """A jump out of a loop to the label right behind it."""
        for at in range(len(row) - 1):
            if isinstance(row[at], LOOPS) and isinstance(row[at + 1], Label):
                loop = row[at]
                if replace_jumps(loop.body, row[at + 1].name, loop, again=False):
                    self.forget([loop, *steps(loop.body)])
                    return True
        return False

    def loop(self, row: Row) -> bool:
        """`@L`, some steps, `GOTO @L` in the last of them."""
        lasts = {name: to for to, step in enumerate(row) for name in self.held(step).jumps}
        for at, step in enumerate(row):
            if not isinstance(step, Label):
                continue
            last = lasts.get(step.name, -1)
            if last < at or not self.closed_in(row[at + 1 : last + 1]):
                continue
            inside: Row = row[at + 1 : last + 1]
            loop = Forever(step.line, step.column, step.name, Block(inside))
            if not replace_jumps(loop.body, step.name, loop, again=True):
                continue
            self.forget(steps(loop.body))
            if not leaves(inside[-1]):
                inside.append(Leave(step.line, step.column, loop, False))
            row[at + 1 : last + 1] = [loop]
            return True
        return False


def place_of(name: str, row: Row, at: int) -> int:
    """Where a label stands behind a place; -1 where it does not."""
    found = (to for to in range(at + 1, len(row)) if isinstance(row[to], Label) and row[to].name == name)
    return next(found, -1)


def tail_jump(block: Block) -> list[str]:
    """The label of the GOTO that ends a block."""
    last = block.statements[-1:]
    return targets(last[0]) if last and isinstance(last[0], nodes.Goto) else []


def drop_tail_jumps(part: Row, name: str, row: Row, at: int) -> bool:
    """Takes away GOTOs to a label with which a step ends; True where there were any."""
    step = part[0]
    if isinstance(step, nodes.Goto):
        if name in targets(step):
            del row[at]
            return True
        return False
    if not isinstance(step, Choice | Switch):
        return False
    dropped = False
    for body in inner_blocks(step):
        if body.statements:
            last = len(body.statements) - 1
            dropped |= drop_tail_jumps(body.statements[-1:], name, body.statements, last)
    return dropped


def replace_jumps(block: Block, name: str, loop: Any, *, again: bool) -> bool:
    """Every GOTO to the label replaced; False where an ON … GOTO names it too, and nothing is changed."""
    inside = list(steps(block))
    if any(isinstance(step, nodes.On) and name in targets(step) for step in inside):
        return False
    found = False
    for each in [block, *(inner for step in inside for inner in inner_blocks(step))]:
        row: Row = each.statements
        for at, step in enumerate(row):
            if isinstance(step, nodes.Goto) and name in targets(step):
                row[at] = Leave(step.line, step.column, loop, again)
                found = True
    return found


def cut(row: Row) -> list[tuple[str, Row]]:
    """Steps cut at their labels; the first part has none."""
    parts: list[tuple[str, Row]] = [("", [])]
    for step in row:
        if isinstance(step, Label):
            parts.append((step.name, []))
        else:
            parts[-1][1].append(step)
    return parts

"""Rewrites jumps so that Python's loops and branches can follow them, and cuts blocks into parts at labels.

A GOTO is easy if its label is in the block of the GOTO or in one around it: that block becomes a dispatch
over its parts. A jump into a block from outside is wild: the loops and IFs that it enters, and only these,
are replaced by labels and conditional jumps (dissolved), so that the jump becomes easy. A block whose jumps
only go forward, from a part's end or out of loops, needs no Python loop.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from retromaze.language import nodes
from retromaze.language.nodes import Binary, Expression, Head, LabelText, Number, Unary, cached_on_node
from retromaze.language.program import Scope
from retromaze.language.structure import (
    LOOPS,
    BasicLoop,
    Block,
    Choice,
    CountedLoop,
    RepeatLoop,
    Routine,
    Step,
    WhileLoop,
    all_heads,
    effects,
    heads,
    inner_blocks,
    steps,
)
from retromaze.language.text import capitals

# Any other text is no label: an error at run time.
LABEL_TEXT = re.compile(r"@[A-Za-z0-9_]+")


@dataclass(eq=False)
class JumpPlan:
    """A scope's body, rewritten so that every jump is easy.

    `live` are the labels that something jumps to or enters, `entries` those that a GOSUB or other code
    enters: all of these are in the outermost block. `computed` says that there is a GOTO of a string.
    """

    body: Block
    live: set[str]
    entries: set[str]
    computed: bool


def has_computed_gosub(scope: Scope) -> bool:
    """Whether the scope has a GOSUB whose target is known at run time only."""
    return any(literal_label(each) is None for head in scope.heads for each in effects(head).gosubs)


def entered_compounds(scope: Scope, *, enter_anywhere: bool) -> set[Step]:
    """Returns the loops and branches that a jump enters from outside."""
    return survey(scope.routine).wild_compounds(enter_anywhere=enter_anywhere)


def plan(scope: Scope, *, enter_anywhere: bool = False) -> JumpPlan:
    """Returns the plan of a scope.

    `enter_anywhere` makes every label an entry, for code outside the scope.
    """
    jumps = survey(scope.routine)
    rewriting = _Rewriting(jumps.wild_compounds(enter_anywhere=enter_anywhere))
    body = rewriting.block(scope.body)
    entries = jumps.entries(enter_anywhere=enter_anywhere)
    return JumpPlan(body, jumps.targets | entries | rewriting.labels, entries, jumps.computed)


def dissolved_block(block: Block, live: Collection[str]) -> Block:
    """Returns a block of a plan with all loops and branches dissolved; `live` are the labels that it has."""
    return _Rewriting(set(steps(block)), len(live)).block(block)


def literal_label(target: Expression | None) -> str | None:
    """Returns the name of the label that a jump leads to; None if it is computed at run time."""
    match target:
        case LabelText(name=name):
            return name
        case nodes.String(value=value) if LABEL_TEXT.fullmatch(value):
            return capitals(value[1:])
        case _:
            return None


def targets(*given: Head) -> list[str]:
    """Returns the labels to which GOTO or ON … GOTO in these headers lead."""
    return [name for head in given for name in map(literal_label, effects(head).gotos) if name]


# The compound statements around a place, outermost first, each with its block that contains the place.
Way = tuple[tuple[Step, Block], ...]


class _Survey:
    """All jumps and labels of a routine.

    `jumps` lists the label and the place of each GOTO, `homes` the place of each label, `subroutines` the
    labels of GOSUBs. `computed` and `computed_gosub` say that there is a GOTO or a GOSUB of a string.
    """

    def __init__(self, routine: Routine) -> None:
        self.jumps: list[tuple[str, Way]] = []
        self.homes: dict[str, Way] = {}
        self.subroutines: set[str] = set()
        self.computed = False
        self.computed_gosub = False
        self.visit(routine.body, ())

    @property
    def targets(self) -> set[str]:
        """The labels that a GOTO may lead to."""
        return set(self.homes) if self.computed else {label for label, _ in self.jumps if label in self.homes}

    def entries(self, *, enter_anywhere: bool) -> set[str]:
        """Returns the labels at which code outside the routine, or a GOSUB, enters it."""
        if enter_anywhere or self.computed_gosub:
            return set(self.homes)
        return self.subroutines & self.homes.keys()

    def visit(self, block: Block, inside: Way) -> None:
        for step in block.statements:
            for label in self.jumped_to(step):
                self.jumps.append((label, inside))
            if isinstance(step, nodes.Label):
                self.homes[step.name] = inside
            for inner in inner_blocks(step):
                self.visit(inner, (*inside, (step, inner)))

    def jumped_to(self, step: Step) -> Iterator[str]:
        """Yields the labels of a step's GOTOs; notes the labels of its GOSUBs and computed targets."""
        for done in map(effects, heads(step)):
            for label in map(literal_label, done.gosubs):
                self.computed_gosub = self.computed_gosub or label is None
                if label is not None:
                    self.subroutines.add(label)
            for label in map(literal_label, done.gotos):
                self.computed = self.computed or label is None
                if label is not None:
                    yield label

    def wild_compounds(self, *, enter_anywhere: bool) -> set[Step]:
        """Returns the compound statements that a jump enters from outside."""
        wild: set[Step] = set()
        for label, around in self.jumps:
            home = self.homes.get(label, ())
            common = 0
            while common < min(len(home), len(around)) and home[common][1] is around[common][1]:
                common += 1
            wild.update(step for step, _ in home[common:])
        for label in self.homes if self.computed else self.entries(enter_anywhere=enter_anywhere):
            wild.update(step for step, _ in self.homes[label])
        return wild


@cached_on_node
def survey(routine: Routine) -> _Survey:
    return _Survey(routine)


class _Rewriting:
    """Copies a tree and dissolves the compound statements in `wild`; `taken` labels exist already."""

    def __init__(self, wild: set[Step], taken: int = 0) -> None:
        self.wild = wild
        self.taken = taken
        self.labels: set[str] = set()

    def fresh(self, word: str) -> str:
        """Returns a new label that no listing can have: labels of listings are upper case."""
        name = f"{word}{self.taken + len(self.labels)}"
        self.labels.add(name)
        return name

    def block(self, block: Block, around: tuple[str, str] | None = None) -> Block:
        """Copies a block; `around` are the exit and continue labels of the dissolved loop around it."""
        steps: list[Step] = []
        for step in block.statements:
            steps.extend(self.step(step, around))
        return Block(steps)

    def step(self, step: Step, around: tuple[str, str] | None) -> list[Step]:
        match step:
            case nodes.Break() if around:
                return [jump(step, around[0])]
            case nodes.Continue() if around:
                return [jump(step, around[1])]
            case Choice():
                if step in self.wild:
                    return self.dissolve_choice(step, around)
                branches = [(test, self.block(body, around)) for test, body in step.branches]
                return [replace(step, branches=branches, otherwise=self.block(step.otherwise, around))]
            case CountedLoop() | WhileLoop() | RepeatLoop():
                if step in self.wild:
                    return self.dissolve_loop(step)
                return [replace(step, body=self.block(step.body))]
            case _:
                return [step]

    def dissolve_choice(self, step: Choice, around: tuple[str, str] | None) -> list[Step]:
        end = self.fresh("endif")
        result: list[Step] = []
        for test, body in step.branches:
            following = self.fresh("else")
            result.append(unless(step, test, following))
            result.extend(self.block(body, around).statements)
            result += [jump(step, end), label(step, following)]
        result.extend(self.block(step.otherwise, around).statements)
        return [*result, label(step, end)]

    def dissolve_loop(self, step: BasicLoop) -> list[Step]:
        top, repeat, out = self.fresh("top"), self.fresh("continue"), self.fresh("exit")
        body = self.block(step.body, (out, repeat)).statements
        begin, again, end = label(step, top), label(step, repeat), label(step, out)
        match step:
            case CountedLoop(head=head):
                place = (step.line, step.column)
                start = nodes.Assign(*place, head.variable, head.start)
                add = nodes.Increase(*place, head.variable, 1, head.step or Number(*place, 1))
                test = unless(step, loop_condition(head), out)
                return [start, begin, test, *body, again, add, jump(step, top), end]
            case WhileLoop():
                return [begin, again, unless(step, step.condition, out), *body, jump(step, top), end]
            case RepeatLoop():
                return [begin, *body, again, unless(step, step.condition, top), end]


Placed = nodes.Node | Choice | BasicLoop


def loop_condition(head: nodes.For) -> Expression:
    """Returns the condition under which a FOR runs another pass: its variable has not passed the limit."""
    place = (head.line, head.column)
    below = Binary(*place, "<=", head.variable, head.stop)
    above = Binary(*place, ">=", head.variable, head.stop)
    if head.step is None:
        return below
    if isinstance(head.step, Number):
        return below if head.step.value >= 0 else above
    # a comparison accepts a string on its left side
    rising = Binary(*place, "<=", Number(*place, 0), head.step)
    both = Binary(*place, "&&", rising, below)
    falling = Binary(*place, "&&", Unary(*place, "!", rising), above)
    return Binary(*place, "||", both, falling)


def jump(at: Placed, name: str) -> nodes.Goto:
    return nodes.Goto(at.line, at.column, LabelText(at.line, at.column, name))


def label(at: Placed, name: str) -> nodes.Label:
    return nodes.Label(at.line, at.column, name)


def unless(at: Placed, test: Expression, name: str) -> Choice:
    """Returns a jump to the label if the test fails.

    It has no `!`, which refuses strings; IF accepts them.
    """
    return Choice(at.line, at.column, [(test, Block())], Block([jump(at, name)]))


# ---- the parts of a block


@dataclass(eq=False)
class Part:
    """The steps of a block from one live label to the next; the first part has no label."""

    begin: nodes.Label | None = None
    steps: list[Step] = field(default_factory=list)

    @property
    def label(self) -> str:
        """The name of the part's label, "" if it has none."""
        return self.begin.name if self.begin else ""

    @property
    def closed(self) -> bool:
        """Whether control never reaches the part's end."""
        return bool(self.steps) and isinstance(self.steps[-1], nodes.Goto | nodes.End | nodes.Return)


def parts_of(block: Block, live: Collection[str]) -> list[Part]:
    """Cuts a block at its live labels. Unreachable statements after a jump are left out."""
    result = [Part()]
    for step in block.statements:
        if isinstance(step, nodes.Label):
            if step.name in live:
                result.append(Part(step))
        elif not result[-1].closed:
            result[-1].steps.append(step)
    return result


MOST = 3
"""The most steps of a part that may jump over others: each becomes a test inside the tests before it."""


def needs_no_dispatch(parts: list[Part]) -> bool:
    """Whether these parts need no dispatch: all jumps to them go forward out of loops, few from each part."""
    positions = {part.label: number for number, part in enumerate(parts)}
    for number, part in enumerate(parts):
        jumping = [step for step in part.steps if any(name in positions for name in goals(step))]
        if len(jumping) > MOST or not all(
            positions.get(name, number + 1) > number for step in jumping for name in goals(step)
        ):
            return False
        if any(name in positions for step in outside_loops(jumping) for name in targets(*heads(step))):
            return False
    return True


def goals(step: Step) -> list[str]:
    """Returns the labels that a step jumps to, inner steps included."""
    return targets(*all_heads(Block([step])))


def outside_loops(row: list[Step]) -> Iterator[Step]:
    """Yields the steps that are in no loop, those in branches included."""
    for step in row:
        if not isinstance(step, LOOPS):
            yield step
            for inner in inner_blocks(step):
                yield from outside_loops(inner.statements)


def gotos_in(row: list[Step]) -> Iterator[Head | None]:
    """Yields every GOTO and ON … GOTO in steps and inside them; None for a computed one."""
    for head in all_heads(Block(row)):
        if gotos := effects(head).gotos:
            yield None if None in map(literal_label, gotos) else head

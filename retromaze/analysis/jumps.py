"""Rewrites jumps so that Python's loops and branches can follow them, and cuts blocks into parts at labels.

A GOTO is easy if its label is in the block of the GOTO or in one around it: that block becomes a dispatch
over its parts. A jump into a block from outside is wild: the loops and IFs that it enters, and only these,
are replaced by labels and conditional jumps (flattened), so that the jump becomes easy. A block whose jumps
only go forward, from a part's end or out of loops, needs no Python loop.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from retromaze.language import nodes
from retromaze.language.block_tree import (
    LOOPS,
    BasicLoop,
    Block,
    Choice,
    CountedLoop,
    Leave,
    RepeatLoop,
    Routine,
    Step,
    WhileLoop,
    all_heads,
    all_steps,
    effects,
    heads_of,
    inner_blocks,
)
from retromaze.language.lexer import ascii_upper
from retromaze.language.nodes import Binary, Expression, Head, LabelText, Number, Unary, cached_on_node
from retromaze.language.program import Scope

LABEL_TEXT = re.compile(r"@[A-Za-z0-9_]+")
"""The texts that name a label; a jump to any other text is an error at run time."""


@dataclass(eq=False)
class JumpPlan:
    """A scope's body, rewritten so that every jump leads to a label of its own block or of one around it.

    `live_labels` are the labels that something jumps to or enters, `entries` those that a GOSUB or other code
    enters: all of these are in the outermost block. `computed` says that there is a GOTO of a string.
    """

    body: Block
    live_labels: set[str]
    entries: set[str]
    computed: bool


def has_computed_gosub(scope: Scope) -> bool:
    """Whether the scope has a GOSUB whose target is known at run time only."""
    return any(literal_label(each) is None for head in scope.heads for each in effects(head).gosubs)


def entered_compounds(scope: Scope, *, enter_anywhere: bool) -> set[Step]:
    """Returns the loops and branches of a scope that a jump enters from outside.

    `enter_anywhere`: code outside the scope may enter at every label.
    """
    return survey_jumps(scope.routine).entered_compounds(enter_anywhere=enter_anywhere)


def plan_jumps(scope: Scope, *, enter_anywhere: bool = False) -> JumpPlan:
    """Returns a scope's body, rewritten so that every jump leads to a label of a block around the jump.

    `enter_anywhere` makes every label an entry, for code outside the scope.
    """
    jumps = survey_jumps(scope.routine)
    rewriting = _Flattening(jumps.entered_compounds(enter_anywhere=enter_anywhere))
    body = rewriting.block(scope.body)
    entries = jumps.entries(enter_anywhere=enter_anywhere)
    return JumpPlan(body, jumps.targets | entries | rewriting.labels, entries, jumps.computed)


def flattened_block(block: Block, live_labels: Collection[str]) -> Block:
    """Returns a block of a `JumpPlan` with labels and jumps instead of all loops and branches.

    `live_labels` are the plan's labels; their number makes the names of new labels differ from them.
    """
    return _Flattening(set(all_steps(block)), len(live_labels)).block(block)


def literal_label(target: Expression | None) -> str | None:
    """Returns the name of the label that a jump leads to; None if it is computed at run time."""
    match target:
        case LabelText(name=name):
            return name
        case nodes.String(value=value) if LABEL_TEXT.fullmatch(value):
            return ascii_upper(value[1:])
        case _:
            return None


def targets(*heads: Head) -> list[str]:
    """Returns the labels to which GOTO or ON … GOTO in these heads lead."""
    gotos = [each for head in heads for each in effects(head).gotos]
    return [name for name in map(literal_label, gotos) if name] if gotos else []


Nesting = tuple[tuple[Step, Block], ...]
"""The compound statements around a place, outermost first, each with its block that contains the place."""


class _JumpSurvey:
    """All jumps and labels of a routine, with the compound statements around each.

    `jumps` lists the label and the nesting of each GOTO, `label_nestings` has the nesting of each label,
    `subroutines` the labels of GOSUBs. `computed` and `computed_gosub` say that there is a GOTO or a GOSUB of
    a string.
    """

    def __init__(self, routine: Routine) -> None:
        self.jumps: list[tuple[str, Nesting]] = []
        self.label_nestings: dict[str, Nesting] = {}
        self.subroutines: set[str] = set()
        self.computed = False
        self.computed_gosub = False
        self.visit(routine.body, ())

    @property
    def targets(self) -> set[str]:
        """The labels that a GOTO may lead to."""
        labels = set(self.label_nestings)
        return labels if self.computed else labels.intersection(label for label, _ in self.jumps)

    def entries(self, *, enter_anywhere: bool) -> set[str]:
        """Returns the labels at which code outside the routine, or a GOSUB, enters it."""
        if enter_anywhere or self.computed_gosub:
            return set(self.label_nestings)
        return self.subroutines & self.label_nestings.keys()

    def visit(self, block: Block, inside: Nesting) -> None:
        """Notes the jumps and labels of a block and the blocks in it; `inside` is the block's nesting."""
        for step in block.statements:
            if not isinstance(step, nodes.Node):
                for inner in inner_blocks(step):
                    self.visit(inner, (*inside, (step, inner)))
                continue
            step_effects = effects(step)
            gosubs = [*map(literal_label, step_effects.gosubs)]
            gotos = [*map(literal_label, step_effects.gotos)]
            self.computed_gosub |= None in gosubs
            self.computed |= None in gotos
            self.subroutines.update(filter(None, gosubs))
            if gotos:
                self.jumps += [(label, inside) for label in gotos if label]
            if isinstance(step, nodes.Label):
                self.label_nestings[step.name] = inside

    def entered_compounds(self, *, enter_anywhere: bool) -> set[Step]:
        """Returns the compound statements that a jump enters from outside.

        These are the statements around a label that are not around the GOTO as well. Code outside may enter
        at every label if `enter_anywhere`.
        """
        entered: set[Step] = set()
        for label, around_goto in self.jumps:
            around_label = self.label_nestings.get(label, ())
            common = 0  # the number of blocks that are around both
            for (_, label_block), (_, goto_block) in zip(around_label, around_goto, strict=False):
                if label_block is not goto_block:
                    break
                common += 1
            entered.update(step for step, _ in around_label[common:])
        # a computed GOTO may lead to every label, from anywhere
        for label in self.label_nestings if self.computed else self.entries(enter_anywhere=enter_anywhere):
            entered.update(step for step, _ in self.label_nestings[label])
        return entered


@cached_on_node
def survey_jumps(routine: Routine) -> _JumpSurvey:
    """Returns the jumps and labels of a routine; computed once."""
    return _JumpSurvey(routine)


class LoopLabels(NamedTuple):
    """The labels after a flattened loop (`exit`) and at the end of its body (`repeat`)."""

    exit: str
    repeat: str


class _Flattening:
    """Copies a tree, with labels and GOTOs instead of the compound statements in `to_flatten`.

    `labels` are the new labels, numbered from `existing_labels` on. A method's `loop_labels` are the labels
    after and at the end of the flattened loop around a statement, to which its BREAK and CONTINUE jump; None
    if that loop stays or there is none.
    """

    def __init__(self, to_flatten: set[Step], existing_labels: int = 0) -> None:
        self.to_flatten = to_flatten
        self.existing_labels = existing_labels
        self.labels: set[str] = set()

    def new_label(self, word: str) -> str:
        """Returns a new label that no listing can have: labels of listings are upper case."""
        name = f"{word}{self.existing_labels + len(self.labels)}"
        self.labels.add(name)
        return name

    def block(self, block: Block, loop_labels: LoopLabels | None = None) -> Block:
        """Returns a copy of a block in which all statements in `to_flatten` are flattened."""
        return Block([new for step in block.statements for new in self.step(step, loop_labels)])

    def step(self, step: Step, loop_labels: LoopLabels | None) -> list[Step]:
        """Returns a copy of a step, or the steps that replace it."""
        match step:
            case nodes.Break() if loop_labels:
                return [goto_node(step, loop_labels.exit)]
            case nodes.Continue() if loop_labels:
                return [goto_node(step, loop_labels.repeat)]
            case Choice():
                if step in self.to_flatten:
                    return self.flatten_choice(step, loop_labels)
                branches = [(test, self.block(body, loop_labels)) for test, body in step.branches]
                return [replace(step, branches=branches, otherwise=self.block(step.otherwise, loop_labels))]
            case CountedLoop() | WhileLoop() | RepeatLoop():
                if step in self.to_flatten:
                    return self.flatten_loop(step)
                return [replace(step, body=self.block(step.body))]
            case _:
                return [step]

    def flatten_choice(self, step: Choice, loop_labels: LoopLabels | None) -> list[Step]:
        """Returns an IF as jumps: each test jumps to the next test if it fails, each body to the end."""
        end = self.new_label("endif")
        flat: list[Step] = []
        for test, body in step.branches:
            following = self.new_label("else")
            flat += [goto_unless(step, test, following), *self.block(body, loop_labels).statements]
            flat += [goto_node(step, end), label_node(step, following)]
        return [*flat, *self.block(step.otherwise, loop_labels).statements, label_node(step, end)]

    def flatten_loop(self, step: BasicLoop) -> list[Step]:
        """Returns a FOR, WHILE or REPEAT as labels, a conditional jump and a jump back."""
        top, repeat, out = self.new_label("top"), self.new_label("continue"), self.new_label("exit")
        body = self.block(step.body, LoopLabels(out, repeat)).statements
        begin, again, end = label_node(step, top), label_node(step, repeat), label_node(step, out)
        match step:
            case CountedLoop(head=head):
                place = (step.line, step.column)
                start = nodes.Assign(*place, head.variable, head.start)
                add = nodes.Increase(*place, head.variable, 1, head.step or Number(*place, 1))
                test = goto_unless(step, loop_condition(head), out)
                return [start, begin, test, *body, again, add, goto_node(step, top), end]
            case WhileLoop():
                test = goto_unless(step, step.condition, out)
                return [begin, again, test, *body, goto_node(step, top), end]
            case RepeatLoop():
                return [begin, *body, again, goto_unless(step, step.condition, top), end]


HasPlace = nodes.Node | Choice | BasicLoop


def loop_condition(head: nodes.For) -> Expression:
    """Returns the condition under which a FOR runs another pass: its variable has not passed the limit."""
    place = (head.line, head.column)
    below = Binary(*place, "<=", head.variable, head.stop)
    above = Binary(*place, ">=", head.variable, head.stop)
    if head.step is None:
        return below
    if isinstance(head.step, Number):
        return below if head.step.value >= 0 else above
    # of a step that is a string this is an error, as on the console: a string may only stand on the left
    rising = Binary(*place, "<=", Number(*place, 0), head.step)
    both = Binary(*place, "&&", rising, below)
    falling = Binary(*place, "&&", Unary(*place, "!", rising), above)
    return Binary(*place, "||", both, falling)


def goto_node(at: HasPlace, name: str) -> nodes.Goto:
    return nodes.Goto(at.line, at.column, LabelText(at.line, at.column, name))


def label_node(at: HasPlace, name: str) -> nodes.Label:
    return nodes.Label(at.line, at.column, name)


def goto_unless(at: HasPlace, test: Expression, name: str) -> Choice:
    """Returns an IF whose ELSE jumps to the label: unlike `!test`, IF accepts a string as its test."""
    return Choice(at.line, at.column, [(test, Block())], Block([goto_node(at, name)]))


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
    def ends_in_jump(self) -> bool:
        """Whether control never reaches the part's end."""
        return bool(self.steps) and never_continues(self.steps[-1])


def never_continues(step: Step | None) -> bool:
    """Whether control never reaches the statement after a step."""
    return isinstance(step, Leave) or (isinstance(step, nodes.Node) and not effects(step).goes_on)


def parts_of(block: Block, live_labels: Collection[str]) -> list[Part]:
    """Cuts a block at its live labels, to which something jumps; unreachable steps are left out."""
    parts = [Part()]
    for step in block.statements:
        if isinstance(step, nodes.Label):
            if step.name in live_labels:
                parts.append(Part(step))
        elif not parts[-1].ends_in_jump:
            parts[-1].steps.append(step)
    return parts


MOST_FORWARD_JUMPS = 3
"""The most steps of a part that may jump over others: each becomes a test inside the tests before it."""


def needs_no_dispatch(parts: list[Part]) -> bool:
    """Whether these parts can be written without a dispatch loop, which selects the next part by number.

    A part has the steps of a block from one label to the next. All jumps to parts must go forward and lead
    out of loops, and few may come from one part.
    """
    positions = {part.label: number for number, part in enumerate(parts)}
    for number, part in enumerate(parts):
        jumping: list[Step] = []  # the steps with jumps to one of the parts
        for step in part.steps:
            if names := positions.keys() & targets(*all_heads(Block([step]))):
                jumping.append(step)
                if any(positions[name] <= number for name in names):  # back, or to this part again
                    return False
        if len(jumping) > MOST_FORWARD_JUMPS:
            return False
        for step in steps_outside_loops(jumping):
            if any(name in positions for name in targets(*heads_of(step))):
                return False
    return True


def steps_outside_loops(steps: list[Step]) -> Iterator[Step]:
    """Yields the steps that are in no loop, those in branches and loops themselves included."""
    for step in steps:
        yield step
        if not isinstance(step, LOOPS):
            for inner in inner_blocks(step):
                yield from steps_outside_loops(inner.statements)


def gotos_in(steps: list[Step]) -> Iterator[Head | None]:
    """Yields every GOTO and ON … GOTO in steps and inside them; None for a computed one."""
    for head in all_heads(Block(steps)):
        if isinstance(head, nodes.Goto | nodes.On) and (gotos := effects(head).gotos):
            yield None if None in map(literal_label, gotos) else head

"""The tree of a listing, blocks of steps (statements, branches, loops), and walks over it.

`pairing.py` makes it of the flat statements. Switch, Forever, Leave and Fallthrough stand for GOTO and ON …
GOTO; `analysis.restructure` makes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from retromaze.language import nodes
from retromaze.language.nodes import Expression, Noted, cached_on_node
from retromaze.language.text import yield_to_host


@dataclass(eq=False)
class Block:
    """Statements that run one after the other, compared by identity."""

    statements: list[Step] = field(default_factory=list)


@dataclass(eq=False)
class Choice:
    """IF … ELSEIF … ELSE … ENDIF"""

    line: int
    column: int
    branches: list[tuple[Expression, Block]]
    otherwise: Block


@dataclass(eq=False)
class CountedLoop:
    """FOR … NEXT"""

    line: int
    column: int
    head: nodes.For
    body: Block


@dataclass(eq=False)
class WhileLoop:
    """WHILE … WEND"""

    line: int
    column: int
    condition: Expression
    body: Block


@dataclass(eq=False)
class RepeatLoop:
    """REPEAT … UNTIL"""

    line: int
    column: int
    body: Block
    condition: Expression


@dataclass(eq=False)
class SwitchCase:
    """The code behind one label of an ON … GOTO, and the numbers that lead there."""

    numbers: list[int]
    label: str
    body: Block


@dataclass(eq=False)
class Switch:
    """ON … GOTO as a choice between the code behind its labels; `otherwise` is for all other numbers."""

    line: int
    column: int
    head: nodes.On
    cases: list[SwitchCase]
    otherwise: SwitchCase


@dataclass(eq=False)
class Forever:
    """An infinite loop that GOTOs make; a Leave ends it."""

    line: int
    column: int
    label: str
    body: Block = field(default_factory=Block)


@dataclass(eq=False)
class Leave:
    """A GOTO to the end of a loop around it, or (`again`) to its beginning; `label` is its target.

    An `added` one has no statement in the listing: it leaves a Forever at its end.
    """

    line: int
    column: int
    loop: BasicLoop | Forever
    again: bool
    added: bool = False
    label: str = ""


@dataclass(eq=False)
class Fallthrough:
    """A GOTO to the next statement."""

    line: int
    column: int


BasicLoop = CountedLoop | WhileLoop | RepeatLoop
Loop = BasicLoop | Forever
LOOPS = (CountedLoop, WhileLoop, RepeatLoop, Forever)
Compound = Choice | Switch | Loop
Step = nodes.Straight | nodes.Jump | Compound | Leave | Fallthrough


@dataclass(eq=False)
class Routine(Noted):
    """The main program (`define` is None) or one DEF, with its statements as a tree."""

    define: nodes.Define | None
    body: Block


# ---- walks


def inner_blocks(step: Step) -> list[Block]:
    """Returns the blocks directly inside a step."""
    if isinstance(step, nodes.Node):
        return []
    match step:
        case Choice():
            return [*(body for _, body in step.branches), step.otherwise]
        case Switch():
            return [*(each.body for each in step.cases), step.otherwise.body]
        case CountedLoop() | WhileLoop() | RepeatLoop() | Forever():
            return [step.body]
        case Leave() | Fallthrough():
            return []


def heads(step: Step) -> list[nodes.Head]:
    """Returns the nodes that a step evaluates itself, outside its inner blocks."""
    if isinstance(step, nodes.Node):
        return [step]
    match step:
        case Choice():
            return [condition for condition, _ in step.branches]
        case CountedLoop():
            return [step.head]
        case WhileLoop() | RepeatLoop():
            return [step.condition]
        case Switch():
            return [step.head.selector]
        case Forever() | Leave() | Fallthrough():
            return []


def steps(block: Block) -> Iterator[Step]:
    """Yields every step of a block and of the blocks inside it, in source order."""
    waiting = [iter(block.statements)]
    while waiting:
        for step in waiting[-1]:
            yield_to_host()
            yield step
            if inner := inner_blocks(step):
                waiting.extend(iter(each.statements) for each in reversed(inner))
                break
        else:
            waiting.pop()


def all_heads(block: Block) -> Iterator[nodes.Head]:
    """Yields the heads of every step of a block and of the blocks inside it, in source order."""
    for step in steps(block):
        yield from heads(step)


@cached_on_node
def routine_steps(routine: Routine) -> tuple[Step, ...]:
    """Returns all steps of a routine that is complete."""
    return tuple(steps(routine.body))


@cached_on_node
def routine_heads(routine: Routine) -> tuple[nodes.Head, ...]:
    """Returns the heads of all steps of a routine that is complete."""
    return tuple(head for step in routine_steps(routine) for head in heads(step))

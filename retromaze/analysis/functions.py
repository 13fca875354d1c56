"""The functions of a Program, lowered: the main program, what each GOSUB reaches, each DEF.

Both writers begin here. What is left of GOTO goes to a label of the block that it stands in or of one around
it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from retromaze.analysis.jumps import JumpPlan, Part, dissolved_block, parts_of, plan, targets
from retromaze.analysis.restructure import restructure
from retromaze.analysis.routines import GosubReach, reaches
from retromaze.language.nodes import Declaration, Name
from retromaze.language.program import Scope, Variable
from retromaze.language.structure import Block, Step
from retromaze.language.walk import all_heads, nodes_in


@dataclass(eq=False)
class LoweredFunction:
    """One function of a program.

    `entries` are the labels it can be entered at, in source order; `is_simple` if it always begins at its
    beginning. `live` are the labels of its blocks that something may jump to.
    """

    scope: Scope
    body: Block
    live: Collection[str] = ()
    entries: tuple[str, ...] = ()
    is_start: bool = False
    is_simple: bool = True

    @property
    def is_subroutine(self) -> bool:
        """Whether it is only ever called, and entered at its beginning."""
        return self.is_simple and not self.is_start

    @property
    def parts(self) -> list[Part]:
        """The outermost block, cut at its live labels; the first part has none if anything stands there."""
        parts = parts_of(self.body, self.live)
        return parts if len(parts) == 1 or parts[0].steps else parts[1:]

    @property
    def positions(self) -> dict[str, int]:
        """The number of the part that each entry begins."""
        if self.is_simple:
            return dict.fromkeys(self.entries, 0)
        numbers = {part.label: number for number, part in enumerate(self.parts)}
        return {label: numbers[label] for label in self.entries}

    def variables(self) -> Iterator[Variable]:
        """Every variable it names, declared ones included."""
        for node in (each for head in all_heads(self.body) for each in nodes_in(head)):
            if isinstance(node, Name | Declaration) and (found := self.scope.find(node.name)):
                yield found


def lowered_main(
    scope: Scope, *, enter_anywhere: bool = False, dissolved: bool = False
) -> list[LoweredFunction]:
    """The functions of the main program, the one it starts with first; `enter_anywhere` is as in `plan`.

    `dissolved` leaves no loop and no branch standing; the functions are as many.
    """
    found = plan(scope, enter_anywhere=enter_anywhere)
    return [lowered_reach(scope, found, reach, dissolved=dissolved) for reach in reaches(found)]


def lowered_reach(scope: Scope, found: JumpPlan, reach: GosubReach, *, dissolved: bool) -> LoweredFunction:
    """A part of the main program."""
    row: list[Step] = []
    for part in reach.parts:
        row += [part.begin, *part.steps] if part.begin else part.steps
    body = dissolved_block(Block(row), found.live) if dissolved else Block(row)
    is_simple = not reach.entries or (not reach.is_start and list(reach.entries.values()) == [0])
    made = LoweredFunction(scope, body, (), tuple(reach.entries), reach.is_start, is_simple)
    return with_structure(made, found, () if is_simple else made.entries, dissolved=dissolved)


def lowered_definition(scope: Scope, *, dissolved: bool = False) -> LoweredFunction:
    """A DEF; each call gives a tree of its own."""
    found = plan(scope)
    body = dissolved_block(found.body, found.live) if dissolved else found.body
    return with_structure(LoweredFunction(scope, body), found, (), dissolved=dissolved)


def with_structure(
    made: LoweredFunction, found: JumpPlan, entries: Collection[str], *, dissolved: bool
) -> LoweredFunction:
    """A function whose jumps are said in Python's own structure as far as they go."""
    entered = {*entries, *(found.live if found.computed else ())}
    if found.live and not dissolved:
        restructure(made.body, entered)
    made.live = entered.union(*map(targets, all_heads(made.body)))
    return made

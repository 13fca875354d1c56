"""Makes a Program of a listing, and functions of a Program: its main part, what each GOSUB reaches, each DEF.

Both writers of Python begin here. A GOTO that is left leads to a label of its own block or of one around it.
What control can reach from a GOSUB's label without a further GOSUB is a function of its own, if the main
program cannot get there too. GOSUBs that reach the same code share one function with several entries.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from retromaze.analysis.jumps import JumpPlan, Part, all_jumps, dissolved_block, parts_of, plan, targets
from retromaze.analysis.restructure import restructure
from retromaze.builtins import load_all
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.language.analysis import MachineWords, analyse, prepare
from retromaze.language.nodes import Declaration, Name, Statement, nodes_in
from retromaze.language.parser import parse
from retromaze.language.program import Program, Scope, Variable
from retromaze.language.structure import Block, Step, all_heads


def analyse_listing(source: str, slot: int = 0, *, alone: bool = False) -> Program:
    """Source to Program, with the machine's own words known.

    `alone` says that no other program has lent DEFs to it before.
    """
    return analyse_statements(parse(source, slot), source, slot, alone=alone)


def analyse_statements(
    statements: Sequence[Statement],
    source: str,
    slot: int,
    known: Mapping[str, Variable] | None = None,
    *,
    alone: bool = False,
) -> Program:
    """Statements to Program; `known` are the globals that are there already."""
    prepared = [prepare(each, slot) for each in statements]
    return analyse(prepared, machine_words(alone=alone), source=source, slot=slot, known=known).program


def machine_words(*, alone: bool = False) -> MachineWords:
    """Returns the words of the machine; `alone` as for `analyse_listing`."""
    load_all()
    writable = (name for name, each in VARIABLES.items() if each.write)
    return MachineWords(frozenset(VARIABLES), frozenset(writable), BUILTINS if alone else None)


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


@dataclass(eq=False)
class GosubReach:
    """Parts of the main program that become one Python function, in source order.

    `entries` gives the position among them of each label that is entered by GOSUB.
    """

    parts: list[Part]
    entries: dict[str, int] = field(default_factory=dict)
    is_start: bool = False


def reaches(plan: JumpPlan) -> list[GosubReach]:
    """The functions of the main program, the one it starts with first."""
    parts = parts_of(plan.body, plan.live)
    positions = {part.label: number for number, part in enumerate(parts) if part.label}
    roots = [0, *sorted(positions[name] for name in plan.entries)]
    result: list[GosubReach] = []
    for chosen in connected_groups(ways(parts, positions, roots)):
        entries = {
            parts[number].label: at for at, number in enumerate(chosen) if parts[number].label in plan.entries
        }
        result.append(GosubReach([parts[number] for number in chosen], entries, chosen[0] == 0))
    return result


def ways(parts: list[Part], positions: dict[str, int], roots: list[int]) -> dict[int, list[int]]:
    """The parts control can come to from the roots, each with those it goes on to."""
    found: dict[int, list[int]] = {}
    everywhere = iter(range(len(parts)))
    waiting = list(roots)
    while waiting:
        number = waiting.pop()
        if number not in found and number < len(parts):
            found[number] = list(followers(parts, positions, number, everywhere))
            waiting.extend(found[number])
    return found


def followers(
    parts: list[Part], positions: dict[str, int], number: int, everywhere: Iterator[int]
) -> Iterator[int]:
    """Where a part goes on; the first jump to a computed label leads everywhere, the others only to it."""
    part = parts[number]
    if not part.closed:
        yield number + 1
    for jump in all_jumps(part.steps):
        if jump is None:
            yield 0
            yield from everywhere
        else:
            yield from (positions[name] for name in targets(jump) if name in positions)


def connected_groups(ways: dict[int, list[int]]) -> list[list[int]]:
    """The numbers in groups: those that a way leads between, in either direction, are together."""
    leaders = {number: number for number in ways}

    def leader(number: int) -> int:
        while leaders[number] != number:
            leaders[number] = number = leaders[leaders[number]]
        return number

    for number, following in ways.items():
        for each in following:
            if each in ways:
                low, high = sorted((leader(number), leader(each)))
                leaders[high] = low
    groups: dict[int, list[int]] = {}
    for number in sorted(ways):
        groups.setdefault(leader(number), []).append(number)
    return list(groups.values())

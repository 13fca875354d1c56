"""The evidence for a difference: variables that differ, the lines that set them, and both call stacks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from retromaze.comparison.coverage import Lines
from retromaze.comparison.following import (
    UNKNOWN,
    Change,
    FollowedProgram,
    Held,
    Naming,
    PendingCall,
    PortNaming,
    Values,
    Variable,
    scalar,
    words_of,
)
from retromaze.comparison.program import Listing, Runnable, SourceLine

if TYPE_CHECKING:
    from retromaze.comparison.difference import Case, Difference

MOST_VARIABLES = 12
ELEMENTS = 3
"""Elements of one array that are told."""
MOST_LINES = 8
"""Lines of a slice that are told in words."""
MOST_WORDS = 3
"""Lines that are told in words."""


class Differing(NamedTuple):
    """A variable that both programs hold, with values that differ since the event of a number, from 1.

    `since` is 0 where they have never been the same, as far as is known. `doubtful` tells that this may be no
    mistake: they differed before and were the same again, as where a port sets a variable at another place;
    or it is the variable of a loop, which is one step further in BASIC after the loop.
    """

    listing: Held
    port: Held
    since: int
    doubtful: bool = False

    def __str__(self) -> str:
        return f"{self.listing}, {self.port}"


@dataclass(frozen=True)
class Evidence:
    """The state of both programs at a difference, and how they came to it.

    `first` is the variable that differed first of all that led to the difference, as it was then, and
    `variables` are those that differ at the end. `stacks` are the pending calls of both, the outermost first;
    `ran` the lines that both ran since the last event on which they agreed, each once; `slice` the lines of
    the port that its values and conditions there come from, the nearest first. `lines` are the listing's
    lines that were run by then, and the outcomes that its conditions had.
    """

    first: Differing | None = None
    variables: tuple[Differing, ...] = ()
    stacks: tuple[tuple[PendingCall, ...], ...] = ((), ())
    ran: tuple[tuple[SourceLine, ...], ...] = ((), ())
    slice: tuple[SourceLine, ...] = ()
    lines: Lines | None = None

    def words(self) -> list[str]:
        """Three lines at most: `first different: DX is -1 (set in line 5), dx is 1 (set in line 12)`."""
        told = [f"first different: {self.first}"] if self.first else []
        steady = [each for each in self.variables if not each.doubtful]
        now = [each for each in steady if each.since] or steady
        told += [f"different now: {each}" for each in now if not self.first or each[:2] != self.first[:2]]
        # the lines of calls, of the difference itself and of these variables are told before
        known = {call.place for call in self.stacks[1]}
        known |= {each.port.place for each in (self.first, *now) if each}
        behind = [each for each in self.slice if each not in known]
        del told[MOST_WORDS - bool(behind) :]
        if behind:
            lines = [str(each.line) for each in behind[:MOST_LINES]]
            where = f"line{'s' * (len(lines) > 1)} {', '.join(lines)} of {Path(behind[0].file).name}"
            told.append(f"values may come from {where}")
        return told


NO_EVIDENCE = Evidence()


def evidence_of(case: Case, program: Runnable, difference: Difference) -> Evidence:
    """Returns the evidence for a difference; `program` is the port, which is loaded anew for each run."""
    run, listing = case.run, case.recording.program
    number = run.agreed - run.shown
    names = Naming(listing) if isinstance(listing, Listing) else PortNaming(None)
    wanted = names.shared if isinstance(names, Naming) else None
    theirs = Naming(program) if isinstance(program, Listing) else PortNaming(wanted)
    sides = (
        FollowedProgram(case.recording, listing, number, names),
        FollowedProgram(case.recording, program, number, theirs),
    )
    one, other = sides
    for side in sides:
        side.look()
    # where their calls are of two kinds, each may just be at another place of its program
    comparable = number + (run.shown or case.agree_in_kind())
    known = [side.snapshots[: comparable - side.base] for side in sides]
    loops = one.loops & other.loops
    begun, parted = parted_first(list(zip(*known, strict=False)), loops)
    begun += one.base
    leading = [(one.seen[name], other.seen[name]) for name in parted]
    nearby = words_of(difference.listing.text) | words_of(difference.port.text)
    found = sorted(differing(one, other), key=lambda pair: pair[0].shared not in nearby)[:MOST_VARIABLES]
    for at, side in enumerate(sides if leading or found else ()):
        side.follow([pair[at] for pair in (*leading, *found)])
    late = number + 1 if comparable == number else -1
    variables = [held_otherwise(one, other, pair, number, loops) for pair in found]
    always = [
        parted_at(one, other, pair)
        for pair, each in zip(found, variables, strict=True)
        if not (each.since or each.doubtful)
        and all(side.is_set(at) for side, at in zip(sides, pair, strict=True))
    ]
    parting = [parted_at(one, other, pair, begun) for pair in leading]
    if parting:
        # what was never the same counts only where the first variable was made of it
        line = words_of(min(parting, key=itemgetter(0, 1))[-1].listing.place.text)
        always = [each for each in always if each[1] in line]
    first = always or parting
    return Evidence(
        min(first, key=itemgetter(0, 1))[-1] if first else None,
        tuple(sorted(variables, key=lambda each: (each.doubtful, not each.since, each.since == late))),
        (one.stack, other.stack),
        (tuple(one.ran), tuple(other.ran)),
        other.slice,
        one.listing.lines if one.listing else None,
    )


def parted_first(
    known: Sequence[tuple[Values, Values]], loops: Collection[str] = ()
) -> tuple[int, list[str]]:
    """The number of the event, from 0, at which what led to the end of it parts first, and the names that do.

    What differs at the end leads back to what differed when that began to, and so on. A name counts from the
    first time that it differs until it is the same again, and only if it was the same before. `loops` are the
    names of variables of loops.
    """
    begun: dict[str, int] = {}
    until: dict[str, int] = {}
    agreed: set[str] = set()
    for number, (one, other) in enumerate(known):
        for name in one.keys() & other.keys():
            if one[name] != other[name] and not (name in loops and is_a_step(one[name], other[name])):
                begun.setdefault(name, number)
            elif name in begun:
                until.setdefault(name, number)
            else:
                agreed.add(name)
    first = len(known)
    while led := [
        at for name, at in begun.items() if name in agreed and at < first <= until.get(name, len(known))
    ]:
        first = min(led)
    return first, sorted(name for name in agreed if begun.get(name) == first)


def is_a_step(one: object, other: object) -> bool:
    """Whether a loop's variable may have gone one step further, by one or by minus one."""
    return isinstance(one, int | float) and isinstance(other, int | float) and abs(one - other) == 1


def differing(one: FollowedProgram, other: FollowedProgram) -> Iterator[tuple[Variable, Variable]]:
    """Yields the variables that differ where both programs stand, of an array some elements."""
    for name, mine in one.known.items():
        if name in other.known:
            theirs = other.known[name]
            parted = (at for at, *both in elements(mine.value, theirs.value) if are_different(*both))
            for at, _ in zip(parted, range(ELEMENTS), strict=False):
                yield mine.variable._replace(element=at), theirs.variable._replace(element=at)


def elements(one: Any, other: Any) -> Iterator[tuple[tuple[int, ...], Any, Any]]:
    """Yields the elements of two arrays with their subscripts; none where the shapes differ."""
    if not isinstance(one, list) or not isinstance(other, list):
        yield (), scalar(one), scalar(other)
    elif len(one) == len(other):
        for at, rows in enumerate(zip(one, other, strict=True)):
            yield from (((at, *rest), here, there) for rest, here, there in elements(*rows))


def are_different(one: object, other: object) -> bool:
    """Whether two values are numbers, or both texts, and differ."""
    known = one is not UNKNOWN and other is not UNKNOWN
    return known and isinstance(one, str) == isinstance(other, str) and one != other


def parted_at(
    one: FollowedProgram,
    other: FollowedProgram,
    pair: tuple[Variable, Variable],
    number: int | None = None,
) -> tuple[int, str, Differing]:
    """The first values that differ of a variable that parts before the event of a number; the first of all.

    With the turn of the listing's line and the variable's name, to tell which of several is the first one.
    """
    mine, theirs = pair
    changes = [one.changes[mine], other.changes[theirs]]
    held = [Change(), Change()]
    if number is not None:
        held = [one.change(mine, number - 1), other.change(theirs, number - 1)]
        changes = [[each for each in side if each.event == number] for side in changes]
    elif changes[0][0].value != changes[1][0].value:
        # what BASIC has before anything is set, a port need not have
        changes = [[each for each in side if each.place.line] for side in changes]
    for step in zip_longest(*changes):
        held = [new or old for new, old in zip(step, held, strict=True)]
        if held[0].value != held[1].value:
            break
    since = (number if number is not None else max(each.event for each in held)) + 1
    found = Differing(one.held(mine, held[0]), other.held(theirs, held[1]), since)
    return held[0].turn, mine.shared, found


def held_otherwise(
    one: FollowedProgram,
    other: FollowedProgram,
    pair: tuple[Variable, Variable],
    number: int,
    loops: Collection[str],
) -> Differing:
    """How both programs hold a variable at the event of a number, from 0, and since when it differs."""
    mine, theirs = pair
    changed = [
        {each.event: each.value for each in changes if each.event <= number}
        for changes in (one.changes[mine], other.changes[theirs])
    ]
    held: list[Any] = [UNKNOWN, UNKNOWN]
    since, has_agreed, periods = 0, False, 0
    for at in sorted(changed[0].keys() | changed[1].keys()):
        held = [new.get(at, old) for new, old in zip(changed, held, strict=True)]
        if UNKNOWN in held:
            continue
        if held[0] == held[1]:
            since, has_agreed = 0, True
        elif has_agreed and not since:
            since, periods = at + 1, periods + 1
    values = one.change(mine, number), other.change(theirs, number)
    doubtful = periods > 1 or (mine.shared in loops and is_a_step(*(each.value for each in values)))
    return Differing(one.held(mine, values[0]), other.held(theirs, values[1]), since, doubtful)

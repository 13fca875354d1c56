"""The evidence for a difference: variables that differ, the lines that set them, and both call stacks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from retromaze.comparison.coverage import Lines
from retromaze.comparison.following import (
    SHOWN,
    UNKNOWN,
    Change,
    FollowedProgram,
    Held,
    Naming,
    PendingCall,
    PortNaming,
    Values,
    Variable,
    are_different,
    scalar,
    words_of,
)
from retromaze.comparison.program import Listing, Runnable, SourceLine
from retromaze.comparison.words import line_words

if TYPE_CHECKING:
    from retromaze.comparison.difference import Case, Difference

MOST_VARIABLES = 12
ELEMENTS = 3
"""Elements of one array that are told."""
BEFORE = 8
"""Characters of a long text that are told before the first one that differs."""
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
        """Both values, of long texts from shortly before the place where they part."""
        one, other = self.listing.value, self.port.value
        start = 0
        if isinstance(one, str) and isinstance(other, str) and max(len(one), len(other)) > SHOWN:
            parted = (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
            start = max(next(parted, min(len(one), len(other))) - BEFORE, 0)
        return f"{self.listing.words(start)}, {self.port.words(start)}"


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
        del told[MOST_WORDS - bool(self.slice) :]
        # the line of the difference itself is told before, and so are those that set what is told
        known = {call.place for call in self.stacks[1][-1:]}
        known |= {each.port.place for each in (self.first, *now)[: len(told)] if each}
        behind = [each for each in self.slice if each not in known]
        if behind:
            lines = line_words([each.line for each in behind])
            order = ", the nearest first" if "," in lines else ""
            told.append(f"values may come from {lines} of {Path(behind[0].file).name}{order}")
        return told


NO_EVIDENCE = Evidence()


def evidence_of(case: Case, program: Runnable, difference: Difference) -> Evidence:
    """Returns the evidence for a difference; `program` is the port, which is loaded anew for each run."""
    run, listing = case.run, case.recording.program
    number = run.agreed - run.shown
    names = Naming(listing) if isinstance(listing, Listing) else PortNaming(None)
    wanted, apart = (names.shared, names.definitions) if isinstance(names, Naming) else (None, ())
    theirs = Naming(program) if isinstance(program, Listing) else PortNaming(wanted, apart)
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
    in_both = looping(one) & looping(other)
    loops = {(name, step) for name, step in one.loops if name in in_both}
    begun, parted = parted_first(list(zip(*known, strict=False)), loops)
    begun += one.base
    leading = [(one.seen(name, begun), other.seen(name, begun)) for name in parted]
    nearby = words_of(difference.listing.text) | words_of(difference.port.text)
    found = sorted(differing(one, other), key=lambda pair: pair[0].shared not in nearby)[:MOST_VARIABLES]
    for at, side in enumerate(sides if leading or found else ()):
        side.follow([pair[at] for pair in (*leading, *found)])
    late = number + 1 if comparable == number else -1
    variables = [held_otherwise(one, other, pair, number, loops) for pair in found]
    always = known_ones(
        parted_at(one, other, pair)
        for pair, each in zip(found, variables, strict=True)
        if not (each.since or each.doubtful)
        and all(side.is_set(at) for side, at in zip(sides, pair, strict=True))
    )
    parting = known_ones(parted_at(one, other, pair, begun) for pair in leading)
    if late > 0 and not parting:
        # what both have set since the event before differs, wherever they are now
        parting = known_ones(
            parted_at(one, other, pair, number)
            for pair, each in zip(found, variables, strict=True)
            if each.since == late
            and not each.doubtful
            and all(side.is_set(at, number) for side, at in zip(sides, pair, strict=True))
        )
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


Loop = tuple[str, float]
"""The name of a loop's variable, and the size of its step."""
First = tuple[int, str, "Differing"]
"""The turn of a listing's line, the name of a variable, and how it differs."""


def known_ones(found: Iterable[First | None]) -> list[First]:
    """The differing variables, without those that had the same values all the time."""
    return [each for each in found if each is not None]


def parted_first(
    known: Sequence[tuple[Values, Values]], loops: Collection[Loop] = ()
) -> tuple[int, list[str]]:
    """The number of the event, from 0, at which what led to the end of it parts first, and the names that do.

    What differs at the end leads back to what differed when that began to, and so on. A name counts from the
    first time that it differs until it is the same again, and only if it was the same before.
    """
    begun: dict[str, int] = {}
    until: dict[str, int] = {}
    agreed: set[str] = set()
    for number, (one, other) in enumerate(known):
        for name in one.keys() & other.keys():
            both = one[name], other[name]
            if are_different(*both) and not is_a_step(name, *both, loops):
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


def is_a_step(name: str, one: object, other: object, loops: Collection[Loop]) -> bool:
    """Whether a loop's variable may have gone one step further."""
    return (
        isinstance(one, int | float) and isinstance(other, int | float) and (name, abs(one - other)) in loops
    )


def looping(program: FollowedProgram) -> set[str]:
    """The names of the variables of a program's loops."""
    return {name for name, _ in program.loops}


def without_ends(mine: Sequence[Change], theirs: Sequence[Change]) -> list[Change]:
    """The listing's values of a loop's variable without those that end the loop.

    BASIC goes one step further after the last round; the port's `range` does not, and goes on with the value
    that comes next in the listing, or with none.
    """
    kept: list[Change] = []
    for change, upcoming in pairwise([*mine, Change()]):
        if len(kept) == len(theirs):
            break
        there = theirs[len(kept)].value
        goes_on = upcoming.value is not UNKNOWN and not are_different(upcoming.value, there)
        if not (are_different(change.value, there) and goes_on):
            kept.append(change)
    return kept


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


def parted_at(
    one: FollowedProgram,
    other: FollowedProgram,
    pair: tuple[Variable, Variable],
    number: int | None = None,
) -> First | None:
    """The first values that differ of a variable that parts before the event of a number; the first of all.

    None where it had the same values all the time. With the turn of the listing's line and the variable's
    name, to tell which of several is the first one.
    """
    mine, theirs = pair
    changes = [one.changes[mine], other.changes[theirs]]
    if number is not None:
        before = one.change(mine, number - 1), other.change(theirs, number - 1)
        changes = [[each for each in side if each.event == number] for side in changes]
        # what a call had that is over does not count where a new one has begun
        over = are_different(*(each.value for each in before))
        begun = [[] if over and side else [old] for old, side in zip(before, changes, strict=True)]
        sides = [runs([*old, *side]) for old, side in zip(begun, changes, strict=True)]
    else:
        sides = [runs(side, first=True) for side in changes]
        if are_different(*(side[0].value for side in sides)):
            # what BASIC has before anything is set, a port need not have
            sides = [[each for each in side if each.place.line] for side in sides]
    if mine.shared in looping(one) & looping(other):
        sides[0] = without_ends(*sides)
    held = [Change(), Change()]
    for step in zip_longest(*sides):
        held = [new or old for new, old in zip(step, held, strict=True)]
        if are_different(*(each.value for each in held)):
            since = (number if number is not None else max(each.event for each in held)) + 1
            found = Differing(one.held(mine, held[0]), other.held(theirs, held[1]), since)
            return held[0].turn, mine.shared, found
    return None


def runs(changes: Iterable[Change], *, first: bool = False) -> list[Change]:
    """The values that a variable had one after the other, each with the line that set it last, or first."""
    found: list[Change] = []
    for each in changes:
        if not found or are_different(found[-1].value, each.value) or found[-1].value is UNKNOWN:
            found.append(each)
        elif not first:
            found[-1] = found[-1]._replace(place=each.place)
    return found


def held_otherwise(
    one: FollowedProgram,
    other: FollowedProgram,
    pair: tuple[Variable, Variable],
    number: int,
    loops: Collection[Loop],
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
        if not are_different(*held):
            since, has_agreed = 0, True
        elif has_agreed and not since:
            since, periods = at + 1, periods + 1
    values = one.change(mine, number), other.change(theirs, number)
    doubtful = periods > 1 or is_a_step(mine.shared, values[0].value, values[1].value, loops)
    return Differing(one.held(mine, values[0]), other.held(theirs, values[1]), since, doubtful)

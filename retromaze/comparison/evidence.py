"""The evidence for a difference: variables that differ, the lines that set them, and both call stacks.

A pair of variables is one of the listing, and the one of the port that stands for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile, islice, pairwise, zip_longest
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from retromaze.comparison.coverage import LineCoverage
from retromaze.comparison.difference_words import line_words
from retromaze.comparison.runnable_programs import Listing, Runnable, SourceLine
from retromaze.comparison.slicing import lines_calling
from retromaze.comparison.variable_tracing import (
    TEXT_LIMIT,
    UNKNOWN,
    ListingVariables,
    PendingCall,
    PortVariables,
    TracedProgram,
    TracedVariable,
    Values,
    VariableChange,
    VariableState,
    are_different,
    names_in_line,
    plain_scalar,
)

if TYPE_CHECKING:
    from retromaze.comparison.difference import Difference, DifferenceFinder

MOST_VARIABLES = 12
"""Variables that are followed and shown."""
ELEMENTS = 3
"""Elements of one array that are shown."""
BEFORE = 8
"""Characters of a long text that are shown before the first one that differs."""
UNNAMED = "no variable of the port has a name of the listing; its table VARIABLES can say which is which"
MOST_SOURCES = 8
"""The most lines that are named from which values may come."""
MOST_WORDS = 3
"""Lines of words for the evidence."""
MOST_CALLERS = 3
"""Lines that called a port's function that are shown."""


class Differing(NamedTuple):
    """A variable that has different values in the two programs.

    `since` is the number of the event, from 1, since which they differ; 0 if they have never been equal, as
    far as is known. `doubtful`: whether this may be no mistake. It may be none if the values differed earlier
    and were equal again, as where a port sets a variable at another place; or if it is the variable of a
    loop, which is one step further in BASIC after the loop.
    """

    listing: VariableState
    port: VariableState
    since: int
    doubtful: bool = False

    def __str__(self) -> str:
        """Both variables with values; long texts from shortly before the first different character."""
        one, other = self.listing.value, self.port.value
        start = 0
        if isinstance(one, str) and isinstance(other, str) and max(len(one), len(other)) > TEXT_LIMIT:
            different = (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
            start = max(next(different, min(len(one), len(other))) - BEFORE, 0)
        return f"{self.listing.words(start)}, {self.port.words(start)}"


class FirstDifference(NamedTuple):
    """A variable's first difference: its name, the values, and the lines that the listing had run by then."""

    lines_run: int
    name: str
    values: Differing


@dataclass(frozen=True)
class Evidence:
    """The state of both programs at a difference, and how they came to it.

    `first`: the first differing variable in the chain that led to the difference, with its values then.
    `variables`: all that differ at the difference.
    `stacks`: the pending calls of the listing and of the port, the outermost first.
    `callers`: the lines that called the port's function, the nearest first, as far as several lines call it.
    `ran`: the lines of the listing and of the port since the last event on which they agreed, each once.
    `slice`: the lines of the port that its values and conditions come from, the nearest first.
    `lines`: the listing's lines that were run up to the difference, and the outcomes of its conditions.
    `unnamed`: whether no variable of the port stands for one of the listing's, so that none was compared.
    """

    first: Differing | None = None
    variables: tuple[Differing, ...] = ()
    stacks: tuple[tuple[PendingCall, ...], ...] = ((), ())
    ran: tuple[tuple[SourceLine, ...], ...] = ((), ())
    slice: tuple[SourceLine, ...] = ()
    lines: LineCoverage | None = None
    unnamed: bool = False
    callers: tuple[SourceLine, ...] = ()

    def words(self) -> list[str]:
        """Returns up to 3 lines: `first different: DX is -1 (set in line 5), dx is 1 (set in line 12)`."""
        words = [f"first different: {self.first}"] if self.first else []
        if self.unnamed:
            words.append(UNNAMED)
        certain = [each for each in self.variables if not each.doubtful]
        # variables that were equal before say more
        shown = [each for each in certain if each.since] or certain
        for each in shown:
            is_first = self.first and (each.listing, each.port) == (self.first.listing, self.first.port)
            if not is_first:
                words.append(f"different now: {each}")
        most = MOST_WORDS - 1 if self.slice else MOST_WORDS  # the last one is for the slice
        del words[most:]
        # the reader has seen the line of the difference, and the lines in which the variables were set
        _, port_stack = self.stacks
        known = {call.place for call in port_stack[-1:]} | set(self.callers)
        known |= {each.port.place for each in (self.first, *shown)[: len(words)] if each}
        sources = [each for each in self.slice if each not in known]
        if sources:
            lines = line_words([each.line for each in sources[:MOST_SOURCES]])
            more = len(sources) - MOST_SOURCES
            lines += f" and {more} more" if more > 0 else ""
            order = ", the nearest first" if "," in lines else ""
            words.append(f"values may come from {lines} of {Path(sources[0].file).name}{order}")
        return words


NO_EVIDENCE = Evidence()


def evidence_of(finder: DifferenceFinder, program: Runnable, difference: Difference) -> Evidence:
    """Returns the evidence for a difference; `program` is the port, which is loaded again for each run."""
    run = finder.run
    # the event of the difference, from 0; where the screens differ, that is the wait on which both agreed
    number = run.events_agreed - 1 if run.screens_differ else run.events_agreed
    programs = listing_run, port_run = traced_programs(finder, program, number)
    for traced in programs:
        traced.run_to_event()
    # where they call different methods the programs may be at different places: variables need not agree
    method, listing_methods = run.event and run.event.name, finder.recording.trace.names
    are_aligned = run.screens_differ or listing_methods[number : number + 1] == [method]
    loops_of_both = dict(listing_run.loops).keys() & dict(port_run.loops).keys()
    loops = {(name, step) for name, step in listing_run.loops if name in loops_of_both}
    start, start_pairs = pairs_at_start_of_chain(programs, number + 1 if are_aligned else number, loops)
    # variables that the lines of the difference name come first
    nearby = names_in_line(difference.listing.text) | names_in_line(difference.port.text)
    pairs = sorted(
        differing_variables(listing_run, port_run), key=lambda pair: pair[0].common_name not in nearby
    )
    pairs = pairs[:MOST_VARIABLES]
    if start_pairs or pairs:
        for side, traced in enumerate(programs):
            traced.record_changes([pair[side] for pair in (*start_pairs, *pairs)])
    # the event at which variables may differ though nothing is wrong, from 1 as `since` is
    unaligned = None if are_aligned else number + 1
    variables = [differing_at(listing_run, port_run, pair, number, loops) for pair in pairs]
    at_end = list(zip(pairs, variables, strict=True))
    return Evidence(
        earliest_difference(programs, start_pairs, start, at_end, unaligned),
        tuple(sorted(variables, key=lambda each: (each.doubtful, not each.since, each.since == unaligned))),
        (listing_run.stack, port_run.stack),
        (listing_run.ran, port_run.ran),
        port_run.slice,
        listing_run.listing.lines if listing_run.listing else None,
        unnamed=has_unnamed_variables(listing_run, port_run),
        callers=() if port_run.listing else callers_of_innermost(port_run.stack),
    )


def pairs_at_start_of_chain(
    programs: tuple[TracedProgram, TracedProgram], events: int, loops: Collection[Loop]
) -> tuple[int, list[VariablePair]]:
    """Returns the event at which the chain that led to the difference began, and the pairs that differ since.

    Only the first `events` events are looked at; see `start_of_chain`.
    """
    listing, port = programs
    snapshots = [traced.snapshots[: events - traced.first_event] for traced in programs]
    start, names = start_of_chain(list(zip(*snapshots, strict=False)), loops)
    start += listing.first_event
    return start, [(listing.variable_at(name, start), port.variable_at(name, start)) for name in names]


def callers_of_innermost(stack: Sequence[PendingCall]) -> tuple[SourceLine, ...]:
    """Returns the lines that called the innermost function of a port, the nearest first, up to MOST_CALLERS.

    A function that only one line calls ends them: that line says nothing new. So does a recursive call.
    """
    callers: list[SourceLine] = []
    for caller, call in reversed([*pairwise(stack)][-MOST_CALLERS:]):
        if call.function == caller.function or len(lines_calling(call.function, caller.place.file)) < 2:
            break
        callers.append(caller.place)
    return tuple(callers)


def has_unnamed_variables(listing: TracedProgram, port: TracedProgram) -> bool:
    """Whether both have variables, and none of the port stood for one of the listing at any event."""
    is_listing_with_port = listing.listing is not None and port.listing is None
    has_common_names = port.variables or any(port.snapshots)
    return is_listing_with_port and listing.has_variables and port.has_variables and not has_common_names


def traced_programs(
    finder: DifferenceFinder, port: Runnable, number: int
) -> tuple[TracedProgram, TracedProgram]:
    """Returns the listing and the port of a difference, to be traced up to the event `number`, from 0."""
    listing = finder.recording.program
    of_listing, of_port = (
        ListingVariables(each) if isinstance(each, Listing) else PortVariables(None)
        for each in (listing, port)
    )
    if isinstance(of_listing, ListingVariables) and isinstance(of_port, PortVariables):
        of_port = PortVariables(of_listing.common_names, of_listing.def_names)
    return (
        TracedProgram(finder.recording, listing, number, of_listing),
        TracedProgram(finder.recording, port, number, of_port),
    )


def earliest_difference(
    programs: tuple[TracedProgram, TracedProgram],
    start_pairs: Sequence[VariablePair],
    start: int,
    at_end: Sequence[tuple[VariablePair, Differing]],
    unaligned: int | None,
) -> Differing | None:
    """Returns the first differing variable of the chain that led to the difference; None if none is known.

    The line that set it is likely the fault, which may be far before the difference that is seen.
    `start_pairs` differ since the event `start`, at which the chain begins; `at_end` are those that differ at
    the end, some of which were never equal. `unaligned` is the `since` of pairs that differ only at an event
    where the programs may be at different places, None if there is no such event.
    """

    def have_known_setters(pair: VariablePair, number: int | None = None) -> bool:
        """Whether a known line of each program set the variable, with `number` just before that event."""
        sides = [traced.changes[variable] for traced, variable in zip(programs, pair, strict=True)]
        return all(any(each.place.line and number in {None, each.event} for each in side) for side in sides)

    def known_differences(pairs: Iterable[VariablePair], number: int | None = None) -> list[FirstDifference]:
        """Returns the first difference of each of these variables that has one."""
        differences = (first_difference(*programs, pair, number) for pair in pairs)
        return [each for each in differences if each is not None]

    in_order = attrgetter("lines_run", "name")
    never_equal = known_differences(
        pair for pair, each in at_end if not (each.since or each.doubtful) and have_known_setters(pair)
    )
    since_start = known_differences(start_pairs, start)
    if unaligned is not None and not since_start:
        # a variable that both have set since the previous event can be compared all the same
        number = unaligned - 1
        set_by_both = (
            pair
            for pair, each in at_end
            if each.since == unaligned and not each.doubtful and have_known_setters(pair, number)
        )
        since_start = known_differences(set_by_both, number)
    if since_start:
        # a variable that was never equal counts only if the line that set the first one uses it
        names = names_in_line(min(since_start, key=in_order).values.listing.place.text)
        never_equal = [each for each in never_equal if each.name in names]
    first = min(never_equal or since_start, key=in_order, default=None)
    return first.values if first else None


VariablePair = tuple[TracedVariable, TracedVariable]
"""A variable of the listing, and the variable of the port that stands for it."""
Loop = tuple[str, float]
"""The name of a loop's variable, and the size of its step."""


def start_of_chain(
    snapshots: Sequence[tuple[Values, Values]], loops: Collection[Loop] = ()
) -> tuple[int, list[str]]:
    """Returns where the chain of differences that led to the end began: an event's index, and the names.

    Differing values lead to others. So the names that differ at the end lead back to the names that already
    differed when these began to differ, and so on. A name's difference lasts from the first event at which it
    differs until it is equal again; a later difference of that name does not count, nor does a name that was
    never equal before. So if B differs at the end since event 9, and A differed from event 4 to 20, it is A
    at 4. Returns len(snapshots) and no names if there is no difference.
    """
    begins: dict[str, int] = {}  # by name: the first event at which it differs
    ends: dict[str, int] = {}  # by name: the event at which it is equal again
    agreed: set[str] = set()  # the names that were equal before they differed
    for number, (one, other) in enumerate(snapshots):
        for name in one.keys() & other.keys():
            values = one[name], other[name]
            if are_different(*values) and not differ_by_step(name, *values, loops):
                begins.setdefault(name, number)
            elif name in begins:
                ends.setdefault(name, number)
            else:
                agreed.add(name)
        for name in begins.keys() - (one.keys() & other.keys()):  # a side has no value, or an old one
            ends.setdefault(name, number)
    start = len(snapshots)
    # differences that began before `start` and last until then
    while earlier := [
        begin
        for name, begin in begins.items()
        if name in agreed and begin < start <= ends.get(name, len(snapshots))
    ]:
        start = min(earlier)
    return start, sorted(name for name in agreed if begins.get(name) == start)


def differ_by_step(name: str, one: object, other: object, loops: Collection[Loop]) -> bool:
    """Whether two values of a variable differ by the step of its loop: one program may be a round ahead."""
    return (
        isinstance(one, int | float) and isinstance(other, int | float) and (name, abs(one - other)) in loops
    )


def without_loop_ends(
    listing: Sequence[VariableChange], port: Sequence[VariableChange]
) -> list[VariableChange]:
    """Returns the listing's changes of a loop's variable without those that end the loop.

    NEXT of BASIC adds the step once more after the last round; the port's `range` does not. So a value of the
    listing is left out if the port has the listing's next value in its place.
    """
    kept: list[VariableChange] = []
    # Change() stands for no next change
    for change, upcoming in pairwise([*listing, VariableChange()]):
        if len(kept) == len(port):  # the port has no value to compare with
            break
        port_value = port[len(kept)].value
        port_is_ahead = upcoming.value is not UNKNOWN and not are_different(upcoming.value, port_value)
        if not (are_different(change.value, port_value) and port_is_ahead):
            kept.append(change)
    return kept


def differing_variables(listing: TracedProgram, port: TracedProgram) -> Iterator[VariablePair]:
    """Yields the pairs of variables that differ at the end, up to ELEMENTS elements of each array."""
    for name in (each for each in listing.variables if each in port.variables):
        one, other = listing.variables[name], port.variables[name]
        different = (at for at, *both in elements_of_both(one.value, other.value) if are_different(*both))
        for subscripts in islice(different, ELEMENTS):
            yield one.variable._replace(element=subscripts), other.variable._replace(element=subscripts)


def elements_of_both(one: Any, other: Any) -> Iterator[tuple[tuple[int, ...], Any, Any]]:
    """Yields (subscripts, element, element) for two arrays; nothing if their shapes differ.

    A value that is no array is its own only element, with the subscripts ().
    """
    if not isinstance(one, list) or not isinstance(other, list):
        yield (), plain_scalar(one), plain_scalar(other)
    elif len(one) == len(other):
        for at, rows in enumerate(zip(one, other, strict=True)):
            yield from (((at, *rest), mine, theirs) for rest, mine, theirs in elements_of_both(*rows))


def first_difference(
    listing: TracedProgram, port: TracedProgram, pair: VariablePair, number: int | None = None
) -> FirstDifference | None:
    """Returns the first different values of a variable, or None if it had the same values all the time.

    With `number` only the values between the previous event and this one count. The k-th value in the listing
    is compared with the k-th in the port.
    """
    variable, port_variable = pair
    if number is None:
        sides = changes_in_run(listing.changes[variable], port.changes[port_variable])
    else:
        sides = changes_before_event(listing, port, pair, number)
    if all(variable.common_name in dict(program.loops) for program in (listing, port)):
        sides[0] = without_loop_ends(*sides)
    # step by step the k-th values; where one side has no more, its last value stays
    current = [VariableChange(), VariableChange()]
    for step in zip_longest(*sides):
        current = [new or old for new, old in zip(step, current, strict=True)]
        if are_different(*(each.value for each in current)):
            event = max(each.event for each in current) if number is None else number
            change, port_change = current
            states = listing.state_after(variable, change), port.state_after(port_variable, port_change)
            values = Differing(*states, since=event + 1)
            return FirstDifference(change.lines_run, variable.common_name, values)
    return None


def changes_in_run(
    listing: Sequence[VariableChange], port: Sequence[VariableChange]
) -> list[list[VariableChange]]:
    """Returns a variable's changes in each program's whole run, one for equal values in a row."""
    sides = [merged_changes(side, with_first_line=True) for side in (listing, port)]
    if are_different(*(side[0].value for side in sides)):
        # BASIC has 0 or "" before anything is set, which a port need not have
        sides = [[*dropwhile(lambda each: not each.place.line, side)] for side in sides]
    return sides


def changes_before_event(
    listing: TracedProgram, port: TracedProgram, pair: VariablePair, number: int
) -> list[list[VariableChange]]:
    """Returns a variable's changes in each program between the previous event and the event `number`.

    They begin with the value that the variable had at the previous event.
    """
    sides = list(zip((listing, port), pair, strict=True))
    before = [traced.last_change(variable, number - 1) for traced, variable in sides]
    # values that differed before come from calls that are over: a side that has set the variable since
    # begins with what it has set
    differed_before = are_different(*(each.value for each in before))
    found: list[list[VariableChange]] = []
    for old, (traced, variable) in zip(before, sides, strict=True):
        new = [each for each in traced.changes[variable] if each.event == number]
        found.append(merged_changes(new if differed_before and new else [old, *new]))
    return found


def merged_changes(
    changes: Iterable[VariableChange], *, with_first_line: bool = False
) -> list[VariableChange]:
    """Returns one change for equal values in a row, with the last line that set it, or with the first."""
    kept: list[VariableChange] = []
    for each in changes:
        if not kept or are_different(kept[-1].value, each.value) or kept[-1].value is UNKNOWN:
            kept.append(each)
        elif not with_first_line:
            kept[-1] = kept[-1]._replace(place=each.place)
    return kept


def differing_at(
    listing: TracedProgram, port: TracedProgram, pair: VariablePair, number: int, loops: Collection[Loop]
) -> Differing:
    """Returns how a variable differs at the event `number`, from 0: both values, and since when."""
    sides = list(zip((listing, port), pair, strict=True))
    by_event = [
        {each.event: each.value for each in traced.changes[variable] if each.event <= number}
        for traced, variable in sides
    ]
    values: list[Any] = [UNKNOWN, UNKNOWN]
    # `periods` counts how often the values came to differ; more than once may be no mistake
    since, has_agreed, periods = 0, False, 0
    for event in sorted(by_event[0].keys() | by_event[1].keys()):
        values = [new.get(event, old) for new, old in zip(by_event, values, strict=True)]
        if UNKNOWN in values:
            continue
        if not are_different(*values):
            since, has_agreed = 0, True
        elif has_agreed and not since:
            since, periods = event + 1, periods + 1
    one, other = (
        traced.state_after(variable, traced.last_change(variable, number)) for traced, variable in sides
    )
    doubtful = periods > 1 or differ_by_step(pair[0].common_name, one.value, other.value, loops)
    return Differing(one, other, since, doubtful)

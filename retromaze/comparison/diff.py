"""Finds what differs between a port's run and its listing's recording."""

from __future__ import annotations

import linecache
from dataclasses import dataclass
from pathlib import Path

from retromaze.comparison import difference as words
from retromaze.comparison.concerned import concerned_by
from retromaze.comparison.difference import Difference, Place, agreed_events, deed, kind_of, relative
from retromaze.comparison.facts import parting
from retromaze.comparison.measure import CALLS, Measure
from retromaze.comparison.recording import Listing, RecordedProgram, record
from retromaze.comparison.replay import ReplayResult
from retromaze.comparison.script import Script
from retromaze.comparison.state import SIDES, Finding, Sides, file_findings, files
from retromaze.comparison.trace import NO_CONSOLE_ERROR, Ending, Recording
from retromaze.comparison.tune_difference import tune_difference
from retromaze.display.view import visible_words
from retromaze.machine.events import Event, content_of

WRITES = "write"
TUNES = {"play", "set_tune"}
CONTEXT = 3
"""Events told before a difference."""


@dataclass(eq=False)
class Case:
    """One listing's recording, its port's run, and what is needed to run the listing once more.

    `other` is the listing in the port's place, if there is one. A port that `may_stray` goes its own
    way where its listing stops with an error, as docs/porting.md allows.
    """

    listing: RecordedProgram
    script: Script
    recording: Recording
    run: ReplayResult
    measure: Measure = CALLS
    sides: Sides = SIDES
    other: Listing | None = None
    may_stray: bool = False
    _again: Recording | None = None

    def first_difference(self) -> Difference | None:
        """The first difference, None where all agrees."""
        if self.run.shown:
            return self.by_screens()
        if self.run.hasty:
            return self.by_haste()
        if self.strayed:
            return None
        if self.run.event is not None:
            return self.by_event(self.run.event)
        if self.run.agreed < len(self.recording.trace) or not self.ended_alike():
            return self.by_ending()
        if self.recording.ending is Ending.LIMIT:
            # the port is stopped at the event after the last one: it has left its mark by then
            return None
        return self.by_final_state()

    @property
    def strayed(self) -> bool:
        """Whether the port did the same up to an error of the listing, may stray then, and does."""
        recording = self.recording
        failed = recording.ending is Ending.ERROR and recording.error_number != NO_CONSOLE_ERROR
        whole = self.run.agreed >= len(recording.trace)
        return self.may_stray and failed and whole and (self.run.event is not None or not self.ended_alike())

    def ended_alike(self) -> bool:
        """Whether both ended, both failed with the same error, or both were cut off."""
        mine, other = self.recording, self.run
        if mine.ending is Ending.LIMIT and other.ending is Ending.STANDSTILL:
            # Both go on for ever: time passes while a listing works, and not while a port does.
            return True
        if mine.ending.cut:
            return other.ending.cut
        alike = mine.ending is other.ending and mine.error_number == other.error_number
        return alike and (mine.error_number != NO_CONSOLE_ERROR or mine.error == other.error)

    def agree_in_kind(self) -> bool:
        """Whether both do the same kind of thing where they part: they are at the same place there."""
        event, trace, number = self.run.event, self.recording.trace, self.run.agreed
        return event is not None and number < len(trace) and event.name == trace.names[number]

    # --- the five ways to differ ---

    def by_event(self, event: Event) -> Difference:
        """The port did something else than the listing's next event."""
        trace, number = self.recording.trace, self.run.agreed
        port = self.port_place(event.file, event.line)
        if number >= len(trace):
            sentence = f"{self.listings_end()}, {self.sides.port} {deed(event)}"
            return self.made(words.EXTRA, number, sentence, self.end_place(), port)
        mine = self.mine(number)
        kind = kind_of(mine, event)
        alike = same_call(mine, event)
        other = self.sides.port
        sentence = f"{self.deed_of(mine, result=alike)}, {other} {deed(event, result=alike)}"
        if mine.name == event.name == WRITES:
            sentence += self.content_words(event)
        elif mine.name == event.name and mine.name in TUNES:
            sentence += tune_difference(mine, event, self.sides)
        elif mine.name == event.name:
            sentence += self.concern_words(mine)
        if not alike:
            single = self.measure.voice is None and number + 1 < len(trace)
            left_out = self.run.missing or (single and same_call(event, trace[number + 1]))
            comes_then = self.run.extra or (self.run.then is not None and same_call(self.run.then, mine))
            if comes_then:
                # Both of them do both, and in another order, or the port does one thing more.
                kind = kind if left_out else words.EXTRA
                sentence = f"{self.deed_of(mine)}, {other} {deed(event)} before it"
            elif left_out:
                sentence = f"{self.deed_of(mine)}, {other} leaves it out and {deed(event)}"
                kind = words.MISSING
        return self.made(kind, number, sentence, self.listing_place(mine.line), port)

    def content_words(self, event: Event) -> str:
        """Where two contents of one file begin to differ, if the port has not written it again since."""
        path = f"{self.run.machine.storage.project}/{event.arguments[0]}:{event.arguments[1]}"
        there = (self.again(self.run.agreed).machine.storage, self.run.machine.storage)
        one, other = ({path: each[path]} if path in each else {} for each in map(files, there))
        if one and other and content_of(other[path]) == event.arguments[2]:
            return "".join(f"; {found.words}" for found in file_findings(one, other, self.sides))
        return ""

    def concern_words(self, mine: Event) -> str:
        """What the same call with other arguments has made of a sprite or layer."""
        whose, theirs = self.run.concerned
        there = concerned_by(self.again(self.run.agreed).machine, mine)
        parted = list(parting(there.facts, theirs)) if there.whose == whose else []
        if not parted:
            return ""
        left, right = parted[0]
        return f"; {self.sides.listing} has {whose} {left}, {self.sides.port} has it {right}"

    def by_screens(self) -> Difference:
        """The events agree up to a wait, and what is seen then does not."""
        number = self.run.agreed - 1
        there = self.again(number)
        mine = self.mine(number)
        found = next(
            self.measure.visible(there.machine, self.run.machine, self.sides),
            Finding("screen", "the screens differ"),
        )
        call = deed(mine).removeprefix("waits by ")
        sentence = f"after {call} in {self.sides.listing} line {mine.line}, {found.words}"
        port = self.port_place(self.run.event.file, self.run.event.line) if self.run.event else Place()
        return self.made(found.kind, number, sentence, self.listing_place(mine.line), port)

    def by_haste(self) -> Difference:
        """The port did not wait for the press that the listing looked for."""
        event = self.run.event
        does = deed(event) if event else self.ports_end()
        port = self.port_place(event.file, event.line) if event else Place()
        one, other = self.sides
        sentence = f"{one} looks for a press before it goes on, {other} does not and {does}"
        return self.made(words.WAIT, self.run.agreed, sentence, self.end_place(), port)

    def by_ending(self) -> Difference:
        """The port came to an end, or the listing did, where the other goes on."""
        trace, number = self.recording.trace, self.run.agreed
        port = self.port_place(self.run.file, self.run.line)
        if number < len(trace):
            mine = self.mine(number)
            sentence = f"{self.deed_of(mine)}, {self.sides.port} {self.ports_end()}"
            return self.made(words.MISSING, number, sentence, self.listing_place(mine.line), port)
        sentence = f"{self.listings_end()}, {self.sides.port} {self.ports_end()}"
        return self.made(words.ENDING, number, sentence, self.end_place(), port)

    def by_final_state(self) -> Difference | None:
        """Both have come to their end: is the console left in the same state?"""
        found = next(self.measure.final(self.recording.machine, self.run.machine, self.sides), None)
        if found is None:
            return None
        number = max(len(self.recording.trace) - 1, 0)
        return self.made(found.kind, number, f"at the end, {found.words}", self.last_place(number), Place())

    # --- words and places ---

    def deed_of(self, event: Event, *, result: bool = False) -> str:
        return f"{self.sides.listing} line {event.line} {deed(event, result=result)}"

    def listings_end(self) -> str:
        """`listing has ended`, `listing stops in line 8: Stack overflow`."""
        mine = self.recording
        return f"{self.sides.listing} {ending_words(mine.ending, mine.error, mine.error_line)}"

    def ports_end(self) -> str:
        return ending_words(self.run.ending, self.run.error, self.run.line)

    def listing_place(self, line: int) -> Place:
        return self.listing.place(self._again.trace.file if self._again else "", line)

    def end_place(self) -> Place:
        return self.listing_place(self.recording.error_line)

    def last_place(self, number: int) -> Place:
        trace = self.again(number).trace
        return self.listing_place(trace.lines[-1] if trace.lines else 0)

    def port_place(self, file: str, line: int) -> Place:
        return self.other.place(file, line) if self.other and line else place_in_port(file, line)

    def mine(self, number: int) -> Event:
        """The listing's event of that number, with its line; a program that keeps state may lose it again."""
        there = self.again(number).trace
        found: Event = (there if number < len(there) else self.recording.trace)[number]
        return found

    def made(self, kind: str, number: int, sentence: str, listing: Place, port: Place) -> Difference:
        """The difference at the event with that number, counted from 0."""
        trace, machine = self.recording.trace, self.recording.machine
        first = max(number - CONTEXT, 0)
        over = number >= len(trace) - 1
        return Difference(
            kind,
            trace.frames[number] if number < len(trace) else machine.frame,
            number + 1,
            sentence,
            agreed_events(self.again(number).trace[first:number], first + 1),
            listing,
            port,
            visible_words(machine if over else self.again(number).machine),
            self.run.picture or visible_words(self.run.machine),
            seed=machine.seed,
            sides=self.sides,
        )

    def again(self, number: int) -> Recording:
        """The listing run once more, up to and with the event of that number from 0: each with its line."""
        if self._again is None:
            seed = self.recording.machine.seed
            self._again = record(
                self.listing, seed, self.script, number + 1, placed=True, measure=self.measure
            )
        return self._again


def ending_words(ending: Ending, error: str, line: int) -> str:
    """`has ended`, `stops in line 8: Stack overflow`; `stops: ...` before the first line."""
    if ending is Ending.STANDSTILL and line:
        return f"{ending.value} (it is in line {line})"
    if ending is Ending.BREAK and line:
        return f"{ending.value} in line {line}"
    if ending is not Ending.ERROR:
        return str(ending.value)
    return f"stops in line {line}: {error}" if line else f"stops: {error}"


def same_call(one: Event, other: Event) -> bool:
    """Whether both do the same, whatever comes of it: a random draw gives what its turn gives."""
    return (one.name, one.arguments) == (other.name, other.arguments)


def place_in_port(file: str, line: int) -> Place:
    """A line of a Python file with its text."""
    return Place(relative(Path(file)), line, linecache.getline(file, line).strip()) if line else Place()

"""The first difference between a listing and its port: what, where, which lines, both pictures."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from retromaze.comparison.evidence import NO_EVIDENCE, Evidence
from retromaze.comparison.lines import EventLines
from retromaze.comparison.program import Call, Port, Runnable, SourceLine
from retromaze.comparison.recording import InputPoll, Recording, Trace, record
from retromaze.comparison.replay import ReplayResult, replay
from retromaze.comparison.state import files
from retromaze.comparison.words import (
    AT_END,
    BEFORE,
    ENDING,
    EXTRA,
    GOES_ON,
    LEFT_OUT,
    MISSING,
    NO_CONSOLE_ERROR,
    RANDOM,
    SIDES,
    WAIT,
    Finding,
    How,
    Sides,
    StopReason,
    affected_by,
    agreed_events,
    call_words,
    file_findings,
    item_words,
    kind_of,
    parting,
    tune_difference,
)
from retromaze.display.pictures import visible_words
from retromaze.language.prologue import Value
from retromaze.machine.events import Event, Places, content_of
from retromaze.machine.folder import Folder
from retromaze.machine.machine import Machine
from retromaze.machine.storage import Files
from retromaze.system import shell_word


@dataclass(frozen=True, eq=False, repr=False)
class Difference:
    """The first thing in which a port departed from its listing, or a second program from the first.

    `kind` is "event", "random draw", "wait", "extra event", "missing event", "pixel", "text cell", "glyph",
    "screen", "cursor", "setting", "file", "random series", "sprite", "background" or "ending"; `frame` the
    listing's frame, counted from 0, and `event` the number of the event, counted from 1 (one more than there
    are where a program has ended); `words` the sentence about it, `sides` what both programs are called in
    it; `before` the last events on which both agreed, three at most; `listing` and `port` the lines affected.
    `how` is the way in which the port differs; `expected` the listing's call and `actual` the port's, None
    where one of them makes none there, or calls do not differ; `evidence` tells variables, call stacks and
    lines at that moment. The pictures are what is seen then, words 0xAARRGGBB: 400*240 of the upper screen,
    400*480 of both, 320*480 of the tall one. `played` are the options that play it again where a game at
    random showed it, and `stored` the files that this game found in its storage, None if they are those of
    any other run.
    """

    kind: str
    frame: int
    event: int
    words: str
    before: tuple[str, ...]
    listing: SourceLine
    port: SourceLine
    listing_picture: array[int]
    port_picture: array[int]
    name: str = ""
    seed: int = 0
    sizes: Mapping[str, Value] | None = None
    sides: Sides = SIDES
    played: str = ""
    stored: Files | None = None
    how: How = How.VALUE
    expected: Event | None = None
    actual: Event | None = None
    evidence: Evidence = NO_EVIDENCE

    def __repr__(self) -> str:
        return f"<Difference: {self.sentence}>"

    def __str__(self) -> str:
        """The events before it, the difference, source lines, variables, and the game that showed it."""
        places = [str(place) for place in (self.listing, self.port) if place.line]
        game = [f"played with {self.played}"] if self.played else []
        return "\n".join([*self.before, self.sentence, *places, *self.evidence.words(), *game])

    def _repr_html_(self) -> str:
        """Returns the HTML for a notebook: the words, both pictures, and the difference in red."""
        from retromaze.display.pictures import picture_tag, png, text_tag

        shown = (picture_tag(png(picture), "png", name) for name, picture in self.pictures().items())
        return text_tag(str(self)) + "".join(shown)

    def pictures(self) -> dict[str, array[int]]:
        """Returns both pictures, and their difference in red on gray; all have the size of the larger one."""
        from retromaze.display.pictures import common_size, difference_picture, framed, size_of

        size = common_size([size_of(self.listing_picture), size_of(self.port_picture)])
        listing, port = framed(self.listing_picture, size), framed(self.port_picture, size)
        names = SIDES if self.sides == SIDES else ("first", "second")
        return {names[0]: listing, names[1]: port, "difference": difference_picture(listing, port)}

    @property
    def sentence(self) -> str:
        """`frame 1, event 5: listing line 6 draws line(16, 8, 23, 15), port draws line(16, 8, 16, 15)`."""
        return f"frame {self.frame}, event {self.event}: {self.words}"


def save_pictures(difference: Difference, folder: Path) -> tuple[Path, ...]:
    """Writes listing.png, port.png and difference.png (red on gray); returns the paths. Raises OSError."""
    from retromaze.display.pictures import save_png

    folder.mkdir(parents=True, exist_ok=True)
    pictures = difference.pictures()
    paths = tuple(folder / f"{name}.png" for name in pictures)
    for path, picture in zip(paths, pictures.values(), strict=True):
        save_png(picture, path)
    return paths


def save_storage(difference: Difference, folder: Path) -> Difference:
    """Saves the storage of the difference's game; its `played` options then name that storage.

    Raises OSError, and ProtectedFile where a link is in the way.
    """
    if difference.stored is None:
        return difference
    made = hashlib.sha256(repr(sorted(difference.stored.items())).encode()).hexdigest()
    root = folder / f"storage-{made[:8]}"
    root.mkdir(parents=True, exist_ok=True)
    storage = Folder(root)
    for key, data in difference.stored.items():
        storage.write(*key, data)
    return replace(difference, played=f"{shell_word(f'--storage={root}')} {difference.played}".rstrip())


WRITES = "write"
TUNES = {"play", "set_tune"}
CONTEXT = 3
"""Events told before a difference."""


@dataclass(eq=False)
class Case:
    """A listing's recording and its port's run, of which both programs can be run once more.

    `sides` is what both are called. A port that `may_stray` goes its own way where its listing stops with an
    error, as docs/porting.md allows; a listing in the port's place may not.
    """

    recording: Recording
    run: ReplayResult
    port: Runnable
    sides: Sides = SIDES
    may_stray: bool = False
    _again: Recording | None = None

    def first_difference(self) -> Difference | None:
        """The first difference, None where all agrees."""
        if self.run.shown:
            return self.by_screens()
        if self.run.looked is not None:
            return self.by_look(self.run.looked)
        if self.run.missing_wait:
            return self.by_missing_wait()
        if self.strayed:
            return None
        if self.run.event is not None:
            return self.by_event(self.run.event)
        if self.run.agreed < len(self.recording.trace) or not self.recording.end.is_like(self.run.end):
            return self.by_ending()
        if self.recording.end.reason is StopReason.LIMIT:
            # the port is stopped at the event after the last one: it has left its mark by then
            return None
        return self.by_final_state()

    @property
    def strayed(self) -> bool:
        """Whether the port did the same up to an error of the listing, may stray then, and does."""
        end, whole = self.recording.end, self.run.agreed >= len(self.recording.trace)
        failed = end.reason is StopReason.ERROR and end.number != NO_CONSOLE_ERROR
        parted = self.run.event is not None or not end.is_like(self.run.end)
        return self.may_stray and isinstance(self.port, Port) and failed and whole and parted

    def agree_in_kind(self) -> bool:
        """Whether both do the same kind of thing where they part: they are at the same place there."""
        event, trace, number = self.run.event, self.recording.trace, self.run.agreed
        return event is not None and number < len(trace) and event.name == trace.names[number]

    # --- the five ways to differ ---

    def by_event(self, event: Event) -> Difference:
        """The port did something else than the listing's next event."""
        trace, run, sides, number = self.recording.trace, self.run, self.sides, self.run.agreed
        port = self.port_place(event.file, event.line)
        if number >= len(trace):
            words = f"{sides.listing} {self.recording.end}"
            words = sides.parted(words, call_words(event))
            return self.made(EXTRA, How.EXTRA, number, words, self.end_place(), port, actual=event)
        mine = self.mine(number)
        kind, alike = kind_of(mine, event), same_call(mine, event)
        how = How.VALUE if mine.name == event.name else How.ORDER
        sentence = sides.parted(sides.line(mine, result=alike), call_words(event, result=alike))
        if mine.name == event.name == WRITES:
            sentence += self.content_words(event)
        elif mine.name == event.name and mine.name in TUNES:
            sentence += tune_difference(mine, event, sides)
        elif items := item_words(mine, event, sides):
            sentence += items
        elif mine.name == event.name:
            there = affected_by(self.again(number).machine, mine)
            if there.name == run.affected.name:
                facts = next(parting(there.facts, run.affected.facts), None)
                sentence += f"; {sides.has(there.name, *facts)}" if facts else ""
        if not alike:
            single = self.recording.mode.stream is None and number + 1 < len(trace)
            left_out = run.missing or (single and same_call(event, trace[number + 1]))
            if run.extra or (run.then is not None and same_call(run.then, mine)):
                # Both of them do both, and in another order, or the port does one thing more.
                kind, how = (kind, How.ORDER) if left_out else (EXTRA, How.EXTRA)
                sentence = sides.parted(sides.line(mine), BEFORE.format(call_words(event)))
            elif left_out:
                kind, how = MISSING, How.MISSING
                sentence = sides.parted(sides.line(mine), LEFT_OUT.format(call_words(event)))
        expected = None if how is How.EXTRA else mine
        actual = None if how is How.MISSING else event
        place = self.listing_place(mine.line)
        return self.made(kind, how, number, sentence, place, port, expected, actual)

    def content_words(self, event: Event) -> str:
        """Words for the first byte of a file that differs, if the port has not written it again since."""
        path = f"{self.run.machine.storage.project}/{event.arguments[0]}:{event.arguments[1]}"
        there = (self.again(self.run.agreed).machine.storage, self.run.machine.storage)
        one, other = ({path: each[path]} if path in each else {} for each in map(files, there))
        if one and other and content_of(other[path]) == event.arguments[2]:
            return "".join(f"; {found.words}" for found in file_findings(one, other, self.sides))
        return ""

    def by_screens(self) -> Difference:
        """The events agree up to a wait, and the machines then differ."""
        number = self.run.agreed - 1
        mine = self.mine(number)
        found = next(
            self.recording.mode.visible(self.again(number).machine, self.run.machine, self.sides),
            Finding("screen", "the screens differ"),
        )
        port = self.port_place(self.run.event.file, self.run.event.line) if self.run.event else SourceLine()
        sentence = self.sides.after(mine, found.words)
        return self.made(found.kind, How.VALUE, number, sentence, self.listing_place(mine.line), port)

    def by_look(self, moment: InputPoll) -> Difference:
        """Both do nothing but look at the input, and something else is seen."""
        mine = self.recording
        there = record(
            mine.program, mine.machine.seed, mine.script, moment.frame, mine.mode, mine.patience, placed=True
        )
        findings = mine.mode.visible(there.machine, self.run.machine, self.sides)
        found = next(findings, Finding("screen", "the screens differ"))
        lines = there.trace.lines
        place = mine.program.place(there.trace.file, lines[-1] if lines else 0)
        sentence = self.sides.looking(found.words)
        port = self.port_place(self.run.event.file, self.run.event.line) if self.run.event else SourceLine()
        made = self.made(found.kind, How.VALUE, len(there.trace), sentence, place, port)
        return replace(made, frame=moment.frame, listing_picture=visible_words(there.machine))

    def by_missing_wait(self) -> Difference:
        """The port did not wait for the press that the listing looked for."""
        event = self.run.event
        port = self.port_place(event.file, event.line) if event else SourceLine()
        sentence = self.sides.no_wait(call_words(event) if event else str(self.run.end))
        return self.made(WAIT, How.MISSING, self.run.agreed, sentence, self.end_place(), port)

    def by_ending(self) -> Difference:
        """One of the two has ended where the other goes on."""
        number, end = self.run.agreed, self.run.end
        port = self.port_place(end.file, end.line)
        if number < len(self.recording.trace):
            mine = self.mine(number)
            sentence = self.sides.parted(self.sides.line(mine), str(end))
            how, place = GOES_ON.how(end), self.listing_place(mine.line)
            return self.made(MISSING, how, number, sentence, place, port, expected=mine)
        sentence = self.sides.parted(f"{self.sides.listing} {self.recording.end}", str(end))
        return self.made(ENDING, self.recording.end.how(end), number, sentence, self.end_place(), port)

    def by_final_state(self) -> Difference | None:
        """Both have ended alike and left their machines in different states; None if the states are equal."""
        found = next(self.recording.mode.final(self.recording.machine, self.run.machine, self.sides), None)
        if found is None:
            return None
        number = max(len(self.recording.trace) - 1, 0)
        lines = self.again(number).trace.lines
        place = self.listing_place(lines[-1] if lines else 0)
        return self.made(found.kind, How.VALUE, number, AT_END.format(found.words), place, SourceLine())

    # --- words and places ---

    def listing_place(self, line: int) -> SourceLine:
        return self.recording.program.place(self._again.trace.file if self._again else "", line)

    def end_place(self) -> SourceLine:
        return self.listing_place(self.recording.end.line)

    def port_place(self, file: str, line: int) -> SourceLine:
        return self.port.place(file, line) if line else SourceLine()

    def mine(self, number: int) -> Event:
        """The listing's event of that number, with its line; a program that keeps state may lose it again."""
        there = self.again(number).trace
        found: Event = (there if number < len(there) else self.recording.trace)[number]
        return found

    def made(
        self,
        kind: str,
        how: How,
        number: int,
        sentence: str,
        listing: SourceLine,
        port: SourceLine,
        expected: Event | None = None,
        actual: Event | None = None,
    ) -> Difference:
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
            how=how,
            expected=expected,
            actual=actual,
        )

    def again(self, number: int) -> Recording:
        """The listing run once more, up to and with the event of that number from 0: each with its line."""
        if self._again is None:
            mine = self.recording
            self._again = record(
                mine.program,
                mine.machine.seed,
                mine.script,
                mode=mine.mode,
                patience=mine.patience,
                last=number + 1,
                placed=True,
            )
        return self._again


def same_call(one: Event, other: Event) -> bool:
    """Whether both are the same call; their results may differ, as those of random draws do."""
    return (one.name, one.arguments) == (other.name, other.arguments)


DRAWS = ("below", "fraction")
NEAR = 12
"""So many events before the first wrong one the two draws may lie."""


def by_draws(case: Case, difference: Difference) -> Difference | None:
    """Returns the difference at the first of two exchanged draws; None if that is not its cause."""
    trace, wrong = case.recording.trace, case.run.agreed
    pairs = list(candidates(trace, wrong))
    if not pairs:
        return None
    placed = EventLines()
    replay(case.recording, case.port, placed=placed)
    for one, other in pairs:
        lines = placed.lines[one : one + 1] + placed.lines[other : other + 1]
        if len(lines) == 2 and agrees(case, with_exchange(case.port, trace, *lines)):
            return told_there(case, one, other, lines, difference)
    return None


def agrees(case: Case, port: Call) -> bool:
    """Whether another port agrees with the listing."""
    return replace(case, run=replay(case.recording, port)).first_difference() is None


def told_there(case: Case, one: int, other: int, lines: list[int], difference: Difference) -> Difference:
    """The difference at the first of the two draws, with the port's lines of both."""
    there = case.again(case.run.agreed).trace
    first, start = there[one], max(one - CONTEXT, 0)
    return replace(
        difference,
        kind=RANDOM,
        how=How.ORDER,
        expected=first,
        actual=there[other],
        frame=first.frame,
        event=one + 1,
        words=case.sides.exchanged(first, there[other], lines, difference.words),
        before=agreed_events(there[start:one], start + 1),
        listing=case.recording.program.place(there.file, first.line),
        port=case.port_place(difference.port.file, lines[0]),
    )


def candidates(trace: Trace, wrong: int) -> Iterator[tuple[int, int]]:
    """Pairs of draws shortly before the first wrong event, alike but for what they gave, the last first."""
    near = range(max(wrong - NEAR, 0), min(wrong, len(trace)))
    draws = [at for at in near if trace.names[at] in DRAWS]
    for one, other in reversed(list(pairwise(draws))):
        alike = (trace.names[one], trace.arguments[one]) == (trace.names[other], trace.arguments[other])
        if alike and trace.results[one] != trace.results[other]:
            yield one, other


def with_exchange(port: Runnable, trace: Trace, first: int, second: int) -> Call:
    """The port with the results of two of its lines exchanged, wherever the second draws after the first."""
    results = [result for name, result in zip(trace.names, trace.results, strict=True) if name in DRAWS]

    def called(machine: Machine) -> None:
        kept: list[Any] = []
        count = 0

        def changed(draw: Callable[..., Any]) -> Callable[..., Any]:
            def drawn(*given: Any, **named: Any) -> Any:
                nonlocal count
                line, result = Places().find()[1], draw(*given, **named)
                count += 1
                if kept:
                    mine = kept.pop()
                    return mine if line == second else result
                if line == first and count < len(results):
                    kept.append(result)
                    return results[count]
                return result

            return drawn

        for name in DRAWS:
            vars(machine.rng)[name] = changed(getattr(machine.rng, name))
        port.run(machine)

    return called

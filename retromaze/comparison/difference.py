"""The first difference between a listing and its port: what, where, which lines, both pictures."""

from __future__ import annotations

import hashlib
import re
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from retromaze.comparison.difference_words import (
    ENDING,
    EXTRA,
    GOES_ON,
    MISSING,
    NO_CONSOLE_ERROR,
    PRINT,
    RANDOM,
    SIDES,
    WAIT,
    Finding,
    How,
    Sides,
    StopReason,
    affected_by,
    agreed_events,
    call_kind,
    call_words,
    different_properties,
    file_findings,
    item_words,
    tune_difference,
)
from retromaze.comparison.evidence import NO_EVIDENCE, Evidence
from retromaze.comparison.input_script import TooLong
from retromaze.comparison.line_tracing import EventPaths
from retromaze.comparison.listing_recording import (
    CALLS,
    EVENT_LIMIT,
    InputPoll,
    Mode,
    Recording,
    Trace,
    record,
)
from retromaze.comparison.port_replay import ReplayResult, replay, same_call, shown_words
from retromaze.comparison.runnable_programs import (
    Listing,
    MachineFunction,
    OnStatement,
    Port,
    Runnable,
    SourceLine,
)
from retromaze.comparison.state_digests import files
from retromaze.display.pictures import (
    centered_at_top,
    common_size,
    difference_picture,
    picture_size,
    picture_tag,
    png,
    save_png,
    text_tag,
    visible_picture,
)
from retromaze.language.prologue import Value
from retromaze.machine.events import Event, SourceLocator, file_content
from retromaze.machine.machine import Machine
from retromaze.machine.storage import Files, Folder
from retromaze.system import shell_word


@dataclass(frozen=True, eq=False, repr=False)
class Difference:
    """The first difference between a port and its listing, or between a second program and the first.

    `kind`: "event", "random draw", "wait", "extra event", "missing event", "pixel", "text cell", "glyph",
    "screen", "cursor", "setting", "file", "random series", "sprite", "background" or "ending".
    `frame`: the listing's frame, from 0. `event`: the number of the event, from 1; if a program has ended,
    the number after its last event. `words`: the sentence; `sides`: what both programs are called in it.
    `before`: the last events on which both agreed, up to three. `listing`, `port`: the lines of both.
    `how`: in which way the port differs. `expected`, `actual`: the listing's call and the port's, None for a
    program that makes no call there, and if calls do not differ. `evidence`: variables, call stacks and
    lines at the difference. The pictures have words 0xAARRGGBB: 400*240 of the upper screen, 400*480 of both,
    or 320*480 of the tall one.
    `played`: the options that play a random game again, if one showed the difference. `last_press`: the frame
    that they give for its last press, -1 for none. `stored`: the files in that game's storage, None if they
    are the usual ones.
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
    last_press: int = -1
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
        places += [f"called from {place}" for place in self.evidence.callers]
        game = [f"played with {self.played}"] if self.played else []
        if ONLY_WAITING.search(self.played):
            game.append("nothing is pressed in this game")
        # presses of a game are given as they are written, and come sooner while a program idles
        if self.last_press > self.frame:
            game.insert(0, "a press comes sooner than in its frame where the listing only waits for it")
        return "\n".join([*self.before, self.sentence, *places, *self.evidence.words(), *game])

    def _repr_html_(self) -> str:
        """Returns the HTML for a notebook: the words, both pictures, and the difference in red."""
        shown = (picture_tag(png(picture), "png", name) for name, picture in self.pictures().items())
        return text_tag(str(self)) + "".join(shown)

    def pictures(self) -> dict[str, array[int]]:
        """Returns both pictures, and their difference in red on gray; all have the size of the larger one."""
        size = common_size([picture_size(self.listing_picture), picture_size(self.port_picture)])
        listing, port = centered_at_top(self.listing_picture, size), centered_at_top(self.port_picture, size)
        names = SIDES if self.sides == SIDES else ("first", "second")
        return {names[0]: listing, names[1]: port, "difference": difference_picture(listing, port)}

    @property
    def sentence(self) -> str:
        """`frame 1, event 5: listing line 6 draws line(16, 8, 23, 15), port draws line(16, 8, 16, 15)`."""
        return f"frame {self.frame}, event {self.event}: {self.words}"


def save_pictures(difference: Difference, folder: Path) -> tuple[Path, ...]:
    """Writes listing.png, port.png and difference.png (red on gray); returns the paths. Raises OSError."""
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
    if difference.stored is None:  # the game was played with the usual files
        return difference
    # a name of its own for each contents, so that no earlier storage is overwritten
    digest = hashlib.sha256(repr(sorted(difference.stored.items())).encode()).hexdigest()
    root = folder / f"storage-{digest[:8]}"
    root.mkdir(parents=True, exist_ok=True)
    storage = Folder(root)
    for key, data in difference.stored.items():
        storage.write(*key, data)
    return replace(difference, played=f"{shell_word(f'--storage={root}')} {difference.played}".rstrip())


TUNES = {"play", "set_tune"}
"""The methods that have a tune as text among their arguments."""
ONLY_WAITING = re.compile(r"(^| )--press=NONE@\d+$")
"""The options of a game in which nothing is pressed."""
CONTEXT = 3
"""The number of events that are shown before a difference."""


@dataclass(eq=False)
class DifferenceFinder:
    """A listing's recording and its port's run; finds their first difference, running the listing again.

    `run.events_agreed` is the number of events on which both agreed, `run.event` the port's first other call.
    `sides` is what both are called. `may_go_on_after_error`: whether a port may go on where its listing stops
    with an error, as docs/porting.md allows; a listing in the port's place may not. `_rerun`: see `rerun`.
    """

    recording: Recording
    run: ReplayResult
    port: Runnable
    sides: Sides = SIDES
    may_go_on_after_error: bool = False
    _rerun: Recording | None = None

    def first_difference(self) -> Difference | None:
        """Returns the first difference, None if there is none."""
        # the run has stopped for one of the first reasons, or gone to its end
        if self.run.screens_differ:
            return self.screen_difference()
        if self.run.differing_poll is not None:
            return self.poll_difference(self.run.differing_poll)
        if self.run.missing_wait:
            return self.missing_wait_difference()
        if self.went_on_after_error:
            return None
        if self.run.event is not None:
            return self.event_difference(self.run.event)
        ends_alike = self.recording.end.ends_like(self.run.end)
        makes_all_calls = self.run.events_agreed >= len(self.recording.trace)
        if not makes_all_calls and ends_alike and self.fails_within_print():
            return None
        if not makes_all_calls or not ends_alike:
            return self.ending_difference()
        if self.recording.end.reason is StopReason.LIMIT:
            # the port was stopped only at its next event, whose effect is in its final state already
            return None
        return self.final_state_difference()

    @property
    def went_on_after_error(self) -> bool:
        """Whether an error ended the listing and the port, equal up to there, went on as it may."""
        end = self.recording.end
        if not self.may_go_on_after_error or not isinstance(self.port, Port):
            return False
        if end.reason is not StopReason.ERROR or end.number == NO_CONSOLE_ERROR:
            return False
        agreed_throughout = self.run.events_agreed >= len(self.recording.trace)
        return agreed_throughout and not (self.run.event is None and end.ends_like(self.run.end))

    def fails_within_print(self) -> bool:
        """Whether an error ended the listing within a PRINT, and the port is as the listing was before that.

        A port joins the items of a PRINT: it works out all of them, and so fails, before it prints the first,
        while the listing has printed some.
        """
        recording, number = self.recording, self.run.events_agreed
        compares_all_calls = recording.mode.stream is None
        if recording.end.reason is not StopReason.ERROR or not isinstance(recording.program, Listing):
            return False
        calls_left = set(recording.trace.names[number:])
        if calls_left != ({PRINT} if compares_all_calls else set()):
            return False
        statements = 0

        def count_statement(slot: int, line: int, column: int) -> None:
            nonlocal statements
            statements += 1

        def stop_before_last_statement(slot: int, line: int, column: int) -> None:
            nonlocal statements
            statements -= 1
            if not statements:
                raise TooLong

        whole = self._record_again(mode=CALLS, on_statement=count_statement)
        before = self._record_again(mode=CALLS, on_statement=stop_before_last_statement)
        if compares_all_calls:
            return number >= len(before.trace)
        # in other modes printing is no event: what it has left is compared
        last_events = set(whole.trace.names[len(before.trace) :])
        return last_events == {PRINT} and self.final_finding(before.machine) is None

    # --- the ways to differ ---

    def event_difference(self, event: Event) -> Difference:
        """Returns the difference where the port made a call, `event`, that is not the listing's next one."""
        trace, run, sides, number = self.recording.trace, self.run, self.sides, self.run.events_agreed
        port = self.port_line(event.file, event.line)
        if number >= len(trace):  # the listing has ended
            words = sides.contrast(f"{sides.listing} {self.recording.end}", call_words(event))
            return self.difference(
                EXTRA, How.EXTRA, number, words, self.listing_end_line(), port, actual=event
            )
        expected_call = self.listing_event(number)
        kind, alike = call_kind(expected_call, event), same_call(expected_call, event)
        # of equal calls the results differ, which are shown then
        listing_does = sides.listing_call(expected_call, result=alike)
        port_does = call_words(event, result=alike)
        if expected_call.name == event.name:
            how, details = How.VALUE, self.argument_words(expected_call, event)
        else:
            how, details = How.ORDER, item_words(expected_call, event, sides)
        if not alike:
            # one more call of both tells a missing or extra call from another order; in modes with streams
            # the listing's next call need not be the next one of the same stream, and `run` knows more
            has_next_call = self.recording.mode.stream is None and number + 1 < len(trace)
            leaves_out = run.leaves_calls_out or (has_next_call and same_call(event, trace[number + 1]))
            makes_it_next = run.next_event is not None and same_call(run.next_event, expected_call)
            if run.makes_extra_call or makes_it_next:
                # Both make both calls, in another order; or the port makes one call more.
                kind, how = (kind, How.ORDER) if leaves_out else (EXTRA, How.EXTRA)
                port_does, details = f"{port_does} before it", ""
            elif leaves_out:
                kind, how = MISSING, How.MISSING
                port_does, details = f"leaves it out and {port_does}", ""
        sentence = sides.contrast(listing_does, port_does) + details
        expected = None if how is How.EXTRA else expected_call
        actual = None if how is How.MISSING else event
        place = self.listing_line(expected_call.line)
        return self.difference(kind, how, number, sentence, place, port, expected, actual)

    def argument_words(self, expected_call: Event, event: Event) -> str:
        """Returns more words, after "; ", for two calls of one method; "" if the arguments say everything.

        Arrays, tunes and files are too long to be shown whole. Of a sprite, say, that differed already before
        the call, the first different property is added.
        """
        if event.name == "write":  # a file
            return self.content_words(event)
        if event.name in TUNES:
            return tune_difference(expected_call, event, self.sides)
        if items := item_words(expected_call, event, self.sides):
            return items
        affected = affected_by(self.rerun(self.run.events_agreed).machine, expected_call)
        if affected.name != self.run.affected.name:  # two sprites, say: their properties differ anyway
            return ""
        properties = next(different_properties(affected.properties, self.run.affected.properties), None)
        return f"; {self.sides.property_contrast(affected.name, *properties)}" if properties else ""

    def content_words(self, event: Event) -> str:
        """Returns words for the first byte that differs in the file that the port's call `event` writes.

        They are "" if the port's file has another content by now: then it was written again.
        """
        kind, name, content = event.arguments  # `content` is what `file_content` returns
        path = f"{self.run.machine.storage.project}/{kind}:{name}"
        storages = (self.rerun(self.run.events_agreed).machine.storage, self.run.machine.storage)
        # only this file of each side, if it is there
        listing_files, port_files = (
            {path: each[path]} if path in each else {} for each in map(files, storages)
        )
        if listing_files and port_files and file_content(port_files[path]) == content:
            findings = file_findings(listing_files, port_files, self.sides)
            return "".join(f"; {found.words}" for found in findings)
        return ""

    def screen_difference(self) -> Difference:
        """Returns the difference where the events agree up to a wait at which the machines differ."""
        number = self.run.events_agreed - 1
        expected_call = self.listing_event(number)
        finding = self.visible_finding(self.rerun(number).machine)
        sentence = self.sides.after_wait(expected_call, finding.words)
        place = self.listing_line(expected_call.line)
        return self.difference(finding.kind, How.VALUE, number, sentence, place, self.port_event_line())

    def poll_difference(self, poll: InputPoll) -> Difference:
        """Returns the first visible difference at a poll, while both only poll the input."""
        # the listing up to the frame of that poll: its machine is as it was then
        rerun = self._record_again(frames=poll.frame)
        finding, lines = self.visible_finding(rerun.machine), rerun.trace.lines
        # a poll is no event, so that its line is not known: the last event's before it stands for it
        place = self.recording.program.source_line(rerun.trace.file, lines[-1] if lines else 0)
        sentence = f"while {self.sides.listing} looks for input, {finding.words}"
        number = len(rerun.trace)
        difference = self.difference(finding.kind, How.VALUE, number, sentence, place, self.port_event_line())
        return replace(difference, frame=poll.frame, listing_picture=visible_picture(rerun.machine))

    def visible_finding(self, listing: Machine) -> Finding:
        """Returns the first visible thing in which this machine of the listing and the port's differ."""
        findings = self.recording.mode.visible(listing, self.run.machine, self.sides)
        # digests differ where the words find nothing: in a hidden part of a sheet, say
        return next(findings, Finding("screen", "the screens differ"))

    def missing_wait_difference(self) -> Difference:
        """Returns the difference where the port did not wait for the press that the listing waited for."""
        event, number = self.run.event, self.run.events_agreed
        port_does = f"does not and {call_words(event) if event else self.run.end}"
        listing_does = f"{self.sides.listing} looks for a press before it goes on"
        sentence = self.sides.contrast(listing_does, port_does)
        return self.difference(
            WAIT, How.MISSING, number, sentence, self.listing_end_line(), self.port_event_line()
        )

    def ending_difference(self) -> Difference:
        """Returns the difference where the port ended while the listing went on, or ended in another way."""
        number, end = self.run.events_agreed, self.run.end
        port = self.port_line(end.file, end.line)
        if number < len(self.recording.trace):
            expected_call = self.listing_event(number)
            sentence = self.sides.contrast(self.sides.listing_call(expected_call), str(end))
            # here the listing goes on
            how, place = GOES_ON.deviation_of(end), self.listing_line(expected_call.line)
            return self.difference(MISSING, how, number, sentence, place, port, expected=expected_call)
        sentence = self.sides.contrast(f"{self.sides.listing} {self.recording.end}", str(end))
        return self.difference(
            ENDING, self.recording.end.deviation_of(end), number, sentence, self.listing_end_line(), port
        )

    def final_state_difference(self) -> Difference | None:
        """Returns the difference of the machines after both have ended alike; None if they are equal."""
        finding = self.final_finding(self.recording.machine)
        if finding is None or self.fails_within_print():
            return None
        number = max(len(self.recording.trace) - 1, 0)  # the last event
        lines = self.rerun(number).trace.lines
        place = self.listing_line(lines[-1] if lines else 0)
        words = f"at the end, {finding.words}"
        return self.difference(finding.kind, How.VALUE, number, words, place, SourceLine())

    def final_finding(self, listing: Machine) -> Finding | None:
        """Returns the first thing in which this machine of the listing and the port's differ at the end."""
        return next(self.recording.mode.final(listing, self.run.machine, self.sides), None)

    # --- words and places ---

    def listing_line(self, line: int) -> SourceLine:
        """Returns a line of the first program; if that is a port, of the file in which it made its events."""
        return self.recording.program.source_line(self._rerun.trace.file if self._rerun else "", line)

    def listing_end_line(self) -> SourceLine:
        end = self.recording.end
        return self.recording.program.source_line(end.file, end.line)

    def port_line(self, file: str, line: int) -> SourceLine:
        """Returns a line of the port; an empty one for line 0, which is unknown."""
        return self.port.source_line(file, line) if line else SourceLine()

    def port_event_line(self) -> SourceLine:
        """Returns the port's line of its first different event; an empty one if it makes none."""
        event = self.run.event
        return self.port_line(event.file, event.line) if event else SourceLine()

    def listing_event(self, number: int) -> Event:
        """Returns the listing's event `number`, from 0, with its line if the rerun has come to it."""
        rerun = self.rerun(number).trace
        # two ports can be compared, too: the first one may do something else when it is run again
        event: Event = (rerun if number < len(rerun) else self.recording.trace)[number]
        return event

    def difference(
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
        """Returns the difference at the event `number`, from 0, which belongs to these lines of both."""
        trace, machine = self.recording.trace, self.recording.machine
        first = max(number - CONTEXT, 0)
        is_last = number >= len(trace) - 1
        return Difference(
            kind,
            trace.frames[number] if number < len(trace) else machine.frame,
            number + 1,
            sentence,
            agreed_events(self.rerun(number).trace[first:number], first + 1),
            listing,
            port,
            visible_picture(machine if is_last else self.rerun(number).machine),
            self.run.picture or shown_words(self.run.machine),
            seed=machine.seed,
            sides=self.sides,
            how=how,
            expected=expected,
            actual=actual,
        )

    def rerun(self, number: int) -> Recording:
        """Returns a recording of the listing, run again up to event `number`, from 0, with lines of events.

        The first recording has no lines, which take long to find. The listing is run only once: later calls
        return the same recording, whatever their `number`, as one difference needs one event alone.
        """
        if self._rerun is None:
            self._rerun = self._record_again(last=number + 1)
        return self._rerun

    def _record_again(
        self,
        *,
        frames: int | None = None,
        last: int = EVENT_LIMIT,
        on_statement: OnStatement | None = None,
        mode: Mode | None = None,
    ) -> Recording:
        """Records the listing again, with lines of events, up to `frames` frames or `last` events.

        By default it has as many frames as before. `mode` is another mode than the first recording's.
        """
        first = self.recording
        if frames is None:
            # a listing that was not stopped has ended within a frame
            frames = first.machine.frame + (first.end.reason is not StopReason.LIMIT)
        return record(
            first.program,
            first.machine.seed,
            first.script,
            frames,
            mode or first.mode,
            first.patience,
            last=last,
            with_lines=True,
            on_statement=on_statement,
        )


DRAWS = ("below", "fraction")
EVENTS_SEARCHED = 12
"""Exchanged draws are looked for among this many events before the first wrong event."""


def explain_by_exchanged_draws(finder: DifferenceFinder, difference: Difference) -> Difference | None:
    """Returns a difference at two random draws if the port makes them in the other order, else None.

    Such a port differs visibly only later, far from its fault, at `difference`. The port is run again with
    the results of two draws before it exchanged: if it equals the listing then, their order was the fault.
    """
    trace, wrong = finder.recording.trace, finder.run.events_agreed
    pairs = list(draw_pairs(trace, wrong))
    if not pairs:
        return None
    event_lines = EventPaths(None)
    replay(finder.recording, finder.port, note_event=event_lines.on_event)
    for one, other in pairs:
        # the port's lines of the two draws; the slices are empty if it did not come to them
        lines = event_lines.lines[one : one + 1] + event_lines.lines[other : other + 1]
        if len(lines) < 2:
            continue
        run = replay(finder.recording, with_draws_exchanged(finder.port, trace, *lines))
        if replace(finder, run=run).first_difference() is None:
            with_lines = finder.rerun(wrong).trace
            first, second, start = with_lines[one], with_lines[other], max(one - CONTEXT, 0)
            return replace(
                difference,
                kind=RANDOM,
                how=How.ORDER,
                expected=first,
                actual=second,
                frame=first.frame,
                event=one + 1,
                words=finder.sides.draws_exchanged(first, second, lines, difference.words),
                before=agreed_events(with_lines[start:one], start + 1),
                listing=finder.recording.program.source_line(with_lines.file, first.line),
                port=finder.port_line(difference.port.file, lines[0]),
            )
    return None


def draw_pairs(trace: Trace, wrong: int) -> Iterator[tuple[int, int]]:
    """Yields pairs of successive draws shortly before the first wrong event, the last pair first.

    Only pairs of the same call with different results count: such draws can be exchanged without any event
    that differs before the wrong one. A pair is given by the indices of its events.
    """
    near = range(max(wrong - EVENTS_SEARCHED, 0), min(wrong, len(trace)))
    draws = [at for at in near if trace.names[at] in DRAWS]
    for one, other in reversed(list(pairwise(draws))):
        alike = (trace.names[one], trace.arguments[one]) == (trace.names[other], trace.arguments[other])
        if alike and trace.results[one] != trace.results[other]:
            yield one, other


def with_draws_exchanged(port: Runnable, trace: Trace, first: int, second: int) -> MachineFunction:
    """Returns the port with the random numbers of two of its lines exchanged.

    A draw in line `first` gets the number that comes next in the listing's `trace`; if line `second` makes
    the next draw, that gets the number of the first one. This is how the port would draw in the other order.
    """
    # the results of all draws, so that the next one is known before the port makes it
    results = [result for name, result in zip(trace.names, trace.results, strict=True) if name in DRAWS]

    def run(machine: Machine) -> None:
        withheld: Any = None  # the result of the first draw, until the second draw takes it
        count = 0  # draws so far: the index of the next one in `results`

        def exchanged_draw(draw: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
            """Calls `draw`, but returns the next draw's number in line `first`, the former in `second`."""
            nonlocal count, withheld
            line, result = SourceLocator().find()[1], draw(*arguments, **named)
            count += 1
            if withheld is not None:
                # if another line makes the next draw, there is no exchange
                earlier, withheld = withheld, None
                return earlier if line == second else result
            if line == first and count < len(results):
                withheld = result
                return results[count]
            return result

        for name in DRAWS:
            vars(machine.rng)[name] = partial(exchanged_draw, getattr(machine.rng, name))
        port.run(machine)

    return run

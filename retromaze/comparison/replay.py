"""Runs a port against the recording of its listing and stops at the first difference."""

from __future__ import annotations

import sys
from array import array
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from retromaze.comparison.lines import EventLines
from retromaze.comparison.program import Listing, MachineFunction, OnStatement, Port, Runnable, run_program
from retromaze.comparison.recording import (
    EVENT_LIMIT,
    WAIT,
    WAITS,
    FrameMarks,
    InputPoll,
    Recording,
    Turns,
    WaitMarks,
)
from retromaze.comparison.script import TooLong
from retromaze.comparison.words import ASK, ENDED, NOTHING, AffectedObject, RunEnd, StopReason, affected_by
from retromaze.display.pictures import visible_words
from retromaze.errors import Stopped
from retromaze.machine.events import Event, Places, within_32_bits
from retromaze.machine.input import CHANNELS, Buttons
from retromaze.machine.machine import Machine

NEVER = sys.maxsize


class InputReplayer:
    """Replays the listing's input to a port, at the same moments.

    A moment is a number of polls after a number of events (see InputPoll). `schedule` has the buttons by the
    port's own frames; `next` is the number of events before the next moment, NEVER if there is none.
    """

    def __init__(self, recording: Recording, machine: Machine, events: Callable[[], int]) -> None:
        """`events` returns the number of events so far."""
        recording.script.prepare(machine)
        self.schedule: dict[int, Buttons] = {}
        self._machine = machine
        self._event_count = events
        frames: set[int] = set()
        for name in CHANNELS:
            log = getattr(recording.machine.input, name).log
            getattr(machine.input, name).schedule = dict(log)
            frames.update(frame for frame, _ in log)
        self._changes = deque(sorted(frames))
        self._moments = deque(recording.moments)
        self.next = self._moments[0].events if self._moments else NEVER
        self._events = self._looks = 0
        self._passed = self._hurried = False
        self.on_idle: Callable[[InputPoll], object] | None = None
        """Called before the port is given what the player did while the listing idled, if both idle."""
        machine.input.lead(self._look)

    def awaits(self, events: int) -> bool:
        """Whether the listing idled until a press after at most `events` events that the port has not read.

        It cannot be so while `events` is less than `next`.
        """
        return any(each.idle and each.news for each in self._moments if each.events <= events)

    def on_frame(self) -> None:
        """Notes that a frame has passed, and not by a wait."""
        self._count()
        self._passed = True

    def _count(self) -> None:
        """Restarts the counts of polls and frames if there was an event since the last call."""
        events = self._event_count()
        if events != self._events:
            self._events, self._looks = events, 0
            self._passed = self._hurried = False

    @property
    def expects(self) -> bool:
        """Whether input is to come before the next event, as soon as the port has polled often enough."""
        return bool(self._moments) and self._moments[0].events <= self._events

    def hurry(self) -> bool:
        """Lets the next poll receive its input early; returns False if that was done or none is to come."""
        self._hurried = self.expects and not self._hurried
        return self._hurried

    def _look(self) -> None:
        """Counts a poll of the port, and gives it the input of all moments that are due."""
        self._count()
        self._looks += 1
        while self._moments and self._is_due(self._moments[0]):
            moment = self._moments.popleft()
            if self.on_idle and self._passed and moment.idle and moment.events == self._events:
                self.on_idle(moment)
            self._passed = self._hurried = False
            self._pass_to(moment.frame)
            self.next = self._moments[0].events if self._moments else NEVER

    def _is_due(self, moment: InputPoll) -> bool:
        if moment.events != self._events:
            return moment.events < self._events
        return self._looks >= moment.looks or self._hurried or (moment.idle and self._passed)

    def _pass_to(self, frame: int) -> None:
        """Brings the port's input to the state that it had in this frame of the listing."""
        controls, changes = self._machine.input, self._changes
        before = controls.buttons.value
        while changes and changes[0] <= frame:
            controls.go_to(changes.popleft())
        controls.go_to(frame)
        if controls.buttons.value != before:
            self.schedule[self._machine.frame] = controls.buttons.value


def same_arguments(some: tuple[Any, ...], others: tuple[Any, ...]) -> bool:
    """Whether two tuples of arguments are the same within 32 bits: a listing's numbers have no more."""
    return within_32_bits(some) == within_32_bits(others)


LOOK = "look"
"""The name of the event for a poll of the input at which the machines differ."""
LOOKS_LIMIT = 600
"""Frames in a row that a port may spend polling its input, if no input is to come."""
MANY_LOOKS = 60_000
"""The same if input is to come: a listing may have polled very often in its frames."""


@dataclass
class ReplayResult:
    """A port's run up to its first difference from the listing.

    `machine`: the port's machine after the run. `agreed`: the number of events on which both agreed.
    `event`: the port's event at the difference, None if it ended; `next_event`: its event after that.
    `looked`: the poll at which both idled and the machines differed.
    `shown`: whether the event was the same and the screens differed.
    `missing_wait`: whether the port went on, or ended, while the listing still waited for a press.
    `extra`: whether the listing waits before it makes a call of this stream. `missing`: whether the listing
    makes more calls before the port's wait.
    `picture`: the picture at the difference; `affected`: the object that `event` affected.
    `end`: how the run ended; it counts only without a difference before.
    `schedule`: the presses by the port's own frames.
    """

    machine: Machine
    agreed: int = 0
    event: Event | None = None
    next_event: Event | None = None
    looked: InputPoll | None = None
    shown: bool = False
    missing_wait: bool = False
    extra: bool = False
    missing: bool = False
    picture: array[int] | None = None
    affected: AffectedObject = NOTHING
    end: RunEnd = ENDED
    schedule: dict[int, Buttons] = field(default_factory=dict)


class PortReplay:
    """Compares a port's events with a recording."""

    def __init__(
        self, recording: Recording, machine: Machine, event_lines: EventLines | None, *, works: bool
    ) -> None:
        """`works`: whether frames pass while the port works, as they do if it is a listing."""
        self._works = works
        self.run = ReplayResult(machine)
        self._event_lines = event_lines
        self._recording = recording
        self._digester = recording.mode.digesting(machine)
        self._waits = 0
        self._looks = 0
        self._over = False
        self._uncompared = 0
        self._other_runs = False
        self._stream = recording.mode.stream
        self._turns = Turns(recording) if self._stream else None
        self.input = InputReplayer(recording, machine, self._moment)
        self.input.on_idle = self._compare_idle
        self.run.schedule = self.input.schedule
        machine.hear(self.hear_some if self._stream else self.hear)
        self._marks = WaitMarks(machine)
        self._frames: FrameMarks | None = None
        if recording.mode.by_frames:
            self._frames = FrameMarks(machine, self._marks, self._digester.digest, self._hear_turn)
        machine.on_frame = self.on_frame

    def hear(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """Compares one event of the port. Raises Stopped at the event after the first that differs."""
        run, trace = self.run, self._recording.trace
        number = run.agreed
        if self._event_lines:
            self._event_lines.event()
        if (
            run.event is not None
            or number >= len(trace.names)
            or name != trace.names[number]
            or (
                arguments != trace.arguments[number]
                and not same_arguments(arguments, trace.arguments[number])
            )
            or result != trace.results[number]
        ):
            self._depart(Event(name, arguments, result, frame, *Places().find()))
            return
        if number >= self.input.next and self.input.awaits(number):
            run.missing_wait = True
            self._diverge(name, arguments, result, frame)
        run.agreed = number + 1
        self._looks = 0
        if name in WAITS:
            self._compare(name, arguments, result, frame)

    def hear_some(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """Compares one event if the mode has streams. Raises Stopped at the first that differs."""
        if self._frames and name in WAITS:
            self._frames.end_wait(name, arguments)
        else:
            self._hear_turn(name, arguments, result, frame)

    def _hear_turn(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """Compares an event, or a frame of a wait, with the listing's next one in the same stream."""
        stream = self._stream(name, arguments) if self._stream else ""
        if not stream or self._turns is None:
            self._uncompared += 1
            return
        run, trace, turns = self.run, self._recording.trace, self._turns
        if self._event_lines:
            self._event_lines.event()
        # between two waits the calls of a stream are in order, and all have to be made before the next wait
        number, wait, first = turns.next(stream), turns.next(WAIT), turns.first
        extra = stream != WAIT and number > wait
        missing = stream == WAIT and first < number
        number = wait if extra else first if missing else number
        if number >= len(trace) and self._recording.end.reason is StopReason.LIMIT:
            # The listing was cut off between two waits: its calls after the last one are not complete.
            self._turns, run.agreed = None, len(trace)
            self._stop_as_listing()
        alike = (
            number < len(trace)
            and (name, result) == (trace.names[number], trace.results[number])
            and same_arguments(arguments, trace.arguments[number])
        )
        if self._frames and stream == WAIT and not (extra or missing) and number < len(trace):
            # frames of waits are equal whichever call waits; only an INPUT is not a frame
            alike = (name == ASK) == (trace.names[number] == ASK)
        if not alike:
            run.agreed, run.extra, run.missing = number, extra, missing
            self._diverge(name, arguments, result, frame)
        if stream == WAIT and self._waits >= self.input.next and self.input.awaits(self._waits):
            run.agreed = number
            run.missing_wait = True
            self._diverge(name, arguments, result, frame)
        turns.take(stream)
        run.agreed += 1
        self._looks = 0
        if stream == WAIT:
            self._uncompared = 0
            self._compare(name, arguments, result, frame)

    def _diverge(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> NoReturn:
        """Stops the port at this event, and keeps the picture."""
        self.run.event = Event(name, arguments, result, frame, *Places().find())
        self.run.picture = visible_words(self.run.machine)
        self._stop()

    def _compare(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """Compares the machines at a wait that both have reached."""
        run = self.run
        digest = self._frames.digest if self._frames else self._digester.digest()
        theirs = self._recording.digests[self._waits]
        is_compared = digest is not None and theirs is not None
        if is_compared and digest != theirs and not self._looks_same():
            run.shown = True
            self._diverge(name, arguments, result, frame)
        self._waits += 1

    def _compare_idle(self, moment: InputPoll) -> None:
        """Compares the machines where both do nothing but poll the input."""
        if moment.digest is not None and moment.digest != self._digester.digest():
            self.run.looked = moment
            self._diverge(LOOK, (), None, self.run.machine.frame)

    def _looks_same(self) -> bool:
        """Whether the mode's `closer` digests are equal: the difference cannot be seen then."""
        closer = self._recording.mode.closer
        if closer is None:
            return False
        self._other_runs = True
        try:
            return self._recording.closer()[self._waits] == closer(self.run.machine)
        finally:
            self._other_runs = False

    def _depart(self, event: Event) -> None:
        """Notes the first event that differs; the port goes on to its next one, which tells more about it."""
        run, recording = self.run, self._recording
        if run.event is not None:
            run.next_event = event
            self._stop()
        over = run.agreed >= len(recording.trace)
        if over and recording.end.reason is StopReason.LIMIT:
            self._stop_as_listing()
        run.event, run.picture = event, visible_words(run.machine)
        run.affected = affected_by(run.machine, event)
        if over:
            self._stop()

    def on_frame(self, machine: Machine) -> None:
        """Notes a frame. Raises Stopped where the listing was cut off, and after polling in vain for long."""
        if self._frames:
            self._frames.on_frame()
        reason, agreed = self._recording.end.reason, self.run.agreed
        # With streams the port may still have to make calls that are not compared: it goes on up to a wait.
        may_stop = self._stream is None or reason is StopReason.LIMIT or self._marks.waiting
        if reason.is_cut_off and may_stop and agreed >= len(self._recording.trace) and self.run.event is None:
            self._stop_as_listing()
        if self._marks.waiting:
            return
        self.input.on_frame()
        if self._works and not machine.idle_frames:
            return
        self._looks += 1
        if self._looks < (MANY_LOOKS if self.input.expects else LOOKS_LIMIT):
            return
        self._looks = 0
        if not self.input.hurry():
            self._stop()

    def _stop(self) -> NoReturn:
        """Stops the port. A port that catches this and continues counts as a standstill."""
        self._over = True
        raise Stopped

    def _stop_as_listing(self) -> NoReturn:
        """Stops the port where its listing was cut off, for the same reason."""
        self._over = True
        raise TooLong if self._recording.end.reason is StopReason.LIMIT else Stopped

    def progress(self) -> object:
        """Returns a value that changes as long as the port does something: its events and frames."""
        if self._other_runs:
            return object()
        done = self.run.agreed + min(self._uncompared, EVENT_LIMIT)
        return (0, 0) if self._over else (done, self._looks if self._works else self.run.machine.frame)

    def _moment(self) -> int:
        """Returns the number of events, or of waits if the mode has streams; polls are counted from it."""
        return self.run.agreed if self._stream is None else self._waits

    def close(self, end: RunEnd) -> None:
        """Notes the end of the port's run and stops listening to the machine."""
        self.run.end = end
        if end.reason is StopReason.ENDED:
            self.run.missing_wait = self.input.awaits(self._moment())
        if self._turns is not None and self.run.event is None:
            self.run.agreed = self._turns.first
        self.run.machine.hear(None)
        self.run.machine.on_frame = None


def replay(
    recording: Recording,
    port: Runnable | MachineFunction,
    *,
    event_lines: EventLines | None = None,
    on_statement: OnStatement | None = None,
) -> ReplayResult:
    """Runs a port against a recording until it ends, differs, or comes to where the listing was cut off.

    The port is also stopped when it has done nothing that can be observed for the recording's patience. A
    listing may be in the port's place; `on_statement` is called before each of its statements. `event_lines`
    notes the line of every event.
    """
    program = port if isinstance(port, Listing | Port) else Port(port)
    machine = Machine(seed=recording.machine.seed)
    comparing = PortReplay(recording, machine, event_lines, works=isinstance(program, Listing))
    end = run_program(program, machine, on_statement, comparing.progress, recording.patience)
    comparing.close(end)
    return comparing.run

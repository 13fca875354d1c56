"""Runs a port against the recording of its listing and stops at the first difference."""

from __future__ import annotations

import sys
from array import array
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from retromaze.comparison.lines import EventLines
from retromaze.comparison.program import Begin, Call, Listing, Port, Runnable, run_program
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
from retromaze.comparison.words import (
    ASK,
    ENDED,
    NOTHING,
    AffectedObject,
    RunEnd,
    StopReason,
    affected_by,
)
from retromaze.display.pictures import visible_words
from retromaze.errors import Stopped
from retromaze.machine.events import Event, Places, within_32_bits
from retromaze.machine.input import CHANNELS, Buttons
from retromaze.machine.machine import Machine

NEVER = sys.maxsize


class InputReplayer:
    """Replays the listing's input to a port, at the same moments.

    The frames of its input are the listing's. `schedule` has the buttons by the port's own frames.
    """

    def __init__(self, recording: Recording, machine: Machine, events: Callable[[], int]) -> None:
        """`events` tells how many there were."""
        recording.script.prepare(machine)
        self.schedule: dict[int, Buttons] = {}
        self._machine = machine
        self._made = events
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
        """Is called before the port is given what the player did while the listing idled, if it idles too."""
        machine.input.lead(self._look)

    def listen(self) -> None:
        """Tells waits of the machine from other frames from now on."""
        self.marks = WaitMarks(self._machine)

    @property
    def waiting(self) -> bool:
        """Whether a wait of the port is under way."""
        return self.marks.waiting

    def awaits(self, events: int) -> bool:
        """Whether the listing polled here, after `events` events, for a press that has not come yet.

        It is none before `next`: so many events come before anything is to be given.
        """
        return any(each.idle and each.news for each in self._moments if each.events <= events)

    def on_frame(self) -> None:
        """A frame has passed, and not by a wait."""
        self._count()
        self._passed = True

    def _count(self) -> None:
        """Restarts the counts of polls and frames after each event."""
        events = self._made()
        if events != self._events:
            self._events, self._looks = events, 0
            self._passed = self._hurried = False

    @property
    def expects(self) -> bool:
        """Whether something is to come here, as soon as the port has looked often enough."""
        return bool(self._moments) and self._moments[0].events <= self._events

    def hurry(self) -> bool:
        """After long polling: whether the next poll may receive its input too early."""
        self._hurried = self.expects and not self._hurried
        return self._hurried

    def _look(self) -> None:
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
        controls, changes = self._machine.input, self._changes
        before = controls.buttons.value
        while changes and changes[0] <= frame:
            controls.go_to(changes.popleft())
        controls.go_to(frame)
        if controls.buttons.value != before:
            self.schedule[self._machine.frame] = controls.buttons.value


def same_arguments(some: tuple[Any, ...], others: tuple[Any, ...]) -> bool:
    """Whether the machine takes both arguments of a call as the same: a listing's are held within 32 bits."""
    return within_32_bits(some) == within_32_bits(others)


LOOK = "look"
"""The name of a look at the input at which something else is seen."""
LOOKS_LIMIT = 600
"""Frames in a row that a port may spend looking at its input, with nothing for it to come."""
MANY_LOOKS = 60_000
"""The same where something is to come: a listing that works between its looks has many in its frames."""


@dataclass
class ReplayResult:
    """A port's run: on how many events it agreed with its listing, and how it left it or ended.

    `event` is what it did instead of the listing's next one, `then` what it did after that. `looked` is the
    moment at which both idled and something else was seen. `shown` tells
    that the event was the same and the screens are not; `missing_wait` that it came, or the end, while the
    listing still looked for a press; `extra` that the listing waits first; `missing` that the listing does
    something more before the port's wait. `picture` is what is seen at that moment, and `affected` the object
    of the event. `end` is of use if it did not diverge. `schedule` has the presses by the port's own frames.
    """

    machine: Machine
    agreed: int = 0
    event: Event | None = None
    then: Event | None = None
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
        self,
        recording: Recording,
        machine: Machine,
        placed: EventLines | None,
        *,
        works: bool,
    ) -> None:
        """`works`: frames pass while it works, as of a listing that is in the port's place."""
        self._works = works
        self.run = ReplayResult(machine)
        self._placed = placed
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
        self.input.listen()
        self._frames: FrameMarks | None = None
        if recording.mode.by_frames:
            self._frames = FrameMarks(machine, self.input.marks, self._digester.digest, self._hear_turn)
        machine.on_frame = self.on_frame

    def hear(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """One event of the port. Raises Stopped at the event after the first that differs."""
        run, trace = self.run, self._recording.trace
        number = run.agreed
        if self._placed:
            self._placed.event()
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
        """One event where only some are compared. Raises Stopped at the first that differs."""
        if self._frames and name in WAITS:
            self._frames.end_wait(name, arguments)
        else:
            self._hear_turn(name, arguments, result, frame)

    def _hear_turn(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """The same, each kind of events in an order of its own; a frame of a wait may be one."""
        stream = self._stream(name, arguments) if self._stream else ""
        if not stream or self._turns is None:
            self._uncompared += 1
            return
        run, trace, turns = self.run, self._recording.trace, self._turns
        if self._placed:
            self._placed.event()
        number, wait, first = turns.next(stream), turns.next(WAIT), turns.first
        over = stream != WAIT and number > wait
        late = stream == WAIT and first < number
        number = wait if over else first if late else number
        if number >= len(trace) and self._recording.end.reason is StopReason.LIMIT:
            # Cut off between two waits: what else it did there has no moment to be held against.
            self._turns, run.agreed = None, len(trace)
            self._stop_as_listing()
        alike = (
            number < len(trace)
            and (name, result) == (trace.names[number], trace.results[number])
            and same_arguments(arguments, trace.arguments[number])
        )
        if self._frames and stream == WAIT and not (over or late) and number < len(trace):
            alike = (name == ASK) == (trace.names[number] == ASK)
        if not alike:
            run.agreed, run.extra, run.missing = number, over, late
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
        """Ends the port at this event, with what is seen now."""
        self.run.event = Event(name, arguments, result, frame, *Places().find())
        self.run.picture = visible_words(self.run.machine)
        self._stop()

    def _compare(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """Compares the machines at a wait that both have reached."""
        run = self.run
        digest = self._frames.digest if self._frames else self._digester.digest()
        theirs = self._recording.digests[self._waits]
        compared = digest is not None and theirs is not None
        if compared and digest != theirs and not self._seen_alike():
            run.shown = True
            self._diverge(name, arguments, result, frame)
        self._waits += 1

    def _compare_idle(self, moment: InputPoll) -> None:
        """Compares the machines where both do nothing but look at the input."""
        if moment.digest is not None and moment.digest != self._digester.digest():
            self.run.looked = moment
            self._diverge(LOOK, (), None, self.run.machine.frame)

    def _seen_alike(self) -> bool:
        """Whether a closer look finds that the difference cannot be seen."""
        closer = self._recording.mode.closer
        if closer is None:
            return False
        self._other_runs = True
        try:
            return self._recording.closer()[self._waits] == closer(self.run.machine)
        finally:
            self._other_runs = False

    def _depart(self, event: Event) -> None:
        run, recording = self.run, self._recording
        if run.event is not None:
            run.then = event
            self._stop()
        over = run.agreed >= len(recording.trace)
        if over and recording.end.reason is StopReason.LIMIT:
            self._stop_as_listing()
        run.event, run.picture = event, visible_words(run.machine)
        run.affected = affected_by(run.machine, event)
        if over:
            self._stop()

    def on_frame(self, machine: Machine) -> None:
        """A frame has passed. Raises Stopped where the listing was cut off, and in an endless look."""
        if self._frames:
            self._frames.on_frame()
        reason, agreed = self._recording.end.reason, self.run.agreed
        # Where calls are not compared more of them may be due: the port has to come to a wait of its own.
        there = self._stream is None or reason is StopReason.LIMIT or self.input.waiting
        if reason.cut and there and agreed >= len(self._recording.trace) and self.run.event is None:
            self._stop_as_listing()
        if self.input.waiting:
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
        """Ends the port. A port that catches this and continues counts as a standstill."""
        self._over = True
        raise Stopped

    def _stop_as_listing(self) -> NoReturn:
        """Ends the port where its listing was cut off, for the same reason."""
        self._over = True
        raise TooLong if self._recording.end.reason is StopReason.LIMIT else Stopped

    def progress(self) -> object:
        """Returns a value that changes as long as the port does something: its events and frames."""
        if self._other_runs:
            return object()
        done = self.run.agreed + min(self._uncompared, EVENT_LIMIT)
        return (0, 0) if self._over else (done, self._looks if self._works else self.run.machine.frame)

    def _moment(self) -> int:
        """By what looks are counted: events, or waits where only some events are compared."""
        return self.run.agreed if self._stream is None else self._waits

    def close(self, end: RunEnd) -> None:
        """The port has come to its end; leaves the machine unheard."""
        self.run.end = end
        if end.reason is StopReason.ENDED:
            self.run.missing_wait = self.input.awaits(self._moment())
        if self._turns is not None and self.run.event is None:
            self.run.agreed = self._turns.first
        self.run.machine.hear(None)
        self.run.machine.on_frame = None


def replay(
    recording: Recording,
    port: Runnable | Call,
    *,
    placed: EventLines | None = None,
    on_statement: Begin | None = None,
) -> ReplayResult:
    """Runs a port on a machine equal to the recording's, until it ends, diverges, or is where that was cut.

    It is also ended when it has done nothing that can be observed for the recording's patience. A listing may
    be in the port's place; `on_statement` is called before each of its statements. `placed` notes the line of
    every event.
    """
    program = port if isinstance(port, Listing | Port) else Port(port)
    machine = Machine(seed=recording.machine.seed)
    comparing = PortReplay(recording, machine, placed, works=isinstance(program, Listing))
    end = run_program(program, machine, on_statement, comparing.progress, recording.patience)
    comparing.close(end)
    return comparing.run

"""Runs a port against the recording of its listing and stops at the first difference."""

from __future__ import annotations

import sys
from array import array
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from retromaze.comparison.difference_words import (
    ASK,
    NOTHING,
    PRINT,
    WAIT,
    AffectedObject,
    RunEnd,
    StopReason,
    affected_by,
    method_of,
)
from retromaze.comparison.input_script import TooLong
from retromaze.comparison.listing_recording import (
    EVENT_LIMIT,
    WAITS,
    InputPoll,
    PendingCalls,
    Recording,
    WaitFrames,
    WaitTracker,
)
from retromaze.comparison.runnable_programs import (
    Listing,
    MachineFunction,
    OnStatement,
    Port,
    Runnable,
    run_program,
)
from retromaze.display.pictures import HEIGHT, WIDTH, visible_picture
from retromaze.errors import Stopped
from retromaze.machine.colors import OPAQUE, word_from_color
from retromaze.machine.events import Event, SourceLocator, clamped_to_32_bits, observed_method
from retromaze.machine.input import CHANNELS, Buttons
from retromaze.machine.machine import Machine

NEVER = sys.maxsize


class InputReplayer:
    """Replays the listing's input to a port, at the port's corresponding polls.

    They correspond if they have the same number after the same anchor, an event or, in a mode with streams, a
    wait. While the listing idles, which is doing nothing but poll, any poll after a frame corresponds.

    `schedule` has the buttons by the port's own frames; `next_anchor` is the anchor of the next poll that
    gives input, NEVER if there is none. `_recorded_polls` are the polls to come, `_changes` the frames of the
    listing in which its input changed. `_polls` counts the port's polls after its last `_anchor`;
    `_frame_passed`: whether a frame has passed since then or since the last input; `_gives_early`: whether
    the next poll gets its input, though the port has not polled as often as the listing had.
    """

    def __init__(self, recording: Recording, machine: Machine, current_anchor: Callable[[], int]) -> None:
        """`current_anchor` returns the number of events, or waits, that the port has made."""
        recording.script.prepare(machine)
        self.schedule: dict[int, Buttons] = {}
        self._machine = machine
        self._current_anchor = current_anchor
        frames: set[int] = set()
        for name in CHANNELS:
            log = getattr(recording.machine.input, name).log
            getattr(machine.input, name).schedule = dict(log)
            frames.update(frame for frame, _ in log)
        self._changes = deque(sorted(frames))
        self._recorded_polls = deque(recording.player.input_polls)
        self.next_anchor = self._recorded_polls[0].anchor if self._recorded_polls else NEVER
        self._anchor = self._polls = 0
        self._frame_passed = self._gives_early = False
        self.on_idle: Callable[[InputPoll], object] | None = None
        """Called before the port is given what the player did while the listing idled, if both idle."""
        machine.input.detach_from_clock(self._on_poll)

    def missed_press(self, anchor: int) -> bool:
        """Whether the listing, up to this anchor, idled until a press that the port has not read.

        It is False while `anchor` is less than `next_anchor`, which callers compare first: that is quick.
        """
        return any(each.idle and each.has_new_input for each in self._recorded_polls if each.anchor <= anchor)

    def on_frame(self) -> None:
        """Notes that a frame of the port has passed outside of a wait."""
        self._restart_counts()
        self._frame_passed = True

    def _restart_counts(self) -> None:
        """Counts polls and frames from 0 again if the port has come to another anchor since the last call."""
        anchor = self._current_anchor()
        if anchor != self._anchor:
            self._anchor, self._polls = anchor, 0
            self._frame_passed = self._gives_early = False

    @property
    def has_due_input(self) -> bool:
        """Whether the port gets recorded input before its next anchor, once it has polled often enough."""
        return bool(self._recorded_polls) and self._recorded_polls[0].anchor <= self._anchor

    def give_input_early(self) -> bool:
        """Has the next poll receive its input though the port polled less often than the listing had.

        A port that waits by frames for a press would otherwise wait for ever. Returns False, and takes an
        earlier call back, if there was no poll since then, or if no input is due: the port waits in vain.
        """
        self._gives_early = self.has_due_input and not self._gives_early
        return self._gives_early

    def _on_poll(self) -> None:
        """Counts a poll of the port, and gives it the input of all recorded polls that are due."""
        self._restart_counts()
        self._polls += 1
        while self._recorded_polls and self._is_due(self._recorded_polls[0]):
            poll = self._recorded_polls.popleft()
            if self.on_idle and self._frame_passed and poll.idle and poll.anchor == self._anchor:
                self.on_idle(poll)
            self._frame_passed = self._gives_early = False
            self._set_input_of(poll.frame)
            self.next_anchor = self._recorded_polls[0].anchor if self._recorded_polls else NEVER

    def _is_due(self, poll: InputPoll) -> bool:
        """Whether the port's present poll corresponds to a recorded one, or to one after it."""
        if poll.anchor != self._anchor:
            return poll.anchor < self._anchor
        return self._polls >= poll.polls or self._gives_early or (poll.idle and self._frame_passed)

    def _set_input_of(self, frame: int) -> None:
        """Sets the port's input to its state in this frame of the listing."""
        controls, changes = self._machine.input, self._changes
        before = controls.buttons.value
        # every earlier change too, or typed keys would be left out
        while changes and changes[0] <= frame:
            controls.advance_to(changes.popleft())
        controls.advance_to(frame)
        if controls.buttons.value != before:
            self.schedule[self._machine.frame] = controls.buttons.value


def same_arguments(name: str, some: tuple[Any, ...], others: tuple[Any, ...]) -> bool:
    """Whether the arguments of two calls of a method mean the same to the machine.

    Numbers are compared within 32 bits: a listing's have no more. Colors that are drawn with are the same if
    they make the same pixel, which has five bits a channel.
    """
    some, others = clamped_to_32_bits(some), clamped_to_32_bits(others)
    if some == others:
        return True
    method = observed_method(method_of(name), len(some))
    colors = method.pixel_colors if method else ()

    def with_pixels(arguments: tuple[Any, ...]) -> list[Any]:
        """Returns the arguments with page words in place of the colors that are drawn with."""
        return [
            word_from_color(each) if at in colors and type(each) is int else each
            for at, each in enumerate(arguments)
        ]

    return bool(colors) and with_pixels(some) == with_pixels(others)


def same_call(one: Event, other: Event) -> bool:
    """Whether both are the same call; their results may differ, as the results of random draws do."""
    return one.name == other.name and same_arguments(one.name, one.arguments, other.arguments)


def shown_words(machine: Machine) -> array[int]:
    """Returns the visible screens of a port's machine, black ones if they cannot be drawn.

    The methods of the machine do not test types, so that a port may have given a text for a place.
    """
    try:
        return visible_picture(machine)
    except Exception:
        return array("I", (OPAQUE,)) * (WIDTH * HEIGHT)


POLL_EVENT = "look"
"""The name of the event for a poll of the input at which the machines differ."""
IDLE_FRAMES_LIMIT = 600
"""Frames in a row that a port may spend polling its input, if no input is to come."""
POLL_FRAMES_LIMIT = 60_000
"""Frames in a row if input is to come: a listing may have polled very often in its frames."""


@dataclass
class ReplayResult:
    """A port's run up to its first difference from the listing.

    `machine`: the port's machine after the run.
    `events_agreed`: the number of events that were equal.
    `event`: the port's event at the difference, None if it ended; `next_event`: its event after that.
    `differing_poll`: the poll at which both only polled the input and the machines differed.
    `screens_differ`: whether the event was equal and the screens after it differed.
    `missing_wait`: whether the port went on, or ended, while the listing still waited for a press.
    `makes_extra_call`: whether the port makes a call for which the listing waits first.
    `leaves_calls_out`: whether the port waits before it has made all calls of the listing.
    `picture`: the port's picture at the difference; `affected`: the object that `event` affected.
    `end`: how the run ended; it counts only without a difference before.
    `schedule`: the presses by the port's own frames.
    """

    machine: Machine
    events_agreed: int = 0
    event: Event | None = None
    next_event: Event | None = None
    differing_poll: InputPoll | None = None
    screens_differ: bool = False
    missing_wait: bool = False
    makes_extra_call: bool = False
    leaves_calls_out: bool = False
    picture: array[int] | None = None
    affected: AffectedObject = NOTHING
    end: RunEnd = field(default_factory=RunEnd)
    schedule: dict[int, Buttons] = field(default_factory=dict)


class PortReplay:
    """Compares a port's events with a recording, and stops the port where they differ; `run` is the result.

    In a mode that compares only some calls these form streams: calls of one stream have to keep their order.

    `input` gives the port its input. `_waits`: the waits compared so far. `_polling_frames`: the frames in a
    row in which the port only polled. `_printed`: what the port has printed of the listing's next print.
    `_stream` and `_pending_calls` are None in a mode without streams.
    `_uncompared_calls`: the calls since the last wait that the mode does not compare. `_makes_exact_digests`:
    whether they are being made, which may take long.
    """

    def __init__(
        self,
        recording: Recording,
        machine: Machine,
        note_event: Callable[[], object] | None,
        *,
        frames_pass_at_work: bool,
    ) -> None:
        """`frames_pass_at_work`: whether frames pass while the port computes, as a listing's do."""
        self._frames_pass_at_work = frames_pass_at_work
        self.run = ReplayResult(machine)
        self._note_event = note_event
        self._recording = recording
        self._digester = recording.mode.new_digester(machine)
        self._waits = 0
        self._polling_frames = 0
        self._is_stopped = False
        self._uncompared_calls = 0
        self._makes_exact_digests = False
        self._printed = ""
        self._stream = recording.mode.stream
        self._pending_calls = PendingCalls(recording) if self._stream else None
        self.input = InputReplayer(recording, machine, self._current_anchor)
        self.input.on_idle = self._compare_screens_at_poll
        self.run.schedule = self.input.schedule
        machine.listen_without_place(self.on_streamed_event if self._stream else self.on_event)
        self._wait_tracker = WaitTracker(machine)
        self._wait_frames: WaitFrames | None = None
        if recording.mode.by_frames:
            self._wait_frames = WaitFrames(
                machine, self._wait_tracker, self._digester.digest, self._compare_in_stream
            )
        machine.on_frame = self.on_frame

    def on_event(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """Compares one event of the port. Raises Stopped at the event after the first that differs."""
        run, trace = self.run, self._recording.trace
        number = run.events_agreed
        # nearly all arguments are equal already before they are clamped, which takes time
        if (
            self._printed
            or run.event is not None
            or number >= len(trace.names)
            or name != trace.names[number]
            or (
                arguments != trace.arguments[number]
                and not same_arguments(name, arguments, trace.arguments[number])
            )
            or result != trace.results[number]
        ):
            is_compared_as_text = name == PRINT and run.event is None
            if not is_compared_as_text or (arguments := self._unlike_print(*arguments)):
                if self._note_event:
                    self._note_event()
                self._note_difference(Event(name, arguments, result, frame, *SourceLocator().find()))
                return
            number = run.events_agreed - 1  # the last print that is made now
        elif self._note_event:
            self._note_event()
        if number >= self.input.next_anchor and self.input.missed_press(number):
            # the event is right, but too early
            run.missing_wait = True
            self._stop_at_difference(name, arguments, result, frame)
        run.events_agreed = number + 1
        self._polling_frames = 0
        if name in WAITS:
            self._compare_screens(name, arguments, result, frame)

    def _unlike_print(self, text: str, end: str) -> tuple[str, ...]:
        """Compares a print of the port as text, as prints in a row may be cut at other places; () if alike.

        Passes over all prints of the listing that the port has printed now. The beginning of a longer one is
        kept in `_printed` for the port's next print. Otherwise returns the arguments of a print of what the
        listing does not print.
        """
        run, trace = self.run, self._recording.trace
        number, expected, printed = run.events_agreed, "", self._printed + text + end
        while printed and number < len(trace) and trace.names[number] == PRINT:
            expected = "".join(trace.arguments[number])
            if not printed.startswith(expected):
                break
            if self._note_event:
                self._note_event()
            number, expected, printed = number + 1, "", printed.removeprefix(expected)
        run.events_agreed, self._printed = number, ""
        if expected.startswith(printed):
            self._printed = printed
            return ()
        return printed.removesuffix(end), end

    def on_streamed_event(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """Compares one event in a mode with streams, a wait frame by frame. Raises Stopped if it differs."""
        if self._wait_frames and name in WAITS:
            self._wait_frames.end_wait(name, arguments)
        else:
            self._compare_in_stream(name, arguments, result, frame)

    def _compare_in_stream(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """Compares an event, or one frame of a wait, with the listing's next one in the same stream.

        Raises Stopped where they differ, and where the listing was cut off.
        """
        stream = self._stream(name, arguments) if self._stream else ""
        if not stream or self._pending_calls is None:
            self._uncompared_calls += 1
            return
        run, trace, pending = self.run, self._recording.trace, self._pending_calls
        if self._note_event:
            self._note_event()
        # between two waits the calls of a stream are in order, and all have to be made before the next wait;
        # `number` is the listing's call that this one is compared with
        number, next_wait, first = pending.next(stream), pending.next(WAIT), pending.first
        makes_extra_call = stream != WAIT and number > next_wait
        leaves_calls_out = stream == WAIT and first < number
        if makes_extra_call:
            number = next_wait
        elif leaves_calls_out:
            number = first
        if number >= len(trace) and self._recording.end.reason is StopReason.LIMIT:
            # The listing was cut off between two waits: its calls after the last one are not complete.
            self._pending_calls, run.events_agreed = None, len(trace)
            self._stop_as_listing()
        is_same_call = (
            number < len(trace)
            and (name, result) == (trace.names[number], trace.results[number])
            and same_arguments(name, arguments, trace.arguments[number])
        )
        # a call that is not in turn is a difference, whatever it is
        is_in_turn = number < len(trace) and not (makes_extra_call or leaves_calls_out)
        if self._wait_frames and stream == WAIT and is_in_turn:
            # frames of waits are equal whichever call waits; only an INPUT is not a frame
            is_same_call = (name == ASK) == (trace.names[number] == ASK)
        if not is_same_call:
            run.events_agreed = number
            run.makes_extra_call, run.leaves_calls_out = makes_extra_call, leaves_calls_out
            self._stop_at_difference(name, arguments, result, frame)
        may_miss_press = stream == WAIT and self._waits >= self.input.next_anchor
        if may_miss_press and self.input.missed_press(self._waits):
            run.events_agreed = number
            run.missing_wait = True
            self._stop_at_difference(name, arguments, result, frame)
        pending.remove_next(stream)
        run.events_agreed += 1
        self._polling_frames = 0
        if stream == WAIT:
            self._uncompared_calls = 0
            self._compare_screens(name, arguments, result, frame)

    def _stop_at_difference(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> NoReturn:
        """Notes this event and the picture as the difference, and stops the port."""
        self.run.event = Event(name, arguments, result, frame, *SourceLocator().find())
        self.run.picture = shown_words(self.run.machine)
        self._stop()

    def _compare_screens(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """Compares what both machines show at a wait that both programs have reached."""
        run = self.run
        digest = self._wait_frames.digest if self._wait_frames else self._digester.digest()
        recorded = self._recording.digests[self._waits]
        is_compared = digest is not None and recorded is not None
        if is_compared and digest != recorded and not self._looks_same():
            run.screens_differ = True
            self._stop_at_difference(name, arguments, result, frame)
        self._waits += 1

    def _compare_screens_at_poll(self, poll: InputPoll) -> None:
        """Compares what both machines show at a poll, while both programs only poll the input."""
        if poll.digest is not None and poll.digest != self._digester.digest():
            self.run.differing_poll = poll
            self._stop_at_difference(POLL_EVENT, (), None, self.run.machine.frame)

    def _looks_same(self) -> bool:
        """Whether the mode's exact digests are equal: the difference cannot be seen then."""
        exact_digest = self._recording.mode.exact_digest
        if exact_digest is None:
            return False
        self._makes_exact_digests = True
        try:
            return self._recording.exact_digests[self._waits] == exact_digest(self.run.machine)
        finally:
            self._makes_exact_digests = False

    def _note_difference(self, event: Event) -> None:
        """Notes the first event that differs. The port runs to its next event, which explains more.

        Raises Stopped at that next event, and at once if the listing has ended.
        """
        run, recording = self.run, self._recording
        if run.event is not None:
            run.next_event = event
            self._stop()
        listing_is_over = run.events_agreed >= len(recording.trace)
        if listing_is_over and recording.end.reason is StopReason.LIMIT:
            self._stop_as_listing()
        run.event, run.picture = event, shown_words(run.machine)
        run.affected = affected_by(run.machine, event)
        if listing_is_over:  # there is nothing to explain
            self._stop()

    def on_frame(self, machine: Machine) -> None:
        """Ends a frame. Raises Stopped where the listing was cut off, and if the port polls for too long."""
        if self._wait_frames:
            self._wait_frames.on_frame()
        reason, agreed = self._recording.end.reason, self.run.events_agreed
        # With streams the port may still have to make calls that are not compared: it goes on up to a wait.
        may_stop = self._stream is None or reason is StopReason.LIMIT or self._wait_tracker.waiting
        if reason.is_cut_off and may_stop and agreed >= len(self._recording.trace) and self.run.event is None:
            self._stop_as_listing()
        if self._wait_tracker.waiting:
            return
        self.input.on_frame()
        if self._frames_pass_at_work and not machine.idle_frames:  # a listing was at work in this frame
            return
        self._polling_frames += 1
        limit = POLL_FRAMES_LIMIT if self.input.has_due_input else IDLE_FRAMES_LIMIT
        if self._polling_frames < limit:
            return
        self._polling_frames = 0
        if not self.input.give_input_early():  # no input is to come: the port waits in vain
            self._stop()

    def _stop(self) -> NoReturn:
        """Stops the port, by Stopped. A port that catches this and continues counts as a standstill."""
        self._is_stopped = True
        raise Stopped

    def _stop_as_listing(self) -> NoReturn:
        """Stops the port where its listing was cut off, for the same reason."""
        self._is_stopped = True
        raise TooLong if self._recording.end.reason is StopReason.LIMIT else Stopped

    def progress(self) -> object:
        """Returns its events and frames, for the watchdog: they change as long as the port does something."""
        if self._makes_exact_digests:
            return object()  # a new value each time: the listing runs, and the port has to wait
        if self._is_stopped:
            return 0, 0  # what a port does after it was stopped is no progress
        # a port that makes calls for ever which are not compared comes to the limit
        done = self.run.events_agreed + min(self._uncompared_calls, EVENT_LIMIT)
        # a listing's frames pass even if it does nothing; a frame in which it polls is progress
        return done, self._polling_frames if self._frames_pass_at_work else self.run.machine.frame

    def _current_anchor(self) -> int:
        """Returns the number of equal events, or of waits in a mode with streams, after which polls count."""
        return self.run.events_agreed if self._stream is None else self._waits

    def close(self, end: RunEnd) -> None:
        """Notes the end of the port's run and stops listening to the machine."""
        self.run.end = end
        # a port that ended without a look at a press for which the listing waited lacks that wait
        if end.reason is StopReason.ENDED:
            self.run.missing_wait = self.input.missed_press(self._current_anchor())
        if self._pending_calls is not None and self.run.event is None:
            # in several streams later calls may have been made before this one
            self.run.events_agreed = self._pending_calls.first
        self.run.machine.listen_without_place(None)
        self.run.machine.on_frame = None


def replay(
    recording: Recording,
    port: Runnable | MachineFunction,
    *,
    note_event: Callable[[], object] | None = None,
    on_statement: OnStatement | None = None,
    slowdown: int = 1,
) -> ReplayResult:
    """Runs a port against a recording until it ends, differs, or comes to where the listing was cut off.

    The port is also stopped when it has done nothing that can be observed for the recording's patience, times
    the `slowdown` of a traced run. A listing may be in the port's place; `on_statement` is called before each
    of its statements, and `note_event` at each event that is compared.
    """
    program = port if isinstance(port, Listing | Port) else Port(port)
    machine = Machine(seed=recording.machine.seed)
    comparing = PortReplay(recording, machine, note_event, frames_pass_at_work=isinstance(program, Listing))
    end = run_program(program, machine, on_statement, comparing.progress, recording.patience * slowdown)
    comparing.close(end)
    return comparing.run

"""Runs a listing and records everything that its port is compared with.

This is the trace of its events (calls of the machine) and, at each wait, a digest of what the machine shows.
Where not all calls are compared, the others form streams: only calls of one stream have to keep their order.

There are three modes. CALLS compares every call in order. EFFECTS compares what is seen and the files in each
frame of a wait, and PICTURES compares pictures, text and files at each wait, for ports that are rewritten
freely and draw by other calls. Streams are the waits, the draws of each random series, sounds, dialogs and
the state of the system, and what goes on while a program waits: fades, and animations of a sprite or layer.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any, NamedTuple

from retromaze.comparison.difference_words import (
    ASK,
    ENDED,
    WAIT,
    Finding,
    Sides,
    final_findings,
    final_picture_findings,
    picture_findings,
    visible_findings,
)
from retromaze.comparison.effects import EffectDigester, effect_findings, final_effect_findings
from retromaze.comparison.input_script import FRAME_LIMIT, IDLE_LIMIT, Script, TooLong
from retromaze.comparison.runnable_programs import Listing, OnStatement, Runnable, run_program
from retromaze.comparison.state_digests import Digest, Digester, PictureDigester, seen_digest
from retromaze.comparison.watchdog import PATIENCE
from retromaze.errors import Stopped
from retromaze.input_log import press_text, unread_input
from retromaze.machine.events import Effect, Event, SourceLocator, event_names_with, observed_names
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine, SystemState
from retromaze.machine.rng import Rng
from retromaze.machine.sound import Sound
from retromaze.machine.storage import Storage

Findings = Callable[[Machine, Machine, Sides], Iterator[Finding]]


@dataclass(frozen=True)
class Mode:
    """A comparison mode: what of two programs is compared, and when.

    `equal_words`: the verdict if nothing differs.
    `new_digester`: returns the digester whose digests are compared at each wait.
    `visible`: yields the differences of two machines in words at a wait, `final` at the end of both runs.
    `exact_digest`: a slower digest of what is seen, made where the usual digests differ: if it is equal, that
    difference cannot be seen and is ignored. None: the usual digests are exact.
    `stream`: returns the stream of a call by its name and arguments, "" if the call is not compared. None:
    all calls are compared, in a single order.
    `by_frames`: whether each frame of a wait, and each INPUT, counts as a wait.
    """

    name: str
    equal_words: str
    new_digester: Callable[[Machine], Digester]
    visible: Findings
    final: Findings
    exact_digest: Callable[[Machine], Digest] | None = None
    stream: Callable[[str, tuple[Any, ...]], str] | None = None
    by_frames: bool = False


@cache
def stream_kind(name: str) -> str:
    """Returns the kind of the streams that the calls of a method, such as "rng.below", belong to.

    Calls of one kind may be several streams: each random series is one. "" stands for a method that draws or
    prints: what it shows is compared at the next wait.
    """
    method = name.rpartition(".")[2]
    if name in WAITS:
        return WAIT
    for kind, part in {"sound": Sound, "system": SystemState, "random series": Rng}.items():
        if name in observed_names(part):
            return kind
    return name if method in {"set_fade", "animate"} else ""


def picture_stream_of(name: str, arguments: tuple[Any, ...]) -> str:
    """Returns the stream of a call in PICTURES.

    Each random series (the last argument) has a stream of its own, and so has each target of an animation of
    a sprite or layer (the first two arguments: its number and the target).
    """
    kind = stream_kind(name)
    if kind == "random series":
        return f"{kind} {arguments[-1]}"
    # `sprites.animate` and `backgrounds.animate`, of each screen
    return f"{kind} {arguments[:2]}" if kind.endswith("animate") else kind


FILE = "file"


def effect_stream_of(name: str, arguments: tuple[Any, ...]) -> str:
    """Returns the stream of a call in EFFECTS; animations have none, as each frame shows what they do."""
    if name == ASK:
        return WAIT  # a question is answered in its frame
    if name in observed_names(Storage):
        return FILE  # files in their order, whatever is drawn meanwhile
    return "" if stream_kind(name).endswith("animate") else picture_stream_of(name, arguments)


class PendingCalls:
    """The listing's calls that the port has not made yet, by stream; `first` is the number of the earliest.

    A call's number is its index in the trace.

    `_streams` has the numbers of each stream's pending calls in order; `_made` the calls after `first` that
    the port has made already, in another stream.
    """

    def __init__(self, recording: Recording) -> None:
        assert recording.mode.stream is not None
        self.first = 0
        self._end = len(recording.trace)
        self._made: set[int] = set()
        self._streams: dict[str, deque[int]] = {}
        streams = map(recording.mode.stream, recording.trace.names, recording.trace.arguments)
        for number, stream in enumerate(streams):
            self._streams.setdefault(stream, deque()).append(number)

    def next(self, stream: str) -> int:
        """Returns the number of the next call of this stream; the length of the trace if there is none."""
        numbers = self._streams.get(stream)
        return numbers[0] if numbers else self._end

    def remove_next(self, stream: str) -> None:
        """Removes the next call of this stream, which the port has made."""
        self._made.add(self._streams[stream].popleft())
        while self.first in self._made:
            self._made.remove(self.first)
            self.first += 1


CALLS = Mode("calls", "equal", Digester, visible_findings, final_findings)
PICTURES = Mode(
    "pictures",
    "same pictures",
    PictureDigester,
    picture_findings,
    final_picture_findings,
    seen_digest,
    picture_stream_of,
)
EFFECTS = Mode(
    "effects",
    "same effects",
    EffectDigester,
    effect_findings,
    final_effect_findings,
    stream=effect_stream_of,
    by_frames=True,
)

WAITS = event_names_with(Effect.WAITS)
DIGESTED_EVENTS = WAITS | {ASK}
"""The names of the events at which digests may be compared."""
EVENT_LIMIT = 1_000_000


class Trace(Sequence[Event]):
    """The events of one run, stored in columns: some 250 bytes each, less if arguments are small.

    `lines` has the line of each event, in `file`; it is empty if lines were not asked for.
    """

    def __init__(self) -> None:
        self.file = ""
        self.names: list[str] = []
        self.arguments: list[tuple[Any, ...]] = []
        self.results: list[Any] = []
        self.frames = array("L")
        self.lines = array("L")

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, index: Any) -> Any:
        """Returns an event, or a list of events for a slice."""
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        name, arguments, result = self.names[index], self.arguments[index], self.results[index]
        line = self.lines[index] if self.lines else 0
        return Event(name, arguments, result, self.frames[index], self.file, line)


class InputPoll(NamedTuple):
    """A poll at which a listing read changed input: poll number `polls`, from 1, after `anchor` events.

    Where calls have streams, `anchor` counts only waits. `idle`: whether the listing only polled in that
    frame. `has_new_input`: whether the player did something. `frame`: the listing's frame. `digest`: the
    machine's digest, None if it is not compared at this poll.
    """

    anchor: int
    polls: int
    idle: bool
    has_new_input: bool
    frame: int
    digest: Digest | None = None


IDLE_BEFORE_PRESS = 5
"""Frames of idling after which the next press comes before its frame."""


class WaitTracker:
    """Knows whether a machine waits: wraps its waiting methods. `waiting`: whether one of them is running.

    `last_wait` is the name and the arguments of the last wait, `frames_passed` its frames so far, which
    WaitFrames counts.
    """

    def __init__(self, machine: Machine) -> None:
        self.waiting = False
        self.last_wait: tuple[str, tuple[Any, ...]] = "", ()
        self.frames_passed = 0
        for name in WAITS:
            vars(machine)[name] = self._tracked(name, getattr(machine, name))

    def _tracked(self, name: str, wait: Callable[..., Any]) -> Callable[..., Any]:
        """Returns a waiting method that also sets `last_wait`, and `waiting` while it runs."""

        def tracked(*arguments: Any, **named: Any) -> Any:
            self.waiting = True
            self.last_wait, self.frames_passed = (name, (*arguments, *named.values())), 0
            try:
                return wait(*arguments, **named)
            finally:  # a wait may end the run
                self.waiting = False

        return tracked


class WaitFrames:
    """Splits waits into frames: calls `report` for each frame of a wait as if it were a call, and for INPUT.

    `digest` is the machine's digest at the reported frame, None if the frame was over before the wait began:
    a listing may pass frames while it computes, and VSYNC counts these.
    """

    def __init__(
        self,
        machine: Machine,
        wait_tracker: WaitTracker,
        digest: Callable[[], Digest],
        report: Callable[..., object],
    ) -> None:
        self.digest: Digest | None = None
        self._machine = machine
        self._wait_tracker = wait_tracker
        self._digest = digest
        self._report = report
        self._original_ask = machine.ask
        vars(machine)[ASK] = self._report_and_ask

    def on_frame(self) -> None:
        """Reports the frame that has just ended if it belongs to a wait."""
        machine, wait_tracker = self._machine, self._wait_tracker
        if wait_tracker.waiting:
            wait_tracker.frames_passed += 1
            if machine.changed or wait_tracker.frames_passed == 1:  # else the last digest is right
                self.digest = self._digest()
            self._report(*wait_tracker.last_wait, None, machine.frame - 1)

    def end_wait(self, name: str, arguments: tuple[Any, ...]) -> None:
        """Reports those of a finished wait's frames that were over before it began."""
        frames_passed = self._wait_tracker.frames_passed
        # a wait without any frame is compared at its end
        self.digest = None if frames_passed > 0 else self._digest()
        asked_frames = arguments[0]  # of every waiting method
        for _ in range(asked_frames - frames_passed):
            self._report(name, arguments, None, self._machine.frame)
            self.digest = None

    def _report_and_ask(self, guide: str = "") -> str | None:
        """Takes the place of the machine's `ask`: reports the INPUT before it is answered."""
        self.digest = self._digest()
        self._report(ASK, (guide,), None, self._machine.frame)
        return self._original_ask(guide)


class ScriptPlayer:
    """Gives a listing the script's input, and records the polls at which it read changed input.

    A press is given at the first poll in its frame or later, or as soon as the program idles, which is doing
    nothing but poll; then the presses after it are given as many frames earlier.

    `input_polls`: the polls that read changed input. `schedule`: the buttons by the frames in which they
    would come without idling. `has_shifted_press`: whether a press came in another frame than its own.
    `frames_at_work`: the frames so far in which the program neither waited nor only polled.
    `pending`: the presses to come, (frame, buttons). `_frames_ahead`: how many frames earlier they come.
    `_next_press_frame`: none comes before this frame, as the one before is held. `_idle_frames_skipped`: the
    frames of idling before the presses so far.
    `_scripted_frames`: the script's frame of each press by the frame in which it came. `_last_act`: the frame
    of the script's last act, or its `least_frames`. `_log_length` and `_was_moving` are what the last poll
    found: how many changes the input had, and whether it was moving.
    """

    def __init__(self, script: Script, machine: Machine, frames: int, anchor: Callable[[], tuple[int, int]]):
        """`frames` limits the run. `anchor` returns the anchor for an InputPoll, and the polls until it."""
        self._frames = frames
        self._hold = script.hold
        self._last_act = max([script.least_frames, *(act.frame for act in script.acts)])
        self._next_press_frame = 0
        self.input_polls: list[InputPoll] = []
        self.has_shifted_press = False
        self.frames_at_work = 0
        self.schedule: dict[int, Buttons] = {}
        self._idle_frames_skipped = 0
        self._is_idle = False
        self.pending = deque(script.presses)
        self._frames_ahead = 0
        self._scripted_frames: dict[int, int] = {}
        self._machine = machine
        self._anchor = anchor
        self.wait_tracker = WaitTracker(machine)
        self.digest: Callable[[], Digest] | None = None
        """Digests the machine where the program idles and the player does something; None: not compared."""
        self._log_length = 0
        self._was_moving = False
        machine.input.on_poll = self._on_poll

    def on_frame(self, machine: Machine) -> None:
        """Notes after a frame whether the program idles. Raises Stopped or TooLong."""
        idle = machine.idle_frames
        self._is_idle = idle > 0 and not self.wait_tracker.waiting
        if not idle and not self.wait_tracker.waiting:
            self.frames_at_work += 1
        if self.pending:
            next_frame, _ = self.pending[0]
            # as nothing else happens until then, the next press comes now
            if idle >= IDLE_BEFORE_PRESS and machine.frame >= self._next_press_frame:
                self._frames_ahead = max(self._frames_ahead, next_frame - machine.frame)
        elif idle >= IDLE_LIMIT and machine.frame > self._last_act:
            raise Stopped  # it has only polled its input for a second, and no press is to come
        if machine.frame >= self._frames:
            raise TooLong

    def _on_poll(self) -> None:
        """Gives the next press if it is due, and records changed input; called at a frame's first poll."""
        machine, controls = self._machine, self._machine.input
        if self.pending and machine.frame + self._frames_ahead >= self.pending[0][0]:
            self._give_press()
        controls.settle()  # or the changes of this frame would not be in the logs yet
        changes = sum([len(each.log) for each in controls.channels])
        # while buttons or the stylus are down, and in the poll after that, what is read may change
        is_moving = not controls.at_rest
        if changes != self._log_length or is_moving or self._was_moving:
            anchor, polls_before = self._anchor()
            polls = controls.earlier_polls + controls.polls + 1 - polls_before  # with this one
            has_new_input = changes != self._log_length
            digest = self.digest() if self.digest and self._is_idle and has_new_input else None
            poll = InputPoll(anchor, polls, self._is_idle, has_new_input, machine.frame, digest)
            self.input_polls.append(poll)
        self._log_length, self._was_moving = changes, is_moving

    def unread_input(self) -> tuple[str, ...]:
        """Returns the input that the program has not read, in words."""
        late = [press_text((frame, held)) for frame, held in self.pending if held]
        return *unread_input(self._machine.input, self._scripted_frames), *late

    def _give_press(self) -> None:
        """Gives the next press; in `schedule` its frame does not count the idle frames that were skipped."""
        machine = self._machine
        frame, held = self.pending.popleft()
        self._scripted_frames[machine.frame] = frame
        self.has_shifted_press = self.has_shifted_press or machine.frame != frame
        if self._is_idle:
            self._idle_frames_skipped += machine.idle_frames
        self._next_press_frame = machine.frame + self._hold
        self.schedule[machine.frame - self._idle_frames_skipped] = held
        machine.input.hold(held)


class Recording:
    """A listing's run, with the events that the mode compares, up to event `last` or for `frames` frames.

    `machine`: the machine after the run, `end`: how it ended. `trace`: the events. `digests`: the digest at
    each wait event. `player` has played the script. `patience`: the seconds after which a port that does
    nothing is stopped.
    """

    def __init__(
        self,
        program: Runnable,
        seed: int | None,
        script: Script,
        frames: int,
        mode: Mode,
        patience: float,
        last: int,
        *,
        with_lines: bool,
        exactly: bool,
    ) -> None:
        """See `record`."""
        self.program, self.script, self.mode, self.patience = program, script, mode, patience
        self.machine = machine = Machine(seed=seed)
        self.trace = Trace()
        self.digests: list[Digest | None] = []
        self.end = ENDED
        self._frames, self._last = frames, last
        self._stream, self._controls = mode.stream, machine.input
        digest = mode.new_digester(machine).digest
        if exactly and mode.exact_digest:
            digest = partial(mode.exact_digest, machine)
        self._digest: Callable[[], Digest | None] = digest
        self._anchor = 0  # see InputPoll
        self._places = SourceLocator() if with_lines else None
        self._polls_before_anchor = 0
        script.prepare(machine)
        machine.listen_without_place(self.on_event if mode.stream is None else self.on_streamed_event)
        self.player = ScriptPlayer(script, machine, frames, lambda: (self._anchor, self._polls_before_anchor))
        machine.on_frame = self.player.on_frame
        self._wait_frames: WaitFrames | None = None
        if mode.by_frames:
            wait_frames = WaitFrames(machine, self.player.wait_tracker, digest, self.on_event)
            self._wait_frames = wait_frames
            # the frame that is recorded as an event has been digested already
            self._digest = lambda: wait_frames.digest
            self.player.digest = digest
            machine.on_frame = self._on_frame

    def run(self, on_statement: OnStatement | None) -> None:
        """Runs the program; `on_statement` is called before every statement of a listing."""
        machine = self.machine
        # A listing always passes frames; a port may go on for ever without one, and is watched.
        is_listing = isinstance(self.program, Listing)
        progress = None if is_listing else lambda: (len(self.trace), machine.frame)
        self.end = run_program(self.program, machine, on_statement, progress, self.patience)
        machine.listen_without_place(None)
        machine.on_frame = machine.input.on_poll = None

    @cached_property
    def exact_digests(self) -> list[Digest | None]:
        """The digest at each wait by the mode's slower `exact_digest`, for which the program is run again."""
        given = self.program, self.machine.seed, self.script, self._frames, self.mode, self.patience
        return record(*given, last=self._last, exactly=True).digests

    def on_event(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """Records one event of the listing, and a digest at a wait. Raises TooLong after event `last`."""
        trace = self.trace
        names = trace.names
        names.append(name)
        trace.arguments.append(arguments)
        trace.results.append(result)
        trace.frames.append(frame)
        if self._places:
            trace.file, line = self._places.find()
            trace.lines.append(line)
        is_digested = name in DIGESTED_EVENTS
        if is_digested:
            self.digests.append(self._digest())
        count = len(names)
        if self._stream is None or is_digested:
            controls = self._controls
            self._anchor = count if self._stream is None else len(self.digests)
            self._polls_before_anchor = controls.earlier_polls + controls.polls
        if count >= self._last:
            raise TooLong

    def on_streamed_event(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """Records one event if its stream is compared, or the frames of a wait in modes that split waits."""
        if self._wait_frames and name in WAITS:
            self._wait_frames.end_wait(name, arguments)
        elif self._stream and self._stream(name, arguments):
            self.on_event(name, arguments, result, frame)

    def _on_frame(self, machine: Machine) -> None:
        """Passes a frame on to the wait frames and to the player of the script."""
        if self._wait_frames:
            self._wait_frames.on_frame()
        self.player.on_frame(machine)


def record(
    program: Runnable,
    seed: int | None,
    script: Script,
    frames: int = FRAME_LIMIT,
    mode: Mode = CALLS,
    patience: float = PATIENCE,
    *,
    last: int = EVENT_LIMIT,
    with_lines: bool = False,
    on_statement: OnStatement | None = None,
    exactly: bool = False,
) -> Recording:
    """Records a program to its end, until it idles after the script, or to its `last` event or frame.

    `with_lines`: whether the line of every event is recorded. `on_statement` is called before every statement
    of a listing. `exactly`: whether digests are made by the mode's `exact_digest`, if it has one. A port that
    does nothing for `patience` seconds is stopped.
    """

    recording = Recording(
        program, seed, script, frames, mode, patience, last, with_lines=with_lines, exactly=exactly
    )
    recording.run(on_statement)
    return recording

"""Runs a listing and records everything that its port is compared with.

There are three modes. CALLS compares every call of the machine in order. EFFECTS compares what is seen and
the files in each frame of a wait, and PICTURES compares pictures, text and files at each wait, for ports that
are rewritten freely and draw by other calls. Calls that leave no picture are compared one by one in these
modes, too. They form streams, each with an order of its own: waits, the draws of each random series, sounds,
dialogs and the state of the system, and what goes on while a program waits: fades, and the animations of each
sprite and layer.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple

from retromaze.comparison.effects import EffectDigester, effect_findings, final_effect_findings
from retromaze.comparison.program import Listing, OnStatement, Runnable, run_program
from retromaze.comparison.script import FRAME_LIMIT, IDLE_LIMIT, Script, TooLong
from retromaze.comparison.state import Digest, Digester, LookDigester, digest_of
from retromaze.comparison.watchdog import PATIENCE
from retromaze.comparison.words import (
    ASK,
    Finding,
    RunEnd,
    Sides,
    final_findings,
    final_picture_findings,
    picture_findings,
    visible_findings,
)
from retromaze.errors import Stopped
from retromaze.input import press_text, unseen
from retromaze.machine.events import Effect, Event, Places, names_with, observed_names
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Desk, Machine
from retromaze.machine.rng import Rng
from retromaze.machine.sound import Sound
from retromaze.machine.storage import Storage

WAIT = "wait"
Findings = Callable[[Machine, Machine, Sides], Iterator[Finding]]


@dataclass(frozen=True)
class Mode:
    """A comparison mode.

    `alike`: the verdict if nothing differs.
    `digesting`: makes the digester for the machine at each wait.
    `visible`: finds the words for a difference at a wait, `final` at the end.
    `closer`: another digest, which takes longer: where it is equal, a difference of digests cannot be seen.
    `stream`: returns the stream of a call by its name and arguments, "" if the call is not compared. Calls of
    one stream have to come in the listing's order. None: all calls are compared, in a single order.
    `by_frames`: whether each frame of a wait, and each INPUT, counts as a wait.
    """

    name: str
    alike: str
    digesting: Callable[[Machine], Digester]
    visible: Findings
    final: Findings
    closer: Callable[[Machine], Digest] | None = None
    stream: Callable[[str, tuple[Any, ...]], str] | None = None
    by_frames: bool = False


@cache
def kind_of_stream(name: str) -> str:
    """Returns the kind of stream that a method belongs to; "" for none."""
    method = name.rpartition(".")[2]
    if name in WAITS:
        return WAIT
    for kind, part in {"sound": Sound, "desk": Desk, "random series": Rng}.items():
        if name in observed_names(part):
            return kind
    return name if method in {"set_fade", "animate"} else ""


def stream_of(name: str, arguments: tuple[Any, ...]) -> str:
    """Returns the stream of a call in PICTURES.

    Each random series (the last argument) has a stream of its own, and so has each target of an animation of
    a sprite or layer (the first two arguments: its number and the target).
    """
    kind = kind_of_stream(name)
    if kind == "random series":
        return f"{kind} {arguments[-1]}"
    return f"{kind} {arguments[:2]}" if kind.endswith("animate") else kind


FILE = "file"


def effect_stream_of(name: str, arguments: tuple[Any, ...]) -> str:
    """Returns the stream of a call in EFFECTS; animations have none, as each frame shows what they do."""
    if name == ASK:
        return WAIT
    if name in observed_names(Storage):
        return FILE
    stream = stream_of(name, arguments)
    return "" if "animate" in stream else stream


class Turns:
    """The listing's calls that are still to come, by stream; `first` is the number of the first of them."""

    def __init__(self, recording: Recording) -> None:
        assert recording.mode.stream is not None
        self.first = 0
        self._end = len(recording.trace)
        self._taken: set[int] = set()
        self._streams: dict[str, deque[int]] = {}
        streams = map(recording.mode.stream, recording.trace.names, recording.trace.arguments)
        for number, stream in enumerate(streams):
            self._streams.setdefault(stream, deque()).append(number)

    def next(self, stream: str) -> int:
        """Returns the number of the next call of this stream; the length of the trace if there is none."""
        turns = self._streams.get(stream)
        return turns[0] if turns else self._end

    def take(self, stream: str) -> None:
        """Notes that the next call of this stream has come."""
        self._taken.add(self._streams[stream].popleft())
        while self.first in self._taken:
            self._taken.remove(self.first)
            self.first += 1


CALLS = Mode("calls", "equal", Digester, visible_findings, final_findings)
PICTURES = Mode(
    "pictures", "same pictures", LookDigester, picture_findings, final_picture_findings, digest_of, stream_of
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

WAITS = names_with(Effect.WAITS)
MOMENTS = WAITS | {ASK}
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
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        name, arguments, result = self.names[index], self.arguments[index], self.results[index]
        line = self.lines[index] if self.lines else 0
        return Event(name, arguments, result, self.frames[index], self.file, line)


class InputPoll(NamedTuple):
    """A poll at which a listing read changed input: the `looks`-th poll after `events` events.

    `idle`: whether the listing did nothing but poll in that frame. `news`: whether the player did something.
    `frame`: the listing's frame. `digest`: the machine's digest, None if it is not compared at this poll.
    """

    events: int
    looks: int
    idle: bool
    news: bool
    frame: int
    digest: Digest | None = None


class Recording(NamedTuple):
    """A listing's run.

    `machine`: the machine after the run. `trace`: the events. `digests`: the digest at each wait event.
    `moments`: the polls that read changed input. `schedule`: the presses by the frames in which they would
    come if the program had not idled before them. `patience`: the seconds after which a port that does
    nothing is stopped. `unread_input`: the input that was not read, in words. `has_shifted_press`: whether a
    press came in another frame than its own. `closer`: runs the listing again and returns the digests by the
    mode's `closer`.
    """

    program: Runnable
    script: Script
    mode: Mode
    machine: Machine
    trace: Trace
    digests: list[Digest | None]
    moments: list[InputPoll]
    schedule: dict[int, Buttons]
    end: RunEnd
    patience: float
    unread_input: tuple[str, ...]
    closer: Callable[[], list[Digest | None]]
    has_shifted_press: bool


IDLE_BEFORE_PRESS = 5
"""Frames of idling after which the next press comes before its frame."""


class Idles(Stopped):
    """The listing has only polled its input for a second, and the script is at its end."""


class WaitMarks:
    """Wraps the waits of a machine, and knows whether one is under way.

    `call` is the name and the arguments of the last wait, `passed` the number of its frames that have passed.
    """

    def __init__(self, machine: Machine) -> None:
        self.waiting = False
        self.call: tuple[str, tuple[Any, ...]] = "", ()
        self.passed = 0
        for name in WAITS:
            vars(machine)[name] = self._marked(name, getattr(machine, name))

    def _marked(self, name: str, wait: Callable[..., Any]) -> Callable[..., Any]:
        """Returns a wait of the machine that notes its call, and that it is under way."""

        def marked(*arguments: Any, **named: Any) -> Any:
            self.waiting = True
            self.call, self.passed = (name, (*arguments, *named.values())), 0
            try:
                return wait(*arguments, **named)
            finally:
                self.waiting = False

        return marked


class FrameMarks:
    """Calls `report` for each frame of a program's waits, and for each INPUT, as for a call of its own.

    `digest` is the machine's digest at this call. It is None if the frame was over before the wait: a listing
    may pass frames while it works, and VSYNC counts these.
    """

    def __init__(
        self, machine: Machine, marks: WaitMarks, digest: Callable[[], Digest], report: Callable[..., object]
    ) -> None:
        self.digest: Digest | None = None
        self._machine = machine
        self._marks = marks
        self._digest = digest
        self._report = report
        self._ask = machine.ask
        vars(machine)[ASK] = self._asked

    def on_frame(self) -> None:
        """Reports a frame that has passed if it belongs to a wait."""
        machine, marks = self._machine, self._marks
        if marks.waiting:
            marks.passed += 1
            if machine.changed or marks.passed == 1:
                self.digest = self._digest()
            self._report(*marks.call, None, machine.frame - 1)

    def end_wait(self, name: str, arguments: tuple[Any, ...]) -> None:
        """Reports the frames that a finished wait asked for and that had passed before it began."""
        passed = self._marks.passed
        self.digest = None if passed else self._digest()
        for _ in range(arguments[0] - passed):
            self._report(name, arguments, None, self._machine.frame)
            self.digest = None

    def _asked(self, guide: str = "") -> str | None:
        self.digest = self._digest()
        self._report(ASK, (guide,), None, self._machine.frame)
        return self._ask(guide)


class Player:
    """Plays the script to a listing, and keeps at which moments it did.

    A press comes at the first poll in its frame or later, or as soon as the program idles; the presses after
    it come earlier by as many frames. `moments`, `schedule` and `has_shifted_press` are as in Recording.
    """

    def __init__(self, script: Script, machine: Machine, frames: int, events: Callable[[], tuple[int, int]]):
        """`events` returns the number of events so far, and of polls before the last of them."""
        self._frames = frames
        self._hold = script.hold
        self._last_act = max((act.frame for act in script.acts), default=-1)
        self._free = 0
        self.moments: list[InputPoll] = []
        self.has_shifted_press = False
        self.schedule: dict[int, Buttons] = {}
        self._idled = 0
        self._only_looks = False
        self.pending = deque(script.presses)
        self._ahead = 0
        self._wanted: dict[int, int] = {}
        self._machine = machine
        self._events = events
        self.marks = WaitMarks(machine)
        self.digest: Callable[[], Digest] | None = None
        """Digests the machine where the program idles and the player does something; None: not compared."""
        self._changes = 0
        self._stirred = False
        machine.input.on_look = self._look

    def on_frame(self, machine: Machine) -> None:
        """Notes after a frame whether the program idles. Raises Idles or TooLong."""
        idle = machine.idle_frames
        self._only_looks = idle > 0 and not self.marks.waiting
        if self.pending:
            if idle >= IDLE_BEFORE_PRESS and machine.frame >= self._free:
                self._ahead = max(self._ahead, self.pending[0][0] - machine.frame)
        elif idle >= IDLE_LIMIT and machine.frame > self._last_act:
            raise Idles
        if machine.frame >= self._frames:
            raise TooLong

    def _look(self) -> None:
        """Gives a press if one is due, and notes changed input; called at the first poll of a frame."""
        machine, controls = self._machine, self._machine.input
        if self.pending and machine.frame + self._ahead >= self.pending[0][0]:
            self._press()
        controls.settle()
        changes = sum([len(each.log) for each in controls.channels])
        stirs = not controls.at_rest
        if changes != self._changes or stirs or self._stirred:
            events, before = self._events()
            looks = controls.looks + controls.polls + 1 - before
            news = changes != self._changes
            digest = self.digest() if self.digest and self._only_looks and news else None
            self.moments.append(InputPoll(events, looks, self._only_looks, news, machine.frame, digest))
        self._changes, self._stirred = changes, stirs

    def unread_input(self) -> tuple[str, ...]:
        """Returns the input that the program has not read, in words."""
        late = [press_text(press) for press in self.pending if press[1]]
        controls = self._machine.input
        answers = [f"the answer {line!r}" for line in controls.lines]
        return *unseen(controls, self._wanted), *answers, *late

    def _press(self) -> None:
        """Gives the next press, and notes its frame without the idling before it for `schedule`."""
        machine = self._machine
        frame, held = self.pending.popleft()
        self._wanted[machine.frame] = frame
        self.has_shifted_press = self.has_shifted_press or machine.frame != frame
        if self._only_looks:
            self._idled += machine.idle_frames
        self._free = machine.frame + self._hold
        self.schedule[machine.frame - self._idled] = held
        machine.input.hold(held)


class Listener:
    """Records the events that the mode compares, plays the script, and stops after `last` events or `frames`.

    `with_lines`: whether the lines of events are recorded, which takes as long as everything else about them.
    `digest` digests the machine.
    """

    def __init__(
        self,
        machine: Machine,
        script: Script,
        last: int,
        with_lines: bool,
        frames: int,
        mode: Mode,
        digest: Callable[[], Digest],
    ) -> None:
        self.trace = Trace()
        self.digests: list[Digest | None] = []
        self._machine = machine
        self._last = last
        self._digest: Callable[[], Digest | None] = digest
        self._stream = mode.stream
        self._counted = 0  # the events, or waits if there are streams, that polls are counted from
        self._places = Places() if with_lines else None
        self._looks = 0
        self._controls = machine.input
        script.prepare(machine)
        machine.hear(self.hear if mode.stream is None else self.hear_some)
        self.player = Player(script, machine, frames, lambda: (self._counted, self._looks))
        machine.on_frame = self.player.on_frame
        self._frames: FrameMarks | None = None
        if mode.by_frames:
            self._frames = frame_marks = FrameMarks(machine, self.player.marks, digest, self.hear)
            self._digest = lambda: frame_marks.digest
            self.player.digest = digest
            machine.on_frame = self._on_frame

    def hear(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """Records one event of the listing. Raises TooLong after the last one wanted."""
        trace = self.trace
        names = trace.names
        names.append(name)
        trace.arguments.append(arguments)
        trace.results.append(result)
        trace.frames.append(frame)
        if self._places:
            trace.file, line = self._places.find()
            trace.lines.append(line)
        waits = name in MOMENTS
        if waits:
            self.digests.append(self._digest())
        count = len(names)
        if self._stream is None or waits:
            controls = self._controls
            self._counted = count if self._stream is None else len(self.digests)
            self._looks = controls.looks + controls.polls
        if count >= self._last:
            raise TooLong

    def hear_some(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """Records one event if its stream is compared; polls are counted from the last wait on."""
        if self._frames and name in WAITS:
            self._frames.end_wait(name, arguments)
        elif self._stream and self._stream(name, arguments):
            self.hear(name, arguments, result, frame)

    def _on_frame(self, machine: Machine) -> None:
        """Passes a frame on to the frame marks and to the player."""
        if self._frames:
            self._frames.on_frame()
        self.player.on_frame(machine)

    def close(self) -> None:
        """Stops listening to the machine."""
        self._machine.hear(None)
        self._machine.on_frame = None
        self._machine.input.on_look = None


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
    closely: bool = False,
) -> Recording:
    """Records a program to its end, until it idles after the script, or to its `last` event or frame.

    `with_lines`: whether the line of every event is recorded. `on_statement` is called before every statement
    of a listing. `closely`: whether digests are made by the mode's `closer`. A port that does nothing for
    `patience` seconds is stopped.
    """

    @cache
    def closer() -> list[Digest | None]:
        return record(program, seed, script, frames, mode, patience, last=last, closely=True).digests

    machine = Machine(seed=seed)
    digest = partial(mode.closer, machine) if mode.closer and closely else mode.digesting(machine).digest
    listener = Listener(machine, script, last, with_lines, frames, mode, digest)
    player, trace = listener.player, listener.trace
    # A listing always passes frames; a port may go on for ever without one.
    progress = None if isinstance(program, Listing) else lambda: (len(trace), machine.frame)
    end = run_program(program, machine, on_statement, progress, patience)
    listener.close()
    return Recording(
        program=program,
        script=script,
        mode=mode,
        machine=machine,
        trace=trace,
        digests=listener.digests,
        moments=player.moments,
        schedule=player.schedule,
        end=end,
        patience=patience,
        unread_input=player.unread_input(),
        closer=closer,
        has_shifted_press=player.has_shifted_press,
    )

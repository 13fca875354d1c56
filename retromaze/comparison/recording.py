"""Runs a listing and records all that its port is compared with.

Three modes say what that is: every call of the machine in order, the effects of calls in each frame of a
wait, or the pictures at each wait. A port that is rewritten freely draws in another order, and by other
calls. It is held to what calls have left on both screens, or to their pictures and text, and to the files.
What leaves no picture is compared call by call all the same, each kind in an order of its own: waits, the
draws of each random series, sounds, dialogs with the state of the system, and what takes its time while a
program waits: fades, and the animations of each sprite and layer.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple

from retromaze.comparison.effects import EffectDigester, effect_findings, final_effect_findings
from retromaze.comparison.program import Begin, Listing, Runnable, run_program
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
    """A comparison mode: what is compared; `alike` is the verdict if nothing differs.

    `digesting` and `visible` are for each wait, `final` for the end. Where digests differ, `closer` may find
    that nobody sees it; that takes longer. `stream` tells for a call by its name and
    arguments in which order of calls it has its turn, "" where it has none; without one (None) all calls
    have a single order. `by_frames`: each frame of a wait counts as a wait, and each INPUT.
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
    """Returns the stream of calls that a method belongs to; "" for none."""
    method = name.rpartition(".")[2]
    if name in WAITS:
        return WAIT
    for kind, part in {"sound": Sound, "desk": Desk, "random series": Rng}.items():
        if name in observed_names(part):
            return kind
    return name if method in {"set_fade", "animate"} else ""


def stream_of(name: str, arguments: tuple[Any, ...]) -> str:
    """Returns the stream of a call; each random series, the last argument, has a stream of its own.

    So has each thing that is animated of a sprite or layer: its number and the target come first.
    """
    kind = kind_of_stream(name)
    if kind == "random series":
        return f"{kind} {arguments[-1]}"
    return f"{kind} {arguments[:2]}" if kind.endswith("animate") else kind


FILE = "file"


def effect_stream_of(name: str, arguments: tuple[Any, ...]) -> str:
    """Returns the stream of a call where effects are compared: what its frames show tells of animations."""
    if name == ASK:
        return WAIT
    if name in observed_names(Storage):
        return FILE
    stream = stream_of(name, arguments)
    return "" if "animate" in stream else stream


class Turns:
    """The next call of a listing in each stream; `first` is the number of the first that is not taken yet."""

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
        """The next call of this stream has come."""
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
"""The names of the events at which what is seen may be compared."""
EVENT_LIMIT = 1_000_000


class Trace(Sequence[Event]):
    """The events of one run in columns: some 250 bytes each, less where arguments are small.

    `lines` has the lines of the listing, all of `file`, if they were asked for; else they are 0.
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
    """A poll of the input that saw a change: the poll number `looks` after event number `events`.

    `idle` tells that the listing did nothing but look, `news` that the player has done something, `frame` the
    frame of the listing. `digest` is that of the machine if what is seen then is compared.
    """

    events: int
    looks: int
    idle: bool
    news: bool
    frame: int
    digest: Digest | None = None


class Recording(NamedTuple):
    """A listing's run: its trace, a digest for each wait event, the looks that saw what was played, and the
    machine as left; `unseen` is what was played in vain, in words, `moved` tells that a press came in
    another frame than its own. A port that does nothing for `patience` seconds is ended.

    `closer` makes the digests of the mode's closer look by another run: they tell apart only what is seen.
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
    unseen: tuple[str, ...]
    closer: Callable[[], list[Digest | None]]
    moved: bool


IDLE_BEFORE_PRESS = 5
"""Frames of idling after which the next press comes before its frame."""


class Idles(Stopped):
    """The listing has only looked at its input for a second, and the script is at its end."""


class WaitMarks:
    """Tells whether one of the machine's waits is under way; set on a machine that is listened to.

    `call` is the name and the arguments of that wait, `passed` the number of its frames that have passed.
    """

    def __init__(self, machine: Machine) -> None:
        self.waiting = False
        self.call: tuple[str, tuple[Any, ...]] = "", ()
        self.passed = 0
        for name in WAITS:
            vars(machine)[name] = self._marked(name, getattr(machine, name))

    def _marked(self, name: str, wait: Callable[..., Any]) -> Callable[..., Any]:
        def marked(*given: Any, **named: Any) -> Any:
            self.waiting = True
            self.call, self.passed = (name, (*given, *named.values())), 0
            try:
                return wait(*given, **named)
            finally:
                self.waiting = False

        return marked


class FrameMarks:
    """Tells each frame of a program's waits, and each INPUT, as a call of its own.

    `digest` is that of the machine at this call, None if it is not compared: a listing that has worked
    through frames that it asked for by VSYNC stands no longer in them.
    """

    def __init__(
        self, machine: Machine, marks: WaitMarks, digest: Callable[[], Digest], heard: Callable[..., object]
    ) -> None:
        self.digest: Digest | None = None
        self._machine = machine
        self._marks = marks
        self._digest = digest
        self._heard = heard
        self._ask = machine.ask
        vars(machine)[ASK] = self._asked

    def on_frame(self) -> None:
        """A frame has passed."""
        machine, marks = self._machine, self._marks
        if marks.waiting:
            marks.passed += 1
            if machine.changed or marks.passed == 1:
                self.digest = self._digest()
            self._heard(*marks.call, None, machine.frame - 1)

    def end_wait(self, name: str, arguments: tuple[Any, ...]) -> None:
        """A wait is over; the frames that it asked for and that have passed before count as well."""
        passed = self._marks.passed
        self.digest = None if passed else self._digest()
        for _ in range(arguments[0] - passed):
            self._heard(name, arguments, None, self._machine.frame)
            self.digest = None

    def _asked(self, guide: str = "") -> str | None:
        self.digest = self._digest()
        self._heard(ASK, (guide,), None, self._machine.frame)
        return self._ask(guide)


class Player:
    """Plays the script to a listing, and keeps at which moments it did.

    A press comes with the first look at its frame or later, or as soon as the program idles; later ones keep
    their distance to it. `moments` are the looks that saw anything new; `schedule` gives the same presses
    without the idling before them; `moved` tells that one came in another frame than its own.
    """

    def __init__(self, script: Script, machine: Machine, frames: int, events: Callable[[], tuple[int, int]]):
        """`events` tells how many there were, and how many looks before the last of them."""
        self._frames = frames
        self._hold = script.hold
        self._last_act = max((act.frame for act in script.acts), default=-1)
        self._free = 0
        self.moments: list[InputPoll] = []
        self.moved = False
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
        """Digests the machine where the program idles and the player does something; None if nothing does."""
        self._changes = 0
        self._stirred = False
        machine.input.on_look = self._look

    def on_frame(self, machine: Machine) -> None:
        """A frame has passed. Raises Idles or TooLong."""
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
        """The first look of a frame."""
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

    def unseen(self) -> tuple[str, ...]:
        """Returns the input that the program has not read, in words."""
        late = [press_text(press) for press in self.pending if press[1]]
        controls = self._machine.input
        answers = [f"the answer {line!r}" for line in controls.lines]
        return *unseen(controls, self._wanted), *answers, *late

    def _press(self) -> None:
        machine = self._machine
        frame, held = self.pending.popleft()
        self._wanted[machine.frame] = frame
        self.moved = self.moved or machine.frame != frame
        if self._only_looks:
            self._idled += machine.idle_frames
        self._free = machine.frame + self._hold
        self.schedule[machine.frame - self._idled] = held
        machine.input.hold(held)


class Listener:
    """Records a program's events, plays the script to it, and stops it after `last` events or `frames`.

    Only those are heard that the mode compares. Their lines are found out only if `placed`: that takes as
    long as all else about an event.
    """

    def __init__(
        self,
        machine: Machine,
        script: Script,
        last: int,
        placed: bool,
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
        self._mark = 0
        self._places = Places() if placed else None
        self._looks = 0
        self._controls = machine.input
        script.prepare(machine)
        machine.hear(self.hear if mode.stream is None else self.hear_some)
        self.player = Player(script, machine, frames, lambda: (self._mark, self._looks))
        machine.on_frame = self.player.on_frame
        self._frames: FrameMarks | None = None
        if mode.by_frames:
            self._frames = frames_of = FrameMarks(machine, self.player.marks, digest, self.hear)
            self._digest = lambda: frames_of.digest
            self.player.digest = digest
            machine.on_frame = self._on_frame

    def hear(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """One event of the listing. Raises TooLong after the last one wanted."""
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
            self._mark = count if self._stream is None else len(self.digests)
            self._looks = controls.looks + controls.polls
        if count >= self._last:
            raise TooLong

    def hear_some(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """The same where some events are not compared; looks are counted from the last wait on then."""
        if self._frames and name in WAITS:
            self._frames.end_wait(name, arguments)
        elif self._stream and self._stream(name, arguments):
            self.hear(name, arguments, result, frame)

    def _on_frame(self, machine: Machine) -> None:
        """A frame has passed, which counts as a wait if it is one of a wait."""
        if self._frames:
            self._frames.on_frame()
        self.player.on_frame(machine)

    def close(self) -> None:
        """Leaves the machine unheard."""
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
    placed: bool = False,
    on_statement: Begin | None = None,
    closely: bool = False,
) -> Recording:
    """Runs a program to its end, to where it idles with the script played, or to its `last` event or frame.

    `placed` asks for the line of every event; `on_statement` is called before every statement of a listing.
    Events are those that the `mode` compares; `closely` makes the digests of its closer look. A port that
    does nothing for `patience` seconds is ended.
    """

    @cache
    def closer() -> list[Digest | None]:
        return record(program, seed, script, frames, mode, patience, last=last, closely=True).digests

    machine = Machine(seed=seed)
    digest = partial(mode.closer, machine) if mode.closer and closely else mode.digesting(machine).digest
    listener = Listener(machine, script, last, placed, frames, mode, digest)
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
        unseen=player.unseen(),
        closer=closer,
        moved=player.moved,
    )

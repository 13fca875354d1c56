"""The player's input of a comparison, given to both programs at the same moments.

What is pressed belongs to a frame of the listing, whatever that does in it. A frame number is no moment of
the port: the listing passes frames while it works, its port does not. Moments are told by looks instead: the
k-th look at the input after the n-th event. Where the listing does nothing but look it does so many times a
frame, and its port as often as it likes: there it is a frame that the port passes by itself.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from retromaze.comparison.trace import WAITS, Moment, Recording
from retromaze.entry import Entry
from retromaze.errors import Stopped
from retromaze.game_log import GameLog
from retromaze.language.prologue import Value, literal_of
from retromaze.machine.beside import Beside
from retromaze.machine.input import CHANNELS, Buttons
from retromaze.machine.machine import Machine
from retromaze.machine.memory import Files, Key, Memory
from retromaze.machine.storage import DEFAULT_PROJECT, TEXT, Storage, text_data
from retromaze.press import Schedules, press_text, read_buttons, unseen, written_options
from retromaze.scenes import Scene
from retromaze.system.shell_words import shell_word

PATIENCE = 5
"""Frames of idling after which the next press comes before its frame."""

NEVER = sys.maxsize
IDLE_LIMIT = 60
FRAME_LIMIT = 40_000
NO_SIZES: Mapping[str, Value] = MappingProxyType({})
MINUTE = 3_600
"""Frames for which a listing that goes on is compared if nobody says: most games never end."""


class Act(NamedTuple):
    """What the player does at a frame: the value that a channel of the input takes then (say `stylus`)."""

    frame: int
    channel: str
    value: Any


@dataclass(frozen=True)
class Script:
    """What the player does: buttons held from a frame on, answers to INPUT, and keys typed at the start.

    `files` lie in the storage before the run, `beside` is the listing in whose folder others are found,
    `clock` is the machine's moment of frame 0, where that is another than its own.
    `hold` are the frames between two presses at least, however long the program idles.
    `acts` are what somebody did in a run, in their order: each of them comes at its frame, looked for or
    not, where a press waits for a look and comes before its frame where the program idles. A script has
    presses or acts.
    """

    presses: tuple[tuple[int, Buttons], ...] = ()
    answers: tuple[str, ...] = ()
    keys: str = ""
    files: tuple[tuple[Key, bytes], ...] = ()
    hold: int = 0
    acts: tuple[Act, ...] = ()
    beside: Path | None = None
    clock: datetime | None = None

    @property
    def frames(self) -> int:
        """For how long it is played if nobody says: a minute, and a second beyond whatever is done last."""
        done = [frame for frame, _ in self.presses] + [act.frame for act in self.acts]
        return max(MINUTE, max(done, default=0) + IDLE_LIMIT)

    def with_files(self, files: Files) -> Script:
        """The same where these files lie in the storage."""
        return replace(self, files=tuple(sorted(files.items())))

    def with_log(self, log: GameLog) -> Script:
        """The same with what was done in a game in the place of its own, and that game's clock."""
        own = replace(self, presses=(), keys="", hold=0, acts=tuple(acts_in(log.schedules)))
        return replace(own, answers=log.answers, clock=log.clock)

    def with_acts(self, acts: Iterable[Act]) -> Script:
        """The same with these acts, its presses among them: each at its frame."""
        pressed = [Act(frame, "buttons", held) for frame, held in self.presses]
        made = sorted([*self.acts, *pressed, *acts], key=attrgetter("frame"))
        return replace(self, presses=(), acts=tuple(made))

    def lay_files(self, storage: Storage) -> None:
        """What a storage holds, and what lies beside it."""
        storage.shelf = Memory(dict(self.files))
        if self.beside:
            storage.beside = Beside(self.beside)

    def prepare(self, machine: Machine) -> None:
        """Lays answers, keys and files before a machine."""
        machine.input.lines.extend(self.answers)
        machine.input.type(self.keys)
        machine.start = self.clock or machine.start
        self.lay_files(machine.storage)
        for act in self.acts:
            getattr(machine.input, act.channel).schedule[act.frame] = act.value


def acts_in(schedules: Schedules) -> list[Act]:
    """The same as acts, in the order of time."""
    acts = [Act(frame, name, value) for name, each in schedules.items() for frame, value in each.items()]
    return sorted(acts, key=attrgetter("frame"))


def options_of(script: Script, sizes: Mapping[str, Value] = NO_SIZES, *, alone: bool = False) -> str:
    """The options of the command line that play a script again with these sizes, quoted for a shell.

    They say nothing of its files, but whether it is to be `alone`, with nothing beside the listing.
    """
    schedules: Schedules = {name: {} for name in CHANNELS}
    schedules["buttons"].update(script.presses)
    for act in script.acts:
        schedules[act.channel][act.frame] = act.value
    if script.acts and not any(schedules[name] for name in CHANNELS if name != "buttons"):
        # Presses alone would come early where the program idles.
        schedules["stylus"][0] = None
    settings = ["--alone"] * alone
    settings += [shell_word(f"--set={name}={literal_of(value)}") for name, value in sizes.items()]
    played = written_options(schedules, script.keys, script.answers)
    return " ".join([*settings, played] if played else settings)


def script_of(played: Entry | Scene) -> Script:
    """The script of a program of the catalogue, or of one of its scenes."""
    presses = tuple((frame, read_buttons(names)) for frame, names in sorted(played.press))
    if isinstance(played, Scene):
        files = {(DEFAULT_PROJECT, TEXT, name): text_data(text) for name, text in played.files}
        return Script(presses, played.answers, played.keys, tuple(files.items()), played.hold)
    return Script(presses, played.answers, played.keys)


class Idles(Stopped):
    """The listing has only looked at its input for a second, and the script is at its end."""


class TooLong(Stopped):
    """The listing has passed as many frames as a comparison waits for."""


class WaitMarks:
    """Tells whether one of the machine's waits is under way; set on a machine that is listened to."""

    def __init__(self, machine: Machine) -> None:
        self.waiting = False
        for name in WAITS:
            vars(machine)[name] = self._marked(getattr(machine, name))

    def _marked(self, wait: Callable[..., Any]) -> Callable[..., Any]:
        def marked(*given: Any, **named: Any) -> Any:
            self.waiting = True
            try:
                return wait(*given, **named)
            finally:
                self.waiting = False

        return marked


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
        self.moments: list[Moment] = []
        self.moved = False
        self.schedule: dict[int, Buttons] = {}
        self._idled = 0
        self._only_looks = False
        self.pending = deque(script.presses)
        self._ahead = 0
        self._wanted: dict[int, int] = {}
        self._machine = machine
        self._events = events
        self._marks = WaitMarks(machine)
        self._changes = 0
        self._stirred = False
        machine.input.on_look = self._look

    def on_frame(self, machine: Machine) -> None:
        """A frame has passed. Raises Idles or TooLong."""
        idle = machine.idle_frames
        self._only_looks = idle > 0 and not self._marks.waiting
        if self.pending:
            if idle >= PATIENCE and machine.frame >= self._free:
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
            self.moments.append(Moment(events, looks, self._only_looks, news, machine.frame))
        self._changes, self._stirred = changes, stirs

    def unseen(self) -> tuple[str, ...]:
        """What was played, or was to be, and no look has seen, in words."""
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


class Echo:
    """Gives a port what its listing was given, at the same moments.

    The frames of its input are the listing's. `schedule` has the buttons by the port's own frames.
    """

    def __init__(
        self, script: Script, recording: Recording, machine: Machine, events: Callable[[], int]
    ) -> None:
        """`events` tells how many there were."""
        script.prepare(machine)
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
        machine.input.lead(self._look)

    def listen(self) -> None:
        """From now on it knows the machine's waits from other frames."""
        self._marks = WaitMarks(self._machine)

    @property
    def waiting(self) -> bool:
        """Whether a wait of the port is under way."""
        return self._marks.waiting

    def awaits(self, events: int) -> bool:
        """Whether the listing looked for a press here, after so many events, that has not come yet.

        It is none before `next`: so many events come before anything is to be given.
        """
        return any(each.idle and each.news for each in self._moments if each.events <= events)

    def on_frame(self) -> None:
        """A frame has passed, and not by a wait."""
        self._count()
        self._passed = True

    def _count(self) -> None:
        """Looks and frames are counted from the last event on."""
        events = self._made()
        if events != self._events:
            self._events, self._looks = events, 0
            self._passed = self._hurried = False

    @property
    def expects(self) -> bool:
        """Whether something is to come here, as soon as the port has looked often enough."""
        return bool(self._moments) and self._moments[0].events <= self._events

    def hurry(self) -> bool:
        """Nothing has come for long: whether something may, at the next look, though that be too early."""
        self._hurried = self.expects and not self._hurried
        return self._hurried

    def _look(self) -> None:
        self._count()
        self._looks += 1
        while self._moments and self._is_due(self._moments[0]):
            self._passed = self._hurried = False
            self._pass_to(self._moments.popleft().frame)
            self.next = self._moments[0].events if self._moments else NEVER

    def _is_due(self, moment: Moment) -> bool:
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

"""The player of a comparison: what is pressed, typed and answered, given to both programs at equal moments.

A frame number is no such moment: the listing passes frames while it works, and looks at the buttons many
times a frame where its port looks once. Moments are told by events instead: right after the n-th event, a
wait, or in a loop after n events that does nothing but look.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from retromaze.comparison.trace import WAITS, Given
from retromaze.entry import Entry
from retromaze.errors import Stopped
from retromaze.machine.input import Buttons, Input
from retromaze.machine.machine import Machine
from retromaze.press import read_buttons
from retromaze.scenes import Scene

PATIENCE = 5
"""Frames of idling after which the next press comes before its frame."""

IDLE_LIMIT = 60
FRAME_LIMIT = 20_000


class Act(NamedTuple):
    """What the player does at a frame: the value that a channel of the input takes then (say `stylus`)."""

    frame: int
    channel: str
    value: Any


@dataclass(frozen=True)
class Script:
    """What the player does: buttons held from a frame on, answers to INPUT, and keys typed at the start.

    `files` are texts by name that lie in the storage before the run, `hold` the frames between two presses at
    least, however long the program idles. `acts` are what somebody did in a run, in their order: none of them
    comes before its frame, as presses do where the program idles. A script has presses or acts.
    """

    presses: tuple[tuple[int, Buttons], ...] = ()
    answers: tuple[str, ...] = ()
    keys: str = ""
    files: tuple[tuple[str, str], ...] = ()
    hold: int = 0
    acts: tuple[Act, ...] = ()

    def prepare(self, machine: Machine) -> None:
        """Lays answers, keys and files before a machine."""
        machine.input.lines.extend(self.answers)
        machine.input.type(self.keys)
        for name, text in self.files:
            machine.storage.write_text(name, text)


def script_of(played: Entry | Scene) -> Script:
    """The script of a program of the catalogue, or of one of its scenes."""
    presses = tuple((frame, read_buttons(names)) for frame, names in sorted(played.press))
    if isinstance(played, Scene):
        return Script(presses, played.answers, played.keys, played.files, played.hold)
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

    A press comes at its frame, or as soon as the program idles; later ones keep their distance to it. An act
    comes when the program has waited or looks at its input, from its frame on. `given` has the moments;
    `schedule` gives the same presses without the idling before them.
    """

    def __init__(self, script: Script, machine: Machine, frames: int = FRAME_LIMIT) -> None:
        script.prepare(machine)
        self._frames = frames
        self._hold = script.hold
        self._free = 0
        self.given: list[Given] = []
        self.schedule: dict[int, Buttons] = {}
        self._idled = 0
        self._again = bool(script.acts)
        self._pending = deque(script.acts or (Act(frame, "buttons", held) for frame, held in script.presses))
        self._ahead = 0
        self._marks = WaitMarks(machine)

    def on_frame(self, machine: Machine, events: int) -> None:
        """A frame has passed, after so many events. Raises Idles or TooLong."""
        if self._pending and self._comes(machine) and not self._marks.waiting:
            self._give(machine, events, after_wait=False)
        elif not self._pending and machine.idle_frames >= IDLE_LIMIT:
            raise Idles
        if machine.frame >= self._frames:
            raise TooLong

    def _comes(self, machine: Machine) -> bool:
        """Whether what is next may come while the program idles."""
        idle, frame = machine.idle_frames, self._pending[0].frame
        if self._again:
            return idle > 0 and machine.frame >= frame
        if idle < PATIENCE or machine.frame < self._free:
            return False
        self._ahead = max(self._ahead, frame - machine.frame)
        return True

    def after_wait(self, machine: Machine, events: int) -> None:
        """A wait in which frames have passed was the last of so many events."""
        if self._pending and machine.frame + self._ahead >= self._pending[0].frame:
            self._give(machine, events, after_wait=True)

    def _give(self, machine: Machine, events: int, *, after_wait: bool) -> None:
        values = tuple((each.channel, each.value) for each in self._due(machine.frame))
        if not after_wait:
            self._idled += machine.idle_frames
        self._free = machine.frame + self._hold
        if not self._again:
            self.schedule[machine.frame - self._idled] = values[0][1]
        self.given.append(Given(events, after_wait, values))
        take(machine.input, values)

    def _due(self, frame: int) -> Iterator[Act]:
        """One press, or all acts up to this frame."""
        yield self._pending.popleft()
        while self._again and self._pending and self._pending[0].frame <= frame:
            yield self._pending.popleft()


def take(controls: Input, values: Iterable[tuple[str, Any]]) -> None:
    """Gives a machine values of its channels; what is typed is added to what was typed before."""
    for name, value in values:
        if name == "keys":
            controls.type(value)
        else:
            getattr(controls, name).coming = value


class Echo:
    """Gives a port what its listing was given, at the same moments."""

    def __init__(self, script: Script, given: Iterable[Given], machine: Machine) -> None:
        script.prepare(machine)
        self._pending = deque(given)
        self._marks = WaitMarks(machine)

    @property
    def waiting(self) -> bool:
        """Whether a wait of the port is under way."""
        return self._marks.waiting

    def awaits(self, events: int) -> bool:
        """Whether the listing looked for a press here, after so many events, that has not come yet."""
        return bool(self._pending) and not self._pending[0].after_wait and self._pending[0].events <= events

    def on_frame(self, machine: Machine, events: int) -> bool:
        """A frame has passed, after so many events; whether a press came with it."""
        due = self._pending and not self.waiting and not self._pending[0].after_wait
        return bool(due) and self._give(machine, events)

    def after_wait(self, machine: Machine, events: int) -> None:
        """A wait was the last of so many events."""
        if self._pending and self._pending[0].after_wait:
            self._give(machine, events)

    def _give(self, machine: Machine, events: int) -> bool:
        if self._pending[0].events > events:
            return False
        take(machine.input, self._pending.popleft().values)
        return True

"""The player of a comparison: what is pressed, typed and answered, given to both programs at equal moments.

A frame number is no such moment: the listing passes frames while it works, and looks at the buttons many
times a frame where its port looks once. Moments are told by events instead: right after the n-th event, a
wait, or in a loop after n events that does nothing but look.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from retromaze.comparison.trace import WAITS, Given
from retromaze.entry import Entry
from retromaze.errors import Stopped
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.press import read_buttons
from retromaze.scenes import Scene

PATIENCE = 5
"""Frames of idling after which the next press comes before its frame."""

IDLE_LIMIT = 60
FRAME_LIMIT = 20_000


@dataclass(frozen=True)
class Script:
    """What the player does: buttons held from a frame on, answers to INPUT, and keys typed at the start.

    `files` are texts by name that lie in the storage before the run, `hold` the frames between two presses at
    least, however long the program idles.
    """

    presses: tuple[tuple[int, Buttons], ...] = ()
    answers: tuple[str, ...] = ()
    keys: str = ""
    files: tuple[tuple[str, str], ...] = ()
    hold: int = 0

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

    A press comes at its frame, or as soon as the program idles; later ones keep their distance to it.
    `given` has the moments; `schedule` gives the same presses without the idling before them.
    """

    def __init__(self, script: Script, machine: Machine, frames: int = FRAME_LIMIT) -> None:
        script.prepare(machine)
        self._frames = frames
        self._hold = script.hold
        self._free = 0
        self.given: list[Given] = []
        self.schedule: dict[int, Buttons] = {}
        self._idled = 0
        self._pending = deque(script.presses)
        self._ahead = 0
        self._marks = WaitMarks(machine)

    def on_frame(self, machine: Machine, events: int) -> None:
        """A frame has passed, after so many events. Raises Idles or TooLong."""
        idle = machine.idle_frames
        if self._pending and idle >= PATIENCE and machine.frame >= self._free:
            self._ahead = max(self._ahead, self._pending[0][0] - machine.frame)
            if not self._marks.waiting:
                self._give(machine, events, after_wait=False)
        elif not self._pending and idle >= IDLE_LIMIT:
            raise Idles
        if machine.frame >= self._frames:
            raise TooLong

    def after_wait(self, machine: Machine, events: int) -> None:
        """A wait in which frames have passed was the last of so many events."""
        if self._pending and machine.frame + self._ahead >= self._pending[0][0]:
            self._give(machine, events, after_wait=True)

    def _give(self, machine: Machine, events: int, *, after_wait: bool) -> None:
        _, buttons = self._pending.popleft()
        if not after_wait:
            self._idled += machine.idle_frames
        self._free = machine.frame + self._hold
        self.schedule[machine.frame - self._idled] = buttons
        self.given.append(Given(events, after_wait, buttons))
        machine.input.hold(buttons)


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
        machine.input.hold(self._pending.popleft().buttons)
        return True

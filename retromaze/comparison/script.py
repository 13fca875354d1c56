"""The player's input of a comparison, given to both programs at the same moments.

A press belongs to a frame of the listing, whatever the listing does in it. A frame number is no moment of the
port: the listing passes frames while it works, its port does not. Moments are counted by polls instead: the
k-th poll of the input after the n-th event. Where the listing does nothing but poll, it does so many times a
frame, and its port as often as it likes: there a moment is a frame that the port passes by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from retromaze.entry import Entry, Scene
from retromaze.errors import Stopped
from retromaze.input import GameLog, Schedules, read_schedule, written_options
from retromaze.language.prologue import Value, literal_of
from retromaze.machine.folder import Beside
from retromaze.machine.input import CHANNELS, Buttons
from retromaze.machine.machine import Machine
from retromaze.machine.storage import DEFAULT_PROJECT, TEXT, Files, Key, Memory, Storage, text_data
from retromaze.system import shell_word

IDLE_LIMIT = 60
FRAME_LIMIT = 40_000
NO_SIZES: Mapping[str, Value] = MappingProxyType({})
MINUTE = 3_600
"""Frames for which a listing that goes on is compared if nobody says: most games never end."""


class Act(NamedTuple):
    """An act of the player: the value that a channel of the input (say `stylus`) takes at a frame."""

    frame: int
    channel: str
    value: Any


@dataclass(frozen=True)
class Script:
    """The player's input: buttons held from a frame on, answers to INPUT, and keys typed at the start.

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
        """The default length in frames: a minute, and at least a second after the last act."""
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
        """Gives a storage its files, and the folder of the listing."""
        storage.backend = Memory(dict(self.files))
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
    if script.clock:
        settings.append(f"--clock={script.clock.isoformat()}")
    settings += [shell_word(f"--set={name}={literal_of(value)}") for name, value in sizes.items()]
    played = written_options(schedules, script.keys, script.answers)
    return " ".join([*settings, played] if played else settings)


def script_of(played: Entry | Scene) -> Script:
    """The script of a program of the catalogue, or of one of its scenes."""
    presses = tuple(sorted(read_schedule(played.press).items()))
    if isinstance(played, Scene):
        files = {(DEFAULT_PROJECT, TEXT, name): text_data(text) for name, text in played.files}
        return Script(presses, played.answers, played.keys, tuple(files.items()), played.hold)
    return Script(presses, played.answers, played.keys)


class TooLong(Stopped):
    """A listing has passed as many frames, or begun as many statements, as it may."""

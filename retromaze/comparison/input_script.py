"""The player's input of a comparison, given to both programs at the same moments.

An act is one change of a channel of the input: buttons, circle pads, stylus or keys.

A press belongs to a frame of the listing. The port has other frames: the listing passes frames while it
works, its port does not. So a moment of the port is not a frame, but the k-th poll of the input after the
n-th event. While the listing does nothing but poll, the port may poll more or less often: then a moment is
the next frame that the port passes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from retromaze.catalogue_entry import Entry, Scene
from retromaze.errors import BasicError, Stopped
from retromaze.input_log import GameLog, Schedules, options_text, read_schedule
from retromaze.language.prologue import Value, literal_from_value
from retromaze.machine.input import CHANNELS, Buttons
from retromaze.machine.machine import Machine
from retromaze.machine.storage import (
    DEFAULT_PROJECT,
    TEXT,
    Files,
    Key,
    MemoryFiles,
    SiblingFiles,
    Storage,
    encode_text,
)
from retromaze.system import shell_word

IDLE_LIMIT = 60
"""Frames of mere polling after the script's last input that end a run."""
FRAME_LIMIT = 40_000
"""The frames after which a listing of the catalogue is stopped."""
NO_SIZES: Mapping[str, Value] = MappingProxyType({})
MINUTE = 3_600
"""The default number of frames for which a listing that goes on is compared: most games never end."""


class Act(NamedTuple):
    """The value that the player gives a channel of the input, say `stylus`, at a frame."""

    frame: int
    channel: str
    value: Any


@dataclass(frozen=True)
class Script:
    """The player's input, and what a machine is prepared with.

    A script has `presses`, which wait until the program polls its input, and come before their frames if it
    idles; or `acts`, of buttons too, each of which comes exactly at its frame.

    `answers`: lines for INPUT; `keys`: keys typed at the start.
    `files`: the files in the storage; `beside`: the path of the listing in whose folder others are found.
    `hold`: the least number of frames between two presses, even if the program idles.
    `clock`: the machine's date and time in frame 0, None for its default.
    `least_frames`: a program that does nothing but poll is not ended before this frame.
    """

    presses: tuple[tuple[int, Buttons], ...] = ()
    answers: tuple[str, ...] = ()
    keys: str = ""
    files: tuple[tuple[Key, bytes], ...] = ()
    hold: int = 0
    acts: tuple[Act, ...] = ()
    beside: Path | None = None
    clock: datetime | None = None
    least_frames: int = 0

    @property
    def frames(self) -> int:
        """The default length in frames: a minute, and at least a second after the last press or act."""
        input_frames = [frame for frame, _ in self.presses] + [act.frame for act in self.acts]
        return max(MINUTE, max(input_frames, default=0) + IDLE_LIMIT)

    @property
    def last_press(self) -> int:
        """The frame of the last change of the buttons, -1 if there is none."""
        acts = (act.frame for act in self.acts if act.channel == "buttons")
        return max([frame for frame, _ in self.presses] + [*acts], default=-1)

    def with_files(self, files: Files) -> Script:
        """Returns the script with these files in the storage, instead of its own."""
        return replace(self, files=tuple(sorted(files.items())))

    def with_log(self, log: GameLog) -> Script:
        """Returns the script with the input, clock and length of a game instead of its own."""
        with_input = replace(self, presses=(), keys="", hold=0, acts=tuple(acts_in(log.schedules)))
        return replace(with_input, answers=log.answers, clock=log.clock, least_frames=log.frames or 0)

    def with_acts(self, acts: Iterable[Act]) -> Script:
        """Returns the script with these acts added, and its presses turned into acts: it cannot have both."""
        pressed = [Act(frame, "buttons", held) for frame, held in self.presses]
        merged = sorted([*self.acts, *pressed, *acts], key=attrgetter("frame"))
        return replace(self, presses=(), acts=tuple(merged))

    def put_files(self, storage: Storage) -> None:
        """Gives a storage the script's files, and the folder of the listing."""
        storage.backend = MemoryFiles(dict(self.files))
        if self.beside:
            storage.siblings = SiblingFiles(self.beside)

    def program(self, name: str) -> str | None:
        """Returns the text of the program that LOAD finds by a name; None if there is none."""
        storage = Storage()
        self.put_files(storage)
        try:
            return storage.read_text(name)
        except BasicError:
            return None

    def prepare(self, machine: Machine) -> None:
        """Gives a machine that has run nothing the answers, keys, clock, files and acts."""
        machine.input.lines.extend(self.answers)
        machine.input.type(self.keys)
        machine.start = self.clock or machine.start
        self.put_files(machine.storage)
        for act in self.acts:
            getattr(machine.input, act.channel).schedule[act.frame] = act.value


def acts_in(schedules: Schedules) -> list[Act]:
    """Returns all values of schedules (by channel, then by frame) as acts, in the order of their frames."""
    acts = [Act(frame, name, value) for name, each in schedules.items() for frame, value in each.items()]
    return sorted(acts, key=attrgetter("frame"))


def options_of(script: Script, sizes: Mapping[str, Value] = NO_SIZES, *, alone: bool = False) -> str:
    """Returns the options of the command line that play a script again with these sizes, quoted for a shell.

    The script's files have no option; `alone` adds the option for no files beside the listing.
    """
    schedules: Schedules = {name: {} for name in CHANNELS}
    schedules["buttons"].update(script.presses)
    for act in script.acts:
        schedules[act.channel][act.frame] = act.value
    if script.acts and not any(schedules[name] for name in CHANNELS if name != "buttons"):
        # Presses alone would come early where the program idles. A stylus that is up changes nothing else.
        schedules["stylus"][0] = None
    settings = ["--alone"] if alone else []
    if script.clock:
        settings.append(f"--clock={script.clock.isoformat()}")
    settings += [shell_word(f"--set={name}={literal_from_value(value)}") for name, value in sizes.items()]
    input_options = options_text(schedules, script.keys, script.answers)
    if input_options:
        settings.append(input_options)
    return " ".join(settings)


def script_of(scene_or_entry: Entry | Scene) -> Script:
    """Returns the input of a program of the catalogue, or of one of its scenes, as a script."""
    presses = tuple(sorted(read_schedule(scene_or_entry.press).items()))
    script = Script(presses, scene_or_entry.answers, scene_or_entry.keys)
    if isinstance(scene_or_entry, Scene):
        files = {(DEFAULT_PROJECT, TEXT, name): encode_text(text) for name, text in scene_or_entry.files}
        return replace(script, files=tuple(files.items()), hold=scene_or_entry.hold)
    return script


class TooLong(Stopped):
    """A listing has passed as many frames, or begun as many statements, as it may."""

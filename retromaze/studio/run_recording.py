"""A recorded run: its events (calls of the machine), performed again to show a *moment*: after n of them."""

from __future__ import annotations

import copy
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any, Generic, TypeVar

from retromaze.comparison.listing_recording import Trace
from retromaze.machine.events import Effect, Recorder, event_names_with, names_of_large_events
from retromaze.machine.machine import Machine

MOST_EVENTS = 1_000_000
"""The most events of a recording: some 300 bytes each, without their texts and arrays."""
ITEMS_PER_EVENT = 64
"""So many characters or elements of an argument count as one more event."""

SPACING = 8192
"""Events between two keyframes; more in a long recording."""
KEYFRAMES = 16
"""The most copies of a machine, some 8 MB each."""
SLICE = 512
"""The number of events that are performed without interruption, some 5 ms."""

Kind = TypeVar("Kind", bound=Machine)

RANDOM = event_names_with(Effect.CHANCE)
LARGE_EVENTS = names_of_large_events()

DRAWS, PRINTS, CHANCES, PAUSES, SOUNDS, PRESSES = 1, 2, 4, 8, 16, 32
"""The kinds of events as bits, and PRESSES for the player's input; the page's Marks message has them."""
# of an event's kinds the last one here counts: one that draws and waits is a drawing; an event that has no
# visible effect yet is not here
KINDS = {
    **dict.fromkeys(event_names_with(Effect.SOUNDS), SOUNDS),
    **dict.fromkeys(event_names_with(Effect.CHANCE), CHANCES),
    **dict.fromkeys(event_names_with(Effect.WAITS), PAUSES),
    **dict.fromkeys(event_names_with(Effect.PRINTS), PRINTS),
    **dict.fromkeys(event_names_with(Effect.DRAWS), DRAWS),
}


class RunRecording(Trace):
    """The events of one run in columns: what was called on which part of the machine, when, in which line.

    `parts` has indices of `Machine.observed_parts`; `frames_after` has the frame in which each call returned.
    A moment is the number of events that are over. `_extra_events` counts long arguments for MOST_EVENTS.
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self.parts = bytearray()
        self._extra_events = 0
        self.frames_after = array("L")

    @property
    def is_full(self) -> bool:
        """Whether no more events are recorded, so as not to fill the memory."""
        return len(self) + self._extra_events >= MOST_EVENTS

    def add(
        self,
        part: int,
        name: str,
        arguments: tuple[Any, ...],
        result: Any,
        frame: int,
        *,
        line: int = 0,
        after: int | None = None,
    ) -> None:
        """Adds an event: a call in `frame`, from the listing's `line`; it returned in the frame `after`."""
        self.names.append(name)
        self.arguments.append(arguments)
        self.results.append(result)
        self.frames.append(frame)
        self.lines.append(line)
        self.frames_after.append(frame if after is None else after)
        self.parts.append(part)
        self._extra_events += extra_events(name, arguments)

    def clamped_moment(self, moment: int) -> int:
        """Returns the nearest moment that is recorded: the page may ask for any number."""
        return max(0, min(moment, len(self)))

    def line_at(self, moment: int) -> int:
        """Returns the line of the listing that made the last event before a moment; 1 at the start."""
        return int(self.lines[moment - 1]) if moment else 1

    def cut(self, moment: int) -> None:
        """Drops the events after a moment, because the player now acts differently."""
        calls = (self.names, self.arguments, self.results, self.parts)
        for column in (*calls, self.frames, self.frames_after, self.lines):
            del column[moment:]
        self._extra_events = sum(map(extra_events, self.names, self.arguments))

    def draw_before(self, moment: int) -> int:
        """Returns the last moment before `moment` that follows a drawing event, or 0.

        Beyond the end of a full recording it is unknown which events draw: the moment before is returned.
        """
        names = self.names
        if moment > len(names) + 1:
            return moment - 1
        return next((at for at in range(moment - 1, 0, -1) if shows(names[at - 1])), 0)

    def kinds_by_stretch(self, count: int, pressed: Iterable[int] = ()) -> list[int]:
        """Returns which kinds of events are in each of at most `count` equal stretches of the recording.

        They are given as the sum of DRAWS, PRINTS and so on. `pressed` are the frames in which the player did
        something; they add PRESSES to the stretch of the next event.
        """
        names, length = self.names, len(self)
        count = min(count, length)
        # the numbers of the events at which stretches begin, and the end
        bounds = [length * at // count for at in range(count + 1)] if count else []
        # each kind is a bit of its own, so the sum of a set of kinds says which ones there are
        kinds = [
            sum({KINDS.get(name, 0) for name in set(names[start:end])}) for start, end in pairwise(bounds)
        ]
        for frame in pressed:
            next_event = bisect_left(self.frames, frame)
            if next_event < length:
                stretch = bisect_right(bounds, next_event) - 1
                kinds[stretch] |= PRESSES
        return kinds


def extra_events(name: str, arguments: tuple[Any, ...]) -> int:
    """Returns how many events more a call counts for MOST_EVENTS, by the size of its texts and arrays."""
    if name not in LARGE_EVENTS:
        return 0
    return sum(len(each) for each in arguments if isinstance(each, str | tuple)) // ITEMS_PER_EVENT


def shows(name: str) -> bool:
    """Whether an event of that name draws or prints."""
    return KINDS.get(name) in {DRAWS, PRINTS}


def attach_recorder(
    machine: Machine, on_event: Callable[[int, str, tuple[Any, ...], Any, int], None]
) -> None:
    """Makes a machine call `on_event(part, name, arguments, result, frame)` for every event.

    `part` is the index in `observed_parts` of the object that was called.
    """
    recorder = Recorder(machine)
    for number, part in enumerate(machine.observed_parts):
        recorder.attach([part], partial(on_event, number))
    machine.notify_rewired()


class KeyframedReplay(Generic[Kind]):
    """Replays a recording on machines of one class, with keyframes (copies of a machine) to go back quickly.

    `kind` is the class of machines, `machine` the present one, at `_moment`; it must not be changed.
    `_keyframes` has them by their moments, one every `_spacing` events. `weight` is the size of a copy as a
    multiple of a plain machine's; the larger, the fewer copies.
    """

    kind: type[Kind]
    weight = 1

    def __init__(self, recording: RunRecording) -> None:
        self.recording = recording
        self._spacing = SPACING
        self._keyframes: dict[int, Kind] = {}
        self.machine = self.kind(seed=recording.seed)
        self._moment = 0

    def forget(self, moment: int) -> None:
        """Drops the keyframes after that moment, at which the recording was cut."""
        self._keyframes = {at: each for at, each in self._keyframes.items() if at <= moment}
        # the present machine has events that were cut off, too
        if self._moment > moment:
            self._restart_before(moment)

    def machine_at(self, moment: int) -> Kind:
        """Returns the machine after `moment` events, or after the last one; it must not be changed."""
        for _ in self.advance_to(moment):
            pass
        return self.machine

    def advance_to(self, moment: int) -> Iterator[None]:
        """Replays to a moment. A generator: the caller can do other work after each slice of SLICE events."""
        moment = min(moment, len(self.recording))
        start = self.keyframe_before(moment)
        # the moment is earlier, or a keyframe is nearer to it than the present machine
        if moment < self._moment or start > self._moment:
            self._restart_before(moment)
        while self._moment < moment:
            self._perform(self._moment)
            self._moment += 1
            if self._moment % self._spacing == 0:
                self._store_keyframe()
            if self._moment % SLICE == 0:
                yield

    def keyframe_before(self, moment: int) -> int:
        """Returns the moment of the last keyframe at or before a moment, or 0 for a new machine."""
        return max((at for at in self._keyframes if at <= moment), default=0)

    def _restart_before(self, moment: int) -> None:
        """Goes back to the last keyframe at or before a moment, or to a new machine."""
        self._moment = self.keyframe_before(moment)
        stored = self._keyframes.get(self._moment)
        # a copy of the keyframe, which must stay as it is
        self.machine = self.kind(seed=self.recording.seed) if stored is None else copy.deepcopy(stored)

    def _store_keyframe(self) -> None:
        """Stores a keyframe; of too many, every second one is dropped and they are spaced farther apart."""
        if self._moment in self._keyframes:
            return
        self._keyframes[self._moment] = copy.deepcopy(self.machine)
        if len(self._keyframes) > KEYFRAMES // self.weight:
            self._spacing *= 2
            self._keyframes = {at: each for at, each in self._keyframes.items() if at % self._spacing == 0}

    def _perform(self, number: int) -> None:
        """Repeats an event on the machine, and passes the frames before and during it."""
        recording, machine = self.recording, self.machine
        pass_frames(machine, recording.frames[number])
        part = machine.observed_parts[recording.parts[number]]
        # of a file only the size was recorded, and files are not visible
        if part is not machine.storage:
            # the method's name without that of the part, as in `sprites.set`
            method = recording.names[number].rpartition(".")[2]
            getattr(part, method)(*recording.arguments[number])
        pass_frames(machine, recording.frames_after[number])


class Replayer(KeyframedReplay[Machine]):
    """Replays a recording on plain machines."""

    kind = Machine


def pass_frames(machine: Machine, frame: int) -> None:
    """Lets frames pass until that one begins, without a program."""
    while machine.frame < frame:
        machine.pass_frame()

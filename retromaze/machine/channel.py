"""One thing that the player holds, as it changes from frame to frame."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter
from typing import Generic, TypeVar

Value = TypeVar("Value")


@dataclass
class Channel(Generic[Value]):
    """One thing the player holds: its value, the entries that will change it and those that did.

    `schedule[f]` sets the value from frame f on; `coming` is what takes effect next; `log` holds
    (frame, value) of each change, so that `schedule = dict(log)` repeats the run. `unseen` is the last change
    while no look of the program has seen it, `missed` those that were over before one did.
    """

    value: Value
    coming: Value
    schedule: dict[int, Value] = field(default_factory=dict)
    log: list[tuple[int, Value]] = field(default_factory=list)
    unseen: tuple[int, Value] | None = None
    missed: list[tuple[int, Value]] = field(default_factory=list)

    def begin(self, frame: int) -> None:
        """Takes over what was set or scheduled for this frame."""
        if frame in self.schedule:
            self.coming = self.schedule[frame]
        if self.coming != self.value:
            self.value = self.coming
            if self.unseen is not None:
                self.missed.append(self.unseen)
            self.unseen = frame, self.value
            self.log.append(self.unseen)

    def due_after(self, frame: int) -> list[tuple[int, Value]]:
        """What is scheduled for later than that frame."""
        return sorted((each for each in self.schedule.items() if each[0] > frame), key=itemgetter(0))


def channel(value: Value) -> Channel[Value]:
    """A channel at rest."""
    return Channel(value, value)

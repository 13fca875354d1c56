"""The record of one run: its events in columns, the state at every wait, and how it ended."""

from __future__ import annotations

import enum
from array import array
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from retromaze.comparison.state import Digest
from retromaze.machine.events import Event
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.machine.observed import Effect, names_with

WAITS = names_with(Effect.WAITS)
EVENT_LIMIT = 1_000_000

NO_CONSOLE_ERROR = -1
"""The number of an error of Python."""


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


class Ending(enum.Enum):
    """How a run came to its end; at a STANDSTILL only a port, whose time does not pass by itself."""

    ENDED = "has ended"
    WAITS = "waits for input that never comes"
    LIMIT = "goes on"
    STANDSTILL = "goes on and does nothing"
    BREAK = "is broken off by STOP"
    ERROR = "stops with an error"

    @property
    def cut(self) -> bool:
        """Whether the program was stopped in the midst of its life."""
        return self in {Ending.WAITS, Ending.LIMIT}


class Moment(NamedTuple):
    """A look at the input, after so many events the so manieth, which saw something else than the one before.

    `idle` tells that the listing did nothing but look, `news` that the player has done something, `frame` the
    frame of the listing.
    """

    events: int
    looks: int
    idle: bool
    news: bool
    frame: int


class Recording(NamedTuple):
    """A listing's run: its trace, a digest for each wait event, the looks that saw what was played, and the
    machine as left; `unseen` is what was played in vain, in words, `moved` tells that a press came in
    another frame than its own.

    `closer`, where there is one, makes other digests by another run: they tell apart only what is seen.
    `error` is the wording of what stopped it, with the machine's number and the line; else "", 0, 0; of STOP
    the line alone.
    """

    machine: Machine
    trace: Trace
    digests: list[Digest]
    moments: list[Moment]
    schedule: dict[int, Buttons]
    ending: Ending
    error: str
    error_number: int
    error_line: int
    unseen: tuple[str, ...] = ()
    closer: Callable[[], list[Digest]] | None = None
    moved: bool = False

    @property
    def stopped(self) -> str:
        """`errnum 14 in line 1` where an error stopped it, else ""."""
        if self.error_number == NO_CONSOLE_ERROR:
            return f"{self.error} in line {self.error_line}"
        return f"errnum {self.error_number} in line {self.error_line}" if self.error_number else ""

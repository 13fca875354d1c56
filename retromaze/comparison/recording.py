"""Runs a listing and records all that its port is compared with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple, Protocol

from retromaze.comparison.difference import Place
from retromaze.comparison.measure import CALLS, Measure
from retromaze.comparison.script import FRAME_LIMIT, Player, Script, TooLong
from retromaze.comparison.state import Digest
from retromaze.comparison.trace import EVENT_LIMIT, WAITS, Ending, Recording, Trace
from retromaze.comparison.watchdog import Standstill
from retromaze.engine.computer import Computer
from retromaze.errors import BasicError, Break, Stopped
from retromaze.language.lines import lines_of, with_line_feeds
from retromaze.machine.events import Places
from retromaze.machine.machine import Machine
from retromaze.runner import break_at, play

Begin = Callable[[int, int, int], None]
"""Called with slot, line and column."""


@dataclass(frozen=True)
class Listing:
    """A listing's text as it is run, and the path its lines are named by; `is_file` if it was read there."""

    source: str
    path: str = "listing.bas"
    is_file: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", with_line_feeds(self.source))

    def line(self, number: int) -> str:
        """The text of a line counted from 1, "" where there is none."""
        lines = lines_of(self.source)
        return lines[number - 1].strip() if 0 < number <= len(lines) else ""

    def place(self, file: str, number: int) -> Place:
        """A line as a place; all lines are of one file."""
        return Place(self.path, number, self.line(number))

    def play(self, machine: Machine, progress: object = None, begin: Begin | None = None) -> Failure | None:
        """Runs it; what stopped it, if something did. `begin` hears of each statement."""
        error = self.error_of(machine, begin)
        return Failure(error.told(error.wording), error.number, error.line) if error else None

    def error_of(self, machine: Machine, begin: Begin | None = None) -> BasicError | None:
        """Runs it; the error that stopped it, if one did, with its place. Raises Break at STOP."""

        def follow(computer: Computer) -> None:
            computer.on_statement = begin
            computer.on_suspend = break_at

        return play(self.source, machine, path=self.path, traced=begin is not None, follow=follow)


class Failure(NamedTuple):
    """What stopped a program: words, the console's number and the line."""

    words: str
    number: int
    line: int


class RecordedProgram(Protocol):
    """What can be recorded: a listing, or a port in its place."""

    @property
    def path(self) -> str: ...
    def place(self, file: str, number: int) -> Place: ...
    def play(
        self, machine: Machine, progress: Callable[[], object], begin: Begin | None = None
    ) -> Failure | None:
        """Runs it. Raises Standstill where `progress` is the same for too long."""


class Listener:
    """Hears a listing's events, plays the script to it, and stops it after `last` of them or so many frames.

    Only those are heard that the measure compares. Their lines are found out only if `placed`: that takes as
    long as all else about an event.
    """

    def __init__(
        self,
        machine: Machine,
        script: Script,
        last: int,
        placed: bool,
        frames: int,
        measure: Measure,
        digest: Callable[[], Digest],
    ) -> None:
        self.trace = Trace()
        self.digests: list[Digest] = []
        self._machine = machine
        self._last = last
        self._digest = digest
        self._voice = measure.voice
        self._mark = 0
        self._places = Places() if placed else None
        self._looks = 0
        self._controls = machine.input
        script.prepare(machine)
        machine.hear(self.hear if measure.voice is None else self.hear_some)
        self.player = Player(script, machine, frames, lambda: (self._mark, self._looks))
        machine.on_frame = self.player.on_frame

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
        waits = name in WAITS
        if waits:
            self.digests.append(self._digest())
        count = len(names)
        if self._voice is None or waits:
            controls = self._controls
            self._mark = count if self._voice is None else len(self.digests)
            self._looks = controls.looks + controls.polls
        if count >= self._last:
            raise TooLong

    def hear_some(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """The same where some events are not compared; looks are counted from the last wait on then."""
        if self._voice and self._voice(name, arguments):
            self.hear(name, arguments, result, frame)

    def close(self) -> None:
        """Leaves the machine unheard."""
        self._machine.hear(None)
        self._machine.on_frame = None
        self._machine.input.on_look = None


def record(
    program: RecordedProgram,
    seed: int | None,
    script: Script,
    last: int = EVENT_LIMIT,
    *,
    placed: bool = False,
    frames: int = FRAME_LIMIT,
    on_statement: Begin | None = None,
    measure: Measure = CALLS,
    closely: bool = False,
) -> Recording:
    """Runs a listing to its end, to where it idles with the script played, or to its `last` event or frame.

    `placed` asks for the line of every event; `on_statement` hears of every statement before it begins.
    Events are those that the `measure` compares; `closely` makes the digests of its closer look.
    """

    @cache
    def closer() -> list[Digest]:
        return record(program, seed, script, last, frames=frames, measure=measure, closely=True).digests

    machine = Machine(seed=seed)
    digest = (
        partial(measure.closer, machine) if measure.closer and closely else measure.digesting(machine).digest
    )
    listener = Listener(machine, script, last, placed, frames, measure, digest)
    ending, line = Ending.ENDED, 0
    error = None
    try:
        error = program.play(machine, lambda: (len(listener.trace), machine.frame), on_statement)
    except TooLong:
        ending = Ending.LIMIT
    except Break as stop:
        ending, line = Ending.BREAK, stop.line
    except Stopped:
        ending = Ending.WAITS
    except Standstill:
        ending = Ending.STANDSTILL
    finally:
        listener.close()
    if error is not None:
        ending = Ending.ERROR
    player = listener.player
    return Recording(
        machine=machine,
        trace=listener.trace,
        digests=listener.digests,
        moments=player.moments,
        schedule=player.schedule,
        ending=ending,
        error=error.words if error else "",
        error_number=error.number if error else 0,
        error_line=error.line if error else line,
        unseen=player.unseen(),
        closer=closer if measure.closer else None,
        moved=player.moved,
    )

"""Runs a listing and keeps all that its port will be held against."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from retromaze.comparison.script import FRAME_LIMIT, Player, Script, TooLong
from retromaze.comparison.state import Digest, Digester
from retromaze.comparison.trace import WAITS, Ending, Recording, Trace
from retromaze.engine.computer import Computer
from retromaze.errors import Stopped
from retromaze.language.lines import lines_of, with_line_feeds
from retromaze.machine.events import Places
from retromaze.machine.machine import Machine
from retromaze.runner import play

EVENT_LIMIT = 1_000_000


@dataclass(frozen=True)
class Listing:
    """A listing's text as it is run, and the path its lines are named by."""

    source: str
    path: str = "listing.bas"

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", with_line_feeds(self.source))

    def line(self, number: int) -> str:
        """The text of a line counted from 1, "" where there is none."""
        lines = lines_of(self.source)
        return lines[number - 1].strip() if 0 < number <= len(lines) else ""


class Listener:
    """Hears a listing's events, plays the script to it, and stops it after `last` of them or so many frames.

    Their lines are found out only if `placed`: that takes as long as all else about an event.
    """

    def __init__(self, machine: Machine, script: Script, last: int, placed: bool, frames: int) -> None:
        self.trace = Trace()
        self.digests: list[Digest] = []
        self._machine = machine
        self._last = last
        self._digester = Digester(machine)
        self._places = Places() if placed else None
        self._looks = 0
        self._controls = machine.input
        script.prepare(machine)
        machine.hear(self.hear)
        self.player = Player(script, machine, frames, lambda: (len(self.trace), self._looks))
        machine.on_frame = self.player.on_frame

    def hear(self, name: str, arguments: tuple[Any, ...], result: Any, frame: int) -> None:
        """One event of the listing. Raises TooLong after the last one wanted."""
        trace = self.trace
        trace.names.append(name)
        trace.arguments.append(arguments)
        trace.results.append(result)
        trace.frames.append(frame)
        if self._places:
            trace.file, line = self._places.find()
            trace.lines.append(line)
        controls = self._controls
        self._looks = controls.looks + controls.polls
        if name in WAITS:
            self.digests.append(self._digester.digest())
        if len(trace.names) >= self._last:
            raise TooLong

    def close(self) -> None:
        """Leaves the machine unheard."""
        self._machine.hear(None)
        self._machine.on_frame = None
        self._machine.input.on_look = None


def record(
    listing: Listing,
    seed: int | None,
    script: Script,
    last: int = EVENT_LIMIT,
    *,
    placed: bool = False,
    frames: int = FRAME_LIMIT,
    on_statement: Callable[[int, int, int], None] | None = None,
) -> Recording:
    """Runs a listing to its end, to where it idles with the script played, or to its `last` event or frame.

    `placed` asks for the line of every event; `on_statement` hears of every statement before it begins.
    """

    def follow(computer: Computer) -> None:
        computer.on_statement = on_statement

    machine = Machine(seed=seed)
    listener = Listener(machine, script, last, placed, frames)
    ending = Ending.ENDED
    error = None
    traced = on_statement is not None
    try:
        error = play(listing.source, machine, path=listing.path, traced=traced, follow=follow)
    except TooLong:
        ending = Ending.LIMIT
    except Stopped:
        ending = Ending.WAITS
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
        error=error.told(error.wording) if error else "",
        error_number=error.number if error else 0,
        error_line=error.line if error else 0,
        unseen=player.unseen(),
    )

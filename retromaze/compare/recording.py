"""Runs a listing and keeps all that its port will be held against."""

from __future__ import annotations

from dataclasses import dataclass

from retromaze.compare.script import Player, Script, TooLong
from retromaze.compare.state import Digest, Digester
from retromaze.compare.trace import WAITS, Ending, Recording, Trace
from retromaze.errors import Stopped
from retromaze.machine.events import Event
from retromaze.machine.machine import Machine
from retromaze.runner import play

EVENT_LIMIT = 2_000_000


@dataclass(frozen=True)
class Listing:
    """A listing's text as it is run, and the path its lines are named by."""

    source: str
    path: str = "listing.bas"

    def line(self, number: int) -> str:
        """The text of a line counted from 1, "" where there is none."""
        lines = self.source.splitlines()
        return lines[number - 1].strip() if 0 < number <= len(lines) else ""


class Listener:
    """Hears a listing's events, plays the script to it, and stops it after `last` of them."""

    def __init__(self, machine: Machine, script: Script, last: int = EVENT_LIMIT) -> None:
        self.trace = Trace()
        self.digests: list[Digest] = []
        self._machine = machine
        self._last = last
        self._digester = Digester(machine)
        machine.listen(self.hear)
        self.player = Player(script, machine)
        machine.on_frame = lambda machine: self.player.on_frame(machine, len(self.trace))

    def hear(self, event: Event) -> None:
        """One event of the listing. Raises TooLong after the last one wanted."""
        trace = self.trace
        trace.append(event)
        if event.name in WAITS:
            self.digests.append(self._digester.digest())
            if event.frame < self._machine.frame:
                self.player.after_wait(self._machine, len(trace))
        if len(trace) >= self._last:
            raise TooLong

    def close(self) -> None:
        """Leaves the machine unheard."""
        self._machine.listen(None)
        self._machine.on_frame = None


def record(listing: Listing, seed: int | None, script: Script, last: int = EVENT_LIMIT) -> Recording:
    """Runs a listing to its end, to where it idles with the script played, or up to its `last` event."""
    machine = Machine(seed=seed)
    listener = Listener(machine, script, last)
    ending = Ending.ENDED
    error = None
    try:
        error = play(listing.source, machine, path=listing.path)
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
        given=player.given,
        schedule=player.schedule,
        ending=ending,
        error=error.wording if error else "",
        error_number=error.number if error else 0,
        error_line=error.line if error else 0,
    )

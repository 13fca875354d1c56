"""Compares two programs of one kind: two listings, or two ports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from retromaze.comparison.diff import place_in_port
from retromaze.comparison.difference import Place
from retromaze.comparison.guard import PortGuard
from retromaze.comparison.ports import PortListing, PortSource, name_of
from retromaze.comparison.recording import Begin, Failure, Listing, RecordedProgram
from retromaze.comparison.replay import place_of, words_of
from retromaze.comparison.state import SIDES, Sides
from retromaze.comparison.trace import NO_CONSOLE_ERROR
from retromaze.comparison.watchdog import PATIENCE, Standstill, new_watchdog
from retromaze.errors import BasicError, Stopped
from retromaze.machine.machine import Machine

FIRST_AND_SECOND = Sides("the first program", "the second program")


@dataclass(frozen=True)
class PortProgram:
    """A port that another one is held against; it is loaded anew for each run."""

    source: PortSource
    patience: float = PATIENCE

    @property
    def path(self) -> str:
        """What it is called."""
        return name_of(self.source)

    def place(self, file: str, number: int) -> Place:
        """A line of the port, or of what it calls."""
        return place_in_port(file or str(self.source.path or ""), number)

    def play(
        self, machine: Machine, progress: Callable[[], object], begin: Begin | None = None
    ) -> Failure | None:
        """Runs it; the error that stopped it, if one did. Raises Standstill where nothing comes of it."""
        guard = PortGuard()
        failure = None
        try:
            with guard:
                watchdog = new_watchdog(lambda: guard.interrupted or progress(), self.patience)
                watchdog.run(lambda: self.source.load()(machine))
        except (Standstill, Stopped):
            raise
        except BaseException as error:  # a port may fail in any way, sys.exit() too
            failure = failure_of(error)
        if guard.interrupted:
            raise KeyboardInterrupt
        return failure


def failure_of(error: BaseException) -> Failure:
    """The error of a port: the console's own or one of Python."""
    line = place_of(error)[1]
    if isinstance(error, BasicError):
        return Failure(error.told(error.wording), error.number, line)
    return Failure(words_of(error), NO_CONSOLE_ERROR, line)


def sides_of(first: RecordedProgram, second: PortSource) -> Sides:
    """What both are called: listing and port, and two of a kind by their names, as short as can be."""
    if isinstance(first, Listing) is not isinstance(second, PortListing):
        return SIDES
    paths = first.path, name_of(second)
    names = Path(paths[0]).name, Path(paths[1]).name
    found = next((each for each in (names, paths) if each[0] != each[1]), FIRST_AND_SECOND)
    return Sides(*found)

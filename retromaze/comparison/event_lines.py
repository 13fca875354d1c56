"""Notes where in a port its events come from: the line of each, and the lines that led to it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from retromaze.comparison.line_listener import LineListener
from retromaze.machine.events import Places
from retromaze.machine.machine import Machine

LONGEST_WAY = 100
"""Lines of one way: a loop of many lines between two events is cut there."""
MOST_WAYS = 20_000


class EventLines:
    """The port's line of each event, from 1; 0 where none is known."""

    def __init__(self) -> None:
        self.lines: list[int] = []
        self._places = Places()

    def event(self) -> None:
        """An event has happened just now."""
        self.lines.append(self._places.find()[1])


class EventWays(EventLines):
    """The same, and by which lines the port came to each event.

    `ways` has each way once: the different lines begun since the event before, in the order in which they
    were begun first, the event's own among them. `numbers` has the number of each event's way in `ways`, and
    after the run one more for what was run after the last event. Beyond MOST_WAYS a new way is told as the
    event's line alone. Only the first run of the port is noted. Lines of `modules` are among those of the
    ways, counted from the number that each of these files has.
    """

    def __init__(self, path: Path | None, modules: Mapping[Path, int] = MappingProxyType({})) -> None:
        super().__init__()
        self._listener = LineListener(path, self._begin, modules)
        self._over = False
        self.numbers = array("L")
        self._known: dict[tuple[int, ...], int] = {}
        self._since: dict[int, None] = {}

    @property
    def ways(self) -> list[tuple[int, ...]]:
        """All ways, by their numbers."""
        return list(self._known)

    def _begin(self, line: int) -> bool:
        if len(self._since) < LONGEST_WAY:
            self._since[line] = None
        return True

    def event(self) -> None:
        super().event()
        self._since[self.lines[-1]] = None
        self._keep(self.lines[-1:])

    def along(self, port: Callable[[Machine], None]) -> Callable[[Machine], None]:
        """The same port, which is followed in its first run."""

        def followed(machine: Machine) -> None:
            if self._over:
                return port(machine)
            try:
                with self._listener.on():
                    port(machine)
            finally:
                self._over = True
                self._keep([])

        return followed

    def _keep(self, last: list[int]) -> None:
        way = tuple(self._since)
        if len(self._known) >= MOST_WAYS and way not in self._known:
            way = tuple(last)
        self.numbers.append(self._known.setdefault(way, len(self._known)))
        self._since.clear()

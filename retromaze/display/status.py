"""The texts of a window about its run: the title, and the bar below the picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retromaze.display.translation import _

if TYPE_CHECKING:
    from retromaze.engine.computer import Computer

NOTICE_SECONDS = 4.0


class Status:
    """A notice for some seconds, else what the run does; `clock` gives seconds of the user's time."""

    def __init__(self, name: str, clock: Callable[[], float]) -> None:
        self._name = name
        self._clock = clock
        self._notice, self._until = "", 0.0

    def notify(self, notice: str) -> None:
        """Something that has just happened."""
        self._notice, self._until = notice, self._clock() + NOTICE_SECONDS

    def title(self, doing: str, frame: int, seed: int) -> str:
        """`backtracker - console's pace - frame 60, seed 7 - F1: keys`"""
        state = self._notice if self._notice and self._clock() < self._until else doing
        return _("{} - {} - frame {}, seed {} - F1: keys").format(self._name, state, frame, seed)


def place_of(computer: Computer) -> str:
    """`24: IF N > 0 THEN`, the line of a listing that runs now; "" if none does."""
    slot, line = next(computer.pending_calls(), (0, 0))
    rows = computer.slots[slot].source.split("\n")
    return f"{line}: {rows[line - 1].strip()}" if 0 < line <= len(rows) else ""

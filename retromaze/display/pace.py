"""Says when the next frame or draw is due, at even intervals of real time."""

from __future__ import annotations

from collections.abc import Callable

# A computer that lags longer than this (seconds) is not made to hurry afterwards.
PATIENCE = 0.1


class Pace:
    """Moments that are `interval` seconds apart; `clock` gives seconds."""

    def __init__(self, interval: float, clock: Callable[[], float]) -> None:
        self._interval = interval
        self._clock = clock
        self._due = clock()

    @property
    def interval(self) -> float:
        """Seconds from one moment to the next; a new interval starts at once."""
        return self._interval

    @interval.setter
    def interval(self, interval: float) -> None:
        self._interval = interval
        self.restart()

    def restart(self) -> None:
        """The next moment is now."""
        self._due = self._clock()

    def remaining(self, part: float = 1.0) -> float:
        """Seconds until the next moment, or until that part of the way to it; 0 or less when it is there."""
        return self._due - (1 - part) * self._interval - self._clock()

    def go_on(self) -> None:
        """The moment goes by: the one after it is due an interval later."""
        self._due = max(self._due + self._interval, self._clock() - PATIENCE)

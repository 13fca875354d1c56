"""When the next frame is due: sixty a second of the user's time, times the speed."""

from __future__ import annotations

from collections.abc import Callable

FRAMES_A_SECOND = 60
# A computer that lags longer than this (seconds) is not made to hurry afterwards.
PATIENCE = 0.1


class Pace:
    """The times at which frames are due; `clock` gives seconds."""

    def __init__(self, speed: float, clock: Callable[[], float]) -> None:
        self._speed = speed
        self._clock = clock
        self._due = clock()

    @property
    def speed(self) -> float:
        """A multiple of the console's pace; infinity is as fast as it goes."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self._speed = speed
        self.restart()

    @property
    def interval(self) -> float:
        """Seconds from frame to frame."""
        return 1 / (FRAMES_A_SECOND * self._speed)

    def restart(self) -> None:
        """The next frame is due now."""
        self._due = self._clock()

    def remaining(self) -> float:
        """Seconds until the next frame is due; 0 or less when it is."""
        return self._due - self._clock()

    def next_frame(self) -> None:
        """A frame goes by: the one after it is due an interval later."""
        self._due = max(self._due + self.interval, self._clock() - PATIENCE)

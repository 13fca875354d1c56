"""Paces a run before the page: its speed, pauses, and single steps of any unit."""

from __future__ import annotations

import math
from collections.abc import Callable

from retromaze.display.pace import Pace
from retromaze.display.speeds import CONSOLE_PACE, FULL_SPEED, Speed, Unit, draws, statements, times

UNITS = {unit.name.lower(): unit for unit in Unit}
"""The units by the names that messages give them."""
BREATHS = 4
"""So often, at least, a frame that is full of work is interrupted, to hear of a pause."""


class Tempo:
    """Tells how long a run has to rest at a statement, a draw, a frame, or between.

    `arrive` first, then rest as long as `rest` says, then `go_on`. `clock` gives seconds of the user's time.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.paused = True
        self._step: Unit | None = None
        self._speed = CONSOLE_PACE
        self._parts = Pace(0.0, clock)
        self._frames = Pace(CONSOLE_PACE.frame_interval, clock)

    @property
    def speed(self) -> Speed:
        """A new speed starts at once."""
        return self._speed

    @speed.setter
    def speed(self, speed: Speed) -> None:
        self._speed = speed
        self._parts.interval = speed.part_interval
        by_frame = speed.unit is Unit.FRAME and speed != FULL_SPEED
        self._frames.interval = (speed if by_frame else CONSOLE_PACE).frame_interval

    @property
    def breaths(self) -> int:
        """In so many pieces a frame's work is cut: slow frames are seen to grow."""
        if self.speed.unit is not Unit.FRAME:
            return BREATHS
        return max(BREATHS, math.ceil(CONSOLE_PACE.rate / self.speed.rate))

    def counts(self, unit: Unit) -> bool:
        """Whether anybody waits for a unit of this kind."""
        return unit in {self._step, self.speed.unit}

    # --- the user's side ---

    def play(self) -> None:
        """Goes on by itself."""
        self.paused, self._step = False, None
        self._restart()

    def pause(self) -> None:
        """Stands still."""
        self.paused, self._step = True, None

    def step(self, unit: Unit) -> None:
        """Goes on by one of these, and stands still there."""
        self.paused, self._step = True, unit
        self._restart()

    def _restart(self) -> None:
        self._parts.restart()
        self._frames.restart()

    # --- the run's side ---

    def arrive(self, unit: Unit) -> None:
        """A statement is next, a draw was made, a frame has passed: here a step of that unit ends."""
        if self._step is unit:
            self._step = None

    def rest(self, unit: Unit, *, idle: bool) -> float:
        """Seconds to rest here; infinity while paused. Who only waits for input is not hurried."""
        if self.paused:
            return math.inf if self._step is None else 0.0
        if unit is Unit.FRAME:
            return self._rest_of_frame(idle)
        return self._parts.remaining() if unit is self.speed.unit else 0.0

    def _rest_of_frame(self, idle: bool) -> float:
        if self.speed == FULL_SPEED and not idle:
            self._frames.restart()
            return 0.0
        return self._frames.remaining()

    def rest_between(self, part: float) -> float:
        """Seconds to rest when that part of a frame is over."""
        if self.paused:
            return math.inf if self._step is None else 0.0
        slow = self.speed.unit is Unit.FRAME and self.speed < CONSOLE_PACE
        return self._frames.remaining(part) if slow else 0.0

    def go_on(self, unit: Unit) -> None:
        """The run leaves the place."""
        (self._frames if unit is Unit.FRAME else self._parts).go_on()


def speed_of(unit: str, rate: float) -> Speed:
    """The speed that a message names; a rate of 0 is as fast as can be. Raises ValueError for none."""
    kind = UNITS.get(unit.lower())
    if kind is None or not 0 <= rate < math.inf:
        raise ValueError(f"no speed of {rate} {unit}s")
    if not rate:
        return FULL_SPEED
    if kind is Unit.FRAME:
        return times(rate / CONSOLE_PACE.rate)
    return draws(rate) if kind is Unit.DRAW else statements(rate)

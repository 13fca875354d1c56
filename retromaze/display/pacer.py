"""Paces a run before a user, in the window and in the studio: its speed, its pauses, its single steps."""

from __future__ import annotations

import math
from collections.abc import Callable

from retromaze.display.pace import Pace
from retromaze.display.speeds import CONSOLE_PACE, FULL_SPEED, PaceUnit, Speed

FASTEST_HEARD = 2
"""So many times the console's pace."""
NOWHERE: frozenset[PaceUnit] = frozenset()


class Pacer:
    """Says how long a run has to rest: at a statement, a draw, a frame, or in the middle of a frame.

    `arrive` first, then rest as long as `rest` says, then `go_on`; in the middle of a frame likewise
    `arrive_amid` and `rest_amid`. `clock` gives seconds of the user's time. A frame is interrupted `yields`
    times at least.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        speed: Speed = CONSOLE_PACE,
        *,
        paused: bool = False,
        yields: int = 1,
    ) -> None:
        self.paused = paused
        self._step: frozenset[PaceUnit] = NOWHERE
        self._held = False
        self._least_yields = yields
        self._yields = 0
        self._frames, self._parts = Pace(0.0, clock), Pace(0.0, clock)
        self.speed = speed

    @property
    def speed(self) -> Speed:
        """A new speed starts at once."""
        return self._speed

    @speed.setter
    def speed(self, speed: Speed) -> None:
        self._speed = speed
        # At full speed too, a program that only waits for input is not hurried.
        self._frames.interval = (CONSOLE_PACE if speed == FULL_SPEED else speed).frame_interval
        self._parts.interval = speed.part_interval

    @property
    def yields(self) -> int:
        """How often a frame's work is interrupted; a slow frame is shown each sixtieth of a second."""
        if self.speed.unit is not PaceUnit.FRAME:
            return self._least_yields
        return max(self._least_yields, math.ceil(CONSOLE_PACE.rate / self.speed.rate))

    @property
    def is_leisurely(self) -> bool:
        """Whether there is time to show all that the run comes to."""
        return self.is_resting or self.speed.rate <= CONSOLE_PACE.rate

    @property
    def is_resting(self) -> bool:
        """Whether the run stands until the user does something."""
        return self._held or (self.paused and not self._step)

    @property
    def heard_interval(self) -> float | None:
        """Seconds that a frame takes whose sounds are heard; None where nothing is.

        That is while single frames, draws or statements are looked at, and where a tune would be a chirp.
        """
        if self.paused or self.is_resting or self.speed.unit is not PaceUnit.FRAME:
            return None
        return self.speed.frame_interval if self.speed.rate <= FASTEST_HEARD * CONSOLE_PACE.rate else None

    def counts(self, unit: PaceUnit) -> bool:
        """Whether anybody waits for a unit of this kind."""
        return unit in self._step or unit is self.speed.unit

    def restart(self) -> None:
        """Whatever is next is due now."""
        self._frames.restart()
        self._parts.restart()

    # --- the user's side ---

    def play(self) -> None:
        """Goes on by itself."""
        self.paused, self._step, self._held = False, NOWHERE, False
        self.restart()

    def pause(self) -> None:
        """Stands still, in the middle of a step too."""
        self.paused, self._step = True, NOWHERE

    def toggle(self) -> None:
        """Goes on if the run stands still, and pauses if it goes."""
        if self.paused and not self._step:
            self.paused = False
            self.restart()
        else:
            self.pause()

    def step(self, *units: PaceUnit) -> None:
        """Goes on to the next of any of these, and stands still there."""
        self.paused, self._step = True, frozenset(units)
        self.restart()

    def hold(self, held: bool) -> None:
        """Keeps the run where it is while the user reads something else, paused or not."""
        self._held = held
        self.restart()

    # --- the run's side ---

    def arrive(self, unit: PaceUnit) -> None:
        """A statement is next, a draw was made, a frame has passed: here a step to that unit ends."""
        if unit in self._step:
            self._step = NOWHERE

    def rest(self, unit: PaceUnit, *, idle: bool = False) -> float:
        """Seconds to rest here; infinity while the run stands. `idle` says that it only waits for input."""
        if self.is_resting:
            return math.inf
        if self.paused:
            return 0.0
        if unit is PaceUnit.FRAME:
            return self._rest_at_frame(idle)
        return self._parts.remaining() if unit is self.speed.unit else 0.0

    def _rest_at_frame(self, idle: bool) -> float:
        if self.speed == FULL_SPEED and not idle:
            self._frames.restart()
            return 0.0
        return self._frames.remaining()

    def go_on(self, unit: PaceUnit) -> None:
        """The run leaves the place."""
        if unit is PaceUnit.FRAME:
            self._yields = 0
            self._frames.go_on()
        else:
            self._parts.go_on()

    def arrive_amid(self) -> None:
        """The next of a frame's interruptions is there."""
        self._yields += 1

    def rest_amid(self) -> float:
        """Seconds to rest in the middle of a frame; infinity while the run stands."""
        if self.is_resting:
            return math.inf
        if self.paused or self.speed.unit is not PaceUnit.FRAME or self.speed >= CONSOLE_PACE:
            return 0.0
        return self._frames.remaining(min(self._yields / self.yields, 1.0))

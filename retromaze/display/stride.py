"""Paces a run before a user: its speed, its pauses, single steps while it is paused."""

from __future__ import annotations

import math
from collections.abc import Callable

from retromaze.display.keys import Action
from retromaze.display.pace import Pace
from retromaze.display.speeds import CONSOLE_PACE, DRAWS, FULL_SPEED, STATEMENTS, Speed, Unit, faster, slower

NAMED = {
    Action.CONSOLE: CONSOLE_PACE,
    Action.FULL: FULL_SPEED,
    Action.DRAWS: DRAWS,
    Action.STATEMENTS: STATEMENTS,
}


class Stride:
    """Tells how long a run has to rest where it has come to: at a frame, at a part of one, or between.

    A part is a draw or a statement, whichever the speed counts.

    `arrive` first, then rest as long as `rest` says, then `go_on`. `clock` gives seconds of the user's time.
    """

    def __init__(self, speed: Speed, clock: Callable[[], float]) -> None:
        self.paused = False
        self._stepping = False
        self._held = False
        self._speed = speed
        self._frames = Pace(speed.frame_interval, clock)
        self._parts = Pace(speed.part_interval, clock)
        self._breaths = 0

    @property
    def speed(self) -> Speed:
        """A new speed starts at once."""
        return self._speed

    @speed.setter
    def speed(self, speed: Speed) -> None:
        self._speed = speed
        self._frames.interval = speed.frame_interval
        self._parts.interval = speed.part_interval

    @property
    def breaths(self) -> int:
        """In so many pieces a frame's work is shown, one for each sixtieth of the user's second."""
        if self.speed.unit is not Unit.FRAME:
            return 1
        return max(1, math.ceil(CONSOLE_PACE.rate / self.speed.rate))

    @property
    def leisurely(self) -> bool:
        """Whether there is time to show all that the run comes to."""
        return self.resting or self.speed.rate <= CONSOLE_PACE.rate

    @property
    def resting(self) -> bool:
        """Whether the run stands until the user does something."""
        return self._held or (self.paused and not self._stepping)

    def restart(self) -> None:
        """Whatever is next is due now."""
        self._frames.restart()
        self._parts.restart()

    # --- the user's side ---

    def act(self, action: Action) -> None:
        """Does what a key asks for: a pause, a step or another speed."""
        match action:
            case Action.PAUSE:
                self.pause()
            case Action.STEP:
                self.step()
            case Action.SLOWER:
                self.speed = slower(self.speed)
            case Action.FASTER:
                self.speed = faster(self.speed)
            case _:
                self.speed = NAMED[action]

    def pause(self) -> None:
        """Pauses, or goes on."""
        self.paused = not self.paused
        self.restart()

    def hold(self, held: bool) -> None:
        """Keeps the run where it is while the user reads something else, paused or not."""
        self._held = held
        self.restart()

    def step(self) -> None:
        """Goes on by one of what the speed counts, or to the next frame, and pauses there."""
        self.paused = self._stepping = True
        self.restart()

    def run(self) -> None:
        """Goes on without pause or step, and is held no longer."""
        self.paused = self._stepping = self._held = False

    # --- the run's side ---

    def arrive(self) -> None:
        """A frame has passed, a draw been made, a statement is next: here a step ends."""
        self._stepping = False

    def rest_at_frame(self) -> float:
        """Seconds to rest until the next frame may begin; infinity while paused."""
        return self._rest(self._frames.remaining())

    def rest_at_breath(self) -> float:
        """Seconds to rest in the middle of a frame."""
        part = min(self._breaths + 1, self.breaths) / self.breaths
        return self._rest(self._frames.remaining(part))

    def rest_at_part(self) -> float:
        """Seconds to rest until the next draw or statement may come."""
        return self._rest(self._parts.remaining())

    def _rest(self, remaining: float) -> float:
        return math.inf if self.resting else remaining

    def next_frame(self) -> None:
        """The next frame begins."""
        self._breaths = 0
        self._frames.go_on()

    def next_breath(self) -> None:
        """The frame goes on."""
        self._breaths += 1

    def next_part(self) -> None:
        """The run goes on to its next draw or statement."""
        self._parts.go_on()

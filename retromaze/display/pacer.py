"""Paces a run before a user, in the window and in the studio: its speed, its pauses, its single steps."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable
from dataclasses import dataclass

from retromaze.display.translation import _
from retromaze.machine.machine import FRAMES_PER_SECOND


class PaceUnit(enum.IntEnum):
    """The unit of a pace, the smallest first; at such a speed F3 steps by it."""

    STATEMENT = 1
    DRAW = 2
    FRAME = 3


UNITS = {unit.name.lower(): unit for unit in PaceUnit}
"""The units by the names that messages give them."""


@dataclass(frozen=True, order=True)
class Speed:
    """A speed in units a second, ordered from slow to fast: statements, draws, frames."""

    unit: PaceUnit
    rate: float

    @property
    def frame_interval(self) -> float:
        """Seconds that a frame takes at least: where something else is counted, the console's."""
        return 1 / (self.rate if self.unit is PaceUnit.FRAME else CONSOLE_PACE.rate)

    @property
    def part_interval(self) -> float:
        """Seconds that a draw or statement takes at least, whichever is counted."""
        return 0.0 if self.unit is PaceUnit.FRAME else 1 / self.rate

    def __str__(self) -> str:
        """`console's pace`, `full speed`, `4x`, `1/8`, `60 draws a second`, `1 statement a second`."""
        if self.unit is not PaceUnit.FRAME:
            return counted_words(self.unit, self.rate)
        if self == CONSOLE_PACE:
            return _("console's pace")
        if self == FULL_SPEED:
            return _("full speed")
        multiple = self.rate / FRAMES_PER_SECOND
        if multiple < 1 and (1 / multiple).is_integer():
            return f"1/{1 / multiple:.0f}"
        return f"{multiple:g}x"


def counted_words(unit: PaceUnit, rate: float) -> str:
    """Returns the words for a number of draws or statements a second."""
    if unit is PaceUnit.DRAW:
        words = _("{} draw a second") if rate == 1 else _("{} draws a second")
    else:
        words = _("{} statement a second") if rate == 1 else _("{} statements a second")
    return words.format(f"{rate:g}")


def times(multiple: float) -> Speed:
    """Returns a multiple of the console's pace."""
    return Speed(PaceUnit.FRAME, FRAMES_PER_SECOND * multiple)


def draws(rate: float) -> Speed:
    """Returns a speed in draws a second."""
    return Speed(PaceUnit.DRAW, rate)


def statements(rate: float) -> Speed:
    """Returns a speed in statements a second."""
    return Speed(PaceUnit.STATEMENT, rate)


def speed_of(unit: str, rate: float) -> Speed:
    """The speed of a unit's name, in any case; a rate of 0 is full speed. Raises ValueError for none."""
    kind = UNITS.get(unit.lower())
    if kind is not None and rate == 0:
        return FULL_SPEED
    if kind is None or not LOWEST_RATE <= rate < math.inf:
        raise ValueError(f"no speed of {rate} {unit}s")
    return times(rate / CONSOLE_PACE.rate) if kind is PaceUnit.FRAME else Speed(kind, rate)


LOWEST_RATE = 0.001
"""Units a second: nobody waits longer for one."""
CONSOLE_PACE = times(1)
FULL_SPEED = times(math.inf)
DRAWS = draws(60)
"""Draw by draw, as quickly as each can be shown."""
STATEMENTS = statements(4)
"""Statement by statement, as quickly as one can read along."""

SPEEDS = (
    statements(1),
    STATEMENTS,
    *map(statements, (15, 60)),
    *map(draws, (1, 4, 15)),
    DRAWS,
    *map(draws, (250, 1000)),
    *map(times, (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16)),
    FULL_SPEED,
)
"""The speeds that slower and faster step through."""


def slower(speed: Speed) -> Speed:
    """Returns the next speed below; the lowest stays."""
    return max((each for each in SPEEDS if each < speed), default=speed)


def faster(speed: Speed) -> Speed:
    """Returns the next speed above; full speed stays."""
    return min((each for each in SPEEDS if each > speed), default=speed)


# A computer that lags longer than this (seconds) is not made to hurry afterwards.
PATIENCE = 0.1


class Ticker:
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
        """Passes to the next moment, which is due an interval later."""
        self._due = max(self._due + self._interval, self._clock() - PATIENCE)


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
        self._frames, self._parts = Ticker(0.0, clock), Ticker(0.0, clock)
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
        """The number of interruptions in a frame's work; a slow frame is shown each sixtieth of a second."""
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
        """Seconds that a frame takes if its sounds are played; None where they are not.

        That is while single frames, draws or statements are looked at, and where a tune would be a chirp.
        """
        if self.paused or self.is_resting or self.speed.unit is not PaceUnit.FRAME:
            return None
        return self.speed.frame_interval if self.speed.rate <= FASTEST_HEARD * CONSOLE_PACE.rate else None

    def counts(self, unit: PaceUnit) -> bool:
        """Whether anybody waits for a unit of this kind."""
        return unit in self._step or unit is self.speed.unit

    def restart(self) -> None:
        """Makes the next frame and the next draw or statement due now."""
        self._frames.restart()
        self._parts.restart()

    # --- the user's side ---

    def play(self) -> None:
        """Lets the run continue by itself."""
        self.paused, self._step, self._held = False, NOWHERE, False
        self.restart()

    def pause(self) -> None:
        """Pauses, in the middle of a step too."""
        self.paused, self._step = True, NOWHERE

    def toggle(self) -> None:
        """Continues a paused run, or pauses it."""
        if self.paused and not self._step:
            self.paused = False
            self.restart()
        else:
            self.pause()

    def step(self, *units: PaceUnit) -> None:
        """Continues to the next of any of these units, and pauses there."""
        self.paused, self._step = True, frozenset(units)
        self.restart()

    def hold(self, held: bool) -> None:
        """Keeps the run where it is while the user reads something else, paused or not."""
        self._held = held
        self.restart()

    # --- the run's side ---

    def arrive(self, unit: PaceUnit) -> None:
        """Ends a step at this unit: before a statement, after a draw, after a frame."""
        if unit in self._step:
            self._step = NOWHERE

    def rest(self, unit: PaceUnit, *, idle: bool = False) -> float:
        """Seconds to rest here; infinity while the run stands. `idle` says that it only waits for input."""
        if self.is_resting:
            return math.inf
        if self.paused:
            return 0.0
        if unit is not PaceUnit.FRAME:
            return self._parts.remaining() if unit is self.speed.unit else 0.0
        if self.speed == FULL_SPEED and not idle:
            self._frames.restart()
            return 0.0
        return self._frames.remaining()

    def go_on(self, unit: PaceUnit) -> None:
        """Continues behind the unit."""
        if unit is PaceUnit.FRAME:
            self._yields = 0
            self._frames.go_on()
        else:
            self._parts.go_on()

    def arrive_amid(self) -> None:
        """Counts an interruption of the frame."""
        self._yields += 1

    def rest_amid(self) -> float:
        """Seconds to rest in the middle of a frame; infinity while the run stands."""
        if self.is_resting:
            return math.inf
        if self.paused or self.speed.unit is not PaceUnit.FRAME or self.speed >= CONSOLE_PACE:
            return 0.0
        return self._frames.remaining(min(self._yields / self.yields, 1.0))

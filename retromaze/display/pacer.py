"""Paces a run for a user, in the window and in the studio: its speed, its pauses, its single steps."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from retromaze.display.translation import _
from retromaze.machine.machine import FRAMES_PER_SECOND


class PaceUnit(enum.IntEnum):
    """The unit of a speed, the smallest first; a single step is one unit of the present speed."""

    STATEMENT = 1
    DRAW = 2
    FRAME = 3


UNITS = {unit.name.lower(): unit for unit in PaceUnit}
"""The units by their names in messages of the studio's page."""


@dataclass(frozen=True, order=True)
class Speed:
    """A speed in units a second, ordered from slow to fast: statements, draws, frames."""

    unit: PaceUnit
    rate: float

    @property
    def frame_interval(self) -> float:
        """The least seconds of a frame; the console's, if the speed is in draws or statements."""
        return 1 / (self.rate if self.unit is PaceUnit.FRAME else CONSOLE_PACE.rate)

    @property
    def draw_or_statement_interval(self) -> float:
        """The least seconds of a draw or statement, whichever is the unit; 0 if the unit is a frame."""
        return 0.0 if self.unit is PaceUnit.FRAME else 1 / self.rate

    def __str__(self) -> str:
        """`console's pace`, `full speed`, `4x`, `1/8`, `60 draws a second`, `1 statement a second`."""
        if self.unit is PaceUnit.DRAW:
            words = _("{} draw a second") if self.rate == 1 else _("{} draws a second")
            return words.format(f"{self.rate:g}")
        if self.unit is PaceUnit.STATEMENT:
            words = _("{} statement a second") if self.rate == 1 else _("{} statements a second")
            return words.format(f"{self.rate:g}")
        if self == CONSOLE_PACE:
            return _("console's pace")
        if self == FULL_SPEED:
            return _("full speed")
        multiple = self.rate / FRAMES_PER_SECOND
        # `1/8`; a multiple such as 0.3 is no whole part and stays decimal
        if multiple < 1 and (1 / multiple).is_integer():
            return f"1/{1 / multiple:.0f}"
        return f"{multiple:g}x"


def speed_in_frames(multiple: float) -> Speed:
    """Returns the speed that is a multiple of the console's."""
    return Speed(PaceUnit.FRAME, FRAMES_PER_SECOND * multiple)


speed_in_draws = partial(Speed, PaceUnit.DRAW)
speed_in_statements = partial(Speed, PaceUnit.STATEMENT)


def speed_from_unit(unit: str, rate: float) -> Speed:
    """Returns the speed of `rate` units a second; 0 is full speed. Raises ValueError for an invalid one.

    The unit's name may be in upper or lower case.
    """
    kind = UNITS.get(unit.lower())
    if kind is not None and rate == 0:
        return FULL_SPEED
    if kind is None or not LOWEST_RATE <= rate < math.inf:
        raise ValueError(f"no speed of {rate} {unit}s")
    return Speed(kind, rate)


LOWEST_RATE = 0.001
"""The lowest rate in units a second."""
CONSOLE_PACE = speed_in_frames(1)
FULL_SPEED = speed_in_frames(math.inf)
DRAWS = speed_in_draws(60)
"""Draw by draw, as fast as the display can show each."""
STATEMENTS = speed_in_statements(4)
"""Statement by statement, as fast as a user can follow."""

SPEEDS = (
    speed_in_statements(1),
    STATEMENTS,
    *map(speed_in_statements, (15, 60)),
    *map(speed_in_draws, (1, 4, 15)),
    DRAWS,
    *map(speed_in_draws, (250, 1000)),
    *map(speed_in_frames, (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16)),
    FULL_SPEED,
)
"""The speeds that slower and faster step through."""


def slower(speed: Speed) -> Speed:
    """Returns the next speed below; the lowest stays."""
    # speeds are ordered by unit first: statements, draws, frames
    return max((each for each in SPEEDS if each < speed), default=speed)


def faster(speed: Speed) -> Speed:
    """Returns the next speed above; full speed stays."""
    return min((each for each in SPEEDS if each > speed), default=speed)


PATIENCE = 0.1
"""A computer that lags by more than these seconds does not catch up afterwards."""


class Ticker:
    """Moments that are `interval` seconds apart, by `clock`; `_due` is the time of the next one."""

    def __init__(self, interval: float, clock: Callable[[], float]) -> None:
        self._interval = interval
        self._clock = clock
        self._due = clock()

    def change(self, interval: float) -> None:
        """Changes the seconds from one moment to the next; the next moment is due now."""
        self._interval = interval
        self.restart()

    def restart(self) -> None:
        """Makes the next moment due now."""
        self._due = self._clock()

    def remaining(self, part: float = 1.0) -> float:
        """Returns the seconds until `part` of the interval to the next moment is over; 0 or less if it is."""
        return self._due - (1 - part) * self._interval - self._clock()

    def advance(self) -> None:
        """Advances to the next moment, an interval later; a long delay is not caught up."""
        self._due = max(self._due + self._interval, self._clock() - PATIENCE)


FASTEST_HEARD = 2
"""The highest speed at which sound is played, as a multiple of the console's pace."""
NO_UNITS: frozenset[PaceUnit] = frozenset()


class Pacer:
    """Computes how long a run has to rest: at a statement, a draw, a frame, or in the middle of a frame.

    A front end calls `end_step`, rests as long as `seconds_to_rest` says, then calls `schedule_next`; in the
    middle of a frame it calls `count_yield` and `rest_within_frame`. `clock` returns seconds of the user's
    time. `yields` is the least number of interruptions of a frame, in which a front end reads its events.

    `paused`: the run only moves by single steps. `_step_ends` has the units at any of which the present step
    ends; it is empty while no step is made. `_steps_left` counts the steps still to be made, each to these
    units. `_is_held` is True between `hold(True)` and `hold(False)`. `_yields` counts the interruptions of
    this frame. `_frames` and `_draws_or_statements` say when the next of these is due.
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
        self._step_ends: frozenset[PaceUnit] = NO_UNITS
        self._steps_left = 0
        self._is_held = False
        self._least_yields = yields
        self._yields = 0
        self._frames, self._draws_or_statements = Ticker(0.0, clock), Ticker(0.0, clock)
        self.speed = speed

    @property
    def speed(self) -> Speed:
        """The speed; a new one takes effect at once."""
        return self._speed

    @speed.setter
    def speed(self, speed: Speed) -> None:
        self._speed = speed
        # At full speed, too, a program that only waits for input runs at the console's pace.
        self._frames.change((CONSOLE_PACE if speed == FULL_SPEED else speed).frame_interval)
        self._draws_or_statements.change(speed.draw_or_statement_interval)

    @property
    def yields(self) -> int:
        """The number of interruptions in a frame's work: a slow frame is shown each sixtieth of a second."""
        # a speed in draws or statements rests there, so it needs no more interruptions
        if self.speed.unit is not PaceUnit.FRAME:
            return self._least_yields
        return max(self._least_yields, math.ceil(CONSOLE_PACE.rate / self.speed.rate))

    @property
    def is_leisurely(self) -> bool:
        """Whether the run is slow enough to show each picture."""
        return self.is_resting or self.speed.rate <= CONSOLE_PACE.rate

    @property
    def is_resting(self) -> bool:
        """Whether the run is stopped until the user does something."""
        return self._is_held or (self.paused and not self._step_ends)

    @property
    def sound_interval(self) -> float | None:
        """The seconds of a frame while sounds are played; None while they are not.

        They are not played during single steps, at speeds in draws or statements, and at very high speeds.
        """
        if self.paused or self.is_resting or self.speed.unit is not PaceUnit.FRAME:
            return None
        return self.speed.frame_interval if self.speed.rate <= FASTEST_HEARD * CONSOLE_PACE.rate else None

    def counts_unit(self, unit: PaceUnit) -> bool:
        """Whether the speed or the present step counts this unit."""
        return unit in self._step_ends or unit is self.speed.unit

    def restart(self) -> None:
        """Makes the next frame and the next draw or statement due now."""
        self._frames.restart()
        self._draws_or_statements.restart()

    # --- the user's side ---

    def play(self) -> None:
        """Lets the run continue by itself."""
        self.paused, self._step_ends, self._is_held = False, NO_UNITS, False
        self.restart()

    def pause(self) -> None:
        """Pauses, in the middle of a step too."""
        self.paused, self._step_ends = True, NO_UNITS

    def toggle(self) -> None:
        """Pauses a run that goes on, and continues a paused one."""
        # during a single step the run moves, so that the key pauses it again
        if self.paused and not self._step_ends:
            self.paused = False
            self.restart()
        else:
            self.pause()

    def step(self, *units: PaceUnit) -> None:
        """Continues to the next of any of these units, and pauses there.

        A step that is requested during such a step follows it; one to other units replaces it, as its end may
        never come.
        """
        self._steps_left = self._steps_left + 1 if self._step_ends == frozenset(units) else 1
        self.paused, self._step_ends = True, frozenset(units)
        self.restart()

    def hold(self, is_held: bool) -> None:
        """Stops the run until `hold(False)`, paused or not, for instance while the user reads the help."""
        self._is_held = is_held
        self.restart()

    # --- the run's side ---

    def end_step(self, unit: PaceUnit) -> None:
        """Ends a step at this unit: before a statement, after a draw, after a frame."""
        if unit in self._step_ends:
            self._steps_left -= 1
            if not self._steps_left:
                self._step_ends = NO_UNITS

    def seconds_to_rest(self, unit: PaceUnit, *, idle: bool = False) -> float:
        """Returns the seconds to rest at a unit; infinity while the run is stopped.

        `idle`: whether the program only waits for input.
        """
        if self.is_resting:
            return math.inf
        if self.paused:
            # a single step is made as fast as possible
            return 0.0
        if unit is not PaceUnit.FRAME:
            return self._draws_or_statements.remaining() if unit is self.speed.unit else 0.0
        if self.speed == FULL_SPEED and not idle:
            # so that a later idle frame is not hurried to catch up
            self._frames.restart()
            return 0.0
        return self._frames.remaining()

    def schedule_next(self, unit: PaceUnit) -> None:
        """Makes the next unit due; called after the rest."""
        if unit is PaceUnit.FRAME:
            self._yields = 0
            self._frames.advance()
        else:
            self._draws_or_statements.advance()

    def count_yield(self) -> None:
        """Counts a yield, an interruption in the middle of a frame's work."""
        self._yields += 1

    def rest_within_frame(self) -> float:
        """Returns the seconds to rest within a frame, to spread a slow one; infinity while it is stopped."""
        if self.is_resting:
            return math.inf
        # only a frame that is slower than the console's is long enough to be spread over its yields
        if self.paused or self.speed.unit is not PaceUnit.FRAME or self.speed >= CONSOLE_PACE:
            return 0.0
        return self._frames.remaining(min(self._yields / self.yields, 1.0))

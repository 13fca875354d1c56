"""The speeds of a run: so many frames, draws or statements a second."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass

from retromaze.display.translation import _
from retromaze.machine.machine import FRAMES_PER_SECOND


class PaceUnit(enum.IntEnum):
    """What a run goes on by, the smallest first; what F3 goes on by at such a speed."""

    STATEMENT = 1
    DRAW = 2
    FRAME = 3


UNITS = {unit.name.lower(): unit for unit in PaceUnit}
"""The units by the names that messages give them."""


@dataclass(frozen=True, order=True)
class Speed:
    """So many units a second; the slower is the lesser: statements before draws before frames."""

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
    """So many draws or statements a second."""
    if unit is PaceUnit.DRAW:
        words = _("{} draw a second") if rate == 1 else _("{} draws a second")
    else:
        words = _("{} statement a second") if rate == 1 else _("{} statements a second")
    return words.format(f"{rate:g}")


def times(multiple: float) -> Speed:
    """A multiple of the console's pace."""
    return Speed(PaceUnit.FRAME, FRAMES_PER_SECOND * multiple)


def draws(rate: float) -> Speed:
    """So many draws a second."""
    return Speed(PaceUnit.DRAW, rate)


def statements(rate: float) -> Speed:
    """So many statements a second."""
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
    """The next speed below; the lowest stays."""
    return max((each for each in SPEEDS if each < speed), default=speed)


def faster(speed: Speed) -> Speed:
    """The next speed above; full speed stays."""
    return min((each for each in SPEEDS if each > speed), default=speed)

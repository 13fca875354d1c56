"""How fast a run goes on in front of somebody: so many frames or draws a second, and the ladder of speeds."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass

FRAMES_A_SECOND = 60


class Unit(enum.IntEnum):
    """What a run goes on by, the smallest first; what F3 goes on by at such a speed."""

    DRAW = 1
    FRAME = 2


@dataclass(frozen=True, order=True)
class Speed:
    """So many units a second; the slower is the lesser, and draws are slower than frames."""

    unit: Unit
    rate: float

    @property
    def frame_interval(self) -> float:
        """Seconds that a frame takes at least: where draws are counted, those of the slowest frames."""
        return 1 / (self.rate if self.unit is Unit.FRAME else SLOWEST_FRAMES.rate)

    @property
    def draw_interval(self) -> float:
        """Seconds that a draw takes at least."""
        return 1 / self.rate if self.unit is Unit.DRAW else 0.0

    def __str__(self) -> str:
        """`console's pace`, `full speed`, `4x`, `1/8`, `60 draws a second`."""
        if self.unit is Unit.DRAW:
            return f"{self.rate:g} {'draw' if self.rate == 1 else 'draws'} a second"
        if self == CONSOLE_PACE:
            return "console's pace"
        if self == FULL_SPEED:
            return "full speed"
        multiple = self.rate / FRAMES_A_SECOND
        if multiple < 1 and (1 / multiple).is_integer():
            return f"1/{1 / multiple:.0f}"
        return f"{multiple:g}x"


def times(multiple: float) -> Speed:
    """A multiple of the console's pace."""
    return Speed(Unit.FRAME, FRAMES_A_SECOND * multiple)


def draws(rate: float) -> Speed:
    """So many draws a second."""
    return Speed(Unit.DRAW, rate)


CONSOLE_PACE = times(1)
FULL_SPEED = times(math.inf)
SLOWEST_FRAMES = times(1 / 16)
DRAWS = draws(60)
"""Draw by draw, as quickly as each can be shown."""

SPEEDS = (
    *map(draws, (1, 4, 15)),
    DRAWS,
    *map(draws, (250, 1000)),
    SLOWEST_FRAMES,
    *map(times, (1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16)),
    FULL_SPEED,
)
"""The speeds that slower and faster step through."""


def slower(speed: Speed) -> Speed:
    """The next speed below; the lowest stays."""
    return max((each for each in SPEEDS if each < speed), default=speed)


def faster(speed: Speed) -> Speed:
    """The next speed above; full speed stays."""
    return min((each for each in SPEEDS if each > speed), default=speed)

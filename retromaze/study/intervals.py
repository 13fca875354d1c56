"""Means and shares of a sample, with their 95 % confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Z = 1.959964
"""Standard deviations to each side that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and its 95 % interval; `least` and `most` are the extremes of the sample."""

    mean: float
    low: float
    high: float
    least: float
    most: float
    count: int

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def mean_interval(values: Sequence[float]) -> Interval | None:
    """The mean of a sample, by the normal approximation; None for an empty one."""
    if not values:
        return None
    count = len(values)
    mean = math.fsum(values) / count
    variance = math.fsum((value - mean) ** 2 for value in values) / max(count - 1, 1)
    margin = Z * math.sqrt(variance / count)
    return Interval(mean, mean - margin, mean + margin, min(values), max(values), count)


def share_interval(hits: int, count: int) -> Interval:
    """The share `hits` / `count` (count at least 1), 0 to 1, with Wilson's score interval.

    Unlike the normal approximation it stays within 0 to 1 and says something about 0 hits too.
    Source: E. B. Wilson, 1927, Journal of the American Statistical Association 22.
    """
    share = hits / count
    scale = 1 + Z * Z / count
    middle = (share + Z * Z / (2 * count)) / scale
    margin = Z / scale * math.sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    low = 0.0 if hits == 0 else middle - margin
    high = 1.0 if hits == count else middle + margin
    return Interval(share, low, high, float(hits > count - 1), float(hits > 0), count)

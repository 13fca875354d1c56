"""Ranges of numbers, as annotations of arguments and results name them."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers from `low` to `high`, both included."""

    low: float = -inf
    high: float = inf


TRUTH = Range(0, 1)

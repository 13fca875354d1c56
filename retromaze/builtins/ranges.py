"""Ranges of numbers, as annotations of arguments and results name them."""

from __future__ import annotations

from collections.abc import Container
from math import inf, ulp
from typing import NamedTuple


class Range(NamedTuple):
    """The numbers from `low` to `high`, both included, without those in the `gap`.

    Where an argument is none of them, the word ends in OutOfRange; it is IllegalFunctionCall for those that
    are `illegal`. Which number is none (nan) is neither here nor there, and passes.
    """

    low: float = -inf
    high: float = inf
    gap: Container[int] = ()
    illegal: tuple[int, ...] = ()

    def refuses(self, value: float) -> bool:
        """Whether it is OutOfRange."""
        return value < self.low or value > self.high or value in self.gap

    @property
    def is_plain(self) -> bool:
        """Whether its two ends are all that there is to it."""
        return not self.gap and not self.illegal


class Length(NamedTuple):
    """The texts of so many characters at `most`."""

    most: int


TRUTH = Range(0, 1)
COUNT = Range(0)
POSITIVE = Range(ulp(0.0))
"""Above 0."""


def range_of(valid: range) -> Range:
    """The numbers of a Python range."""
    return Range(valid[0], valid[-1])

"""Chance: the eight series of random numbers.

Source: manual, Mathematics; language reference, 5.1 and 7.
"""

from __future__ import annotations

from retromaze.builtins.handling import Change, Look
from retromaze.builtins.registry import builtin, form
from retromaze.errors import OutOfRange
from retromaze.language.integers import LARGEST
from retromaze.machine.machine import Machine
from retromaze.machine.rng import SERIES


@builtin("RND", method="rng.below", within=(1, LARGEST), changes=Change.MACHINE, looks=Look.MACHINE)
def random_below(m: Machine, bound: int) -> int:
    """RND(bound) is a whole number from 0 to bound - 1 of series 0."""
    # written out: the commonest of all draws
    return m.rng.below(bound) if bound > 0 else drawn(m, 0, bound, 1)


@form("RND", changes=Change.MACHINE, looks=Look.MACHINE)
def random_below_of(m: Machine, series: int, bound: int) -> int:
    """RND(series,bound) draws from one of the series 0 to 7; RND(0) is 0.

    Unverified: that a bound of 0 takes no step of the series.
    """
    check_series(series)
    return drawn(m, series, bound, 2)


def drawn(m: Machine, series: int, bound: int, argument: int) -> int:
    if bound < 1:
        if bound < 0:
            raise OutOfRange(argument=argument)
        return 0
    return m.rng.below(bound, series)


@builtin("RNDF", cost=6, changes=Change.MACHINE, looks=Look.MACHINE, method="rng.fraction", detour=True)
def random_fraction(m: Machine, series: int = 0) -> float:
    """RNDF([series]) is a real from 0 up to, but not including, 1."""
    check_series(series)
    return m.rng.fraction(series)


@builtin("RANDOMIZE", cost=24)
def randomize(m: Machine, series: int, seed: int = 0) -> None:
    """RANDOMIZE series[,seed] starts a series anew; without a seed, or with 0, the machine chooses one.

    Unverified: the console takes that one from chance; here it follows from the seed of the run.
    """
    check_series(series)
    m.rng.seed(seed or m.fresh_seed(), series)


def check_series(series: int) -> None:
    if not 0 <= series < SERIES:
        raise OutOfRange(argument=1)

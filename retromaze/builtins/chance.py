"""Chance: the eight series of random numbers.

Source: manual, Mathematics; language reference, 5.1 and 7.
"""

from __future__ import annotations

from typing import Annotated

from retromaze.builtins.form import COUNT, Change, Range, Reads
from retromaze.builtins.registry import builtin, form
from retromaze.language.numbers import LARGEST
from retromaze.machine.machine import Machine
from retromaze.machine.rng import SERIES

Series = Annotated[int, Range(0, SERIES - 1)]


@builtin(
    "RND",
    method="rng.below",
    within=(0, LARGEST),
    checks_itself=True,
    changes=Change.MACHINE,
    reads=Reads.MACHINE,
    fails=False,
)
def random_below(m: Machine, bound: Annotated[int, COUNT]) -> int:
    """RND(bound) is a whole number from 0 to bound - 1 of series 0."""
    # the method checks the range itself: the commonest of all draws shall be one call
    return m.rng.below(bound)


@form("RND", changes=Change.MACHINE, reads=Reads.MACHINE, fails=False)
def random_below_of(m: Machine, series: Series, bound: Annotated[int, COUNT]) -> int:
    """RND(series,bound) draws from one of the series 0 to 7; RND(0) is 0."""
    return m.rng.below(bound, series)


@builtin("RNDF", cost=6, changes=Change.MACHINE, reads=Reads.MACHINE, method="rng.fraction", fails=False)
def random_fraction(m: Machine, series: Series = 0) -> float:
    """RNDF([series]) is a real from 0 up to, but not including, 1."""
    return m.rng.fraction(series)


@builtin("RANDOMIZE", cost=24)
def randomize(m: Machine, series: Series, seed: int = 0) -> None:
    """RANDOMIZE series[,seed] starts a series again; without a seed, or with 0, the machine chooses one.

    Unverified: the console takes that one from chance; here it follows from the seed of the run.
    """
    m.rng.seed(seed or m.fresh_seed(), series)

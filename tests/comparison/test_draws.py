"""Random draws: the first one that parts is told itself, with both lines."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from retromaze.comparison import Listing, compare_programs
from retromaze.comparison.difference import Difference
from retromaze.machine.machine import Machine
from retromaze.machine.rng import Rng


def found(listing: str, port: Callable[[Machine], None]) -> Difference | None:
    return compare_programs(Listing(listing, "a.bas"), port, seed=1).difference


@pytest.mark.parametrize(
    ("listing", "draws", "kind", "words"),
    [
        (
            "A=RND(4):B=RND(7)",
            lambda rng: (rng.below(7), rng.below(4)),
            "random draw",
            "listing line 1 takes below(4), port takes below(7) before it",
        ),
        (
            "A=RND(4):B=RND(7)",
            lambda rng: (rng.below(4), rng.raw(), rng.below(7)),
            "extra event",
            "listing line 1 takes below(7), port takes raw() before it",
        ),
        (
            "A=RND(2,4):B=RND(4)",
            lambda rng: (rng.below(4), rng.below(4, 2)),
            "random draw",
            "listing line 1 takes below(4, 2), port takes below(4) before it",
        ),
        (
            "RANDOMIZE 0,7:A=RND(9)",
            lambda rng: (rng.below(9), rng.seed(7)),
            "random draw",
            "listing line 1 starts a random series by seed(7), port takes below(9) before it",
        ),
        (
            "A=RNDF()",
            lambda rng: rng.fraction(1),
            "random draw",
            "listing line 1 takes fraction(), port takes fraction(1)",
        ),
    ],
)
def test_a_random_draw_in_another_order_is_told_where_it_is(
    listing: str, draws: Callable[[Rng], object], kind: str, words: str
) -> None:
    made = found(f"{listing}\nGPSET A,B", lambda machine: draws(machine.rng))
    assert made is not None
    assert (made.kind, made.listing.line, made.words) == (kind, 1, words)
    assert made.port.line

"""Random draws: the first one that parts is told itself, with both lines."""

from collections.abc import Callable

from retromaze.machine.machine import Machine
from retromaze.machine.rng import Rng
from tests.comparison.diagonal import found


def test_a_random_draw_in_another_order_is_told_where_it_is() -> None:
    cases: list[tuple[str, Callable[[Rng], object], str, str]] = [
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
    ]
    told = []
    for listing, draws, _, _ in cases:
        made = found(f"{listing}\nGPSET A,B", lambda machine, draws=draws: draws(machine.rng))  # type: ignore[misc]
        assert made is not None
        assert (made.listing.line, bool(made.port.line)) == (1, True)
        told.append((listing, draws, made.kind, made.words))
    assert told == cases


EXCHANGED = """\
FOR I=0 TO 9
X=RND(40)
Y=RND(40)
GPSET X,Y
NEXT
"""


def test_two_draws_below_one_bound_are_told_where_they_are_exchanged() -> None:
    def port(machine: Machine) -> None:
        for _ in range(10):
            y = machine.rng.below(40)
            x = machine.rng.below(40)
            machine.screen.point(x, y)

    made = found(EXCHANGED, port)
    first = port.__code__.co_firstlineno
    assert made is not None
    assert made.sentence == (
        "frame 0, event 1: listing line 2 takes below(40) = 29 and then line 3 takes below(40) = 33, port has"
        f" them exchanged in lines {first + 2} and {first + 3}:"
        " listing line 4 draws point(29, 33), port draws point(33, 29)"
    )
    assert (made.kind, made.listing.line, made.port.line) == ("random draw", 2, first + 2)
    assert made.port.text == "y = machine.rng.below(40)"


def test_what_exchanging_does_not_mend_is_told_as_it_is() -> None:
    def port(machine: Machine) -> None:
        for number in range(10):
            y = machine.rng.below(40)
            x = machine.rng.below(40)
            machine.screen.point(x, y + number // 5)

    made = found(EXCHANGED, port)
    assert made is not None
    assert made.words == "listing line 4 draws point(29, 33), port draws point(33, 29)"

"""The moments at which frames and draws are due."""

import pytest

from retromaze.display.pace import Pace

SIXTIETH = 1 / 60


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_moments_are_an_interval_apart() -> None:
    clock = Clock()
    pace = Pace(SIXTIETH, clock)
    assert pace.remaining() == 0
    pace.go_on()
    assert pace.remaining() == pytest.approx(SIXTIETH)
    clock.now += SIXTIETH
    pace.go_on()
    assert pace.remaining() == pytest.approx(SIXTIETH)


def test_a_part_of_the_way_is_there_sooner() -> None:
    clock = Clock()
    pace = Pace(1.0, clock)
    pace.go_on()
    clock.now += 0.25
    assert [pace.remaining(part) for part in (0, 0.25, 0.5, 1)] == pytest.approx([-0.25, 0, 0.25, 0.75])


def test_a_late_moment_does_not_delay_those_after_it() -> None:
    clock = Clock()
    pace = Pace(SIXTIETH, clock)
    pace.go_on()
    clock.now += 1.5 / 60
    pace.go_on()
    assert pace.remaining() == pytest.approx(0.5 / 60)


def test_after_a_long_pause_nobody_hurries() -> None:
    clock = Clock()
    pace = Pace(SIXTIETH, clock)
    clock.now += 10
    pace.go_on()
    assert pace.remaining() == pytest.approx(-0.1)


def test_a_new_interval_starts_at_once() -> None:
    clock = Clock()
    pace = Pace(16 / 60, clock)
    pace.go_on()
    assert pace.remaining() == pytest.approx(16 / 60)
    pace.interval = SIXTIETH
    assert (pace.interval, pace.remaining()) == (SIXTIETH, 0)

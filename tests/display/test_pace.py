"""The times at which frames are due."""

import math

import pytest

from retromaze.display.pace import Pace


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_frames_are_due_a_sixtieth_of_a_second_apart() -> None:
    clock = Clock()
    pace = Pace(1.0, clock)
    assert pace.remaining() == 0
    pace.next_frame()
    assert pace.remaining() == pytest.approx(1 / 60)
    clock.now += 1 / 60
    pace.next_frame()
    assert pace.remaining() == pytest.approx(1 / 60)


def test_a_late_frame_does_not_delay_those_after_it() -> None:
    clock = Clock()
    pace = Pace(1.0, clock)
    pace.next_frame()
    clock.now += 1.5 / 60
    pace.next_frame()
    assert pace.remaining() == pytest.approx(0.5 / 60)


def test_after_a_long_pause_nobody_hurries() -> None:
    clock = Clock()
    pace = Pace(1.0, clock)
    clock.now += 10
    pace.next_frame()
    assert pace.remaining() == pytest.approx(-0.1)


@pytest.mark.parametrize(("speed", "interval"), [(2.0, 1 / 120), (0.5, 1 / 30), (math.inf, 0.0)])
def test_the_speed_divides_the_interval(speed: float, interval: float) -> None:
    assert Pace(speed, Clock()).interval == pytest.approx(interval)


def test_a_new_speed_starts_at_once() -> None:
    clock = Clock()
    pace = Pace(1 / 16, clock)
    pace.next_frame()
    assert pace.remaining() == pytest.approx(16 / 60)
    pace.speed = 1.0
    assert pace.remaining() == 0

"""The ladder of speeds, and their names."""

import math

import pytest

from retromaze.display.speeds import (
    CONSOLE_PACE,
    FULL_SPEED,
    SPEEDS,
    draws,
    faster,
    slower,
    speed_of,
    statements,
    times,
)


def test_faster_and_slower_walk_the_ladder_and_stop_at_its_ends() -> None:
    assert [faster(speed) for speed in SPEEDS] == [*SPEEDS[1:], FULL_SPEED]
    assert [slower(speed) for speed in SPEEDS] == [SPEEDS[0], *SPEEDS[:-1]]


def test_below_the_slowest_draws_statements_are_counted() -> None:
    assert slower(draws(1)) == statements(60)
    assert faster(statements(60)) == draws(1)


def test_below_the_slowest_frames_draws_are_counted() -> None:
    assert slower(times(1 / 16)) == draws(1000)
    assert faster(draws(1000)) == times(1 / 16)
    assert sorted(SPEEDS) == list(SPEEDS)


def test_a_speed_between_two_rungs_goes_to_the_next() -> None:
    assert (slower(times(3)), faster(times(3))) == (times(2), times(4))
    assert (slower(times(0.01)), faster(times(0.01))) == (draws(1000), times(1 / 16))
    assert (slower(draws(100)), faster(draws(100)), slower(draws(0.5))) == (
        draws(60),
        draws(250),
        statements(60),
    )
    assert slower(statements(0.5)) == statements(0.5)
    assert faster(times(100)) == FULL_SPEED


def test_a_speed_has_intervals_of_frames_and_draws() -> None:
    intervals = {
        CONSOLE_PACE: (1 / 60, 0.0),
        times(2): (1 / 120, 0.0),
        times(1 / 16): (16 / 60, 0.0),
        FULL_SPEED: (0.0, 0.0),
        draws(250): (1 / 60, 1 / 250),
        draws(1): (1 / 60, 1.0),
        statements(4): (1 / 60, 1 / 4),
    }
    assert {speed: (speed.frame_interval, speed.part_interval) for speed in intervals} == {
        speed: pytest.approx(wanted) for speed, wanted in intervals.items()
    }


def test_speeds_have_names() -> None:
    names = {
        times(1): "console's pace",
        times(math.inf): "full speed",
        times(4): "4x",
        times(1.5): "1.5x",
        times(0.125): "1/8",
        times(0.3): "0.3x",
        draws(60): "60 draws a second",
        draws(1): "1 draw a second",
        statements(1): "1 statement a second",
        statements(15): "15 statements a second",
    }
    assert {speed: str(speed) for speed in names} == names


def test_speeds_by_their_names() -> None:
    wanted = {
        ("frame", 60): CONSOLE_PACE,
        ("frame", 0): FULL_SPEED,
        ("statement", 0): FULL_SPEED,
        ("draw", 15): draws(15),
        ("Statement", 1): statements(1),
    }
    assert {(unit, rate): speed_of(unit, rate) for unit, rate in wanted} == wanted


def test_speeds_that_are_none() -> None:
    none = [("hour", 1), ("frame", -1), ("frame", math.inf), ("frame", math.nan), ("draw", 1e-308)]
    for unit, rate in none:
        with pytest.raises(ValueError, match="no speed of"):
            speed_of(unit, rate)

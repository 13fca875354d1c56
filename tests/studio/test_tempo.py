"""How long a run rests where it comes to."""

from __future__ import annotations

import math

import pytest

from retromaze.display.speeds import CONSOLE_PACE, FULL_SPEED, Unit, draws, statements, times
from retromaze.studio.tempo import Tempo, speed_of


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tempo(clock: Clock) -> Tempo:
    made = Tempo(clock)
    made.play()
    return made


def test_it_begins_paused(clock: Clock) -> None:
    made = Tempo(clock)
    assert made.paused
    assert made.rest(Unit.FRAME, idle=False) == math.inf
    assert made.rest_between(0.5) == math.inf


def test_frames_come_at_the_console_s_pace(tempo: Tempo, clock: Clock) -> None:
    tempo.go_on(Unit.FRAME)
    assert tempo.rest(Unit.FRAME, idle=False) == pytest.approx(1 / 60)
    clock.now = 1 / 60
    assert tempo.rest(Unit.FRAME, idle=False) == pytest.approx(0)
    assert tempo.rest(Unit.STATEMENT, idle=False) == 0


def test_statements_are_rested_at_where_they_are_counted(tempo: Tempo) -> None:
    tempo.speed = statements(4)
    tempo.go_on(Unit.STATEMENT)
    assert tempo.rest(Unit.STATEMENT, idle=False) == pytest.approx(1 / 4)
    assert tempo.rest(Unit.DRAW, idle=False) == 0
    assert tempo.counts(Unit.STATEMENT) and not tempo.counts(Unit.DRAW)


def test_full_speed_rests_nowhere_but_where_a_program_only_waits(tempo: Tempo, clock: Clock) -> None:
    tempo.speed = FULL_SPEED
    for _ in range(1000):
        assert tempo.rest(Unit.FRAME, idle=False) == 0
        tempo.go_on(Unit.FRAME)
    assert tempo.rest(Unit.FRAME, idle=True) == pytest.approx(1 / 60)


def test_a_step_ends_at_its_own_unit(tempo: Tempo) -> None:
    tempo.pause()
    tempo.step(Unit.DRAW)
    tempo.arrive(Unit.STATEMENT)
    assert tempo.rest(Unit.STATEMENT, idle=False) == 0
    tempo.arrive(Unit.DRAW)
    assert tempo.rest(Unit.DRAW, idle=False) == math.inf


def test_slow_frames_grow_before_one_s_eyes(tempo: Tempo) -> None:
    tempo.speed = times(1 / 16)
    assert tempo.breaths == 16
    tempo.go_on(Unit.FRAME)
    assert tempo.rest_between(1 / 2) == pytest.approx(8 / 60)
    tempo.speed = CONSOLE_PACE
    assert tempo.rest_between(1 / 2) == 0


@pytest.mark.parametrize(
    ("unit", "rate", "speed"),
    [
        ("frame", 60, CONSOLE_PACE),
        ("frame", 0, FULL_SPEED),
        ("statement", 0, FULL_SPEED),
        ("draw", 15, draws(15)),
        ("statement", 1, statements(1)),
    ],
)
def test_speeds_by_their_names(unit: str, rate: float, speed: object) -> None:
    assert speed_of(unit, rate) == speed


@pytest.mark.parametrize(
    ("unit", "rate"), [("hour", 1), ("frame", -1), ("frame", math.inf), ("frame", math.nan)]
)
def test_speeds_that_are_none(unit: str, rate: float) -> None:
    with pytest.raises(ValueError, match="no speed of"):
        speed_of(unit, rate)

"""How long a run rests where it has come to."""

from __future__ import annotations

import math

import pytest

from retromaze.display.pacer import Pacer
from retromaze.display.speeds import CONSOLE_PACE, FULL_SPEED, PaceUnit, Speed, draws, statements, times


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def begun(speed: Speed) -> tuple[Pacer, Clock]:
    """A pacer in the middle of the run, where a frame and a draw have just gone by."""
    clock = Clock()
    pacer = Pacer(clock, speed)
    pacer.go_on(PaceUnit.FRAME)
    pacer.go_on(PaceUnit.DRAW)
    return pacer, clock


def test_a_speed_says_how_often_is_shown_what_has_become() -> None:
    wanted = {
        FULL_SPEED: (1, False),
        times(2): (1, False),
        CONSOLE_PACE: (1, True),
        times(0.3): (4, True),
        times(1 / 16): (16, True),
        draws(250): (1, False),
        draws(60): (1, True),
    }
    found = {}
    for speed in wanted:
        pacer, _ = begun(speed)
        found[speed] = (pacer.yields, pacer.is_leisurely)
        pacer.pause()
        assert pacer.is_leisurely, speed
    assert found == wanted


def test_a_front_end_may_want_more_yields() -> None:
    pacer = Pacer(Clock(), yields=4)
    assert pacer.yields == 4
    pacer.speed = times(1 / 16)
    assert pacer.yields == 16
    pacer.speed = statements(1)
    assert pacer.yields == 4


def test_the_yields_of_a_slow_frame_share_its_time() -> None:
    pacer, _ = begun(times(1 / 4))
    rests = []
    for _ in range(6):
        pacer.arrive_amid()
        rests.append(pacer.rest_amid() * 60)
    assert rests == pytest.approx([1, 2, 3, 4, 4, 4])
    assert pacer.rest(PaceUnit.FRAME) * 60 == pytest.approx(4)
    pacer.go_on(PaceUnit.FRAME)
    pacer.arrive_amid()
    assert pacer.rest_amid() * 60 == pytest.approx(5)


def test_a_frame_that_is_not_slow_rests_at_its_end_alone() -> None:
    for speed in (CONSOLE_PACE, times(2), FULL_SPEED, draws(60)):
        pacer, _ = begun(speed)
        pacer.arrive_amid()
        assert pacer.rest_amid() == 0, speed


def test_draws_and_frames_are_paced_apart() -> None:
    pacer, clock = begun(draws(40))
    assert (pacer.rest(PaceUnit.DRAW), pacer.rest(PaceUnit.FRAME)) == pytest.approx((1 / 40, 1 / 60))
    clock.now += 1 / 40
    pacer.go_on(PaceUnit.DRAW)
    assert (pacer.rest(PaceUnit.DRAW), pacer.rest(PaceUnit.FRAME)) == pytest.approx((1 / 40, 1 / 60 - 1 / 40))


def test_only_what_the_speed_counts_rests_between_frames() -> None:
    pacer, _ = begun(statements(4))
    assert (pacer.rest(PaceUnit.STATEMENT), pacer.rest(PaceUnit.DRAW)) == (pytest.approx(1 / 4), 0)
    assert pacer.counts(PaceUnit.STATEMENT) and not pacer.counts(PaceUnit.DRAW)
    pacer.step(PaceUnit.DRAW)
    assert pacer.counts(PaceUnit.DRAW)


def test_full_speed_rests_only_where_a_program_waits_for_input() -> None:
    pacer, _ = begun(FULL_SPEED)
    for _ in range(1000):
        assert pacer.rest(PaceUnit.FRAME) == 0
        pacer.go_on(PaceUnit.FRAME)
    assert pacer.rest(PaceUnit.FRAME, idle=True) == pytest.approx(1 / 60)


def test_a_pacer_may_begin_paused() -> None:
    pacer = Pacer(Clock(), paused=True)
    assert (pacer.paused, pacer.rest(PaceUnit.FRAME), pacer.rest_amid()) == (True, math.inf, math.inf)


def test_a_pause_rests_everywhere_until_it_is_over() -> None:
    pacer, _ = begun(CONSOLE_PACE)
    pacer.toggle()
    assert {pacer.rest_amid(), *map(pacer.rest, PaceUnit)} == {math.inf}
    pacer.toggle()
    assert pacer.rest(PaceUnit.FRAME) <= 0


def test_a_step_goes_through_all_else_and_ends_at_its_own_unit() -> None:
    pacer, _ = begun(times(1 / 16))
    pacer.step(PaceUnit.DRAW)
    pacer.arrive(PaceUnit.STATEMENT)
    pacer.arrive(PaceUnit.FRAME)
    assert (pacer.paused, pacer.rest_amid(), {*map(pacer.rest, PaceUnit)}) == (True, 0, {0})
    pacer.arrive(PaceUnit.DRAW)
    assert pacer.rest(PaceUnit.DRAW) == math.inf
    pacer.play()
    assert (pacer.paused, pacer.rest(PaceUnit.FRAME)) == (False, 0)


def test_a_step_may_end_at_one_of_two_units() -> None:
    pacer, _ = begun(draws(60))
    pacer.step(PaceUnit.DRAW, PaceUnit.FRAME)
    pacer.arrive(PaceUnit.FRAME)
    assert pacer.rest(PaceUnit.FRAME) == math.inf


def test_a_step_whose_end_does_not_come_can_be_given_up() -> None:
    pacer, _ = begun(draws(60))
    pacer.step(PaceUnit.DRAW)
    pacer.toggle()
    assert (pacer.paused, pacer.is_resting) == (True, True)


def test_a_new_speed_starts_at_once() -> None:
    pacer, _ = begun(draws(1))
    pacer.speed = times(1 / 16)
    assert (pacer.rest(PaceUnit.FRAME), pacer.rest(PaceUnit.DRAW)) == (0, 0)


def test_a_reader_holds_the_run_paused_or_not() -> None:
    pacer, clock = begun(CONSOLE_PACE)
    clock.now += 1
    pacer.hold(True)
    assert (pacer.rest(PaceUnit.FRAME), pacer.is_resting, pacer.paused) == (math.inf, True, False)
    pacer.hold(False)
    assert (pacer.rest(PaceUnit.FRAME), pacer.is_resting) == (0, False)
    pacer.pause()
    pacer.hold(True)
    pacer.hold(False)
    assert pacer.rest(PaceUnit.FRAME) == math.inf


def test_frames_are_heard_where_they_are_slow_enough() -> None:
    wanted = {
        CONSOLE_PACE: 1 / 60,
        times(1 / 4): 1 / 15,
        times(2): 1 / 120,
        times(4): None,
        FULL_SPEED: None,
        draws(60): None,
        statements(4): None,
    }
    found = {}
    for speed in wanted:
        pacer, _ = begun(speed)
        found[speed] = pacer.heard_interval
        pacer.pause()
        assert pacer.heard_interval is None, speed
        pacer.play()
        pacer.hold(True)
        assert pacer.heard_interval is None, speed
    assert found == wanted

"""Speeds, and the pace of a run."""

import math

import pytest

from retromaze.display.pacer import (
    CONSOLE_PACE,
    FULL_SPEED,
    SPEEDS,
    Pacer,
    PaceUnit,
    Speed,
    Ticker,
    faster,
    slower,
    speed_from_unit,
    speed_in_draws,
    speed_in_frames,
    speed_in_statements,
)

SIXTIETH = 1 / 60


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


PAUSES = {
    (): 0,
    (0,): SIXTIETH,
    (0, SIXTIETH): SIXTIETH,
    # a late moment does not delay those after it, and after a long pause nobody hurries
    (0, 1.5 * SIXTIETH): 0.5 * SIXTIETH,
    (10,): -0.1,
}
"""How long before each moment somebody waited, and what is left until the next one."""


def test_moments_are_an_interval_apart() -> None:
    found = {}
    for pauses in PAUSES:
        clock = Clock()
        pace = Ticker(SIXTIETH, clock)
        for pause in pauses:
            clock.now += pause
            pace.advance()
        found[pauses] = pace.remaining()
    assert found == {pauses: pytest.approx(left) for pauses, left in PAUSES.items()}


def test_faster_and_slower_walk_the_ladder_and_stop_at_its_ends() -> None:
    assert [faster(speed) for speed in SPEEDS] == [*SPEEDS[1:], FULL_SPEED]
    assert [slower(speed) for speed in SPEEDS] == [SPEEDS[0], *SPEEDS[:-1]]


def test_the_next_speeds_of_one_on_the_ladder_or_between() -> None:
    neighbors = {
        # below the slowest frames draws are counted, below the slowest draws statements
        speed_in_frames(1 / 16): (speed_in_draws(1000), speed_in_frames(1 / 8)),
        speed_in_draws(1000): (speed_in_draws(250), speed_in_frames(1 / 16)),
        speed_in_draws(1): (speed_in_statements(60), speed_in_draws(4)),
        speed_in_statements(60): (speed_in_statements(15), speed_in_draws(1)),
        speed_in_frames(3): (speed_in_frames(2), speed_in_frames(4)),
        speed_in_frames(0.01): (speed_in_draws(1000), speed_in_frames(1 / 16)),
        speed_in_draws(100): (speed_in_draws(60), speed_in_draws(250)),
        speed_in_draws(0.5): (speed_in_statements(60), speed_in_draws(1)),
        speed_in_statements(0.5): (speed_in_statements(0.5), speed_in_statements(1)),
        speed_in_frames(100): (speed_in_frames(16), FULL_SPEED),
    }
    assert {speed: (slower(speed), faster(speed)) for speed in neighbors} == neighbors
    assert sorted(SPEEDS) == list(SPEEDS)


def test_a_speed_has_intervals_of_frames_and_draws() -> None:
    intervals = {
        CONSOLE_PACE: (1 / 60, 0.0),
        speed_in_frames(2): (1 / 120, 0.0),
        speed_in_frames(1 / 16): (16 / 60, 0.0),
        FULL_SPEED: (0.0, 0.0),
        speed_in_draws(250): (1 / 60, 1 / 250),
        speed_in_draws(1): (1 / 60, 1.0),
        speed_in_statements(4): (1 / 60, 1 / 4),
    }
    assert {speed: (speed.frame_interval, speed.draw_or_statement_interval) for speed in intervals} == {
        speed: pytest.approx(wanted) for speed, wanted in intervals.items()
    }


def test_speeds_have_names() -> None:
    names = {
        speed_in_frames(1): "console's pace",
        speed_in_frames(math.inf): "full speed",
        speed_in_frames(4): "4x",
        speed_in_frames(1.5): "1.5x",
        speed_in_frames(0.125): "1/8",
        speed_in_frames(0.3): "0.3x",
        speed_in_draws(60): "60 draws a second",
        speed_in_draws(1): "1 draw a second",
        speed_in_statements(1): "1 statement a second",
        speed_in_statements(15): "15 statements a second",
    }
    assert {speed: str(speed) for speed in names} == names


def test_speeds_by_their_names() -> None:
    wanted = {
        ("frame", 60): CONSOLE_PACE,
        ("frame", 0): FULL_SPEED,
        ("statement", 0): FULL_SPEED,
        ("draw", 15): speed_in_draws(15),
        ("Statement", 1): speed_in_statements(1),
    }
    assert {(unit, rate): speed_from_unit(unit, rate) for unit, rate in wanted} == wanted


def test_speeds_that_are_none() -> None:
    none = [("hour", 1), ("frame", -1), ("frame", math.inf), ("frame", math.nan), ("draw", 1e-308)]
    for unit, rate in none:
        with pytest.raises(ValueError, match="no speed of"):
            speed_from_unit(unit, rate)


def begun(speed: Speed) -> tuple[Pacer, Clock]:
    """A pacer in the middle of the run, where a frame and a draw have just gone by."""
    clock = Clock()
    pacer = Pacer(clock, speed)
    pacer.schedule_next(PaceUnit.FRAME)
    pacer.schedule_next(PaceUnit.DRAW)
    return pacer, clock


def test_a_speed_says_how_often_is_shown_what_has_become() -> None:
    wanted = {
        FULL_SPEED: (1, False),
        speed_in_frames(2): (1, False),
        CONSOLE_PACE: (1, True),
        speed_in_frames(0.3): (4, True),
        speed_in_frames(1 / 16): (16, True),
        speed_in_draws(250): (1, False),
        speed_in_draws(60): (1, True),
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
    pacer.speed = speed_in_frames(1 / 16)
    assert pacer.yields == 16
    pacer.speed = speed_in_statements(1)
    assert pacer.yields == 4


def test_the_yields_of_a_slow_frame_share_its_time() -> None:
    pacer, _ = begun(speed_in_frames(1 / 4))
    rests = []
    for _ in range(6):
        pacer.count_yield()
        rests.append(pacer.rest_within_frame() * 60)
    assert rests == pytest.approx([1, 2, 3, 4, 4, 4])
    assert pacer.seconds_to_rest(PaceUnit.FRAME) * 60 == pytest.approx(4)
    pacer.schedule_next(PaceUnit.FRAME)
    pacer.count_yield()
    assert pacer.rest_within_frame() * 60 == pytest.approx(5)


def test_a_frame_that_is_not_slow_rests_at_its_end_alone() -> None:
    for speed in (CONSOLE_PACE, speed_in_frames(2), FULL_SPEED, speed_in_draws(60)):
        pacer, _ = begun(speed)
        pacer.count_yield()
        assert pacer.rest_within_frame() == 0, speed


def test_draws_and_frames_are_paced_apart() -> None:
    pacer, clock = begun(speed_in_draws(40))
    assert (pacer.seconds_to_rest(PaceUnit.DRAW), pacer.seconds_to_rest(PaceUnit.FRAME)) == pytest.approx(
        (1 / 40, 1 / 60)
    )
    clock.now += 1 / 40
    pacer.schedule_next(PaceUnit.DRAW)
    assert (pacer.seconds_to_rest(PaceUnit.DRAW), pacer.seconds_to_rest(PaceUnit.FRAME)) == pytest.approx(
        (1 / 40, 1 / 60 - 1 / 40)
    )


def test_only_what_the_speed_counts_rests_between_frames() -> None:
    pacer, _ = begun(speed_in_statements(4))
    assert (pacer.seconds_to_rest(PaceUnit.STATEMENT), pacer.seconds_to_rest(PaceUnit.DRAW)) == (
        pytest.approx(1 / 4),
        0,
    )
    assert pacer.counts_unit(PaceUnit.STATEMENT) and not pacer.counts_unit(PaceUnit.DRAW)
    pacer.step(PaceUnit.DRAW)
    assert pacer.counts_unit(PaceUnit.DRAW)


def test_full_speed_rests_only_where_a_program_waits_for_input() -> None:
    pacer, _ = begun(FULL_SPEED)
    for _ in range(1000):
        assert pacer.seconds_to_rest(PaceUnit.FRAME) == 0
        pacer.schedule_next(PaceUnit.FRAME)
    assert pacer.seconds_to_rest(PaceUnit.FRAME, idle=True) == pytest.approx(1 / 60)


def test_a_pause_rests_everywhere_until_it_is_over() -> None:
    pacer, _ = begun(CONSOLE_PACE)
    pacer.toggle()
    assert {pacer.rest_within_frame(), *map(pacer.seconds_to_rest, PaceUnit)} == {math.inf}
    pacer.toggle()
    assert pacer.seconds_to_rest(PaceUnit.FRAME) <= 0


def test_a_step_goes_through_all_else_and_ends_at_its_own_unit() -> None:
    pacer, _ = begun(speed_in_frames(1 / 16))
    pacer.step(PaceUnit.DRAW)
    pacer.end_step(PaceUnit.STATEMENT)
    pacer.end_step(PaceUnit.FRAME)
    assert (pacer.paused, pacer.rest_within_frame(), {*map(pacer.seconds_to_rest, PaceUnit)}) == (
        True,
        0,
        {0},
    )
    pacer.end_step(PaceUnit.DRAW)
    assert pacer.seconds_to_rest(PaceUnit.DRAW) == math.inf
    pacer.play()
    assert (pacer.paused, pacer.seconds_to_rest(PaceUnit.FRAME)) == (False, 0)


def test_a_step_asked_for_during_another_is_made_too_and_one_of_another_unit_instead() -> None:
    pacer, _ = begun(speed_in_draws(60))
    pacer.step(PaceUnit.DRAW)
    pacer.step(PaceUnit.DRAW)
    pacer.end_step(PaceUnit.DRAW)
    assert not pacer.is_resting
    pacer.end_step(PaceUnit.DRAW)
    assert pacer.is_resting
    pacer.step(PaceUnit.DRAW)
    pacer.step(PaceUnit.STATEMENT)
    pacer.end_step(PaceUnit.STATEMENT)
    assert pacer.is_resting


def test_a_step_may_end_at_one_of_two_units() -> None:
    pacer, _ = begun(speed_in_draws(60))
    pacer.step(PaceUnit.DRAW, PaceUnit.FRAME)
    pacer.end_step(PaceUnit.FRAME)
    assert pacer.seconds_to_rest(PaceUnit.FRAME) == math.inf


def test_a_step_whose_end_does_not_come_can_be_given_up() -> None:
    pacer, _ = begun(speed_in_draws(60))
    pacer.step(PaceUnit.DRAW)
    pacer.toggle()
    assert (pacer.paused, pacer.is_resting) == (True, True)


def test_a_new_speed_starts_at_once() -> None:
    pacer, _ = begun(speed_in_draws(1))
    pacer.speed = speed_in_frames(1 / 16)
    assert (pacer.seconds_to_rest(PaceUnit.FRAME), pacer.seconds_to_rest(PaceUnit.DRAW)) == (0, 0)


def test_a_reader_holds_the_run_paused_or_not() -> None:
    pacer, clock = begun(CONSOLE_PACE)
    clock.now += 1
    pacer.hold(True)
    assert (pacer.seconds_to_rest(PaceUnit.FRAME), pacer.is_resting, pacer.paused) == (math.inf, True, False)
    pacer.hold(False)
    assert (pacer.seconds_to_rest(PaceUnit.FRAME), pacer.is_resting) == (0, False)
    pacer.pause()
    pacer.hold(True)
    pacer.hold(False)
    assert pacer.seconds_to_rest(PaceUnit.FRAME) == math.inf


def test_frames_are_heard_where_they_are_slow_enough() -> None:
    wanted = {
        CONSOLE_PACE: 1 / 60,
        speed_in_frames(1 / 4): 1 / 15,
        speed_in_frames(2): 1 / 120,
        speed_in_frames(4): None,
        FULL_SPEED: None,
        speed_in_draws(60): None,
        speed_in_statements(4): None,
    }
    found = {}
    for speed in wanted:
        pacer, _ = begun(speed)
        found[speed] = pacer.sound_interval
        pacer.pause()
        assert pacer.sound_interval is None, speed
        pacer.play()
        pacer.hold(True)
        assert pacer.sound_interval is None, speed
    assert found == wanted

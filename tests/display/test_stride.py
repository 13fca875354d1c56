"""How long a run rests where it has come to."""

from __future__ import annotations

import math

import pytest

from retromaze.display.keys import Action
from retromaze.display.speeds import CONSOLE_PACE, DRAWS, FULL_SPEED, Speed, draws, faster, slower, times
from retromaze.display.stride import Stride


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def begun(speed: Speed) -> tuple[Stride, Clock]:
    """A stride in the middle of the run, where a frame and a draw have just gone by."""
    clock = Clock()
    stride = Stride(speed, clock)
    stride.next_frame()
    stride.next_part()
    return stride, clock


@pytest.mark.parametrize(
    ("speed", "breaths", "leisurely"),
    [
        (FULL_SPEED, 1, False),
        (times(2), 1, False),
        (CONSOLE_PACE, 1, True),
        (times(0.3), 4, True),
        (times(1 / 16), 16, True),
        (draws(250), 1, False),
        (draws(60), 1, True),
    ],
)
def test_a_speed_says_how_often_is_shown_what_has_become(speed: Speed, breaths: int, leisurely: bool) -> None:
    stride, _ = begun(speed)
    assert (stride.breaths, stride.leisurely) == (breaths, leisurely)
    stride.pause()
    assert stride.leisurely


def test_the_breaths_of_a_slow_frame_share_its_time() -> None:
    stride, _ = begun(times(1 / 4))
    rests = []
    for _ in range(6):
        rests.append(stride.rest_at_breath() * 60)
        stride.next_breath()
    assert rests == pytest.approx([1, 2, 3, 4, 4, 4])
    assert stride.rest_at_frame() * 60 == pytest.approx(4)
    stride.next_frame()
    assert stride.rest_at_breath() * 60 == pytest.approx(5)


def test_draws_and_frames_are_paced_apart() -> None:
    stride, clock = begun(draws(4))
    assert (stride.rest_at_part(), stride.rest_at_frame()) == pytest.approx((1 / 4, 16 / 60))
    clock.now += 0.25
    stride.next_part()
    assert (stride.rest_at_part(), stride.rest_at_frame()) == pytest.approx((1 / 4, 1 / 60))


def test_at_the_speed_of_frames_draws_do_not_rest() -> None:
    stride, _ = begun(CONSOLE_PACE)
    assert stride.rest_at_part() == 0


def test_a_pause_rests_everywhere_until_it_is_over() -> None:
    stride, _ = begun(CONSOLE_PACE)
    stride.act(Action.PAUSE)
    assert {stride.rest_at_frame(), stride.rest_at_breath(), stride.rest_at_part()} == {math.inf}
    stride.act(Action.PAUSE)
    assert stride.rest_at_frame() <= 0


def test_a_step_goes_through_breaths_and_ends_where_the_run_arrives() -> None:
    stride, _ = begun(times(1 / 16))
    stride.act(Action.STEP)
    assert (stride.paused, stride.rest_at_breath() < math.inf) == (True, True)
    stride.arrive()
    assert stride.rest_at_frame() == math.inf
    stride.run()
    assert (stride.paused, stride.rest_at_frame() < math.inf) == (False, True)


def test_keys_choose_speeds() -> None:
    stride, _ = begun(CONSOLE_PACE)
    found = []
    for action in (Action.SLOWER, Action.FASTER, Action.DRAWS, Action.FULL, Action.CONSOLE):
        stride.act(action)
        found.append(stride.speed)
    assert found == [slower(CONSOLE_PACE), CONSOLE_PACE, DRAWS, FULL_SPEED, CONSOLE_PACE]
    assert faster(slower(CONSOLE_PACE)) == CONSOLE_PACE


def test_a_new_speed_starts_at_once() -> None:
    stride, _ = begun(draws(1))
    stride.speed = times(1 / 16)
    assert stride.rest_at_frame() == 0
    assert stride.rest_at_part() == 0


def test_a_reader_holds_the_run_paused_or_not() -> None:
    stride, clock = begun(CONSOLE_PACE)
    clock.now += 1
    stride.hold(True)
    assert (stride.rest_at_frame(), stride.resting, stride.paused) == (math.inf, True, False)
    stride.hold(False)
    assert (stride.rest_at_frame(), stride.resting) == (0, False)
    stride.pause()
    stride.hold(True)
    stride.hold(False)
    assert stride.rest_at_frame() == math.inf

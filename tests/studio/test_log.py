"""What the player did, laid before a machine and taken from it again."""

from __future__ import annotations

import math
import re

import pytest

from retromaze.machine.input import Buttons, Input
from retromaze.machine.machine import Machine
from retromaze.studio.log import forget_future, has_future, log_of, pressed_frames, schedule_log
from retromaze.studio.messages import Log

LOG = Log(
    buttons=[[2, 16], [4, 0]],
    pad=[[1, [0.5, -1.0]]],
    second_pad=[[3, [0.0, 1.0]]],
    stylus=[[2, [10, 20]], [5, None]],
    keys=[[1, "AB"]],
    answers=["21", "あ"],
)


def played(log: Log, frames: int) -> Machine:
    machine = Machine(seed=1)
    schedule_log(log, machine.input)
    for _ in range(frames):
        machine.input.button()
        machine.pass_frame()
    return machine


def test_letting_go_is_no_press() -> None:
    assert pressed_frames(LOG) == [1, 2, 3]


def test_what_was_laid_is_given() -> None:
    machine = played(LOG, 3)
    controls = machine.input
    assert controls.button() == Buttons.A and controls.stick() == (0.5, -1.0)
    assert controls.touched() == (2, 10, 20) and controls.inkey() + controls.inkey() == "AB"
    assert (controls.line(), controls.line(), controls.line()) == ("21", "あ", None)


def test_what_was_given_and_what_is_to_come_is_the_log() -> None:
    for frames in (0, 1, 3, 9):
        machine = played(LOG, frames)
        assert log_of(machine.input, machine.frame) == LOG


def test_the_future_can_be_forgotten() -> None:
    machine = played(LOG, 3)
    machine.input.line()
    assert has_future(machine.input, machine.frame)
    forget_future(machine.input, machine.frame)
    assert not has_future(machine.input, machine.frame)
    left = log_of(machine.input, machine.frame)
    assert left == Log([[2, 16]], [[1, [0.5, -1.0]]], [[3, [0.0, 1.0]]], [[2, [10, 20]]], [[1, "AB"]], ["21"])


@pytest.mark.parametrize(
    ("log", "words"),
    [
        (Log(buttons=[[1]]), "[1] is no frame with a value"),
        (Log(buttons=[["a", 16]]), "'a' is no number of a frame or of buttons"),
        (Log(buttons=[[-1, 16]]), "-1 is no number of a frame or of buttons"),
        (Log(buttons=[[1, None]]), "None is no number of a frame or of buttons"),
        (Log(pad=[[1, [0.5]]]), "[0.5] is no place of a circle pad"),
        (Log(second_pad=[[1, [0, math.nan]]]), "[0, nan] is no place of a circle pad"),
        (Log(stylus=[[1, [1, 20]]]), "[1, 20] is no place of the stylus"),
        (Log(keys=[[1, 65]]), "65 cannot be typed"),
        (Log(keys=[[1, "\U0001f600"]]), "'\U0001f600' cannot be typed"),
    ],
)
def test_what_no_player_could_do(log: Log, words: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        schedule_log(log, Input())

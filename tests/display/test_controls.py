"""What is held in the window, as the console's input hears of it."""

from __future__ import annotations

import math
from typing import Any

import pygame
import pytest

from retromaze.display.controls import Controls
from retromaze.display.pads import lean
from retromaze.machine.input import Buttons, Input


class Console:
    """A console's input with a frame counter of its own."""

    def __init__(self) -> None:
        self.controls = Controls()
        self.input = Input()
        self.frame = 0

    def pass_frame(self) -> Input:
        self.controls.frame_passed()
        self.controls.tell(self.input)
        self.frame += 1
        self.input.begin_frame(self.frame)
        return self.input


@pytest.fixture
def console() -> Console:
    return Console()


def event(kind: int, **values: Any) -> pygame.event.Event:
    return pygame.event.Event(kind, instance_id=3, **values)


def test_a_pads_buttons_go_by_their_place(console: Console) -> None:
    found = []
    for number in range(6):
        console.controls.pad(event(pygame.JOYBUTTONDOWN, button=number))
        found.append(console.pass_frame().button())
        console.controls.pad(event(pygame.JOYBUTTONUP, button=number))
        assert console.pass_frame().button() == 0, number
    assert found == [Buttons.B, Buttons.A, Buttons.Y, Buttons.X, Buttons.L, Buttons.R]


def test_a_short_press_of_a_pad_is_seen_for_a_frame(console: Console) -> None:
    console.controls.pad(event(pygame.JOYBUTTONDOWN, button=1))
    console.controls.pad(event(pygame.JOYBUTTONUP, button=1))
    assert [console.pass_frame().button() for _ in range(2)] == [Buttons.A, 0]


def test_a_button_that_the_console_lacks_does_nothing(console: Console) -> None:
    console.controls.pad(event(pygame.JOYBUTTONDOWN, button=11))
    console.controls.pad(event(pygame.JOYBUTTONUP, button=11))
    assert console.pass_frame().button() == 0


def test_a_pads_cross(console: Console) -> None:
    wanted = {
        (0, 1): Buttons.UP,
        (1, 0): Buttons.RIGHT,
        (-1, -1): Buttons.LEFT | Buttons.DOWN,
        (0, 0): Buttons(0),
    }
    found = {}
    for value in wanted:
        console.controls.pad(event(pygame.JOYHATMOTION, value=value))
        found[value] = console.pass_frame().button()
    assert found == wanted


def test_triggers_are_buttons(console: Console) -> None:
    console.controls.pad(event(pygame.JOYAXISMOTION, axis=2, value=0.8))
    assert console.pass_frame().button() == Buttons.ZL
    console.controls.pad(event(pygame.JOYAXISMOTION, axis=2, value=-1.0))
    assert console.pass_frame().button() == 0


def test_sticks_are_the_circle_pads_and_rest_near_their_middle(console: Console) -> None:
    console.input.expand()
    console.controls.pad(event(pygame.JOYAXISMOTION, axis=0, value=0.575))
    console.controls.pad(event(pygame.JOYAXISMOTION, axis=4, value=1.0))
    controls = console.pass_frame()
    assert (controls.stick(), controls.second_stick()) == ((0.5, 0.0), (0.0, -1.0))
    for axis in (0, 1):
        console.controls.pad(event(pygame.JOYAXISMOTION, axis=axis, value=0.1))
    assert console.pass_frame().stick() == (0.0, 0.0)


def test_a_pad_is_round_and_begins_to_move_at_the_edge_of_its_rest() -> None:
    tilts = {
        (0.0, 0.15): (0.0, 0.0),
        (0.0, -0.16): (0.0, -0.01),
        (0.12, 0.12): (0.02, 0.02),
        (1.0, 0.0): (1.0, 0.0),
        (1.0, 1.0): (0.71, 0.71),
        (-0.6, 0.8): (-0.6, 0.8),
    }
    assert {at: lean(*at) for at in tilts} == tilts
    assert all(math.copysign(1, found) == 1 for at in tilts for found in lean(*at) if not found)


def test_keys_tilt_the_circle_pad(console: Console) -> None:
    seen = []
    for press, release in (
        (pygame.K_i, 0),
        (pygame.K_l, 0),
        (0, pygame.K_i),
        (pygame.K_j, 0),
        (0, pygame.K_l),
    ):
        console.controls.press(press)
        console.controls.release(release)
        seen.append(console.pass_frame().stick())
    assert seen == [(0.0, 1.0), (0.71, 0.71), (1.0, 0.0), (0.0, 0.0), (-1.0, 0.0)]
    assert console.input.button() == 0
    console.controls.let_go()
    assert console.pass_frame().stick() == (0.0, 0.0)


def test_a_pad_that_is_pulled_out_holds_nothing(console: Console) -> None:
    console.controls.pad(event(pygame.JOYBUTTONDOWN, button=1))
    console.pass_frame()
    console.controls.pad(event(pygame.JOYDEVICEREMOVED))
    assert console.pass_frame().button() == 0


def test_the_mouse_is_the_stylus(console: Console) -> None:
    seen = []
    console.controls.touch((20, 30))
    seen.append(console.pass_frame().touched())
    console.controls.drag((25, 30))
    seen.append(console.pass_frame().touched())
    console.controls.drag(None)
    seen.append(console.pass_frame().touched())
    console.controls.lift()
    seen.append(console.pass_frame().touched())
    assert seen == [(2, 20, 30), (3, 25, 30), (4, 25, 30), (0, 25, 30)]


def test_a_short_touch_is_seen_for_a_frame(console: Console) -> None:
    console.controls.touch((20, 30))
    console.controls.lift()
    assert [console.pass_frame().touched() for _ in range(2)] == [(2, 20, 30), (0, 20, 30)]


def test_a_mouse_that_only_moves_touches_nothing(console: Console) -> None:
    console.controls.drag((20, 30))
    assert console.pass_frame().touched() == (0, 0, 0)


def test_idle_hands_take_no_scheduled_input_back(console: Console) -> None:
    console.input.schedule = {1: Buttons.A}
    console.input.stylus.schedule = {1: (50, 50)}
    console.input.pad.schedule = {1: (1.0, 0.0)}
    controls = [console.pass_frame() for _ in range(3)][-1]
    assert (controls.button(), controls.touched()[1:], controls.stick()) == (Buttons.A, (50, 50), (1.0, 0.0))

"""Keys and the mouse in the window: the console's buttons, typed text and the stylus."""

import math
from pathlib import Path
from typing import Any

import pygame
import pytest
from PIL import Image

from retromaze.display.input_devices import BUTTON_CODES
from retromaze.display.pacer import speed_in_frames
from retromaze.display.window import Window
from retromaze.display.window_drawing import Shape, arrange_screens
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.runner import run_source
from tests.display.window_user import down, type_text, up


def test_each_key_holds_its_button(window: Window, machine: Machine) -> None:
    found = {}
    for key in BUTTON_CODES:
        machine.wait()
        down(key)
        machine.wait()
        found[key] = machine.input.button()
        up(key)
        machine.wait()
        assert machine.input.button() == 0, key
    assert found == BUTTON_CODES


def test_two_keys_of_one_button_hold_it_until_both_are_up(window: Window, machine: Machine) -> None:
    down(pygame.K_z)
    down(pygame.K_RETURN)
    machine.wait()
    up(pygame.K_z)
    machine.wait()
    assert machine.input.button() == Buttons.A
    up(pygame.K_RETURN)
    machine.wait()
    assert machine.input.button() == 0


@pytest.mark.parametrize("speed", [1.0, 1 / 8, math.inf])
def test_a_tap_shorter_than_a_frame_lasts_one_frame(
    window: Window, machine: Machine, user_time: Any, speed: float
) -> None:
    window.pacer.speed = speed_in_frames(speed)
    machine.wait()
    user_time.now += 0.02
    down(pygame.K_z)
    up(pygame.K_z)
    held = []
    for _ in range(4):
        machine.wait()
        user_time.now += 0.02
        held.append(machine.input.button())
    assert held == [Buttons.A, 0, 0, 0]


def test_keys_are_let_go_when_the_window_loses_the_keyboard(window: Window, machine: Machine) -> None:
    down(pygame.K_z)
    machine.wait()
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    machine.wait()
    assert machine.input.button() == 0


def test_an_untouched_keyboard_leaves_scheduled_presses_alone(window: Window, machine: Machine) -> None:
    machine.input.schedule.update({3: Buttons.A})
    machine.wait(10)
    assert machine.input.button() == Buttons.A


def test_what_is_held_can_be_replayed_from_the_log(window: Window, machine: Machine) -> None:
    down(pygame.K_z)
    machine.wait(3)
    up(pygame.K_z)
    machine.wait(3)
    assert machine.input.buttons.log == [(1, Buttons.A), (4, Buttons(0))]


def test_typed_text_reaches_the_keyboard_buffer(window: Window, machine: Machine) -> None:
    type_text("aカ\U0001f600")
    down(pygame.K_RETURN)
    down(pygame.K_BACKSPACE)
    machine.wait()
    assert "".join(machine.input.inkey() for _ in range(9)) == "aカ\r\b"


def test_control_keys_press_no_buttons(window: Window, machine: Machine) -> None:
    down(pygame.K_s, pygame.KMOD_LCTRL)
    machine.wait()
    assert machine.input.button() == 0


def test_altgr_commands_nothing(window: Window, machine: Machine) -> None:
    down(pygame.K_q, pygame.KMOD_LCTRL | pygame.KMOD_RALT)
    machine.wait()
    assert machine.input.button() == Buttons.L


def test_the_mouse_touches_the_lower_screen(window: Window, machine: Machine, tmp_path: Path) -> None:
    run_source("XSCREEN 2", machine)
    machine.screens[1].fill(0, 0, 319, 239, -1)
    machine.wait()
    place = arrange_screens(*pygame.display.get_window_size(), Shape.TWO)
    scale = int(place.factor)
    at = (place.screens[1].left + 100 * scale, place.screens[1].top + 50 * scale)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))
    machine.wait()
    assert machine.input.touched()[1:] == (100, 50)
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(at[0] + 10 * scale, at[1])))
    machine.wait()
    assert machine.input.touched()[1:] == (110, 50)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=at))
    machine.wait()
    assert machine.input.touched()[0] == 0
    down(pygame.K_F12)
    machine.wait()
    (saved,) = tmp_path.iterdir()
    with Image.open(saved) as picture:
        assert picture.size == (400, 480)
        assert picture.getpixel((200, 300)) == (255, 255, 255)


def test_the_lower_screen_appears_where_a_program_asks_for_the_stylus(
    window: Window, machine: Machine
) -> None:
    run_source("VSYNC:TOUCH OUT T,X,Y:VSYNC", machine)
    place = arrange_screens(*pygame.display.get_window_size(), Shape.TWO)
    left, top = place.screens[1].left, place.screens[1].top
    pygame.event.post(
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(left + int(100 * place.factor), top + 50))
    )
    machine.wait()
    assert machine.input.touched()[:2] == (1, 100)

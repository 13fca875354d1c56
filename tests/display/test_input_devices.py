"""Keys, game pads and stylus as input; the tables of keys."""

from __future__ import annotations

import ctypes
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pygame
import pytest

from retromaze.display import input_devices
from retromaze.display.input_devices import Controls, tilt_of_stick
from retromaze.display.window_drawing import LONGEST_HELP
from retromaze.display.window_keys import (
    ACTION_KEYS,
    BUTTON_KEYS,
    CONTROL_KEYS,
    HELP_LINES,
    TILT_KEYS,
    Action,
    lines_beside_prompt,
)
from retromaze.machine.input import Buttons, ConsoleInput
from tests.amounts import REQUIRED


class Console:
    """A console's input with a frame counter of its own."""

    def __init__(self) -> None:
        self.controls = Controls()
        self.input = ConsoleInput()
        self.frame = 0

    def pass_frame(self) -> ConsoleInput:
        self.controls.apply_to(self.input)
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
        console.controls.handle_pad_event(event(pygame.JOYBUTTONDOWN, button=number))
        found.append(console.pass_frame().button())
        console.controls.handle_pad_event(event(pygame.JOYBUTTONUP, button=number))
        assert console.pass_frame().button() == 0, number
    assert found == [Buttons.B, Buttons.A, Buttons.Y, Buttons.X, Buttons.L, Buttons.R]


def test_a_button_that_the_console_lacks_does_nothing(console: Console) -> None:
    console.controls.handle_pad_event(event(pygame.JOYBUTTONDOWN, button=11))
    console.controls.handle_pad_event(event(pygame.JOYBUTTONUP, button=11))
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
        console.controls.handle_pad_event(event(pygame.JOYHATMOTION, value=value))
        found[value] = console.pass_frame().button()
    assert found == wanted


def test_triggers_are_buttons(console: Console) -> None:
    console.controls.handle_pad_event(event(pygame.JOYAXISMOTION, axis=2, value=0.8))
    assert console.pass_frame().button() == Buttons.ZL
    console.controls.handle_pad_event(event(pygame.JOYAXISMOTION, axis=2, value=-1.0))
    assert console.pass_frame().button() == 0


def test_sticks_are_the_circle_pads_and_rest_near_their_middle(console: Console) -> None:
    console.input.expand()
    console.controls.handle_pad_event(event(pygame.JOYAXISMOTION, axis=0, value=0.575))
    console.controls.handle_pad_event(event(pygame.JOYAXISMOTION, axis=4, value=1.0))
    controls = console.pass_frame()
    assert (controls.stick(), controls.second_stick()) == ((0.5, 0.0), (0.0, -1.0))
    for axis in (0, 1):
        console.controls.handle_pad_event(event(pygame.JOYAXISMOTION, axis=axis, value=0.1))
    assert console.pass_frame().stick() == (0.0, 0.0)


def test_a_pad_is_round_and_begins_to_move_at_the_edge_of_its_rest() -> None:
    tilts = {
        (0.0, 0.15): (0.0, 0.0), (0.0, -0.16): (0.0, -0.01), (0.12, 0.12): (0.02, 0.02),
        (1.0, 0.0): (1.0, 0.0), (1.0, 1.0): (0.71, 0.71), (-0.6, 0.8): (-0.6, 0.8),
    }  # fmt: skip
    assert {at: tilt_of_stick(*at) for at in tilts} == tilts
    assert all(math.copysign(1, found) == 1 for at in tilts for found in tilt_of_stick(*at) if not found)


def test_keys_tilt_the_circle_pad(console: Console) -> None:
    seen = []
    for press, release in (
        (pygame.K_t, 0),
        (pygame.K_h, 0),
        (0, pygame.K_t),
        (pygame.K_f, 0),
        (0, pygame.K_h),
    ):
        console.controls.press(press)
        console.controls.release(release)
        seen.append(console.pass_frame().stick())
    assert seen == [(0.0, 1.0), (0.71, 0.71), (1.0, 0.0), (0.0, 0.0), (-1.0, 0.0)]
    assert console.input.button() == 0
    console.controls.release_all()
    assert console.pass_frame().stick() == (0.0, 0.0)


def test_a_pad_that_is_pulled_out_holds_nothing(console: Console) -> None:
    console.controls.handle_pad_event(event(pygame.JOYBUTTONDOWN, button=1))
    console.pass_frame()
    console.controls.handle_pad_event(event(pygame.JOYDEVICEREMOVED))
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


def test_idle_hands_take_no_scheduled_input_back(console: Console) -> None:
    console.input.schedule = {1: Buttons.A}
    console.input.stylus.schedule = {1: (50, 50)}
    console.input.pad.schedule = {1: (1.0, 0.0)}
    controls = [console.pass_frame() for _ in range(3)][-1]
    assert (controls.button(), controls.touched()[1:], controls.stick()) == (Buttons.A, (50, 50), (1.0, 0.0))


# an environment may have had pygame before pygame-ce, and has its libraries still
BROUGHT = Path(pygame.__file__).parents[1] / ("pygame_ce.libs" if hasattr(pygame, "IS_CE") else "pygame.libs")
LIBRARIES = sorted(BROUGHT.glob("libSDL2-2*"))
UP = 1
GAME_CONTROLLER, UNKNOWN = 1, 0
"""Kinds of pads for SDL: those that it knows, and others."""


class VirtualPad:
    """A pad of six axes, fifteen buttons and a cross."""

    there: ClassVar[list[VirtualPad]] = []

    def __init__(self, kind: int) -> None:
        self._sdl = ctypes.CDLL(str(LIBRARIES[0]))
        self._sdl.SDL_JoystickOpen.restype = ctypes.c_void_p
        self.index = self._sdl.SDL_JoystickAttachVirtual(kind, 6, 15, 1)
        self._handle = ctypes.c_void_p(self._sdl.SDL_JoystickOpen(self.index))
        self.there.append(self)

    def button(self, number: int, *, down: bool = True) -> None:
        self._sdl.SDL_JoystickSetVirtualButton(self._handle, number, int(down))

    def axis(self, number: int, value: int) -> None:
        self._sdl.SDL_JoystickSetVirtualAxis(self._handle, number, ctypes.c_int16(value))

    def cross(self, value: int) -> None:
        self._sdl.SDL_JoystickSetVirtualHat(self._handle, 0, value)

    def pull_out(self) -> None:
        self.there.remove(self)
        self._sdl.SDL_JoystickDetachVirtual(self.index)
        self._sdl.SDL_JoystickClose(self._handle)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[input_devices.Pads]:
    """The pads, which hear what happens when `hear` is called."""
    if sys.platform != "linux" or not LIBRARIES or input_devices.controller is None:
        assert not REQUIRED
        pytest.skip("the library of SDL is looked for where Linux has it")
    for name, value in (("SDL_VIDEODRIVER", "dummy"), ("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")):
        monkeypatch.setenv(name, value)
    # SDL reads these when pads are first looked for, which another test may have had done
    pygame.quit()
    input_devices.controller.quit()
    pygame.display.init()
    pygame.display.set_mode((9, 9))
    input_devices.switch_on_pads()
    pygame.event.get()
    yield input_devices.Pads()
    while VirtualPad.there:
        VirtualPad.there[0].pull_out()
    pygame.display.quit()


def hear(heard: input_devices.Pads) -> Buttons:
    """Takes over all that has happened; what was pressed by it."""
    events = [each for each in pygame.event.get() if each.type in input_devices.PAD_EVENTS]
    return input_devices.combined_buttons([heard.handle_event(each) for each in events])


def test_a_known_pad_is_told_by_the_place_of_its_buttons(heard: input_devices.Pads) -> None:
    pad = VirtualPad(GAME_CONTROLLER)
    hear(heard)
    found = []
    for number in range(15):
        pad.button(number)
        pressed = hear(heard)
        assert pressed == heard.buttons
        found.append(pressed)
        pad.button(number, down=False)
        assert hear(heard) == heard.buttons == Buttons(0)
    none = Buttons(0)
    faces = [Buttons.B, Buttons.A, Buttons.Y, Buttons.X]
    ways = [Buttons.UP, Buttons.DOWN, Buttons.LEFT, Buttons.RIGHT]
    assert found == [*faces, *[none] * 5, Buttons.L, Buttons.R, *ways]


def test_its_triggers_are_buttons_and_its_sticks_the_pads(heard: input_devices.Pads) -> None:
    pad = VirtualPad(GAME_CONTROLLER)
    hear(heard)
    pad.axis(0, 32767)
    pad.axis(3, -32768)
    hear(heard)
    assert (heard.tilt(0), heard.tilt(1), heard.buttons) == ((1.0, 0.0), (0.0, 1.0), Buttons(0))
    for number, button in ((4, Buttons.ZL), (5, Buttons.ZR)):
        pad.axis(number, 32767)
        hear(heard)
        assert heard.buttons == button
        pad.axis(number, -32768)
        hear(heard)
        assert heard.buttons == Buttons(0)
    pad.axis(0, 4000)
    pad.button(0)
    hear(heard)
    assert (heard.tilt(0), heard.buttons) == ((0.0, 0.0), Buttons.B)
    pad.pull_out()
    hear(heard)
    assert (heard.tilt(1), heard.buttons) == ((0.0, 0.0), Buttons(0))


def test_of_an_unknown_pad_the_numbers_are_those_of_most(heard: input_devices.Pads) -> None:
    pad = VirtualPad(UNKNOWN)
    pad.button(4)
    pad.cross(UP)
    pad.axis(5, 32767)
    hear(heard)
    assert heard.buttons == Buttons.L | Buttons.UP | Buttons.ZR


def test_a_hand_on_the_letters_walks_and_ends_no_game() -> None:
    walk = {"w": Buttons.UP, "a": Buttons.LEFT, "s": Buttons.DOWN, "d": Buttons.RIGHT}
    assert {key: BUTTON_KEYS[key] for key in walk} == walk
    assert BUTTON_KEYS["j"] == BUTTON_KEYS["z"] == BUTTON_KEYS["RETURN"] == Buttons.A
    assert not BUTTON_KEYS.keys() & TILT_KEYS.keys()


def test_every_button_and_action_has_keys_of_its_own() -> None:
    """A key of an action types no character."""
    assert set(BUTTON_KEYS.values()) == set(Buttons)
    assert set(ACTION_KEYS.values()) | set(CONTROL_KEYS.values()) == set(Action)
    assert not BUTTON_KEYS.keys() & ACTION_KEYS.keys()
    assert all(len(name) > 1 and name != "SPACE" for name in ACTION_KEYS)


def test_help_names_every_action_and_fits_the_screen() -> None:
    shown = "\n".join(HELP_LINES)
    assert [action for action in Action if action.words not in shown] == []
    assert max(map(len, HELP_LINES)) <= 46
    assert len(HELP_LINES) < LONGEST_HELP


def test_help_names_every_function_key() -> None:
    shown = "\n".join(HELP_LINES)
    for key, action in ACTION_KEYS.items():
        if key.startswith("F"):
            assert any(line.startswith(key) and line.endswith(action.words) for line in HELP_LINES), key
    assert "Esc" in shown


def test_beside_the_prompt_the_runs_keys_are_run() -> None:
    changed = [new for old, new in zip(HELP_LINES, lines_beside_prompt(), strict=True) if old != new]
    assert changed == ["F4   Ctrl-N     RUN", "F5   Ctrl-R     RUN"]

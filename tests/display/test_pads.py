"""Game pads: SDL makes one that nobody holds, as it makes those that are plugged in."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pygame
import pytest

from retromaze.display import pads
from retromaze.machine.input import Buttons
from tests.amounts import REQUIRED

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
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[pads.Pads]:
    """The pads, which hear what happens when `hear` is called."""
    if sys.platform != "linux" or not LIBRARIES or pads.controller is None:
        assert not REQUIRED
        pytest.skip("the library of SDL is looked for where Linux has it")
    for name, value in (("SDL_VIDEODRIVER", "dummy"), ("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")):
        monkeypatch.setenv(name, value)
    # SDL reads these when pads are first looked for, which another test may have had done
    pygame.quit()
    pads.controller.quit()
    pygame.display.init()
    pygame.display.set_mode((9, 9))
    pads.switch_on()
    pygame.event.get()
    yield pads.Pads()
    while VirtualPad.there:
        VirtualPad.there[0].pull_out()
    pygame.display.quit()


def hear(heard: pads.Pads) -> Buttons:
    """Takes over all that has happened; what was pressed by it."""
    events = [each for each in pygame.event.get() if each.type in pads.PAD_EVENTS]
    return pads.combined_buttons([heard.hear(each) for each in events])


def test_a_known_pad_is_told_by_the_place_of_its_buttons(heard: pads.Pads) -> None:
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


def test_its_triggers_are_buttons_and_its_sticks_the_pads(heard: pads.Pads) -> None:
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


def test_of_an_unknown_pad_the_numbers_are_those_of_most(heard: pads.Pads) -> None:
    pad = VirtualPad(UNKNOWN)
    pad.button(4)
    pad.cross(UP)
    pad.axis(5, 32767)
    hear(heard)
    assert heard.buttons == Buttons.L | Buttons.UP | Buttons.ZR

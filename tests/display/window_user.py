"""A user of the window: what is pressed, and what is seen."""

import re
from array import array

import pygame

from retromaze.display.window import Window
from retromaze.display.window_drawing import Shape, arrange_screens
from retromaze.engine.computer import Computer
from retromaze.machine.machine import Machine


def down(key: int, modifiers: int = 0) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=modifiers, unicode="", scancode=0))


def up(key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0))


def type_text(text: str) -> None:
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))


def close() -> None:
    pygame.event.post(pygame.event.Event(pygame.QUIT))


def caption() -> str:
    """What the title says of the run's state."""
    name, state, place, keys = pygame.display.get_caption()[0].split(" - ")
    assert (name, keys) == ("maze", "F1: keys")
    assert re.fullmatch(r"frame \d+, seed 1", place)
    return state


def surface() -> pygame.Surface:
    """All that the window shows."""
    shown = pygame.display.get_surface()
    assert shown is not None
    return shown


def seen(left: int = 0, top: int = 0, scale: int = 1) -> array:
    """The window's picture as words, one of each square of pixels."""
    width = surface().get_width()
    pixels = array("I", pygame.image.tobytes(surface(), "BGRA"))
    picture = array("I")
    for y in range(240):
        start = (top + y * scale) * width + left
        picture += pixels[start : start + 400 * scale : scale]
    return picture


def place() -> tuple[int, int, int]:
    """Left, top and scale of the upper screen alone."""
    left, top, width, _ = arrange_screens(*pygame.display.get_window_size(), Shape.ONE).bounds
    return left, top, width // 400


def resize(width: int, height: int) -> None:
    pygame.display.set_mode((width, height), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=width, y=height))


def colorful(machine: Machine) -> None:
    """Something in every channel, asymmetric in x and y."""
    machine.screen.fill(10, 20, 200, 50, -0x1)
    machine.screen.fill(30, 100, 60, 200, 0xFF0000FF - (1 << 32))
    machine.screen.fill(300, 10, 399, 30, 0xFFF80000 - (1 << 32))
    machine.screen.fill(0, 239, 100, 239, 0xFF00A800 - (1 << 32))


def follow(window: Window, source: str) -> tuple[Computer, Machine]:
    """A computer whose listing the window follows, before it runs."""
    machine = Machine(seed=1)
    window.attach(machine)
    computer = Computer(machine, traced=True)
    computer.load_source(0, source, path="maze.bas")
    window.follow(computer)
    return computer, machine

"""How a picture lies in a window, and how the window keeps its size."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from retromaze.display.arrangement import Shape
from retromaze.display.canvas import Canvas, half_more, icon, made_wide
from retromaze.display.overlay import bar

RED, BLUE = 0xFFFF0000, 0xFF0000FF
UPPER = array("I", [RED]) * (400 * 240)
BOTH = UPPER + array("I", [BLUE]) * (400 * 240)


@pytest.fixture
def canvas(monkeypatch: pytest.MonkeyPatch) -> Iterator[Canvas]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080)])
    opened = Canvas()
    yield opened
    opened.close()


def size() -> tuple[int, int]:
    surface = pygame.display.get_surface()
    assert surface is not None
    return surface.get_size()


def color(x: int, y: int) -> tuple[int, ...]:
    surface = pygame.display.get_surface()
    assert surface is not None
    return tuple(surface.get_at((x, y)))[:3]


def test_a_window_fits_its_desktop(canvas: Canvas) -> None:
    assert size() == (1200, 756)


def test_the_bar_lies_below_the_picture(canvas: Canvas) -> None:
    canvas.show(UPPER, Shape.ONE, bar("x"))
    assert [color(0, y) for y in (0, 719, 720, 755)] == [(255, 0, 0)] * 2 + [(24, 24, 24)] * 2
    canvas.show(UPPER, Shape.ONE, None)
    assert color(0, 720) == (0, 0, 0)


def test_a_window_grows_for_the_lower_screen_and_shrinks_again(canvas: Canvas) -> None:
    canvas.show(BOTH, Shape.TWO, None)
    assert (size(), color(80, 967)) == ((800, 992), (0, 0, 255))
    canvas.show(UPPER, Shape.ONE, None)
    assert (size(), color(0, 0)) == ((1200, 756), (255, 0, 0))


def test_a_window_that_grows_is_centered_again(canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []
    set_mode = pygame.display.set_mode

    def watched(*arguments: Any) -> pygame.Surface:
        asked.append(os.environ.get("SDL_VIDEO_CENTERED"))
        return set_mode(*arguments)

    monkeypatch.setattr(pygame.display, "set_mode", watched)
    canvas.show(BOTH, Shape.TWO, None)
    monkeypatch.setenv("SDL_VIDEO_CENTERED", "0")
    canvas.show(UPPER, Shape.ONE, None)
    canvas.toggle_full_screen()
    assert asked == ["1", "1", "0"]
    canvas.toggle_full_screen()
    monkeypatch.delenv("SDL_VIDEO_CENTERED")


def test_a_window_that_was_resized_keeps_its_size(canvas: Canvas) -> None:
    pygame.display.set_mode((1000, 700), pygame.RESIZABLE)
    canvas.keep_smallest()
    canvas.show(BOTH, Shape.TWO, None)
    assert (size(), color(300, 102), color(340, 585)) == ((1000, 700), (255, 0, 0), (0, 0, 255))


def test_a_window_that_was_resized_grows_where_the_lower_screen_finds_no_room(canvas: Canvas) -> None:
    pygame.display.set_mode((500, 300), pygame.RESIZABLE)
    canvas.keep_smallest()
    canvas.show(BOTH, Shape.TWO, None)
    assert size() == (500, 496)


def test_screens_side_by_side(canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1366, 768)])
    canvas.show(BOTH, Shape.TWO, bar("x"))
    red, blue, frame, dark = (255, 0, 0), (0, 0, 255), (0x2F, 0x36, 0x40), (24, 24, 24)
    assert size() == (1086, 378)
    assert [color(x, 359) for x in (0, 599, 600, 605, 606, 1085)] == [red, red, frame, frame, blue, blue]
    assert [color(x, 360) for x in (0, 700, 1085)] == [dark] * 3
    canvas.show(BOTH, Shape.TWO, None)
    assert [color(700, y) for y in (359, 360, 365, 366)] == [blue, frame, frame, (0, 0, 0)]
    assert [canvas.lower_point(each) for each in ((606, 0), (1085, 359), (605, 0))] == [
        (0, 0),
        (319, 239),
        None,
    ]


def test_the_tall_screen_is_a_single_picture(canvas: Canvas) -> None:
    tall = made_wide(array("I", [RED]) * (320 * 480))
    canvas.show(tall, Shape.TALL, None)
    red, black, frame = (255, 0, 0), (0, 0, 0), (0x2F, 0x36, 0x40)
    assert size() == (800, 984)
    assert {color(400, y) for y in range(960)} == {red}
    assert [color(x, 480) for x in (71, 72, 79, 80)] == [black, frame, frame, red]
    assert [color(x, 480) for x in (719, 720, 727, 728)] == [red, frame, frame, black]
    assert [canvas.lower_point(each) for each in ((80, 480), (719, 959), (80, 479), (79, 480))] == [
        (0, 0),
        (319, 239),
        None,
        None,
    ]
    canvas.show(UPPER, Shape.ONE, None)
    assert size() == (1200, 756)


def test_one_and_a_half_makes_three_pixels_of_two() -> None:
    pixels = pygame.Surface((4, 2), 0, 32)
    words = [[(0, 0, 0), (200, 100, 40), (40, 80, 120), (0, 0, 0)], [(80, 80, 80)] * 4]
    for y, row in enumerate(words):
        for x, each in enumerate(row):
            pixels.set_at((x, y), each)
    made = half_more(pixels, (6, 3))
    across = [(0, 0, 0), (100, 50, 20), (200, 100, 40), (40, 80, 120), (20, 40, 60), (0, 0, 0)]
    between = [tuple((value + 80) // 2 for value in each) for each in across]
    shown = [[tuple(made.get_at((x, y)))[:3] for x in range(6)] for y in range(3)]
    assert shown == [across, between, [(80, 80, 80)] * 6]


def test_no_window_is_smaller_than_the_screen(canvas: Canvas) -> None:
    pygame.display.set_mode((100, 700), pygame.RESIZABLE)
    canvas.keep_smallest()
    assert size() == (400, 700)


def test_full_screen_and_back(canvas: Canvas) -> None:
    pygame.display.set_mode((1000, 700), pygame.RESIZABLE)
    canvas.keep_smallest()
    canvas.toggle_full_screen()
    full = pygame.display.get_surface()
    assert full is not None
    assert full.get_flags() & pygame.FULLSCREEN
    canvas.toggle_full_screen()
    assert size() == (1000, 700)


def test_a_place_of_the_window_is_a_pixel_of_the_lower_screen(canvas: Canvas) -> None:
    pygame.display.set_mode((800, 968 + 24), pygame.RESIZABLE)
    canvas.keep_smallest()
    assert canvas.lower_point((80, 488)) is None
    canvas.show(BOTH, Shape.TWO, None)
    assert canvas.lower_point((80, 488)) == (0, 0)
    assert canvas.lower_point((80 + 639, 967)) == (319, 239)
    assert [canvas.lower_point(each) for each in ((79, 488), (80, 487), (720, 488), (80, 968))] == [None] * 4


def test_the_screens_are_told_apart_by_a_frame(canvas: Canvas) -> None:
    pygame.display.set_mode((800, 968 + 24), pygame.RESIZABLE)
    canvas.keep_smallest()
    black = array("I", [0xFF000000]) * (400 * 480)
    canvas.show(black, Shape.TWO, bar("x"))
    frame = (0x2F, 0x36, 0x40)
    shown = (0, 0, 0)
    assert [color(400, y) for y in (479, 480, 487, 488)] == [shown, frame, frame, shown]
    assert [color(x, 700) for x in (71, 72, 79, 80)] == [shown, frame, frame, shown]
    assert [color(x, 700) for x in (719, 720, 727, 728)] == [shown, frame, frame, shown]
    assert color(0, 968) == (24, 24, 24)
    canvas.show(UPPER, Shape.ONE, None)
    assert frame not in {color(x, y) for x in range(0, size()[0], 7) for y in range(0, size()[1], 7)}


def test_the_icon_is_a_maze() -> None:
    made = icon()
    assert made.get_size() == (32, 32)
    assert len({tuple(made.get_at((x, y))) for x in range(32) for y in range(32)}) == 2

"""How a picture lies in a window, and how the window keeps its size."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from retromaze.display.canvas import Canvas, first_size, icon, placement
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


@pytest.mark.parametrize(
    ("size", "rows", "place"),
    [
        ((400, 240), 240, (0, 0, 400, 240)),
        ((400, 252), 240, (0, 0, 400, 240)),
        ((800, 480), 240, (0, 0, 800, 480)),
        ((1000, 700), 240, (100, 98, 800, 480)),
        ((1199, 2000), 240, (199, 748, 800, 480)),
        ((1920, 1080), 240, (160, 36, 1600, 960)),
        ((300, 200), 240, (-50, -20, 400, 240)),
        ((1920, 1080), 480, (560, 44, 800, 968)),
        ((400, 480), 480, (0, 0, 400, 480)),
        ((400, 483), 480, (0, 1, 400, 480)),
        ((400, 484), 480, (0, 0, 400, 484)),
    ],
)
def test_the_picture_is_scaled_by_whole_numbers_above_the_bar(
    size: tuple[int, int], rows: int, place: tuple[int, int, int, int]
) -> None:
    assert placement(*size, rows) == pygame.Rect(place)


def test_a_window_fits_its_desktop(canvas: Canvas) -> None:
    assert size() == (1200, 756)
    assert first_size(480) == (800, 992)


def test_the_bar_lies_below_the_picture(canvas: Canvas) -> None:
    canvas.show(UPPER, bar("x"))
    assert [color(0, y) for y in (0, 719, 720, 755)] == [(255, 0, 0)] * 2 + [(24, 24, 24)] * 2
    canvas.show(UPPER, None)
    assert color(0, 720) == (0, 0, 0)


def test_a_window_grows_for_the_lower_screen_and_shrinks_again(canvas: Canvas) -> None:
    canvas.show(BOTH, None)
    assert (size(), color(80, 967)) == ((800, 992), (0, 0, 255))
    canvas.show(UPPER, None)
    assert (size(), color(0, 0)) == ((1200, 756), (255, 0, 0))


def test_a_window_that_grows_is_centered_again(canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []
    set_mode = pygame.display.set_mode

    def watched(*arguments: Any) -> pygame.Surface:
        asked.append(os.environ.get("SDL_VIDEO_CENTERED"))
        return set_mode(*arguments)

    monkeypatch.setattr(pygame.display, "set_mode", watched)
    canvas.show(BOTH, None)
    monkeypatch.setenv("SDL_VIDEO_CENTERED", "0")
    canvas.show(UPPER, None)
    canvas.toggle_full_screen()
    assert asked == ["1", "1", "0"]
    canvas.toggle_full_screen()
    monkeypatch.delenv("SDL_VIDEO_CENTERED")


def test_a_window_that_was_resized_keeps_its_size(canvas: Canvas) -> None:
    pygame.display.set_mode((1000, 700), pygame.RESIZABLE)
    canvas.keep_smallest()
    canvas.show(BOTH, None)
    assert (size(), color(300, 102), color(340, 585)) == ((1000, 700), (255, 0, 0), (0, 0, 255))


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
    canvas.show(BOTH, None)
    assert canvas.lower_point((80, 488)) == (0, 0)
    assert canvas.lower_point((80 + 639, 967)) == (319, 239)
    assert [canvas.lower_point(each) for each in ((79, 488), (80, 487), (720, 488), (80, 968))] == [None] * 4


def test_the_screens_are_told_apart_by_a_frame(canvas: Canvas) -> None:
    pygame.display.set_mode((800, 968 + 24), pygame.RESIZABLE)
    canvas.keep_smallest()
    black = array("I", [0xFF000000]) * (400 * 480)
    canvas.show(black, bar("x"))
    frame = (0x2F, 0x36, 0x40)
    shown = (0, 0, 0)
    assert [color(400, y) for y in (479, 480, 487, 488)] == [shown, frame, frame, shown]
    assert [color(x, 700) for x in (0, 79, 80, 719, 720, 799)] == [frame, frame, shown, shown, frame, frame]
    assert color(0, 968) == (24, 24, 24)
    canvas.show(UPPER, None)
    assert frame not in {color(x, y) for x in range(0, size()[0], 7) for y in range(0, size()[1], 7)}


def test_the_icon_is_a_maze() -> None:
    made = icon()
    assert made.get_size() == (32, 32)
    assert len({tuple(made.get_at((x, y))) for x in range(32) for y in range(32)}) == 2

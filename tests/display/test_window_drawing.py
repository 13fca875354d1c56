"""The window: how screens are arranged in it and drawn."""

import os
from array import array
from collections.abc import Iterator
from itertools import product
from typing import Any

import pygame
import pytest

from retromaze.display.window_drawing import (
    Box,
    Canvas,
    Shape,
    arrange_screens,
    bar_picture,
    enlarged_by_half,
    icon,
    initial_window_size,
    lower_screen_pixel,
    minimum_window_size,
    shape_of_picture,
    widened_tall_screen,
)
from tests.display.window_user import surface

ONE, TWO, TALL = Shape
SIZES = {
    (800, 600): [(600, 378), (400, 496), (400, 492)],
    (1024, 768): [(800, 504), (400, 496), (400, 492)],
    (1280, 720): [(800, 504), (1128, 504), (400, 492)],
    (1280, 1024): [(800, 504), (800, 752), (600, 738)],
    (1366, 768): [(800, 504), (1128, 504), (400, 492)],
    (1600, 900): [(1200, 756), (1448, 504), (600, 738)],
    (1920, 1080): [(1200, 756), (800, 992), (800, 984)],
    (1920, 1200): [(1600, 1008), (800, 992), (800, 984)],
    (2560, 1440): [(1600, 1008), (2172, 756), (800, 984)],
    (3840, 2160): [(1600, 1008), (1600, 1984), (1600, 1968)],
    (320, 200): [(400, 252), (400, 496), (400, 492)],
}
"""The sizes of new windows for the upper screen, both and the tall one, by the size of the desktop."""


def test_a_new_window_is_as_large_as_the_desktop_lets_it() -> None:
    found = {
        desktop: [initial_window_size(desktop, shape) for shape in (ONE, TWO, TALL)] for desktop in SIZES
    }
    assert found == SIZES
    for sizes in SIZES.values():
        for shape, (width, height) in zip(Shape, sizes, strict=True):
            # the window fits what is in it: screens at the upper left, below them the bar and nothing else
            factor, whole, _ = arrange_screens(width, height, shape)
            assert whole == (0, 0, width, height - int(12 * factor))


PLACES = {
    # the upper screen alone
    ((400, 240), ONE): (1, (0, 0, 400, 240), [(0, 0, 400, 240)]),
    ((400, 252), ONE): (1, (0, 0, 400, 240), [(0, 0, 400, 240)]),
    ((599, 999), ONE): (1, (99, 373, 400, 240), [(99, 373, 400, 240)]),
    ((600, 378), ONE): (1.5, (0, 0, 600, 360), [(0, 0, 600, 360)]),
    ((1000, 700), ONE): (2, (100, 98, 800, 480), [(100, 98, 800, 480)]),
    ((1199, 2000), ONE): (2, (199, 748, 800, 480), [(199, 748, 800, 480)]),
    ((1920, 1080), ONE): (4, (160, 36, 1600, 960), [(160, 36, 1600, 960)]),
    ((300, 200), ONE): (1, (-50, -20, 400, 240), [(-50, -20, 400, 240)]),
    # both, one above the other
    ((400, 484), TWO): (1, (0, 0, 400, 484), [(0, 0, 400, 240), (40, 244, 320, 240)]),
    ((600, 744), TWO): (1.5, (0, 0, 600, 726), [(0, 0, 600, 360), (60, 366, 480, 360)]),
    ((800, 992), TWO): (2, (0, 0, 800, 968), [(0, 0, 800, 480), (80, 488, 640, 480)]),
    ((1280, 1024), TWO): (2, (240, 16, 800, 968), [(240, 16, 800, 480), (320, 504, 640, 480)]),
    ((1200, 1452), TWO): (3, (0, 0, 1200, 1452), [(0, 0, 1200, 720), (120, 732, 960, 720)]),
    # side by side, where that is larger or the other way finds no room
    ((724, 252), TWO): (1, (0, 0, 724, 240), [(0, 0, 400, 240), (404, 0, 320, 240)]),
    ((1086, 378), TWO): (1.5, (0, 0, 1086, 360), [(0, 0, 600, 360), (606, 0, 480, 360)]),
    # the upper one twice as large, the lower one as it is
    ((800, 752), TWO): (2, (0, 0, 800, 728), [(0, 0, 800, 480), (240, 488, 320, 240)]),
    ((1366, 768), TWO): (2, (283, 8, 800, 728), [(283, 8, 800, 480), (523, 496, 320, 240)]),
    ((1128, 504), TWO): (2, (0, 0, 1128, 480), [(0, 0, 800, 480), (808, 120, 320, 240)]),
    ((1366, 700), TWO): (2, (119, 98, 1128, 480), [(119, 98, 800, 480), (927, 218, 320, 240)]),
    ((1127, 725), TWO): (1.5, (20, 173, 1086, 360), [(20, 173, 600, 360), (626, 173, 480, 360)]),
    ((1448, 700), TWO): (2, (0, 98, 1448, 480), [(0, 98, 800, 480), (808, 98, 640, 480)]),
    ((2560, 1080), TWO): (3, (194, 162, 2172, 720), [(194, 162, 1200, 720), (1406, 162, 960, 720)]),
    # as large both ways: as on the console
    ((724, 484), TWO): (1, (162, 0, 400, 484), [(162, 0, 400, 240), (202, 244, 320, 240)]),
    ((1448, 968), TWO): (2, (324, 0, 800, 968), [(324, 0, 800, 480), (404, 488, 640, 480)]),
    # the middle of what finds no room
    ((400, 252), TWO): (1, (0, -116, 400, 484), [(0, -116, 400, 240), (40, 128, 320, 240)]),
    # both in one
    ((400, 492), TALL): (1, (0, 0, 400, 480), [(40, 0, 320, 480)]),
    ((600, 738), TALL): (1.5, (0, 0, 600, 720), [(60, 0, 480, 720)]),
    ((1366, 768), TALL): (1.5, (383, 15, 600, 720), [(443, 15, 480, 720)]),
    ((1920, 1080), TALL): (2, (560, 48, 800, 960), [(640, 48, 640, 960)]),
}
"""(factor, the rectangle of all, those of the screens) by the size of the window and the shape."""


def test_screens_are_as_large_as_they_can_be() -> None:
    found = {(size, shape): arrange_screens(*size, shape) for size, shape in PLACES}
    assert found == {
        case: (factor, Box(*whole), tuple(Box(*each) for each in screens))
        for case, (factor, whole, screens) in PLACES.items()
    }


def test_every_place_of_the_lower_screen_is_the_pixel_seen_there() -> None:
    sizes = [(600, 744), (800, 992), (1086, 378), (1366, 768), (1920, 1080), (724, 252), (1128, 504)]
    for size, shape in product(sizes, (TWO, TALL)):
        place = arrange_screens(*size, shape)
        left, top, width, height = place.screens[-1]
        top, height = (top, height) if shape is TWO else (top + height // 2, height // 2)
        factor = width / 320
        row = [lower_screen_pixel(place, shape, left + x, top) for x in range(width)]
        column = [lower_screen_pixel(place, shape, left, top + y) for y in range(height)]
        assert row == [(int(x / factor), 0) for x in range(width)], (size, shape)
        assert column == [(0, int(y / factor)) for y in range(height)], (size, shape)
        assert (row[-1], column[-1]) == ((319, 0), (0, 239)), (size, shape)
        outside = ((left - 1, top), (left, top - 1), (left + width, top), (left, top + height))
        assert [lower_screen_pixel(place, shape, *each) for each in outside] == [None] * 4, (size, shape)


def test_a_window_has_room_for_the_screens_and_the_bar() -> None:
    held = {
        ((100, 700), ONE): (400, 700),
        ((1000, 100), ONE): (1000, 252),
        ((400, 252), TWO): (400, 496),
        ((724, 252), TWO): (724, 252),
        ((723, 252), TWO): (723, 496),
        ((300, 900), TWO): (400, 900),
        ((400, 252), TALL): (400, 492),
    }
    assert {(size, shape): minimum_window_size(size, shape) for size, shape in held} == held


def test_a_picture_says_what_it_shows() -> None:
    words = [array("I", bytes(4 * count)) for count in (400 * 240, 400 * 480, 320 * 480)]
    assert [shape_of_picture(each) for each in words] == [ONE, TWO, TALL]
    with pytest.raises(ValueError, match="a picture has 96000, 192000, 153600 words, not 1"):
        shape_of_picture(array("I", [0]))


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
    return surface().get_size()


def color(x: int, y: int) -> tuple[int, ...]:
    return tuple(surface().get_at((x, y)))[:3]


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


def test_a_window_that_was_resized_grows_where_the_lower_screen_finds_no_room(canvas: Canvas) -> None:
    pygame.display.set_mode((500, 300), pygame.RESIZABLE)
    canvas.enforce_minimum_size()
    canvas.show(BOTH, Shape.TWO, None)
    assert size() == (500, 496)


def test_screens_side_by_side(canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1366, 768)])
    canvas.show(BOTH, Shape.TWO, bar_picture("x"))
    red, blue, frame, dark = (255, 0, 0), (0, 0, 255), (0x2F, 0x36, 0x40), (24, 24, 24)
    assert size() == (1128, 504)
    assert [color(x, 359) for x in (0, 799, 800, 807, 808, 1127)] == [red, red, frame, frame, blue, blue]
    assert [color(x, 480) for x in (0, 700, 1127)] == [dark] * 3
    assert [color(900, y) for y in (359, 360, 367, 368)] == [blue, frame, frame, (0, 0, 0)]
    assert [canvas.lower_point(each) for each in ((808, 120), (1127, 359), (807, 120))] == [
        (0, 0),
        (319, 239),
        None,
    ]


def test_the_tall_screen_is_a_single_picture(canvas: Canvas) -> None:
    tall = widened_tall_screen(array("I", [RED]) * (320 * 480))
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
    made = enlarged_by_half(pixels, (6, 3))
    across = [(0, 0, 0), (100, 50, 20), (200, 100, 40), (40, 80, 120), (20, 40, 60), (0, 0, 0)]
    between = [tuple((value + 80) // 2 for value in each) for each in across]
    shown = [[tuple(made.get_at((x, y)))[:3] for x in range(6)] for y in range(3)]
    assert shown == [across, between, [(80, 80, 80)] * 6]


def test_full_screen_and_back(canvas: Canvas) -> None:
    pygame.display.set_mode((1000, 700), pygame.RESIZABLE)
    canvas.enforce_minimum_size()
    canvas.toggle_full_screen()
    assert surface().get_flags() & pygame.FULLSCREEN
    canvas.toggle_full_screen()
    assert size() == (1000, 700)


def test_the_screens_are_told_apart_by_a_frame(canvas: Canvas) -> None:
    pygame.display.set_mode((800, 968 + 24), pygame.RESIZABLE)
    canvas.enforce_minimum_size()
    black = array("I", [0xFF000000]) * (400 * 480)
    canvas.show(black, Shape.TWO, bar_picture("x"))
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

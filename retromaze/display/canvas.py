"""pygame's window: opens it, and places the picture in it."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pygame

from retromaze.display.arrangement import (
    GAP,
    SIDE,
    Arrangement,
    Box,
    Shape,
    arranged,
    first_size,
    held_size,
    lower_pixel_at,
)
from retromaze.display.front_end import INVISIBLE_DRIVERS, NoDisplay, missing_display
from retromaze.display.overlay import BAR
from retromaze.display.pictures import HEIGHT, WIDTH, little_endian, size_of, widened
from retromaze.errors import Stopped
from retromaze.machine.input import Point
from retromaze.machine.modes import LOWER_SIZE, UPPER_SIZE, Size

CENTERED = "SDL_VIDEO_CENTERED"
"""The environment variable by which pygame places a window."""
ICON_SCALE = 4
ICON = (
    "########",
    "#..#...#",
    "##.#.#.#",
    "#..#.#.#",
    "#.##.#.#",
    "#....#.#",
    "####.#..",
    "########",
)
INK, FLOOR = "#1d2b53", "#ffd75f"
FRAME = 0xFF2F3640
"""The color of the frame that tells screens apart."""
HALF = 128
"""The opacity with which two pictures are mixed evenly."""


def icon() -> pygame.Surface:
    """A small maze, 32 x 32."""
    side = len(ICON)
    surface = pygame.Surface((side, side))
    for y, row in enumerate(ICON):
        for x, block in enumerate(row):
            surface.set_at((x, y), INK if block == "#" else FLOOR)
    return pygame.transform.scale_by(surface, ICON_SCALE)


class Canvas:
    """The window itself. Raises NoDisplay if none can be opened."""

    def __init__(self) -> None:
        self._shape = Shape.ONE
        self._is_full = False
        self._title = ""
        try:
            pygame.display.init()
            if pygame.display.get_driver() in INVISIBLE_DRIVERS and not missing_display():
                raise NoDisplay("no screen was found")
            pygame.display.set_icon(icon())
            self._size = self._fitting = first_size(desktop(), self._shape)
            pygame.display.set_mode(self._size, pygame.RESIZABLE)
        except pygame.error as error:
            pygame.display.quit()
            raise NoDisplay(str(error)) from error

    def close(self) -> None:
        """Takes the window off the screen."""
        pygame.display.quit()

    @property
    def title(self) -> str:
        """What the window's frame says."""
        return self._title

    @title.setter
    def title(self, text: str) -> None:
        if text != self._title:
            self._title = text
            pygame.display.set_caption(text)

    # --- showing ---

    def show(self, picture: array[int], shape: Shape, strip: array[int] | None) -> None:
        """Shows the screens and below them the bar. Raises Stopped without a window.

        The picture is 400 words wide whatever it shows: the tall screen comes as `made_wide` makes it.
        """
        self._make_room(shape)
        surface = self._surface()
        place = self._arrangement
        surface.fill("black")
        if shape is Shape.TWO:
            self._draw_frame(place, surface)
            screens = image(picture)
            draw_enlarged(screens.subsurface((0, 0, WIDTH, HEIGHT)), place.screens[0], surface)
            lower = screens.subsurface((SIDE, HEIGHT, *LOWER_SIZE))
            draw_enlarged(lower, place.screens[1], surface)
        else:
            draw_enlarged(image(picture), place.whole, surface)
        if strip is not None:
            self._draw_bar(image(strip), place, surface)
        pygame.display.flip()

    def _draw_frame(self, place: Arrangement, surface: pygame.Surface) -> None:
        """A thin frame around the lower screen."""
        breadth = int(2 * GAP * place.factor)
        around = pygame.Rect(place.screens[1]).inflate(breadth, breadth)
        # pygame keeps the height of a rectangle that begins above the surface
        surface.fill(FRAME & 0xFF_FFFF, around.clip(surface.get_rect()))

    def _draw_bar(self, strip: pygame.Surface, place: Arrangement, surface: pygame.Surface) -> None:
        """The bar, as wide as the screens; over their last rows where there is no room below them."""
        left, top, width, height = place.whole
        down = int(BAR * place.factor)
        box = Box(left, min(top + height, surface.get_height() - down), width, down)
        surface.fill(strip.get_at((0, 0)), box)
        draw_enlarged(strip, box._replace(width=int(WIDTH * place.factor)), surface)

    def _surface(self) -> pygame.Surface:
        surface = pygame.display.get_surface()
        if surface is None:
            raise Stopped("the window is gone")
        return surface

    @property
    def _arrangement(self) -> Arrangement:
        return arranged(*self._surface().get_size(), self._shape)

    def lower_point(self, position: Sequence[int]) -> Point | None:
        """The pixel of the lower screen at a place of the window; None outside it, or if it is not shown."""
        return lower_pixel_at(self._arrangement, self._shape, position[0], position[1])

    # --- size ---

    def _make_room(self, shape: Shape) -> None:
        """A window that nobody has resized grows and shrinks with the screens, and is centered again."""
        if shape is self._shape:
            return
        self._shape = shape
        if not self._is_full and self._surface().get_size() == self._fitting:
            self._size = self._fitting = first_size(desktop(), shape)
            with centering():
                pygame.display.set_mode(self._size, pygame.RESIZABLE)
        else:
            self.keep_smallest()

    def keep_smallest(self) -> None:
        """The window has another size: it is never smaller than the screens and the bar."""
        size = self._surface().get_size()
        if not self._is_full:
            self._size = held_size(size, self._shape)
            if self._size != size:
                pygame.display.set_mode(self._size, pygame.RESIZABLE)

    def toggle_full_screen(self) -> None:
        """The whole screen, or the window as it was."""
        self._is_full = not self._is_full
        if self._is_full:
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            # The first call only leaves the full screen, the second one gives the size.
            pygame.display.set_mode(self._size, pygame.RESIZABLE)
            pygame.display.set_mode(self._size, pygame.RESIZABLE)


def desktop() -> Size:
    """The size of the desktop, in pixels."""
    sizes = pygame.display.get_desktop_sizes()
    return sizes[0] if sizes else UPPER_SIZE


@contextmanager
def centering() -> Iterator[None]:
    """A window that changes its size goes to the middle of the desktop, lest it hangs off it at an edge."""
    before = os.environ.get(CENTERED)
    os.environ[CENTERED] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[CENTERED]
        else:
            os.environ[CENTERED] = before


def image(picture: array[int]) -> pygame.Surface:
    """Words in rows of 400 as a surface; it shares the pixels."""
    return pygame.image.frombuffer(little_endian(picture), (WIDTH, len(picture) // WIDTH), "BGRA")


def made_wide(picture: array[int]) -> array[int]:
    """The tall screen in a thin frame, as wide as the upper one then; other pictures as they are."""
    width, _ = size_of(picture)
    if width == WIDTH:
        return picture
    return widened(widened(picture, width, width + 2 * GAP, FRAME), width + 2 * GAP, WIDTH)


def draw_enlarged(picture: pygame.Surface, place: Box, surface: pygame.Surface) -> None:
    """Draws pixels enlarged to a place, in the surface's own format."""
    pixels, size = picture.convert(surface), (place.width, place.height)
    is_whole = place.width % picture.get_width() == 0
    surface.blit(pygame.transform.scale(pixels, size) if is_whole else half_more(pixels, size), place)


def half_more(pixels: pygame.Surface, size: Size) -> pygame.Surface:
    """Makes them one and a half times as large: two become three, of which the middle one is both mixed.

    Nearest pixels alone would make every other line twice as thick as its neighbor.
    """
    wide = mixed(pixels, (size[0], pixels.get_height()), True, False)
    return mixed(wide, size, False, True)


def mixed(pixels: pygame.Surface, size: Size, across: bool, down: bool) -> pygame.Surface:
    """The mean of two enlargements, one of which takes the left or upper of two pixels."""
    scale, flip = pygame.transform.scale, pygame.transform.flip
    one, other = scale(pixels, size), flip(scale(flip(pixels, across, down), size), across, down)
    other.set_alpha(HALF)
    one.blit(other, (0, 0))
    return one

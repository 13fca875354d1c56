"""pygame's window: opens it, and places the picture in it."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pygame

from retromaze.display.front_end import INVISIBLE_DRIVERS, NoDisplay, missing_display
from retromaze.display.overlay import BAR
from retromaze.display.pictures import HEIGHT, WIDTH, little_endian, rows_of
from retromaze.display.view import LOWER_WIDTH, SIDE
from retromaze.errors import Stopped
from retromaze.machine.input import Point

LARGEST_FIRST_SCALE = 4
DESKTOP_SHARE = 0.92
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
GAP, FRAME = 4, "#2f3640"
"""Rows between the two screens, and the color of what lies around the lower one."""


def placement(width: int, height: int, rows: int = HEIGHT) -> pygame.Rect:
    """Where a picture lies in a window: as large as whole-number scaling allows, in the middle.

    Two screens are parted by a gap, and there is room for the bar below, where the window has any. A window
    smaller than the picture shows its middle.
    """
    scale = max(1, min(width // WIDTH, height // rows))
    if height >= (rows + gap(rows)) * scale:
        rows += gap(rows)
    below = BAR * scale if height >= (rows + BAR) * scale else 0
    return pygame.Rect(0, 0, WIDTH * scale, rows * scale).move(
        (width - WIDTH * scale) // 2, (height - below - rows * scale) // 2
    )


def gap(rows: int) -> int:
    """Rows between the screens of a picture."""
    return GAP if rows > HEIGHT else 0


def lower_placement(place: pygame.Rect) -> pygame.Rect:
    """Where the lower screen lies in the place of both."""
    scale = place.width // WIDTH
    top = place.bottom - HEIGHT * scale
    return pygame.Rect(place.left + SIDE * scale, top, LOWER_WIDTH * scale, HEIGHT * scale)


def first_size(rows: int = HEIGHT) -> tuple[int, int]:
    """The largest whole multiple of picture and bar, up to four, that leaves some of the desktop free."""
    sizes = pygame.display.get_desktop_sizes()
    rows += gap(rows) + BAR
    width, height = sizes[0] if sizes else (WIDTH, rows)
    room = min(int(width * DESKTOP_SHARE) // WIDTH, int(height * DESKTOP_SHARE) // rows)
    scale = max(1, min(room, LARGEST_FIRST_SCALE))
    return WIDTH * scale, rows * scale


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
        self._rows = HEIGHT
        self._is_full = False
        self._title = ""
        try:
            pygame.display.init()
            if pygame.display.get_driver() in INVISIBLE_DRIVERS and not missing_display():
                raise NoDisplay("no screen was found")
            pygame.display.set_icon(icon())
            self._size = self._fitting = first_size()
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

    def show(self, picture: array[int], strip: array[int] | None) -> None:
        """Shows a picture of one screen or two, and below it the bar. Raises Stopped without a window."""
        rows = rows_of(picture)
        self._make_room(rows)
        surface = self._surface()
        place = placement(*surface.get_size(), rows)
        surface.fill("black")
        screens = image(picture, rows)
        upper = pygame.Rect(place.topleft, (place.width, place.width // WIDTH * HEIGHT))
        if rows > HEIGHT:
            surface.fill(FRAME, place)
            lower = screens.subsurface((SIDE, HEIGHT, LOWER_WIDTH, HEIGHT))
            draw_enlarged(lower, lower_placement(place), surface)
        draw_enlarged(screens.subsurface((0, 0, WIDTH, HEIGHT)), upper, surface)
        if strip is not None:
            size = place.width, place.width // WIDTH * BAR
            top = min(place.bottom, surface.get_height() - size[1])
            draw_enlarged(image(strip, BAR), pygame.Rect((place.left, top), size), surface)
        pygame.display.flip()

    def _surface(self) -> pygame.Surface:
        surface = pygame.display.get_surface()
        if surface is None:
            raise Stopped("the window is gone")
        return surface

    def lower_point(self, position: Sequence[int]) -> Point | None:
        """The pixel of the lower screen at a place of the window; None outside it, or if it is not shown."""
        if self._rows == HEIGHT:
            return None
        place = lower_placement(placement(*self._surface().get_size(), self._rows))
        scale = place.width // LOWER_WIDTH
        x, y = position[0] - place.left, position[1] - place.top
        return (x // scale, y // scale) if place.collidepoint(position[0], position[1]) else None

    # --- size ---

    def _make_room(self, rows: int) -> None:
        """A window that nobody has resized grows and shrinks with the picture, and is centered again."""
        if rows == self._rows:
            return
        self._rows = rows
        if not self._is_full and self._surface().get_size() == self._fitting:
            self._size = self._fitting = first_size(rows)
            with centering():
                pygame.display.set_mode(self._size, pygame.RESIZABLE)

    def keep_smallest(self) -> None:
        """The window has another size: it is never smaller than the upper screen and the bar."""
        width, height = self._surface().get_size()
        if not self._is_full:
            self._size = max(width, WIDTH), max(height, HEIGHT + BAR)
            if self._size != (width, height):
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


def image(picture: array[int], rows: int) -> pygame.Surface:
    """A picture of so many rows; it shares the pixels."""
    return pygame.image.frombuffer(little_endian(picture), (WIDTH, rows), "BGRA")


def draw_enlarged(picture: pygame.Surface, place: pygame.Rect, surface: pygame.Surface) -> None:
    """Draws pixels enlarged to a place, in the surface's own format."""
    surface.blit(pygame.transform.scale(picture.convert(surface), place.size), place)

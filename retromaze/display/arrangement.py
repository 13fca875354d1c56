"""Where the machine's screens lie in a window: one above the other or side by side, and how large."""

from __future__ import annotations

from array import array
from enum import Enum
from typing import NamedTuple

from retromaze.display.overlay import BAR
from retromaze.display.pictures import BOTH, HEIGHT, WIDTH, size_of
from retromaze.machine.modes import LOWER_SIZE, TALL_SIZE, UPPER_SIZE, Size

GAP = 4
"""Pixels of the machine between two screens: the frame that tells them apart."""
HALF_MORE = 1.5
"""The only factor that is not whole: where twice the size finds no room, it is better than a stamp."""
LARGEST_FIRST_FACTOR = 4
DESKTOP_SHARE = 0.92
"""How much of a desktop a new window may take: there are panels, and windows have frames."""


class Box(NamedTuple):
    """A rectangle, in pixels."""

    left: int
    top: int
    width: int
    height: int

    def enlarged(self, factor: float, left: int, top: int) -> Box:
        """The box so many times as large, and moved then."""
        x, y, width, height = (int(each * factor) for each in self)
        return Box(left + x, top + y, width, height)


class Shape(Enum):
    """What is shown: the upper screen, both, or both as one tall picture (XSCREEN 4)."""

    ONE = UPPER_SIZE
    TWO = BOTH
    TALL = TALL_SIZE


class Layout(NamedTuple):
    """How screens may lie, in pixels of the machine: the size of all, and each one's place."""

    size: Size
    screens: tuple[Box, ...]


class Arrangement(NamedTuple):
    """How the screens lie in a window, in its pixels: all of them, each one, and how much they are enlarged.

    There is one box for the upper screen, or for the tall one; the lower one's is the second.
    """

    factor: float
    whole: Box
    screens: tuple[Box, ...]


UPPER = Box(0, 0, *UPPER_SIZE)
SIDE = (WIDTH - LOWER_SIZE[0]) // 2
LAYOUTS = {
    Shape.ONE: (Layout(UPPER_SIZE, (UPPER,)),),
    Shape.TWO: (
        Layout((WIDTH, 2 * HEIGHT + GAP), (UPPER, Box(SIDE, HEIGHT + GAP, *LOWER_SIZE))),
        Layout((WIDTH + GAP + LOWER_SIZE[0], HEIGHT), (UPPER, Box(WIDTH + GAP, 0, *LOWER_SIZE))),
    ),
    # as wide as the upper screen: the bar and the help want that
    Shape.TALL: (Layout(BOTH, (Box(SIDE, 0, *TALL_SIZE),)),),
}
"""The ways in which each shape may lie, the one that is preferred first."""


def shape_of(picture: array[int]) -> Shape:
    """What a picture shows. Raises ValueError for what is no picture."""
    return Shape(size_of(picture))


def arranged(width: int, height: int, shape: Shape) -> Arrangement:
    """How screens lie in a window of that size: so that they are largest, in the middle.

    They are enlarged by whole factors, or by one and a half where twice their size finds no room. Of two ways
    in which they are as large, they lie one above the other, as on the console. There is room for the bar
    below, where the window has any. A window smaller than the screens shows their middle.
    """
    layout, factor = best_layout(width, height, shape)
    across, down = int(layout.size[0] * factor), int(layout.size[1] * factor)
    bar = int(BAR * factor)
    below = bar if height >= down + bar else 0
    left, top = (width - across) // 2, (height - below - down) // 2
    screens = tuple(each.enlarged(factor, left, top) for each in layout.screens)
    return Arrangement(factor, Box(left, top, across, down), screens)


def first_size(desktop: Size, shape: Shape) -> Size:
    """A new window's size: screens and bar, at most four times as large; some of the desktop stays free."""
    width, height = (int(each * DESKTOP_SHARE) for each in desktop)
    layout, found = best_layout(width, height, shape, BAR)
    factor = min(found, LARGEST_FIRST_FACTOR)
    return int(layout.size[0] * factor), int((layout.size[1] + BAR) * factor)


def held_size(size: Size, shape: Shape) -> Size:
    """A window's size, larger if need be: the screens and the bar find room in it."""
    wholes = [(layout.size[0], layout.size[1] + BAR) for layout in LAYOUTS[shape]]
    if any(size[0] >= across and size[1] >= down for across, down in wholes):
        return size
    return max(size[0], wholes[0][0]), max(size[1], wholes[0][1])


def best_layout(width: int, height: int, shape: Shape, below: int = 0) -> tuple[Layout, float]:
    """The layout that can be largest there with so many rows of the machine below it, and its factor."""
    found = [(layout, width / layout.size[0], height / (layout.size[1] + below)) for layout in LAYOUTS[shape]]
    rated = [(layout, min(across, down)) for layout, across, down in found]
    # one that finds no room at all comes last, however little it is enlarged
    best, room = max(rated, key=lambda each: (each[1] >= 1, factor_within(each[1])))
    return best, factor_within(room)


def factor_within(room: float) -> float:
    """The factor for what would find room `room` times as large."""
    return int(room) if room >= 2 else HALF_MORE if room >= HALF_MORE else 1


def pixel_at(arrangement: Arrangement, number: int, x: int, y: int) -> tuple[int, int] | None:
    """The pixel of a screen that is shown at a place of the window; None outside it."""
    left, top, width, height = arrangement.screens[number]
    if not (left <= x < left + width and top <= y < top + height):
        return None
    return int((x - left) / arrangement.factor), int((y - top) / arrangement.factor)


def lower_pixel_at(arrangement: Arrangement, shape: Shape, x: int, y: int) -> tuple[int, int] | None:
    """The pixel of the lower screen, which the stylus touches; None where it is not shown.

    Unverified: that the lower half of the tall screen is touched, and told, as the lower screen is.
    """
    if shape is Shape.ONE:
        return None
    found = pixel_at(arrangement, -1, x, y)
    if shape is Shape.TWO or found is None:
        return found
    return (found[0], found[1] - HEIGHT) if found[1] >= HEIGHT else None

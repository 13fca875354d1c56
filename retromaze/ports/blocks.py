"""Rectangles of pixels and cells into arrays and back, for ports: GSAVE, GLOAD, BGSAVE and BGLOAD.

An `area` is (x, y, width, height), in pixels or in cells; None is the whole write clip, or the whole map of a
layer. Elements are in the order of the rows; a list of one dimension grows to take them. `whole` says that
the array is one of Integers (`%`). All raise SubscriptOutOfRange for an array that is too short.
Source: the machine's own functions, of which these are the names for ports.
"""

from __future__ import annotations

from typing import Any

from retromaze.builtins import backgrounds, graphics
from retromaze.machine.machine import Machine
from retromaze.ports import basic
from retromaze.values.arrays import INTEGER, REAL, Array

Area = tuple[int, int, int, int]


def save_pixels(
    machine: Machine,
    array: list[Any],
    area: Area | None = None,
    page: int | None = None,
    *,
    raw: bool = False,
    whole: bool = False,
) -> None:
    """GSAVE: stores the pixels of a page (0 to 5, -1 the font, None the page being drawn on) in an array.

    They are 32-bit colors, signed if the array is `whole`, or 16-bit pixels if `raw`.
    """
    graphics.save_pixels(machine, page, area, _of_basic(array, whole=whole), int(raw))


def load_pixels(
    machine: Machine,
    array: list[Any],
    area: Area | None = None,
    *,
    raw: bool = False,
    palette: list[Any] | None = None,
    everything: bool = True,
) -> None:
    """GLOAD: draws what GSAVE saved; with a `palette`, a list of colors, the elements are subscripts into it.

    Transparent pixels are left out unless `everything` is drawn.
    """
    x, y, width, height = area or graphics.clip_area(machine)
    colors = int(raw) if palette is None else _of_basic(palette)
    words = graphics.pixel_words(machine, _of_basic(array), colors, width * height)
    machine.screen.put_words(x, y, width, height, words, everything)


def save_cells(
    machine: Machine, layer: int, array: list[Any], area: Area | None = None, *, whole: bool = False
) -> None:
    """BGSAVE: stores the cells of a layer in an array."""
    backgrounds.store_cells(machine, machine.backgrounds.cells(layer, area), _of_basic(array, whole=whole))


def load_cells(
    machine: Machine,
    layer: int,
    array: list[Any],
    area: Area | None = None,
    first: int = 0,
    *,
    whole: bool = False,
) -> None:
    """BGLOAD: puts cells into a layer, `first` added to each that is not empty."""
    wrapped = _of_basic(array, whole=whole)
    if area:
        backgrounds.load_area(machine, layer, *area, wrapped, first)
    else:
        backgrounds.load(machine, layer, wrapped, first)


def _of_basic(array: list[Any], *, whole: bool = False) -> Array:
    """Wraps a list of the port as an array of the language; both share the elements."""
    wrapped = Array(INTEGER if whole else REAL, (0,))
    wrapped.sizes, wrapped.items = basic.sizes(array), array
    return wrapped

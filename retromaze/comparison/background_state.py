"""What a screen keeps of its background layers: for digests, and the differences between two screens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from retromaze.comparison.sprite_state import COLOR, animation_state
from retromaze.machine.background import Background
from retromaze.machine.backgrounds import Backgrounds

PARTS: dict[str, Callable[[Background], Any]] = {
    "size": lambda layer: (layer.width, layer.height, layer.tile),
    "visibility": lambda layer: layer.shown,
    "place": lambda layer: (layer.x, layer.y),
    "depth": lambda layer: layer.z,
    "home": lambda layer: (layer.home_x, layer.home_y),
    "rotation": lambda layer: layer.rotation,
    "scale": lambda layer: (layer.scale_x, layer.scale_y),
    COLOR: lambda layer: layer.color,
    "clip": lambda layer: layer.clip,
    "list of variables": lambda layer: tuple(layer.variables),
    "callback": lambda layer: layer.callback,
    "list of animations": lambda layer: animation_state(layer.animations),
}
"""What is kept of a layer besides its cells, by what it is called in words."""


def background_state(layer: Background) -> tuple[Any, ...]:
    """Everything that is kept of a layer."""
    return layer.cells.tobytes(), *(of(layer) for of in PARTS.values())


UNUSED = background_state(Background())


def backgrounds_digest(backgrounds: Backgrounds) -> tuple[Any, ...]:
    """All that is kept of a screen's layers, None for one that nobody has used."""
    states = map(background_state, backgrounds.all())
    return tuple(None if state == UNUSED else state for state in states)


def background_differences(listing: Backgrounds, port: Backgrounds) -> Iterator[tuple[str, str, Any, Any]]:
    """(part, whose it is, listing's, port's) of all in which layers differ, the lowest number first."""
    for number, (one, other) in enumerate(zip(listing.all(), port.all(), strict=False)):
        whose = f"background layer {number}"
        for part, of in PARTS.items():
            if of(one) != of(other):
                yield part, whose, of(one), of(other)
        if (one.width, one.height) == (other.width, other.height):
            yield from cell_differences(whose, one, other)


def cell_differences(
    whose: str, listing: Background, port: Background
) -> Iterator[tuple[str, str, Any, Any]]:
    """The same of the cells of two maps of one size, row by row."""
    for at, (one, other) in enumerate(zip(listing.cells, port.cells, strict=True)):
        if one != other:
            row, column = divmod(at, listing.width)
            yield f"cell ({column}, {row})", whose, one, other

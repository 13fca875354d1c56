"""What a screen keeps of its background layers: for digests, and in what the layers of two screens differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from operator import attrgetter
from typing import Any

from retromaze.comparison.facts import cell_facts, layer_facts, parting
from retromaze.comparison.sprite_state import Differing, animation_state
from retromaze.machine.background import Background
from retromaze.machine.backgrounds import Backgrounds

HELD = {"cells", "variables", "animations"}
"""What a layer holds that changes by itself."""
plain_of = attrgetter(*(each.name for each in fields(Background) if each.name not in HELD))


def background_state(layer: Background) -> tuple[Any, ...]:
    """Everything that is kept of a layer."""
    held = layer.cells.tobytes(), animation_state(layer.animations)
    return *plain_of(layer), *layer.variables, *held


UNUSED = background_state(Background())


def backgrounds_digest(backgrounds: Backgrounds) -> tuple[Any, ...]:
    """All that is kept of a screen's layers, None for one that nobody has used."""
    states = map(background_state, backgrounds.all())
    return tuple(None if state == UNUSED else state for state in states)


def background_differences(listing: Backgrounds, port: Backgrounds) -> Iterator[Differing]:
    """All in which the layers of two screens differ, the lowest number first."""
    for number, (one, other) in enumerate(zip(listing.all(), port.all(), strict=False)):
        whose = f"background layer {number}"
        for pair in parting(layer_facts(one), layer_facts(other)):
            yield Differing(whose, *pair)
        if (one.width, one.height) == (other.width, other.height):
            yield from cell_differences(whose, one, other)


def cell_differences(whose: str, listing: Background, port: Background) -> Iterator[Differing]:
    """The same of the cells of two maps of one size, row by row."""
    if listing.cells == port.cells:
        return
    for at, (one, other) in enumerate(zip(listing.cells, port.cells, strict=True)):
        if one != other:
            row, column = divmod(at, listing.width)
            pair = next(parting(cell_facts(one), cell_facts(other)))
            yield Differing(f"cell ({column}, {row}) of {whose}", *pair)

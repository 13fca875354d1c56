"""What a screen keeps of its sprites: for digests, and the first difference between two screens in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import astuple
from typing import Any

from retromaze.machine.animation import Animations
from retromaze.machine.definitions import Definitions
from retromaze.machine.sprite import Sprite
from retromaze.machine.sprites import Sprites

COLOR = "color"
PARTS: dict[str, Callable[[Sprite], Any]] = {
    "use": lambda sprite: sprite.used,
    "place": lambda sprite: (sprite.x, sprite.y),
    "depth": lambda sprite: sprite.z,
    "definition": lambda sprite: sprite.definition,
    "part of the sheet": lambda sprite: (sprite.u, sprite.v, sprite.width, sprite.height),
    "number of attributes": lambda sprite: sprite.attributes,
    "home": lambda sprite: (sprite.home_x, sprite.home_y),
    "rotation": lambda sprite: sprite.rotation,
    "scale": lambda sprite: (sprite.scale_x, sprite.scale_y),
    COLOR: lambda sprite: sprite.color,
    "parent": lambda sprite: sprite.parent,
    "list of variables": lambda sprite: tuple(sprite.variables),
    "callback": lambda sprite: sprite.callback,
    "collision": lambda sprite: astuple(sprite.detection),
    "list of animations": lambda sprite: animation_state(sprite.animations),
}
"""What is kept of a sprite, by what it is called in words."""


def sprite_state(sprite: Sprite) -> tuple[Any, ...]:
    """Everything that is kept of a sprite."""
    return tuple(of(sprite) for of in PARTS.values())


def animation_state(animations: Animations) -> tuple[Any, ...]:
    """Where each animation stands, and whether they are halted."""
    return animations.halted, *(each.state for each in animations.all())


UNSET = sprite_state(Sprite())


def sprites_digest(sprites: Sprites) -> tuple[Any, ...]:
    """All that is kept of a screen's sprites."""
    return tuple(sorted(states_of(sprites).items()))


def states_of(sprites: Sprites) -> dict[int, tuple[Any, ...]]:
    """The same by number; numbers of which nothing is kept are left out."""
    made = {number: sprite_state(sprite) for number, sprite in sprites.kept().items()}
    return {number: state for number, state in made.items() if state != UNSET}


def sprite_differences(listing: Sprites, port: Sprites) -> Iterator[tuple[str, str, Any, Any]]:
    """(part, whose it is, listing's, port's) of all in which sprites differ, the lowest number first."""
    one, other = states_of(listing), states_of(port)
    for number in sorted(one.keys() | other.keys()):
        pairs = zip(PARTS, one.get(number, UNSET), other.get(number, UNSET), strict=True)
        for part, left, right in pairs:
            if left != right:
                yield part, f"sprite {number}", left, right


def definition_differences(listing: Definitions, port: Definitions) -> Iterator[tuple[int, Any, Any]]:
    """(number, listing's, port's) of each definition that is not the same."""
    for number in sorted(listing.defined.keys() | port.defined.keys()):
        left, right = tuple(listing[number]), tuple(port[number])
        if left != right:
            yield number, left, right

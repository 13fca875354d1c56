"""What a screen keeps of its sprites: for digests, and in what the sprites of two screens differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from operator import attrgetter
from typing import Any, NamedTuple

from retromaze.comparison.facts import Facts, definition_facts, parting, sprite_facts
from retromaze.machine.animation import Animations
from retromaze.machine.definitions import Definitions
from retromaze.machine.sprite import Detection, Sprite
from retromaze.machine.sprites import Sprites

HELD = {"variables", "detection", "animations"}
"""What a sprite holds that changes by itself."""
plain_of = attrgetter(*(each.name for each in fields(Sprite) if each.name not in HELD))
detection_of = attrgetter(*(each.name for each in fields(Detection)))


class Differing(NamedTuple):
    """One thing in which two machines differ: whose it is, and a fact of it in each of them."""

    whose: str
    listing: str
    port: str


def sprite_state(sprite: Sprite) -> tuple[Any, ...]:
    """Everything that is kept of a sprite."""
    held = detection_of(sprite.detection), animation_state(sprite.animations)
    return *plain_of(sprite), *sprite.variables, *held


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


def sprite_differences(listing: Sprites, port: Sprites) -> Iterator[Differing]:
    """All in which the sprites of two screens differ, the lowest number first."""
    one, other = states_of(listing), states_of(port)
    for number in sorted(one.keys() | other.keys()):
        if one.get(number, UNSET) != other.get(number, UNSET):
            left, right = (facts_of(each.kept().get(number)) for each in (listing, port))
            for pair in parting(left, right):
                yield Differing(f"sprite {number}", *pair)


def facts_of(sprite: Sprite | None) -> Facts:
    """The facts of a number, of which nothing may be kept."""
    return sprite_facts(sprite or Sprite())


def definition_differences(listing: Definitions, port: Definitions) -> Iterator[Differing]:
    """All in which two tables of definitions differ."""
    for number in sorted(listing.defined.keys() | port.defined.keys()):
        for pair in parting(*(definition_facts(each[number]) for each in (listing, port))):
            yield Differing(f"definition {number}", *pair)

"""Whom a call of sprites, background layers or definitions concerns, and what became of it."""

from __future__ import annotations

from typing import NamedTuple

from retromaze.comparison.difference import method_of
from retromaze.comparison.facts import Facts, definition_facts, layer_facts
from retromaze.comparison.sprite_state import facts_of
from retromaze.machine.events import Event
from retromaze.machine.machine import LOWER, Machine
from retromaze.machine.observed import observed_as

OWNERS = {"number", "layer"}
"""What a first argument is called that says whom a call concerns."""


class Concerned(NamedTuple):
    """Whom a call concerns in words, "" for nobody alone, and the facts of it after the call."""

    whose: str
    facts: Facts


NOBODY = Concerned("", {})


def concerned_by(machine: Machine, event: Event) -> Concerned:
    """That of a call that this machine has just made."""
    method = method_of(event.name)
    found = observed_as(method, len(event.arguments))
    if not event.arguments or found is None or found.parameters[0].name not in OWNERS:
        return NOBODY
    number = event.arguments[0]
    if not isinstance(number, int):
        return NOBODY
    lower = event.name.startswith(LOWER)
    screen, place = machine.screens[lower], " of the lower screen" if lower else ""
    match method.partition(".")[0]:
        case "sprites":
            return Concerned(f"sprite {number}{place}", facts_of(screen.sprites.kept().get(number)))
        case "backgrounds":
            return Concerned(f"background layer {number}{place}", layer_facts(screen.backgrounds[number]))
        case "definitions":
            return Concerned(f"definition {number}", definition_facts(machine.definitions[number]))
    return NOBODY

"""Composes what a player sees: the upper screen, and below it the lower one where a program uses it."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from retromaze.display.pictures import HEIGHT, WIDTH

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

LOWER_WIDTH = 320
SIDE = (WIDTH - LOWER_WIDTH) // 2
"""Columns on either side of the lower screen, black in the picture."""
BLACK = 0xFF000000


def uses_lower(machine: Machine) -> bool:
    """Whether XSCREEN has given the lower screen to the program."""
    return machine.screens[1].share.usable


def visible_words(machine: Machine) -> array[int]:
    """Words 0xAARRGGBB, row 0 at the top: 400 x 240, or 400 x 480 with the lower screen below the upper."""
    picture = machine.picture()
    if not uses_lower(machine):
        return picture
    lower = machine.picture(1)
    side = array("I", [BLACK]) * SIDE
    for top in range(0, LOWER_WIDTH * HEIGHT, LOWER_WIDTH):
        picture += side + lower[top : top + LOWER_WIDTH] + side
    return picture

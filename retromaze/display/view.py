"""What a player sees of a machine: the upper screen, both, or both as one tall picture."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from retromaze.display.pictures import HEIGHT, WIDTH, framed, size_of, upper_part, widened
from retromaze.machine.modes import LOWER_SIZE

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine


def uses_lower(machine: Machine, *, touched: bool = False) -> bool:
    """Whether XSCREEN has given the lower screen to the program, whole or as half of the tall one.

    Where somebody may touch it (`touched`), a program also uses it that only looks where the stylus is: the
    console has the lower screen always. Source: machine reference, 1.1.
    """
    own = machine.screens[1].share.usable or machine.screens[0].is_tall
    return own or (touched and machine.input.stylus_asked)


def visible_words(machine: Machine, *, touched: bool = False) -> array[int]:
    """All that is seen, words 0xAARRGGBB, row 0 at the top; `touched` as for `uses_lower`.

    400 x 240 of the upper screen, 400 x 480 with the lower one below its middle, 320 x 480 of the tall one.
    """
    picture = machine.picture()
    if machine.screens[0].is_tall or not uses_lower(machine, touched=touched):
        return picture
    return picture + widened(machine.picture(1), LOWER_SIZE[0], WIDTH)


def wide_words(machine: Machine) -> array[int]:
    """All that is seen in rows of 400 words: the tall screen has black beside it."""
    picture = visible_words(machine)
    return framed(picture, (WIDTH, size_of(picture)[1]))


def upper_words(machine: Machine) -> array[int]:
    """What the upper display shows: 400 * 240 words; of the tall screen the upper half, black beside it."""
    return upper_part(machine.picture())


def lower_words(machine: Machine, *, touched: bool = False) -> array[int] | None:
    """What the lower display shows: 320 * 240 words, of the tall screen the lower half; None if unused.

    `touched` as for `uses_lower`.
    """
    if machine.screens[0].is_tall:
        return machine.picture()[-LOWER_SIZE[0] * HEIGHT :]
    return machine.picture(1) if uses_lower(machine, touched=touched) else None

"""Definitions of sprites (SPDEF): which part of the sheet each number shows, and where its home is.

Source: machine reference, 5.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from retromaze.errors import ArgumentOutOfRange
from retromaze.machine.observed import Effect, observed
from retromaze.machine.page import SIDE

DEFINITIONS = 4096
TILE = 16
TILES_ACROSS = SIDE // TILE
MOST_ATTRIBUTES = 63
SHOWN = 1


class Definition(NamedTuple):
    """A part of the sheet, `u`, `v`, `width` and `height` in its pixels; `home` in pixels of that part.

    `attributes`: 1 shown, 2 and 4 quarter turns, 8 mirrored left-right, 16 top-bottom, 32 light is added.
    """

    u: int
    v: int
    width: int = TILE
    height: int = TILE
    home_x: int = 0
    home_y: int = 0
    attributes: int = SHOWN


def built_in(number: int) -> Definition:
    """The definition of a number at the start: tiles of 16 x 16 row by row, again from the top after 1024.

    Unverified: the console's own table belongs to its sheet.
    """
    row, column = divmod(number, TILES_ACROSS)
    return Definition(column * TILE, row % TILES_ACROSS * TILE)


def require_part(definition: Definition, first: int = 2) -> Definition:
    """The same; raises ArgumentOutOfRange outside the sheet. `first` is the place of `u` in the call."""
    u, v, width, height, _, _, attributes = definition
    for place, each in enumerate((u, v, width, height), first):
        if not 0 <= each <= SIDE:
            raise ArgumentOutOfRange(f"no part of the sheet begins or reaches so far: {each}", argument=place)
    if u + width > SIDE or v + height > SIDE:
        raise ArgumentOutOfRange("the part reaches beyond the sheet", argument=first + 2)
    if not 0 <= attributes <= MOST_ATTRIBUTES:
        raise ArgumentOutOfRange(f"no attributes {attributes}", argument=first + 4)
    return definition


class Definitions:
    """The 4096 definitions, common to both screens: those that are not built in, by their numbers."""

    def __init__(self) -> None:
        self.defined: dict[int, Definition] = {}

    def __getitem__(self, number: int) -> Definition:
        return self.defined.get(number) or built_in(require_number(number))

    @observed(Effect.PREPARES, "defines by")
    def define(
        self,
        number: int,
        u: int,
        v: int,
        width: int = TILE,
        height: int = TILE,
        home_x: int = 0,
        home_y: int = 0,
        attributes: int = SHOWN,
    ) -> None:
        """Defines a `number`, 0 to 4095. Sprites that show it already stay as they are.

        `u`, `v` the upper left corner on the sheet, `width`, `height` in pixels, all within 0 to 512;
        `home_x`, `home_y` the point of the picture that stands at a sprite's place; `attributes` 0 to 63, as
        of Definition.
        Raises ArgumentOutOfRange.
        """
        made = require_part(Definition(u, v, width, height, home_x, home_y, attributes))
        self.defined[require_number(number)] = made

    @observed(Effect.PREPARES, "defines by")
    def define_all(self, definitions: Sequence[tuple[int, int, int, int, int, int, int]]) -> None:
        """Defines the numbers from 0 on.

        Each of the `definitions` has the seven values that follow `number` there. Raises ArgumentOutOfRange
        as `define` does, and nothing is defined then.
        """
        made = [require_part(Definition(*each)) for each in definitions]
        self.defined |= {require_number(at): each for at, each in enumerate(made)}

    @observed(Effect.PREPARES)
    def restore(self) -> None:
        """Gives back all that are built in."""
        self.defined.clear()


def require_number(number: int) -> int:
    if not 0 <= number < DEFINITIONS:
        raise ArgumentOutOfRange(f"there is no definition {number}", argument=1)
    return number

"""One sprite: its picture (a part of a page, the sheet), place and look; and the definitions of pictures.

Source: machine reference, 5.1 and 5.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from retromaze.errors import ArgumentOutOfRange
from retromaze.machine.animation import Movable
from retromaze.machine.collision import Detection
from retromaze.machine.events import Effect, observed
from retromaze.machine.page import SIDE

DEFINITIONS = 4096
TILE = 16
TILES_ACROSS = SIDE // TILE
MOST_ATTRIBUTES = 63
SHOWN = 1


class SpriteDefinition(NamedTuple):
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


def built_in_definition(number: int) -> SpriteDefinition:
    """Returns the definition of a number before it is changed: tiles of 16 x 16, row by row, from the top.

    After the sheet's 1024 tiles they begin again. Unverified: the console's own table belongs to its sheet.
    """
    row, column = divmod(number, TILES_ACROSS)
    return SpriteDefinition(column * TILE, row % TILES_ACROSS * TILE)


def checked_definition(definition: SpriteDefinition, first_argument: int = 2) -> SpriteDefinition:
    """Returns a definition unchanged; raises ArgumentOutOfRange if it reaches beyond the sheet.

    `first_argument` is the position of `u` among the arguments of BASIC's call, for the error.
    """
    u, v, width, height, _, _, attributes = definition
    for place, each in enumerate((u, v, width, height), first_argument):
        if not 0 <= each <= SIDE:
            raise ArgumentOutOfRange(f"no part of the sheet begins or reaches so far: {each}", argument=place)
    if u + width > SIDE or v + height > SIDE:
        raise ArgumentOutOfRange("the part reaches beyond the sheet", argument=first_argument + 2)
    if not 0 <= attributes <= MOST_ATTRIBUTES:
        raise ArgumentOutOfRange(f"no attributes {attributes}", argument=first_argument + 4)
    return definition


class Definitions:
    """The 4096 definitions, pictures by number, of both screens; `defined` has those that a program set."""

    def __init__(self) -> None:
        self.defined: dict[int, SpriteDefinition] = {}

    def __getitem__(self, number: int) -> SpriteDefinition:
        """Returns a definition. Raises ArgumentOutOfRange unless the number is 0 to 4095."""
        return self.defined.get(number) or built_in_definition(required_definition_number(number))

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
        """Defines the picture of a `number`, 0 to 4095. Sprites that show it already do not change.

        `u`, `v` are the upper left corner on the sheet, `width`, `height` the size in pixels, all within 0 to
        512; `home_x`, `home_y` are the point of the picture that is at a sprite's place; `attributes` are 0
        to 63, see SpriteDefinition. Raises ArgumentOutOfRange.
        """
        definition = checked_definition(SpriteDefinition(u, v, width, height, home_x, home_y, attributes))
        self.defined[required_definition_number(number)] = definition

    @observed(Effect.PREPARES, "defines by")
    def define_all(self, definitions: Sequence[tuple[int, int, int, int, int, int, int]]) -> None:
        """Defines the numbers from 0 on.

        Each of the `definitions` has the seven values that follow `number` in `define`. Raises
        ArgumentOutOfRange as `define` does, before anything is defined.
        """
        parts = [checked_definition(SpriteDefinition(*each)) for each in definitions]
        self.defined |= {required_definition_number(number): each for number, each in enumerate(parts)}

    @observed(Effect.PREPARES)
    def restore(self) -> None:
        """Restores all built-in definitions."""
        self.defined.clear()


def required_definition_number(number: int) -> int:
    """Returns the number of a definition. Raises ArgumentOutOfRange unless it is 0 to 4095."""
    if not 0 <= number < DEFINITIONS:
        raise ArgumentOutOfRange(f"there is no definition {number}", argument=1)
    return number


SPRITES = 512


@dataclass(slots=True)
class Sprite(Movable):
    """The state of a sprite: its picture, place and look; `u`, `v` is the picture's corner on the sheet.

    See Movable. The place of a linked sprite is counted from its `parent`; `rotation` has 16 bits with sign.
    A number that is not `used` yet may have variables and a callback already.
    """

    used: bool = False
    definition: int = 0
    u: int = 0
    v: int = 0
    width: int = 16
    height: int = 16
    attributes: int = SHOWN
    parent: int | None = None
    detection: Detection = field(default_factory=Detection)

    @property
    def place(self) -> tuple[float, float]:
        """(x, y) as they were set, of a linked one counted from its parent; always floats."""
        return float(self.x), float(self.y)

    @property
    def place_and_depth(self) -> tuple[float, float, float]:
        """(x, y, z): the place, and the depth."""
        return float(self.x), float(self.y), float(self.z)

    @property
    def part(self) -> tuple[int, int, int, int]:
        """(u, v, width, height) of the sheet."""
        return self.u, self.v, self.width, self.height

    @property
    def home(self) -> tuple[float, float]:
        """(x, y): the point of the picture, in its pixels, that stands at the sprite's place."""
        return float(self.home_x), float(self.home_y)

    def use_definition(self, part: SpriteDefinition, number: int) -> None:
        """Sets picture, home and attributes to those of definition `number`, which is `part`.

        The sprite stays shown or hidden.
        """
        self.definition = number
        self.home_x, self.home_y = part.home_x, part.home_y
        self.use_picture(part)

    def use_picture(self, part: SpriteDefinition) -> None:
        """Sets picture and attributes to those of a definition; home and whether it is shown stay."""
        self.u, self.v, self.width, self.height = part[:4]
        # the bit SHOWN is the sprite's own, all others are the definition's
        self.attributes = part.attributes & ~SHOWN | self.attributes & SHOWN

    def rotate(self, degrees: int) -> None:
        """Turns the sprite to an angle, which is kept as 16 bits with sign, not reduced to 360 degrees."""
        # the low 16 bits, from -32768 to 32767
        self.rotation = (degrees + 0x8000 & 0xFFFF) - 0x8000

    def scale(self, scale_x: float, scale_y: float) -> None:
        """Scales the picture, and the collision box if that `scales`; not below 0."""
        self.scale_x, self.scale_y = max(scale_x, 0.0), max(scale_y, 0.0)
        if self.detection.scales:
            self.detection.scale_x, self.detection.scale_y = self.scales

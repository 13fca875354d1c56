"""One sprite: everything that the console keeps of a number.

Source: machine reference, 5.1.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from retromaze.machine.animation import Animations, Target, Values
from retromaze.machine.collision import ANYTHING
from retromaze.machine.definitions import SHOWN, Definition

VARIABLES = 8
ANIMATED_VARIABLE = 7
WHITE = -1
NEAREST, FARTHEST = -256, 1024


@dataclass(slots=True)
class Detection:
    """What SPCOL set: the box around the place, None for that of the picture, and whether scales count.

    `box` is (left, top, width, height); `scale_x` and `scale_y` multiply it.
    """

    on: bool = False
    box: tuple[int, int, int, int] | None = None
    mask: int = ANYTHING
    scales: bool = False
    scale_x: float = 1.0
    scale_y: float = 1.0
    velocity: tuple[float, float] = (0.0, 0.0)


@dataclass(slots=True)
class Sprite:
    """What a number shows, where and how.

    `x`, `y` in pixels, of a linked one counted from its `parent`; `z` -256 (nearest) to 1024; `rotation` in
    degrees clockwise, 16 bits with sign; `color` an ARGB code by which the picture is multiplied; `callback`
    what SPFUNC keeps. A number has variables and a callback before it is `used`.
    """

    used: bool = False
    definition: int = 0
    u: int = 0
    v: int = 0
    width: int = 16
    height: int = 16
    attributes: int = SHOWN
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    home_x: float = 0.0
    home_y: float = 0.0
    rotation: int = 0
    scale_x: float = 1.0
    scale_y: float = 1.0
    color: int = WHITE
    parent: int | None = None
    variables: list[float] = field(default_factory=lambda: [0.0] * VARIABLES)
    callback: str = ""
    detection: Detection = field(default_factory=Detection)
    animations: Animations = field(default_factory=Animations, compare=False)

    @property
    def place(self) -> tuple[float, float]:
        """(x, y) as they were set, of a linked one counted from its parent."""
        return self.x, self.y

    @property
    def place_and_depth(self) -> tuple[float, float, float]:
        """(x, y, z) likewise."""
        return self.x, self.y, self.z

    @property
    def part(self) -> tuple[int, int, int, int]:
        """(u, v, width, height) of the sheet."""
        return self.u, self.v, self.width, self.height

    @property
    def home(self) -> tuple[float, float]:
        """(x, y) in pixels of the picture."""
        return self.home_x, self.home_y

    @property
    def scales(self) -> tuple[float, float]:
        """(across, down)."""
        return self.scale_x, self.scale_y

    def show(self, part: Definition, number: int) -> None:
        """Gives it the picture, home and attributes of a definition; whether it is shown stays."""
        self.definition = number
        self.home_x, self.home_y = part.home_x, part.home_y
        self.show_part(part)

    def show_part(self, part: Definition) -> None:
        """The same without the home."""
        self.u, self.v, self.width, self.height = part[:4]
        self.attributes = part.attributes & ~SHOWN | self.attributes & SHOWN

    def value(self, target: Target) -> Values:
        """What an animation of that target begins from."""
        match target:
            case Target.XY:
                return self.x, self.y
            case Target.Z:
                return (self.z,)
            case Target.UV:
                return self.u, self.v
            case Target.I:
                return (self.definition,)
            case Target.R:
                return (self.rotation,)
            case Target.S:
                return self.scale_x, self.scale_y
            case Target.C:
                return (self.color,)
            case Target.V:
                return (self.variables[ANIMATED_VARIABLE],)

    def animate(self, target: Target, values: Values) -> None:
        """Takes the values of an animation, held within their ranges; not those of a definition."""
        match target, values:
            case Target.XY, (x, y):
                self.x, self.y = x, y
            case Target.Z, (z,):
                self.z = min(max(z, NEAREST), FARTHEST)
            case Target.UV, (u, v):
                self.u, self.v = int(u), int(v)
            case Target.R, (rotation,):
                self.rotation = turned(int(rotation))
            case Target.S, (scale_x, scale_y):
                self.scale(max(scale_x, 0.0), max(scale_y, 0.0))
            case Target.C, (color,):
                self.color = int(color)
            case Target.V, (value,):
                self.variables[ANIMATED_VARIABLE] = value

    def scale(self, scale_x: float, scale_y: float) -> None:
        self.scale_x, self.scale_y = scale_x, scale_y
        if self.detection.scales:
            self.detection.scale_x, self.detection.scale_y = scale_x, scale_y


def turned(degrees: int) -> int:
    """An angle as it is kept: 16 bits with sign, not brought within 360."""
    return (degrees + 0x8000 & 0xFFFF) - 0x8000

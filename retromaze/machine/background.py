"""One background layer: a map of cells, each a character of the sheet, and how the map is shown.

Source: machine reference, 5.7.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

from retromaze.errors import ArgumentOutOfRange
from retromaze.machine.animation import Animations, Target, Values
from retromaze.machine.page import Rectangle, ordered_rectangle, overlap
from retromaze.machine.sprite import ANIMATED_VARIABLE, FARTHEST, NEAREST, VARIABLES, WHITE

WIDTH, HEIGHT, TILE = 25, 15, 16
TILES = (8, 16, 32)
MOST_CELLS = 16383
CELL_BITS = 0xFFFF
ANIMATED = (Target.XY, Target.Z, Target.R, Target.S, Target.C, Target.V)
"""What of a layer can move, in the order of BGCHK's bits."""


@dataclass(slots=True)
class Background:
    """A map of `width` x `height` cells of `tile` pixels, and how it is shown.

    `cells` are 16 bits each, row by row: 12 of the character, 0 for none, 2 of quarter turns clockwise, one
    each for mirrored and upside down. `x`, `y` by how much it is moved to the left and up, in pixels; `z`
    -256 (nearest) to 1024; `rotation` degrees clockwise, 0 to 359; `color` an ARGB code whose channels
    multiply those of the picture; `clip` the rectangle of the screen that it is shown in, None for all of it.
    """

    width: int = WIDTH
    height: int = HEIGHT
    tile: int = TILE
    cells: array[int] = field(default_factory=lambda: empty(WIDTH * HEIGHT))
    shown: bool = True
    x: int = 0
    y: int = 0
    z: float = 0.0
    home_x: int = 0
    home_y: int = 0
    rotation: int = 0
    scale_x: float = 1.0
    scale_y: float = 1.0
    color: int = WHITE
    clip: Rectangle | None = None
    variables: list[float] = field(default_factory=lambda: [0.0] * VARIABLES)
    callback: str = ""
    animations: Animations = field(default_factory=Animations, compare=False)

    @property
    def place(self) -> tuple[int, int]:
        """(x, y) by how much it is moved to the left and up."""
        return self.x, self.y

    @property
    def place_and_depth(self) -> tuple[int, int, float]:
        """(x, y, z) likewise."""
        return self.x, self.y, self.z

    @property
    def home(self) -> tuple[int, int]:
        """(x, y) in pixels of the screen."""
        return self.home_x, self.home_y

    @property
    def scales(self) -> tuple[float, float]:
        """(across, down)."""
        return self.scale_x, self.scale_y

    # --- cells ---

    def at(self, x: int, y: int) -> int:
        """The subscript of a cell. Raises ArgumentOutOfRange outside the map."""
        if not 0 <= x < self.width:
            raise ArgumentOutOfRange(f"no column {x}", argument=2)
        if not 0 <= y < self.height:
            raise ArgumentOutOfRange(f"no row {y}", argument=3)
        return y * self.width + x

    def part(self, corners: Rectangle) -> Rectangle:
        """What a rectangle of cells (two corners) shares with the map; left > right where nothing."""
        return overlap(ordered_rectangle(*corners), (0, 0, self.width - 1, self.height - 1))

    def required(self, area: tuple[int, int, int, int] | None) -> Rectangle:
        """The rectangle of an area (x, y, width, height), of the whole map for None.

        Raises ArgumentOutOfRange where it reaches beyond the map.
        """
        x, y, width, height = area or (0, 0, self.width, self.height)
        if width < 1 or height < 1 or x < 0 or y < 0 or x + width > self.width or y + height > self.height:
            raise ArgumentOutOfRange(f"no {width} x {height} cells at {x}, {y}", argument=2)
        return x, y, x + width - 1, y + height - 1

    def rows(self, part: Rectangle) -> list[array[int]]:
        """The cells of a rectangle within the map, row by row."""
        left, top, right, bottom = part
        starts = (row * self.width for row in range(top, bottom + 1))
        return [self.cells[start + left : start + right + 1] for start in starts]

    def write(self, x: int, y: int, rows: list[array[int]]) -> None:
        """Puts rows of cells with their upper left one at x, y; what falls outside the map is left out."""
        skipped, room = max(-x, 0), self.width - x
        for row, cells in enumerate(rows, y):
            kept = cells[skipped : max(room, 0)]
            if kept and 0 <= row < self.height:
                start = row * self.width + x + skipped
                self.cells[start : start + len(kept)] = kept

    # --- animation ---

    def value(self, target: Target) -> Values:
        """What an animation of that target begins from."""
        match target:
            case Target.XY:
                return self.x, self.y
            case Target.Z:
                return (self.z,)
            case Target.R:
                return (self.rotation,)
            case Target.S:
                return self.scale_x, self.scale_y
            case Target.C:
                return (self.color,)
            case _:
                return (self.variables[ANIMATED_VARIABLE],)

    def animate(self, target: Target, values: Values) -> None:
        """Takes the values of an animation; a depth is held within its range."""
        match target, values:
            case Target.XY, (x, y):
                self.x, self.y = int(x), int(y)
            case Target.Z, (z,):
                self.z = min(max(z, NEAREST), FARTHEST)
            case Target.R, (rotation,):
                self.rotation = int(rotation) % 360
            case Target.S, (scale_x, scale_y):
                self.scale_x, self.scale_y = scale_x, scale_y
            case Target.C, (color,):
                self.color = int(color)
            case Target.V, (value,):
                self.variables[ANIMATED_VARIABLE] = value


def empty(count: int) -> array[int]:
    """So many cells without a character."""
    return array("H", bytes(2 * count))

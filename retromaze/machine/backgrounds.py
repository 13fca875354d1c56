"""The background layers of a screen: maps of cells, each a character of the sheet, and how they are shown.

Source: machine reference, 5.4, 5.7 and 5.8.
Unverified: a turned layer is turned about its home; an area of BGLOAD and BGSAVE must be within the map;
cells that BGCOPY would put outside it are left out; a clip wholly outside the screen has no effect.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from retromaze.errors import ArgumentOutOfRange, IllegalFunctionCall
from retromaze.language.numbers import SMALLEST, truncate, wrap
from retromaze.machine.animation import Movable, Target, Values, required_variable, target_from_name
from retromaze.machine.colors import Color
from retromaze.machine.cut_outs import direction
from retromaze.machine.events import Effect, observed
from retromaze.machine.page import PAGES, Rectangle, Size, clip_within, intersection, ordered_rectangle
from retromaze.machine.sprites import Callbacks

BACKGROUNDS = 4
WIDTH, HEIGHT, TILE = 25, 15, 16
TILES = (8, 16, 32)
MOST_CELLS = 16383
CELL_BITS = 0xFFFF
ANIMATED = (Target.XY, Target.Z, Target.R, Target.S, Target.C, Target.V)
"""What of a layer can move, in the order of BGCHK's bits."""


@dataclass(slots=True)
class Background(Movable):
    """A map of `width` x `height` cells of `tile` pixels, and how it is shown; see Movable.

    `cells` are 16 bits each, row by row: 12 for the number of the character (0 for none), 2 for quarter turns
    clockwise, one each for mirrored and upside down. The map is moved to the left by `x` and up by `y`
    pixels. `rotation` is 0 to 359; `clip` is the rectangle of the screen in which the map is shown, None for
    all.
    """

    x: int = 0
    y: int = 0
    home_x: int = 0
    home_y: int = 0
    width: int = WIDTH
    height: int = HEIGHT
    tile: int = TILE
    cells: array[int] = field(default_factory=lambda: empty_cells(WIDTH * HEIGHT))
    shown: bool = True
    clip: Rectangle | None = None

    @property
    def place(self) -> tuple[int, int]:
        """(x, y): how far the map is moved to the left and up, in pixels."""
        return self.x, self.y

    @property
    def place_and_depth(self) -> tuple[int, int, float]:
        """(x, y, z): the place, and the depth."""
        return self.x, self.y, float(self.z)

    @property
    def home(self) -> tuple[int, int]:
        """(x, y): the point of the screen, in pixels, about which the layer is turned and scaled."""
        return self.home_x, self.home_y

    # --- cells ---

    def cell_index(self, x: int, y: int) -> int:
        """Returns the index in `cells` of the cell in column x, row y. Raises ArgumentOutOfRange outside."""
        if not 0 <= x < self.width:
            raise ArgumentOutOfRange(f"no column {x}", argument=2)
        if not 0 <= y < self.height:
            raise ArgumentOutOfRange(f"no row {y}", argument=3)
        return y * self.width + x

    def area_within_map(self, corners: Rectangle) -> Rectangle:
        """Returns the part of a rectangle of cells (two corners) within the map; left > right for none."""
        return intersection(ordered_rectangle(*corners), (0, 0, self.width - 1, self.height - 1))

    def required_area(self, area: tuple[int, int, int, int] | None) -> Rectangle:
        """Returns the first and last column and row of an area (x, y, width, height), of the map for None.

        Raises ArgumentOutOfRange for the argument with which the area begins if it reaches beyond the map.
        """
        x, y, width, height = area or (0, 0, self.width, self.height)
        if width < 1 or height < 1 or x < 0 or y < 0 or x + width > self.width or y + height > self.height:
            raise ArgumentOutOfRange(f"no {width} x {height} cells at {x}, {y}", argument=2)
        return x, y, x + width - 1, y + height - 1

    def rows_of_area(self, part: Rectangle) -> list[array[int]]:
        """Returns the cells of a rectangle within the map, row by row."""
        left, top, right, bottom = part
        starts = (row * self.width for row in range(top, bottom + 1))
        return [self.cells[start + left : start + right + 1] for start in starts]

    def write_rows(self, x: int, y: int, rows: list[array[int]]) -> None:
        """Puts rows of cells with their upper left one at x, y; what falls outside the map is left out."""
        # of each row, the cells left of the map, and the number of cells up to its right edge
        skipped, end = max(-x, 0), max(self.width - x, 0)
        for row, cells in enumerate(rows, y):
            inside = cells[skipped:end]
            if inside and 0 <= row < self.height:
                start = row * self.width + x + skipped
                self.cells[start : start + len(inside)] = inside

    def rotate(self, degrees: int) -> None:
        """Turns the layer to an angle, which is reduced to 0 to 359."""
        self.rotation = degrees % 360

    def apply_animation(self, target: Target, values: Values) -> None:
        """Sets a property to values of an animation, as Movable does; a place is cut to whole pixels."""
        if target is Target.XY:
            values = tuple(map(int, values))
        # super() does not work here: `slots` makes a new class, which this method does not know
        Movable.apply_animation(self, target, values)


def empty_cells(count: int) -> array[int]:
    """Returns `count` cells without a character."""
    return array("H", bytes(2 * count))


SHEET_PAGE = 5
Point = tuple[float, float]
Area = tuple[int, int, int, int]
"""x, y, width and height in cells."""


class Backgrounds:
    """The background layers of a screen by their numbers; characters are cut out of a page (the sheet).

    `count` of them may be used, from 0 on; `page` is the sheet that has their characters; `changed` is set by
    every visible change. `backgrounds[layer]` is the state of a layer, see Background; `_whole` is the
    rectangle of the screen. A `layer` that does not exist raises ArgumentOutOfRange, as does a value outside
    its range. Cells are counted from the upper left one, 0, 0; `x1`, `y1` and `x2`, `y2` are corners, which
    come in any order. A `cell` is the number of a character, 0 (none) to 4095, and 4096 times its quarter
    turns, 16384 if it is mirrored, 32768 if it is upside down.
    """

    def __init__(self, size: Size, count: int) -> None:
        """`size` is the screen's (width, height) in pixels."""
        self.reset(count, size)

    def reset(self, count: int, size: Size) -> None:
        """Sets the state at the start, and after ACLS, on a screen of that `size`: empty maps."""
        self.count = count
        self._whole: Rectangle = (0, 0, size[0] - 1, size[1] - 1)
        self._layers = [Background() for _ in range(BACKGROUNDS)]
        self.page = SHEET_PAGE
        self.changed = True

    # --- looking ---

    def __getitem__(self, layer: int) -> Background:
        """Returns the state of a layer; callers do not change it."""
        if not 0 <= layer < self.count:
            raise ArgumentOutOfRange(f"there is no background layer {layer}", argument=1)
        return self._layers[layer]

    def all(self) -> list[Background]:
        """Returns the layers of this screen, by their numbers from 0 on."""
        return self._layers[: self.count]

    def _mark_changed(self, layer: int) -> Background:
        """Sets `changed`, because a layer will change, and returns the layer's state."""
        background = self[layer]
        self.changed = True
        return background

    # --- the map ---

    @observed(Effect.DRAWS)
    def set_map(self, layer: int, width: int, height: int, tile: int = TILE) -> None:
        """Gives a layer an empty map of `width` * `height` cells, 16383 at most.

        A cell has `tile` pixels: 8, 16 or 32. IllegalFunctionCall for another tile. 25 * 15 cells of 16
        pixels at the start.
        """
        background = self._mark_changed(layer)
        if tile not in TILES:
            raise IllegalFunctionCall(f"no tiles of {tile} pixels", argument=4)
        if width < 1 or height < 1 or width * height > MOST_CELLS:
            raise ArgumentOutOfRange(f"no map of {width} x {height} cells", argument=2)
        background.width, background.height, background.tile = width, height, tile
        background.cells = empty_cells(width * height)

    @observed(Effect.DRAWS)
    def clear(self, layer: int | None = None) -> None:
        """Empties the map of a layer, or of all; nothing else changes."""
        for each in self._one_or_all(layer):
            each.cells = empty_cells(len(each.cells))
        self.changed = True

    @observed(Effect.DRAWS)
    def put(self, layer: int, x: int, y: int, cell: int) -> None:
        """Puts a cell (its lowest 16 bits) in column x, row y, which lie within the map."""
        background = self._mark_changed(layer)
        background.cells[background.cell_index(x, y)] = cell & CELL_BITS

    @observed(Effect.DRAWS)
    def fill(self, layer: int, x1: int, y1: int, x2: int, y2: int, cell: int) -> None:
        """Fills the area between two corners with a cell, 0 to 65535; outside the map nothing is filled."""
        if not 0 <= cell <= CELL_BITS:
            raise ArgumentOutOfRange(f"no cell {cell}", argument=6)
        background = self._mark_changed(layer)
        left, top, right, bottom = background.area_within_map((x1, y1, x2, y2))
        if left <= right and top <= bottom:
            row = array("H", (cell,)) * (right - left + 1)
            background.write_rows(left, top, [row] * (bottom - top + 1))

    @observed(Effect.DRAWS)
    def copy(self, layer: int, x1: int, y1: int, x2: int, y2: int, x: int, y: int) -> None:
        """Copies the cells between two corners, empty ones too, so that x, y becomes the upper left one."""
        background = self._mark_changed(layer)
        part = background.area_within_map((x1, y1, x2, y2))
        left, top, _, _ = part
        # how far the cells are moved; the part within the map may begin right of or below the corner
        across, down = x - min(x1, x2), y - min(y1, y2)
        background.write_rows(left + across, top + down, background.rows_of_area(part))

    @observed(Effect.DRAWS)
    def load(self, layer: int, cells: Sequence[int], area: Area | None = None, first: int = 0) -> None:
        """Puts `cells`, row by row, into an `area`, or into the whole map; the rest of it stays.

        The area is (x, y, width, height) in cells, within the map. `first` is added to the character of each
        that has one.
        """
        background = self._mark_changed(layer)
        left, top, right, bottom = background.required_area(area)
        width = right - left + 1
        shifted = (each + first if each else 0 for each in cells[: width * (bottom - top + 1)])
        words = array("H", (each & CELL_BITS for each in shifted))
        rows = [words[start : start + width] for start in range(0, len(words), width)]
        background.write_rows(left, top, rows)

    def cell(self, layer: int, x: int, y: int) -> int:
        """Returns the cell in column x, row y, which lie within the map."""
        background = self[layer]
        return background.cells[background.cell_index(x, y)]

    def cell_of_pixel(self, layer: int, x: int, y: int) -> int:
        """Returns the cell that the pixel x, y of the map lies in, 0 outside the map."""
        background = self[layer]
        column, row = x // background.tile, y // background.tile
        if not (0 <= column < background.width and 0 <= row < background.height):
            return 0
        return background.cells[row * background.width + column]

    def cells(self, layer: int, area: Area | None = None) -> list[int]:
        """Returns the cells of an `area` (x, y, width, height, in the map), by default all, row by row."""
        background = self[layer]
        return [cell for row in background.rows_of_area(background.required_area(area)) for cell in row]

    # --- how it is shown ---

    @observed(Effect.DRAWS, sets={"page of the backgrounds": "page"})
    def set_page(self, page: int) -> None:
        """Chooses the `page` that characters are cut out of, 0 to 5; 5 at the start."""
        if page not in PAGES:
            raise ArgumentOutOfRange(f"no page {page}", argument=1)
        self.page = page
        self.changed = True

    @observed(Effect.DRAWS)
    def show(self, layer: int) -> None:
        """Shows a layer that was hidden."""
        self._mark_changed(layer).shown = True

    @observed(Effect.DRAWS)
    def hide(self, layer: int) -> None:
        """Hides a layer; its animations continue."""
        self._mark_changed(layer).shown = False

    @observed(Effect.DRAWS)
    def set_clip(self, layer: int, corners: Rectangle | None = None) -> None:
        """Shows a layer within a rectangle of the screen only; None: on all of it.

        The `corners` are x0, y0, x1, y1.
        """
        clip = clip_within(corners, self._whole)
        self._mark_changed(layer).clip = None if clip == self._whole else clip

    @observed(Effect.DRAWS, "moves by")
    def move(self, layer: int, x: int | None = None, y: int | None = None, z: float | None = None) -> None:
        """Scrolls a layer by x to the left and y up, in pixels; a value None stays as it is.

        `z` is its depth, -256 (nearest) to 1024.
        """
        self._mark_changed(layer).move(x, y, z)

    @observed(Effect.DRAWS, "turns by")
    def rotate(self, layer: int, degrees: int) -> None:
        """Turns a layer about its home, clockwise from upright; `degrees` are kept as 0 to 359."""
        self._mark_changed(layer).rotate(degrees)

    @observed(Effect.DRAWS)
    def scale(self, layer: int, scale_x: float, scale_y: float) -> None:
        """Scales a layer: `scale_x` and `scale_y` multiply width and height; negative ones mirror it."""
        self._mark_changed(layer).scale(scale_x, scale_y)

    @observed(Effect.DRAWS)
    def set_home(self, layer: int, x: int, y: int) -> None:
        """Sets the point x, y of the screen, in pixels, about which a layer is turned and scaled."""
        background = self._mark_changed(layer)
        background.home_x, background.home_y = x, y

    @observed(Effect.DRAWS)
    def set_color(self, layer: int, color: Color) -> None:
        """Multiplies a layer's picture by a `color`, 0xRRGGBB; an opacity in it is ignored."""
        self._mark_changed(layer).color = wrap(color)

    def place_on_screen(self, layer: int, x: float, y: float) -> Point:
        """Returns (x, y) in pixels of the screen at which the pixel x, y of the map is shown."""
        background = self[layer]
        across, down = x * background.scale_x - background.x, y * background.scale_y - background.y
        u, v = rotated_point(across, down, background.rotation)
        return u + background.home_x, v + background.home_y

    def place_on_map(self, layer: int, x: float, y: float) -> Point:
        """Returns the pixel of the map that is shown at the point x, y of the screen.

        Unverified: 0, 0 of a layer without size.
        """
        background = self[layer]
        across, down = rotated_point(x - background.home_x, y - background.home_y, -background.rotation)
        # a layer scaled to 0 shows no pixel anywhere
        if not background.scale_x or not background.scale_y:
            return 0.0, 0.0
        return (across + background.x) / background.scale_x, (down + background.y) / background.scale_y

    def cell_on_map(self, layer: int, x: float, y: float) -> tuple[int, int]:
        """Returns (column, row) of the cell at the point x, y of the screen; it may lie outside the map."""
        u, v = self.place_on_map(layer, x, y)
        tile = self[layer].tile
        return floor_in_32_bits(u / tile), floor_in_32_bits(v / tile)

    def converted(self, layer: int, x: float, y: float, mode: int = 0) -> tuple[int, int]:
        """Converts x, y as BGCOORD: `mode` 0 to the place on the screen, 1 to the cell, 2 to the map's pixel.

        Source: reference of the machine, 5.7: of a layer turned by 90 degrees, 16, 0 is shown at -1, 15.
        Unverified: so every place on a turned layer is rounded down.
        """
        if mode == 1:
            return self.cell_on_map(layer, x, y)
        u, v = self.place_on_map(layer, x, y) if mode else self.place_on_screen(layer, x, y)
        if self[layer].rotation and not mode:
            # rounded up, minus 1: 0 becomes -1, as measured
            return -floor_in_32_bits(-u) - 1, -floor_in_32_bits(-v) - 1
        return truncate(u), truncate(v)

    # --- variables and callbacks ---

    @observed(Effect.PREPARES, "sets by")
    def set_variable(self, layer: int, variable: int, value: float) -> None:
        """Sets a `variable`, 0 to 7, of a layer to a `value`."""
        self[layer].variables[required_variable(variable)] = value

    def variable(self, layer: int, variable: int) -> float:
        """Returns a `variable`, 0 to 7, of a layer."""
        return float(self[layer].variables[required_variable(variable)])

    @observed(Effect.PREPARES, "sets by")
    def set_callback(self, layer: int, name: str) -> None:
        """Sets the `name` of a layer's callback, a label or DEF, "" for none."""
        self[layer].callback = name

    def callback(self, layer: int) -> str:
        """Returns the name of a layer's callback, "" if it has none."""
        return self._layers[layer].callback if 0 <= layer < self.count else ""

    def callbacks(self) -> Callbacks:
        """Yields (layer, name of its callback) for each layer that has one, from 0 on."""
        return ((layer, each.callback) for layer, each in enumerate(self.all()) if each.callback)

    # --- animation ---

    @observed(Effect.DRAWS, "animates by")
    def animate(
        self, layer: int, target: str, keyframes: Sequence[tuple[int, Values]], loops: int = 1
    ) -> None:
        """Animates one property by `keyframes` (frames, values) from the next frame on.

        A `target` is "XY", "Z", "R", "S", "C", "V", or one of them followed by "+", which adds values to the
        present one; IllegalFunctionCall for another. Values are set at once and stay for the frames, or with
        negative frames are approached in them. 0 `loops` are for ever.
        """
        background = self[layer]
        kind, relative = target_from_name(target)
        if kind not in ANIMATED:
            raise IllegalFunctionCall(f"no {target} of a background layer", argument=2)
        background.start_animation(kind, keyframes, loops, relative=relative)

    @observed(Effect.DRAWS)
    def halt(self, layer: int | None = None) -> None:
        """Halts the animations of a layer, or of all."""
        for each in self._one_or_all(layer):
            each.animations.halted = True

    @observed(Effect.DRAWS)
    def resume(self, layer: int | None = None) -> None:
        """Resumes the animations of a layer, or of all."""
        for each in self._one_or_all(layer):
            each.animations.halted = False

    def _one_or_all(self, layer: int | None) -> list[Background]:
        """Returns the layer of a number, or all layers for None."""
        return self.all() if layer is None else [self[layer]]

    def animated(self, layer: int) -> int:
        """Returns the properties of a layer that are being animated, as the bits of BGCHK.

        1 place, 2 depth, 4 rotation, 8 scale, 16 color, 32 variable 7.
        """
        running = self[layer].animations.running
        return sum(1 << bit for bit, target in enumerate(ANIMATED) if target in running)

    def advance(self) -> None:
        """Moves all animations on by a frame."""
        for background in self.all():
            for animation in background.animations.advance():
                background.apply_animation(animation.target, animation.values)
                self.changed = True


def floor_in_32_bits(value: float) -> int:
    """Returns a value rounded down, clamped to a signed 32-bit number; 0 for NaN."""
    whole = truncate(value)
    # `truncate` rounds negative values up
    if whole > value:
        whole -= 1
    return max(whole, SMALLEST)


def rotated_point(x: float, y: float, degrees: int) -> Point:
    """Returns a point rotated about 0, 0, clockwise."""
    if not degrees:
        return x, y
    cosine, sine = direction(degrees)
    return x * cosine - y * sine, x * sine + y * cosine

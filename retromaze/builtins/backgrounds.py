"""Builtins of background layers: maps, cells, place, turn, scale, color, clip, variables, animation.

Layers are 0 to 3, or as many as XSCREEN gives the screen; all exist from the start. A cell has 16 bits: 12
of the character, 2 of quarter turns clockwise, then mirrored, then upside down. Corners come in any order.
Source: manual, Backgrounds; machine reference, 5.7, 5.8 and 5.4, unless a function says otherwise.
"""

from __future__ import annotations

import re
from typing import Annotated

from retromaze.builtins.animation import KEYFRAME_COST, read_animation
from retromaze.builtins.arrays import array_numbers, integer_argument, require_numeric, row_write_cost
from retromaze.builtins.computer_interface import Computer
from retromaze.builtins.form import Range, Reads, range_of
from retromaze.builtins.registry import Depth, Resized, Value, builtin, form
from retromaze.builtins.sprites import ANIMATED_STATE, Variable, require_text
from retromaze.errors import IllegalFunctionCall, StringTooLong
from retromaze.language.numbers import truncate
from retromaze.machine.backgrounds import ANIMATED, BACKGROUNDS, CELL_BITS, MOST_CELLS, TILE
from retromaze.machine.machine import Machine
from retromaze.machine.page import PAGES
from retromaze.values import costs
from retromaze.values.arrays import INTEGER, Array

COST = 5
Layer = Annotated[int, Range(0, BACKGROUNDS - 1)]
Side = Annotated[int, Range(1, MOST_CELLS)]
Cell = Annotated[int, Range(0, CELL_BITS)]
CELL_COST = costs.Rate("cell", 1)
CELL_WRITE_COST = costs.Rate("cells", 1, 20)
MAP_CLEAR_COST = costs.Rate("cells of a map", 1, 600)
HEXADECIMAL = re.compile("[0-9A-Fa-f]{4}", re.ASCII)


# ---- maps


@builtin("BGSCREEN", MAP_CLEAR_COST, cost=COST, method="backgrounds.set_map")
def set_map(m: Machine, layer: Layer, width: Side, height: Side, tile: int = TILE) -> None:
    """BGSCREEN layer,width,height[,tile] gives a layer an empty map of width x height cells, 16383 at most.

    Cells have 16 pixels a side, or 8 or 32.
    """
    if width * height <= MOST_CELLS:  # a larger map is an error, which costs nothing
        m.spend(MAP_CLEAR_COST.of(width * height))
    m.backgrounds.set_map(layer, width, height, tile)


@builtin("BGPAGE", cost=COST, method="backgrounds.set_page")
def set_page(m: Machine, page: Annotated[int, range_of(PAGES)]) -> None:
    """BGPAGE page chooses the page that characters are cut out of, 0 to 5; 5 at first."""


@form("BGPAGE", reads=Reads.MACHINE, state=("backgrounds.page",))
def page(m: Machine) -> int:
    """BGPAGE() is the page that characters are cut out of."""


@builtin("BGCLR", MAP_CLEAR_COST, cost=COST, method="backgrounds.clear")
def clear(m: Machine, layer: Layer | None = None) -> None:
    """BGCLR [layer] empties the map of a layer, or of all."""
    for each in m.backgrounds.all() if layer is None else (m.backgrounds[layer],):
        m.spend(MAP_CLEAR_COST.of(each.width * each.height))
    m.backgrounds.clear(layer)


@builtin("BGSHOW", cost=COST, method="backgrounds.show")
def show(m: Machine, layer: Layer) -> None:
    """BGSHOW layer shows a layer that was hidden."""


@builtin("BGHIDE", cost=COST, method="backgrounds.hide")
def hide(m: Machine, layer: Layer) -> None:
    """BGHIDE layer hides a layer. Its animations go on."""


# ---- cells


@builtin("BGPUT", cost=COST)
def put(m: Machine, layer: Layer, x: int, y: int, cell: Value) -> None:
    """BGPUT layer,x,y,cell puts a cell in column x, row y.

    A number gives its lowest 16 bits; a text has four hexadecimal digits, or none for 0.
    """
    m.backgrounds.put(layer, x, y, parse_cell(cell, StringTooLong))


@builtin("BGFILL", CELL_WRITE_COST, cost=COST)
def fill(m: Machine, layer: Layer, x1: int, y1: int, x2: int, y2: int, cell: Value) -> None:
    """BGFILL layer,x1,y1,x2,y2,cell fills a rectangle with a cell; as a number it is 0 to 65535."""
    value = parse_cell(cell, IllegalFunctionCall)
    spend_on_rectangle(m, layer, (x1, y1, x2, y2))
    m.backgrounds.fill(layer, x1, y1, x2, y2, value)


def spend_on_rectangle(m: Machine, layer: int, corners: tuple[int, int, int, int]) -> None:
    """Spends the work of writing the cells between two corners, those outside the map left out."""
    left, top, right, bottom = m.backgrounds[layer].area_within_map(corners)
    # 0 for a rectangle that is wholly outside
    m.spend(CELL_WRITE_COST.of(max(right - left + 1, 0) * max(bottom - top + 1, 0)))


def parse_cell(cell: Value, too_long: type[StringTooLong] | type[IllegalFunctionCall]) -> int:
    """Returns a cell of BGPUT or BGFILL as a number: it may be four hexadecimal digits, or "" for 0.

    A text of more than 4 characters raises `too_long`, an error that differs between the two words; another
    wrong text raises IllegalFunctionCall.
    """
    if not isinstance(cell, str):
        return integer_argument(cell)
    if len(cell) > 4:
        raise too_long
    if not cell:
        return 0
    if not HEXADECIMAL.fullmatch(cell):
        raise IllegalFunctionCall
    return int(cell, 16)


@builtin("BGGET", cost=COST, method="backgrounds.cell", reads=Reads.MACHINE)
def cell_at(m: Machine, layer: Layer, x: int, y: int) -> Cell:
    """BGGET(layer,x,y) is the cell in column x, row y."""


@form("BGGET", reads=Reads.MACHINE)
def cell_at_pixel(m: Machine, layer: Layer, x: int, y: int, pixels: int) -> Cell:
    """BGGET(layer,x,y,flag) is, unless the flag is 0, the cell at a pixel of the map, 0 outside it."""
    if pixels:
        return m.backgrounds.cell_of_pixel(layer, x, y)
    return m.backgrounds.cell(layer, x, y)


@builtin("BGCOPY", CELL_WRITE_COST, cost=COST, method="backgrounds.copy")
def copy(m: Machine, layer: Layer, x1: int, y1: int, x2: int, y2: int, x: int, y: int) -> None:
    """BGCOPY layer,x1,y1,x2,y2,x,y copies a rectangle of cells so that its upper left one comes to x,y."""
    spend_on_rectangle(m, layer, (x1, y1, x2, y2))
    m.backgrounds.copy(layer, x1, y1, x2, y2, x, y)


@builtin("BGSAVE", CELL_COST, costs.ROW_SEARCH_COST, costs.ROW_WRITE_COST, cost=COST, reads=Reads.MACHINE)
def save(m: Machine, layer: Layer, array: Resized) -> None:
    """BGSAVE layer,array puts the cells of a map into an array, row by row; one of one dimension grows."""
    store_cells(m, m.backgrounds.cells(layer), array)


@form("BGSAVE", reads=Reads.MACHINE)
def save_area(m: Machine, layer: Layer, x: int, y: int, width: Side, height: Side, array: Resized) -> None:
    """BGSAVE layer,x,y,width,height,array puts the cells of a part of the map there."""
    store_cells(m, m.backgrounds.cells(layer, (x, y, width, height)), array)


def store_cells(m: Machine, cells: list[int], array: Array) -> None:
    """Stores cells in an array of numbers from its first element on, and spends the work for it."""
    require_numeric(array)
    m.spend(row_write_cost(array, len(cells)) + CELL_COST.of(len(cells)))
    array.store(0, cells)


@builtin("BGLOAD", CELL_COST, costs.FLATTENING_COST, cost=COST)
def load(m: Machine, layer: Layer, array: Array, first: int = 0) -> None:
    """BGLOAD layer,array[,first] fills a map with the cells in an array, row by row.

    `first` is added to the characters. Integers and Reals give their lowest 16 bits, but a Real below 0 is 0.
    Unverified: what `first` does.
    """
    background = m.backgrounds[layer]
    cells = cells_from_array(m, array, background.width * background.height)
    m.backgrounds.load(layer, cells, first=first)


@form("BGLOAD")
def load_area(
    m: Machine, layer: Layer, x: int, y: int, width: Side, height: Side, array: Array, first: int = 0
) -> None:
    """BGLOAD layer,x,y,width,height,array[,first] fills a part of the map."""
    # raises the error of an area outside the map before the errors of the array
    m.backgrounds[layer].required_area((x, y, width, height))
    m.backgrounds.load(layer, cells_from_array(m, array, width * height), (x, y, width, height), first)


def cells_from_array(m: Machine, array: Array, count: int) -> list[int]:
    """Returns the first `count` elements of an array as cells, of which `load` takes the lowest 16 bits.

    Unverified: the error of an array that is too short.
    """
    numbers = array_numbers(m, array, count=count)[:count]
    m.spend(CELL_COST.of(count))
    # Reals below 0 are 0, while Integers below 0 give their lowest 16 bits
    return numbers if array.kind == INTEGER else [max(truncate(each), 0) for each in numbers]


# ---- how a layer is shown


@builtin("BGCLIP", cost=COST, method="backgrounds.set_clip")
def clip_off(m: Machine, layer: Layer) -> None:
    """BGCLIP layer shows a layer on the whole screen again."""


@form("BGCLIP", python="machine.backgrounds.set_clip({layer}, ({x1}, {y1}, {x2}, {y2}))")
def clip_to(m: Machine, layer: Layer, x1: int, y1: int, x2: int, y2: int) -> None:
    """BGCLIP layer,x1,y1,x2,y2 shows a layer within a rectangle of the screen only."""


@builtin("BGOFS", cost=COST, method="backgrounds.move")
def move(m: Machine, layer: Layer, x: int | None, y: int | None, z: Depth | None = None) -> None:
    """BGOFS layer,[x],[y][,z] moves a layer by x to the left and y up, in pixels; what is left empty stays.

    z is its depth, -256 (nearest) to 1024.
    """


@form("BGOFS", reads=ANIMATED_STATE, python="machine.backgrounds[{layer}].place")
def place_of(m: Machine, layer: Layer) -> tuple[int, int]:
    """BGOFS layer OUT x,y tells how far a layer was moved."""


@form("BGOFS", reads=ANIMATED_STATE, python="machine.backgrounds[{layer}].place_and_depth")
def place_and_depth_of(m: Machine, layer: Layer) -> tuple[int, int, float]:
    """BGOFS layer OUT x,y,z tells the depth of the layer too."""


@builtin("BGROT", cost=COST, method="backgrounds.rotate")
def rotate(m: Machine, layer: Layer, degrees: int) -> None:
    """BGROT layer,degrees turns a layer about its home, clockwise."""


@form("BGROT", reads=ANIMATED_STATE, python="machine.backgrounds[{layer}].rotation")
def rotation_of(m: Machine, layer: Layer) -> Annotated[int, Range(0, 359)]:
    """BGROT(layer) · BGROT layer OUT degrees tells the angle of a layer, 0 to 359."""


@builtin("BGSCALE", cost=COST, method="backgrounds.scale")
def scale(m: Machine, layer: Layer, x: float, y: float) -> None:
    """BGSCALE layer,x,y multiplies the width and height of a layer."""


@form("BGSCALE", reads=ANIMATED_STATE, python="machine.backgrounds[{layer}].scales")
def scale_of(m: Machine, layer: Layer) -> tuple[float, float]:
    """BGSCALE layer OUT x,y tells both scales of a layer."""


@builtin("BGHOME", cost=COST, method="backgrounds.set_home")
def set_home(m: Machine, layer: Layer, x: int, y: int) -> None:
    """BGHOME layer,x,y sets the point of the screen that a layer is turned and scaled about."""


@form("BGHOME", reads=Reads.MACHINE, python="machine.backgrounds[{layer}].home")
def home_of(m: Machine, layer: Layer) -> tuple[int, int]:
    """BGHOME layer OUT x,y tells the home of a layer."""


@builtin("BGCOORD", cost=COST, reads=ANIMATED_STATE, method="backgrounds.converted")
def converted(
    m: Machine, layer: Layer, x: float, y: float, mode: Annotated[int, Range(0, 2)] = 0
) -> tuple[int, int]:
    """BGCOORD layer,x,y[,mode] OUT x,y tells where the screen shows a pixel of the map.

    Mode 1 tells which cell the screen shows there, mode 2 which pixel of the map. Of a layer that is turned
    the place is the whole number below. Unverified for other angles than 90.
    """


@builtin("BGCOLOR", cost=COST, method="backgrounds.set_color")
def set_color(m: Machine, layer: Layer, color: int) -> None:
    """BGCOLOR layer,color multiplies a layer's picture by a color, whose opacity is ignored."""


@form("BGCOLOR", reads=ANIMATED_STATE, python="machine.backgrounds[{layer}].color")
def color_of(m: Machine, layer: Layer) -> int:
    """BGCOLOR(layer) · BGCOLOR layer OUT color tells the color of a layer, as it was given."""


# ---- variables, callbacks, animation


@builtin("BGVAR", cost=COST, method="backgrounds.set_variable")
def set_variable(m: Machine, layer: Layer, variable: Variable, value: float) -> None:
    """BGVAR layer,variable,value sets a variable of a layer, 0 to 7."""


@form("BGVAR", method="backgrounds.variable", reads=ANIMATED_STATE)
def variable(m: Machine, layer: Layer, variable: Variable) -> float:
    """BGVAR(layer,variable) · BGVAR layer,variable OUT value tells a variable of a layer."""


@builtin("BGFUNC", costs.NAME_COST, cost=COST)
def set_callback(computer: Computer, layer: Layer, name: Value) -> None:
    """BGFUNC layer,"@LABEL" · BGFUNC layer,"NAME" sets what CALL BG calls for a layer.

    It is as for SPFUNC; during a call CALLIDX is the layer, afterwards 4.
    """
    computer.machine.backgrounds.set_callback(layer, computer.callback_named(require_text(name)))


@builtin("BGANIM", costs.MOVE_COST, KEYFRAME_COST, cost=20)
def animate(computer: Computer, layer: Layer, target: Value, *given: Value) -> None:
    """BGANIM layer,target,time,item…[,loops] changes one thing of a layer from the next frame on.
    BGANIM layer,target,array[,loops] · BGANIM layer,target,"@label"[,loops] reads times and items there.

    It is as for SPANIM, without the targets 2 "UV" and 3 "I".
    """
    backgrounds = computer.machine.backgrounds
    backgrounds[layer]  # raises the error of a layer that the screen lacks before the errors of others
    backgrounds.animate(layer, *read_animation(computer, target, given, ANIMATED))


@builtin("BGSTART", cost=COST, method="backgrounds.resume")
def resume(m: Machine, layer: Layer | None = None) -> None:
    """BGSTART [layer] lets animations go on, of one layer or of all."""


@builtin("BGSTOP", cost=COST, method="backgrounds.halt")
def halt(m: Machine, layer: Layer | None = None) -> None:
    """BGSTOP [layer] halts animations, of one layer or of all."""


@builtin("BGCHK", cost=COST, method="backgrounds.animated", reads=ANIMATED_STATE)
def animated(m: Machine, layer: Layer) -> Annotated[int, Range(0, 63)]:
    """BGCHK(layer) has a bit for each animation: 1 place, 2 depth, 4 turn, 8 scale, 16 color, 32 variable."""

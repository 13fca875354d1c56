"""The console: cursor, colors, cell size, scrolling, looking at cells, and the font.

Columns and rows count from 0 at the top left; all but the font and TABSTEP belong to the screen that
DISPLAY chose.
Source: manual, Console input/output; machine reference, section 4, unless a function says otherwise.
PRINT, INPUT and LINPUT are statements of the language and not found here.
"""

from __future__ import annotations

import re
from typing import Annotated

from retromaze.builtins.arrays import array_numbers
from retromaze.builtins.form import Range, Reads
from retromaze.builtins.registry import VARIABLES, Depth, Value, builtin, form, variable
from retromaze.errors import IllegalFunctionCall, OutOfRange, TypeMismatch
from retromaze.language.numbers import truncate
from retromaze.machine.colors import word_from_raw
from retromaze.machine.console import ATTRIBUTES, COLORS, LONGEST_TAB_STEP
from retromaze.machine.font import LARGEST_CODE, PIXELS
from retromaze.machine.machine import Machine
from retromaze.values.arrays import Array
from retromaze.values.costs import FLATTENING_COST

LARGEST_RAW = 0xFFFF
Ink = Annotated[int, Range(0, COLORS - 1)]
_PICTURE = re.compile(r"(?:[0-9A-Fa-f]{4}){64}\Z")


# --- cursor and cells ---


@builtin("CLS", cost=10, method="console.clear")
def clear(m: Machine) -> None:
    """CLS empties the console and puts the cursor at 0,0; colors and attributes stay."""


@builtin("LOCATE", method="console.locate", checks_itself=True)
def locate(m: Machine, column: int | None, row: int | None, z: Depth | None = None) -> None:
    """LOCATE [column],[row][,z] moves the cursor; what is left out stays.

    One column past the last is allowed: the next character wraps first. z is -256 (nearest) to 1024.
    Unverified: the limits at WIDTH 16 and on the lower screen, taken from the number of cells there.
    """


@builtin("COLOR", cost=6, method="console.set_color", checks_itself=True)
def set_color(m: Machine, foreground: Ink | None, background: Ink | None = None) -> None:
    """COLOR [foreground][,background] sets the colors of what is printed next, 0 to 15; 0 is transparent."""


@builtin("ATTR", method="console.set_attributes")
def set_attributes(m: Machine, attributes: Annotated[int, Range(0, ATTRIBUTES - 1)]) -> None:
    """ATTR attributes turns and mirrors what is printed next.

    Bits 0-1 are quarter turns clockwise, 4 mirrors left-right, 8 top-bottom, mirrors first.
    """


@builtin("WIDTH", cost=30, method="console.set_width")
def set_width(m: Machine, size: int) -> None:
    """WIDTH size makes characters 8 or 16 pixels wide and high; a change clears the console.

    Unverified: that it clears.
    """


@form("WIDTH", reads=Reads.MACHINE, state=("console.cell_size",))
def get_width(m: Machine) -> int:
    """WIDTH() is the size of characters, 8 or 16."""


@builtin("SCROLL", cost=70, method="console.scroll")
def scroll(m: Machine, dx: int, dy: int) -> None:
    """SCROLL dx,dy moves the view over the text: dx cells right, dy down; what leaves it is lost."""


@builtin("CHKCHR", method="console.code_at", reads=Reads.CONSOLE)
def code_at(m: Machine, column: int, row: int) -> Annotated[int, Range(0, 0xFFFF)]:
    """CHKCHR(column,row) is the character code of a cell, 0 where it is empty or outside."""


# --- system variables ---


@variable("CSRX", reads=Reads.CONSOLE, state=("console.column",))
def cursor_column(m: Machine) -> Annotated[int, Range(0, 50)]:
    """CSRX is the cursor's column."""


@variable("CSRY", reads=Reads.CONSOLE, state=("console.row",))
def cursor_row(m: Machine) -> Annotated[int, Range(0, 60)]:
    """CSRY is the cursor's row."""


@variable("CSRZ", reads=Reads.CONSOLE)
def cursor_depth(m: Machine) -> int:
    """CSRZ is the cursor's depth, cut to a whole number."""
    return truncate(m.console.z)


@variable("TABSTEP", reads=Reads.MACHINE, state=("tab_step",))
def tab_step(m: Machine) -> int:
    """TABSTEP is the distance of PRINT's tab stops, 0 to 16; it may be set."""


def set_tab_step(m: Machine, step: int) -> None:
    """Sets the distance of tab stops. Unverified: the range."""
    if not 0 <= step <= LONGEST_TAB_STEP:
        raise OutOfRange
    m.tab_step = step


VARIABLES["TABSTEP"].write = set_tab_step


# --- font ---


@builtin("FONTDEF", FLATTENING_COST, cost=100)
def restore_font(m: Machine) -> None:
    """FONTDEF brings the built-in font back."""
    m.font.restore()


@form("FONTDEF")
def define_glyph(m: Machine, code: Annotated[int, Range(0, LARGEST_CODE)], shape: Value) -> None:
    """FONTDEF code,text · FONTDEF code,array gives a character 64 new pixels, row by row.

    A pixel is an RGBA5551 number: four hexadecimal digits of the text, or an element 0 to 65535.
    """
    m.font.define(code, [word_from_raw(raw) for raw in raw_pixels(m, shape)])


def raw_pixels(m: Machine, shape: Value) -> list[int]:
    """Returns the 64 RGBA5551 pixels of FONTDEF's second argument, an array or a hexadecimal text."""
    if isinstance(shape, Array):
        pixels = [truncate(value) for value in array_numbers(m, shape, 2, PIXELS)[:PIXELS]]
        if not all(0 <= pixel <= LARGEST_RAW for pixel in pixels):
            raise OutOfRange(argument=2)
        return pixels
    if not isinstance(shape, str):
        raise TypeMismatch(argument=2)
    if not _PICTURE.match(shape):
        raise IllegalFunctionCall(argument=2)
    return [int(shape[at : at + 4], 16) for at in range(0, len(shape), 4)]

"""Pages in stored files: LOAD and SAVE of GRP0 to GRP5 and GRPF."""

from __future__ import annotations

from array import array

from retromaze.machine import blocks
from retromaze.machine.contents import PictureContent
from retromaze.machine.font import Font
from retromaze.machine.fontpage import CELL, CELLS_ACROSS, RANGES
from retromaze.machine.machine import Machine
from retromaze.machine.page import SIDE, WHOLE_PAGE
from retromaze.machine.screen import FONT_PAGE


def page_picture(machine: Machine, page: int) -> PictureContent:
    """The whole of a page, 0 to 5, or -1 for the font's."""
    return PictureContent(SIDE, SIDE, machine.screen.pixels_of(page))


def put_picture(machine: Machine, page: int, picture: PictureContent, x: int = 0, y: int = 0) -> None:
    """Puts a picture's top left corner at x, y of a page, 0 to 5, or -1 for the font's.

    What reaches beyond the page is dropped; the write clip does not matter.
    Source: machine reference, section 9.3 (a peer's finding). Unverified: clip and transparent pixels, which
    are written like others.
    """
    pixels = machine.screen.pixels_of(page)
    place = (x, y, picture.width, picture.height)
    blocks.write_block(pixels, WHOLE_PAGE, place, picture.pixels, everything=True)
    if page == FONT_PAGE:
        define_glyphs(machine.font, pixels)
    for screen in machine.screens:
        screen.changed = True


def define_glyphs(font: Font, pixels: array[int]) -> None:
    """Defines anew each glyph that differs on a font page's pixels."""
    for first, last, start in RANGES:
        for code in range(first, last + 1):
            row, column = divmod(start + code - first, CELLS_ACROSS)
            words = tuple(blocks.read_block(pixels, (column * CELL, row * CELL, CELL, CELL)))
            if words != font.glyph(code):
                font.define(code, words)

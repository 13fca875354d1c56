"""Builtins of the graphic pages: colors, drawing, copying, moving pixels to and from arrays.
A color is 32-bit ARGB; a page keeps it as a *word*, five bits a channel and full or no opacity; a *raw* pixel
has 16 bits.

Coordinates are pixels of the page being drawn on, 512 x 512, origin top left; what falls outside the page or
the write clip is dropped. Without a color everything is drawn in GCOLOR's.
Source: manual, Graphics; machine reference, sections 2 and 3, unless a function says otherwise.
Unverified: negative reals as coordinates, cut toward zero here.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Annotated

from retromaze.builtins.arrays import array_numbers, require_numeric, row_write_cost
from retromaze.builtins.form import COUNT, Range, Reads, range_of
from retromaze.builtins.registry import Coordinate, Number, Resized, Value, builtin, form
from retromaze.errors import OutOfMemory, OutOfRange, SubscriptOutOfRange, TypeMismatch
from retromaze.language.numbers import LARGEST, truncate, wrap
from retromaze.machine.colors import channels, raw_from_word, rgb, word_from_color, word_from_raw
from retromaze.machine.layers import FARTHEST, NEAREST
from retromaze.machine.machine import Machine
from retromaze.machine.page import PAGES, SIDE
from retromaze.machine.screen import FONT_PAGE
from retromaze.values import costs
from retromaze.values.arrays import INTEGER, NUMERIC_LIMIT, Array
from retromaze.values.scalars import LOW_32_BITS

Page = Annotated[int, range_of(PAGES)]
Source = Annotated[int, Range(FONT_PAGE, PAGES[-1])]
Size = Annotated[int, COUNT]


# --- colors ---


@builtin("RGB")
def rgb_of_three(red: int, green: int, blue: int) -> int:
    """RGB(red,green,blue) is an opaque color; each channel is held within 0 to 255."""
    return rgb(red, green, blue)


@form("RGB")
def rgb_of_four(alpha: int, red: int, green: int, blue: int) -> int:
    """RGB(alpha,red,green,blue) is a color of any opacity."""
    return rgb(red, green, blue, alpha)


@builtin("RGBREAD", python="channels({color})[1:]")
def read_three(color: int) -> tuple[int, int, int]:
    """RGBREAD color OUT red,green,blue takes a color apart."""
    return channels(color)[1:]


@form("RGBREAD", python="channels({color})")
def read_four(color: int) -> tuple[int, int, int, int]:
    """RGBREAD color OUT alpha,red,green,blue takes a color apart, opacity included."""
    return channels(color)


@builtin("GCOLOR", method="screen.set_color")
def set_color(m: Machine, color: int) -> None:
    """GCOLOR color sets the color of everything drawn without one."""


@form("GCOLOR", reads=Reads.MACHINE, state=("screen.color",))
def get_color(m: Machine) -> int:
    """GCOLOR() · GCOLOR OUT color tells the drawing color, as it was given."""


# --- pages ---


@builtin("GPAGE", method="screen.set_pages")
def set_pages(m: Machine, show: Page, draw: Page) -> None:
    """GPAGE show,draw chooses the page shown and the page drawn on, 0 to 5 each."""


@form("GPAGE", reads=Reads.MACHINE, state=("screen.show_page", "screen.draw_page"))
def get_pages(m: Machine) -> tuple[int, int]:
    """GPAGE OUT show,draw tells the page shown and the page drawn on."""


@builtin("GPRIO", method="screen.set_priority")
def set_priority(m: Machine, z: Annotated[int, Range(NEAREST, FARTHEST)]) -> None:
    """GPRIO z sets the depth of the graphic page, -256 (nearest) to 1024 (behind everything)."""


@builtin("GOFS", method="screen.set_offset")
def scroll(m: Machine, x: int, y: int) -> None:
    """GOFS x,y scrolls the page shown: its point x,y stands at the upper left.

    Source: published programs. Unverified: beyond the page the color behind all layers is seen.
    """


@form("GOFS", reads=Reads.MACHINE, state=("screen.offset",))
def scrolled(m: Machine) -> tuple[int, int]:
    """GOFS OUT x,y tells the point of the page that stands at the upper left."""


@builtin("GCLIP")
def clip_off(m: Machine, mode: int) -> None:
    """GCLIP mode takes a clip off: 0 the clip of showing, others the clip of writing."""
    if mode:
        m.screen.set_clip()
    else:
        m.screen.set_display_clip()


@form("GCLIP")
def clip_to(m: Machine, mode: int, x1: int, y1: int, x2: int, y2: int) -> None:
    """GCLIP mode,x1,y1,x2,y2 limits showing (0, any corners) or writing (others, corners on the page)."""
    if not mode:
        m.screen.set_display_clip((x1, y1, x2, y2))
        return
    for argument, corner in enumerate((x1, y1, x2, y2), 2):
        if not 0 <= corner < SIDE:
            raise OutOfRange(argument=argument)
    m.screen.set_clip((x1, y1, x2, y2))


@builtin("GCLS", cost=120, method="screen.clear")
def clear(m: Machine, color: int = 0) -> None:
    """GCLS [color] fills the whole page; without a color it becomes transparent."""


# --- pixels and shapes ---


@builtin("GPSET", cost=10, method="screen.point")
def point(m: Machine, x: Coordinate, y: Coordinate, color: int | None = None) -> None:
    """GPSET x,y[,color] writes one pixel."""


@builtin("GSPOIT", method="screen.spoit", reads=Reads.MACHINE)
def spoit(m: Machine, x: Coordinate, y: Coordinate) -> int:
    """GSPOIT(x,y) is the color of a pixel as the page keeps it; 0 outside the page."""


@builtin("GLINE", cost=60, method="screen.line")
def line(
    m: Machine, x1: Coordinate, y1: Coordinate, x2: Coordinate, y2: Coordinate, color: int | None = None
) -> None:
    """GLINE x1,y1,x2,y2[,color] draws a straight line, both ends included."""


@builtin("GBOX", cost=120, method="screen.box")
def box(
    m: Machine, x1: Coordinate, y1: Coordinate, x2: Coordinate, y2: Coordinate, color: int | None = None
) -> None:
    """GBOX x1,y1,x2,y2[,color] draws the outline of a rectangle."""


@builtin("GFILL", cost=120, method="screen.fill")
def fill(
    m: Machine, x1: Coordinate, y1: Coordinate, x2: Coordinate, y2: Coordinate, color: int | None = None
) -> None:
    """GFILL x1,y1,x2,y2[,color] fills a rectangle, both corners included."""


@builtin("GCIRCLE", costs.CIRCLE_COST, costs.ARC_COST, cost=100, method="screen.circle")
def circle(m: Machine, x: int, y: int, radius: int, color: int | None = None) -> None:
    """GCIRCLE x,y,radius[,color] draws the outline of a circle."""


@form("GCIRCLE", python="machine.screen.arc({x}, {y}, {radius}, {start}, {end}, {flag} != 0, {color})")
def arc(
    m: Machine, x: int, y: int, radius: int, start: int, end: int, flag: int = 0, color: int | None = None
) -> None:
    """GCIRCLE x,y,radius,start,end[,flag[,color]] draws an arc, clockwise in degrees from the right.

    With a flag other than 0 two radii join it to the center.
    """


@builtin("GTRI", costs.TRIANGLE_COST, cost=60, method="screen.triangle")
def triangle(
    m: Machine, x1: int, y1: int, x2: int, y2: int, x3: int, y3: int, color: int | None = None
) -> None:
    """GTRI x1,y1,x2,y2,x3,y3[,color] fills a triangle."""


@builtin("GPAINT", costs.PAINT_COST, costs.PAINT_SEARCH_COST, cost=400, method="screen.paint")
def paint(m: Machine, x: int, y: int, color: int | None = None, border: int | None = None) -> None:
    """GPAINT x,y[,color[,border]] fills the area of the color found there, or all up to the border color."""


@builtin("GPUTCHR", costs.LETTER_COST, costs.STRETCH_COST, cost=10)
def put_text(m: Machine, x: int, y: int, text: Value, color: int | None = None) -> None:
    """GPUTCHR x,y,text[,color] draws a text, or the character of a code, on the page."""
    m.screen.put_text(x, y, text_to_draw(text), 1, 1, color)


@form("GPUTCHR")
def put_scaled_text(
    m: Machine, x: int, y: int, text: Value, scale_x: int, scale_y: int, color: int | None = None
) -> None:
    """GPUTCHR x,y,text,scale_x,scale_y[,color] draws a text scaled by whole numbers, above 0."""
    m.screen.put_text(x, y, text_to_draw(text), scale_x, scale_y, color)


def text_to_draw(text: Value) -> str:
    """Returns a text, or the character of a code. Unverified: codes outside 16 bits, cut to them here."""
    if isinstance(text, Array):
        raise TypeMismatch(argument=3)
    return text if isinstance(text, str) else chr(truncate(text) & 0xFFFF)


# --- blocks of pixels ---


@builtin("GCOPY", costs.COPY_COST, costs.MASKED_COPY_COST, costs.COPY_ROW_COST, costs.FONT_PAGE_COST, cost=30)
def copy(m: Machine, x1: int, y1: int, x2: int, y2: int, x: int, y: int, mode: int) -> None:
    """GCOPY x1,y1,x2,y2,x,y,mode copies a rectangle so that its top left corner comes to x,y.

    Mode 0 leaves transparent pixels out, others copy all.
    """
    m.screen.copy(x1, y1, x2, y2, x, y, mode != 0)


@form("GCOPY")
def copy_from(
    m: Machine, page: Source, x1: int, y1: int, x2: int, y2: int, x: int, y: int, mode: int
) -> None:
    """GCOPY page,x1,y1,x2,y2,x,y,mode copies from another page: 0 to 5, -1 the font."""
    m.screen.copy(x1, y1, x2, y2, x, y, mode != 0, page)


@builtin(
    "GSAVE",
    costs.PIXEL_COST,
    costs.ROW_SEARCH_COST,
    costs.ROW_WRITE_COST,
    costs.FONT_PAGE_COST,
    cost=10,
    reads=Reads.MACHINE,
)
def save(m: Machine, array: Resized, flag: int) -> None:
    """GSAVE array,flag puts the pixels of the whole write clip into an array, row by row.

    Flag 0 gives 32-bit colors, in an array of Reals without sign, others raw 16-bit pixels. An array of one
    dimension grows.
    """
    save_pixels(m, None, None, array, flag)


@form("GSAVE", reads=Reads.MACHINE)
def save_from(m: Machine, page: Source, array: Resized, flag: int) -> None:
    """GSAVE page,array,flag saves from another page: 0 to 5, -1 the font."""
    save_pixels(m, page, None, array, flag)


@form("GSAVE", reads=Reads.MACHINE)
def save_rectangle(m: Machine, x: int, y: int, width: Size, height: Size, array: Resized, flag: int) -> None:
    """GSAVE x,y,width,height,array,flag saves a rectangle."""
    save_pixels(m, None, (x, y, width, height), array, flag)


@form("GSAVE", reads=Reads.MACHINE)
def save_rectangle_from(
    m: Machine, page: Source, x: int, y: int, width: Size, height: Size, array: Resized, flag: int
) -> None:
    """GSAVE page,x,y,width,height,array,flag saves a rectangle of another page."""
    save_pixels(m, page, (x, y, width, height), array, flag)


@builtin("GLOAD", costs.PIXEL_COST, costs.MASKED_COPY_COST, costs.FLATTENING_COST, cost=10)
def load(m: Machine, array: Array, colors: Value, mode: int) -> None:
    """GLOAD array,flag,mode · GLOAD array,palette,mode puts an array on the page, over the whole write clip.

    Flag 0 reads 32-bit colors, others raw 16-bit pixels; with a palette, an array of colors, the elements are
    subscripts into it. Mode 0 leaves transparent pixels out.
    """
    x, y, width, height = clip_area(m)
    m.screen.put_words(x, y, width, height, pixel_words(m, array, colors, width * height), mode != 0)


@form("GLOAD")
def load_rectangle(
    m: Machine, x: int, y: int, width: Size, height: Size, array: Array, colors: Value, mode: int
) -> None:
    """GLOAD x,y,width,height,array,flag,mode · GLOAD x,y,width,height,array,palette,mode fills a part."""
    m.screen.put_words(x, y, width, height, pixel_words(m, array, colors, width * height), mode != 0)


def clip_area(m: Machine) -> tuple[int, int, int, int]:
    """Returns (x, y, width, height) of the write clip."""
    left, top, right, bottom = m.screen.clip
    return left, top, right - left + 1, bottom - top + 1


def save_pixels(
    m: Machine, page: int | None, area: tuple[int, int, int, int] | None, array: Array, flag: int
) -> None:
    """Does GSAVE: stores the pixels of a rectangle in an array from its first element on, row by row.

    `page` None is the page that is drawn on, `area` None the whole write clip. `flag` 0 stores 32-bit colors,
    another one raw 16-bit pixels.
    """
    require_numeric(array)
    x, y, width, height = area or clip_area(m)
    if width * height > NUMERIC_LIMIT:
        raise OutOfMemory
    m.spend(row_write_cost(array, width * height))
    words = m.screen.words(x, y, width, height, page)
    # 32-bit colors are signed in an array of Integers, and unsigned in one of Reals
    to_color = wrap if array.kind == INTEGER else int
    # the cost of each piece is spent when it is reached: frames may pass there
    pixels = chain.from_iterable(costs.paid_pieces(words, costs.PIXEL_COST, m.spend))
    array.store(0, map(raw_from_word if flag else to_color, pixels))


def pixel_words(m: Machine, array: Array, colors: Value, count: int) -> list[int]:
    """Returns the first `count` elements of an array as page words: pixels as a page stores them.

    `colors` is GLOAD's flag (0 for 32-bit colors, others for raw 16-bit pixels), or its palette: an array of
    colors into which the elements are subscripts.
    """
    if isinstance(colors, str):
        raise TypeMismatch
    elements = array_numbers(m, array, count=count)[:count]
    m.spend(costs.PIXEL_COST.of(count))
    if isinstance(colors, Array):
        return palette_words(m, map(truncate, elements), colors)
    return [word_from_raw(truncate(each)) if colors else word_of_element(each) for each in elements]


def word_of_element(element: Number) -> int:
    """Returns the page word (pixel) of a 32-bit color; a Real may be unsigned, as GSAVE stores it."""
    # `truncate` would clamp an unsigned color to the largest Integer
    if LARGEST < element <= LOW_32_BITS:
        return word_from_color(int(element))
    return word_from_color(truncate(element))


def palette_words(m: Machine, subscripts: Iterable[int], palette: Array) -> list[int]:
    """Returns the page words of a palette's colors. Unverified: the error of a subscript it lacks."""
    colors = array_numbers(m, palette)
    words = []
    for subscript in subscripts:
        if not 0 <= subscript < len(colors):
            raise SubscriptOutOfRange
        words.append(word_of_element(colors[subscript]))
    return words

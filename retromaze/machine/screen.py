"""One of the two screens: its drawing state, the drawing instructions as methods, and the modes of XSCREEN.

Source: machine reference, 1.1, 1.2 and 1.7.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from retromaze.language.numbers import wrap
from retromaze.machine import drawing
from retromaze.machine.backgrounds import BACKGROUNDS, Backgrounds
from retromaze.machine.colors import INKS, LONGEST_RUN, RUNS, WHITE, Color, channels, rgb
from retromaze.machine.console import Console
from retromaze.machine.drawing import HIGHEST
from retromaze.machine.events import Effect, observed
from retromaze.machine.font import GLYPH_SIDE, Font, characters_within_clip, draw_glyphs, font_words
from retromaze.machine.layers import FARTHEST, NEAREST
from retromaze.machine.page import (
    SIDE,
    TALL_SIZE,
    WHOLE_PAGE,
    Page,
    Rectangle,
    Size,
    copy_block,
    intersection,
    ordered_rectangle,
    read_block,
    write_block,
)
from retromaze.machine.sprites import SPRITES, Definitions, Sprites
from retromaze.values.costs import (
    ARC_COST,
    CIRCLE_COST,
    COPY_COST,
    COPY_ROW_COST,
    FONT_PAGE_COST,
    LETTER_COST,
    MASKED_COPY_COST,
    STRETCH_COST,
    TRIANGLE_COST,
    Meter,
)


class Fade:
    """The color that FADE lays over a screen.

    `color` is the present ARGB code (alpha 0: none), `target` the code that it changes to, `moving` whether
    it still changes. Each channel, alpha included, changes linearly: after `_passed` of `_frames` frames it
    has gone that share of the way from `_start` to `_end`.
    Source: machine reference, 1.7. Unverified: rounding on the way (rounded down here).
    """

    def __init__(self) -> None:
        self.color = self.target = 0
        self._start = self._end = channels(0)
        self._passed = self._frames = 0

    @property
    def moving(self) -> bool:
        return self._passed < self._frames

    def move(self, color: int, frames: int = 0) -> None:
        """Starts a linear change from the present color to another that takes some frames; 0 for at once."""
        self._start, self._end = channels(self.color), channels(color)
        self._passed, self._frames = 0, frames
        self.target = color
        if not frames:
            self.color = color

    def advance(self) -> bool:
        """Passes a frame, and returns whether the color changed."""
        if not self.moving:
            return False
        self._passed += 1
        alpha, red, green, blue = (
            start + (end - start) * self._passed // self._frames
            for start, end in zip(self._start, self._end, strict=True)
        )
        self.color = rgb(red, green, blue, alpha)
        return True


MODES = range(5)
WITH_LOWER_SCREEN = (2, 3)
TALL = 4
"""The mode in which both screens are one, with the number of the upper."""


class Share(NamedTuple):
    """A screen's share by XSCREEN: whether DISPLAY may choose it, and how many sprites and layers it has."""

    selectable: bool
    sprites: int
    backgrounds: int


UPPER_SHARE = Share(selectable=True, sprites=SPRITES, backgrounds=BACKGROUNDS)
LOWER_SHARE = Share(selectable=False, sprites=0, backgrounds=0)

FONT_PAGE = -1


class Visible(NamedTuple):
    """The kinds of layer that a screen shows."""

    console: bool = True
    graphic: bool = True
    background: bool = True
    sprites: bool = True


class Screen:
    """One screen: drawing state and instructions; `meter` counts their work, INKS has the word of each color.

    Drawing methods take x before y in pixels, origin top left, and write the page being drawn on, 512 * 512
    pixels: what falls outside the page or the write clip is dropped, nothing is ever blended, a transparent
    color erases. Coordinates are ints of any size; `x0`, `y0` and `x1`, `y1` are ends or corners in any
    order, and belong to the shape. `color` is a code 0xAARRGGBB; None means the screen's own `color`. A value
    outside its range raises ValueError before anything is drawn.

    `size` is (`width`, `height`) in pixels; `console` is the screen's text, `sprites` and `backgrounds` are
    its sprites and background layers, `share` says how many of both XSCREEN gives it. `color` is the drawing
    color as it was set (signed ARGB). `draw_page` and `show_page` are the numbers, 0 to 5, of the pages that
    are drawn on and shown, `pixels` the words of the first. `offset` is the point of the page shown that is
    at the upper left, `priority` the depth of the graphic page, -256 (nearest) to 1024. `clip` is the
    rectangle that may be written, `display_clip` the one that is shown; `backdrop` is 0xRRGGBB, `visible`
    says which layers are shown, and `fade` is the color over all. `changed` is set by every visible change,
    and reset each frame. `ink` is `color` as an array of one page word; INKS and RUNS have the inks and runs
    of all colors. `_font_page` are the words of the font's page when the font had the `_font_version`.
    Source: machine reference, sections 1 to 3.
    """

    def __init__(
        self,
        pages: Sequence[Page],
        font: Font,
        console: Console,
        width: int,
        height: int,
        page: int = 0,
        meter: Meter | None = None,
        definitions: Definitions | None = None,
    ) -> None:
        """`page` is shown and drawn on at first and after reset; `definitions` are its sprites' pictures."""
        self.pages = pages
        self.font = font
        self.console = console
        self.width, self.height = self._first_size = width, height
        self.meter = meter or Meter()
        self._first_page = page
        self.sprites = Sprites(definitions or Definitions(), self.size, 0)
        self.backgrounds = Backgrounds(self.size, 0)
        self._font_version = -1
        self._font_page = array("I")
        self.reset()

    def reset(self) -> None:
        """Sets the state at the start and after ACLS; pages and text stay. Source: machine reference, 1.8."""
        self.set_color(WHITE)
        self.set_pages(self._first_page, self._first_page)
        self.priority = FARTHEST
        self.offset = 0, 0
        self.backdrop = 0
        self.visible = Visible()
        self.fade = Fade()
        # the upper screen is the one that starts with page 0
        self.apply_share(LOWER_SHARE if self._first_page else UPPER_SHARE, self._first_size)

    def apply_share(self, share: Share, size: Size) -> None:
        """Sets size and share as XSCREEN does: no sprites, layers or clips; a new size clears the text."""
        if size != self.size:
            self.width, self.height = size
            self.console.resize(size)
        self.share = share
        self.sprites.reset(share.sprites, size)
        self.backgrounds.reset(share.backgrounds, size)
        self.clip: Rectangle = WHOLE_PAGE
        self.display_clip: Rectangle = self.whole
        self.changed = True

    # found at the first look: a program that only prints has untouched pages, which compare quickly
    @cached_property
    def pixels(self) -> array[int]:
        """The words of the page being drawn on."""
        return self.pages[self.draw_page].pixels

    @property
    def size(self) -> Size:
        """Width and height in pixels."""
        return self.width, self.height

    @property
    def is_tall(self) -> bool:
        """Whether the screen is both screens in one (XSCREEN 4)."""
        return self.size == TALL_SIZE

    @property
    def whole(self) -> Rectangle:
        """The rectangle of the screen itself."""
        return 0, 0, self.width - 1, self.height - 1

    # --- state ---

    @observed(Effect.PREPARES, "sets by", sets={"drawing color": "color"})
    def set_color(self, color: Color) -> None:
        """Sets the color of everything drawn without one: any 32-bit ARGB value, kept as given.

        Only an alpha of 255 is opaque; any other draws transparent pixels. -1, white, at the start.
        """
        self.color = wrap(color)
        self.ink = INKS[color]

    @observed(Effect.PREPARES, sets={"shown page": "show_page", "page drawn on": "draw_page"})
    def set_pages(self, show: int, draw: int) -> None:
        """Chooses the page to `show` and the page to `draw` on and read, 0 to 5 each; ValueError for others.

        Both are 0 on the upper screen and 1 on the lower one at the start. Pages 4 and 5 hold the pictures of
        sprites and backgrounds.
        """
        if not (0 <= show < len(self.pages) and 0 <= draw < len(self.pages)):
            raise ValueError(f"no pages {show}, {draw}")
        self.show_page, self.draw_page = show, draw
        vars(self).pop("pixels", None)  # those of the page before: the cached property is computed anew
        self.changed = True

    @observed(Effect.PREPARES, sets={"depth of the page": "priority"})
    def set_priority(self, z: int) -> None:
        """Sets the depth of the graphic page.

        `z` is -256 (nearest) to 1024 (behind everything), where it starts. Raises ValueError for others.
        """
        if not NEAREST <= z <= FARTHEST:
            raise ValueError(f"no depth {z}")
        self.priority = z
        self.changed = True

    @observed(Effect.DRAWS, sets={"place of the page": "offset"})
    def set_offset(self, x: int, y: int) -> None:
        """Scrolls the page shown: its point x, y is at the upper left; beyond its edges nothing is shown.

        Any numbers of pixels, also negative ones.
        """
        self.offset = x, y
        self.changed = True

    @observed(Effect.DRAWS, sets={"backdrop": "backdrop"})
    def set_backdrop(self, color: Color) -> None:
        """Sets the color behind all layers, 0xRRGGBB; its alpha is dropped."""
        self.backdrop = color & 0xFF_FFFF
        self.changed = True

    @observed(Effect.DRAWS, sets={"layers shown": "visible"})
    def set_visible(self, console: bool, graphic: bool, background: bool, sprites: bool) -> None:
        """Shows or hides kinds of layer; their contents stay.

        True shows: `console` the text, `graphic` the page, `background` its layers, and `sprites`.
        """
        self.visible = Visible(bool(console), bool(graphic), bool(background), bool(sprites))
        self.changed = True

    @observed(Effect.DRAWS)
    def set_fade(self, color: Color, frames: int = 0) -> None:
        """Lays an ARGB `color` over the screen, at once (0 `frames`) or changing to it within `frames`.

        The color is blended by its alpha: 0 changes nothing, 255 hides the screen. Raises ValueError for
        negative frames.
        """
        if frames < 0:
            raise ValueError(f"a fade over {frames} frames")
        self.fade.move(wrap(color), frames)
        self.changed = True

    @observed(Effect.PREPARES, sets={"write clip": "clip"})
    def set_clip(self, corners: Rectangle | None = None) -> None:
        """Limits writing to a rectangle of the page; None: the whole page.

        The `corners` are x0, y0, x1, y1, 0 to 511 each. Raises ValueError for corners outside the page.
        """
        if corners and not all(0 <= each < SIDE for each in corners):
            raise ValueError(f"no rectangle of a page: {corners}")
        self.clip = ordered_rectangle(*corners) if corners else WHOLE_PAGE

    @observed(Effect.DRAWS, sets={"display clip": "display_clip"})
    def set_display_clip(self, corners: Rectangle | None = None) -> None:
        """Limits what is shown of the graphic page to a rectangle of the screen: `corners` x0, y0, x1, y1.

        Any numbers of pixels: what lies outside the screen shows nothing. None: the whole screen.
        """
        self.display_clip = intersection(ordered_rectangle(*corners), self.whole) if corners else self.whole
        self.changed = True

    # --- drawing ---

    @observed(Effect.DRAWS, "draws")
    def line(self, x0: int, y0: int, x1: int, y1: int, color: Color | None = None) -> None:
        """Draws a straight line, both ends included; exchanging the ends changes nothing."""
        runs = RUNS[self.color if color is None else color]  # at index n, the word of n pixels
        left, top, right, bottom = self.clip
        self.changed = True
        # a page has 512 words a row, so the pixel x, y is word y << 9 | x
        # most lines of a maze are horizontal or vertical: one slice each, without another call
        if y0 == y1 and top <= y0 <= bottom:
            if x0 > x1:
                x0, x1 = x1, x0
            if left <= x0 and x1 <= right:
                start, count = y0 << 9 | x0, x1 - x0 + 1
                run = runs[count] if count <= LONGEST_RUN else runs[1] * count
                self.pixels[start : start + count] = run
                return
        elif x0 == x1 and left <= x0 <= right:
            if y0 > y1:
                y0, y1 = y1, y0
            if top <= y0 and y1 <= bottom:
                count = y1 - y0 + 1
                run = runs[count] if count <= LONGEST_RUN else runs[1] * count
                self.pixels[y0 << 9 | x0 : (y1 << 9 | x0) + 1 : 512] = run
                return
        drawing.line(self.pixels, self.clip, runs[1], x0, y0, x1, y1)

    @observed(Effect.DRAWS, "draws")
    def fill(self, x0: int, y0: int, x1: int, y1: int, color: Color | None = None) -> None:
        """Fills the rectangle between two corners."""
        self.changed = True
        ink = self.ink if color is None else INKS[color]
        drawing.fill(self.pixels, self.clip, ink, x0, y0, x1, y1)

    @observed(Effect.DRAWS, "draws")
    def box(self, x0: int, y0: int, x1: int, y1: int, color: Color | None = None) -> None:
        """Draws the outline of the rectangle between two corners, one pixel wide."""
        self.changed = True
        ink = self.ink if color is None else INKS[color]
        drawing.box(self.pixels, self.clip, ink, x0, y0, x1, y1)

    @observed(Effect.DRAWS, "draws")
    def point(self, x: int, y: int, color: Color | None = None) -> None:
        """Writes the pixel at x, y."""
        left, top, right, bottom = self.clip
        if left <= x <= right and top <= y <= bottom:
            self.pixels[y << 9 | x] = (self.ink if color is None else INKS[color])[0]
            self.changed = True

    @observed(Effect.DRAWS, "draws")
    def clear(self, color: Color = 0) -> None:
        """Fills the whole page, whatever is shown of it; 0 makes it transparent.

        Unverified: that the write clip does not matter.
        """
        self.changed = True
        self.pixels[:] = INKS[color] * (SIDE * SIDE)

    @observed(Effect.DRAWS, "draws")
    def circle(self, x: int, y: int, radius: int, color: Color | None = None) -> None:
        """Draws a circle's outline around x, y; `radius` in pixels, 0 or less draws nothing."""
        self.changed = True
        self.meter.spend(CIRCLE_COST.of(min(max(radius, 0), HIGHEST)))
        drawing.circle(self.pixels, self.clip, self.ink_of(color), x, y, radius)

    @observed(Effect.DRAWS, "draws")
    def arc(
        self,
        x: int,
        y: int,
        radius: int,
        start: int,
        end: int,
        radii: bool = False,
        color: Color | None = None,
    ) -> None:
        """Draws a circle's outline from one angle to another, with two `radii` if wanted.

        `radius` in pixels, 0 or less draws nothing; `start` and `end` in degrees, 0 to the right, growing
        clockwise, both ends included; an end before the start is 360 later. `radii` joins both ends with x,
        y.
        """
        self.changed = True
        self.meter.spend(ARC_COST.of(min(max(radius, 0), HIGHEST)))
        drawing.arc(
            self.pixels, self.clip, self.ink_of(color), (x, y, radius), (start, end), radii=bool(radii)
        )

    @observed(Effect.DRAWS, "draws")
    def triangle(
        self, x0: int, y0: int, x1: int, y1: int, x2: int, y2: int, color: Color | None = None
    ) -> None:
        """Fills the triangle x0, y0 - x1, y1 - x2, y2, edges included; three points in a row give a line."""
        self.changed = True
        # the work grows with the columns that lie within the clip
        left, right = max(min(x0, x1, x2), self.clip[0]), min(max(x0, x1, x2), self.clip[2])
        self.meter.spend(TRIANGLE_COST.of(max(right - left + 1, 0)))
        drawing.triangle(self.pixels, self.clip, self.ink_of(color), ((x0, y0), (x1, y1), (x2, y2)))

    @observed(Effect.DRAWS, "draws")
    def paint(self, x: int, y: int, color: Color | None = None, border: Color | None = None) -> None:
        """Fills the area around x, y that has that point's color, or with a `border` all up to that color.

        Pixels of an area touch at a side. A point outside the write clip fills nothing.
        """
        self.changed = True
        border_word = None if border is None else INKS[border][0]
        drawing.flood_fill(self.pixels, self.clip, self.ink_of(color), x, y, border_word, self.meter.spend)

    @observed(Effect.PRINTS, "draws")
    def put_text(
        self, x: int, y: int, text: str, scale_x: int = 1, scale_y: int = 1, color: Color | None = None
    ) -> None:
        """Draws a `text` of 8 x 8 glyphs to the right, x, y being its top left corner.

        `scale_x` and `scale_y` make each pixel of a glyph that many wide and high; 0 or less draws nothing. A
        line feed is a glyph like any other.
        """
        self.changed = True
        skipped, shown = characters_within_clip(text, x, scale_x, self.clip)
        self.meter.spend(LETTER_COST.of(len(shown)))
        # stretched glyphs take work for each row that is visible, too
        if shown and not scale_x == scale_y == 1:
            rows = min(y + GLYPH_SIDE * scale_y, self.clip[3] + 1) - max(y, self.clip[1])
            self.meter.spend(STRETCH_COST.of(max(rows, 0)))
        glyphs = [self.font.glyph(ord(character)) for character in shown]
        corner = (x + skipped * GLYPH_SIDE * scale_x, y)
        draw_glyphs(self.pixels, self.clip, self.ink_of(color), corner, glyphs, (scale_x, scale_y))

    @observed(Effect.DRAWS, "draws")
    def copy(
        self,
        x0: int,
        y0: int,
        x1: int,
        y1: int,
        x: int,
        y: int,
        everything: bool = True,
        source: int | None = None,
    ) -> None:
        """Copies the rectangle between two corners so that its top left corner is at x, y.

        `source` is the page to copy from: 0 to 5, -1 for the font, None for the page drawn on; ValueError for
        others. Without `everything`, transparent pixels are not copied. The source is read before anything is
        written.
        """
        self.changed = True
        left, top, right, bottom = ordered_rectangle(x0, y0, x1, y1)
        width, height = right - left + 1, bottom - top + 1
        pixel_cost = COPY_COST if everything else MASKED_COPY_COST
        # what reaches beyond a page takes no work
        columns, rows = min(width, SIDE), min(height, SIDE)
        self.meter.spend(pixel_cost.of(columns * rows) + COPY_ROW_COST.of(rows))
        area = (left, top, width, height)
        copy_block(self.pixels_of(source), self.pixels, self.clip, area, (x, y), everything=bool(everything))

    @observed(Effect.PRINTS, "draws")
    def put_words(
        self, x: int, y: int, width: int, height: int, words: Sequence[int], everything: bool = True
    ) -> None:
        """Writes a rectangle of page `words`, row-major; without `everything` transparent ones are left out.

        Its top left corner is x, y, its size `width` * `height` pixels, which is how many words there are. A
        word is 0xAARRGGBB with five bits a channel, alpha 0 or 255.
        """
        self.changed = True
        self.meter.spend(MASKED_COPY_COST.of(min(width, SIDE) * min(height, SIDE)))
        write_block(self.pixels, self.clip, (x, y, width, height), words, everything=bool(everything))

    # --- looking ---

    def spoit(self, x: int, y: int) -> int:
        """Returns the color of the pixel x, y of the page drawn on, as a signed ARGB code; 0 outside.

        `pixel` of retromaze.machine.colors makes of any color the code to compare it with.
        """
        if 0 <= x < SIDE and 0 <= y < SIDE:
            word = self.pixels[y << 9 | x]
            # as wrap() does, written out: programs look at many pixels a frame
            return word - ((word & 0x8000_0000) << 1)
        return 0

    def words(self, x: int, y: int, width: int, height: int, source: int | None = None) -> array[int]:
        """Returns a rectangle of page words, row-major; 0 outside the page.

        Its top left corner is x, y, its size `width` * `height` pixels. `source` as in copy().
        """
        return read_block(self.pixels_of(source), (x, y, width, height))

    def ink_of(self, color: Color | None) -> array[int]:
        """Returns the ink of a color code; the screen's own for None."""
        return self.ink if color is None else INKS[color]

    def pixels_of(self, page: int | None) -> array[int]:
        """Returns the words of a page; -1 is the font's, None the page drawn on."""
        if page is None:
            return self.pixels
        if page == FONT_PAGE:
            # built again if the font has changed
            if self._font_version != self.font.version:
                self.meter.spend(FONT_PAGE_COST.of(1))
                self._font_version, self._font_page = self.font.version, font_words(self.font)
            return self._font_page
        if not 0 <= page < len(self.pages):
            raise ValueError(f"no page {page}")
        return self.pages[page].pixels

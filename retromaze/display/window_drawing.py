"""pygame's window: opens it, arranges the machine's screens in it, draws them enlarged, and its own texts.

The screens lie one above the other or side by side. The window's own texts are the help, the bar below the
picture, the title, and the line that is typed. They use the machine's font, in which g, p and y end where an
a does; here these letters have descenders, to be easier to read.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import pygame

from retromaze.display.argument_parser import wrap_text
from retromaze.display.front_end import INVISIBLE_DRIVERS, NoDisplay, missing_display
from retromaze.display.pictures import BOTH, HEIGHT, WIDTH, bgra_bytes, picture_size, widen_rows
from retromaze.display.translation import _
from retromaze.errors import Stopped
from retromaze.machine.font import Font
from retromaze.machine.input import Point, typeable
from retromaze.machine.page import LOWER_SIZE, TALL_SIZE, UPPER_SIZE, Size
from retromaze.system import environment_variable

if TYPE_CHECKING:
    from retromaze.engine.computer import Computer


GAP = 4
"""The width of the frame between two screens, in pixels of the machine."""
HALF_MORE = 1.5
"""The only factor that is not whole, for windows that are too small for any screen at twice its size."""
LARGEST_FIRST_FACTOR = 4
DESKTOP_SHARE = 0.92
"""The share of a desktop that a new window may take, because there are panels and window frames."""


class Box(NamedTuple):
    """A rectangle, in pixels."""

    left: int
    top: int
    width: int
    height: int

    def enlarged(self, factor: float, left: int, top: int) -> Box:
        """Returns the box scaled by `factor`, then moved."""
        x, y, width, height = (int(each * factor) for each in self)
        return Box(left + x, top + y, width, height)


class Shape(Enum):
    """The screens shown: the upper one, both, or both as one tall picture (XSCREEN 4)."""

    ONE = UPPER_SIZE
    TWO = BOTH
    TALL = TALL_SIZE


class Layout(NamedTuple):
    """A layout of screens, in machine pixels: total size and the position of each."""

    size: Size
    screens: tuple[Box, ...]


class Arrangement(NamedTuple):
    """The position of the screens in a window, in its pixels: `bounds` encloses them, `factor` scales them.

    The first box of `screens` is the upper screen's or the tall one's, the second the lower screen's.
    """

    factor: float
    bounds: Box
    screens: tuple[Box, ...]


UPPER = Box(0, 0, *UPPER_SIZE)
LOWER_LEFT = (WIDTH - LOWER_SIZE[0]) // 2


def layouts_of_both(width: int, height: int) -> tuple[Layout, Layout]:
    """Returns the layouts of both screens, the lower one of this size: below the upper one, and beside it."""
    left, top = (WIDTH - width) // 2, (HEIGHT - height) // 2
    below = UPPER, Box(left, HEIGHT + GAP, width, height)
    beside = UPPER, Box(WIDTH + GAP, top, width, height)
    return Layout((WIDTH, HEIGHT + GAP + height), below), Layout((WIDTH + GAP + width, HEIGHT), beside)


LAYOUTS = {
    Shape.ONE: (Layout(UPPER_SIZE, (UPPER,)),),
    Shape.TWO: layouts_of_both(*LOWER_SIZE),
    # as wide as the upper screen, because the bar and the help are
    Shape.TALL: (Layout(BOTH, (Box(LOWER_LEFT, 0, *TALL_SIZE),)),),
}
"""The layouts of each shape, the preferred one first."""
SHARP_LAYOUTS = {Shape.TWO: layouts_of_both(LOWER_SIZE[0] // 2, LOWER_SIZE[1] // 2)}
"""The layouts for windows in which only one of two screens fits at twice its size.

At a factor of SHARP_FACTOR each pixel of the upper screen is four of the window's, and each of the lower
screen is one.
"""
SHARP_FACTOR = 2


def shape_of_picture(picture: array[int]) -> Shape:
    """Returns which screens a picture shows, by its size. Raises ValueError for any other size."""
    return Shape(picture_size(picture))


def arrange_screens(width: int, height: int, shape: Shape) -> Arrangement:
    """Arranges screens in a window of that size: as large as possible, in the middle.

    Screens are enlarged by whole factors, so that they are sharp; the upper screen may be doubled while the
    lower one stays as it is. If no screen fits at twice its size, the factor is one and a half. If two
    layouts allow the same factor, the screens lie one above the other, as on the console. The bar is below,
    if the window has room for it. A window smaller than the screens shows their middle.
    """
    layout, factor = best_layout(width, height, shape)
    across, down = int(layout.size[0] * factor), int(layout.size[1] * factor)
    bar_height = int(BAR * factor)
    # without room for the bar, which then covers their last rows, the screens are centered in the window
    below = bar_height if height >= down + bar_height else 0
    left, top = (width - across) // 2, (height - below - down) // 2
    screens = tuple(each.enlarged(factor, left, top) for each in layout.screens)
    return Arrangement(factor, Box(left, top, across, down), screens)


def initial_window_size(desktop: Size, shape: Shape) -> Size:
    """Returns the size of a new window: screens and bar, enlarged at most four times, within the desktop."""
    width, height = (int(each * DESKTOP_SHARE) for each in desktop)
    layout, best_factor = best_layout(width, height, shape, BAR)
    factor = min(best_factor, LARGEST_FIRST_FACTOR)
    return int(layout.size[0] * factor), int((layout.size[1] + BAR) * factor)


def minimum_window_size(size: Size, shape: Shape) -> Size:
    """Returns the size of a window, increased if the screens and the bar do not fit in it."""
    width, height = size
    minimums = [(layout.size[0], layout.size[1] + BAR) for layout in LAYOUTS[shape]]
    if any(width >= across and height >= down for across, down in minimums):
        return size
    # no layout fits: the window grows to the preferred one
    across, down = minimums[0]
    return max(width, across), max(height, down)


def best_layout(width: int, height: int, shape: Shape, below: int = 0) -> tuple[Layout, float]:
    """Returns the layout that can be enlarged most, and by which factor; `below` rows under it stay free."""

    def exact_factor(layout: Layout) -> float:
        """Returns the factor, whole or not, at which the layout fills the window in one direction."""
        return min(width / layout.size[0], height / (layout.size[1] + below))

    def preference(layout: Layout) -> tuple[bool, float]:
        """A key for max(): a layout that fits is above all others; of equal ones the first is preferred."""
        return exact_factor(layout) >= 1, factor_within(exact_factor(layout))

    best = max(LAYOUTS[shape], key=preference)
    factor = factor_within(exact_factor(best))
    if factor < SHARP_FACTOR:
        # perhaps the upper screen can be doubled while the lower one stays as it is
        for layout in SHARP_LAYOUTS.get(shape, ()):
            if exact_factor(layout) >= SHARP_FACTOR:
                return layout, SHARP_FACTOR
    return best, factor


def factor_within(exact: float) -> float:
    """Returns the largest allowed factor (1, 1.5, 2, 3, …) that is not above `exact`, at least 1."""
    if exact >= 2:
        return int(exact)
    return HALF_MORE if exact >= HALF_MORE else 1


def lower_screen_pixel(arrangement: Arrangement, shape: Shape, x: int, y: int) -> tuple[int, int] | None:
    """Returns the lower screen's pixel at the window's pixel x, y, for touches; None where it is not shown.

    Unverified: that the lower half of the tall screen can be touched, with the lower screen's coordinates.
    """
    # the lower screen, or the tall one
    left, top, width, height = arrangement.screens[-1]
    if shape is Shape.ONE or not (left <= x < left + width and top <= y < top + height):
        return None
    factor = width / LOWER_SIZE[0]
    across, down = int((x - left) / factor), int((y - top) / factor)
    if shape is Shape.TWO:
        return across, down
    # only the lower half of the tall screen can be touched
    return (across, down - HEIGHT) if down >= HEIGHT else None


CENTERED = "SDL_VIDEO_CENTERED"
"""The environment variable with which pygame centers a window that changes its size."""
ICON_SCALE = 4
ICON = (
    "########",
    "#..#...#",
    "##.#.#.#",
    "#..#.#.#",
    "#.##.#.#",
    "#....#.#",
    "####.#..",
    "########",
)
INK, FLOOR = "#1d2b53", "#ffd75f"
FRAME = 0xFF2F3640
"""The color of the frame between screens."""
HALF = 128
"""The opacity with which two pictures are mixed evenly."""


def icon() -> pygame.Surface:
    """Returns the window's icon, a small maze of 32 x 32 pixels."""
    side = len(ICON)
    surface = pygame.Surface((side, side))
    for y, row in enumerate(ICON):
        for x, block in enumerate(row):
            surface.set_at((x, y), INK if block == "#" else FLOOR)
    return pygame.transform.scale_by(surface, ICON_SCALE)


class Canvas:
    """The window of pygame. Raises NoDisplay if none can be opened.

    `_shape`: which screens it shows. `_size` is its size when it is not full screen (`is_full`), and
    `_fitting` the size that was chosen here: if the two differ, the user has resized the window.
    """

    def __init__(self) -> None:
        self._shape = Shape.ONE
        self.is_full = False
        try:
            pygame.display.init()
            if pygame.display.get_driver() in INVISIBLE_DRIVERS and not missing_display():
                raise NoDisplay("no screen was found")
            pygame.display.set_icon(icon())
            self._size = self._fitting = initial_window_size(desktop_size(), self._shape)
            pygame.display.set_mode(self._size, pygame.RESIZABLE)
        except pygame.error as error:
            pygame.display.quit()
            raise NoDisplay(str(error)) from error

    def close(self) -> None:
        """Closes the window."""
        pygame.display.quit()

    def set_title(self, text: str) -> None:
        """Sets the window's title."""
        pygame.display.set_caption(text)

    # --- showing ---

    def show(
        self, picture: array[int], shape: Shape, bar: array[int] | None, *, may_cover: bool = True
    ) -> None:
        """Shows the screens and, below them, the picture of the bar. Raises Stopped if the window is gone.

        Without room below the screens, the bar covers their last rows if it `may_cover` them, else it is left
        out. The picture is 400 pixels wide; the tall screen is first widened by `widened_tall_screen`.
        """
        self._adapt_to_shape(shape)
        surface = self._surface()
        arrangement = self._arrangement
        surface.fill("black")
        if shape is Shape.TWO:
            # one picture has both screens, the lower one in the middle; the window has a gap between them
            breadth = int(2 * GAP * arrangement.factor)
            frame = pygame.Rect(arrangement.screens[1]).inflate(breadth, breadth)
            # clipped, because pygame keeps the height of a rectangle that begins above the surface
            surface.fill(FRAME & 0xFF_FFFF, frame.clip(surface.get_rect()))
            screens = surface_of_picture(picture)
            draw_enlarged(screens.subsurface((0, 0, WIDTH, HEIGHT)), arrangement.screens[0], surface)
            lower = screens.subsurface((LOWER_LEFT, HEIGHT, *LOWER_SIZE))
            draw_enlarged(lower, arrangement.screens[1], surface)
        else:
            draw_enlarged(surface_of_picture(picture), arrangement.bounds, surface)
        bar_end = arrangement.bounds.top + arrangement.bounds.height + int(BAR * arrangement.factor)
        if bar is not None and (may_cover or bar_end <= surface.get_height()):
            self._draw_bar(surface_of_picture(bar), arrangement, surface)
        pygame.display.flip()

    def _draw_bar(self, bar: pygame.Surface, arrangement: Arrangement, surface: pygame.Surface) -> None:
        """Draws the bar as wide as the screens and below them; without room, over their last rows."""
        left, top, width, height = arrangement.bounds
        down = int(BAR * arrangement.factor)
        box = Box(left, min(top + height, surface.get_height() - down), width, down)
        # two screens side by side are wider than the bar's text: the rest has the bar's color
        surface.fill(bar.get_at((0, 0)), box)
        draw_enlarged(bar, box._replace(width=int(WIDTH * arrangement.factor)), surface)

    def _surface(self) -> pygame.Surface:
        """Returns the window's surface. Raises Stopped if the window is gone."""
        surface = pygame.display.get_surface()
        if surface is None:
            raise Stopped("the window is gone")
        return surface

    @property
    def _arrangement(self) -> Arrangement:
        """The position of the screens in the window as large as it is now."""
        return arrange_screens(*self._surface().get_size(), self._shape)

    def lower_point(self, position: Sequence[int]) -> Point | None:
        """Returns the lower screen's pixel at a place of the window; None outside of the lower screen."""
        return lower_screen_pixel(self._arrangement, self._shape, position[0], position[1])

    # --- size ---

    def _adapt_to_shape(self, shape: Shape) -> None:
        """Resizes the window for other screens (`shape`); one that the user has resized grows if need be."""
        if shape is self._shape:
            return
        self._shape = shape
        if not self.is_full and self._surface().get_size() == self._fitting:
            self._size = self._fitting = initial_window_size(desktop_size(), shape)
            # centered, so that it stays on the desktop
            with environment_variable(CENTERED, "1"):
                pygame.display.set_mode(self._size, pygame.RESIZABLE)
        else:
            self.enforce_minimum_size()

    def enforce_minimum_size(self) -> None:
        """Keeps a window that is not full screen large enough for screens and bar, and remembers its size."""
        size = self._surface().get_size()
        if not self.is_full:
            self._size = minimum_window_size(size, self._shape)
            if self._size != size:
                pygame.display.set_mode(self._size, pygame.RESIZABLE)

    def toggle_full_screen(self) -> None:
        """Switches between full screen and the window as it was."""
        self.is_full = not self.is_full
        if self.is_full:
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            # The first call only leaves the full screen, the second one gives the size.
            pygame.display.set_mode(self._size, pygame.RESIZABLE)
            pygame.display.set_mode(self._size, pygame.RESIZABLE)


def desktop_size() -> Size:
    """Returns the size of the desktop, in pixels."""
    sizes = pygame.display.get_desktop_sizes()
    return sizes[0] if sizes else UPPER_SIZE


def surface_of_picture(picture: array[int]) -> pygame.Surface:
    """Returns a pygame surface that shows a picture with rows of 400 pixels."""
    return pygame.image.frombuffer(bgra_bytes(picture), (WIDTH, len(picture) // WIDTH), "BGRA")


def widened_tall_screen(picture: array[int]) -> array[int]:
    """Returns the tall screen framed and widened to rows of 400 pixels, as bar and help are; others as is."""
    width, _ = picture_size(picture)
    if width == WIDTH:
        return picture
    framed_width = width + 2 * GAP
    return widen_rows(widen_rows(picture, width, framed_width, FRAME), framed_width, WIDTH)


def draw_enlarged(picture: pygame.Surface, box: Box, surface: pygame.Surface) -> None:
    """Draws a picture on a surface, enlarged to fill a box: by a whole factor, or one and a half."""
    pixels, size = picture.convert(surface), (box.width, box.height)
    is_whole = box.width % picture.get_width() == 0
    surface.blit(pygame.transform.scale(pixels, size) if is_whole else enlarged_by_half(pixels, size), box)


def enlarged_by_half(pixels: pygame.Surface, size: Size) -> pygame.Surface:
    """Returns pixels enlarged one and a half times: two become three, the middle one the mean of both.

    Taking the nearest pixel would make every other line twice as thick as its neighbor.
    """
    wide = mean_of_enlargements(pixels, (size[0], pixels.get_height()), across=True)
    return mean_of_enlargements(wide, size, across=False)


def mean_of_enlargements(pixels: pygame.Surface, size: Size, *, across: bool) -> pygame.Surface:
    """Returns pixels enlarged to `size`, one and a half times in one direction: `across`, or else down.

    Two pixels `a b` become `a a b` in one enlargement and, flipped before and after, `a b b` in the other.
    The mean of both is `a`, a mixed pixel, `b`.
    """
    scale, flip = pygame.transform.scale, pygame.transform.flip
    directions = across, not across
    first_doubled = scale(pixels, size)
    second_doubled = flip(scale(flip(pixels, *directions), size), *directions)
    second_doubled.set_alpha(HALF)
    first_doubled.blit(second_doubled, (0, 0))
    return first_doubled


# ---- the window's own texts


GLYPH = 8
DESCENDER_LETTERS = """\
g        j        k        p        q        y
........ ....#... .#...... ........ ........ ........
........ ........ .#...... ........ ........ ........
..####.. ...##... .#..#... .#.##... ..##.#.. .#...#..
.#...#.. ....#... .#.#.... .##..#.. .#..##.. .#...#..
.#...#.. ....#... .##..... .#...#.. .#...#.. .#...#..
..####.. ....#... .#.#.... .##..#.. .#..##.. ..####..
.....#.. ....#... .#..#... .#.##... ..##.#.. .....#..
..###... ..##.... ........ .#...... .....#.. ..###...
"""
"""The letters with descenders, drawn as rows of eight pixels; `#` is set."""


FONT = Font()
"""The machine's font, untouched by what a listing defines."""


@cache
def letters_with_descenders() -> dict[str, list[bool]]:
    """Maps each letter of DESCENDER_LETTERS to whether each of its 64 pixels is set."""
    # the columns of the drawing are the letters: a name above, eight rows below
    names, *rows = (line.split() for line in DESCENDER_LETTERS.splitlines())
    pictures = ("".join(column) for column in zip(*rows, strict=True))
    return {name: [pixel == "#" for pixel in picture] for name, picture in zip(names, pictures, strict=True)}


def letter_pixels(character: str) -> list[bool]:
    """Returns whether each of a character's 64 pixels is set, row by row from the top."""
    pixels = letters_with_descenders().get(character)
    return pixels if pixels is not None else [bool(word) for word in FONT.glyph(ord(character))]


COLUMNS = WIDTH // GLYPH
WHITE, YELLOW, GRAY = 0xFFFFFFFF, 0xFFFFE060, 0xFFB8B8C0
BLUE, DARK = 0xFF101840, 0xFF181818
LEADINGS = (2, 1)
"""Rows of pixels between two lines of the help: the smaller number if there are many lines."""
BAR = GLYPH + 4
"""The height of the bar in pixels."""
MARGIN = 2
LONGEST_HELP = (HEIGHT - LEADINGS[-1]) // (GLYPH + LEADINGS[-1])
"""The most lines of the help, its title included."""


def draw_text(
    picture: array[int], left: int, top: int, text: str, ink: int = WHITE, paper: int = BLUE
) -> None:
    """Writes text with its upper left corner at that pixel, in letters of 8 x 8; colors are 0xAARRGGBB."""
    for number, character in enumerate(text):
        pixels = [ink if is_set else paper for is_set in letter_pixels(character)]
        for y in range(GLYPH):
            start = (top + y) * WIDTH + left + number * GLYPH
            picture[start : start + GLYPH] = array("I", pixels[y * GLYPH : (y + 1) * GLYPH])


def draw_help(picture: array[int], title: str, rows: Sequence[str]) -> None:
    """Draws a page of the help over the middle of a picture's upper screen; what does not fit is left out."""
    lines = [title, *rows[: LONGEST_HELP - 1]]
    # the first leading with which all lines fit, one of them above the first line too
    leading = next(each for each in LEADINGS if len(lines) * (GLYPH + each) + each <= HEIGHT)
    step = GLYPH + leading
    width, height = (max(map(len, lines)) + 2 * MARGIN) * GLYPH, len(lines) * step + leading
    left, top = (WIDTH - width) // 2, (HEIGHT - height) // 2
    for y in range(top, top + height):
        picture[y * WIDTH + left : y * WIDTH + left + width] = array("I", [BLUE]) * width
    for number, line in enumerate(lines):
        ink = YELLOW if number == 0 else WHITE
        draw_text(picture, left + MARGIN * GLYPH, top + leading + number * step, line, ink)


def bar_picture(text: str) -> array[int]:
    """Returns the picture of the bar with a text, 400 x 12 pixels; too long a text ends in dots."""
    picture = array("I", [DARK]) * (WIDTH * BAR)
    # half a letter is left free on both sides
    most = COLUMNS - 1
    shown = text if len(text) <= most else text[: most - 3] + "..."
    draw_text(picture, GLYPH // 2, (BAR - GLYPH) // 2, shown, GRAY, DARK)
    return picture


def bar_texts(event: str, keys: str, hints: Sequence[str] = ()) -> tuple[str, ...]:
    """Returns the texts that the bar shows in turn: what happened (`event`), hints, keys.

    Without hints it is a single text if that fits.
    """
    line = f"{event}: {keys}"
    if not hints and len(line) < COLUMNS:
        return (line,)
    return event, *(page for each in hints for page in wrap_text(each, COLUMNS - 1)), keys


class LineEditor:
    """A line of text under a cursor; `cursor` 0 stands before the first character."""

    def __init__(self) -> None:
        self.text = ""
        self.cursor = 0

    def insert(self, text: str) -> None:
        """Puts text at the cursor; control characters, and those beyond 16 bits, are dropped."""
        text = "".join(filter(str.isprintable, typeable(text)))
        self.text = self.text[: self.cursor] + text + self.text[self.cursor :]
        self.cursor += len(text)

    def backspace(self) -> None:
        if self.cursor:
            self.cursor -= 1
            self.delete()

    def delete(self) -> None:
        self.text = self.text[: self.cursor] + self.text[self.cursor + 1 :]

    def left(self) -> None:
        self.cursor = max(0, self.cursor - 1)

    def right(self) -> None:
        self.cursor = min(len(self.text), self.cursor + 1)

    def home(self) -> None:
        self.cursor = 0

    def end(self) -> None:
        self.cursor = len(self.text)


NOTICE_SECONDS = 4.0


class Status:
    """The text of the window's title: a notice for some seconds, else what the run does.

    `name` is the program's; `clock` gives seconds of the user's time. `_notice` is shown until `_until`.
    """

    def __init__(self, name: str, clock: Callable[[], float]) -> None:
        self._name = name
        self._clock = clock
        self._notice, self._until = "", 0.0

    def notify(self, notice: str) -> None:
        """Shows a notice for some seconds."""
        self._notice, self._until = notice, self._clock() + NOTICE_SECONDS

    @property
    def notice(self) -> str:
        """The notice while it is shown, else ""."""
        return self._notice if self._clock() < self._until else ""

    def title(self, state: str, frame: int, seed: int) -> str:
        """Returns the title: `backtracker - console's pace - frame 60, seed 7 - F1: keys`."""
        text = self.notice or state
        return _("{} - {} - frame {}, seed {} - F1: keys").format(self._name, text, frame, seed)


def running_line(computer: Computer) -> str:
    """Returns the line of a listing that runs now: `24: IF N > 0 THEN`; "" if none runs."""
    slot, line = next(computer.pending_calls(), (0, 0))
    rows = computer.slots[slot].source.split("\n")
    return f"{line}: {rows[line - 1].strip()}" if 0 < line <= len(rows) else ""

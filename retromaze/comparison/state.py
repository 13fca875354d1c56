"""Digests of what a machine shows and has set, and the first difference between two machines."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

from retromaze.comparison.background_state import background_differences, backgrounds_digest
from retromaze.comparison.sprite_state import (
    Differing,
    definition_differences,
    sprite_differences,
    sprites_digest,
)
from retromaze.machine.backgrounds import Backgrounds
from retromaze.machine.console import Cell, Console
from retromaze.machine.desk import Desk
from retromaze.machine.events import WORD
from retromaze.machine.font import Font, Glyph, built_in
from retromaze.machine.input import Input
from retromaze.machine.machine import Machine
from retromaze.machine.observed import set_by
from retromaze.machine.page import SIDE, Page
from retromaze.machine.screen import Screen
from retromaze.machine.sound import Sound
from retromaze.machine.sprites import Sprites
from retromaze.machine.storage import DATA, TEXT, Storage

SERIES = range(8)
SCREEN_NAMES = ("upper", "lower")
STRIP_BYTES = SIDE * 4 * 8
"""Eight rows of a page."""

DRAWS_OF_A_STATE = 4
"""Raw words that hold all 127 bits of a random series."""

Digest = tuple[Any, ...]


class Finding(NamedTuple):
    """One thing in which two states differ: its kind and the words for it."""

    kind: str
    words: str


class Sides(NamedTuple):
    """What the two programs are called in words."""

    listing: str = "listing"
    port: str = "port"


SIDES = Sides()


class Strips:
    """Content in strips of equal length, of which only those that changed are hashed again."""

    def __init__(self, length: int) -> None:
        self._length = length
        self._content: Any = None
        self._strips: list[Any] = []
        self._hashes: list[int] = []

    def hashed(self, content: bytes | list[Cell | None]) -> int:
        """A number for the content: equal for equal content within this process."""
        if content != self._content:
            if self._content is None or len(content) != len(self._content):
                count = -(-len(content) // self._length)
                self._strips, self._hashes = [None] * count, [0] * count
            self._content = content
            self._update(content)
        return hash(tuple(self._hashes))

    def _update(self, content: bytes | list[Cell | None]) -> None:
        length, strips = self._length, self._strips
        for number in range(len(strips)):
            strip = content[number * length : (number + 1) * length]
            if strip != strips[number]:
                strips[number] = strip
                self._hashes[number] = hash(strip if isinstance(strip, bytes) else tuple(strip))


class Digester:
    """Digests of one machine, cheap where little has changed since the last one.

    Equal digests of two machines in one process mean that both show the same (the visible rows of the shown
    pages, the sheets in use, all cells, all glyphs, all sprites and layers), and that what is drawn, printed
    and pressed next would show the same: all settings are equal. Whoever changes something past the machine's
    own methods is noticed too.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._pixels = [Strips(STRIP_BYTES) for _ in machine.screens]
        self._cells = [Strips(screen.console.columns) for screen in machine.screens]
        self._sheets = [Strips(STRIP_BYTES) for _ in machine.pages]
        self._glyphs = 0
        self._version = 0
        self._last: Digest = ()

    def digest(self) -> Digest:
        """The digest of the machine as it is now."""
        defined = tuple(sorted(self._machine.definitions.defined.items()))
        made = *self.shown(set_in), defined, *machine_settings(self._machine).values()
        if made != self._last:
            self._last = made
        return self._last

    def shown(self, set_in: Callable[[Screen], Any]) -> Digest:
        """What both screens show: pixels, cells and some settings of each, and the glyphs."""
        screens = self._machine.screens
        return *map(self._screen, screens, self._pixels, self._cells, map(set_in, screens)), self._font()

    def _font(self) -> int:
        font = self._machine.font
        if font.version != self._version:
            self._version, self._glyphs = font.version, hash(frozenset(glyphs(font).items()))
        return self._glyphs

    def _screen(self, screen: Screen, pixels: Strips, cells: Strips, set_so: Any) -> tuple[Any, ...]:
        shown = pixels.hashed(shown_pixels(screen)), cells.hashed(screen.console.cells[:])
        moving = sprites_digest(screen.sprites), backgrounds_digest(screen.backgrounds)
        cut_from = tuple(map(self._sheet, sheets_of(screen)))
        return *shown, *moving, cut_from, set_so

    def _sheet(self, number: int) -> int:
        return self._sheets[number].hashed(page_bytes(self._machine.pages[number], SIDE))


def sheets_of(screen: Screen) -> Iterator[int]:
    """The pages that its sprites, and what its layers show, are cut out of."""
    if screen.sprites.count_used:
        yield screen.sprites.page
    if any(layer.cells.tobytes().strip(b"\0") for layer in screen.backgrounds.all()):
        yield screen.backgrounds.page


def shown_pixels(screen: Screen) -> bytes:
    """The visible rows of the page shown, whole rows of 512 words; of a page that is scrolled all rows."""
    rows = screen.height if screen.offset == (0, 0) else SIDE
    return page_bytes(screen.pages[screen.show_page], rows)


def page_bytes(page: Page, rows: int) -> bytes:
    """So many rows of a page; while nobody has looked at it the same object, which is compared at once."""
    return bytes_of(page.beginning, rows) if page.is_untouched else bytes_in(page.pixels, rows)


@lru_cache(maxsize=8)
def bytes_of(beginning: Callable[[], array[int]], rows: int) -> bytes:
    """So many rows of a page that nobody has changed."""
    return bytes_in(beginning(), rows)


def bytes_in(pixels: array[int], rows: int) -> bytes:
    return memoryview(pixels)[: SIDE * rows].tobytes()


SETTINGS = {
    **set_by(Screen),
    **{name: f"console.{attribute}" for name, attribute in set_by(Console).items()},
    **{name: f"sprites.{attribute}" for name, attribute in set_by(Sprites).items()},
    **{name: f"backgrounds.{attribute}" for name, attribute in set_by(Backgrounds).items()},
    "size": "size",
    "veil": "fade.target",
    "ink": "ink",
    "share of sprites and layers": "share",
    "style of text": "console.style.parts",
    "columns of text": "console.columns",
    "rows of text": "console.rows",
    "tab step": "console.tab_step",
}
"""What else decides how a screen looks, and how what is drawn and printed next will look: where it stands.

Of a moving fade only where it goes: the rest follows the clock.
"""
COLORS = {"backdrop", "veil", "drawing color", "ink"}
"""Those that are colors; of text they are numbers 0 to 15."""
set_in = attrgetter(*SETTINGS.values())


def settings(screen: Screen) -> dict[str, Any]:
    """The settings of a screen by their names."""
    return dict(zip(SETTINGS, map(plain, set_in(screen)), strict=True))


def color_words(color: Any) -> str:
    """`&HFF00FF00`; an ink's likewise, and None as it is."""
    if isinstance(color, tuple) and len(color) == 1:
        return color_words(color[0])
    return f"&H{color & WORD:08X}" if isinstance(color, int) else repr(color)


def plain(value: Any) -> Any:
    """The value as one writes it."""
    return tuple(value) if isinstance(value, tuple | array) else value


SET_BESIDE = {
    name: attrgetter(f"{part}.{attribute}")
    for part, kind in (("input", Input), ("sound", Sound), ("desk", Desk))
    for name, attribute in set_by(kind).items()
}
"""What else methods of the machine set: by its name, the function that reads it."""


def machine_settings(machine: Machine) -> dict[str, Any]:
    """What is set for both screens, and what lies around the program."""
    desk = machine.desk
    return {
        "screen chosen": SCREEN_NAMES[machine.screens.index(machine.screen)],
        "auto-repeat of buttons": tuple(machine.input.repeats.items()),
        "number of answers taken": machine.input.answers_taken,
        "clipboard": desk.clipboard,
        "texts of the function keys": tuple(desk.keys),
        "project": machine.storage.project,
        **{name: plain(of(machine)) for name, of in SET_BESIDE.items()},
    }


def glyphs(font: Font) -> dict[int, Glyph]:
    """The glyphs that are not those built in."""
    return {code: glyph for code, glyph in font.defined.items() if glyph != built_in(code)}


def visible_findings(listing: Machine, port: Machine, sides: Sides = SIDES) -> Iterator[Finding]:
    """In what the two machines differ of all that a digest tells, layer by layer."""
    for name, left, right in zip(SCREEN_NAMES, listing.screens, port.screens, strict=True):
        yield from cell_findings(name, left, right, sides)
        yield from pixel_findings(left.show_page, listing, port, sides)
        yield from cursor_findings(name, left, right, sides)
        yield from moving_findings(name, left, right, sides)
        owner = f" of the {name} screen"
        yield from setting_findings("screen", settings(left), settings(right), sides, owner)
    yield from glyph_findings(glyphs(listing.font), glyphs(port.font))
    yield from definition_findings(listing, port, sides)
    yield from setting_findings("setting", machine_settings(listing), machine_settings(port), sides)


def final_findings(listing: Machine, port: Machine, sides: Sides = SIDES) -> Iterator[Finding]:
    """In what two machines differ whose programs are over: besides in pages, files, keys and chance."""
    yield from visible_findings(listing, port, sides)
    for number in range(len(listing.pages)):
        yield from pixel_findings(number, listing, port, sides)
    yield from file_findings(files(listing.storage), files(port.storage), sides)
    yield from setting_findings("setting", keyboard_state(listing), keyboard_state(port), sides)
    yield from chance_findings(listing, port, sides)


def keyboard_state(machine: Machine) -> dict[str, Any]:
    """What a program has got of the keyboard: how soon it reads that is its own affair."""
    return {"number of typed characters read": machine.input.keys_taken}


def setting_findings(
    kind: str, listing: dict[str, Any], port: dict[str, Any], sides: Sides, owner: str = ""
) -> Iterator[Finding]:
    for what, value in listing.items():
        if value != port[what]:
            told = color_words if what in COLORS else repr
            yield Finding(kind, f"{what}{owner} is {in_both(told(value), told(port[what]), sides)}")


def in_both(one: str, other: str, sides: Sides) -> str:
    """`1 in listing, 2 in port`."""
    return f"{one} in {sides.listing}, {other} in {sides.port}"


def program_name(side: str) -> str:
    """`the listing`, `the port`, `left.bas`."""
    return f"the {side}" if side in SIDES else side


def moving_findings(name: str, listing: Screen, port: Screen, sides: Sides) -> Iterator[Finding]:
    """The first thing in which the sprites of two screens differ, and the first of their layers."""
    place = "" if name == SCREEN_NAMES[0] else f" of the {name} screen"
    sprites = list(sprite_differences(listing.sprites, port.sprites))
    yield from differing_findings("sprite", sprites, sides, place)
    layers = list(background_differences(listing.backgrounds, port.backgrounds))
    yield from differing_findings("background", layers, sides, place)


def definition_findings(listing: Machine, port: Machine, sides: Sides) -> Iterator[Finding]:
    """The first thing in which the definitions of sprites differ."""
    found = list(definition_differences(listing.definitions, port.definitions))
    yield from differing_findings("setting", found, sides, "")


def differing_findings(kind: str, found: list[Differing], sides: Sides, place: str) -> Iterator[Finding]:
    """The first of these in words."""
    if found:
        whose, left, right = found[0]
        words = f"{sides.listing} has {whose}{place} {left}, {sides.port} has it {right}"
        yield Finding(kind, words + more(len(found), "difference"))


def glyph_findings(listing: dict[int, Glyph], port: dict[int, Glyph]) -> Iterator[Finding]:
    different = sorted(code for code in listing.keys() | port.keys() if listing.get(code) != port.get(code))
    if different:
        words = f"the glyph of {chr(different[0])!r} (&H{different[0]:04X}) is not the same"
        yield Finding("glyph", words + more(len(different), "glyph"))


def cell_findings(name: str, listing: Screen, port: Screen, sides: Sides) -> Iterator[Finding]:
    if listing.size != port.size:
        return  # their settings tell it, and no cell has a place on both
    pairs = list(zip(listing.console.cells, port.console.cells, strict=False))
    different = [at for at, (left, right) in enumerate(pairs) if left != right]
    if different:
        row, column = divmod(different[0], listing.console.columns)
        left, right = pairs[different[0]]
        where = f"column {column}, row {row} of the {name} screen"
        words = f"text cell {where} is {in_both(cell_words(left), cell_words(right), sides)}"
        yield Finding("text cell", words + more(len(different), "cell"))


def cell_words(cell: Cell | None) -> str:
    """`'A' (15 on 0)`, `empty`; attributes and depth only where they are set."""
    if cell is None:
        return "empty"
    words = f"{chr(cell.code)!r} ({cell.foreground} on {cell.background}"
    words += f", attributes {cell.attributes}" if cell.attributes else ""
    words += f", depth {cell.z:g}" if cell.z else ""
    return words + ")"


def pixel_findings(number: int, listing: Machine, port: Machine, sides: Sides) -> Iterator[Finding]:
    if listing.pages[number].is_untouched and port.pages[number].is_untouched:
        return
    left, right = listing.pages[number].pixels, port.pages[number].pixels
    if left == right:
        return
    different = [at for at, (one, other) in enumerate(zip(left, right, strict=True)) if one != other]
    y, x = divmod(different[0], SIDE)
    one, other = color_words(left[different[0]]), color_words(right[different[0]])
    words = f"pixel ({x}, {y}) of page {number} is {in_both(one, other, sides)}"
    yield Finding("pixel", words + more(len(different), "pixel"))


def more(count: int, thing: str) -> str:
    """` (and 36 more pixels)`."""
    rest = count - 1
    return f" (and {rest:,} more {thing}{'s' if rest > 1 else ''})" if rest else ""


def cursor_findings(name: str, listing: Screen, port: Screen, sides: Sides) -> Iterator[Finding]:
    left = listing.console.column, listing.console.row
    right = port.console.column, port.console.row
    if left != right:
        one, other = (f"column {column}, row {row}" for column, row in (left, right))
        yield Finding("cursor", f"cursor of the {name} screen is in {in_both(one, other, sides)}")


def files(storage: Storage) -> dict[str, bytes]:
    """The content of all files by project, kind and name."""
    return {
        f"{project}/{kind}:{name}": storage.read(kind, name, project)
        for project in storage.projects()
        for kind in (TEXT, DATA)
        for name in storage.names(kind, project)
    }


def file_findings(
    listing: dict[str, bytes], port: dict[str, bytes], sides: Sides = SIDES
) -> Iterator[Finding]:
    for path in sorted(listing.keys() | port.keys()):
        one, other = listing.get(path), port.get(path)
        if one is None or other is None:
            writer = sides.listing if other is None else sides.port
            yield Finding("file", f"{path} is written by {program_name(writer)} only")
        elif one != other:
            pairs = enumerate(zip(one, other, strict=False), 1)
            first = next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)) + 1)
            yield Finding("file", f"{path} is not the same from byte {first} on")


def chance_findings(listing: Machine, port: Machine, sides: Sides) -> Iterator[Finding]:
    # copies, as another port may be held against the same machine
    left, right = deepcopy(listing.rng), deepcopy(port.rng)
    for series in SERIES:
        if any(left.raw(series) != right.raw(series) for _ in range(DRAWS_OF_A_STATE)):
            yield Finding("random series", f"random series {series} stands elsewhere in {sides.port}")

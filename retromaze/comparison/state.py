"""Digests of what a machine shows and has set: equal digests are equal states."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from typing import Any

from retromaze.machine.animation import Animations
from retromaze.machine.backgrounds import Background, Backgrounds
from retromaze.machine.compose import compose
from retromaze.machine.console import Cell, Console
from retromaze.machine.events import set_by
from retromaze.machine.font import Font, Glyph, built_in
from retromaze.machine.input import ConsoleInput
from retromaze.machine.machine import Desk, Machine
from retromaze.machine.page import SIDE, Page
from retromaze.machine.screen import Screen
from retromaze.machine.sound import Sound
from retromaze.machine.sprite import Detection, Sprite
from retromaze.machine.sprites import Sprites
from retromaze.machine.storage import DATA, TEXT, Storage

SPRITE_HELD = {"variables", "detection", "animations"}
"""What a sprite holds that changes by itself."""
plain_sprite = attrgetter(*(each.name for each in fields(Sprite) if each.name not in SPRITE_HELD))
detection_of = attrgetter(*(each.name for each in fields(Detection)))


def sprite_state(sprite: Sprite) -> tuple[Any, ...]:
    """Everything that is kept of a sprite."""
    held = detection_of(sprite.detection), animation_state(sprite.animations)
    return *plain_sprite(sprite), *sprite.variables, *held


def animation_state(animations: Animations) -> tuple[Any, ...]:
    """Returns the progress of each animation, and whether they are halted."""
    return animations.halted, *(each.state for each in animations.all())


UNSET = sprite_state(Sprite())


def sprites_digest(sprites: Sprites) -> tuple[Any, ...]:
    """All that is kept of a screen's sprites."""
    return tuple(sorted(states_of(sprites).items()))


def states_of(sprites: Sprites) -> dict[int, tuple[Any, ...]]:
    """The same by number; numbers of which nothing is kept are left out."""
    made = {number: sprite_state(sprite) for number, sprite in sprites.kept().items()}
    return {number: state for number, state in made.items() if state != UNSET}


LAYER_HELD = {"cells", "variables", "animations"}
"""What a layer holds that changes by itself."""
plain_layer = attrgetter(*(each.name for each in fields(Background) if each.name not in LAYER_HELD))


def background_state(layer: Background) -> tuple[Any, ...]:
    """Everything that is kept of a layer."""
    held = layer.cells.tobytes(), animation_state(layer.animations)
    return *plain_layer(layer), *layer.variables, *held


UNUSED = background_state(Background())


def backgrounds_digest(backgrounds: Backgrounds) -> tuple[Any, ...]:
    """Returns the state of each layer of a screen; None for a layer that was not used."""
    states = map(background_state, backgrounds.all())
    return tuple(None if state == UNUSED else state for state in states)


SCREEN_NAMES = ("upper", "lower")
STRIP_BYTES = SIDE * 4 * 8
"""Eight rows of a page."""
Digest = tuple[Any, ...]


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
            length, strips = self._length, self._strips
            for number in range(len(strips)):
                strip = content[number * length : (number + 1) * length]
                if strip != strips[number]:
                    strips[number] = strip
                    self._hashes[number] = hash(strip if isinstance(strip, bytes) else tuple(strip))
        return hash(tuple(self._hashes))


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
        """Returns a digest of both screens: pixels, cells and some settings of each, and the glyphs."""
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
    """Returns the first rows of a page; of an untouched page the same object, which is compared at once."""
    return bytes_of(page.beginning, rows) if page.is_untouched else bytes_in(page.pixels, rows)


@lru_cache(maxsize=8)
def bytes_of(beginning: Callable[[], array[int]], rows: int) -> bytes:
    """Returns the first rows of an untouched page."""
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
set_in = attrgetter(*SETTINGS.values())


def settings(screen: Screen) -> dict[str, Any]:
    """The settings of a screen by their names."""
    return dict(zip(SETTINGS, map(plain, set_in(screen)), strict=True))


def plain(value: Any) -> Any:
    """The value as one writes it."""
    return tuple(value) if isinstance(value, tuple | array) else value


SET_BESIDE = {
    name: attrgetter(f"{part}.{attribute}")
    for part, kind in (("input", ConsoleInput), ("sound", Sound), ("desk", Desk))
    for name, attribute in set_by(kind).items()
}
"""What else methods of the machine set: by its name, the function that reads it."""


def machine_settings(machine: Machine) -> dict[str, Any]:
    """Returns the settings of both screens, and the system's."""
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


def keyboard_state(machine: Machine) -> dict[str, Any]:
    """Returns the number of characters that a program has read. When it reads them is not compared."""
    return {"number of typed characters read": machine.input.keys_taken}


def files(storage: Storage) -> dict[str, bytes]:
    """The content of all files by project, kind and name."""
    return {
        f"{project}/{kind}:{name}": storage.read(kind, name, project)
        for project in storage.projects()
        for kind in (TEXT, DATA)
        for name in storage.names(kind, project)
    }


LOOK = (
    "depth of the page",
    "place of the page",
    "size",
    "backdrop",
    "layers shown",
    "display clip",
    "size of cells",
    "veil",
    "page of the sprites",
    "clip of the sprites",
    "page of the backgrounds",
)
"""The settings that decide how a screen looks now."""


class LookDigester(Digester):
    """Digests of how pictures and text come about, and of the files: equal looks are seen as equal."""

    def digest(self) -> Digest:
        """The digest of the machine as it is now."""
        return *self.shown(look_of), files_hash(self._machine)


look_of = attrgetter(*(SETTINGS[name] for name in LOOK))


def files_hash(machine: Machine) -> int:
    """Hashes the names and contents of all files, within this process."""
    return hash(frozenset(files(machine.storage).items()))


def digest_of(machine: Machine) -> Digest:
    """Returns a digest of what is seen of a machine, and of its files."""
    screens = [screen for screen in machine.screens if is_shown(machine, screen)]
    pictures = (hash(compose(screen, machine.font, rested=True).tobytes()) for screen in screens)
    return *pictures, *(hash(letters(screen)) for screen in screens), files_hash(machine)


def is_shown(machine: Machine, screen: Screen) -> bool:
    """Whether a screen is seen: the lower one only where XSCREEN has given it to the program."""
    return screen is machine.screens[0] or screen.share.usable


def letters(screen: Screen) -> tuple[str, ...]:
    """The text of a screen cell by cell; what was never printed is a space."""
    return tuple(" " if cell is None else chr(cell.code) for cell in screen.console.cells)

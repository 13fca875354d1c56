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
from retromaze.machine.collision import Detection
from retromaze.machine.compose import compose
from retromaze.machine.console import Cell, Console
from retromaze.machine.events import attributes_set_by
from retromaze.machine.font import Font, Glyph, built_in_glyph
from retromaze.machine.input import ConsoleInput
from retromaze.machine.machine import Machine, SystemState
from retromaze.machine.page import SIDE, Page
from retromaze.machine.screen import Screen
from retromaze.machine.sound import Sound
from retromaze.machine.sprites import Sprite, Sprites
from retromaze.machine.storage import DATA, TEXT, Storage

SPRITE_HELD = {"variables", "detection", "animations"}
"""The fields of a sprite that are objects of their own, and are read separately."""
sprite_values = attrgetter(*(each.name for each in fields(Sprite) if each.name not in SPRITE_HELD))
detection_values = attrgetter(*(each.name for each in fields(Detection)))


def sprite_state(sprite: Sprite) -> tuple[Any, ...]:
    """Returns all values of a sprite, with its variables, collision detection and animations."""
    objects = detection_values(sprite.detection), animation_state(sprite.animations)
    return *sprite_values(sprite), *sprite.variables, *objects


def animation_state(animations: Animations) -> tuple[Any, ...]:
    """Returns the progress of each animation, and whether they are halted."""
    return animations.halted, *(each.state for each in animations.all())


UNUSED_SPRITE = sprite_state(Sprite())
"""The state of a sprite that no program has used."""


def sprites_digest(sprites: Sprites) -> tuple[Any, ...]:
    """Returns (number, state) of each sprite of a screen, without sprites in their initial state."""
    states = ((number, sprite_state(sprite)) for number, sprite in sprites.all_states().items())
    return tuple(sorted((number, state) for number, state in states if state != UNUSED_SPRITE))


LAYER_HELD = {"cells", "variables", "animations"}
"""The fields of a layer that are objects of their own, and are read separately."""
layer_values = attrgetter(*(each.name for each in fields(Background) if each.name not in LAYER_HELD))


def background_state(layer: Background) -> tuple[Any, ...]:
    """Returns all values of a layer, with its cells, variables and animations."""
    objects = layer.cells.tobytes(), animation_state(layer.animations)
    return *layer_values(layer), *layer.variables, *objects


UNUSED_LAYER = background_state(Background())
"""The state of a layer that no program has used."""


def backgrounds_digest(backgrounds: Backgrounds) -> tuple[Any, ...]:
    """Returns the state of each layer of a screen; None for a layer that was not used."""
    states = map(background_state, backgrounds.all())
    return tuple(None if state == UNUSED_LAYER else state for state in states)


SCREEN_NAMES = ("upper", "lower")
STRIP_BYTES = SIDE * 4 * 8
"""Eight rows of a page."""
Digest = tuple[Any, ...]


class Strips:
    """Hashes content in strips of `length` items; only strips that have changed are hashed again.

    `_content` is the content of the last call, `_strips` and `_hashes` its strips and their hashes.
    """

    def __init__(self, length: int) -> None:
        self._length = length
        self._content: Any = None
        self._strips: list[Any] = []
        self._hashes: list[int] = []

    def hash_of(self, content: bytes | list[Cell | None]) -> int:
        """Returns a number that is equal for equal content within this process."""
        if content != self._content:
            # a screen of another size has other strips
            if self._content is None or len(content) != len(self._content):
                count = -(-len(content) // self._length)  # rounded up
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
    """Digests of one machine, cheap if little has changed since the last one.

    Equal digests of two machines in one process mean that both show the same: the visible rows of the shown
    pages, the sheets in use, all cells, glyphs, sprites and layers. All settings are equal, too, so that what
    is drawn, printed and pressed next would show the same. Changes that do not go through the machine's own
    methods are noticed as well.

    `_pixels` and `_cells` have the hashes of each screen, `_sheets` those of each page as a sheet; `_glyphs`
    is the hash of the font at its version `_font_version`. `_last` is the last digest.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._pixels = [Strips(STRIP_BYTES) for _ in machine.screens]
        self._cells = [Strips(screen.console.columns) for screen in machine.screens]
        self._sheets = [Strips(STRIP_BYTES) for _ in machine.pages]
        self._glyphs = 0
        self._font_version = 0
        self._last: Digest = ()

    def digest(self) -> Digest:
        """Returns the digest of the machine as it is now."""
        defined = tuple(sorted(self._machine.definitions.defined.items()))
        digest = *self.shown_digest(values_of_settings), defined, *machine_settings(self._machine).values()
        # the same object for an equal digest: a recording keeps one for each wait
        if digest != self._last:
            self._last = digest
        return self._last

    def shown_digest(self, read_settings: Callable[[Screen], Any]) -> Digest:
        """Returns a digest of both screens and the glyphs; `read_settings` returns a screen's settings."""
        screens = self._machine.screens
        setting_values = map(read_settings, screens)
        return *map(self._screen, screens, self._pixels, self._cells, setting_values), self._font()

    def _font(self) -> int:
        """Returns a hash of the glyphs that differ from the built-in ones."""
        font = self._machine.font
        if font.version != self._font_version:
            self._font_version, self._glyphs = font.version, hash(frozenset(glyphs(font).items()))
        return self._glyphs

    def _screen(self, screen: Screen, pixels: Strips, cells: Strips, setting_values: Any) -> tuple[Any, ...]:
        """Returns the digest of one screen, hashing pixels and cells with these strips."""
        shown = pixels.hash_of(shown_pixels(screen)), cells.hash_of(screen.console.cells[:])
        objects = sprites_digest(screen.sprites), backgrounds_digest(screen.backgrounds)
        sheets = tuple(map(self._sheet_hash, sheet_pages(screen)))
        return *shown, *objects, sheets, setting_values

    def _sheet_hash(self, number: int) -> int:
        """Returns a hash of a whole page that is a sheet: sprites or layers are cut out of it."""
        return self._sheets[number].hash_of(page_bytes(self._machine.pages[number], SIDE))


def sheet_pages(screen: Screen) -> Iterator[int]:
    """Yields the numbers of the pages from which a screen's sprites and layers, if any, are cut out."""
    if screen.sprites.count_used:
        yield screen.sprites.page
    if any(layer.cells.tobytes().strip(b"\0") for layer in screen.backgrounds.all()):
        yield screen.backgrounds.page


def shown_pixels(screen: Screen) -> bytes:
    """Returns the visible rows of the page shown, each of 512 words; all rows if the page is scrolled."""
    rows = screen.height if screen.offset == (0, 0) else SIDE
    return page_bytes(screen.pages[screen.show_page], rows)


def page_bytes(page: Page, rows: int) -> bytes:
    """Returns the first rows of a page; if it is untouched always the same object, which compares quickly."""
    if page.is_untouched:
        return untouched_page_bytes(page.initial_words, rows)
    return memoryview(page.pixels)[: SIDE * rows].tobytes()


@lru_cache(maxsize=8)
def untouched_page_bytes(initial_words: Callable[[], array[int]], rows: int) -> bytes:
    """Returns the first rows of a page on which nothing was drawn; `initial_words` returns its pixels."""
    return memoryview(initial_words())[: SIDE * rows].tobytes()


SETTINGS = {
    **attributes_set_by(Screen),
    **{name: f"console.{attribute}" for name, attribute in attributes_set_by(Console).items()},
    **{name: f"sprites.{attribute}" for name, attribute in attributes_set_by(Sprites).items()},
    **{name: f"backgrounds.{attribute}" for name, attribute in attributes_set_by(Backgrounds).items()},
    "size": "size",
    "veil": "fade.target",
    "ink": "ink",
    "share of sprites and layers": "share",
    "style of text": "console.style.parts",
    "columns of text": "console.columns",
    "rows of text": "console.rows",
    "tab step": "console.tab_step",
}
"""The settings of a screen by name: the path of the attribute.

They decide how the screen looks, and how what is drawn and printed next will look. A fade that is going on
has only its target here: the rest follows from the frame.
"""
values_of_settings = attrgetter(*SETTINGS.values())


def settings(screen: Screen) -> dict[str, Any]:
    """Returns the values of SETTINGS for a screen, by their names."""
    return dict(zip(SETTINGS, map(plain, values_of_settings(screen)), strict=True))


def plain(value: Any) -> Any:
    """Returns a value with a readable repr: a tuple for arrays and named tuples."""
    return tuple(value) if isinstance(value, tuple | array) else value


OTHER_SETTINGS = {
    name: attrgetter(f"{part}.{attribute}")
    for part, kind in (("input", ConsoleInput), ("sound", Sound), ("system", SystemState))
    for name, attribute in attributes_set_by(kind).items()
}
"""The settings of the machine's other parts by name: the function that reads the setting."""


def machine_settings(machine: Machine) -> dict[str, Any]:
    """Returns the settings by name that belong to no screen."""
    system = machine.system
    return {
        "screen chosen": SCREEN_NAMES[machine.screens.index(machine.screen)],
        "auto-repeat of buttons": tuple(machine.input.repeats.items()),
        "number of answers taken": machine.input.answers_taken,
        "clipboard": system.clipboard,
        "texts of the function keys": tuple(system.keys),
        "project": machine.storage.project,
        **{name: plain(read(machine)) for name, read in OTHER_SETTINGS.items()},
    }


def glyphs(font: Font) -> dict[int, Glyph]:
    """Returns the glyphs by code that differ from the built-in ones."""
    return {code: glyph for code, glyph in font.defined.items() if glyph != built_in_glyph(code)}


def keyboard_state(machine: Machine) -> dict[str, Any]:
    """Returns the number of characters that a program has read. When it reads them is not compared."""
    return {"number of typed characters read": machine.input.keys_taken}


def files(storage: Storage) -> dict[str, bytes]:
    """Returns the contents of all files by `project/kind:name`; the kind is TXT or DAT."""
    return {
        f"{project}/{kind}:{name}": storage.read(kind, name, project)
        for project in storage.projects()
        for kind in (TEXT, DATA)
        for name in storage.names(kind, project)
    }


LOOK_SETTINGS = (
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


class PictureDigester(Digester):
    """Digests what decides how pictures and text look, and the files: equal digests mean equal looks."""

    def digest(self) -> Digest:
        """Returns the digest of the machine as it is now."""
        return *self.shown_digest(values_of_look), files_hash(self._machine)


values_of_look = attrgetter(*(SETTINGS[name] for name in LOOK_SETTINGS))


def files_hash(machine: Machine) -> int:
    """Hashes the names and contents of all files, within this process."""
    return hash(frozenset(files(machine.storage).items()))


def seen_digest(machine: Machine) -> Digest:
    """Returns a digest of what is seen and of the files; this is slow, as the pictures are composed for it.

    A PictureDigester's digests also differ where a sprite, say, is changed that others cover.
    """
    screens = [screen for screen in machine.screens if is_shown(machine, screen)]
    pictures = (hash(compose(screen, machine.font, after_fade=True).tobytes()) for screen in screens)
    return *pictures, *(hash(cell_characters(screen)) for screen in screens), files_hash(machine)


def is_shown(machine: Machine, screen: Screen) -> bool:
    """Whether a screen is seen: the lower one only if XSCREEN has given it to the program."""
    return screen is machine.screens[0] or screen.share.selectable


def cell_characters(screen: Screen) -> tuple[str, ...]:
    """Returns the text of a screen cell by cell; a space for a cell that was never printed to."""
    return tuple(" " if cell is None else chr(cell.code) for cell in screen.console.cells)

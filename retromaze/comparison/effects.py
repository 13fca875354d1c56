"""Compares the effects of calls: what is seen on the screens at the end of each frame.

A finding is one difference of two machines in words.

Which calls have drawn it does not matter. A setting is compared only if something seen depends on it: the
drawing color is not, as it shows in the pixels that are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from operator import attrgetter
from typing import Any

from retromaze.comparison.difference_words import (
    Finding,
    Properties,
    Sides,
    cell_differences,
    cell_words,
    color_words,
    file_findings,
    glyph_findings,
    grid_findings,
    layer_properties,
    numbered_differences,
    pixel_findings,
    property_findings,
    random_series_findings,
    setting_findings,
    sprite_properties,
    visibility_findings,
)
from retromaze.comparison.state_digests import (
    LAYER_HELD,
    LOOK_SETTINGS,
    SCREEN_NAMES,
    SETTINGS,
    SPRITE_HELD,
    Digest,
    Digester,
    Strips,
    animation_state,
    files,
    files_hash,
    is_shown,
    settings,
    shown_pixels,
)
from retromaze.machine.backgrounds import Background
from retromaze.machine.console import Cell
from retromaze.machine.machine import Machine
from retromaze.machine.page import SIDE
from retromaze.machine.screen import Screen
from retromaze.machine.sprites import SHOWN, Sprite

SPACE = ord(" ")
UNSEEN_FIELDS = SPRITE_HELD | LAYER_HELD | {"definition", "callback"}
"""The fields of a sprite or layer that do not show in its picture, or are compared separately."""
seen_sprite_values = attrgetter(*(each.name for each in fields(Sprite) if each.name not in UNSEEN_FIELDS))
seen_layer_values = attrgetter(*(each.name for each in fields(Background) if each.name not in UNSEEN_FIELDS))
UNSEEN_PROPERTIES = {"definition", "callback", "collision", "box", "mask"}
UNSEEN_PROPERTIES |= {"following", "box's scale", "velocity"}
"""The names of properties that do not show in a picture. Variables do not show either."""
NOT_SHOWN: Properties = {"use": "not shown"}
"""The properties of a sprite or layer that is not visible."""
SPRITE_SETTINGS = {"page of the sprites", "clip of the sprites"}
LAYER_SETTINGS = {"page of the backgrounds"}
"""The settings that show only where there are sprites, or layers."""
values_of_screen_look = attrgetter(
    *(SETTINGS[name] for name in LOOK_SETTINGS if name not in SPRITE_SETTINGS | LAYER_SETTINGS)
)


class EffectDigester(Digester):
    """Digests what is seen of both screens, and the files; equal digests mean equal effects."""

    def digest(self) -> Digest:
        """Returns the digest of the machine as it is now."""
        return *self.shown_digest(values_of_screen_look), files_hash(self._machine)

    def _screen(self, screen: Screen, pixels: Strips, cells: Strips, setting_values: Any) -> tuple[Any, ...]:
        """Returns the digest of one screen: only what is seen, and the sheets that it is cut out of."""
        if not is_shown(self._machine, screen):
            return ()
        sprites, layers = visible_sprites(screen), visible_layers(screen)
        objects: list[Any] = [(number, *seen_sprite_values(each)) for number, each in sprites.items()]
        objects += [(at, *seen_layer_values(each), each.cells.tobytes()) for at, each in layers.items()]
        objects += [animation_state(each.animations) for each in [*sprites.values(), *layers.values()]]
        sheets: list[Any] = []
        if sprites:
            sheets += [screen.sprites.clip, self._sheet_hash(screen.sprites.page)]
        if layers:
            sheets.append(self._sheet_hash(screen.backgrounds.page))
        shown = pixels.hash_of(shown_pixels(screen)), cells.hash_of(visible_cells(screen))
        return *shown, tuple(objects), tuple(sheets), setting_values


def visible_cells(screen: Screen) -> list[Cell | None]:
    """Returns the cells of a screen; a space without a background is None, like a cell never printed to."""
    return [
        None if cell is None or (cell.code == SPACE and not cell.background) else cell
        for cell in screen.console.cells
    ]


def visible_sprites(screen: Screen) -> dict[int, Sprite]:
    """Returns the sprites that are shown, and those that they are linked to, by number in order."""
    sprites = screen.sprites.all_states()
    shown = {number for number, each in sprites.items() if each.used and each.attributes & SHOWN}
    seen = shown | {sprites[number].parent for number in shown}
    return {number: each for number, each in sorted(sprites.items()) if number in seen}


def visible_layers(screen: Screen) -> dict[int, Background]:
    """Returns the background layers that are shown and not empty, by number."""
    layers = enumerate(screen.backgrounds.all())
    return {number: each for number, each in layers if each.shown and each.cells.tobytes().strip(b"\0")}


def visible_settings(screen: Screen) -> dict[str, Any]:
    """Returns the settings that decide how a screen looks now, by name."""
    seen = set(LOOK_SETTINGS)
    if not visible_sprites(screen):
        seen -= SPRITE_SETTINGS
    if not visible_layers(screen):
        seen -= LAYER_SETTINGS
    return {name: value for name, value in settings(screen).items() if name in seen}


# ---- in words


def effect_findings(listing: Machine, port: Machine, sides: Sides) -> Iterator[Finding]:
    """Yields the differences of what is seen of two machines, and of their files."""
    for screen_name, left, right in zip(SCREEN_NAMES, listing.screens, port.screens, strict=True):
        yield from visibility_findings(screen_name, is_shown(listing, left), is_shown(port, right), sides)
        if is_shown(listing, left) and is_shown(port, right):
            yield from screen_findings(screen_name, left, right, sides)
            # the sheets from which they are cut out
            if visible_sprites(left):
                yield from pixel_findings(left.sprites.page, listing, port, sides)
            if visible_layers(left):
                yield from pixel_findings(left.backgrounds.page, listing, port, sides)
    yield from glyph_findings(listing, port)
    yield from file_findings(files(listing.storage), files(port.storage), sides)


def screen_findings(screen_name: str, listing: Screen, port: Screen, sides: Sides) -> Iterator[Finding]:
    """Yields the differences of what is seen of one screen: text, pixels, sprites, layers and settings."""
    screens, of_screen = (listing, port), f" of the {screen_name} screen"
    # other sizes are different settings, and no cell of one screen belongs to a cell of the other
    if listing.size == port.size and listing.console.cell_size == port.console.cell_size:
        place = f"text cell column {{}}, row {{}}{of_screen}"
        cells = visible_cells(listing), visible_cells(port)
        yield from grid_findings("text cell", cells, listing.console.columns, place, cell_words, sides)
        place = f"pixel ({{}}, {{}}){of_screen}"
        left, right = (memoryview(shown_pixels(screen)).cast("I") for screen in screens)
        yield from grid_findings("pixel", (left, right), SIDE, place, color_words, sides)
    of_lower = "" if screen_name == SCREEN_NAMES[0] else of_screen  # only the lower screen is named
    one, other = (
        {at: visible_properties(sprite_properties(each)) for at, each in visible_sprites(screen).items()}
        for screen in screens
    )
    different = list(numbered_differences("sprite", one, other, absent=NOT_SHOWN))
    yield from property_findings("sprite", different, sides, of_lower)
    layers, port_layers = map(visible_layers, screens)
    one, other = (
        {at: visible_properties(layer_properties(each)) for at, each in shown.items()}
        for shown in (layers, port_layers)
    )
    different = list(numbered_differences("background layer", one, other, absent=NOT_SHOWN))
    for number in sorted(layers.keys() & port_layers.keys()):
        different += cell_differences(number, layers[number], port_layers[number])
    yield from property_findings("background", different, sides, of_lower)
    listing_settings, port_settings = map(visible_settings, screens)
    # where only one has sprites or layers, that is a difference by itself
    in_both = {name: value for name, value in listing_settings.items() if name in port_settings}
    yield from setting_findings("screen", in_both, port_settings, sides, of_screen)


def visible_properties(properties: Properties) -> Properties:
    """Returns the properties that show in a picture, with another `use` than NOT_SHOWN has."""
    unseen = {name for name in properties if name in UNSEEN_PROPERTIES or name.startswith("variable ")}
    return {name: words for name, words in properties.items() if name not in unseen} | {"use": "shown"}


def final_effect_findings(listing: Machine, port: Machine, sides: Sides) -> Iterator[Finding]:
    """Yields the differences of two machines at the end: also of pages that are hidden and random series."""
    yield from effect_findings(listing, port, sides)
    for number in range(len(listing.pages)):
        yield from pixel_findings(number, listing, port, sides)
    yield from random_series_findings(listing, port, sides)

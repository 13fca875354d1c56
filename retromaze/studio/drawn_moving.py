"""Which event put what is seen at a pixel where that is a sprite, or a cell of a background layer.

Of a sprite it is the last event that set, moved or changed it, or moved one that it is linked to; of a cell
the last one that wrote it, wherever its layer has been moved since.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator
from dataclasses import fields
from typing import Any, NamedTuple

from retromaze.machine.animation import WHITE
from retromaze.machine.background_drawing import background_layers
from retromaze.machine.backgrounds import Background, Backgrounds
from retromaze.machine.compose import BEHIND_ALL, seen_pixel
from retromaze.machine.layers import BACKGROUND, CONSOLE, GRAPHIC, SPRITE, Layer
from retromaze.machine.machine import Machine
from retromaze.machine.screen import Screen
from retromaze.machine.sprite import SHOWN, Sprite
from retromaze.machine.sprite_drawing import ADDED, sprite_layers
from retromaze.machine.sprites import Sprites
from retromaze.studio.run_recording import SLICE, RunRecording

BLACK, BRIGHT = 0xFF00_0000, 0xFF1F_1F1F
"""Words of five bits a channel."""
PLACED = {f"sprites.{each}" for each in ("set", "set_part", "move", "animate", "link", "unlink")}
"""The events that may change where a sprite is, and the sprites linked to it."""
FREE = {"sprites.set_free", "sprites.set_free_part"}
"""Those that tell afterwards which number they have set."""
LOOKS = PLACED | {
    f"sprites.{each}"
    for each in ("change", "change_part", "rotate", "scale", "set_home", "set_color", "show")
}
ALL_GONE = {"reset", "set_mode"}
"""The machine's own events after which no sprite and no cell is what it was."""


class Thing(NamedTuple):
    """A sprite, or a layer with the column and row of one of its cells."""

    kind: int
    number: int
    column: int = 0
    row: int = 0


# ---- what is seen


def thing_at(machine: Machine, screen: int, x: int, y: int) -> Thing | None:
    """The sprite or cell that is seen at a pixel; None where it is text, the page or the backdrop."""
    found = [*sprites_at(machine.screens[screen], x, y), *layers_at(machine.screens[screen], x, y)]
    if not found:
        return None
    front, thing = max(found)
    return thing if front > front_of_still(machine, screen, x, y) else None


Front = tuple[float, int, int]
"""What is painted later has a larger one: minus its depth, its category, its order among its kind."""


def front_of_still(machine: Machine, screen: int, x: int, y: int) -> Front:
    """That of the text or the page at a pixel."""
    shown = machine.screens[screen]
    seen = seen_pixel(shown, machine.font, x, y)
    if seen.layer == BEHIND_ALL:
        return -float("inf"), 0, 0
    if seen.layer == GRAPHIC:
        return -shown.priority, GRAPHIC, 0
    letter = shown.console.cells[seen.cell]
    return -(letter.z if letter else 0.0), CONSOLE, 0


def sprites_at(screen: Screen, x: int, y: int) -> Iterator[tuple[Front, Thing]]:
    """The sprites that are opaque at a pixel."""
    if screen.visible.sprites:
        sprites = screen.sprites
        for number, sprite in sprites.all_used():
            near = sprite.attributes & SHOWN and may_reach(sprites, number, x, y)
            if near and any(is_opaque(screen, each, x, y) for each in layers_of(sprites, number, screen)):
                yield (-sprite.z, SPRITE, number), Thing(SPRITE, number)


def may_reach(sprites: Sprites, number: int, x: int, y: int) -> bool:
    """Whether a sprite is near enough to a pixel to be worth a look."""
    sprite = sprites[number]
    across, down = sprites.place(number)
    far = (sprite.width + sprite.height + abs(sprite.home_x) + abs(sprite.home_y)) * (
        1 + max(sprite.scale_x, sprite.scale_y)
    )
    return abs(across - x) <= far and abs(down - y) <= far


def layers_of(sprites: Sprites, number: int, screen: Screen) -> list[Layer]:
    """One sprite alone, in the sheet's own colors."""
    alone = Sprites(sprites.definitions, (screen.width, screen.height), sprites.count)
    alone.set_part(number, 0, 0)
    sprite = alone[number]
    for each in fields(Sprite):
        setattr(sprite, each.name, getattr(sprites[number], each.name))
    sprite.x, sprite.y = sprites.place(number)
    sprite.parent, sprite.color = None, WHITE
    sprite.attributes &= ~ADDED
    alone.page, alone.clip = sprites.page, sprites.clip
    return list(sprite_layers(alone, screen.pages[sprites.page]))


def layers_at(screen: Screen, x: int, y: int) -> Iterator[tuple[Front, Thing]]:
    """The cells that are opaque at a pixel."""
    if not screen.visible.background:
        return
    backgrounds = screen.backgrounds
    page, size = screen.pages[backgrounds.page], (screen.width, screen.height)
    for number, layer in enumerate(backgrounds.all()):
        if any(is_opaque(screen, each, x, y) for each in background_layers(only(layer, screen), page, size)):
            cell = backgrounds.cell_on_map(number, x + 0.5, y + 0.5)
            yield (-layer.z, BACKGROUND, -number), Thing(BACKGROUND, number, *cell)


def only(layer: Background, screen: Screen) -> Backgrounds:
    """A screen's layers of which this is the only one in use."""
    alone = Backgrounds((screen.width, screen.height), 1)
    for each in fields(Background):
        setattr(alone[0], each.name, getattr(layer, each.name))
    alone[0].color = WHITE
    return alone


def is_opaque(screen: Screen, layer: Layer, x: int, y: int) -> bool:
    """Whether a layer hides what is behind a pixel, whatever that is."""
    words = set()
    for backdrop in (BLACK, BRIGHT):
        pixels = array("I", (backdrop,)) * (screen.width * screen.height)
        layer.content.paint(pixels, screen.width)
        words.add(pixels[y * screen.width + x])
    return len(words) == 1


# ---- who put it there


def event_of(
    recording: RunRecording, machine: Machine, screen: int, thing: Thing, moment: int
) -> Generator[None, None, int]:
    """The number of the last event before a moment that put a thing there, -1 for none.

    Searched backwards in slices: between them the session hears the page.
    """
    shown = machine.screens[screen]
    part = machine.observed_parts.index(shown.sprites if thing.kind == SPRITE else shown.backgrounds)
    parents = parents_of(shown.sprites, thing.number) if thing.kind == SPRITE else set()
    trace = recording.trace
    for number in range(moment - 1, -1, -1):
        if number % SLICE == 0:
            yield
        name = trace.names[number]
        if name in ALL_GONE:
            return -1
        if recording.parts[number] != part:
            continue
        arguments = trace.arguments[number]
        if thing.kind == BACKGROUND:
            if arguments[0] == thing.number and writes(name, arguments, thing.column, thing.row):
                return number
        elif touches(name, arguments, trace.results[number], thing.number, parents):
            return number
    return -1


def parents_of(sprites: Sprites, number: int) -> set[int]:
    """The sprites from which a sprite's place is counted."""
    found: set[int] = set()
    parent = sprites[number].parent
    while parent is not None:
        found.add(parent)
        parent = sprites[parent].parent
    return found


def touches(name: str, arguments: tuple[Any, ...], result: Any, number: int, parents: set[int]) -> bool:
    """Whether a call on sprites has set, moved or changed that one, or moved one of its parents."""
    target = result if name in FREE else arguments[0] if arguments else None
    if name == "sprites.animate" and arguments[1].startswith("V"):
        return False
    if target == number:
        return name in LOOKS or name in FREE
    return target in parents and (name in PLACED or name in FREE)


def writes(name: str, arguments: tuple[Any, ...], column: int, row: int) -> bool:
    """Whether a call on a layer has written the cell in that column and row."""
    match name.removeprefix("backgrounds."), arguments:
        case "put", (_, x, y, _):
            return (x, y) == (column, row)
        case "fill", (_, x1, y1, x2, y2, _):
            return is_between(column, x1, x2) and is_between(row, y1, y2)
        case "copy", (_, x1, y1, x2, y2, x, y):
            across, down = x - min(x1, x2), y - min(y1, y2)
            return is_between(column - across, x1, x2) and is_between(row - down, y1, y2)
        case "load", (_, _, None, _):
            return True
        case "load", (_, cells, (x, y, width, height), _):
            inside = x <= column < x + width and y <= row < y + height
            return bool(inside and (row - y) * width + column - x < len(cells))
        case "set_map", _:
            return True
    return False


def is_between(place: int, one: int, other: int) -> bool:
    return min(one, other) <= place <= max(one, other)

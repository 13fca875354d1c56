"""Sprites and background layers as the page shows them: what is set, where it is seen, what it meets.

The machine is only looked at: SPHITSP would note a meeting that the run has not made.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from math import cos, floor, isfinite, radians, sin

from retromaze.machine.animation import Animations
from retromaze.machine.backgrounds import Background
from retromaze.machine.colors import SHOWN
from retromaze.machine.events import WORD
from retromaze.machine.machine import Machine
from retromaze.machine.page import read_block
from retromaze.machine.screen import Screen
from retromaze.machine.sprite import Path, Sprite, meeting, path_of
from retromaze.machine.sprites import Sprites, body_of
from retromaze.studio.messages import (
    ChosenInView,
    Cutout,
    LayerInView,
    MovingInView,
    SpriteInView,
    WatchMoving,
)

MOST_MET = 8
"""Others that a sprite meets and that are told."""
MOST_PIXELS = 64
"""Pixels of a picture across and down that are sent; of a larger one every second, third and so on."""
QUARTER = 2
"""The attribute of a quarter turn, after which a picture is as wide as it was high."""
Key = tuple[int, int, int, int, int]
"""Page, u, v, width and height of a cut-out."""


class MovingFeed:
    """What one page has been sent of the sheets' pictures."""

    def __init__(self) -> None:
        self._sent: dict[Key, bytes] = {}

    def forget(self) -> None:
        """The page begins anew."""
        self._sent.clear()

    def of(self, machine: Machine, moment: int) -> MovingInView:
        """All that is set on both screens, and the pictures that are new or others than those sent."""
        sprites = [each for number in (0, 1) for each in sprites_in_view(machine.screens[number], number)]
        layers = [each for number in (0, 1) for each in layers_in_view(machine.screens[number], number)]
        return MovingInView(
            moment, machine.screens[0].is_tall, sprites, layers, list(self._new_cutouts(machine, sprites))
        )

    def _new_cutouts(self, machine: Machine, sprites: list[SpriteInView]) -> Iterator[Cutout]:
        for key in sorted(set(map(key_of, sprites))):
            words = read_block(machine.pages[key[0]].pixels, key[1:]).tobytes()
            if self._sent.get(key) != words:
                self._sent[key] = words
                yield cutout(key, words)


def chosen_in_view(machine: Machine, watch: WatchMoving) -> ChosenInView:
    """The one that is drawn over the picture; what it meets is told with the others only."""
    at, number = int(watch.screen == 1), watch.number
    screen, tall = machine.screens[at], machine.screens[0].is_tall
    if watch.chosen == "sprite":
        used = 0 <= number < screen.sprites.count and screen.sprites.used(number)
        made = sprite_in_view(screen.sprites, number, at, {}) if used else None
        return ChosenInView(tall, made, None)
    layers = layers_in_view(screen, at)
    return ChosenInView(tall, None, next((each for each in layers if each.number == number), None))


def key_of(sprite: SpriteInView) -> Key:
    u, v, width, height = sprite.part
    return sprite.page, u, v, width, height


def cutout(key: Key, words: bytes) -> Cutout:
    """A picture as a message, thinned out where it is large."""
    *_, width, height = key
    step = max(-(-max(width, height) // MOST_PIXELS), 1)
    pixels = memoryview(words).cast("I")
    rows = [pixels[at : at + width : step].tolist() for at in range(0, len(pixels), width * step or 1)]
    thin = b"".join(each.to_bytes(4, "little") for row in rows for each in row)
    across = len(rows[0]) if rows else 0
    return Cutout(
        list(key), across, len(rows), base64.b64encode(zlib.compress(thin.translate(SHOWN))).decode()
    )


# ---- sprites


def sprites_in_view(screen: Screen, number: int) -> list[SpriteInView]:
    """Those that are set on a screen, by their numbers."""
    sprites = screen.sprites
    met = meetings(sprites)
    return [sprite_in_view(sprites, each, number, met) for each, _ in sprites.all_used()]


def sprite_in_view(sprites: Sprites, number: int, screen: int, met: dict[int, list[int]]) -> SpriteInView:
    """One of them."""
    sprite = sprites[number]
    x, y = sprites.place(number)
    return SpriteInView(
        screen=screen,
        number=number,
        page=sprites.page,
        definition=sprite.definition,
        part=list(sprite.part),
        attributes=sprite.attributes,
        place=sendable(sprite.x, sprite.y, sprite.z),
        home=sendable(*sprite.home),
        rotation=sprite.rotation,
        scale=sendable(*sprite.scales),
        color=sprite.color & WORD,
        parent=-1 if sprite.parent is None else sprite.parent,
        variables=sendable(*sprite.variables),
        callback=sprite.callback,
        moves=names_of_moving(sprite.animations),
        detects=sprite.detection.on,
        hits=met.get(number, [])[:MOST_MET],
        point=sendable(x, y),
        outline=sendable(*outline_of(sprite, x, y)),
        box=sendable(*box_on_screen(sprite, (x, y))),
    )


def outline_of(sprite: Sprite, x: float, y: float) -> list[float]:
    """The corners of its picture on the screen, x and y by turns, turned and scaled about its home."""
    across, down = sprite.width, sprite.height
    if sprite.attributes & QUARTER:
        across, down = down, across
    if not sprite.rotation and sprite.scales == (1.0, 1.0):
        left, top = floor(x) - sprite.home_x, floor(y) - sprite.home_y
        return [left, top, left + across, top, left + across, top + down, left, top + down]
    cosine, sine = cos(radians(sprite.rotation)), sin(radians(sprite.rotation))
    found = []
    for u, v in ((0, 0), (across, 0), (across, down), (0, down)):
        right, below = (u - sprite.home_x) * sprite.scale_x, (v - sprite.home_y) * sprite.scale_y
        found += [floor(x) + right * cosine - below * sine, floor(y) + right * sine + below * cosine]
    return found


def box_on_screen(sprite: Sprite, place: tuple[float, float]) -> tuple[float, ...]:
    """(left, top, width, height) of what it meets others with; nothing where it meets none."""
    if not sprite.detection.on:
        return ()
    body = body_of(sprite, place)
    return body.x + body.left, body.y + body.top, body.width, body.height


def meetings(sprites: Sprites) -> dict[int, list[int]]:
    """Which others each sprite meets in this frame, from 0 on. Those far apart are not held together."""
    paths = sorted(paths_of(sprites), key=lambda each: each[1].left)
    found: dict[int, list[int]] = {}
    near: list[tuple[int, Path]] = []
    for number, path in paths:
        near = [each for each in near if each[1].right > path.left]
        for other, beside in near:
            apart = beside.top >= path.bottom or beside.bottom <= path.top
            if not apart and meeting(beside.body, path.body):
                found.setdefault(number, []).append(other)
                found.setdefault(other, []).append(number)
        near.append((number, path))
    return {number: sorted(others) for number, others in found.items()}


def paths_of(sprites: Sprites) -> Iterator[tuple[int, Path]]:
    for number, sprite in sprites.all_used():
        if sprite.detection.on:
            yield number, path_of(body_of(sprite, sprites.place(number)))


# ---- layers


def layers_in_view(screen: Screen, number: int) -> list[LayerInView]:
    """Those of a screen in which a cell is set, by their numbers."""
    backgrounds = screen.backgrounds
    found = []
    for at, layer in enumerate(backgrounds.all()):
        cells = len(layer.cells) - layer.cells.count(0)
        if cells:
            across, down = layer.width * layer.tile, layer.height * layer.tile
            ends = [(0, 0), (across, 0), (across, down), (0, down)]
            outline = [each for end in ends for each in backgrounds.place_on_screen(at, *end)]
            found.append(layer_in_view(layer, at, number, backgrounds.page, cells, outline))
    return found


def layer_in_view(
    layer: Background, number: int, screen: int, page: int, cells: int, outline: list[float]
) -> LayerInView:
    """One of them."""
    return LayerInView(
        screen=screen,
        number=number,
        page=page,
        size=[layer.width, layer.height, layer.tile],
        cells=cells,
        shown=layer.shown,
        place=sendable(layer.x, layer.y, layer.z),
        home=sendable(*layer.home),
        rotation=layer.rotation,
        scale=sendable(*layer.scales),
        color=layer.color & WORD,
        clip=list(layer.clip or ()),
        variables=sendable(*layer.variables),
        callback=layer.callback,
        moves=names_of_moving(layer.animations),
        outline=sendable(*outline),
    )


def names_of_moving(animations: Animations) -> list[str]:
    """The targets that are moving, in the order of their numbers."""
    return [] if animations.halted else [each.target.name for each in animations.all()]


def sendable(*numbers: float) -> list[float]:
    """Numbers as a message can have them; what is none in JSON is 0."""
    return [each if isfinite(each) else 0.0 for each in numbers]

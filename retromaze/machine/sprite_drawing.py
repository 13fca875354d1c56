"""Draws sprites: a plan says what it would cost, a blit lays its cut-out (a part of a page) over others.

Source: machine reference, 5.6 and 1.4; among equal depths the higher number is in front.
Unverified: places are rounded down; of more pixels than MOST_PIXELS the sprites that are farthest away are
left out.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from math import floor
from typing import NamedTuple

from retromaze.machine.cut_outs import (
    CHANNEL_BITS,
    TURNS,
    CutOut,
    PageCopy,
    Transform,
    bounding_box,
    current_copy,
    cut_out,
    drawing_cost,
)
from retromaze.machine.layers import SOLID, SPRITE, Layer, blend_words
from retromaze.machine.page import Page, Rectangle, intersection
from retromaze.machine.sprites import SHOWN, Sprite, Sprites

ADDITIVE = 32
"""The attribute of a picture that is added to what is behind it, as light."""
LARGEST_WHOLE = 128
"""A turned or scaled sprite of more pixels across or down is not cut out whole."""
FARTHEST_PIXEL = 1 << 30
"""Stands for every place that is beyond all screens."""
MOST_PIXELS = 5_000_000
"""Fifty screens, or five that are turned, or all sprites of 16 x 16, turned or enlarged: see drawing_cost.

To draw these takes a tenth of a second at most.
"""
LARGEST_BLEND = 24 * 400
"""The number of pixels that are blended at once."""


class Blit(NamedTuple):
    """A cut-out to be drawn at the pixel `x`, `y`: with an opacity `alpha`, 0 to 255, or added as light."""

    cut_out: CutOut
    x: int
    y: int
    alpha: int
    additive: bool


class Blits(NamedTuple):
    """The blits of one depth within a rectangle of the screen, from back to front."""

    clip: Rectangle
    blits: list[Blit]

    def paint(self, pixels: array[int], width: int) -> None:
        """Draws the blits over the words of a picture."""
        for blit in self.blits:
            draw_blit(pixels, width, blit, self.clip)


class Plan(NamedTuple):
    """A sprite to be drawn at the pixel `x`, `y`; `cost` is what that takes, in pixels that are copied.

    `cut_out` is its cached cut-out; if it is None, it is still to be made: the `part` of the `transform`.
    """

    sprite: Sprite
    x: int
    y: int
    cut_out: CutOut | None
    transform: Transform | None
    part: Rectangle
    cost: int


def sprite_layers(sprites: Sprites, page: Page) -> Iterator[Layer]:
    """Yields a layer for each depth at which sprites are shown, with the sprites' pictures cut out of a page.

    If they cost too much time together, the farthest are left out.
    """
    shown = [(number, each) for number, each in sprites.all_used() if each.attributes & SHOWN]
    # most programs show none: then the page need not be compared with its copy
    if not shown:
        return
    sheet, clip = current_copy(page), sprites.clip
    plans = []
    for number, sprite in shown:
        x, y = sprites.place(number) if sprite.parent is not None else (sprite.x, sprite.y)
        plan = plan_sprite(sprite, x, y, sheet, clip)
        # a sprite without pixels in the clip costs nothing
        if plan.cost:
            plans.append(plan)
    if sum([plan.cost for plan in plans]) > MOST_PIXELS:
        plans = nearest_plans(plans)
    depths: dict[float, list[Blit]] = {}
    for plan in plans:
        sprite = plan.sprite
        blit = Blit(
            plan.cut_out or make_cut_out(plan, sheet),
            plan.x,
            plan.y,
            sprite.color >> 24 & SOLID,
            sprite.attributes & ADDITIVE != 0,
        )
        depths.setdefault(sprite.z, []).append(blit)
    for z, blits in depths.items():
        yield Layer(z, SPRITE, Blits(clip, blits))


def nearest_plans(plans: list[Plan]) -> list[Plan]:
    """Returns the plans of the nearest sprites that cost at most MOST_PIXELS together, in unchanged order."""
    chosen, budget = set(), MOST_PIXELS
    # the nearest first: the lowest z, and of equal ones the last in the list
    for index in sorted(range(len(plans)), key=lambda index: (plans[index].sprite.z, -index)):
        budget -= plans[index].cost
        if budget < 0:
            break
        chosen.add(index)
    return [plan for index, plan in enumerate(plans) if index in chosen]


def cut_out_key(sprite: Sprite) -> tuple[float, ...]:
    """Returns the key by which a sprite's cut-out is cached: all properties that it depends on."""
    return (
        sprite.u,
        sprite.v,
        sprite.width,
        sprite.height,
        sprite.attributes & TURNS,
        sprite.color & CHANNEL_BITS,
        sprite.home_x,
        sprite.home_y,
        sprite.rotation,
        sprite.scale_x,
        sprite.scale_y,
    )


def plan_sprite(sprite: Sprite, x: float, y: float, sheet: PageCopy, clip: Rectangle) -> Plan:
    """Returns the plan to draw a sprite at a place, with its cut-out if that is cached.

    A sprite is cut out whole, so that the cut-out can be used at any place; a large one that is turned or
    scaled only within `clip`.
    """
    turn = sprite.rotation % 360
    is_plain = not turn and sprite.scale_x == sprite.scale_y == 1.0
    if is_plain:
        # only the Transform of a turned or scaled sprite includes its home
        x, y = x - sprite.home_x, y - sprite.home_y
    at_x, at_y = pixel_at(x), pixel_at(y)
    # pixels that are blended with the picture take twice as long as those that replace it
    is_blended = sprite.color >> 24 & SOLID != SOLID or sprite.attributes & ADDITIVE
    pixel_cost = 2 if is_blended else 1
    cached = sheet.cut_out_cache.get(cut_out_key(sprite))
    if cached is not None:
        return Plan(sprite, at_x, at_y, cached, None, cached.box, pixel_cost * cached.cost)
    turns, color = sprite.attributes & TURNS, sprite.color & CHANNEL_BITS
    transform = Transform(sprite.width, sprite.height, turns, color)
    if not is_plain:
        transform = transform._replace(home_x=sprite.home_x, home_y=sprite.home_y, rotation=turn)
        transform = transform._replace(scale_x=sprite.scale_x, scale_y=sprite.scale_y)
    left, top, right, bottom = part = bounding_box(transform)
    if not is_plain and max(right - left, bottom - top) + 1 > LARGEST_WHOLE:
        left, top, right, bottom = clip
        part = intersection(part, (left - at_x, top - at_y, right - at_x, bottom - at_y))
    return Plan(sprite, at_x, at_y, None, transform, part, pixel_cost * drawing_cost(transform, part))


def pixel_at(place: float) -> int:
    """Returns the pixel in which a coordinate lies; NaN and far coordinates lie outside all screens."""
    return floor(place) if -FARTHEST_PIXEL < place < FARTHEST_PIXEL else FARTHEST_PIXEL


def make_cut_out(plan: Plan, sheet: PageCopy) -> CutOut:
    """Makes the cut-out of a sprite; it is cached if it shows the whole sprite."""
    sprite, transform, part = plan.sprite, plan.transform, plan.part
    assert transform is not None  # only a plan with a cached cut-out has none
    result = cut_out(sheet.bytes_of_part(sprite.part), transform, part)
    if part == bounding_box(transform):
        sheet.cut_out_cache.store(cut_out_key(sprite), result, result.size)
    return result


def draw_blit(pixels: array[int], width: int, blit: Blit, clip: Rectangle) -> None:
    """Draws a blit over the words of a picture of that width, in place, inside the clip.

    An opaque one within the clip is copied by its runs of opaque pixels; others are blended by some rows.
    """
    cut_out, x, y, alpha, additive = blit
    left, top, right, bottom = box = cut_out.box
    # it reaches beyond the clip: only a part is drawn
    if x + left < clip[0] or y + top < clip[1] or x + right > clip[2] or y + bottom > clip[3]:
        left, top, right, bottom = intersection(box, (clip[0] - x, clip[1] - y, clip[2] - x, clip[3] - y))
        if left > right or top > bottom:
            return
    elif alpha == SOLID and not additive and not cut_out.has_short_runs:
        start = y * width + x
        for first, end, words in cut_out.runs(width):
            pixels[start + first : start + end] = words
        return
    # by some rows at a time: numbers that are too large take twice as long
    rows = max(LARGEST_BLEND // (right - left + 1), 1)
    for row in range(top, bottom + 1, rows):
        draw_part_of_blit(pixels, width, blit, (left, row, right, min(row + rows - 1, bottom)))


def draw_part_of_blit(pixels: array[int], width: int, blit: Blit, window: Rectangle) -> None:
    """Draws the part of a blit in a `window`, in pixels from the blit's place, all at once."""
    cut_out, x, y, alpha, additive = blit
    left, top, right, bottom = window
    size = right - left + 1
    first = (y + top) * width + x + left
    rows = range(first, first + (bottom - top) * width + 1, width)
    drawn = cut_out.pixels_of_window(window)
    # an opaque cut-out without holes replaces what is below it
    if additive or alpha != SOLID or not cut_out.is_solid:
        below = b"".join([pixels[at : at + size] for at in rows])
        drawn = blend_words(below, drawn, alpha, additive=additive)
    words = array("I", drawn)
    for at, start in zip(range(0, len(words), size), rows, strict=True):
        pixels[start : start + size] = words[at : at + size]

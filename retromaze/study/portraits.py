"""Pictures of single mazes with overlays and legends, one large or several side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from retromaze.study.maze_drawing import disc, maze_image, tree_image
from retromaze.study.overlays import LegendKey, layers, ramp
from retromaze.study.paper import FAINT, INK, PAPER, STRING, text_width, write
from retromaze.study.plan import AnyMaze, plan_of
from retromaze.study.pulled import pulled_straight

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

MARGIN, GAP = 20, 16
LARGE, SMALL = (1160, 700), (560, 340)
"""The field of a maze, alone and beside others, in pixels."""
LEAST_ROOM = 4
"""Pixels across a room below which a maze alone makes its picture larger."""
TITLE, LETTERS, KEY_ROW, MARK = 18, 14, 24, 26
"""Sizes of letters, and of a row and a mark in a legend."""


@dataclass(frozen=True, slots=True)
class Portrait:
    """A maze and what is written over it."""

    title: str
    maze: AnyMaze


def picture_of(shown: Sequence[Portrait], overlays: Sequence[str]) -> Image:
    """One maze large, or several beside each other."""
    return portraits(shown, overlays) if len(shown) > 1 else portrait(shown[0], overlays)


def portrait(shown: Portrait, overlays: Sequence[str]) -> Image:
    """One maze as large as it needs, its legend, and below it its tree if that is an overlay: RGB."""
    field = max(LARGE[0], LEAST_ROOM * shown.maze.width), max(LARGE[1], LEAST_ROOM * shown.maze.height)
    return frame_image(panel(shown, overlays, field, beside=False))


def portraits(shown: Sequence[Portrait], overlays: Sequence[str]) -> Image:
    """Mazes two in a row, or, where trees are asked for, a row for each with its tree beside it: RGB."""
    tree = "tree" in overlays
    panels = [panel(each, overlays, SMALL, beside=tree) for each in shown]
    columns = 1 if tree else 2
    rows = [panels[first : first + columns] for first in range(0, len(panels), columns)]
    wide = max(each.width for each in panels)
    return frame_image(
        join_images([join_images([widen_image(each, wide) for each in row], beside=True) for row in rows])
    )


def panel(shown: Portrait, overlays: Sequence[str], field: tuple[int, int], *, beside: bool) -> Image:
    """Title, maze, legend; its tree with a legend of its own below these or beside them."""
    plan = plan_of(shown.maze)
    found = layers(plan, overlays)
    maze = maze_image(shown.maze, found, field)
    parts = [join_images([lettering(shown.title), maze, legend(found.keys, field[0])])]
    if "tree" in overlays:
        pulled = pulled_straight(plan, field[0] / field[1])
        drawn = [tree_image(pulled, field), legend([tree_key(pulled.cut)], field[0])]
        parts.append(join_images([lettering(" "), *drawn] if beside else drawn))
    return join_images(parts, beside=beside)


def tree_key(cut: int) -> LegendKey:
    """The legend of a tree."""
    text = "side branches, pulled straight"
    return LegendKey("line", STRING, f"{text}; {cut} passages cut to make a tree" if cut else text)


# ---- putting together


def join_images(images: Sequence[Image], *, beside: bool = False) -> Image:
    """Images one below the other, or one beside the other, with a gap."""
    from PIL import Image

    along = [each.width if beside else each.height for each in images]
    length = sum(along) + GAP * (len(images) - 1)
    breadth = max(each.height if beside else each.width for each in images)
    made = Image.new("RGB", (length, breadth) if beside else (breadth, length), PAPER)
    at = 0
    for each, size in zip(images, along, strict=True):
        made.paste(each, (at, 0) if beside else (0, at))
        at += size + GAP
    return made


def widen_image(image: Image, width: int) -> Image:
    """The image on paper of this width."""
    from PIL import Image

    made = Image.new("RGB", (width, image.height), PAPER)
    made.paste(image)
    return made


def frame_image(image: Image) -> Image:
    """The image with a margin."""
    from PIL import ImageOps

    return ImageOps.expand(image, MARGIN, PAPER)


# ---- words


def lettering(text: str) -> Image:
    """A title."""
    from PIL import Image, ImageDraw

    made = Image.new("RGB", (1, 1))
    wide = text_width(ImageDraw.Draw(made), text, TITLE)
    made = Image.new("RGB", (wide + 1, TITLE + 6), PAPER)
    write(ImageDraw.Draw(made), 0, 0, text, TITLE)
    return made


def legend(keys: Sequence[LegendKey], width: int) -> Image:
    """Marks with their words, in as many rows as they need."""
    from PIL import Image, ImageDraw

    ruler = ImageDraw.Draw(Image.new("RGB", (1, 1)))
    places = []
    x = row = 0
    for key in keys:
        wide = mark_width(key) + text_width(ruler, key.text, LETTERS) + 22
        if x and x + wide > width:
            x, row = 0, row + 1
        places.append((x, row * KEY_ROW))
        x += wide
    made = Image.new("RGB", (width, (row + 1) * KEY_ROW), PAPER)
    draw = ImageDraw.Draw(made)
    for key, (left, top) in zip(keys, places, strict=True):
        draw_mark(draw, key, left, top + KEY_ROW // 2)
        write(draw, left + mark_width(key) + 4, top + 2, key.text, LETTERS, INK)
    return made


def mark_width(key: LegendKey) -> int:
    """Pixels of a mark: a row of colors needs more than one."""
    return 4 * MARK if key.mark == "ramp" else MARK


def draw_mark(draw: ImageDraw, key: LegendKey, left: int, y: int) -> None:
    """A mark of the legend, with its middle at height y."""
    right = left + mark_width(key) - 4
    if key.mark == "dot":
        disc(draw, ((left + right) / 2, y), 5, key.color)
    elif key.mark == "line":
        draw.line((left, y, right, y), key.color, 4)
    elif key.mark == "fill":
        draw.rectangle((left, y - 7, right, y + 7), key.color, FAINT)
    else:
        for x in range(left, right):
            draw.line((x, y - 7, x, y + 7), ramp((x - left) / (right - left - 1)))
        draw.rectangle((left, y - 7, right, y + 7), None, FAINT)

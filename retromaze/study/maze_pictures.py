"""Draws mazes by Pillow, with overlays, legends and their trees (the ways as strings, pulled straight)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from retromaze.study.maze_measures import AnyMaze, plan_of
from retromaze.study.maze_overlays import (
    DEAD_END,
    FAINT,
    GOAL,
    INK,
    PAPER,
    RIVER,
    SOLUTION,
    START,
    STRING,
    Geometry,
    LegendKey,
    MazeOverlays,
    Point,
    overlays_of,
    ramp_color,
    text_width,
    unit_places,
    write,
)
from retromaze.study.tree_layout import TreeLayout, bounds, pulled_straight

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw


EDGE = 6
"""Pixels left free around a drawing."""
FEW, MOST = 4, 64
"""A step of fewer pixels is not rounded to whole pixels; a step has no more than the second number."""
Field = tuple[int, int]
"""The greatest width and height of a drawing, in pixels."""


class PixelGeometry(Geometry):
    """A geometry whose step is in pixels."""

    def corner(self, room: int, angle: int) -> Point:
        """Returns the pixel that a corner of a room lies in."""
        x, y = super().corner(room, angle)
        return x // 1, y // 1  # whole numbers below

    def thick(self, share: float) -> int:
        """Returns a share of a step in whole pixels, one or more."""
        return max(round(self.step * share), 1)


# ---- a maze


def maze_image(maze: AnyMaze, shown: MazeOverlays, field: Field) -> Image:
    """Returns the maze and its overlays as large as the field allows: RGB."""
    from PIL import Image, ImageDraw

    geometry, size = geometry_of(maze, field)
    picture = Image.new("RGB", size, PAPER)
    draw = ImageDraw.Draw(picture)
    for room, color in shown.colors.items():
        draw.polygon(geometry.outline(room), color)
    for wall in geometry.walls():
        draw.line(wall, INK, geometry.thick(0.1))
    for room in shown.rivers:
        draw_line(draw, geometry.river_line(room), RIVER, geometry.thick(0.28))
    for room, other in shown.strings:
        draw_line(draw, [geometry.centers[room], geometry.centers[other]], STRING, geometry.thick(0.1))
    for room in shown.knots:
        draw_dot(draw, geometry, room, STRING, 0.14)
    if shown.solution:
        way = [geometry.centers[room] for room in shown.solution]
        draw_line(draw, way, SOLUTION, geometry.thick(0.16))
    for room in shown.dead_ends:
        draw_dot(draw, geometry, room, DEAD_END, 0.22)
    draw_dot(draw, geometry, geometry.plan.start, START, 0.32)
    draw_dot(draw, geometry, geometry.plan.goal, GOAL, 0.32)
    return picture


def geometry_of(maze: AnyMaze, field: Field) -> tuple[PixelGeometry, Field]:
    """Returns the geometry of a maze, and the size of its drawing."""
    middles, (across, down), corner_angle = unit_places(maze)
    # a step of whole pixels, if it is large enough: all walls are straight then
    exact = min((field[0] - 2 * EDGE) / across, (field[1] - 2 * EDGE) / down)
    step = min(math.floor(exact), MOST) if exact >= FEW else exact
    size = math.ceil(across * step) + 2 * EDGE, math.ceil(down * step) + 2 * EDGE
    centers = [(EDGE + x * step, EDGE + y * step) for x, y in middles]
    return PixelGeometry(plan_of(maze), centers, step, corner_angle), size


def draw_line(draw: ImageDraw, points: Sequence[Point], color: str, thick: int) -> None:
    """Draws a line through points; a thick one has a little paper around it, to be seen on any color."""
    if thick > 1:
        draw.line(points, PAPER, thick + 2, joint="curve")
    draw.line(points, color, thick, joint="curve")


def draw_dot(draw: ImageDraw, geometry: PixelGeometry, room: int, color: str, share: float) -> None:
    """Draws a disc in a room; its radius is a share of a step."""
    disc(draw, geometry.centers[room], max(share * geometry.step, 1.5), color)


def disc(draw: ImageDraw, at: Point, radius: float, color: str) -> None:
    x, y = at
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), color)


# ---- its tree


def tree_image(pulled: TreeLayout, field: Field) -> Image:
    """Returns the maze pulled straight: its solution level and red, all other strings gray: RGB."""
    from PIL import Image, ImageDraw

    left, right, bottom, top = bounds(pulled.places.values())
    # pixels of a step of the layout: as large as both sides allow, 16 at most
    across, down = (field[0] - 2 * EDGE) / max(right - left, 1), (field[1] - 2 * EDGE) / max(top - bottom, 1)
    step = min(across, down, 16)
    size = math.ceil((right - left) * step) + 2 * EDGE, math.ceil((top - bottom) * step) + 2 * EDGE
    picture = Image.new("RGB", size, PAPER)
    draw = ImageDraw.Draw(picture)
    at = {room: (EDGE + (x - left) * step, EDGE + (top - y) * step) for room, (x, y) in pulled.places.items()}
    # at least 2, so that a string is visible where a page shows the picture half as wide
    thick = max(min(round(step / 2), 4), 2)
    for room, higher in pulled.above.items():
        draw.line((*at[room], *at[higher]), STRING, thick)
    draw.line([at[room] for room in pulled.solution], SOLUTION, thick + 2)
    # small enough that start and goal of a short solution do not touch
    radius = max(min((len(pulled.solution) - 1) * step * 0.45, 5), 2)
    disc(draw, at[pulled.solution[-1]], radius, GOAL)
    disc(draw, at[pulled.solution[0]], radius, START)
    return picture


MARGIN, GAP = 20, 16
LARGE, SMALL = (860, 520), (440, 280)
"""The field of a maze, alone and beside others, in pixels."""
LEAST_ROOM = 4
"""The least width of a room in pixels; the picture of a single maze is made larger for it."""
TITLE, LETTERS, KEY_ROW, MARK = 19, 16, 26, 26
"""Sizes of letters, and of a row and a mark in a legend."""


def picture_of(shown: Sequence[tuple[str, AnyMaze]], overlays: Sequence[str]) -> Image:
    """Returns a picture of one (title, maze), as large as it needs, or of several, two in a row: RGB."""
    from PIL import ImageOps

    if len(shown) == 1:
        [(title, maze)] = shown
        field = max(LARGE[0], LEAST_ROOM * maze.width), max(LARGE[1], LEAST_ROOM * maze.height)
        picture = panel(title, maze, overlays, field)
    else:
        panels = [panel(title, maze, overlays, SMALL) for title, maze in shown]
        # paper on the right of narrow ones, so that the second of each row begins at the same place
        width = max(each.width for each in panels)
        panels = [ImageOps.expand(each, (0, 0, width - each.width, 0), PAPER) for each in panels]
        rows = [join_images(panels[first : first + 2], beside=True) for first in range(0, len(panels), 2)]
        picture = join_images(rows)
    return ImageOps.expand(picture, MARGIN, PAPER)


def panel(title: str, maze: AnyMaze, overlays: Sequence[str], field: Field) -> Image:
    """Returns title, maze and legend, and below them its tree with a legend of its own."""
    from PIL import Image, ImageDraw

    plan = plan_of(maze)
    overlaid = overlays_of(plan, overlays)
    # no larger than its letters
    heading = Image.new("RGB", (text_width(title, TITLE) + 1, TITLE + 6), PAPER)
    write(ImageDraw.Draw(heading), 0, 0, title, TITLE)
    parts = [heading, maze_image(maze, overlaid, field), legend(overlaid.keys, field[0])]
    if "tree" in overlays:
        pulled = pulled_straight(plan, field[0] / field[1])
        parts += [tree_image(pulled, field), legend([tree_key(pulled.cut)], field[0])]
    return join_images(parts)


def tree_key(cut: int) -> LegendKey:
    """Returns the legend of a tree; `cut` is the number of passages that were cut, as they close circles."""
    text = "side branches, pulled straight"
    return LegendKey("line", STRING, f"{text}; {cut} passages cut to make a tree" if cut else text)


# ---- putting together


def join_images(images: Sequence[Image], *, beside: bool = False) -> Image:
    """Returns images one below the other, or `beside` each other, with a gap."""
    from PIL import Image

    places = []
    right = bottom = left = top = 0
    for each in images:
        places.append((left, top))
        right, bottom = max(right, left + each.width), max(bottom, top + each.height)
        left, top = (right + GAP, 0) if beside else (0, bottom + GAP)
    joined = Image.new("RGB", (right, bottom), PAPER)
    for each, place in zip(images, places, strict=True):
        joined.paste(each, place)
    return joined


# ---- words


def legend(keys: Sequence[LegendKey], width: int) -> Image:
    """Draws marks with their words, in as many rows as they need."""
    from PIL import Image, ImageDraw

    places = []  # the left upper corner of each key
    x = row = 0
    for key in keys:
        item_width = mark_width(key) + text_width(key.text, LETTERS) + 22
        if x and x + item_width > width:
            x, row = 0, row + 1
        places.append((x, row * KEY_ROW))
        x += item_width
    picture = Image.new("RGB", (width, (row + 1) * KEY_ROW), PAPER)
    draw = ImageDraw.Draw(picture)
    for key, (left, top) in zip(keys, places, strict=True):
        draw_mark(draw, key, left, top + KEY_ROW // 2)
        write(draw, left + mark_width(key) + 4, top + 2, key.text, LETTERS, INK)
    return picture


def mark_width(key: LegendKey) -> int:
    """Returns the width of a mark in pixels; a row of colors is wider than others."""
    return 4 * MARK if key.mark == "ramp" else MARK


def draw_mark(draw: ImageDraw, key: LegendKey, left: int, y: int) -> None:
    """Draws a mark of the legend, with its middle at height y."""
    right = left + mark_width(key) - 4
    if key.mark == "dot":
        disc(draw, ((left + right) / 2, y), 5, key.color)
    elif key.mark == "line":
        draw.line((left, y, right, y), key.color, 4)
    elif key.mark == "fill":
        draw.rectangle((left, y - 7, right, y + 7), key.color, FAINT)
    else:  # "ramp"
        for x in range(left, right):
            draw.line((x, y - 7, x, y + 7), ramp_color((x - left) / (right - left - 1)))
        draw.rectangle((left, y - 7, right, y + 7), None, FAINT)

"""Draws a maze with overlays by Pillow, and its tree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from retromaze.study.ground import Ground, extent_of
from retromaze.study.overlays import DEAD_END, GOAL, RIVER, START, Layers
from retromaze.study.paper import INK, PAPER, SOLUTION, STRING, Point
from retromaze.study.plan import AnyMaze, plan_of
from retromaze.study.pulled import Pulled, bounds

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

EDGE = 6
"""Pixels left free around a drawing."""
FEW, MOST = 4, 64
"""Pixels of a step: below the one a part of a pixel matters, above the other none is of use."""
Field = tuple[int, int]
"""The most that a drawing may take, in pixels across and down."""


class PixelGround(Ground):
    """A ground whose step is in pixels."""

    def corner(self, room: int, angle: int) -> Point:
        """The pixel that the corner lies in."""
        x, y = super().corner(room, angle)
        return x // 1, y // 1

    def thick(self, share: float) -> int:
        """A share of a step in whole pixels, one or more."""
        return max(round(self.step * share), 1)


# ---- a maze


def maze_image(maze: AnyMaze, shown: Layers, field: Field) -> Image:
    """The maze and its layers as large as the field allows: RGB."""
    from PIL import Image, ImageDraw

    ground, size = ground_of(maze, field)
    made = Image.new("RGB", size, PAPER)
    draw = ImageDraw.Draw(made)
    for room, color in shown.colors.items():
        draw.polygon([ground.corner(room, heading + ground.half) for heading in ground.headings], color)
    draw_walls(draw, ground)
    draw_rivers(draw, ground, shown)
    draw_passages(draw, ground, shown)
    if shown.solution:
        way = [ground.centers[room] for room in shown.solution]
        draw_line(draw, way, SOLUTION, ground.thick(0.16))
    for room in shown.dead_ends:
        draw_dot(draw, ground, room, DEAD_END, 0.22)
    draw_dot(draw, ground, ground.plan.start, START, 0.32)
    draw_dot(draw, ground, ground.plan.goal, GOAL, 0.32)
    return made


def ground_of(maze: AnyMaze, field: Field) -> tuple[PixelGround, Field]:
    """The ground of a maze, and the size of its drawing."""
    extent = extent_of(maze)
    # Whole pixels where there are enough of them: all walls then lie straight.
    exact = min((field[0] - 2 * EDGE) / extent.across, (field[1] - 2 * EDGE) / extent.down)
    step = min(math.floor(exact), MOST) if exact >= FEW else exact
    size = math.ceil(extent.across * step) + 2 * EDGE, math.ceil(extent.down * step) + 2 * EDGE
    return PixelGround(plan_of(maze), extent.centers(step, EDGE), step, extent.half), size


def draw_walls(draw: ImageDraw, ground: PixelGround) -> None:
    """A line wherever no way leads out of a room."""
    thick = ground.thick(0.1)
    for room, ways in enumerate(ground.plan.ways):
        open_to = {heading for _, heading in ways}
        for heading in ground.headings:
            if heading not in open_to:
                draw.line(ground.wall(room, heading), INK, thick)


def draw_rivers(draw: ImageDraw, ground: PixelGround, shown: Layers) -> None:
    """A stream through each room of a river, from door to door."""
    for room in shown.rivers:
        doors = [middle(*ground.wall(room, heading)) for _, heading in ground.plan.ways[room]]
        draw_line(draw, [doors[0], ground.centers[room], doors[1]], RIVER, ground.thick(0.28))


def draw_passages(draw: ImageDraw, ground: PixelGround, shown: Layers) -> None:
    """A string through each passage, knotted in the middle of the rooms that it joins."""
    for room, other in shown.strings:
        draw_line(draw, [ground.centers[room], ground.centers[other]], STRING, ground.thick(0.1))
    for room in {room for passage in shown.strings for room in passage}.difference(shown.solution):
        draw_dot(draw, ground, room, STRING, 0.14)


def draw_line(draw: ImageDraw, points: Sequence[Point], color: str, thick: int) -> None:
    """A line through points, with a little paper around it if it is thick: it is seen on any color."""
    if thick > 1:
        draw.line(points, PAPER, thick + 2, joint="curve")
    draw.line(points, color, thick, joint="curve")


def draw_dot(draw: ImageDraw, ground: PixelGround, room: int, color: str, share: float) -> None:
    """A disc in a room, its radius a share of a step."""
    disc(draw, ground.centers[room], max(share * ground.step, 1.5), color)


def disc(draw: ImageDraw, at: Point, radius: float, color: str) -> None:
    """A disc around a point."""
    x, y = at
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), color)


def middle(one: Point, other: Point) -> Point:
    """The point half way."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


# ---- its tree


def tree_image(pulled: Pulled, field: Field) -> Image:
    """The maze pulled straight: its solution level and red, all other strings gray: RGB."""
    from PIL import Image, ImageDraw

    left, right, bottom, top = bounds(pulled.places.values())
    step = min((field[0] - 2 * EDGE) / max(right - left, 1), (field[1] - 2 * EDGE) / max(top - bottom, 1), 16)
    size = math.ceil((right - left) * step) + 2 * EDGE, math.ceil((top - bottom) * step) + 2 * EDGE
    made = Image.new("RGB", size, PAPER)
    draw = ImageDraw.Draw(made)
    at = {room: (EDGE + (x - left) * step, EDGE + (top - y) * step) for room, (x, y) in pulled.places.items()}
    draw_strings(draw, pulled, at, step)
    disc(draw, at[pulled.solution[-1]], 4, GOAL)
    disc(draw, at[pulled.solution[0]], 4, START)
    return made


def draw_strings(draw: ImageDraw, pulled: Pulled, at: dict[int, Point], step: float) -> None:
    """All strings, those of the solution last; thin where a step is hardly to be seen."""
    thick = max(round(step / 6), 1)
    for room, higher in pulled.above.items():
        draw.line((*at[room], *at[higher]), STRING, thick)
    draw.line([at[room] for room in pulled.solution], SOLUTION, max(min(round(step / 1.5), thick + 2), 1))

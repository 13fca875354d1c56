"""Draws mazes by Pillow, with overlays, legends and their trees (the ways as strings, pulled straight).

The solution is pulled level, and the branches hang from it. Source: プチコン3号 12日目: lay a string through
every way, tie them in the middle of each room, take hold of start and goal, and pull.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from retromaze.study.maze_measures import AnyMaze, MazePlan, breadth_first, path_to, plan_of
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


# ---- layout of a tree


SPREADS = (8, 5, 3, 2, 1.5, 1)
"""The distances of strings that are tried, in steps, the largest first."""
Place = tuple[float, float]
"""Across and up (above 0) or down (below 0), in steps."""


@dataclass(frozen=True)
class TreeLayout:
    """A maze as strings.

    `solution`: the rooms from start to goal, or the start alone if no way leads to the goal.
    `places`: the place of each room that can be reached. The solution is at height 0, one step from room to
    room; each other room is as many steps above or below as it is steps away from the solution.
    `above`: the room that each other room hangs from. `cut`: the number of passages that close a circle.
    """

    solution: list[int]
    places: dict[int, Place]
    above: dict[int, int]
    cut: int


def pulled_straight(plan: MazePlan, aspect: float = 2.0) -> TreeLayout:
    """Returns the maze pulled at start and goal; branches hang up and down in turn, without crossing.

    Strings hang as far apart as possible in a field `aspect` times as wide as high; the rooms of the solution
    are always one step apart.
    """
    steps, previous = breadth_first(plan, plan.start)
    solution = path_to(previous, plan.goal) if plan.goal in steps else [plan.start]
    # the next room on a shortest way to the solution, for each room off it, the nearest first
    above = {room: higher for room, higher in breadth_first(plan, *solution)[1].items() if room != higher}
    offsets, widths = hang_offsets(above)
    # the first spacing that fits is taken; 1, the last one, in any case
    for spacing in SPREADS:
        spread = {room: spacing * far for room, far in offsets.items()}
        places = place_branches(solution, above, spread, widths, spacing)
        left, right, bottom, top = bounds(places.values())
        # narrow enough for the field, or no wider than the solution, which cannot be made narrower
        if right - left <= max(aspect * (top - bottom), len(solution) - 1):
            break
    # each passage is counted from both ends; a tree has one less than rooms
    passages = sum(len(plan.exits[room]) for room in steps) // 2
    return TreeLayout(solution, places, above, passages - len(steps) + 1)


def place_branches(
    solution: Sequence[int],
    above: dict[int, int],
    offsets: dict[int, float],
    widths: dict[int, int],
    spacing: float,
) -> dict[int, Place]:
    """Returns the places of all rooms if the strings of a branch are `spacing` steps apart.

    `offsets` has how far right of the room above it each room is, `widths` the strings of each branch.
    """
    places = {room: (float(column), 0.0) for column, room in enumerate(solution)}
    # the first rooms of the branches, from start to goal
    first_rooms = [room for room, higher in above.items() if higher in places]
    first_rooms.sort(key=lambda room: places[above[room]])
    # in turn below (-1) and above (1) the solution
    for sign, side in ((-1, first_rooms[::2]), (1, first_rooms[1::2])):
        branches = [(places[above[room]][0], (widths[room] - 1) * spacing + 1) for room in side]
        for room, across in zip(side, side_by_side(branches), strict=True):
            places[room] = across, sign
    for room, higher in above.items():
        if room not in places:
            across, height = places[higher]
            places[room] = across + offsets[room], height + (1 if height > 0 else -1)
    return places


def hang_offsets(above: dict[int, int]) -> tuple[dict[int, int], dict[int, int]]:
    """Returns how far to the right of the room above it each room hangs, and the width of each branch.

    The longest string of a room hangs straight down; the others hang to its right, the next longest first, as
    near as the strings before them allow. The width of a branch, by its first room, is the number of strings
    side by side.
    """
    below: dict[int, list[int]] = {}
    for room, higher in above.items():
        below.setdefault(higher, []).append(room)
    # For each room how far to the right it and the rooms below it reach, row by row, the lowest row first:
    # so a room is appended as a row above its longest string, without copying.
    reach: dict[int, list[int]] = {}
    offsets = dict.fromkeys(above, 0)
    # `above` has the nearest rooms first: all rooms below a room come before it
    for room in reversed(above):
        longest_first = sorted(below.get(room, ()), key=lambda each: -len(reach[each]))
        rows = reach.pop(longest_first[0]) if longest_first else []
        for other in longest_first[1:]:
            other_rows = reach.pop(other)
            # lists begin with the lowest row: both end with the row right below the room
            start = len(rows) - len(other_rows)
            offsets[other] = max(rows[start:]) + 1
            rows[start:] = [offsets[other] + row for row in other_rows]
        rows.append(0)
        reach[room] = rows
    # all others have been taken out by the room above them
    return offsets, {first_room: max(rows) + 1 for first_room, rows in reach.items()}


def side_by_side(branches: Sequence[tuple[float, float]]) -> list[float]:
    """Returns x of each branch, so that none overlaps the next, as near to their wanted places as possible.

    `branches` are (wanted place, width). It is the best by least squares: an isotonic regression, by pooling
    adjacent violators. Branches that would overlap become a group, which stands side by side around the mean
    of its wanted places.
    """
    # (place, size) of each group; places are less the width of all branches before, so that branches side by
    # side have the same place, and places must not fall from group to group
    groups: list[tuple[float, int]] = []
    shifts = [0.0]
    for wanted, width in branches:
        place, count = wanted - shifts[-1], 1
        # the group before would overlap: both become one group at their mean
        while groups and groups[-1][0] > place:
            other_place, other_count = groups.pop()
            total = count + other_count
            place, count = (place * count + other_place * other_count) / total, total
        groups.append((place, count))
        shifts.append(shifts[-1] + width)
    places = [place for place, count in groups for _ in range(count)]
    # the last shift is the width of all
    return [place + shift for place, shift in zip(places, shifts, strict=False)]


def bounds(places: Iterable[Place]) -> tuple[float, float, float, float]:
    """Returns the least and the greatest x, and the least and the greatest height."""
    across, heights = zip(*places, strict=True)
    return min(across), max(across), min(heights), max(heights)

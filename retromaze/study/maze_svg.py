"""Draws a maze as SVG for a sheet of A4, with overlays (solution, rivers, strings through ways), a legend."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from retromaze.study.maze_measures import AnyMaze, MazePlan, plan_of
from retromaze.study.maze_overlays import (
    DEAD_END,
    FAINT,
    GOAL,
    INK,
    NEAR_TO_FAR,
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
    unit_places,
)
from retromaze.study.maze_pictures import TreeLayout, bounds, pulled_straight, tree_key

Line = tuple[Point, Point]


def svg_number(value: float) -> str:
    """Returns a length or a coordinate as SVG text, to a thousandth."""
    # + 0 makes 0 of -0
    return f"{round(value, 3) + 0:.3f}".rstrip("0").rstrip(".")


def translated(parts: Iterable[str], across: float, down: float) -> list[str]:
    """Returns the SVG elements in a group that is moved to the right and down."""
    return [f'<g transform="translate({svg_number(across)} {svg_number(down)})">', *parts, "</g>"]


def stroke_path(path: str, color: str, thick: float, *, cap: str = "round") -> str:
    """Returns an SVG path element that is drawn as a line; `cap` is the shape of its ends."""
    return (
        f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{svg_number(thick)}"'
        f' stroke-linecap="{cap}" stroke-linejoin="round"/>'
    )


def haloed_stroke(path: str, color: str, thick: float) -> list[str]:
    """Returns a line with a wider white line below it, so that it is visible on any color."""
    return [stroke_path(path, PAPER, thick * 1.5), stroke_path(path, color, thick)]


def polyline(points: Sequence[Point]) -> str:
    """Returns an SVG path through points: `M0 0L5 0`."""
    return "M" + "L".join(f"{svg_number(x)} {svg_number(y)}" for x, y in points)


def closed_path(points: Sequence[Point]) -> str:
    """Returns a closed path around these points."""
    return polyline(points) + "Z"


def path_of_lines(segments: Iterable[Line]) -> str:
    """Returns separate lines as one SVG path."""
    return "".join(map(polyline, segments))


def circle(at: Point, radius: float, color: str, rim: str = "", thick: float = 0) -> str:
    """Returns a circle with a line around it if `rim` is a color; the line's middle is at the radius."""
    x, y, size = map(svg_number, (*at, radius))
    line = f' stroke="{rim}"' if rim else ""
    line += f' stroke-width="{svg_number(thick)}"' if thick else ""
    return f'<circle cx="{x}" cy="{y}" r="{size}" fill="{color}"{line}/>'


def ring(at: Point, radius: float, color: str) -> str:
    """Returns a ring, which differs from a disc even without color; the radius is the outer one."""
    thick = radius * 0.4
    return circle(at, radius - thick / 2, PAPER, color, thick)


def text(at: Point, words: str, size: float, color: str) -> str:
    """Returns a text that begins at this point of its base line; `size` is in millimeters."""
    x, y = map(svg_number, at)
    return f'<text x="{x}" y="{y}" font-size="{svg_number(size)}" fill="{color}">{escape(words)}</text>'


def joined_lines(segments: Iterable[Line]) -> list[Line]:
    """Merges lines: duplicates are removed, and lines that continue each other straight become one."""
    # (direction, end) of each line so far: its beginning
    begins: dict[tuple[Point, Point], Point] = {}
    for start, end in sorted({(min(line), max(line)) for line in segments}):
        heading = direction(start, end)
        # a line that ends where this one begins is replaced by both as one
        begins[heading, end] = begins.pop((heading, start), start)
    return sorted((start, end) for (_, end), start in begins.items())


def direction(start: Point, end: Point) -> Point:
    """Returns the direction of a line: a step of length 1, to a hundredth."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = (across**2 + down**2) ** 0.5
    return round(across / length, 2), round(down / length, 2)


SHEET = 186.0, 240.0
"""The field of a maze in millimeters: with edges and a line below it, A4 or Letter with margins of 10 mm."""
TREE_HEIGHT = 120.0
LARGEST, HAIR, WALL = 10.0, 0.1, 0.6
"""Millimeters of a step at most, of the thinnest line, and of the thickest wall."""
EDGE, GAP = 2.0, 4.0
LETTERS, ROW, MARK = 3.2, 5.0, 10.0
"""Height of letters and of a row of the legend, and the width of its marks, in millimeters."""
Part = tuple[float, list[str]]
"""The height of a part of the sheet, and its SVG elements."""


class SheetGeometry(Geometry):
    """A geometry whose step is in millimeters."""

    def thick(self, share: float) -> float:
        """Returns a share of a step, but at least the width of a hairline."""
        return max(self.step * share, HAIR)


def svg_of(title: str, maze: AnyMaze, overlays: Sequence[str]) -> str:
    """Returns an SVG file of a maze to be printed: alone, to be solved, or with overlays and a legend."""
    plan = plan_of(maze)
    overlaid = overlays_of(plan, overlays)
    geometry, size = geometry_of(maze, plan)
    parts = [(size[1], list(maze_parts(geometry, overlaid)))]
    task = text((0, GAP + LETTERS), f"{title}: from the disc to the ring", LETTERS, FAINT)
    parts.append((ROW + GAP, [task]))
    if overlays:
        parts += map(legend_row, overlaid.keys)
    if "tree" in overlays:
        pulled = pulled_straight(plan, SHEET[0] / TREE_HEIGHT)
        parts += [tree_part(pulled), legend_row(tree_key(pulled.cut))]
    top, stacked = EDGE, list[str]()
    for part_height, elements in parts:
        stacked += translated(elements, EDGE, top)
        top += part_height
    width, height = svg_number(max(size[0], SHEET[0]) + 2 * EDGE), svg_number(top + EDGE)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
            f' viewBox="0 0 {width} {height}" font-family="sans-serif">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            *stacked,
            "</svg>\n",
        ]
    )


def geometry_of(maze: AnyMaze, plan: MazePlan) -> tuple[SheetGeometry, Point]:
    """Returns the geometry of a maze on the sheet, and its width and height."""
    middles, (across, down), corner_angle = unit_places(maze)
    largest = min(SHEET[0] / across, SHEET[1] / down, LARGEST)
    # whole hundredths, so that a corner of two rooms has exactly the same numbers
    step = math.floor(largest * 100) / 100
    centers = [(x * step, y * step) for x, y in middles]
    return SheetGeometry(plan, centers, step, corner_angle), (across * step, down * step)


# ---- a maze


def maze_parts(geometry: SheetGeometry, shown: MazeOverlays) -> Iterator[str]:
    """Yields the maze and its overlays, the lowest first."""
    yield from colored_rooms(geometry, shown.colors)
    walls = path_of_lines(joined_lines(geometry.walls()))
    yield stroke_path(walls, INK, min(geometry.thick(0.1), WALL), cap="square")
    if shown.rivers:
        rivers = "".join(polyline(geometry.river_line(room)) for room in shown.rivers)
        yield from haloed_stroke(rivers, RIVER, geometry.thick(0.28))
    if shown.strings:
        strings = [(geometry.centers[room], geometry.centers[other]) for room, other in shown.strings]
        yield from haloed_stroke(path_of_lines(joined_lines(strings)), STRING, geometry.thick(0.1))
        yield from (circle(geometry.centers[room], 0.14 * geometry.step, STRING) for room in shown.knots)
    if len(shown.solution) > 1:
        way = polyline([geometry.centers[room] for room in shown.solution])
        yield from haloed_stroke(way, SOLUTION, geometry.thick(0.16))
    yield from (circle(geometry.centers[room], 0.22 * geometry.step, DEAD_END) for room in shown.dead_ends)
    yield circle(geometry.centers[geometry.plan.start], 0.32 * geometry.step, START)
    yield ring(geometry.centers[geometry.plan.goal], 0.32 * geometry.step, GOAL)


def colored_rooms(geometry: SheetGeometry, color_of: dict[int, str]) -> Iterator[str]:
    """Yields the colored rooms, one path for each color; its outline closes gaps between rooms."""
    by_color: dict[str, list[int]] = {}
    for room, color in color_of.items():
        by_color.setdefault(color, []).append(room)
    for color, rooms in by_color.items():
        path = "".join(closed_path(geometry.outline(room)) for room in rooms)
        yield f'<path d="{path}" fill="{color}" stroke="{color}" stroke-width="0.2"/>'


# ---- below it


def legend_row(key: LegendKey) -> Part:
    """Returns a row of the legend: a mark and its words."""
    middle = ROW / 2
    rectangle = f'<rect y="0.8" width="{svg_number(MARK)}" height="{svg_number(ROW - 1.6)}" fill="{{}}"/>'
    if key.mark == "dot":
        draw = ring if key.color == GOAL else circle
        mark = [draw((MARK / 2, middle), 1.4, key.color)]
    elif key.mark == "line":
        mark = [stroke_path(polyline([(0.5, middle), (MARK - 0.5, middle)]), key.color, 1)]
    elif key.mark == "fill":
        mark = [rectangle.format(key.color)]
    else:  # "ramp"
        stops = "".join(
            f'<stop offset="{at / (len(NEAR_TO_FAR) - 1):.2f}" stop-color="rgb{color}"/>'
            for at, color in enumerate(NEAR_TO_FAR)
        )
        mark = [f'<linearGradient id="steps">{stops}</linearGradient>', rectangle.format("url(#steps)")]
    return ROW, [*mark, text((MARK + 2, middle + LETTERS / 3), key.text, LETTERS, INK)]


def tree_part(pulled: TreeLayout) -> Part:
    """Returns the maze pulled straight: its solution level and red, all other strings gray."""
    left, right, bottom, top = bounds(pulled.places.values())
    # millimeters of a step of the layout
    step = min(SHEET[0] / max(right - left, 1), TREE_HEIGHT / max(top - bottom, 1), LARGEST / 2)
    at = {
        room: (round((x - left) * step, 3), round((top - y) * step, 3))
        for room, (x, y) in pulled.places.items()
    }
    strings = [(at[room], at[higher]) for room, higher in pulled.above.items()]
    thickness = max(step / 6, HAIR)
    elements = [stroke_path(path_of_lines(joined_lines(strings)), STRING, thickness)]
    if len(pulled.solution) > 1:
        way = polyline([at[room] for room in pulled.solution])
        elements.append(stroke_path(way, SOLUTION, 2 * thickness))
        elements.append(ring(at[pulled.solution[-1]], 1.2, GOAL))
    elements.append(circle(at[pulled.solution[0]], 1.2, START))
    return (top - bottom) * step + 2 * GAP, translated(elements, 0, GAP)

"""Draws the chart of a study by Pillow: a maze of each kind with its solution, and its figures as bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.ports.mazes import Blocks
from retromaze.study.kinds import make
from retromaze.study.layers import FAINT, PAPER, SOLUTION, STRING, Point, write
from retromaze.study.measures import AnyMaze, Measures, places, plan_of, rooms_of, walk, way_back
from retromaze.study.survey import Interval, Results, Sample, mean_interval, share_interval

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

BAR, SECOND_BAR, WHISKER = "#4285f4", "#a0c3ff", "#202124"
GRID, CLOSED = "#dadce0", "#f9ab00"

Box = tuple[int, int, int, int]
"""Left, top, right and bottom of a field, in pixels."""

WIDTH, TOP, ROW, BOTTOM, MARGIN = 1340, 96, 126, 44, 20
SKETCH = 200, 110
BINS = 60


@dataclass(frozen=True)
class Bars:
    """One column of bars: what it shows of each kind, in one or two bars, on a common scale from 0."""

    heading: str
    left: int
    right: int
    values: Sequence[Callable[[Sequence[Measures]], Interval | None]]
    unit: str = ""


def study_chart(results: Results, kinds: Sequence[str], width: int, height: int) -> Image:
    """An RGB picture, 1340 pixels wide, with a row for each kind."""
    from PIL import Image, ImageDraw

    made = Image.new("RGB", (WIDTH, TOP + ROW * len(kinds) + BOTTOM), PAPER)
    draw = ImageDraw.Draw(made)
    rows = {kind: results[Sample(kind, width, height)] for kind in kinds}
    count = len(next(iter(rows.values())))
    write(draw, MARGIN, 14, f"{width} x {height} rooms, {count} mazes a kind", 22)
    write(draw, MARGIN, 66, "kind, and the maze of seed 1", 12, FAINT)
    for number, kind in enumerate(kinds):
        top = TOP + ROW * number
        draw.line((MARGIN, top - 6, WIDTH - MARGIN, top - 6), GRID)
        write(draw, MARGIN, top, Path(kind).name, 15)
        draw_sketch(draw, make(kind, width, height, 1), (150, top + 2, 150 + SKETCH[0], top + SKETCH[1]))
    draw_histograms(draw, rows, width + height)
    for column in BAR_COLUMNS:
        draw_bars(draw, column, rows)
    note = "red: the solution; yellow: closed rooms; bars: means; thin lines: 95 % intervals"
    write(draw, MARGIN, made.height - 30, note, 13, FAINT)
    return made


def mean_of(value: Callable[[Measures], float | None]) -> Callable[[Sequence[Measures]], Interval | None]:
    """The mean of a measure over those mazes that have it."""
    return lambda mazes: mean_interval([found for found in map(value, mazes) if found is not None])


def share_of(holds: Callable[[Measures], bool]) -> Callable[[Sequence[Measures]], Interval | None]:
    """The percentage of mazes for which something holds."""

    def percent(mazes: Sequence[Measures]) -> Interval:
        found = share_interval(sum(map(holds, mazes)), len(mazes))
        return Interval(100 * found.mean, 100 * found.low, 100 * found.high, 0, 100, found.count)

    return percent


BAR_COLUMNS = (
    Bars(
        "side branches: mean, longest",
        740,
        940,
        (mean_of(lambda maze: maze.branch_length), mean_of(lambda maze: maze.longest_branch)),
    ),
    Bars(
        "dead ends, river",
        960,
        1140,
        (
            mean_of(lambda maze: 100 * maze.dead_ends / (maze.rooms - maze.closed)),
            mean_of(lambda maze: 100 * maze.river_share),
        ),
        " %",
    ),
    Bars("mazes with closed rooms", 1160, 1320, (share_of(lambda maze: maze.closed > 0),), " %"),
)


# ---- the maze


def scaled_points(found: Sequence[Point], box: Box) -> list[Point]:
    """The places, blown up to fill the box without changing their shape."""
    left, top, right, bottom = box
    columns, rows = max(x for x, _ in found) or 1, max(y for _, y in found) or 1
    scale = min((right - left) / columns, (bottom - top) / rows)
    return [(left + x * scale, top + y * scale) for x, y in found]


def draw_sketch(draw: ImageDraw, maze: AnyMaze, box: Box) -> None:
    """The maze as the article draws it: a string through every passage, tied in the middle of each room."""
    plan = plan_of(maze)
    at = scaled_points(places(rooms_of(maze) if isinstance(maze, Blocks) else maze), box)
    steps, before = walk(plan, plan.start)
    for room, ways in enumerate(plan.ways):
        color = STRING if room in steps else CLOSED
        for beyond, _ in ways:
            draw.line((*at[room], *at[beyond]), color)
        if room not in steps:
            draw.point(at[room], CLOSED)
    if plan.goal in steps:
        way = way_back(before, plan.goal)
        draw.line([at[room] for room in way], SOLUTION, 2)


# ---- the figures


def draw_histograms(draw: ImageDraw, rows: dict[str, list[Measures]], limit: int) -> None:
    """Draws the lengths of the solutions on a common scale, with width + height marked."""
    left, right = 370, 720
    lengths = {kind: [m.solution for m in mazes if m.solution is not None] for kind, mazes in rows.items()}
    longest = max(limit, *(max(found, default=0) for found in lengths.values()))
    label = f"length of the solution, 0 to {longest} steps (dotted: width + height)"
    write(draw, left, 66, label, 12, FAINT)
    for number, found in enumerate(lengths.values()):
        top = TOP + ROW * number
        box = (left, top + 18, right, top + ROW - 20)
        draw_histogram(draw, found, longest, box)
        mark = left + round((right - left) * limit / longest)
        for y in range(top + 8, box[3], 6):
            draw.line((mark, y, mark, y + 2), SOLUTION)
        value = mean_interval(found)
        if value:
            write(draw, right - 150, top, f"{value.mean:.1f} ± {value.margin:.1f}", 13)


def draw_histogram(draw: ImageDraw, found: Sequence[int], longest: int, box: Box) -> None:
    """The lengths in equal bins from 0 to `longest`, the fullest bin as high as the box."""
    left, top, right, bottom = box
    counts = [0] * BINS
    for each in found:
        counts[min(each * BINS // (longest + 1), BINS - 1)] += 1
    draw.line((left, bottom, right, bottom), GRID)
    step = (right - left) / BINS
    for number, count in enumerate(counts):
        if count:
            high = max(round((bottom - top) * count / max(counts)), 1)
            x = round(left + number * step)
            draw.rectangle((x, bottom - high, x + max(round(step) - 2, 0), bottom), BAR)


def draw_bars(draw: ImageDraw, column: Bars, rows: dict[str, list[Measures]]) -> None:
    """One or two bars a kind with their figures."""
    write(draw, column.left, 66, column.heading, 12, FAINT)
    found = [[value(mazes) for value in column.values] for mazes in rows.values()]
    most = max((each.high for row in found for each in row if each), default=0) or 1
    room = column.right - column.left
    for number, row in enumerate(found):
        y = TOP + ROW * number + 8
        for value, color in zip(row, (BAR, SECOND_BAR), strict=False):
            if value:
                draw_bar(draw, value, color, (column.left, y), room / most)
                write(draw, column.left, y + 20, f"{value.mean:.1f}{column.unit}", 13)
            y += 48


def draw_bar(draw: ImageDraw, value: Interval, color: str, at: tuple[int, int], scale: float) -> None:
    """A bar with the interval as a thin line across its end."""
    left, top = at
    draw.rectangle((left, top, left + round(value.mean * scale), top + 16), color)
    low, high = (left + round(max(each, 0) * scale) for each in (value.low, value.high))
    draw.line((low, top + 8, high, top + 8), WHISKER)
    draw.line((low, top + 5, low, top + 11), WHISKER)
    draw.line((high, top + 5, high, top + 11), WHISKER)

"""Parts that all pictures of a maze share: colors, places of rooms, overlays (solution, rivers, strings)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from retromaze.errors import UsageError
from retromaze.ports.mazes import Blocks, Hexagons
from retromaze.study.maze_measures import (
    AnyMaze,
    MazePlan,
    breadth_first,
    dead_ends,
    path_to,
    places,
    rooms_of,
)

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw


PAPER, INK, FAINT = "#ffffff", "#202124", "#80868b"
STRING, SOLUTION = "#9aa0a6", "#d93025"
Point = tuple[float, float]


def write(draw: ImageDraw, x: int, y: int, text: str, size: int, color: str = INK) -> None:
    """Writes a text with its top left corner at (x, y), in the font of Pillow."""
    from PIL import ImageFont

    draw.text((x, y), text, color, ImageFont.load_default(size))


def text_width(text: str, size: int) -> int:
    """Returns the width of a text in pixels, in the font of Pillow."""
    from PIL import ImageFont

    return round(ImageFont.load_default(size).getlength(text))


@dataclass(frozen=True)
class Geometry:
    """The geometry of a maze in a picture; `step` is the distance of two rooms in the picture's unit.

    `centers`: the middle of each room. `corner_angle`: the angle in degrees from the direction of a way to a
    corner of the room; walls are at right angles to these directions.
    """

    plan: MazePlan
    centers: list[Point]
    step: float
    corner_angle: int

    def corner(self, room: int, angle: int) -> Point:
        """Returns the corner of a room at this angle, in degrees clockwise from the east."""
        x, y = self.centers[room]
        # a wall is half a step away from the middle; its ends, the corners, are farther
        reach = self.step / 2 / math.cos(math.radians(self.corner_angle))
        turned = math.radians(angle)
        # rounded, so that a corner of two rooms is exactly the same point
        return round(x + reach * math.cos(turned), 3), round(y + reach * math.sin(turned), 3)

    def wall(self, room: int, heading: int) -> tuple[Point, Point]:
        """Returns the two corners of a room at the ends of the wall in this direction."""
        return self.corner(room, heading - self.corner_angle), self.corner(room, heading + self.corner_angle)

    def walls(self) -> Iterator[tuple[Point, Point]]:
        """Yields a line wherever no way leads out of a room; a wall between two rooms is drawn from both."""
        for room, exits in enumerate(self.plan.exits):
            open_to = {heading for _, heading in exits}
            yield from (self.wall(room, heading) for heading in self.headings if heading not in open_to)

    def outline(self, room: int) -> list[Point]:
        """Returns all corners of a room."""
        return [self.corner(room, heading + self.corner_angle) for heading in self.headings]

    def river_line(self, room: int) -> list[Point]:
        """Returns a line through a room with two ways out, from door to door."""
        walls = [self.wall(room, heading) for _, heading in self.plan.exits[room]]
        one, other = (((x + other_x) / 2, (y + other_y) / 2) for (x, y), (other_x, other_y) in walls)
        return [one, self.centers[room], other]

    @property
    def headings(self) -> range:
        """All headings, clockwise from the east."""
        return range(0, 360, 2 * self.corner_angle)


def unit_places(maze: AnyMaze) -> tuple[list[Point], Point, int]:
    """Returns the middle of each room and the size of the maze, both in steps from room to room.

    The third value is the angle from the direction of a way to a corner of a room, see Geometry.
    """
    flat = rooms_of(maze) if isinstance(maze, Blocks) else maze
    corner_angle = 30 if isinstance(flat, Hexagons) else 45
    # rows of hexagons are nearer to each other than the rooms in a row
    pitch = math.cos(math.radians(30)) if isinstance(flat, Hexagons) else 1.0
    # from the upper edge to the middle of the first row
    reach = 0.5 / pitch
    middles = [(x + 0.5, y * pitch + reach) for x, y in places(flat)]
    return middles, (flat.width, (flat.height - 1) * pitch + 2 * reach), corner_angle


OVERLAYS = "solution", "distance", "dead-ends", "river", "strings", "tree"
"""What can be drawn over a maze; `retromaze study --help-all` explains each."""
DEAD_END, RIVER, CLOSED, START, GOAL = "#e8710a", "#1a73e8", "#bdc1c6", "#188038", "#9334e6"
NEAR_TO_FAR = ((255, 255, 229), (255, 227, 145), (173, 221, 142), (65, 182, 196), (34, 94, 168), (37, 37, 94))
Mark = Literal["line", "dot", "fill", "ramp"]


@dataclass(frozen=True, slots=True)
class LegendKey:
    """A line of the legend: how something is drawn, its color, and the text, which may have a number."""

    mark: Mark
    color: str
    text: str


@dataclass(frozen=True)
class MazeOverlays:
    """The overlays of a maze, with rooms by their number in its plan; overlays not asked for are empty."""

    colors: dict[int, str]
    solution: Sequence[int] = ()
    dead_ends: Sequence[int] = ()
    rivers: Sequence[int] = ()
    strings: Sequence[tuple[int, int]] = ()
    """The two rooms of each passage."""
    keys: list[LegendKey] = field(default_factory=list)

    @property
    def knots(self) -> list[int]:
        """The rooms in which strings are knotted, without the solution's rooms."""
        return sorted({room for passage in self.strings for room in passage}.difference(self.solution))


def chosen_overlays(names: Sequence[str]) -> list[str]:
    """Returns the overlays that these words name, each once; several in a word are separated by commas.

    Raises UsageError for unknown ones.
    """
    overlays = [name for word in names for name in word.split(",")]
    for name in overlays:
        if name not in OVERLAYS:
            raise UsageError(f"no overlay is called {name!r}; there are {', '.join(OVERLAYS)}")
    return list(dict.fromkeys(overlays))


def overlays_of(plan: MazePlan, overlays: Sequence[str]) -> MazeOverlays:
    """Returns the overlays of these names, with their legend. Strings and tree show the solution as well."""
    # the steps to each room that can be reached, and the room before it
    steps, previous = breadth_first(plan, plan.start)
    wanted = set(overlays)
    if wanted & {"strings", "tree"}:
        wanted.add("solution")
    solution = path_to(previous, plan.goal) if "solution" in wanted and plan.goal in steps else []
    farthest = max(steps.values())
    colors: dict[int, str] = {}
    if "distance" in wanted:
        # 1: no room but the start can be reached
        colors = {room: ramp_color(distance / (farthest or 1)) for room, distance in steps.items()}
    colors.update((room, CLOSED) for room in range(len(plan.exits)) if room not in steps)
    # the two rooms of each passage, the lower number first
    passages = [(room, other) for room, exits in enumerate(plan.exits) for other, _ in exits if room < other]
    shown = MazeOverlays(
        colors=colors,
        solution=solution,
        dead_ends=dead_ends(plan, steps) if "dead-ends" in wanted else [],
        rivers=[room for room in steps if len(plan.exits[room]) == 2] if "river" in wanted else [],
        strings=passages if "strings" in wanted else [],
    )
    shown.keys.extend(legend_keys(shown, wanted, farthest, len(plan.exits) - len(steps)))
    return shown


def legend_keys(overlays: MazeOverlays, wanted: set[str], farthest: int, closed: int) -> Iterator[LegendKey]:
    """Yields the legend; `farthest`: steps to the farthest room; `closed`: number of unreachable rooms."""
    yield LegendKey("dot", START, "start")
    yield LegendKey("dot", GOAL, "goal")
    if "solution" in wanted:
        steps = steps_text(len(overlays.solution) - 1) if overlays.solution else "none"
        yield LegendKey("line", SOLUTION, f"solution: {steps}")
    if "distance" in wanted:
        yield LegendKey("ramp", "", f"0 to {steps_text(farthest)} from the start")
    if "dead-ends" in wanted:
        yield LegendKey("dot", DEAD_END, f"dead ends: {len(overlays.dead_ends)}")
    if "river" in wanted:
        yield LegendKey("line", RIVER, f"river: {len(overlays.rivers)} rooms")
    if "strings" in wanted:
        yield LegendKey("line", STRING, f"strings: {len(overlays.strings)} from room to room")
    if closed:
        yield LegendKey("fill", CLOSED, f"closed rooms: {closed}")


def steps_text(count: int) -> str:
    """Returns a number of steps in words."""
    return "1 step" if count == 1 else f"{count} steps"


def ramp_color(share: float) -> str:
    """Returns the color of a share of the longest distance, from 0 (near) to 1 (far)."""
    last = len(NEAR_TO_FAR) - 1
    # between the color number `at` and the next one, `part` of the way
    at, part = divmod(share * last, 1)
    near, far = NEAR_TO_FAR[int(at)], NEAR_TO_FAR[min(int(at) + 1, last)]
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(near, far, strict=True))
    return f"#{red:02x}{green:02x}{blue:02x}"

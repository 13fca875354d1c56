"""Where a maze lies in a picture: the middle of each room, its corners, and the walls between these."""

from __future__ import annotations

import math
from dataclasses import dataclass

from retromaze.ports.mazes import Blocks, Hexagons, Rooms
from retromaze.study.paper import Point
from retromaze.study.plan import AnyMaze, MazePlan, places, rooms_of


@dataclass(frozen=True)
class Ground:
    """The middle of each room, a step in the picture's own unit, and how a room is cut.

    Walls stand at right angles to the headings of ways; `half` is the angle from a heading to a corner.
    """

    plan: MazePlan
    centers: list[Point]
    step: float
    half: int

    def corner(self, room: int, angle: int) -> Point:
        """The corner of a room at this angle, in degrees clockwise from the east."""
        x, y = self.centers[room]
        reach = self.step / 2 / math.cos(math.radians(self.half))
        turned = math.radians(angle)
        # Rounded, so that rooms agree on the corner that they share.
        return round(x + reach * math.cos(turned), 3), round(y + reach * math.sin(turned), 3)

    def wall(self, room: int, heading: int) -> tuple[Point, Point]:
        """The two corners of a room that a heading passes between."""
        return self.corner(room, heading - self.half), self.corner(room, heading + self.half)

    @property
    def headings(self) -> range:
        """All headings, clockwise from the east."""
        return range(0, 360, 2 * self.half)


@dataclass(frozen=True)
class Extent:
    """A maze measured in steps: how far it goes across and down.

    `half` is as in Ground, `pitch` the way from row to row, and `reach` that from a middle to the upper edge.
    """

    flat: Rooms | Hexagons
    half: int
    pitch: float
    reach: float

    @property
    def across(self) -> int:
        return self.flat.width

    @property
    def down(self) -> float:
        return (self.flat.height - 1) * self.pitch + 2 * self.reach

    def centers(self, step: float, edge: float = 0) -> list[Point]:
        """The middle of each room, with that much left free around the maze."""
        return [
            (edge + (x + 0.5) * step, edge + (y * self.pitch + self.reach) * step)
            for x, y in places(self.flat)
        ]


def extent_of(maze: AnyMaze) -> Extent:
    """The extent of rooms that are squares, or hexagons."""
    flat: Rooms | Hexagons = rooms_of(maze) if isinstance(maze, Blocks) else maze
    if not isinstance(flat, Hexagons):
        return Extent(flat, 45, 1.0, 0.5)
    # Rows of hexagons lie nearer to each other than the rooms in them.
    nearer = math.cos(math.radians(30))
    return Extent(flat, 30, nearer, 0.5 / nearer)

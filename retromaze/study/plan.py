"""Plans: a maze of any shape as rooms and passages, so that all are measured alike."""

from __future__ import annotations

from dataclasses import dataclass

from retromaze.ports.mazes import Blocks, Hexagons, Rooms
from retromaze.ports.mazes import hexagons as six
from retromaze.ports.mazes import rooms as four
from retromaze.ports.mazes.blocks import WALLS

AnyMaze = Rooms | Blocks | Hexagons
Ways = list[tuple[int, int]]
"""(room, heading) for each way out of a room; a heading is in degrees, clockwise from the east."""

SQUARE_HEADINGS = {four.EAST: 0, four.SOUTH: 90, four.WEST: 180, four.NORTH: 270}
HEXAGON_HEADINGS = {
    six.EAST: 0,
    six.SOUTH_EAST: 60,
    six.SOUTH_WEST: 120,
    six.WEST: 180,
    six.NORTH_WEST: 240,
    six.NORTH_EAST: 300,
}

FREE = bytes(block not in WALLS for block in range(256))
"""For `bytes.translate`: 1 for what is no wall."""


@dataclass(frozen=True, eq=False)
class MazePlan:
    """A maze as rooms: `ways[room]` are the ways out of it; `start` and `goal` are rooms."""

    ways: list[Ways]
    start: int
    goal: int


def plan_of(maze: AnyMaze) -> MazePlan:
    """The plan of a maze of the library; a step is from one room to the next, two blocks in a maze of blocks.

    Raises ValueError for blocks that are not rooms at odd places and walls between them.
    """
    if isinstance(maze, Blocks):
        maze = rooms_of(maze)
    if isinstance(maze, Hexagons):
        steps, headings = dict(maze.steps()), HEXAGON_HEADINGS
    else:
        steps = {four.EAST: 1, four.SOUTH: maze.width, four.WEST: -1, four.NORTH: -maze.width}
        headings = SQUARE_HEADINGS
    moves = {
        doors: [(steps[way], headings[way]) for way in headings if doors & way] for doors in set(maze.doors)
    }
    ways = [
        [(room + step, heading) for step, heading in moves[doors]] for room, doors in enumerate(maze.doors)
    ]
    return MazePlan(ways, maze.start, maze.goal)


def rooms_of(maze: Blocks) -> Rooms:
    """The rooms at odd places of a maze of blocks, joined where no wall is between them.

    A start or goal in the frame becomes the room beside it. Raises ValueError as `plan_of`.
    """
    if maze.width % 2 == 0 or maze.height % 2 == 0:
        raise ValueError(f"{maze.width} x {maze.height} blocks are not rooms with walls between them")
    rooms = Rooms(maze.width // 2, maze.height // 2)
    free = free_blocks(maze)
    for y in range(1, maze.height, 2):
        above, here, below = (
            free[(y + side) * maze.width : (y + side + 1) * maze.width] for side in (-1, 0, 1)
        )
        if not all(here[1::2]) or any(below[::2]):
            raise ValueError(f"no rooms with corners of wall in row {y} of blocks")
        ways = zip(here[2::2], below[1::2], here[:-1:2], above[1::2], strict=True)
        first = y // 2 * rooms.width
        rooms.doors[first : first + rooms.width] = [
            east * four.EAST + south * four.SOUTH + west * four.WEST + north * four.NORTH
            for east, south, west, north in ways
        ]
    rooms.start, rooms.goal = room_beside(maze, maze.start), room_beside(maze, maze.goal)
    return rooms


def free_blocks(maze: Blocks) -> bytes:
    """1 for each block that is no wall, else 0; the frame is wall, even where it is open."""
    width = maze.width
    rows = [maze.blocks[top : top + width].translate(FREE) for top in range(0, len(maze.blocks), width)]
    inner = [bytes(1) + row[1:-1] + bytes(1) for row in rows[1:-1]]
    return bytes(width) + b"".join(inner) + bytes(width)


def room_beside(maze: Blocks, cell: int) -> int:
    """The number of the room at a block, or beside it if that is in the frame."""
    x, y = maze.place(cell)
    columns, rows = maze.width // 2, maze.height // 2
    column, row = min(max(x - 1, 0) // 2, columns - 1), min(max(y - 1, 0) // 2, rows - 1)
    return row * columns + column


def places(maze: Rooms | Hexagons) -> list[tuple[float, float]]:
    """Where each room lies, in columns and rows; odd rows of hexagons half a column to the right."""
    if isinstance(maze, Rooms):
        return [maze.place(room) for room in maze.cells()]
    return [(x + y % 2 / 2, y) for y in range(maze.height) for x in range(len(maze.row(y)))]

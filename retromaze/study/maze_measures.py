"""Measures of a maze's plan (its rooms, with their ways out): solution, branches, dead ends and others.

Source: the article of プチコン3号 12日目: stretch the solution to a straight line; a good maze has a solution
that is not too short, side branches that are not too few, and branches that are not too short beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

from retromaze.ports.mazes import Blocks, Hexagons, Rooms
from retromaze.ports.mazes import rooms as four
from retromaze.ports.mazes.blocks import WALLS

AnyMaze = Rooms | Blocks | Hexagons
Exits = list[tuple[int, int]]
"""(room, heading) for each way out of a room; a heading is in degrees, clockwise from the east."""
SQUARE_HEADINGS, HEXAGON_HEADINGS = ({1 << at: turn * at for at in range(360 // turn)} for turn in (90, 60))
"""The heading of each way out of a room; ways are bits, clockwise from the east."""
FREE = bytes(block not in WALLS for block in range(256))
"""A table for `bytes.translate`: 0 for walls, 1 for other blocks."""


@dataclass(frozen=True, eq=False)
class MazePlan:
    """A maze as rooms; `exits[room]` has (room beyond, heading) of each way out."""

    exits: list[Exits]
    start: int
    goal: int


def plan_of(maze: AnyMaze) -> MazePlan:
    """Returns the plan of a maze; a step leads from room to room, which is two blocks in a maze of blocks.

    Raises ValueError for blocks that are not rooms at odd places and walls between them.
    """
    if isinstance(maze, Blocks):
        maze = rooms_of(maze)
    if isinstance(maze, Hexagons):
        steps, headings = dict(maze.steps()), HEXAGON_HEADINGS
    else:
        steps = {four.EAST: 1, four.SOUTH: maze.width, four.WEST: -1, four.NORTH: -maze.width}
        headings = SQUARE_HEADINGS
    # for each sum of doors that occurs: (difference of the room numbers, heading) of each way out
    moves = {
        doors: [(steps[way], headings[way]) for way in headings if doors & way] for doors in set(maze.doors)
    }
    exits = [
        [(room + step, heading) for step, heading in moves[doors]] for room, doors in enumerate(maze.doors)
    ]
    return MazePlan(exits, maze.start, maze.goal)


def rooms_of(maze: Blocks) -> Rooms:
    """Returns the rooms at odd places of a maze of blocks, joined where no wall is between them.

    A start or goal in the frame becomes the room beside it. Raises ValueError as `plan_of`.
    """
    if maze.width % 2 == 0 or maze.height % 2 == 0:
        raise ValueError(f"{maze.width} x {maze.height} blocks are not rooms with walls between them")
    rooms = Rooms(maze.width // 2, maze.height // 2)
    free = free_blocks(maze)
    for y in range(1, maze.height, 2):
        # 1 for each free block in the row above the rooms, in theirs, and in the row below
        above, here, below = (free[row * maze.width : (row + 1) * maze.width] for row in (y - 1, y, y + 1))
        # in this row each second block is a room, which is free; in the row below each second one is a corner
        if not all(here[1::2]) or any(below[::2]):
            raise ValueError(f"no rooms with corners of wall in row {y} of blocks")
        # the blocks between a room and its neighbors; each is 1, which stands for a door, or 0
        ways = zip(here[2::2], below[1::2], here[:-1:2], above[1::2], strict=True)
        first = y // 2 * rooms.width
        rooms.doors[first : first + rooms.width] = [
            east * four.EAST + south * four.SOUTH + west * four.WEST + north * four.NORTH
            for east, south, west, north in ways
        ]
    rooms.start, rooms.goal = room_beside(maze, maze.start), room_beside(maze, maze.goal)
    return rooms


def free_blocks(maze: Blocks) -> bytes:
    """Returns 1 for each block that is no wall, else 0; the frame is wall, even where it is open."""
    width = maze.width
    rows = [maze.blocks[top : top + width].translate(FREE) for top in range(0, len(maze.blocks), width)]
    inner = [bytes(1) + row[1:-1] + bytes(1) for row in rows[1:-1]]
    return bytes(width) + b"".join(inner) + bytes(width)


def room_beside(maze: Blocks, cell: int) -> int:
    """Returns the number of the room whose block this is; of a block in the frame, of the room next to it."""
    x, y = maze.place(cell)
    columns, rows = maze.width // 2, maze.height // 2
    # the room in column c is the block in column 2 * c + 1; a block of the frame lies before or behind all
    column = min(max(x - 1, 0) // 2, columns - 1)
    row = min(max(y - 1, 0) // 2, rows - 1)
    return row * columns + column


def places(maze: Rooms | Hexagons) -> list[tuple[float, float]]:
    """Returns the place of each room in columns and rows; odd rows of hexagons lie half a column right."""
    if isinstance(maze, Rooms):
        return [maze.place(room) for room in maze.cells()]
    return [(x + y % 2 / 2, y) for y in range(maze.height) for x in range(len(maze.row(y)))]


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of one maze. Lengths are steps from room to room; None if the maze has no such thing.

    Rooms that cannot be reached from the start are `closed`; all measures but `rooms` leave them out.
    """

    rooms: int
    closed: int
    loops: int
    """Passages that could be closed so that all rooms reached can still be reached: 0 in a perfect maze."""
    farthest: int
    """The longest of the shortest ways from the start to a room."""
    longest: int
    """The longest of the shortest ways between any two rooms; in a maze with loops a lower bound of it."""
    solution: int | None
    """The shortest way from start to goal."""
    turns: int | None
    """Turns of the solution, of any angle."""
    u_turns: int | None
    """Turns of the solution that complete a U-turn, see `count_u_turns`."""
    branches: int | None
    """Side branches: the pieces that remain if the rooms of the solution are taken out."""
    branch_length: float | None
    """Mean over the branches: the steps from the solution to the branch's farthest room."""
    longest_branch: int | None
    dead_ends: int
    """Rooms with one way out that are neither start nor goal."""
    dead_end_length: float | None
    """Mean number of steps from a dead end back to a junction, the start or the goal."""
    river_share: float
    """Rooms with two ways out, as a share of the rooms that can be reached (0 to 1)."""
    river_length: float | None
    """Mean number of rooms in a river, see `rivers`."""


def measure(plan: MazePlan) -> Measures:
    """Returns all measures of a maze."""
    reached, previous = breadth_first(plan, plan.start)
    solution = path_to(previous, plan.goal) if plan.goal in reached else None
    rivers_found = rivers(plan, reached)
    ends = dead_ends(plan, reached)
    lengths = [steps_to_junction(plan, end) for end in ends]
    branches = branch_lengths(plan, solution) if solution else []
    # the direction of each step of the solution
    headings = [dict(plan.exits[room])[beyond] for room, beyond in pairwise(solution or [])]
    return Measures(
        rooms=len(plan.exits),
        closed=len(plan.exits) - len(reached),
        # a tree has one passage less than rooms; each passage is counted from both ends
        loops=sum(len(plan.exits[room]) for room in reached) // 2 - len(reached) + 1,
        farthest=max(reached.values()),
        # in a tree, the room farthest from any room ends a longest way
        longest=max(breadth_first(plan, next(reversed(reached)))[0].values()),
        solution=len(solution) - 1 if solution else None,
        turns=len(turns_of(headings)) if solution else None,
        u_turns=count_u_turns(headings) if solution else None,
        branches=len(branches) if solution else None,
        branch_length=fmean(branches) if branches else None,
        longest_branch=max(branches, default=0) if solution else None,
        dead_ends=len(ends),
        dead_end_length=fmean(lengths) if lengths else None,
        river_share=sum(rivers_found) / len(reached),
        river_length=fmean(rivers_found) if rivers_found else None,
    )


def breadth_first(plan: MazePlan, *starts: int) -> tuple[dict[int, int], dict[int, int]]:
    """Searches a maze breadth first from the starts. Returns two tables of the rooms reached, nearest first.

    They have for each room its steps from the nearest start, and the room before it on the way (for a start
    the start itself).
    """
    steps, previous = dict.fromkeys(starts, 0), {start: start for start in starts}
    # the loop goes on through the rooms that it appends
    for room in (queue := list(starts)):
        for beyond, _ in plan.exits[room]:
            if beyond not in steps:
                steps[beyond] = steps[room] + 1
                previous[beyond] = room
                queue.append(beyond)
    return steps, previous


def path_to(previous: dict[int, int], goal: int) -> list[int]:
    """Returns the rooms from the start to the goal, both included, by the second table of `breadth_first`."""
    way = [goal]
    while previous[way[-1]] != way[-1]:
        way.append(previous[way[-1]])
    return way[::-1]


# ---- the solution


def turns_of(headings: Iterable[int]) -> list[int]:
    """Returns the angle of each turn in degrees, right above 0 and left below."""
    changes = ((after - before + 180) % 360 - 180 for before, after in pairwise(headings))
    return [change for change in changes if change]


def count_u_turns(headings: Iterable[int]) -> int:
    """Counts the turns after which the walker has turned by half a circle or more to the same side.

    Straight steps between do not matter. With right angles: each turn to the same side as the turn before.
    Source: 12日目, 「Uターン、つまり連続して2回右へ曲がったり、連続して2回左へ曲がること」.
    """
    count = turned = 0
    for turn in turns_of(headings):
        # a positive product: both turns go to the same side
        turned = turned + turn if turn * turned > 0 else turn
        count += abs(turned) >= 180
    return count


def branch_lengths(plan: MazePlan, solution: Sequence[int]) -> list[int]:
    """Returns the length of each side branch in steps, in the order in which they leave the solution.

    In a maze without loops a branch leaves the solution at one room; with loops it may do so at several.
    """
    away, _ = breadth_first(plan, *solution)
    seen = set(solution)
    first_rooms = (first_room for room in solution for first_room, _ in plan.exits[room])
    # `flood_fill` adds the rooms of each branch to `seen`
    branches = (flood_fill(plan, first_room, seen) for first_room in first_rooms if first_room not in seen)
    return [max(away[room] for room in branch) for branch in branches]


def flood_fill(plan: MazePlan, room: int, seen: set[int]) -> list[int]:
    """Returns all rooms joined to this one that are not in `seen`, and adds them to `seen`."""
    seen.add(room)
    joined = [room]
    # the loop goes on through the rooms that it appends
    for each in joined:
        for beyond, _ in plan.exits[each]:
            if beyond not in seen:
                seen.add(beyond)
                joined.append(beyond)
    return joined


# ---- dead ends and rivers


def dead_ends(plan: MazePlan, reached: Iterable[int]) -> list[int]:
    """Returns the rooms with one way out that are neither start nor goal, of those that can be reached."""
    return [room for room in reached if len(plan.exits[room]) == 1 and room not in {plan.start, plan.goal}]


def steps_to_junction(plan: MazePlan, end: int) -> int:
    """Returns the steps from a dead end to the next junction, or to the start or goal."""
    [(room, _)] = plan.exits[end]
    steps, previous = 1, end
    while len(plan.exits[room]) == 2 and room not in {plan.start, plan.goal}:
        # in a corridor: out by the way that it was not entered by
        (first, _), (second, _) = plan.exits[room]
        previous, room = room, second if first == previous else first
        steps += 1
    return steps


def rivers(plan: MazePlan, reached: Iterable[int]) -> list[int]:
    """Returns the number of rooms in each river: joined rooms with two ways out, as many as possible.

    Source: W. D. Pullen, "Think Labyrinth", Maze algorithms: a maze with more "river" has fewer but longer
    dead ends. He gives no number for it; counting the rooms of corridors is ours.
    """
    # other rooms count as seen from the start, so that the search does not enter them; it adds those it finds
    seen = {room for room in reached if len(plan.exits[room]) != 2}
    return [len(flood_fill(plan, room, seen)) for room in reached if room not in seen]

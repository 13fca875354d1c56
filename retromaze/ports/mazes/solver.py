"""The shortest way through a maze."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Protocol


class MazeLike(Protocol):
    """The form of all mazes of this library: numbered cells and the steps between them."""

    start: int
    goal: int

    def cells(self) -> Iterable[int]:
        """Returns the numbers of all cells."""
        ...

    def neighbors(self, cell: int) -> list[int]:
        """Returns the cells one step away."""
        ...

    def passages(self) -> int:
        """Returns the number of pairs of cells that are joined."""
        ...


def distances(maze: MazeLike, start: int | None = None) -> dict[int, int]:
    """Maps every cell that can be reached to the number of steps from `start` (None: the maze's own)."""
    start = maze.start if start is None else start
    steps = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for neighbor in maze.neighbors(cell):
            if neighbor not in steps:
                steps[neighbor] = steps[cell] + 1
                queue.append(neighbor)
    return steps


def shortest_way(maze: MazeLike, start: int | None = None, goal: int | None = None) -> list[int] | None:
    """Returns the cells from start to goal (None: the maze's own), both included; None if there is no way."""
    start = maze.start if start is None else start
    goal = maze.goal if goal is None else goal
    steps = distances(maze, goal)
    if start not in steps:
        return None
    way = [start]
    while way[-1] != goal:
        way.append(next(cell for cell in maze.neighbors(way[-1]) if steps.get(cell) == steps[way[-1]] - 1))
    return way


def farthest(maze: MazeLike, start: int | None = None) -> int:
    """Returns the cell that is most steps away from `start` (None: the maze's own), of several the first.

    A goal there has no rooms beyond it.
    """
    steps = distances(maze, start)
    return min(steps, key=lambda cell: (-steps[cell], cell))


def is_perfect(maze: MazeLike) -> bool:
    """Whether exactly one way leads from each cell to each other: all reached, cells - 1 passages."""
    count = len(list(maze.cells()))
    return maze.passages() == count - 1 and len(distances(maze)) == count

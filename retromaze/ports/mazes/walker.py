"""A walker with its right hand on the wall; it remembers the branches that it did not take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from retromaze.ports.mazes.blocks import DOWN, FLOOR, LEFT, RIGHT, UP, WALL, WALLS, Blocks
from retromaze.ports.mazes.draws import Draws, at_least, draws
from retromaze.ports.mazes.solver import distances

HEADINGS = {UP: "A", RIGHT: ">", DOWN: "V", LEFT: "<"}
"""How the walker looks, by its heading."""

Step = tuple[int, int]
"""Where the walker stands after a step, as (cell, heading)."""


class Walk(NamedTuple):
    """A walk by the article's rule alone: its steps, how many targets it reached and missed, and its circle.

    circle: if not 0, the walker goes round for ever, and its state repeats every `circle` steps; `steps` then
    end where that was found.  If it misses targets without a circle, it was stopped at the limit.
    """

    steps: list[Step]
    reached: int
    missed: int
    circle: int

    @property
    def ends(self) -> bool:
        """Whether the walker came home: to all targets, in their order."""
        return not self.missed


# Without islands the right hand finds everything within two steps a floor block, and one more a turn.
PATIENCE = 4

# With islands, the remembered branches count like digits: of 600 walks with 20 holes, one needs millions of
# steps until its state repeats.  Those that reach all targets need some thousands.
LIMIT = 100_000


class Walker:
    """Stands in a cell of a maze and takes one step after another.

    cell, heading: where it is; remembered: branches as (heading, cell), oldest first; is_lost: whether it has
    given up its rule; visits: how often it has been in each cell since then.
    """

    def __init__(self, maze: Blocks, cell: int, heading: int = UP) -> None:
        self.maze = maze
        self.cell = cell
        self.heading = heading
        self.remembered: list[tuple[int, int]] = []
        self.is_lost = False
        self.visits = [0] * len(maze.blocks)

    def step(self) -> Step:
        """Turns and goes one block, or only turns where a wall is ahead."""
        ways = (-self.maze.width, 1, self.maze.width, -1)
        free = [self.maze.blocks[self.cell + way] not in WALLS for way in ways]
        if self.is_lost:
            self.heading = self._least_visited(ways, free)
        elif not self._take_branch():
            ahead = self.heading
            self.heading, other = turned(ahead, free[ahead], free[(ahead + 1) % 4], free[(ahead + 3) % 4])
            if other is not None:
                self.remembered.append((other, self.cell))
        if free[self.heading]:
            self.cell += ways[self.heading]
        return self.cell, self.heading

    def lose(self) -> None:
        """Gives up the rule and forgets all branches: from now on it goes where it has been least."""
        self.is_lost = True
        self.remembered.clear()
        self.visits = [0] * len(self.maze.blocks)

    def _take_branch(self) -> bool:
        """Turns to the branch last remembered here and forgets it; returns False if there is none.

        A branch behind the walker is only forgotten: it comes from there.
        """
        for i in range(len(self.remembered) - 1, -1, -1):
            heading, cell = self.remembered[i]
            if cell == self.cell:
                del self.remembered[i]
                if heading != (self.heading + 2) % 4:
                    self.heading = heading
                return True
        return False

    def _least_visited(self, ways: Sequence[int], free: list[bool]) -> int:
        """Returns the heading to the neighbor visited least, the one furthest to the right among equals."""
        self.visits[self.cell] += 1
        headings = [(self.heading + turn) % 4 for turn in (1, 0, 3, 2)]
        return min((h for h in headings if free[h]), key=lambda h: self.visits[self.cell + ways[h]])


def turned(heading: int, ahead: bool, right: bool, left: bool) -> tuple[int, int | None]:
    """Returns the heading after a turn, and a second free heading (None if there is none).

    `ahead`, `right` and `left`: whether that side is free. The first free of right, ahead, left is taken; if
    none is free, left.
    """
    to_left = (heading + 3) % 4
    left_too = to_left if left else None
    if right:
        return (heading + 1) % 4, heading if ahead else left_too
    return (heading, left_too) if ahead else (to_left, None)


def right_hand_walk(maze: Blocks, targets: Sequence[int], start: int | None = None) -> list[Step]:
    """Returns the steps of a walker that visits these cells in turn, from `start` or the maze's own start.

    Where islands lead it in circles (see PATIENCE) it goes on to the neighbor visited least, which finds all.
    Raises ValueError if a target cannot be reached.
    Source: article of 2022-10-10, <テキスト19>: the rule of the branches; what it does when lost is ours.
    """
    start = maze.start if start is None else start
    reachable = distances(maze, start)
    for target in targets:
        if target not in reachable:
            raise ValueError(f"no way leads to {maze.place(target)}")
    walker = Walker(maze, start)
    steps: list[Step] = []
    for target in targets:
        walker.is_lost = False
        patience = len(steps) + PATIENCE * len(maze.blocks)
        while walker.cell != target:
            if len(steps) == patience:
                walker.lose()
            steps.append(walker.step())
    return steps


def article_walk(maze: Blocks, targets: Sequence[int], start: int | None = None, limit: int = LIMIT) -> Walk:
    """Walks to these cells in turn by the article's rule alone; around an island that may never end.

    A walk that never ends is found for certain: place, heading and remembered branches are the same as some
    steps before, so that all steps since then repeat (Brent's algorithm). A target that cannot be reached
    ends the same way. A target counts only when the walker steps on it, even if it stood there at the start.
    `limit` is how many steps it may take from one target to the next.
    Source: article of 2022-10-10, <テキスト19>.
    """
    walker = Walker(maze, maze.start if start is None else start)
    steps: list[Step] = []
    for reached, target in enumerate(targets):
        circle = _walk_to(target, walker, steps, limit)
        if walker.cell != target or circle:
            return Walk(steps, reached, len(targets) - reached, circle)
    return Walk(steps, len(targets), 0, 0)


def _walk_to(target: int, walker: Walker, steps: list[Step], limit: int) -> int:
    """Adds the steps to the target, at most `limit`; returns the length of the circle if it goes in one.

    Otherwise 0: it has reached the target, or used up the limit.
    """
    # Brent's algorithm: a stored state, the steps since it, and the steps after which it is replaced,
    # twice as many each time. If the stored state comes again, all steps since then repeat.
    before, age, renewal = _state(walker), 0, 2
    for _ in range(limit):
        steps.append(walker.step())
        age += 1
        if walker.cell == target:
            return 0
        if _state(walker) == before:
            return age
        if age == renewal:
            before, age, renewal = _state(walker), 0, 2 * renewal
    return 0


def _state(walker: Walker) -> tuple[int, int, list[tuple[int, int]]]:
    """Returns the state that decides all further steps of the walker."""
    return walker.cell, walker.heading, walker.remembered[:]


def knock_holes(maze: Blocks, holes: int, *, seed: int | None = None, rng: Draws | None = None) -> None:
    """Opens that many walls between rooms, which makes islands: two draws a try, column and row.

    Raises ValueError if the maze has fewer, or for less than none.
    """
    at_least(0, holes=holes)
    width, blocks = maze.width, maze.blocks
    between = [y * width + x for y in range(1, maze.height - 1) for x in range(1 + y % 2, width - 1, 2)]
    if sum(blocks[cell] in WALLS for cell in between) < holes:
        raise ValueError(f"the maze has fewer than {holes} walls between rooms")
    below = draws(seed, rng).below
    while holes:
        x = 1 + below(width - 2)
        y = 1 + below(maze.height - 2)
        # a block between two rooms has one even and one odd number; rooms and corners have an even sum
        if (x + y) % 2 and blocks[y * width + x] == WALL:
            blocks[y * width + x] = FLOOR
            holes -= 1

"""Wall extension over blocks, method B: a wall grows from any floor until it meets another."""

from __future__ import annotations

from collections.abc import Iterator

from retromaze.ports.mazes.bits import bit_count, bit_select
from retromaze.ports.mazes.blocks import WALL, WALLS, Blocks
from retromaze.ports.mazes.draws import Draws, draws, shuffled
from retromaze.ports.mazes.wall_extension import Growth, empty_room


def floor_extension_maze(
    width: int, height: int, *, seed: int | None = None, rng: Draws | None = None
) -> Blocks:
    """Blocks as of `wall_extension_maze`, their walls begun on any floor in a drawn order.

    A wall grows by two blocks to a drawn side until it meets another wall or the frame; where it is shut in
    by itself, it grows on from before.  One draw a place where walls may stand and one a growth.
    Raises ValueError for sizes below 5.
    Source: article of 2022-10-10, which names this method B and gives the other.
    """
    maze = empty_room(width, height)
    for _ in floor_growths(maze, seed=seed, rng=rng):
        pass
    return maze


def floor_growths(maze: Blocks, *, seed: int | None = None, rng: Draws | None = None) -> Iterator[Growth]:
    """Lets walls grow in an empty room, and tells each growth before the maze has it."""
    chance = draws(seed, rng)
    places = [y * maze.width + x for y in range(2, maze.height - 2, 2) for x in range(2, maze.width - 2, 2)]
    for i in shuffled(len(places), chance):
        if maze.blocks[places[i]] != WALL:
            yield from _grow(maze, places[i], chance)


def _grow(maze: Blocks, cell: int, chance: Draws) -> Iterator[Growth]:
    """Lets a wall grow from a cell until it meets another."""
    blocks, steps = maze.blocks, (-maze.width, 1, maze.width, -1)
    own: set[int] = set()
    before: list[int] = []
    while blocks[cell] not in WALLS or cell in own:
        blocks[cell] = WALL
        own.add(cell)
        sides = sum(1 << side for side, step in enumerate(steps) if cell + 2 * step not in own)
        if not sides:
            # A wall that has not met another has a side open somewhere before its end.
            cell = before.pop()
            continue
        yield Growth(*maze.place(cell), sides)
        before.append(cell)
        step = steps[bit_select(sides, chance.below(bit_count(sides)))]
        blocks[cell + step] = WALL
        cell += 2 * step

"""Wall extension over blocks: walls grow from the frame (method A) or from any floor (method B).

`wall_extension_maze` is the fast form; `empty_room` and `wall_growths` are the plain one, growth by growth.
`# EXTEND+4` behind a line names the fourth line behind DEF EXTEND in the listing that has it, `# FREE+1` one
behind DEF FREE.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from retromaze.ports.mazes.blocks import FLOOR, WALL, WALLS, Blocks
from retromaze.ports.mazes.draws import Draws, at_least, draws, shuffled

SIDES = tuple(tuple(side for side in range(4) if free >> side & 1) for free in range(16))
"""The sides in each set of sides, as a number: bit 0 is up, 1 right, 2 down, 3 left."""


class Growth(NamedTuple):
    """A wall that will grow from column x and row y to one of the `sides`, a set as for SIDES."""

    x: int
    y: int
    sides: int


def wall_extension_maze(
    width: int, height: int, *, seed: int | None = None, rng: Draws | None = None
) -> Blocks:
    """Returns blocks between a frame of +, - and |, with grown walls of #; an even size is taken one smaller.

    Each wall grows by two blocks to a random free side, on from its new end as long as it can; one draw
    a growth and one a place of the frame.  With `rng=Xorshift128()`, 37 x 17 is the maze the article prints.
    Raises ValueError for sizes below 5.
    """
    at_least(5, width=width, height=height)
    width, height = odd_sizes(width, height)
    stride = width + 2
    blocks = _framed(width, height)
    chance = draws(seed, rng)
    _grow(blocks, stride, _frame_places(width, height, stride, chance), chance)
    inside = bytearray()
    for top in range(0, height * stride, stride):
        inside += blocks[top : top + width]
    return Blocks(width, height, inside)


def wall_extension_rows(
    width: int, height: int, *, seed: int | None = None, rng: Draws | None = None
) -> list[str]:
    """Returns the rows of `wall_extension_maze`, or [] for sizes below 5, as the article's function does.

    For [] no random number is drawn.
    """
    if width < 5 or height < 5:
        return []
    return wall_extension_maze(width, height, seed=seed, rng=rng).rows()


def empty_room(width: int, height: int) -> Blocks:
    """Returns a frame of +, - and | with floor inside; an even size is taken one smaller.

    Raises ValueError for sizes below 5.
    """
    at_least(5, width=width, height=height)
    width, height = odd_sizes(width, height)
    edge = "+" + "-" * (width - 2) + "+"
    return Blocks.from_rows([edge, *["|" + " " * (width - 2) + "|"] * (height - 2), edge])


def wall_growths(maze: Blocks, *, seed: int | None = None, rng: Draws | None = None) -> Iterator[Growth]:
    """Lets walls grow in an empty room, and yields each growth before it is made.

    The same draws as `wall_extension_maze`, and at the end the same maze.
    """
    chance = draws(seed, rng)
    queue = _frame_places(maze.width, maze.height, maze.width, chance)
    while queue:
        cell = queue.popleft()
        x, y = maze.place(cell)
        sides = free_sides(maze, x, y)
        if sides:
            yield Growth(x, y, sides)
            queue.append(cell)
            side = bit_select(sides, chance.below(bit_count(sides)))
            step = (-maze.width, 1, maze.width, -1)[side]
            maze.blocks[cell + step] = maze.blocks[cell + 2 * step] = WALL
            if free_sides(maze, *maze.place(cell + 2 * step)):
                queue.appendleft(cell + 2 * step)


def free_sides(maze: Blocks, x: int, y: int) -> int:
    """Returns the set of sides, as for SIDES, on which bare floor lies two blocks away."""
    ends = ((x, y - 2), (x + 2, y), (x, y + 2), (x - 2, y))
    return sum(
        1 << side
        for side, (column, row) in enumerate(ends)
        if 0 <= column < maze.width
        and 0 <= row < maze.height
        and maze.blocks[row * maze.width + column] == FLOOR
    )


def odd_sizes(width: int, height: int) -> tuple[int, int]:
    """Returns both sizes, an even one taken one smaller."""
    return width - 1 + width % 2, height - 1 + height % 2


def _framed(width: int, height: int) -> bytearray:
    """Returns the blocks of an empty room in rows that are two blocks longer than the room."""
    # Two columns and two rows of wall follow, so that looking two blocks out of the frame meets a wall:
    # left of column 0 lies the end of the row before, above row 0 the last rows, counted from the end.
    edge = b"+" + b"-" * (width - 2) + b"+##"  # EXTEND+4
    row = b"|" + b" " * (width - 2) + b"|##"  # EXTEND+5
    return bytearray(edge + row * (height - 2) + edge + b"#" * (2 * (width + 2)))


def _frame_places(width: int, height: int, stride: int, rng: Draws) -> deque[int]:
    """Returns the places of the frame where walls grow, shuffled from the order top, bottom, left, right."""
    columns, rows = range(2, width - 2, 2), range(2, height - 2, 2)
    places = [*columns]  # EXTEND+6
    places += [(height - 1) * stride + x for x in columns]  # EXTEND+7
    places += [y * stride for y in rows]  # EXTEND+8
    places += [y * stride + width - 1 for y in rows]  # EXTEND+9
    return deque(places[i] for i in shuffled(len(places), rng))  # EXTEND+10-13


def _grow(blocks: bytearray, stride: int, queue: deque[int], rng: Draws) -> None:
    """Lets walls grow from the places in the queue until none can: `wall_growths` in its fast form."""
    below = rng.below
    steps = (-stride, 1, stride, -1)
    up, left = -2 * stride, -2
    down, right = 2 * stride, 2
    while queue:  # EXTEND+14
        place = queue.popleft()  # EXTEND+15
        free = (  # EXTEND+16-19
            (blocks[place + up] == FLOOR)  # FREE+1-2
            + (blocks[place + right] == FLOOR) * 2
            + (blocks[place + down] == FLOOR) * 4
            + (blocks[place + left] == FLOOR) * 8
        )
        if free:  # EXTEND+20
            queue.append(place)  # EXTEND+21
            sides = SIDES[free]  # EXTEND+22
            step = steps[sides[below(len(sides))]]  # EXTEND+22
            end = place + 2 * step  # EXTEND+24
            blocks[place + step] = blocks[end] = WALL  # EXTEND+23-26
            # whether the new end can grow is found out when its turn comes, which is next
            queue.appendleft(end)  # EXTEND+27


def bit_count(number: int) -> int:
    """Returns the number of bits that are 1; 0 for a number below 0."""
    count = 0
    while number > 0:
        count += number & 1
        number >>= 1
    return count


def bit_select(number: int, nth: int) -> int:
    """Returns the place of the n-th bit that is 1, both counted from 0 and from the lowest; else -1."""
    places = [place for place in range(number.bit_length()) if number >> place & 1]
    return places[nth] if 0 <= nth < len(places) else -1


def floor_extension_maze(
    width: int, height: int, *, seed: int | None = None, rng: Draws | None = None
) -> Blocks:
    """Returns blocks like those of `wall_extension_maze`, with walls that begin on any floor in random order.

    A wall grows by two blocks to a drawn side until it meets another wall or the frame; if it is enclosed by
    itself, it grows on from an earlier block of its own. There is one draw for each place where a wall may
    begin, and one for each growth.
    Raises ValueError for sizes below 5.
    Source: article of 2022-10-10, which names this method B and gives the other.
    """
    maze = empty_room(width, height)
    for _ in floor_growths(maze, seed=seed, rng=rng):
        pass
    return maze


def floor_growths(maze: Blocks, *, seed: int | None = None, rng: Draws | None = None) -> Iterator[Growth]:
    """Lets walls grow in an empty room, and yields each growth before it is made."""
    chance = draws(seed, rng)
    places = [y * maze.width + x for y in range(2, maze.height - 2, 2) for x in range(2, maze.width - 2, 2)]
    for i in shuffled(len(places), chance):
        if maze.blocks[places[i]] != WALL:
            yield from _grow_from_floor(maze, places[i], chance)


def _grow_from_floor(maze: Blocks, cell: int, chance: Draws) -> Iterator[Growth]:
    """Lets a wall grow from a cell until it meets another; yields each growth before it is made."""
    blocks, steps = maze.blocks, (-maze.width, 1, maze.width, -1)
    own: set[int] = set()  # the places of this wall
    before: list[int] = []  # those from which it has grown, a stack
    while blocks[cell] not in WALLS or cell in own:
        blocks[cell] = WALL
        own.add(cell)
        # to any side but into itself; where another wall stands two blocks away, it ends there
        sides = sum(1 << side for side, step in enumerate(steps) if cell + 2 * step not in own)
        if not sides:
            # a wall that has not met another has a free side at an earlier place
            cell = before.pop()
            continue
        yield Growth(*maze.place(cell), sides)
        before.append(cell)
        step = steps[bit_select(sides, chance.below(bit_count(sides)))]
        blocks[cell + step] = WALL
        cell += 2 * step

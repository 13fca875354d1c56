"""Draws chosen so that a maker makes a maze that is known, such as one that an article prints."""

from collections.abc import Iterable

from retromaze.ports import Blocks, Rooms, kruskal_maze
from retromaze.ports.mazes.rooms import EAST, SOUTH


class Chosen:
    """Gives out the draws it was given, in their order."""

    def __init__(self, drawn: Iterable[int]) -> None:
        self.drawn = list(drawn)

    def below(self, bound: int, /) -> int:
        """The next of them."""
        first = self.drawn.pop(0)
        assert 0 <= first < bound
        return first


class Recorded:
    """Draws 0 and keeps the bounds."""

    def __init__(self) -> None:
        self.bounds: list[int] = []

    def below(self, bound: int, /) -> int:
        self.bounds.append(bound)
        return 0


def draws_of_kruskal(rooms: Rooms) -> list[int]:
    """What to draw so that the open walls come first in the shuffle: just these are then opened."""
    recorded = Recorded()
    kruskal_maze(rooms.width, rooms.height, rng=recorded)
    width, count = rooms.width, rooms.width * rooms.height
    walls = [cell * 2 for x in range(width - 1) for cell in range(x, count, width)]
    walls += [cell * 2 + 1 for x in range(width) for cell in range(x, count - width, width)]
    order = sorted(walls, key=lambda wall: not rooms.doors[wall // 2] & (SOUTH if wall % 2 else EAST))
    drawn = []
    for last in range(len(walls) - 1, -1, -1):
        place = walls.index(order[last])
        walls[last], walls[place] = walls[place], walls[last]
        drawn.append(place)
    assert [bound - 1 for bound in recorded.bounds] == list(range(len(drawn) - 1, -1, -1))
    return drawn


def draws_of_digging(target: Blocks) -> list[int]:
    """What to draw so that the digger digs just this maze; it must have been dug so from some room."""
    for y in range(1, target.height, 2):
        for x in range(1, target.width, 2):
            drawn = draws_from(target, x, y)
            if drawn is not None:
                return drawn
    raise AssertionError("no digger makes this maze")


def draws_from(target: Blocks, x: int, y: int) -> list[int] | None:
    """The draws of a digger that begins there; None where it would have to dig what the maze has not."""
    drawn = [y // 2, x // 2]
    stack = [y * target.width + x]
    dug = set(stack)
    while stack:
        here = stack[-1]
        steps = [step for step in (-1, 1, -target.width, target.width) if is_room(target, here + 2 * step)]
        left = [step for step in steps if here + 2 * step not in dug]
        wanted = [step for step in left if target.blocks[here + step] == ord(" ")]
        if not left:
            stack.pop()
            continue
        if not wanted:
            return None
        drawn.append(left.index(wanted[0]))
        stack.append(here + 2 * wanted[0])
        dug.add(stack[-1])
    return drawn


def is_room(maze: Blocks, cell: int) -> bool:
    """Whether a block lies at odd x and y inside."""
    x, y = maze.place(cell)
    return 0 < y < maze.height and x % 2 == y % 2 == 1

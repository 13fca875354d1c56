"""Digging over blocks: everything is wall, and a digger makes corridors two blocks at a time."""

from __future__ import annotations

from retromaze.ports.mazes.blocks import FLOOR, WALL, Blocks
from retromaze.ports.mazes.draws import Draws, draws
from retromaze.ports.mazes.sizes import odd_at_least

OUTSIDE = 0


def digging_maze(
    width: int, height: int, *, marks: bool = True, seed: int | None = None, rng: Draws | None = None
) -> Blocks:
    """Blocks dug out from a drawn room, with an entrance S bottom left and an exit G top right.

    Two draws for the first room (row, then column), one for each room after it.  `marks=False` leaves the
    frame closed.  Raises ValueError unless both sizes are odd and at least 5.
    """
    odd_at_least(5, width=width, height=height)
    chance = draws(seed, rng)
    blocks = _framed(width, height)
    y = 1 + 2 * chance.below(height // 2)
    x = 1 + 2 * chance.below(width // 2)
    _dig(blocks, width, y * width + x, chance)
    maze = Blocks(width, height, blocks[: width * height].replace(bytes([OUTSIDE]), bytes([WALL])))
    if marks:
        _open(maze)
    return maze


def _framed(width: int, height: int) -> bytearray:
    # The frame is OUTSIDE while we dig, and a row of it follows: two blocks beyond a room at the edge then
    # always lies something that is no WALL, be it the far end of the row before or, above, the end of all.
    edge = bytes([OUTSIDE]) * width
    row = bytes([OUTSIDE]) + bytes([WALL]) * (width - 2) + bytes([OUTSIDE])
    return bytearray(edge + row * (height - 2) + edge + edge)


def _dig(blocks: bytearray, width: int, start: int, rng: Draws) -> None:
    below = rng.below
    steps = (-1, 1, -width, width)
    blocks[start] = FLOOR
    stack = [start]
    while stack:
        here = stack[-1]
        ways = [step for step in steps if blocks[here + 2 * step] == WALL]
        if not ways:
            stack.pop()
            continue
        step = ways[below(len(ways))]
        blocks[here + step] = blocks[here + 2 * step] = FLOOR
        stack.append(here + 2 * step)


def _open(maze: Blocks) -> None:
    maze.mark(0, maze.height - 2, "S")
    maze.mark(maze.width - 1, 1, "G")
    maze.start = maze.width * (maze.height - 2)
    maze.goal = 2 * maze.width - 1


class DiggingMaze:
    """A dug maze as rows of characters, to be printed, marked and made anew.

    maze: list of `height` lists of `width` characters, `maze[y][x]`, row 0 at the top: "#" is wall, " " is
    floor; start, goal: (y, x) of S and G, once they have been marked: before, a maze has neither.
    """

    maze: list[list[str]]
    start: tuple[int, int]
    goal: tuple[int, int]

    def __init__(self, width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> None:
        """A maze with a closed frame; raises ValueError unless both sizes are odd and at least 5."""
        self.width = width
        self.height = height
        self._draws = draws(seed, rng)
        self.regenerate()

    def regenerate(self) -> None:
        """Digs another maze of the same size, without marks."""
        blocks = digging_maze(self.width, self.height, marks=False, rng=self._draws)
        self.maze = [list(row) for row in blocks.rows()]

    def preset_start_goal(self) -> None:
        """Marks S in the frame bottom left and G top right."""
        self.start, self.goal = (self.height - 2, 0), (1, self.width - 1)
        for (y, x), letter in ((self.start, "S"), (self.goal, "G")):
            self.maze[y][x] = letter

    def text(self, print_width: int = 2) -> str:
        """The rows as lines, each character in the middle of `print_width` columns."""
        return "\n".join("".join(block.center(print_width) for block in row) for row in self.maze)

    def print_maze(self, print_width: int = 2) -> None:
        """Prints them."""
        print(self.text(print_width))

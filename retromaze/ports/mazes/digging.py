"""Makers of blocks: a digger in solid wall, and sticks that fall beside pillars."""

from __future__ import annotations

from retromaze.ports.mazes.blocks import FLOOR, WALL, Blocks
from retromaze.ports.mazes.draws import Draws, draws, odd_at_least

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def digging_maze(
    width: int, height: int, *, marks: bool = True, seed: int | None = None, rng: Draws | None = None
) -> Blocks:
    """Returns blocks dug out from a random room, with an entrance S bottom left and an exit G top right.

    Two draws for the first room (row, then column), one for each room after it.  `marks=False` leaves the
    frame closed.  Raises ValueError unless both sizes are odd and at least 5.
    """
    odd_at_least(5, width=width, height=height)
    maze = Blocks(width, height, bytearray([WALL]) * (width * height))
    dig(maze, draws(seed, rng))
    if marks:
        _open(maze)
    return maze


def dig(maze: Blocks, rng: Draws) -> None:
    """Digs corridors into blocks of wall, from a random room on, with the draws of `digging_maze`.

    Only where both sizes are odd does the frame stay whole.
    """
    width, blocks = maze.width, maze.blocks
    y = 1 + 2 * rng.below(maze.height // 2)
    x = 1 + 2 * rng.below(width // 2)
    blocks[y * width + x] = FLOOR
    stack = [(x, y)]
    while stack:
        x, y = stack[-1]
        if ways := steps_into_wall(maze, x, y):
            dx, dy = ways[rng.below(len(ways))]
            for far in (1, 2):
                blocks[(y + far * dy) * width + x + far * dx] = FLOOR
            stack.append((x + 2 * dx, y + 2 * dy))
        else:
            stack.pop()


def steps_into_wall(maze: Blocks, x: int, y: int) -> list[tuple[int, int]]:
    """Returns the STEPS (columns, rows) after which, two steps away, an inner block is still wall."""
    width, blocks = maze.width, maze.blocks
    cell = y * width + x
    left, right, up, down = STEPS
    steps = []
    if x > 2 and blocks[cell - 2] == WALL:
        steps.append(left)
    if x < width - 2 and blocks[cell + 2] == WALL:
        steps.append(right)
    if y > 2 and blocks[cell - 2 * width] == WALL:
        steps.append(up)
    if y < maze.height - 2 and blocks[cell + 2 * width] == WALL:
        steps.append(down)
    return steps


def _open(maze: Blocks) -> None:
    """Marks S in the frame at the bottom left, and G at the top right; they are the start and the goal."""
    maze.mark(0, maze.height - 2, "S")
    maze.mark(maze.width - 1, 1, "G")
    maze.start = maze.width * (maze.height - 2)
    maze.goal = 2 * maze.width - 1


class DiggingMaze:
    """A dug maze as rows of characters, which can be printed, marked and dug again.

    maze: list of `height` lists of `width` characters, `maze[y][x]`, row 0 at the top: "#" is wall, " " is
    floor; start, goal: (y, x) of S and G, once they have been marked: before, a maze has neither.
    """

    maze: list[list[str]]
    start: tuple[int, int]
    goal: tuple[int, int]

    def __init__(self, width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> None:
        """Digs a maze with a closed frame; raises ValueError unless both sizes are odd and at least 5."""
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
        """Returns the rows as lines, each character in the middle of `print_width` columns."""
        return "\n".join("".join(block.center(print_width) for block in row) for row in self.maze)

    def print_maze(self, print_width: int = 2) -> None:
        """Prints the rows as lines."""
        print(self.text(print_width))


def sticks_maze(
    width: int, height: int | None = None, *, seed: int | None = None, rng: Draws | None = None
) -> Blocks:
    """Returns blocks with a stick from each pillar to any side: floor may be enclosed, ways may be circles.

    The rooms along the frame are always joined: with one stick each, pillars may make a ring around others,
    but no chain from frame to frame, which would take one stick more than it has pillars.
    One draw a pillar, row by row: up, down, left or right.  The height is the width if not given.
    Raises ValueError unless both sizes are odd and at least 5.
    """
    blocks, width, height = _pillars(width, height)
    below = draws(seed, rng).below
    steps = (-width, width, -1, 1)
    for top in range(2 * width, width * (height - 2), 2 * width):
        for pillar in range(top + 2, top + width - 2, 2):
            blocks[pillar + steps[below(4)]] = WALL
    return Blocks(width, height, blocks)


def safe_sticks_maze(
    width: int, height: int | None = None, *, seed: int | None = None, rng: Draws | None = None
) -> Blocks:
    """Returns blocks with a stick from each pillar such that exactly one way joins any two floor blocks.

    A stick falls only on floor, and upwards only in the first row; one draw a pillar among the sides that are
    free, in the order up, down, left, right.  Sizes as in `sticks_maze`.
    """
    blocks, width, height = _pillars(width, height)
    below = draws(seed, rng).below
    first, later = (-width, width, -1, 1), (width, -1, 1)
    for top in range(2 * width, width * (height - 2), 2 * width):
        steps = first if top == 2 * width else later
        for pillar in range(top + 2, top + width - 2, 2):
            free = [step for step in steps if blocks[pillar + step] == FLOOR]
            blocks[pillar + free[below(len(free))]] = WALL
    return Blocks(width, height, blocks)


def _pillars(width: int, height: int | None) -> tuple[bytearray, int, int]:
    """Returns blocks with a frame and a pillar at each even x and y inside, with their width and height.

    The height is the width if it is None.  Raises ValueError unless both are odd and at least 5.
    """
    height = width if height is None else height
    odd_at_least(5, width=width, height=height)
    edge = b"#" * width
    floor = b"#" + b" " * (width - 2) + b"#"
    pillars = b"#" + b" #" * (width // 2)
    return bytearray(edge + (floor + pillars) * (height // 2 - 1) + floor + edge), width, height

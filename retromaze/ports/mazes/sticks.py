"""Knocking down sticks over blocks: a pillar at every second block falls to one side and becomes a wall."""

from __future__ import annotations

from retromaze.ports.mazes.blocks import FLOOR, WALL, Blocks
from retromaze.ports.mazes.draws import Draws, draws
from retromaze.ports.mazes.sizes import odd_at_least


def sticks_maze(
    width: int, height: int | None = None, *, seed: int | None = None, rng: Draws | None = None
) -> Blocks:
    """Blocks with a stick from each pillar, to any side: floor may be closed in, and ways may run in circles.

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
    """Blocks with a stick from each pillar such that one way leads from each floor to each other.

    A stick falls only where floor is, and upwards only in the first row; one draw a pillar among the sides
    left, in the order up, down, left, right.  Sizes as in `sticks_maze`.
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
    height = width if height is None else height
    odd_at_least(5, width=width, height=height)
    edge = b"#" * width
    floor = b"#" + b" " * (width - 2) + b"#"
    pillars = b"#" + b" #" * (width // 2)
    return bytearray(edge + (floor + pillars) * (height // 2 - 1) + floor + edge), width, height

"""Binary tree over rooms: each keeps its north or its west wall."""

from __future__ import annotations

from retromaze.ports.mazes.draws import Draws, draws
from retromaze.ports.mazes.rooms import EAST, NORTH, SOUTH, WEST, Rooms
from retromaze.ports.mazes.sizes import at_least

TO_WEST, TO_NORTH, TO_NOWHERE = range(3)
CHOICES = bytes(range(3))
OWN = bytes.maketrans(CHOICES, bytes([WEST, NORTH, 0]))
FROM_EAST = bytes.maketrans(CHOICES, bytes([EAST, 0, 0]))
FROM_SOUTH = bytes.maketrans(CHOICES, bytes([0, SOUTH, 0]))


def binary_tree_maze(width: int, height: int, *, seed: int | None = None, rng: Draws | None = None) -> Rooms:
    """Rooms whose ways lead right and down only: from the start to a room (x, y) it is x + y steps.

    One draw a room, row by row, outside the first row and column, which have no choice.
    Raises ValueError for sizes below 1.
    """
    at_least(1, width=width, height=height)
    below = draws(seed, rng).below
    choices = bytearray([TO_NOWHERE, *[TO_WEST] * (width - 1)])
    for _ in range(height - 1):
        choices += bytes([TO_NORTH, *[below(2) for _ in range(width - 1)]])
    return Rooms(width, height, _doors(choices, width))


def _doors(choices: bytearray, width: int) -> bytearray:
    # Whole mazes at once: each room's own door, the one its right neighbor made and the one from below.
    beyond = bytes([TO_NOWHERE]) * width
    layers = (
        choices.translate(OWN),
        (choices[1:] + beyond[:1]).translate(FROM_EAST),
        (choices[width:] + beyond).translate(FROM_SOUTH),
    )
    return bytearray(sum(int.from_bytes(layer) for layer in layers).to_bytes(len(choices)))

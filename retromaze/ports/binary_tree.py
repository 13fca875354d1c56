"""Binary tree: each room of a grid keeps its north or its west wall, row by row.

Technique: every path goes right or down only, so no way is longer than the grid is wide and high.
Changed: names only.  Kept: one draw and one line a room, a wait after each row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

WHITE, NAVY = -460552, -16777088


def main(machine: Machine, *, width: int = 66, height: int = 39) -> None:  # 6  M_W, M_H
    """Draw the maze with an entrance top left and an exit bottom right."""
    machine.reset()  # 7
    screen = machine.screen
    size = min(399 // width, 239 // height)  # 8  S
    right, bottom = width * size, height * size  # 9  R, B
    screen.fill(0, 0, right, bottom, NAVY)  # 10
    screen.box(0, 0, right, bottom, WHITE)  # 11
    for y in range(0, bottom, size):  # 12  J
        for x in range(0, right, size):  # 13  I
            if x > 0 and y > 0:  # 15
                if machine.rng.below(2):  # 17
                    screen.line(x, y, x, y + size, WHITE)  # 18
                else:
                    screen.line(x, y, x + size, y, WHITE)  # 20
        machine.vsync()  # 24
    screen.line(0, 1, 0, size - 1, NAVY)  # 26
    screen.line(right, bottom - size + 1, right, bottom - 1, NAVY)  # 27

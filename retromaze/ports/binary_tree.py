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
    if not (1 <= width <= 199 and 1 <= height <= 119):  # 7
        machine.console.print("M_W: 1 to 199, M_H: 1 to 119")  # 7
        return
    machine.reset()  # 8
    screen = machine.screen
    size = min(399 // width, 239 // height)  # 9  S
    right, bottom = width * size, height * size  # 10  R, B
    screen.fill(0, 0, right, bottom, NAVY)  # 11
    screen.box(0, 0, right, bottom, WHITE)  # 12
    for y in range(0, bottom, size):  # 13  J
        for x in range(0, right, size):  # 14  I
            if x > 0 and y > 0:  # 16
                if machine.rng.below(2):  # 18
                    screen.line(x, y, x, y + size, WHITE)  # 19
                else:
                    screen.line(x, y, x + size, y, WHITE)  # 21
        machine.vsync()  # 25
    screen.line(0, 1, 0, size - 1, NAVY)  # 27
    screen.line(right, bottom - size + 1, right, bottom - 1, NAVY)  # 28

"""Binary tree: each room keeps its north or its west wall, so that every path goes right or down only.

`# 19` behind a line names the listing's line.  Kept: one draw and one line a room, a wait after each row.
"""

from retromaze.machine.machine import Machine
from retromaze.ports.scripts import run_script

NAVY, WHITE = 0xFF000080, 0xFFF8F8F8


def main(machine: Machine, *, width: int = 66, height: int = 39) -> None:  # 6  M_W, M_H
    """Draw the maze with an entrance top left and an exit bottom right."""
    if not (1 <= width <= 199 and 1 <= height <= 119):  # 7
        machine.console.print("M_W: 1 to 199, M_H: 1 to 119")  # 7
        return
    machine.reset()  # 8
    size = min(399 // width, 239 // height)  # 9  S
    right, bottom = width * size, height * size  # 10  R, B
    machine.screen.fill(0, 0, right, bottom, NAVY)  # 11
    machine.screen.box(0, 0, right, bottom, WHITE)  # 12
    for y in range(0, bottom, size):  # 13  Y
        for x in range(0, right, size):  # 14-15  X
            if x > 0 and y > 0:  # 16
                to_x, to_y = (x, y + size) if machine.rng.below(2) else (x + size, y)  # 18
                machine.screen.line(x, y, to_x, to_y, WHITE)  # 19, 21
        machine.vsync()  # 25
    machine.screen.line(0, 1, 0, size - 1, NAVY)  # 27
    machine.screen.line(right, bottom - size + 1, right, bottom - 1, NAVY)  # 28


if __name__ == "__main__":
    run_script(__file__)

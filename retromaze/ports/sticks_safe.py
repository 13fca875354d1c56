"""Knocking down sticks, safely: no stick falls on a wall, and upwards only those of the first row.

Technique: every pillar hangs on the frame by its own stick and those after it, so that walls make no circle.
`# 19` behind a line names the listing's line.  Kept: a draw even where one side only is left.
"""

from retromaze.machine.machine import Machine
from retromaze.ports.scripts import run_script

WHITE, BROWN, GRAY = 0xFFF8F8F8, 0xFFA52A2A, 0xFF808080
UP, DOWN, LEFT, RIGHT = (0, -1), (0, 1), (-1, 0), (1, 0)  # 35-38  @UP, @DOWN, @LEFT, @RIGHT


def main(machine: Machine, *, size: int = 21) -> None:  # 6  N
    """Make a maze in four steps, with a picture after each."""
    if not (5 <= size <= 79 and size % 2):  # 7
        machine.console.print("N: 5 to 79, odd")  # 7
        return
    machine.reset()  # 8
    dots, last = min(13, 239 // size), size - 1  # 9  S
    floor = [(x, y) for y in range(size) for x in range(size)]  # 11-12
    frame = [place for i in range(size) for place in ((i, 0), (i, last), (0, i), (last, i))]  # 16-18
    pillars = [(x, y) for y in range(2, last, 2) for x in range(2, last, 2)]  # 22-23, 27-28
    for places, color in ((floor, WHITE), (frame, BROWN), (pillars, BROWN)):
        for x, y in places:
            box(machine, x, y, dots, color)  # 12, 17-18, 23
        machine.vsync(30)  # 14, 20, 25
    walls = {*frame, *pillars}  # 10  M
    for x, y in pillars:
        sides = (UP, DOWN, LEFT, RIGHT) if y == 2 else (DOWN, LEFT, RIGHT)  # 30
        free = [(x + dx, y + dy) for dx, dy in sides if (x + dx, y + dy) not in walls]  # 29-33  C, DIR
        stick = free[machine.rng.below(len(free))]  # 34
        walls.add(stick)
        box(machine, *stick, dots, BROWN)  # 35-38
        machine.vsync()  # 40  @FELL


def box(machine: Machine, x: int, y: int, dots: int, color: int) -> None:  # 45-58  WALL, BOX
    """Draw a block, with a line where there is room."""
    left, top, right, bottom = x * dots, y * dots, (x + 1) * dots, (y + 1) * dots
    machine.screen.fill(left, top, right - 1, bottom - 1, color)  # 55
    if dots > 7:  # 57
        machine.screen.box(left, top, right, bottom, GRAY)  # 57


if __name__ == "__main__":
    run_script(__file__)

"""Knocking down sticks: a pillar at every second block, from each a stick that falls to any side.

`# 19` behind a line names the listing's line.  Kept: a stick may fall on another or on the frame.
"""

from retromaze.machine.machine import Machine
from retromaze.ports.scripts import run_script

WHITE, BROWN, GRAY = 0xFFF8F8F8, 0xFFA52A2A, 0xFF808080
STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))  # 29-32  @UP, @DOWN, @LEFT, @RIGHT


def main(machine: Machine, *, size: int = 21) -> None:  # 4  N
    """Make a maze in four steps, with a picture after each."""
    if not (5 <= size <= 79 and size % 2):  # 5
        machine.console.print("N: 5 to 79, odd")  # 5
        return
    machine.reset()  # 6
    dots, last = min(13, 239 // size), size - 1  # 7  S
    floor = [(x, y) for y in range(size) for x in range(size)]  # 10-11
    frame = [place for i in range(size) for place in ((i, 0), (i, last), (0, i), (last, i))]  # 15-17
    pillars = [(x, y) for y in range(2, last, 2) for x in range(2, last, 2)]  # 21-22, 26-27
    for places, color in ((floor, WHITE), (frame, BROWN), (pillars, BROWN)):
        for x, y in places:
            box(machine, x, y, dots, color)  # 11, 16-17, 22
        machine.vsync(30)  # 13, 19, 24
    for x, y in pillars:
        dx, dy = STEPS[machine.rng.below(4)]  # 28
        box(machine, x + dx, y + dy, dots, BROWN)  # 29-32
        machine.vsync()  # 34  @FELL


def box(machine: Machine, x: int, y: int, dots: int, color: int) -> None:  # 40-52  WALL, BOX
    """Draw a block, with a line where there is room."""
    left, top, right, bottom = x * dots, y * dots, (x + 1) * dots, (y + 1) * dots
    machine.screen.fill(left, top, right - 1, bottom - 1, color)  # 49
    if dots > 7:  # 51
        machine.screen.box(left, top, right, bottom, GRAY)  # 51


if __name__ == "__main__":
    run_script(__file__)

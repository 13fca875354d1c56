"""Digging: all is wall; a digger goes on by two blocks at random, and back where it is stuck.

Technique: a stack of places, with the digger's own on top.  `# 19` behind a line names the listing's line.
Changed: a set holds the rooms not yet dug.  Kept: a draw even where one way is left.
"""

from retromaze.machine.machine import Machine
from retromaze.ports.basic import ask_number
from retromaze.ports.scripts import run_script

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))  # 49-52  @L, @R, @U, @D


def main(machine: Machine, *, width: float = 0, height: float = 0) -> None:  # 6
    """Ask for the sizes until they can be, dig, and mark start and goal."""
    machine.reset()  # 7
    while not (5 <= width <= 25 and int(width) % 2 and 5 <= height <= 29 and int(height) % 2):  # 8, 15-16
        machine.console.print("迷路を出力します")  # 10  @INPUT
        machine.console.print("幅と高さが5以上の奇数を入力")  # 11
        width = ask_number(machine, "Width = ", width)  # 12
        height = ask_number(machine, "Height = ", height)  # 13  @CHECK
    width, height = int(width), int(height)  # 17
    for _ in range(height):  # 20
        machine.console.print("# " * width)  # 20
    top = machine.console.row - height  # 21  T
    dig(machine, width, height, top)
    show(machine, 0, top + height - 2, "S")  # 44
    show(machine, width - 1, top + 1, "G")  # 45
    machine.console.locate(0, top + height)  # 46


def dig(machine: Machine, width: int, height: int, top: int) -> None:  # 18-42
    """Join all rooms of a maze that is shown from line `top` on."""
    waiting = {(x, y) for x in range(1, width, 2) for y in range(1, height, 2)}  # 18-19  M
    y, x = machine.rng.below(height // 2) * 2 + 1, machine.rng.below(width // 2) * 2 + 1  # 23
    show(machine, x, top + y, " ")  # 24
    stack = [(x, y)]  # 25  XSTK, YSTK
    while stack:  # 26
        x, y = stack[-1]  # 27
        waiting.discard((x, y))  # 54
        ways = [(dx, dy) for dx, dy in STEPS if (x + 2 * dx, y + 2 * dy) in waiting]  # 29-33  DIR
        if ways:  # 34
            dx, dy = ways[machine.rng.below(len(ways))]  # 35
            for blocks in (1, 2):  # 36
                show(machine, x + blocks * dx, top + y + blocks * dy, " ")
            stack.append((x + 2 * dx, y + 2 * dy))  # 37
            machine.vsync()  # 38
        else:
            stack.pop()  # 40


def show(machine: Machine, x: int, line: int, letter: str) -> None:
    machine.console.locate(x * 2, line)  # 44-45, 55  @DIG
    machine.console.print(letter, end="")  # 44-45, 55


if __name__ == "__main__":
    run_script(__file__)

"""Digging: all is wall; a digger goes on by two blocks at random and steps back where it is stuck.

Technique: a stack of rooms; its last one is where the digger stands.  Start S and goal G lie in the frame.
Changed: positions are pairs.  Kept: the checks of the sizes, and a draw even where one direction is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
A, B = 16, 32


def main(machine: Machine, *, width: int = 21, height: int = 21, print_width: int = 2) -> None:  # 5-6
    """Make mazes, another one at every press of A, until B is pressed."""
    if width < 5 or height < 5 or width % 2 == 0 or height % 2 == 0:  # 7
        machine.console.print("ハバト タカサハ 5イジョウノ キスウ")  # 8
        machine.console.print("Width and height: odd, 5 or more")  # 9
        return
    if print_width < 1 or width * print_width > 50 or height > 29:  # 12
        machine.console.print("ガメンニ ハイリマセン")  # 13
        machine.console.print("P_W: 1 or more, M_W*P_W: to 50, M_H: to 29")  # 14
        return
    machine.reset()  # 17
    pressed = A
    while not pressed & B:  # 65
        if pressed & A:  # 64  @GENERATE
            generate(machine, width, height, print_width)
        machine.vsync()  # 62
        pressed = machine.input.button(2)  # 63


def generate(machine: Machine, width: int, height: int, print_width: int) -> None:  # 21-60
    """Print a block of wall, dig the maze out of it and mark start and goal."""
    console = machine.console
    left, right = " " * ((print_width - 1) // 2), " " * (print_width // 2)  # 18  L$, R$
    console.clear()  # 22
    for _ in range(height):  # 23
        console.print((left + "#" + right) * width)  # 25
    dig(machine, [[True] * width for _ in range(height)], print_width)
    console.set_color(7)  # 56
    console.locate(0, height - 2)  # 57
    console.print(left + "S" + right, end="")  # 57
    console.locate((width - 1) * print_width, 1)  # 58
    console.print(left + "G" + right, end="")  # 58
    console.set_color(15)  # 59
    console.locate(0, height)  # 60
    console.print("A:モウイチド again  B:オワリ end", end="")  # 60


def dig(machine: Machine, walls: list[list[bool]], print_width: int) -> None:  # 27-54
    """Dig corridors into walls[y][x] until no room can be reached any more."""
    console, below = machine.console, machine.rng.below
    floor = " " * print_width  # 19  F$
    y = below(len(walls) // 2) * 2 + 1  # 28
    x = below(len(walls[0]) // 2) * 2 + 1  # 29
    walls[y][x] = False  # 30
    console.locate(x * print_width, y)  # 31
    console.print(floor, end="")  # 31
    stack = [(x, y)]  # 32  XSTK, YSTK
    while stack:  # 33
        x, y = stack[-1]  # 34
        ways = directions(walls, x, y)
        if not ways:  # 41
            stack.pop()  # 43
            continue
        dx, dy = STEPS[ways[below(len(ways))]]  # 45  D
        for _ in range(2):  # 46
            x, y = x + dx, y + dy  # 47
            walls[y][x] = False  # 48
            console.locate(x * print_width, y)  # 49
            console.print(floor, end="")  # 49
        stack.append((x, y))  # 51
        machine.vsync()  # 52


def directions(walls: list[list[bool]], x: int, y: int) -> list[int]:  # 35-40
    """The directions, 0 left, 1 right, 2 up, 3 down, in which wall lies two blocks away."""
    ways = []  # DIR, N
    if x - 2 > 0 and walls[y][x - 2]:  # 37
        ways.append(0)
    if x + 2 < len(walls[0]) and walls[y][x + 2]:  # 38
        ways.append(1)
    if y - 2 > 0 and walls[y - 2][x]:  # 39
        ways.append(2)
    if y + 2 < len(walls) and walls[y + 2][x]:  # 40
        ways.append(3)
    return ways

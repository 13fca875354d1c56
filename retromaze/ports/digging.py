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
    machine.reset()  # 12
    pressed = A
    while not pressed & B:  # 60
        if pressed & A:  # 59  @GENERATE
            generate(machine, width, height, print_width)
        machine.vsync()  # 57
        pressed = machine.input.button(2)  # 58


def generate(machine: Machine, width: int, height: int, print_width: int) -> None:  # 16-55
    """Print a block of wall, dig the maze out of it and mark start and goal."""
    console = machine.console
    left, right = " " * ((print_width - 1) // 2), " " * (print_width // 2)  # 13  L$, R$
    console.clear()  # 17
    for _ in range(height):  # 18
        console.print((left + "#" + right) * width)  # 20
    dig(machine, [[True] * width for _ in range(height)], print_width)
    console.set_color(7)  # 51
    console.locate(0, height - 2)  # 52
    console.print(left + "S" + right, end="")  # 52
    console.locate((width - 1) * print_width, 1)  # 53
    console.print(left + "G" + right, end="")  # 53
    console.set_color(15)  # 54
    console.locate(0, height)  # 55
    console.print("A:モウイチド again  B:オワリ end", end="")  # 55


def dig(machine: Machine, walls: list[list[bool]], print_width: int) -> None:  # 22-49
    """Dig corridors into walls[y][x] until no room can be reached any more."""
    console, below = machine.console, machine.rng.below
    floor = " " * print_width  # 14  F$
    y = below(len(walls) // 2) * 2 + 1  # 23
    x = below(len(walls[0]) // 2) * 2 + 1  # 24
    walls[y][x] = False  # 25
    console.locate(x * print_width, y)  # 26
    console.print(floor, end="")  # 26
    stack = [(x, y)]  # 27  XSTK, YSTK
    while stack:  # 28
        x, y = stack[-1]  # 29
        ways = directions(walls, x, y)
        if not ways:  # 36
            stack.pop()  # 38
            continue
        dx, dy = STEPS[ways[below(len(ways))]]  # 40  D
        for _ in range(2):  # 41
            x, y = x + dx, y + dy  # 42
            walls[y][x] = False  # 43
            console.locate(x * print_width, y)  # 44
            console.print(floor, end="")  # 44
        stack.append((x, y))  # 46
        machine.vsync()  # 47


def directions(walls: list[list[bool]], x: int, y: int) -> list[int]:  # 30-35
    """The directions, 0 left, 1 right, 2 up, 3 down, in which wall lies two blocks away."""
    ways = []  # DIR, N
    if x - 2 > 0 and walls[y][x - 2]:  # 32
        ways.append(0)
    if x + 2 < len(walls[0]) and walls[y][x + 2]:  # 33
        ways.append(1)
    if y - 2 > 0 and walls[y - 2][x]:  # 34
        ways.append(2)
    if y + 2 < len(walls) and walls[y + 2][x]:  # 35
        ways.append(3)
    return ways

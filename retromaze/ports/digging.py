"""Digging: all is wall; a digger goes two blocks at a time at random and goes back where it is stuck.

Technique: a stack of rooms; its last one is where the digger stands.  Start S and goal G lie in the frame.
A size of 0 is asked for until it can be dug and fits the screen.
Changed: positions are pairs.  Kept: the checks of the sizes, and a draw even where one direction is left.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from retromaze.ports.basic import ask_line

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
A, B = 16, 32


def main(machine: Machine, *, width: int = 0, height: int = 0, print_width: int = 2) -> None:  # 5-6
    """Make mazes, another one at every press of A, until B is pressed."""
    machine.reset()  # 7
    settled = sizes(machine, width, height, print_width)
    pressed = A if settled else B
    while settled and not pressed & B:  # 81
        if pressed & A:  # 80  @GENERATE
            generate(machine, *settled, print_width)
        machine.vsync()  # 78
        pressed = machine.input.button(2)  # 79


def sizes(machine: Machine, width: int, height: int, print_width: int) -> tuple[int, int] | None:  # 9-33
    """Width and height, those that are 0 asked for until both can be; None if what was given cannot."""
    ask_width, ask_height = width == 0, height == 0  # 8  ASKW, ASKH
    while True:  # 9
        ok, asking = True, ask_width or ask_height  # 10  OK, ASK
        if asking:  # 11
            machine.console.print("メイロヲ シュツリョク シマス")  # 12
            machine.console.print("ハバト タカサガ 5イジョウノ キスウヲ ニュウリョク")  # 13
        if ask_width:  # 15
            width = whole(ask_line(machine, "Width = "))  # 15  A$
            ok = width >= 0  # 15
        if ask_height and ok:  # 16
            height = whole(ask_line(machine, "Height = "))  # 16
            ok = height >= 0  # 16
        if not ok:  # 17
            machine.console.print("ユウコウナ スウジヲ ニュウリョク シテクダサイ")  # 18
            machine.console.print()  # 19
        elif fits(machine, width, height, print_width, asking):  # 33
            return width, height
        if not asking or not 1 <= print_width <= 10:  # 32
            return None  # 32
        ask_width = ask_height = True  # 33


def fits(machine: Machine, width: int, height: int, print_width: int, asking: bool) -> bool:  # 20-31
    """Whether a maze of that size can be dug and shown; else says why, unless it asks for odd sizes again."""
    if width < 5 or height < 5 or width % 2 == 0 or height % 2 == 0:  # 20
        if not asking:  # 22
            machine.console.print("ハバト タカサハ 5イジョウノ キスウ")  # 23
            machine.console.print("Width and height: odd, 5 or more")  # 24
        return False  # 21
    if print_width < 1 or width * print_width > 50 or height > 29:  # 26
        machine.console.print("ガメンニ ハイリマセン")  # 28
        machine.console.print("P_W: 1 or more, M_W*P_W: to 50, M_H: to 29")  # 29
        return False  # 27
    return True


def whole(text: str) -> int:  # 85-95  WHOLE
    """The number in a text, within 0 to 999, for further out none fits; -1 if it is none."""
    if not re.fullmatch("[-+]?[0-9]+", text):  # 86-91  SIGN, N
        return -1  # 89, 91
    return min(max(int(text), 0), 999)  # 93-94


def generate(machine: Machine, width: int, height: int, print_width: int) -> None:  # 37-76
    """Print a block of wall, dig the maze out of it and mark start and goal."""
    console = machine.console
    left, right = " " * ((print_width - 1) // 2), " " * (print_width // 2)  # 34  L$, R$
    console.clear()  # 38
    for _ in range(height):  # 39
        console.print((left + "#" + right) * width)  # 41
    dig(machine, [[True] * width for _ in range(height)], print_width)
    console.set_color(7)  # 72
    console.locate(0, height - 2)  # 73
    console.print(left + "S" + right, end="")  # 73
    console.locate((width - 1) * print_width, 1)  # 74
    console.print(left + "G" + right, end="")  # 74
    console.set_color(15)  # 75
    console.locate(0, height)  # 76
    console.print("A:モウイチド again  B:オワリ end", end="")  # 76


def dig(machine: Machine, walls: list[list[bool]], print_width: int) -> None:  # 43-70
    """Dig corridors into walls[y][x] until no room can be reached any more."""
    console, below = machine.console, machine.rng.below
    floor = " " * print_width  # 35  F$
    y = below(len(walls) // 2) * 2 + 1  # 44
    x = below(len(walls[0]) // 2) * 2 + 1  # 45
    walls[y][x] = False  # 46
    console.locate(x * print_width, y)  # 47
    console.print(floor, end="")  # 47
    stack = [(x, y)]  # 48  XSTK, YSTK
    while stack:  # 49
        x, y = stack[-1]  # 50
        ways = directions(walls, x, y)
        if not ways:  # 57
            stack.pop()  # 59
            continue
        dx, dy = STEPS[ways[below(len(ways))]]  # 61  D
        for _ in range(2):  # 62
            x, y = x + dx, y + dy  # 63
            walls[y][x] = False  # 64
            console.locate(x * print_width, y)  # 65
            console.print(floor, end="")  # 65
        stack.append((x, y))  # 67
        machine.vsync()  # 68


def directions(walls: list[list[bool]], x: int, y: int) -> list[int]:  # 51-56
    """The directions, 0 left, 1 right, 2 up, 3 down, in which wall lies two blocks away."""
    ways = []  # DIR, N
    if x - 2 > 0 and walls[y][x - 2]:  # 53
        ways.append(0)
    if x + 2 < len(walls[0]) and walls[y][x + 2]:  # 54
        ways.append(1)
    if y - 2 > 0 and walls[y - 2][x]:  # 55
        ways.append(2)
    if y + 2 < len(walls) and walls[y + 2][x]:  # 56
        ways.append(3)
    return ways


if __name__ == "__main__":
    from retromaze.ports.scripts.digging import main as script

    raise SystemExit(script())

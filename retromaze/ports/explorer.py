"""Exploring a big maze: the view scrolls with the player, and the lower screen keeps a map.

Technique: 25 x 15 blocks around the player are filled anew after each step; the map shows what has been near.
The maze is read from TXT:MAZE, the CSV that sticks writes, or made with sticks that fall safely.
Changed: a direction is a pair.  Kept: BUTTON(1), so that a button held down repeats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

UP, DOWN, LEFT, RIGHT, Y = 1, 2, 4, 8, 128
BLACK, MAROON, LIME, SILVER, RED = -16777216, -8388608, -16713728, -4144960, -524288
DIGITS = frozenset("123456789")
"""What counts as a wall: VAL gives 0 for anything else."""


def main(machine: Machine, *, size: int = 55) -> None:  # 8  N
    """Walk until the goal is reached or Y is pressed."""
    machine.reset()  # 9
    machine.set_mode(2)  # 10
    text, pitch = "", 0  # 11  C$
    if machine.storage.exists("TXT", "MAZE"):  # 12
        text = machine.storage.read_text("MAZE")  # 13
        pitch = text.find("\n") + 1  # 14  W
        size = pitch // 2  # 15
    if not (5 <= size <= 79 and size % 2):  # 17
        machine.console.print("N: 5 to 79, odd")  # 17
        return
    if text and len(text) < pitch * (size - 1) + 2 * size - 1:  # 18
        machine.console.print("TXT:MAZE: タリマセン too short")  # 18
        return
    explorer = Explorer(machine, read_csv(text, pitch, size) if text else sticks(machine, size))  # 20
    explorer.look()  # 24
    explorer.view()  # 25
    buttons = 0  # 23  B
    while not buttons & Y and (explorer.x, explorer.y) != explorer.goal:  # 26, 41
        explorer.move(buttons)
        machine.vsync()  # 39
        buttons = machine.input.button(1)  # 40
    machine.console.locate(0, 0)  # 42
    machine.console.print(f"{'オワリ' if buttons & Y else 'ゴール!'} {explorer.steps}")  # 43


def sticks(machine: Machine, size: int) -> list[list[bool]]:  # 47-64  STICKS
    """A maze of its own, walls[y][x]: from each pillar a stick falls where floor is."""
    walls = [[False] * size for _ in range(size)]  # 19  M
    for i in range(size):  # 49
        walls[i][0] = walls[i][-1] = walls[0][i] = walls[-1][i] = True  # 50
    for y in range(2, size - 2, 2):  # 52
        for x in range(2, size - 2, 2):  # 53
            walls[y][x] = True  # 54
            ways = falls(walls, x, y)
            dx, dy = ways[machine.rng.below(len(ways))]  # 60  D
            walls[y + dy][x + dx] = True  # 61
    return walls


def falls(walls: list[list[bool]], x: int, y: int) -> list[tuple[int, int]]:  # 55-59
    """Where a stick may fall: up in the first row only, down, left and right."""
    ways = []  # 55  DIR, C
    if y == 2 and not walls[y - 1][x]:  # 56
        ways.append((0, -1))
    if not walls[y + 1][x]:  # 57
        ways.append((0, 1))
    if not walls[y][x - 1]:  # 58
        ways.append((-1, 0))
    if not walls[y][x + 1]:  # 59
        ways.append((1, 0))
    return ways


def read_csv(text: str, pitch: int, size: int) -> list[list[bool]]:  # 67-74  READCSV
    """The maze that `sticks` wrote: 1 for a wall and 0 for floor, a row of `pitch` characters a line."""
    starts = range(0, pitch * size, pitch)  # 69
    return [[text[start + x * 2] in DIGITS for x in range(size)] for start in starts]  # 70-71


class Explorer:
    """The player in the maze, and what has been seen of it."""

    def __init__(self, machine: Machine, walls: list[list[bool]]) -> None:
        self.machine = machine
        self.walls = walls
        self.size = len(walls)
        self.goal = (self.size - 2, self.size - 2)  # 41, 80
        self.dots = 240 // self.size  # 21  S
        self.x = self.y = 1  # 22  PX, PY
        self.steps = 0  # 22
        self.seen: set[tuple[int, int]] = set()  # 19  SEEN

    def move(self, buttons: int) -> None:  # 27-38
        """Go one block as the buttons say, if floor is there."""
        dx = bool(buttons & RIGHT) - bool(buttons & LEFT)  # 27  VX
        dy = 0 if dx else bool(buttons & DOWN) - bool(buttons & UP)  # 28-29  VY
        x, y = self.x + dx, self.y + dy  # 31
        inside = 0 <= x < self.size and 0 <= y < self.size  # 32
        if (dx or dy) and inside and not self.walls[y][x]:  # 30, 32
            self.x, self.y = x, y  # 33
            self.steps += 1  # 34
            self.look()  # 35
            self.view()  # 36

    def color(self, x: int, y: int) -> int:  # 77-82  PAINT
        """How a block looks; black outside the maze."""
        if not (0 <= x < self.size and 0 <= y < self.size):  # 78
            return BLACK
        if self.walls[y][x]:  # 79
            return MAROON
        return LIME if (x, y) == self.goal else SILVER  # 80-81

    def look(self) -> None:  # 85-97  LOOK
        """Draw what is near on the lower screen, each block once."""
        last = self.size - 1
        self.machine.display(1)  # 87
        for y in range(max(self.y - 2, 0), min(self.y + 2, last) + 1):  # 88
            for x in range(max(self.x - 2, 0), min(self.x + 2, last) + 1):  # 89
                if (x, y) not in self.seen:  # 90
                    self.seen.add((x, y))  # 91
                    self.block(x, y, self.dots, self.color(x, y))  # 92
        self.machine.display(0)  # 96

    def view(self) -> None:  # 100-108  VIEW
        """Draw 25 x 15 blocks on the upper screen, the player in the middle."""
        for j in range(15):  # 102
            for i in range(25):  # 103
                self.block(i, j, 16, self.color(self.x + i - 12, self.y + j - 7))  # 104
        self.machine.screen.fill(196, 116, 203, 123, RED)  # 107

    def block(self, x: int, y: int, dots: int, color: int) -> None:
        left, top = x * dots, y * dots
        self.machine.screen.fill(left, top, left + dots - 1, top + dots - 1, color)  # 92, 104

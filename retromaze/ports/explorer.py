"""Exploring a big maze: the view scrolls with the player, and the lower screen keeps a map.

Technique: 25 x 15 blocks around the player are filled anew after each step; the map shows what has been near.
The maze is read from TXT:MAZE, the CSV that sticks writes, or made by the library (mazes/sticks.py).
Changed: blocks are characters.  Kept: BUTTON(1), so that a button held down repeats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from retromaze.machine.modes import choose_mode
from retromaze.ports.mazes import Blocks, safe_sticks_maze

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

UP, DOWN, LEFT, RIGHT, Y = 1, 2, 4, 8, 128
BLACK, MAROON, LIME, SILVER, RED = -16777216, -8388608, -16713728, -4144960, -524288


def main(machine: Machine, *, size: int = 55) -> None:  # 8  N
    """Walk until the goal is reached or Y is pressed."""
    machine.reset()  # 9
    choose_mode(machine.screens, 2)  # 10
    machine.display(0)  # 10  XSCREEN chooses the upper screen
    explorer = Explorer(machine, read_csv(machine) or safe_sticks_maze(size, rng=machine.rng))  # 17  STICKS
    explorer.look()  # 21
    explorer.view()  # 22
    buttons = 0  # 20  B
    while not buttons & Y and (explorer.x, explorer.y) != explorer.goal:  # 23, 37
        explorer.move(buttons)
        machine.vsync()  # 35
        buttons = machine.input.button(1)  # 36
    machine.console.locate(0, 0)  # 38
    machine.console.print(f"{'オワリ' if buttons & Y else 'ゴール!'} {explorer.steps}")  # 39


def read_csv(machine: Machine) -> Blocks | None:  # 12-14, 63-70  READCSV
    """The maze in the file TXT:MAZE, None if there is none."""
    if not machine.storage.exists("TXT", "MAZE"):  # 12
        return None
    lines = machine.storage.read_text("MAZE").split("\n")  # 13  C$
    size = (len(lines[0]) + 1) // 2  # 14
    return Blocks.from_rows(["".join("# "[block == "0"] for block in line[::2]) for line in lines[:size]])


class Explorer:
    """The player in the maze, and what has been seen of it."""

    def __init__(self, machine: Machine, maze: Blocks) -> None:
        self.machine = machine
        self.maze = maze
        self.goal = maze.place(maze.goal)
        self.dots = 240 // maze.width  # 18  S
        self.x = self.y = 1  # 19  PX, PY
        self.steps = 0  # 19
        self.seen: set[tuple[int, int]] = set()  # 16  SEEN

    def move(self, buttons: int) -> None:  # 24-34
        """Go one block as the buttons say, if floor is there."""
        dx = bool(buttons & RIGHT) - bool(buttons & LEFT)  # 24  VX
        dy = 0 if dx else bool(buttons & DOWN) - bool(buttons & UP)  # 25-26  VY
        if (dx or dy) and not self.maze.is_wall(self.x + dx, self.y + dy):  # 27-28
            self.x, self.y = self.x + dx, self.y + dy  # 29
            self.steps += 1  # 30
            self.look()  # 31
            self.view()  # 32

    def color(self, x: int, y: int) -> int:  # 73-78  PAINT
        """How a block looks; black outside the maze."""
        if not (0 <= x < self.maze.width and 0 <= y < self.maze.height):  # 74
            return BLACK
        if self.maze.is_wall(x, y):  # 75
            return MAROON
        return LIME if (x, y) == self.goal else SILVER  # 76-77

    def look(self) -> None:  # 81-93  LOOK
        """Draw what is near on the lower screen, each block once."""
        last = self.maze.width - 1
        self.machine.display(1)  # 83
        for y in range(max(self.y - 2, 0), min(self.y + 2, last) + 1):  # 84
            for x in range(max(self.x - 2, 0), min(self.x + 2, last) + 1):  # 85
                if (x, y) not in self.seen:  # 86
                    self.seen.add((x, y))  # 87
                    self.block(x, y, self.dots, self.color(x, y))  # 88
        self.machine.display(0)  # 92

    def view(self) -> None:  # 96-104  VIEW
        """Draw 25 x 15 blocks on the upper screen, the player in the middle."""
        for j in range(15):  # 98
            for i in range(25):  # 99
                self.block(i, j, 16, self.color(self.x + i - 12, self.y + j - 7))  # 100
        self.machine.screen.fill(196, 116, 203, 123, RED)  # 103

    def block(self, x: int, y: int, dots: int, color: int) -> None:
        left, top = x * dots, y * dots
        self.machine.screen.fill(left, top, left + dots - 1, top + dots - 1, color)  # 88, 100

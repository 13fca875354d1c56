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
    text = machine.storage.read_text("MAZE") if machine.storage.exists("TXT", "MAZE") else None  # 11-13  C$
    if text is not None:  # 12
        size = text.find("\n") // 2 + 1  # 14
    if not (5 <= size <= 79 and size % 2):  # 16
        machine.console.print("N: 5 to 79, odd")  # 16
        return
    maze = read_csv(text, size) if text else safe_sticks_maze(size, rng=machine.rng)  # 18  STICKS
    explorer = Explorer(machine, maze)
    explorer.look()  # 22
    explorer.view()  # 23
    buttons = 0  # 21  B
    while not buttons & Y and (explorer.x, explorer.y) != explorer.goal:  # 24, 38
        explorer.move(buttons)
        machine.vsync()  # 36
        buttons = machine.input.button(1)  # 37
    machine.console.locate(0, 0)  # 39
    machine.console.print(f"{'オワリ' if buttons & Y else 'ゴール!'} {explorer.steps}")  # 40


def read_csv(text: str, size: int) -> Blocks:  # 64-71  READCSV
    """The maze that `sticks` wrote: 1 for a wall and 0 for floor, a line a row."""
    rows = text.split("\n")[:size]
    return Blocks.from_rows(["".join("# "[block == "0"] for block in row[::2]) for row in rows])


class Explorer:
    """The player in the maze, and what has been seen of it."""

    def __init__(self, machine: Machine, maze: Blocks) -> None:
        self.machine = machine
        self.maze = maze
        self.goal = maze.place(maze.goal)
        self.dots = 240 // maze.width  # 19  S
        self.x = self.y = 1  # 20  PX, PY
        self.steps = 0  # 20
        self.seen: set[tuple[int, int]] = set()  # 17  SEEN

    def move(self, buttons: int) -> None:  # 25-35
        """Go one block as the buttons say, if floor is there."""
        dx = bool(buttons & RIGHT) - bool(buttons & LEFT)  # 25  VX
        dy = 0 if dx else bool(buttons & DOWN) - bool(buttons & UP)  # 26-27  VY
        if (dx or dy) and not self.maze.is_wall(self.x + dx, self.y + dy):  # 28-29
            self.x, self.y = self.x + dx, self.y + dy  # 30
            self.steps += 1  # 31
            self.look()  # 32
            self.view()  # 33

    def color(self, x: int, y: int) -> int:  # 74-79  PAINT
        """How a block looks; black outside the maze."""
        if not (0 <= x < self.maze.width and 0 <= y < self.maze.height):  # 75
            return BLACK
        if self.maze.is_wall(x, y):  # 76
            return MAROON
        return LIME if (x, y) == self.goal else SILVER  # 77-78

    def look(self) -> None:  # 82-94  LOOK
        """Draw what is near on the lower screen, each block once."""
        last = self.maze.width - 1
        self.machine.display(1)  # 84
        for y in range(max(self.y - 2, 0), min(self.y + 2, last) + 1):  # 85
            for x in range(max(self.x - 2, 0), min(self.x + 2, last) + 1):  # 86
                if (x, y) not in self.seen:  # 87
                    self.seen.add((x, y))  # 88
                    self.block(x, y, self.dots, self.color(x, y))  # 89
        self.machine.display(0)  # 93

    def view(self) -> None:  # 97-105  VIEW
        """Draw 25 x 15 blocks on the upper screen, the player in the middle."""
        for j in range(15):  # 99
            for i in range(25):  # 100
                self.block(i, j, 16, self.color(self.x + i - 12, self.y + j - 7))  # 101
        self.machine.screen.fill(196, 116, 203, 123, RED)  # 104

    def block(self, x: int, y: int, dots: int, color: int) -> None:
        left, top = x * dots, y * dots
        self.machine.screen.fill(left, top, left + dots - 1, top + dots - 1, color)  # 89, 101

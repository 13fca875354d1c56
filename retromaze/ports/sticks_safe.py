"""Knocking down sticks, safely: no stick falls on a wall, and upwards only those of the first row.

Technique: every pillar hangs on the frame by its own stick and those after it, so that walls make no circle
and one way leads from any floor to any other; steps counted from the goal show it.
Changed: the drawing of a block takes its corner once.  Kept: a draw even where one side only is left.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

WHITE, GRAY, MAROON, YELLOW, LIME = -460552, -8355712, -8388608, -460800, -16713728
FLOOR, WALL = 0, 1
UP, DOWN, LEFT, RIGHT = STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))


def main(machine: Machine, *, size: int = 21, csv: int = 0) -> None:  # 7-8  N, CSV
    """Make the maze and walk from its start to its goal."""
    machine.reset()  # 9
    board = Board(machine, size)
    machine.console.set_color(7)  # 12
    machine.console.print(f"アンゼンナ ボウタオシ{size}")  # 12
    machine.console.set_color(15)  # 12
    build(board)
    knock_down(board)
    count_steps(board)
    walk(board)
    machine.console.print(f"STEPS:{-board.rows[1][1] - 1}")  # 70
    if csv:  # 71
        machine.storage.write_text("MAZE", csv_text(board))  # 80
        machine.console.print("TXT:MAZE")  # 81


class Board:
    """The blocks and how they are drawn: rows[y][x] is FLOOR, WALL or minus (steps to the goal + 1)."""

    def __init__(self, machine: Machine, size: int) -> None:
        self.machine = machine
        self.size = size
        self.dots = 240 // size  # 10  S
        self.left = 400 - size * self.dots  # 11  L
        self.rows = [[FLOOR] * size for _ in range(size)]  # 13  M

    def block(self, x: int, y: int, color: int) -> None:  # 86-89  BLOCK
        screen, last = self.machine.screen, self.dots - 1
        left, top = self.left + x * self.dots, y * self.dots
        screen.fill(left, top, left + last, top + last, color)  # 87
        screen.box(left, top, left + last, top + last, GRAY)  # 88

    def wall(self, x: int, y: int) -> None:  # 92-95  WALL
        self.rows[y][x] = WALL  # 93
        self.block(x, y, MAROON)  # 94


def build(board: Board) -> None:  # 14-28
    """Draw the floor, then the walls around it."""
    for y in range(board.size):  # 15
        for x in range(board.size):  # 16
            board.block(x, y, WHITE)  # 17
    board.machine.vsync()  # 20
    last = board.size - 1
    for i in range(board.size):  # 22
        board.wall(i, 0)  # 23
        board.wall(i, last)  # 24
        board.wall(0, i)  # 25
        board.wall(last, i)  # 26
    board.machine.vsync()  # 28


def knock_down(board: Board) -> None:  # 29-42
    """Set the pillars and let a stick fall from each to a side where floor is."""
    rows = board.rows
    for y in range(2, board.size - 2, 2):  # 30
        for x in range(2, board.size - 2, 2):  # 31
            board.wall(x, y)  # 32
            sides = STEPS if y == 2 else (DOWN, LEFT, RIGHT)  # 34
            free = [(dx, dy) for dx, dy in sides if rows[y + dy][x + dx] == FLOOR]  # 33-37  DIR, C
            dx, dy = free[board.machine.rng.below(len(free))]  # 38  D
            board.wall(x + dx, y + dy)  # 39
            board.machine.vsync()  # 40


def count_steps(board: Board) -> None:  # 43-53
    """Note in all floor how far the goal is, from the goal outwards."""
    queue: deque[tuple[int, int]] = deque()  # 44  QX, QY
    reach(board, queue, board.size - 2, board.size - 2, -1)  # 45
    while queue:  # 46
        x, y = queue.popleft()  # 47
        steps = board.rows[y][x] - 1  # 48
        for dx, dy in STEPS:
            reach(board, queue, x + dx, y + dy, steps)  # 49-52


def reach(board: Board, queue: deque[tuple[int, int]], x: int, y: int, steps: int) -> None:  # 98-103  REACH
    """Note the steps of a block and remember to go on from it, if it is floor without a note."""
    if board.rows[y][x] == FLOOR:  # 99
        board.rows[y][x] = steps  # 100
        board.block(x, y, YELLOW)  # 101
        queue.append((x, y))  # 102


def walk(board: Board) -> None:  # 54-69
    """Show the way from the start, one step nearer to the goal each time."""
    x = y = 1  # 55
    board.block(x, y, LIME)  # 56
    for steps in range(board.rows[y][x] + 1, 0):  # 57
        dx, dy = next((dx, dy) for dx, dy in STEPS if board.rows[y + dy][x + dx] == steps)  # 58-66
        x, y = x + dx, y + dy
        board.block(x, y, LIME)  # 67
        board.machine.vsync()  # 68


def csv_text(board: Board) -> str:  # 72-79  C$
    """1 for a wall and 0 for floor, a line a row, as the game of the scrolling maze reads it."""
    return "".join(",".join("1" if block == WALL else "0" for block in row) + "\n" for row in board.rows)

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

WHITE, GRAY, MAROON, LIME = -460552, -8355712, -8388608, -16713728
FLOOR, WALL = 0, 1
UP, DOWN, LEFT, RIGHT = STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))


def main(machine: Machine, *, size: int = 21, csv: int = 0) -> None:  # 7-8  N, CSV
    """Make the maze and walk from its start to its goal."""
    if not (5 <= size <= 79 and size % 2):  # 9
        machine.console.print("N: 5 to 79, odd")  # 9
        return
    machine.reset()  # 10
    board = Board(machine, size)
    machine.console.set_color(7)  # 13
    machine.console.print(f"アンゼンナ ボウタオシ{size}")  # 13
    machine.console.set_color(15)  # 13
    build(board)
    knock_down(board)
    count_steps(board)
    walk(board)
    machine.console.print(f"STEPS:{-board.rows[1][1] - 1}")  # 75
    if csv:  # 76
        machine.storage.write_text("MAZE", csv_text(board))  # 85
        machine.console.print("TXT:MAZE")  # 86


class Board:
    """The blocks and how they are drawn: rows[y][x] is FLOOR, WALL or minus (steps to the goal + 1)."""

    def __init__(self, machine: Machine, size: int) -> None:
        self.machine = machine
        self.size = size
        self.dots = min(13, 240 // size)  # 11  S
        self.left = 400 - size * self.dots  # 12  L
        self.rows = [[FLOOR] * size for _ in range(size)]  # 14  M

    def block(self, x: int, y: int, color: int) -> None:  # 91-94  BLOCK
        screen, last = self.machine.screen, self.dots - 1
        left, top = self.left + x * self.dots, y * self.dots
        screen.fill(left, top, left + last, top + last, color)  # 92
        screen.box(left, top, left + last, top + last, GRAY)  # 93

    def wall(self, x: int, y: int) -> None:  # 97-100  WALL
        self.rows[y][x] = WALL  # 98
        self.block(x, y, MAROON)  # 99


def build(board: Board) -> None:  # 15-29
    """Draw the floor, then the walls around it."""
    for y in range(board.size):  # 16
        for x in range(board.size):  # 17
            board.block(x, y, WHITE)  # 18
    board.machine.vsync(30)  # 21
    last = board.size - 1
    for i in range(board.size):  # 23
        board.wall(i, 0)  # 24
        board.wall(i, last)  # 25
        board.wall(0, i)  # 26
        board.wall(last, i)  # 27
    board.machine.vsync(30)  # 29


def knock_down(board: Board) -> None:  # 30-47
    """Set the pillars and let a stick fall from each to a side where floor is."""
    rows = board.rows
    pillars = [(x, y) for y in range(2, board.size - 2, 2) for x in range(2, board.size - 2, 2)]
    for x, y in pillars:  # 31-32
        board.wall(x, y)  # 32
    board.machine.vsync(30)  # 34
    for x, y in pillars:  # 36-37
        sides = STEPS if y == 2 else (DOWN, LEFT, RIGHT)  # 39
        free = [(dx, dy) for dx, dy in sides if rows[y + dy][x + dx] == FLOOR]  # 38-42  DIR, C
        dx, dy = free[board.machine.rng.below(len(free))]  # 43  D
        board.wall(x + dx, y + dy)  # 44
        board.machine.vsync()  # 45


def count_steps(board: Board) -> None:  # 48-58
    """Note in all floor how far the goal is, from the goal outwards."""
    queue: deque[tuple[int, int]] = deque()  # 49  QX, QY
    reach(board, queue, board.size - 2, board.size - 2, -1)  # 50
    while queue:  # 51
        x, y = queue.popleft()  # 52
        steps = board.rows[y][x] - 1  # 53
        for dx, dy in STEPS:
            reach(board, queue, x + dx, y + dy, steps)  # 54-57


def reach(board: Board, queue: deque[tuple[int, int]], x: int, y: int, steps: int) -> None:  # 102-107  REACH
    """Note the steps of a block and remember to go on from it, if it is floor without a note."""
    if board.rows[y][x] == FLOOR:  # 104
        board.rows[y][x] = steps  # 105
        queue.append((x, y))  # 106


def walk(board: Board) -> None:  # 59-74
    """Show the way from the start, one step nearer to the goal each time."""
    x = y = 1  # 60
    board.block(x, y, LIME)  # 61
    for steps in range(board.rows[y][x] + 1, 0):  # 62
        dx, dy = next((dx, dy) for dx, dy in STEPS if board.rows[y + dy][x + dx] == steps)  # 63-71
        x, y = x + dx, y + dy
        board.block(x, y, LIME)  # 72
        board.machine.vsync()  # 73


def csv_text(board: Board) -> str:  # 77-84  C$
    """1 for a wall and 0 for floor, a line a row, as the game of the scrolling maze reads it."""
    return "".join(",".join("1" if block == WALL else "0" for block in row) + "\n" for row in board.rows)

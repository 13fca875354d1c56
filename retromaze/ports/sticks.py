"""Knocking down sticks: a pillar at every second block, from each a stick that falls to any side.

Technique: four steps, all floor, walls around, pillars, sticks; then a search shows what cannot be reached.
Changed: the drawing of a block takes its corner once.  Kept: a stick may fall on another or on the frame.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

WHITE, GRAY, MAROON, YELLOW, RED = -460552, -8355712, -8388608, -460800, -524288
FLOOR, WALL, REACHED = 0, 1, 2
STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))


def main(machine: Machine, *, size: int = 21, csv: int = 0) -> None:  # 7-8  N, CSV
    """Make the maze, search it and print what is closed in."""
    machine.reset()  # 9
    board = Board(machine, size)
    machine.console.set_color(7)  # 12
    machine.console.print(f"ボウタオシ{size}")  # 12
    machine.console.set_color(15)  # 12
    build(board)
    knock_down(board)
    search(board)
    report(board)
    if csv:  # 63
        machine.storage.write_text("MAZE", csv_text(board))  # 72
        machine.console.print("TXT:MAZE")  # 73


class Board:
    """The blocks and how they are drawn: rows[y][x] is FLOOR, WALL or REACHED."""

    def __init__(self, machine: Machine, size: int) -> None:
        self.machine = machine
        self.size = size
        self.dots = 240 // size  # 10  S
        self.left = 400 - size * self.dots  # 11  L
        self.rows = [[FLOOR] * size for _ in range(size)]  # 13  M

    def block(self, x: int, y: int, color: int) -> None:  # 78-81  BLOCK
        screen, last = self.machine.screen, self.dots - 1
        left, top = self.left + x * self.dots, y * self.dots
        screen.fill(left, top, left + last, top + last, color)  # 79
        screen.box(left, top, left + last, top + last, GRAY)  # 80

    def wall(self, x: int, y: int) -> None:  # 84-87  WALL
        self.rows[y][x] = WALL  # 85
        self.block(x, y, MAROON)  # 86


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


def knock_down(board: Board) -> None:  # 29-41
    """Set the pillars and let a stick fall from each."""
    for y in range(2, board.size - 2, 2):  # 30
        for x in range(2, board.size - 2, 2):  # 31
            board.wall(x, y)  # 32
            dx, dy = STEPS[board.machine.rng.below(4)]  # 33
            board.wall(x + dx, y + dy)  # 34-37  @UP, @DOWN, @LEFT, @RIGHT
            board.machine.vsync()  # 39  @FELL


def search(board: Board) -> None:  # 42-51
    """Mark all floor that the start leads to."""
    queue: deque[tuple[int, int]] = deque()  # 43  QX, QY
    reach(board, queue, 1, 1)  # 44
    while queue:  # 45
        x, y = queue.popleft()  # 46
        for dx, dy in STEPS:
            reach(board, queue, x + dx, y + dy)  # 47-50


def reach(board: Board, queue: deque[tuple[int, int]], x: int, y: int) -> None:  # 90-95  REACH
    """Mark a block as reached and remember to go on from it, if it is floor not yet reached."""
    if board.rows[y][x] == FLOOR:  # 91
        board.rows[y][x] = REACHED  # 92
        board.block(x, y, YELLOW)  # 93
        queue.append((x, y))  # 94


def report(board: Board) -> None:  # 52-62
    """Show closed floor in red, print how much of it there is and whether the goal can be reached."""
    closed = [(x, y) for y, row in enumerate(board.rows) for x, block in enumerate(row) if block == FLOOR]
    for x, y in closed:  # 54-55
        board.block(x, y, RED)  # 56
    console = board.machine.console
    console.print("トジタ ツウロ")  # 59
    console.print(f"CLOSED:{len(closed)}")  # 60  C
    console.print("ゴール")  # 61
    console.print("WAY:YES" if board.rows[-2][-2] == REACHED else "WAY:NO")  # 62


def csv_text(board: Board) -> str:  # 64-71  C$
    """1 for a wall and 0 for floor, a line a row, as the game of the scrolling maze reads it."""
    return "".join(",".join("1" if block == WALL else "0" for block in row) + "\n" for row in board.rows)

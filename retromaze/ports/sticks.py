"""Knocking down sticks: a pillar at every second block, from each a stick that falls to any side.

Technique: four steps, all floor, walls around, pillars, sticks; then a search shows what cannot be reached.
Changed: the drawing of a block takes its corner once.  Kept: a stick may fall on another or on the frame.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

WHITE, GRAY, MAROON = -460552, -8355712, -8388608
YELLOW, RED, LIME = -460800, -524288, -16713728
FLOOR, WALL, REACHED = 0, 1, 2
STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))


def main(machine: Machine, *, size: int = 21, goal: int = 1, csv: int = 0) -> None:  # 7-9
    """Make the maze, search it and print what is closed in and whether a way leads to the goal."""
    machine.reset()  # 10
    board = Board(machine, size)
    machine.console.set_color(7)  # 13
    machine.console.print(f"ボウタオシ{size}")  # 13
    machine.console.set_color(15)  # 13
    build(board)
    knock_down(board)
    search(board)
    report(board, bool(goal))
    if csv:  # 68
        machine.storage.write_text("MAZE", csv_text(board))  # 77
        machine.console.print("TXT:MAZE")  # 78


class Board:
    """The blocks and how they are drawn: rows[y][x] is FLOOR, WALL or REACHED."""

    def __init__(self, machine: Machine, size: int) -> None:
        self.machine = machine
        self.size = size
        self.dots = 240 // size  # 11  S
        self.left = 400 - size * self.dots  # 12  L
        self.rows = [[FLOOR] * size for _ in range(size)]  # 14  M

    def block(self, x: int, y: int, color: int) -> None:  # 83-86  BLOCK
        screen, last = self.machine.screen, self.dots - 1
        left, top = self.left + x * self.dots, y * self.dots
        screen.fill(left, top, left + last, top + last, color)  # 84
        screen.box(left, top, left + last, top + last, GRAY)  # 85

    def wall(self, x: int, y: int) -> None:  # 89-92  WALL
        self.rows[y][x] = WALL  # 90
        self.block(x, y, MAROON)  # 91


def build(board: Board) -> None:  # 15-29
    """Draw the floor, then the walls around it."""
    for y in range(board.size):  # 16
        for x in range(board.size):  # 17
            board.block(x, y, WHITE)  # 18
    board.machine.vsync()  # 21
    last = board.size - 1
    for i in range(board.size):  # 23
        board.wall(i, 0)  # 24
        board.wall(i, last)  # 25
        board.wall(0, i)  # 26
        board.wall(last, i)  # 27
    board.machine.vsync()  # 29


def knock_down(board: Board) -> None:  # 30-42
    """Set the pillars and let a stick fall from each."""
    for y in range(2, board.size - 2, 2):  # 31
        for x in range(2, board.size - 2, 2):  # 32
            board.wall(x, y)  # 33
            dx, dy = STEPS[board.machine.rng.below(4)]  # 34
            board.wall(x + dx, y + dy)  # 35-38  @UP, @DOWN, @LEFT, @RIGHT
            board.machine.vsync()  # 40  @FELL


def search(board: Board) -> None:  # 43-52
    """Mark all floor that the start leads to."""
    queue: deque[tuple[int, int]] = deque()  # 44  QX, QY
    reach(board, queue, 1, 1)  # 45
    while queue:  # 46
        x, y = queue.popleft()  # 47
        for dx, dy in STEPS:
            reach(board, queue, x + dx, y + dy)  # 48-51


def reach(board: Board, queue: deque[tuple[int, int]], x: int, y: int) -> None:  # 95-100  REACH
    """Mark a block as reached and remember to go on from it, if it is floor not yet reached."""
    if board.rows[y][x] == FLOOR:  # 96
        board.rows[y][x] = REACHED  # 97
        board.block(x, y, YELLOW)  # 98
        queue.append((x, y))  # 99


def report(board: Board, drawn: bool) -> None:  # 53-67
    """Show closed floor in red and the goal, in the corner or drawn, and print whether it can be reached."""
    closed = [(x, y) for y, row in enumerate(board.rows) for x, block in enumerate(row) if block == FLOOR]
    for x, y in closed:  # 55-56
        board.block(x, y, RED)  # 57
    board.machine.console.print("トジタ ツウロ")  # 60
    board.machine.console.print(f"CLOSED:{len(closed)}")  # 61  C
    x = y = board.size - 2  # 63
    if drawn:  # 64
        x = board.machine.rng.below(board.size // 2) * 2 + 1  # 64
        y = board.machine.rng.below(board.size // 2) * 2 + 1  # 64
    board.block(x, y, LIME)  # 65
    board.machine.console.print("ゴール")  # 66
    board.machine.console.print("WAY:YES" if board.rows[y][x] == REACHED else "WAY:NO")  # 67


def csv_text(board: Board) -> str:  # 69-76  C$
    """1 for a wall and 0 for floor, a line a row, as the game of the scrolling maze reads it."""
    return "".join(",".join("1" if block == WALL else "0" for block in row) + "\n" for row in board.rows)

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
    if not (5 <= size <= 79 and size % 2):  # 10
        machine.console.print("N: 5 to 79, odd")  # 10
        return
    machine.reset()  # 11
    board = Board(machine, size)
    machine.console.set_color(7)  # 14
    machine.console.print(f"ボウタオシ{size}")  # 14
    machine.console.set_color(15)  # 14
    build(board)
    knock_down(board)
    search(board)
    report(board, bool(goal))
    if csv:  # 69
        machine.storage.write_text("MAZE", csv_text(board))  # 78
        machine.console.print("TXT:MAZE")  # 79


class Board:
    """The blocks and how they are drawn: rows[y][x] is FLOOR, WALL or REACHED."""

    def __init__(self, machine: Machine, size: int) -> None:
        self.machine = machine
        self.size = size
        self.dots = 240 // size  # 12  S
        self.left = 400 - size * self.dots  # 13  L
        self.rows = [[FLOOR] * size for _ in range(size)]  # 15  M

    def block(self, x: int, y: int, color: int) -> None:  # 84-87  BLOCK
        screen, last = self.machine.screen, self.dots - 1
        left, top = self.left + x * self.dots, y * self.dots
        screen.fill(left, top, left + last, top + last, color)  # 85
        screen.box(left, top, left + last, top + last, GRAY)  # 86

    def wall(self, x: int, y: int) -> None:  # 90-93  WALL
        self.rows[y][x] = WALL  # 91
        self.block(x, y, MAROON)  # 92


def build(board: Board) -> None:  # 16-30
    """Draw the floor, then the walls around it."""
    for y in range(board.size):  # 17
        for x in range(board.size):  # 18
            board.block(x, y, WHITE)  # 19
    board.machine.vsync()  # 22
    last = board.size - 1
    for i in range(board.size):  # 24
        board.wall(i, 0)  # 25
        board.wall(i, last)  # 26
        board.wall(0, i)  # 27
        board.wall(last, i)  # 28
    board.machine.vsync()  # 30


def knock_down(board: Board) -> None:  # 31-43
    """Set the pillars and let a stick fall from each."""
    for y in range(2, board.size - 2, 2):  # 32
        for x in range(2, board.size - 2, 2):  # 33
            board.wall(x, y)  # 34
            dx, dy = STEPS[board.machine.rng.below(4)]  # 35
            board.wall(x + dx, y + dy)  # 36-39  @UP, @DOWN, @LEFT, @RIGHT
            board.machine.vsync()  # 41  @FELL


def search(board: Board) -> None:  # 44-53
    """Mark all floor that the start leads to."""
    queue: deque[tuple[int, int]] = deque()  # 45  QX, QY
    reach(board, queue, 1, 1)  # 46
    while queue:  # 47
        x, y = queue.popleft()  # 48
        for dx, dy in STEPS:
            reach(board, queue, x + dx, y + dy)  # 49-52


def reach(board: Board, queue: deque[tuple[int, int]], x: int, y: int) -> None:  # 96-101  REACH
    """Mark a block as reached and remember to go on from it, if it is floor not yet reached."""
    if board.rows[y][x] == FLOOR:  # 97
        board.rows[y][x] = REACHED  # 98
        board.block(x, y, YELLOW)  # 99
        queue.append((x, y))  # 100


def report(board: Board, drawn: bool) -> None:  # 54-68
    """Show closed floor in red and the goal, in the corner or drawn, and print whether it can be reached."""
    closed = [(x, y) for y, row in enumerate(board.rows) for x, block in enumerate(row) if block == FLOOR]
    for x, y in closed:  # 56-57
        board.block(x, y, RED)  # 58
    board.machine.console.print("トジタ ツウロ")  # 61
    board.machine.console.print(f"CLOSED:{len(closed)}")  # 62  C
    x = y = board.size - 2  # 64
    if drawn:  # 65
        x = board.machine.rng.below(board.size // 2) * 2 + 1  # 65
        y = board.machine.rng.below(board.size // 2) * 2 + 1  # 65
    board.block(x, y, LIME)  # 66
    board.machine.console.print("ゴール")  # 67
    board.machine.console.print("WAY:YES" if board.rows[y][x] == REACHED else "WAY:NO")  # 68


def csv_text(board: Board) -> str:  # 70-77  C$
    """1 for a wall and 0 for floor, a line a row, as the game of the scrolling maze reads it."""
    return "".join(",".join("1" if block == WALL else "0" for block in row) + "\n" for row in board.rows)

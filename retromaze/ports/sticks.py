"""Knocking down sticks: a pillar at every second block, from each a stick that falls to any side.

Technique: four steps, all floor, walls around, pillars, sticks, each with its picture; walls and goal may
then be changed by hand, and a search shows what cannot be reached.  The maze is written and read as CSV.
Changed: the drawing of a block takes its corner once.  Kept: a stick may fall on another or on the frame.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

WHITE, GRAY, MAROON = -460552, -8355712, -8388608
YELLOW, RED, LIME = -460800, -524288, -16713728
UP, DOWN, LEFT, RIGHT, A, B, X = 1, 2, 4, 8, 16, 32, 64
FLOOR, WALL, REACHED = 0, 1, 2
STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))


def main(
    machine: Machine,
    *,
    size: int = 21,
    goal: int = 1,
    csv: int = 0,
    stored: int = 0,
    edit: int = 0,
    mark: int = 0,
) -> None:  # 7-12
    """Make the maze or read it, search it and print what is closed in and whether a way leads to the goal."""
    machine.reset()  # 13
    text = ""  # 14  C$
    if stored:  # 15
        if not machine.storage.exists("TXT", "MAZE"):  # 16
            machine.console.print("TXT:MAZE ガ アリマセン / none")  # 16
            return
        text = fetch(machine)  # 17
        size = text.index("\n") // 2 + 1  # 112
    if not (5 <= size <= 79 and size % 2):  # 19
        machine.console.print("N: 5 to 79, odd")  # 19
        return
    board = Board(machine, size)
    if stored and not read_csv(board, text):  # 24
        machine.console.print("TXT:MAZE ガ ヨメマセン / no maze")  # 24
        return
    machine.console.set_color(7)  # 25
    machine.console.print(f"ボウタオシ{size}")  # 25
    machine.console.set_color(15)  # 25
    if stored:  # 26
        board.draw()  # 26
    else:
        make(board)  # 26
    set_goal(board, bool(goal))
    if edit:  # 31
        by_hand(board)
    search(board, bool(mark))
    report(board)
    if csv:  # 53
        machine.storage.write_text("MAZE", csv_text(board))  # 62
        machine.console.print("TXT:MAZE")  # 63


def fetch(machine: Machine) -> str:  # 100-113  FETCH
    """What is stored, each line to end with LF whatever it ended with."""
    text = machine.storage.read_text("MAZE").replace("\r\n", "\n")  # 105-110
    return text if text.endswith("\n") else text + "\n"  # 111


def read_csv(board: Board, text: str) -> bool:  # 115-129  READCSV
    """Take the blocks of a text; whether it has as many as it should, and walls around."""
    if len(text) != board.size * board.size * 2:  # 118
        return False
    last = board.size - 1
    for y in range(board.size):  # 119
        for x in range(board.size):  # 120
            at = (y * board.size + x) * 2
            block, end = text[at], text[at + 1]  # 121
            board.rows[y][x] = WALL if block == "1" else FLOOR  # 122
            if block not in "01" or end != ("," if x < last else "\n"):  # 123-124
                return False
            if block == "0" and (x * y == 0 or last in (x, y)):  # 125
                return False
    return True  # 128


class Board:
    """The blocks and how they are drawn: rows[y][x] is FLOOR, WALL or REACHED."""

    def __init__(self, machine: Machine, size: int) -> None:
        self.machine = machine
        self.size = size
        self.dots = min(13, 240 // size)  # 20  S
        self.left = 400 - size * self.dots  # 21  L
        self.rows = [[FLOOR] * size for _ in range(size)]  # 22  M
        self.goal = (-1, -1)  # 23  GX, GY

    def draw(self) -> None:  # 131-139  DRAW
        """Draw all blocks."""
        for y in range(self.size):  # 134
            for x in range(self.size):  # 135
                self.block(x, y)  # 136

    def block(self, x: int, y: int) -> None:  # 164-170  BLOCK
        color = LIME if (x, y) == self.goal else WHITE  # 166-167
        self.paint(x, y, MAROON if self.rows[y][x] == WALL else color)  # 168-169

    def paint(self, x: int, y: int, color: int) -> None:  # 172-176  PAINT
        left, top, right, bottom = self.corners(x, y)
        self.machine.screen.fill(left, top, right, bottom, color)  # 174
        self.machine.screen.box(left, top, right, bottom, GRAY)  # 175

    def corners(self, x: int, y: int) -> tuple[int, int, int, int]:
        left, top = self.left + x * self.dots, y * self.dots
        return left, top, left + self.dots - 1, top + self.dots - 1

    def wall(self, x: int, y: int) -> None:  # 178-182  WALL
        self.rows[y][x] = WALL  # 180
        self.block(x, y)  # 181


def make(board: Board) -> None:  # 67-98  MAKE
    """Make a maze in four steps, a picture after each."""
    board.draw()  # 71
    board.machine.vsync(30)  # 72
    last = board.size - 1
    for i in range(board.size):  # 74
        board.wall(i, 0)  # 75
        board.wall(i, last)  # 76
        board.wall(0, i)  # 77
        board.wall(last, i)  # 78
    board.machine.vsync(30)  # 80
    pillars = [(x, y) for y in range(2, last - 1, 2) for x in range(2, last - 1, 2)]
    for x, y in pillars:  # 82-83
        board.wall(x, y)  # 83
    board.machine.vsync(30)  # 85
    for x, y in pillars:  # 87-88
        dx, dy = STEPS[board.machine.rng.below(4)]  # 89
        board.wall(x + dx, y + dy)  # 90-93  @UP, @DOWN, @LEFT, @RIGHT
        board.machine.vsync()  # 95  @FELL


def set_goal(board: Board, drawn: bool) -> None:  # 27-30
    """Put the goal into the corner, or where chance wants it."""
    x = y = board.size - 2  # 28
    if drawn:  # 29
        x = board.machine.rng.below(board.size // 2) * 2 + 1  # 29
        y = board.machine.rng.below(board.size // 2) * 2 + 1  # 29
    board.goal = x, y
    board.block(x, y)  # 30


def by_hand(board: Board) -> None:  # 141-162  HAND
    """Let walls and the goal be changed until X is pressed."""
    for line in ("A:カベ wall", "B:ゴール goal", "X:オワリ done"):
        board.machine.console.print(line)  # 144-146
    x = y = 1  # 143
    buttons = 0
    while not buttons & X:  # 147, 161
        board.machine.screen.box(*board.corners(x, y), RED)  # 148
        buttons = pressed(board.machine)  # 149
        if buttons & A:  # 150
            board.rows[y][x] ^= WALL
        board.block(x, y)  # 151
        if buttons & B:  # 152
            board.rows[y][x] = FLOOR  # 153
            before, board.goal = board.goal, (x, y)  # 154
            board.block(*before)  # 155
            board.block(x, y)  # 157
        right = bool(buttons & RIGHT) - bool(buttons & LEFT)  # 159
        down = bool(buttons & DOWN) - bool(buttons & UP)  # 160
        x = min(max(x + right, 1), board.size - 2)  # 159
        y = min(max(y + down, 1), board.size - 2)  # 160


def pressed(machine: Machine) -> int:  # 149
    """The next buttons that are pressed."""
    buttons = 0
    while not buttons:
        machine.vsync()
        buttons = machine.input.button(1)
    return buttons


def search(board: Board, mark: bool) -> None:  # 32-40
    """Mark all floor that the start leads to."""
    queue: deque[tuple[int, int]] = deque()  # 22  QX, QY
    reach(board, queue, 1, 1, mark)  # 33
    while queue:  # 34
        x, y = queue.popleft()  # 35
        for dx, dy in STEPS:
            reach(board, queue, x + dx, y + dy, mark)  # 36-39


def reach(board: Board, queue: deque[tuple[int, int]], x: int, y: int, mark: bool) -> None:  # 184-190  REACH
    """Note a block as reached and remember to go on from it, if it is floor not yet reached."""
    if board.rows[y][x] == FLOOR:  # 186
        board.rows[y][x] = REACHED  # 187
        if mark:  # 188
            board.paint(x, y, YELLOW)  # 188
        queue.append((x, y))  # 189


def report(board: Board) -> None:  # 41-54
    """Show closed floor in red and print how much there is, and whether the goal can be reached."""
    closed = [(x, y) for y, row in enumerate(board.rows) for x, block in enumerate(row) if block == FLOOR]
    for x, y in closed:  # 43-44
        board.paint(x, y, RED)  # 45
    board.block(*board.goal)  # 48
    board.machine.console.print("トジタ ツウロ")  # 49
    board.machine.console.print(f"CLOSED:{len(closed)}")  # 50  C
    board.machine.console.print("ゴール")  # 51
    x, y = board.goal
    board.machine.console.print("WAY:YES" if board.rows[y][x] == REACHED else "WAY:NO")  # 52


def csv_text(board: Board) -> str:  # 54-61  C$
    """1 for a wall and 0 for floor, a line a row, as the game of the scrolling maze reads it."""
    return "".join(",".join("1" if block == WALL else "0" for block in row) + "\n" for row in board.rows)


if __name__ == "__main__":
    from retromaze.ports.scripts.sticks import main as script

    raise SystemExit(script())

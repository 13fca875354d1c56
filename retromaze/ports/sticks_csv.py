"""Knocked-down sticks to be changed by hand, searched, and kept as CSV.

Technique: a search notes in all floor that is reached how many steps it took; what has no note is closed in.
`# 19` behind a line names the listing's line.  Kept: a stick may fall on another or on the frame.
"""

from collections import deque

from retromaze.machine.input import REPEATED, Buttons
from retromaze.machine.machine import Machine
from retromaze.ports.scripts import run_script

WHITE, BROWN, GRAY, YELLOW, RED, LIME = 0xFFF8F8F8, 0xFFA52A2A, 0xFF808080, 0xFFF8F800, 0xFFF80000, 0xFF00F800
TEXT_YELLOW, TEXT_WHITE = 7, 15
FLOOR, WALL = 0, 1
UP, DOWN, LEFT, RIGHT = STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))


def main(
    machine: Machine,
    *,
    size: int = 21,
    goal: int = 1,
    csv: int = 0,
    stored: int = 0,
    edit: int = 0,
    mark: int = 0,
    safe: int = 0,
) -> None:  # 6-12
    """Make the maze or read it, search it and print what is closed in and whether a way leads to the goal."""
    machine.reset()  # 13
    text = ""  # 14  C$
    if stored:  # 15
        if not machine.storage.exists("TXT", "MAZE"):  # 16
            machine.console.print("TXT:MAZEがありません")  # 16
            return
        text = fetch(machine)  # 17
        size = text.index("\n") // 2 + 1  # 125
    if not (5 <= size <= 79 and size % 2):  # 19
        machine.console.print("N: 5 to 79, odd")  # 19
        return
    board = Board(machine, size)
    if stored and not read_csv(board, text):  # 24
        machine.console.print("TXT:MAZEを読めません")  # 24
        return
    machine.console.set_color(TEXT_YELLOW)  # 25
    machine.console.print(f"棒倒し法{size}")  # 25
    machine.console.set_color(TEXT_WHITE)  # 25
    board.draw()  # 26, 91
    if not stored:  # 26
        make(board, bool(safe))
    set_goal(board, drawn=bool(goal))
    if edit:  # 31
        by_hand(board)
    search(board, bool(mark))
    report(board)
    if mark:  # 54
        show_way(board)
    if csv:  # 55
        machine.storage.write_text("MAZE", csv_text(board))  # 64
        machine.console.print("TXT:MAZE")  # 65


def fetch(machine: Machine) -> str:  # 115-126  FETCH
    """Returns what is stored, each line to end with LF whatever it ended with."""
    text = machine.storage.read_text("MAZE").replace("\r\n", "\n")  # 118-123
    return text if text.endswith("\n") else text + "\n"  # 124


class Board:
    """The blocks and how they are drawn: rows[y][x] is FLOOR, WALL, or minus (steps from the start + 1)."""

    def __init__(self, machine: Machine, size: int) -> None:
        self.machine = machine
        self.size = size
        self.dots = min(13, 239 // size)  # 20  S
        self.left = 399 - size * self.dots  # 21  L
        self.rows = [[FLOOR] * size for _ in range(size)]  # 22  M
        self.goal = (-1, -1)  # 23  GX, GY

    def draw(self) -> None:  # 145-152  DRAW
        """Draw all blocks."""
        for y in range(self.size):  # 147
            for x in range(self.size):  # 148
                self.block(x, y)  # 149

    def block(self, x: int, y: int) -> None:  # 179-184  BLOCK
        floor = LIME if (x, y) == self.goal else WHITE  # 180-181
        self.paint(x, y, BROWN if self.rows[y][x] == WALL else floor)  # 182-183

    def paint(self, x: int, y: int, color: int) -> None:  # 187-190  PAINT
        """Fill a block; with a line around it where there is room."""
        left, top, right, bottom = self.edges(x, y)
        self.machine.screen.fill(left, top, right - 1, bottom - 1, color)  # 188
        if self.dots > 7:  # 189
            self.machine.screen.box(left, top, right, bottom, GRAY)  # 189

    def edges(self, x: int, y: int) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of a block; the latter two are those of its neighbors."""
        left, top = self.left + x * self.dots, y * self.dots
        return left, top, left + self.dots, top + self.dots

    def wall(self, x: int, y: int) -> None:  # 193-196  WALL
        self.rows[y][x] = WALL  # 194
        self.block(x, y)  # 195


def read_csv(board: Board, text: str) -> bool:  # 129-142  READCSV
    """Take the blocks of a text; whether it has as many as it should, and walls around."""
    if len(text) != board.size * board.size * 2:  # 131
        return False
    last = board.size - 1
    for y in range(board.size):  # 132
        for x in range(board.size):  # 133
            at = (y * board.size + x) * 2  # 134
            block, end = text[at], text[at + 1]  # 134  B$
            board.rows[y][x] = WALL if block == "1" else FLOOR  # 135
            if block not in "01" or end != ("," if x < last else "\n"):  # 136-137
                return False
            if block == "0" and (0 in (x, y) or last in (x, y)):  # 138
                return False
    return True  # 141


def make(board: Board, safe: bool) -> None:  # 89-111  MAKE
    """Set walls around and pillars, and let a stick fall from each; safe ones only where floor is."""
    rows, last = board.rows, board.size - 1
    for i in range(board.size):  # 92
        for x, y in ((i, 0), (i, last), (0, i), (last, i)):  # 93-94
            board.wall(x, y)  # 93-94
    pillars = [(x, y) for y in range(2, last, 2) for x in range(2, last, 2)]  # 96-97, 99-100
    for x, y in pillars:
        board.wall(x, y)  # 97
    for x, y in pillars:
        sides = STEPS if not safe or y == 2 else (DOWN, LEFT, RIGHT)  # 102
        free = [(x + dx, y + dy) for dx, dy in sides if not (safe and rows[y + dy][x + dx])]  # 101-105  DIR
        board.wall(*free[board.machine.rng.below(len(free))])  # 106-107
        board.machine.vsync()  # 108


def set_goal(board: Board, *, drawn: bool) -> None:  # 27-30
    """Put the goal into the corner, or where chance wants it."""
    x = y = board.size - 2  # 28
    if drawn:  # 29
        x = board.machine.rng.below(board.size // 2) * 2 + 1  # 29
        y = board.machine.rng.below(board.size // 2) * 2 + 1  # 29
    board.goal = x, y
    board.block(x, y)  # 30


def by_hand(board: Board) -> None:  # 155-176  HAND
    """Let walls and the goal be changed until X is pressed."""
    for line in ("十字ボタン:動く", "A:壁", "B:ゴール", "X:終わり"):
        board.machine.console.print(line)  # 157-160
    x = y = 1  # 156
    buttons = Buttons(0)
    while not buttons & Buttons.X:  # 161, 175
        left, top, right, bottom = board.edges(x, y)
        board.machine.screen.box(left, top, right - 1, bottom - 1, RED)  # 162
        buttons = pressed(board.machine)  # 163
        if buttons & Buttons.A:  # 164
            board.rows[y][x] ^= WALL
        board.block(x, y)  # 165
        if buttons & Buttons.B:  # 166
            board.rows[y][x] = FLOOR  # 167
            before, board.goal = board.goal, (x, y)  # 168
            board.block(*before)  # 169
            board.block(x, y)  # 171
        across = bool(buttons & Buttons.RIGHT) - bool(buttons & Buttons.LEFT)  # 173
        down = bool(buttons & Buttons.DOWN) - bool(buttons & Buttons.UP)  # 174
        x = min(max(x + across, 1), board.size - 2)  # 173
        y = min(max(y + down, 1), board.size - 2)  # 174


def pressed(machine: Machine) -> Buttons:  # 163
    """Returns the next buttons that are pressed."""
    while True:
        machine.vsync()
        if buttons := machine.input.button(REPEATED):
            return Buttons(buttons)


def search(board: Board, mark: bool) -> None:  # 32-41
    """Note in all floor that the start leads to how far it is."""
    queue: deque[tuple[int, int]] = deque()  # 22  QX, QY
    reach(board, queue, 1, 1, -1, mark)  # 33
    while queue:  # 34
        x, y = queue.popleft()  # 35
        for dx, dy in STEPS:
            reach(board, queue, x + dx, y + dy, board.rows[y][x] - 1, mark)  # 36-40


def reach(
    board: Board, queue: deque[tuple[int, int]], x: int, y: int, note: int, mark: bool
) -> None:  # 199-204  REACH
    """Note a block and remember to go on from it, if it is floor without a note."""
    if board.rows[y][x] == FLOOR:  # 200
        board.rows[y][x] = note  # 201
        if mark:  # 202
            board.paint(x, y, YELLOW)  # 202
        queue.append((x, y))  # 203


def report(board: Board) -> None:  # 42-53
    """Show closed floor in red and print how much there is, and whether the goal can be reached."""
    closed = [(x, y) for y, row in enumerate(board.rows) for x, block in enumerate(row) if block == FLOOR]
    for x, y in closed:  # 44-45
        board.paint(x, y, RED)  # 46
    board.block(*board.goal)  # 49
    board.machine.console.print("閉じた通路")  # 50
    board.machine.console.print(f"数:{len(closed)}")  # 51  C
    board.machine.console.print("ゴール")  # 52
    x, y = board.goal
    board.machine.console.print("道:あり" if board.rows[y][x] < 0 else "道:なし")  # 53


def show_way(board: Board) -> None:  # 69-86  WAY
    """Show a shortest way, from the goal back one step at a time, if there is one."""
    rows, (x, y) = board.rows, board.goal  # 71
    if rows[y][x] < 0:  # 54
        board.machine.console.print(f"歩数:{-rows[y][x] - 1}")  # 72
        for note in range(rows[y][x] + 1, 0):  # 73  D
            x, y = next((x + dx, y + dy) for dx, dy in STEPS if rows[y + dy][x + dx] == note)  # 74-82
            board.paint(x, y, LIME)  # 83
            board.machine.vsync()  # 84


def csv_text(board: Board) -> str:  # 56-63  C$
    """1 for a wall and 0 for floor, a line a row, as the game of the scrolling maze reads it."""
    return "".join(",".join("1" if block == WALL else "0" for block in row) + "\n" for row in board.rows)


if __name__ == "__main__":
    run_script(__file__)

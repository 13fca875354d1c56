"""Digging after the dialogue of its article, again and again.

Technique: a stack of places, with the digger's own on top.  Start S and goal G lie in the frame.
Changed: a set holds the rooms not yet dug.  Kept: the checks of sizes, a draw even where one way is left.
`# 19` behind a line names the listing's line.
"""

import re

from retromaze.machine.input import PRESSED, Buttons
from retromaze.machine.machine import Machine
from retromaze.ports.basic import ask_line
from retromaze.ports.scripts import run_script

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
YELLOW, WHITE = 7, 15
NOT_ODD = ("幅と高さは5以上の奇数",)  # 23
TOO_LARGE = ("画面に入りません", "P_W:1以上 M_W*P_W:50まで M_H:29まで")  # 26-27


def main(machine: Machine, *, width: int = 0, height: int = 0, print_width: int = 2) -> None:  # 6-7
    """Make mazes, another one at every press of A, until B is pressed."""
    machine.reset()  # 8
    sizes = settled_sizes(machine, width, height, print_width)
    if not sizes:
        return
    maze = Digging(machine, *sizes, print_width)
    buttons = Buttons.A
    while not buttons & Buttons.B:  # 75
        if buttons & Buttons.A:  # 74  @GENERATE
            maze.generate()
        machine.vsync()  # 72
        buttons = Buttons(machine.input.button(PRESSED))  # 73


def settled_sizes(
    machine: Machine, width: int, height: int, print_width: int
) -> tuple[int, int] | None:  # 9-31
    """Width and height, those that are 0 asked for until both can be; None if what was given cannot."""
    asks_width, asks_height = width == 0, height == 0  # 9  ASKW, ASKH
    while True:  # 10
        asks = asks_width or asks_height  # 11  ASK
        if asks:  # 12
            machine.console.print("迷路を出力します")  # 13
            machine.console.print("幅と高さが5以上の奇数を入力")  # 14
        try:
            width = whole(ask_line(machine, "Width = ")) if asks_width else width  # 16
            height = whole(ask_line(machine, "Height = ")) if asks_height else height  # 17
        except ValueError:  # 18
            machine.console.print("有効な数字を入力して下さい")  # 19
            machine.console.print()  # 20
        else:
            complaint = complaint_of(width, height, print_width)
            if not complaint:  # 31
                return width, height
            if complaint is TOO_LARGE or not asks:  # 23
                for line in complaint:
                    machine.console.print(line)  # 23, 26-27
        if not asks or not 1 <= print_width <= 10:  # 29
            return None
        asks_width = asks_height = True  # 30


def whole(text: str) -> int:  # 89-100  WHOLE
    """Returns the number in a text, held within 0 to 999.  Raises ValueError if it is none."""
    if not re.fullmatch("[-+]?[0-9]+", text):  # 92-96  SIGN, N
        raise ValueError(text)  # 93, 95
    return min(max(int(text), 0), 999)  # 98-99


def complaint_of(width: int, height: int, print_width: int) -> tuple[str, ...]:  # 21-27
    """Returns why a maze of that size cannot be dug and shown; no lines if it can."""
    if width < 5 or height < 5 or width % 2 == 0 or height % 2 == 0:  # 21
        return NOT_ODD
    if print_width < 1 or width * print_width > 50 or height > 29:  # 24
        return TOO_LARGE
    return ()


class Digging:
    """A place on the screen where mazes are dug, below what was said."""

    def __init__(self, machine: Machine, width: int, height: int, print_width: int) -> None:  # 32-36
        self.machine, self.width, self.height, self.print_width = machine, width, height, print_width
        for _ in range(height):  # 33
            machine.console.print()
        self.top = machine.console.row - height  # 34  T

    def generate(self) -> None:  # 36
        """Show walls, dig a maze into them and mark start and goal."""
        console = self.machine.console
        for line in range(self.height):  # 38
            console.locate(0, self.top + line)  # 39
            console.print("#".center(self.print_width) * self.width, end="")  # 39  R$
        self.dig()
        console.set_color(YELLOW)  # 66
        self.show(0, self.height - 2, "S")  # 67
        self.show(self.width - 1, 1, "G")  # 68
        console.set_color(WHITE)  # 69
        console.locate(0, self.top + self.height)  # 70
        console.print("A:もう一度  B:終わり", end="")  # 70

    def dig(self) -> None:  # 37, 41-64
        """Join all rooms."""
        below = self.machine.rng.below
        waiting = {(x, y) for x in range(1, self.width, 2) for y in range(1, self.height, 2)}  # 37  M
        y, x = below(self.height // 2) * 2 + 1, below(self.width // 2) * 2 + 1  # 42
        self.show(x, y, " ")  # 43
        stack = [(x, y)]  # 44  XSTK, YSTK
        while stack:  # 45
            x, y = stack[-1]  # 46
            waiting.discard((x, y))  # 80
            ways = [(dx, dy) for dx, dy in STEPS if (x + 2 * dx, y + 2 * dy) in waiting]  # 48-52  DIR
            if ways:  # 53
                dx, dy = ways[below(len(ways))]  # 54  D
                for blocks in (1, 2):  # 55
                    self.show(x + blocks * dx, y + blocks * dy, " ")  # 56-57, 81  DIG
                stack.append((x + 2 * dx, y + 2 * dy))  # 59
                self.machine.vsync()  # 60
            else:
                stack.pop()  # 62

    def show(self, x: int, y: int, letter: str) -> None:  # 84-87  BLOCK
        """Print the letter of a block."""
        self.machine.console.locate(x * self.print_width + (self.print_width - 1) // 2, self.top + y)  # 86
        self.machine.console.print(letter, end="")  # 86


if __name__ == "__main__":
    run_script(__file__)

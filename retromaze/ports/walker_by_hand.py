"""The right-hand walker in mazes whose walls are knocked out or changed by hand.

Technique: right, else ahead, else left; the next free way is remembered and taken on coming back.  Where
islands lead it in circles it goes on to where it has been least; by the article's rule alone it goes round
for ever, which it knows when all is as it was before.  `# 19` behind a line names the listing's line.
Changed: maze and walker are the library's.  Kept: every draw, and the frames of every step.
"""

from retromaze.machine.input import REPEATED, Buttons
from retromaze.machine.machine import Machine
from retromaze.ports.mazes import Blocks, Walker, Xorshift128, knock_holes, wall_extension_maze
from retromaze.ports.scripts import run_script

RED, YELLOW, WHITE = 3, 7, 15
ARTICLE_TARGETS = [(1, 4), (9, 5), (15, 1)]  # 143

Place = tuple[int, int]


def main(
    machine: Machine, *, width: int = 37, height: int = 17, holes: int = 0, article: int = 0, edit: int = 0
) -> None:  # 6-9
    """Print the maze, set the targets and walk to them."""
    if article:  # 11
        width, height = 37, 17  # 11
    width -= width % 2 == 0  # 12  W
    height -= height % 2 == 0  # 12  H
    if not (5 <= width <= 49 and 5 <= height <= 27 and 0 <= holes <= 99):  # 13
        machine.console.print("M_W: 5 to 50, M_H: 5 to 28, HOLES: 0 to 99")  # 14
        return
    machine.reset()  # 18
    # The words of the article make the maze that it prints.
    words = Xorshift128() if article else machine.rng  # 21, 118-142  READMAZE
    maze = wall_extension_maze(width, height, rng=words)  # 21, 85-116, 200-204  EXTEND, FREE
    knock_holes(maze, min(holes, (width - 3) // 2 * ((height - 3) // 2)), rng=machine.rng)  # 23-29
    for row in maze.rows():  # 33-35
        machine.console.print(row)  # 32, 36, 38
    machine.console.set_color(YELLOW)  # 40
    walk = Walk(machine, maze, pace=6 if article else 1)
    for target in ARTICLE_TARGETS:  # 41
        walk.add_target(target if article else drawn_place(machine, maze))  # 42
    if edit:  # 51
        by_hand(walk)
    walk.to_all_targets(bare=bool(article or edit))  # 17  BARE


def drawn_place(machine: Machine, maze: Blocks) -> Place:  # 45-46
    """Returns a room, its column drawn first."""
    x = machine.rng.below(maze.width // 2) * 2 + 1  # 45
    return x, machine.rng.below(maze.height // 2) * 2 + 1  # 46


class Walk:
    """A walker in a maze on the screen, which has `targets` and has come to so many of them."""

    def __init__(self, machine: Machine, maze: Blocks, pace: int) -> None:  # 50, 52, 54
        self.machine, self.maze, self.pace = machine, maze, pace  # 10  M, PACE
        self.walker = Walker(maze, maze.start)  # 52  X, Y, D, B
        self.targets: list[Place] = []  # 19  TX, TY
        self.reached = self.steps = 0  # 50, 54  T, STEPS

    def add_target(self, place: Place) -> None:
        """One more target: the next letter."""
        self.targets.append(place)  # 43, 45-46
        self.put(*place, "abc"[len(self.targets) - 1])  # 48

    def to_all_targets(self, bare: bool) -> None:  # 53-82
        """Go to all of them, by the article's rule alone if it is to be `bare`."""
        self.show()  # 53
        for target in self.targets:  # 55
            if ended := self.to_target(target, bare):
                self.result(ended)  # 62, 79
                return
            self.reached += 1  # 81
        self.result("")  # 82

    def to_target(self, target: Place, bare: bool) -> str:  # 56-80
        """Go there; returns why it does not come there, or nothing."""
        self.walker.is_lost = False  # 56  LOST
        limit = self.steps + len(self.maze.blocks) * (16 if bare else 4)  # 57
        before, age, life = self.state(), 0, 2  # 58-59  KX, KY, KD, KB
        while self.place() != target:  # 60
            if self.steps == limit:  # 61
                if bare:  # 62
                    return " 迷子"  # 62
                self.walker.lose()  # 65-67
            self.step()
            age += 1  # 263
            if bare and self.state() == before:  # 79, 264-268  AGAIN
                return " いつまでも回る"  # 79
            if age == life:  # 270
                before, age, life = self.state(), 0, 2 * life  # 251-258  KEEP
        return ""

    def step(self) -> None:  # 69-78
        """Take a step, or only turn, and show it."""
        x, y = self.place()
        self.walker.step()  # 69-74, 76, 206-248  FREE, BRANCH, TURN, LEAST
        self.put(x, y, self.under(x, y))  # 75
        self.steps += 1  # 77
        self.show()  # 78

    def show(self) -> None:  # 170-176  ARROW
        """Show the walker for as long as a step takes."""
        self.machine.console.set_color(RED)  # 172
        self.put(*self.place(), "A>V<"[self.walker.heading])  # 173
        self.machine.console.set_color(YELLOW)  # 174
        self.machine.vsync(self.pace)  # 175

    def place(self) -> Place:
        """Returns where it stands."""
        return self.maze.place(self.walker.cell)  # 193-198  DX, DY

    def state(self) -> tuple[int, int, list[tuple[int, int]]]:
        """Returns all that decides how it goes on."""
        return self.walker.cell, self.walker.heading, self.walker.remembered[:]  # 253-255

    def under(self, x: int, y: int) -> str:  # 184-191  UNDER$
        """Returns what lies on the floor: the letter of a target to come, the first of two, or nothing."""
        coming = dict(reversed([*zip(self.targets, "abc", strict=True)][self.reached :]))  # 187
        return coming.get((x, y), " ")  # 188, 190

    def put(self, x: int, y: int, letter: str) -> None:
        """Print one character."""
        self.machine.console.locate(x, y)  # 48, 75, 152, 156, 173
        self.machine.console.print(letter, end="")  # 48, 75, 152, 156, 173

    def result(self, words: str) -> None:  # 178-182  RESULT
        """Print how many steps it took, and how it ended."""
        self.machine.console.set_color(WHITE)  # 180
        self.machine.console.locate(0, self.maze.height)  # 181
        self.machine.console.print(f"歩数:{self.steps}{words}")  # 181


def by_hand(walk: Walk) -> None:  # 145-162  HAND
    """Let walls be changed until X is pressed."""
    console, maze = walk.machine.console, walk.maze
    console.locate(0, maze.height)  # 148
    console.print("十字ボタン:動く  A:壁  X:歩く", end="")  # 148
    x = y = 1  # 149
    buttons = Buttons(0)
    while not buttons & Buttons.X:  # 150, 159
        console.set_color(WHITE, RED)  # 151
        walk.put(x, y, block(walk, x, y))  # 152
        buttons = pressed(walk.machine)  # 153
        if buttons & Buttons.A:  # 154
            maze.mark(x, y, " " if maze.is_wall(x, y) else "#")  # 154
        console.set_color(WHITE if maze.is_wall(x, y) else YELLOW, 0)  # 155
        walk.put(x, y, block(walk, x, y))  # 156
        across = bool(buttons & Buttons.RIGHT) - bool(buttons & Buttons.LEFT)  # 157
        down = bool(buttons & Buttons.DOWN) - bool(buttons & Buttons.UP)  # 158
        x = min(max(x + across, 1), maze.width - 2)  # 157
        y = min(max(y + down, 1), maze.height - 2)  # 158
    console.set_color(YELLOW)  # 160
    console.locate(0, maze.height)  # 161
    console.print(" " * 29, end="")  # 161


def block(walk: Walk, x: int, y: int) -> str:  # 164-168  BLOCK$
    """Returns a wall, or what lies on the floor."""
    return "#" if walk.maze.is_wall(x, y) else walk.under(x, y)  # 166-167


def pressed(machine: Machine) -> Buttons:  # 153
    """Returns the next buttons that are pressed."""
    while True:
        machine.vsync()
        if buttons := machine.input.button(REPEATED):
            return Buttons(buttons)


if __name__ == "__main__":
    run_script(__file__)

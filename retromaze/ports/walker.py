"""The right-hand walker: it remembers branches it did not take, and goes to three targets in turn.

Technique: right, else ahead, else left; the next free way is remembered with its place and taken on coming
back.  Where islands lead it in circles it goes on to where it has been least; by the article's rule alone it
goes round for ever, which it knows when all is as it was before.
Changed: the walker is an object, a branch a triple.  Kept: every draw, and a frame for every step.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

MOVES = ((0, -1), (1, 0), (0, 1), (-1, 0))
UP, DOWN, LEFT, RIGHT, A, X = 1, 2, 4, 8, 16, 64
Maze = list[list[int]]
Place = tuple[int, int]

ARTICLE_MAZE = """\
+-----------------------------------+
| #   # #     #     #               |
| ### # # ##### # ### ### ##### ### |
|   # #   #     # #   # # #   # # # |
| ### # ### ### # # ### # ### ### # |
| #   # #   # # # # #       #     # |
| # ### # ### # ### # ##### # ##### |
| # #     #   #     # #   # # #     |
| # ### ### # ##### # ### # # ### ##|
|     # #   #     # #   #   #   # # |
|## ### ####### # # # ####### # ### |
| # # #       # # # #         #     |
| # # # ### ### ### # ####### ######|
| # #   # # #       # #             |
| # ##### ### ####### ### ######### |
|             #         # #         |
+-----------------------------------+"""
ARTICLE_TARGETS = [(1, 4), (9, 5), (15, 1)]


def main(
    machine: Machine, *, width: int = 37, height: int = 17, holes: int = 0, article: int = 0, edit: int = 0
) -> None:  # 6-9
    """Print the maze, set the targets and walk to them."""
    if article:  # 10
        width, height = 37, 17
    width -= width % 2 == 0  # 11  W
    height -= height % 2 == 0  # 11  H
    if not (5 <= width <= 49 and 5 <= height <= 27 and 0 <= holes <= 99):  # 12
        machine.console.print("M_W: 5 to 50, M_H: 5 to 28, HOLES: 0 to 99")  # 13
        return
    machine.reset()  # 17
    maze = read_maze() if article else extended(machine, width, height)  # 20  M
    knock_holes(machine, maze, holes)
    print_maze(machine, maze)
    walker = Walker(machine, maze, set_targets(machine, maze, bool(article)))
    if edit:  # 50
        walker.by_hand()
    walker.walk(bare=bool(article or edit), pace=1 + article * 5)  # 16  BARE


def extended(machine: Machine, width: int, height: int) -> Maze:  # 87-118  EXTEND
    """walls[y][x] of a wall extension maze, 1 for a wall and 0 for floor."""
    inner = [1] + [0] * (width - 2) + [1]
    walls = [[1] * width, *(inner[:] for _ in range(height - 2)), [1] * width]  # 92-93
    places = [(x, y) for y in (0, height - 1) for x in range(2, width - 2, 2)]  # 94-95
    places += [(x, y) for x in (0, width - 1) for y in range(2, height - 2, 2)]  # 96-97
    for i in range(len(places) - 1, -1, -1):  # 98
        p = machine.rng.below(i + 1)  # 99
        places[p], places[i] = places[i], places[p]  # 100
    queue = deque(places)  # QX, QY
    while queue:  # 102
        x, y = queue.popleft()  # 103
        sides = [(dx, dy) for dx, dy in MOVES if is_free(walls, x + dx * 2, y + dy * 2)]  # 104-107  DIR
        if sides:  # 108
            queue.append((x, y))  # 109
            dx, dy = sides[machine.rng.below(len(sides))]  # 110
            for _ in range(2):  # 111
                x, y = x + dx, y + dy  # 112
                walls[y][x] = 1  # 113
            queue.appendleft((x, y))  # 115
    return walls


def read_maze() -> Maze:  # 120-146  READMAZE
    """The maze of the article."""
    return [[int(block != " ") for block in row] for row in ARTICLE_MAZE.splitlines()]  # 123-126


def knock_holes(machine: Machine, walls: Maze, holes: int) -> None:  # 21-28
    """Break so many walls between rooms, or as many as there surely are."""
    below, width, height = machine.rng.below, len(walls[0]), len(walls)
    for _ in range(min(holes, (width - 3) // 2 * ((height - 3) // 2))):  # 22
        x = y = 0
        while not ((x + y) % 2 and walls[y][x]):  # 26
            x = below(width - 2) + 1  # 24
            y = below(height - 2) + 1  # 25
        walls[y][x] = 0  # 27


def print_maze(machine: Machine, walls: Maze) -> None:  # 29-37
    """Print the maze in its frame."""
    edge = "+" + "-" * (len(walls[0]) - 2) + "+"  # 30  E$
    machine.console.print(edge)  # 31
    for row in walls[1:-1]:  # 32
        machine.console.print("|" + "".join(" #"[block] for block in row[1:-1]) + "|")  # 33-35  R$
    machine.console.print(edge)  # 37


def set_targets(machine: Machine, walls: Maze, article: bool) -> list[Place]:  # 38-48
    """Print a, b and c; returns where they are."""
    machine.console.set_color(7)  # 39
    targets = []  # TX, TY
    for i in range(3):  # 40
        if article:  # 41
            x, y = ARTICLE_TARGETS[i]  # 42
        else:
            x = machine.rng.below(len(walls[0]) // 2) * 2 + 1  # 44
            y = machine.rng.below(len(walls) // 2) * 2 + 1  # 45
        targets.append((x, y))
        machine.console.locate(x, y)  # 47
        machine.console.print("abc"[i], end="")  # 47
    return targets


def is_free(walls: Maze, x: int, y: int) -> bool:  # 194-198  FREE
    """Whether that is floor; outside is none."""
    return 0 <= x < len(walls[0]) and 0 <= y < len(walls) and not walls[y][x]  # 196-197


class Walker:
    """Who walks, or moves the cursor: x, y, heading (0 up, 1 right, 2 down, 3 left) and branches."""

    def __init__(self, machine: Machine, walls: Maze, targets: list[Place]) -> None:  # 49-53
        self.machine, self.walls, self.targets = machine, walls, targets
        self.x = self.y = 1  # 51, 151
        self.heading = 0  # 51  D
        self.target = 0  # 49  T
        self.steps = 0  # 53
        self.branches: list[tuple[int, int, int]] = []  # 18  B

    def by_hand(self) -> None:  # 147-164  HAND
        """Let walls be changed until X is pressed."""
        console = self.machine.console
        console.locate(0, len(self.walls))  # 150
        console.print("A:カベ wall  X:アルク walk", end="")  # 150
        buttons = 0
        while not buttons & X:  # 152, 161
            console.set_color(15, 3)  # 153
            self.put(self.block())  # 154
            buttons = self.pressed()
            if buttons & A:  # 156
                self.walls[self.y][self.x] ^= 1
            console.set_color(7 + 8 * self.walls[self.y][self.x], 0)  # 157
            self.put(self.block())  # 158
            right = bool(buttons & RIGHT) - bool(buttons & LEFT)  # 159
            down = bool(buttons & DOWN) - bool(buttons & UP)  # 160
            self.x = min(max(self.x + right, 1), len(self.walls[0]) - 2)  # 159
            self.y = min(max(self.y + down, 1), len(self.walls) - 2)  # 160
        console.set_color(7)  # 162
        console.locate(0, len(self.walls))  # 163
        console.print(" " * 24, end="")  # 163
        self.x = self.y = 1  # 51

    def pressed(self) -> int:  # 155  K
        """The next buttons that are pressed."""
        buttons = 0
        while not buttons:
            self.machine.vsync()
            buttons = self.machine.input.button(1)
        return buttons

    def walk(self, bare: bool, pace: int) -> None:  # 54-84
        """Go to all targets, or until it is known that it goes round for ever."""
        blocks = len(self.walls[0]) * len(self.walls)
        for self.target in range(3):  # 54  T
            visits: list[list[int]] | None = None  # 55  LOST
            limit = self.steps + 4 * blocks * (1 + bare * 3)  # 56
            self.life = 1  # 57  LIFE
            self.keep()  # 58
            while (self.x, self.y) != self.targets[self.target]:  # 59
                if self.steps == limit:  # 60
                    if bare:  # 61
                        self.result(" マイゴ lost")
                        return
                    visits = [[0] * len(row) for row in self.walls]  # 64-65  V
                    self.branches.clear()  # 66
                self.turn(visits)
                self.go()
                self.machine.vsync(pace)  # 80
                if bare and self.again():  # 81
                    self.result(" グルグル for ever")
                    return
        self.result("")  # 84

    def keep(self) -> None:  # 244-253  KEEP
        """Keep how all is now, for twice as long each time."""
        self.kept = self.state()
        self.age = 0  # 250
        self.life *= 2  # 251

    def state(self) -> tuple[int, int, int, list[tuple[int, int, int]]]:
        """All that decides how it goes on."""
        return self.x, self.y, self.heading, self.branches[:]  # 247-249  KX, KY, KD, KB

    def again(self) -> bool:  # 254-266  AGAIN
        """Whether all is as it was before: then it will be again and again."""
        self.age += 1  # 257
        if self.state() == self.kept:  # 258-262
            return True
        if self.age == self.life:  # 264
            self.keep()
        return False  # 265

    def turn(self, visits: list[list[int]] | None) -> None:  # 68-73
        """Choose where to go."""
        if visits:  # 68
            visits[self.y][self.x] += 1  # 69
            self.heading = self.least(visits)  # 70
        elif not self.take_branch():  # 71
            self.heading = self.right_hand()  # 72

    def go(self) -> None:  # 74-79
        """Take the step, if floor is there, and show it."""
        self.put(self.under())  # 74
        x, y = self.ahead(self.heading)
        if is_free(self.walls, x, y):  # 75
            self.x, self.y = x, y
        self.steps += 1  # 76
        self.machine.console.set_color(3)  # 77
        self.put("A>V<"[self.heading])  # 78
        self.machine.console.set_color(7)  # 79

    def put(self, letter: str) -> None:
        """Print one character where it stands."""
        self.machine.console.locate(self.x, self.y)  # 74, 78, 154, 158
        self.machine.console.print(letter, end="")  # 74, 78, 154, 158

    def block(self) -> str:  # 166-170  BLOCK$
        """A wall, or what lies on the floor."""
        return "#" if self.walls[self.y][self.x] else self.under()  # 168-169

    def result(self, words: str) -> None:  # 172-176  RESULT
        """Print how many steps it took, and how it ended."""
        self.machine.console.set_color(15)  # 174
        self.machine.console.locate(0, len(self.walls))  # 175
        self.machine.console.print(f"STEPS:{self.steps}{words}")  # 175

    def under(self) -> str:  # 178-185  UNDER$
        """What it stands on: the letter of a target not yet reached, or floor."""
        for i in range(self.target, 3):  # 181
            if (self.x, self.y) == self.targets[i]:  # 182
                return "abc"[i]
        return " "  # 184

    def take_branch(self) -> bool:  # 200-214  BRANCH
        """Turn to the branch last remembered here and forget it; one behind is only forgotten."""
        for i in range(len(self.branches) - 1, -1, -1):  # 204
            x, y, heading = self.branches[i]
            if (x, y) == (self.x, self.y):  # 205
                del self.branches[i]  # 207-208
                if heading != (self.heading + 2) % 4:  # 209
                    self.heading = heading
                return True  # 210
        return False  # 213

    def right_hand(self) -> int:  # 216-229  TURN
        """Right, else ahead, else left; the next one free is remembered."""
        free = [heading for heading in self.ways(1, 0, -1) if is_free(self.walls, *self.ahead(heading))]
        if len(free) > 1:  # 225
            self.branches.append((self.x, self.y, free[1]))
        return free[0] if free else (self.heading + 3) % 4  # 219, 224

    def least(self, visits: list[list[int]]) -> int:  # 231-242  LEAST
        """Where it has been least, right first."""
        chosen, fewest = 0, 1e9  # 233  G, F
        for heading in self.ways(1, 0, -1, -2):  # 234
            x, y = self.ahead(heading)
            if is_free(self.walls, x, y) and visits[y][x] < fewest:  # 236
                chosen, fewest = heading, visits[y][x]  # 237-238
        return chosen  # 241

    def ways(self, *turns: int) -> list[int]:
        """The headings after these turns."""
        return [(self.heading + turn + 4) % 4 for turn in turns]  # 221, 235

    def ahead(self, heading: int) -> Place:  # 187-193  DX, DY
        """The place one step away."""
        return self.x + MOVES[heading][0], self.y + MOVES[heading][1]  # 222, 236


if __name__ == "__main__":
    from retromaze.ports.scripts.walker import main as script

    raise SystemExit(script())

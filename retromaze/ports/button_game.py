"""The maze game on the screen: the buttons move a red mark, which leaves footprints, to the goal.

Kruskal's method makes the maze, and a search in breadth finds the room farthest from the start where that is
the goal; ways[room] are the rooms one step away.  `# 19` behind a line names the listing's line.
Kept: the order of the walls before the shuffle, and that a button held down repeats.
"""

from retromaze.machine.input import REPEATED, Buttons
from retromaze.machine.machine import Machine
from retromaze.ports.mazes import DisjointSets, shuffled
from retromaze.ports.scripts import run_script

MAROON, SILVER, LIME, RED, YELLOW = 0xFF800000, 0xFFC0C0C0, 0xFF00F800, 0xFFF80000, 0xFFF8F800


def main(machine: Machine, *, width: int = 16, height: int = 9, goal: int = 0) -> None:  # 5-6  M_W, M_H, GOAL
    """Play until Y is pressed."""
    if not (2 <= width <= 32 and 2 <= height <= 18):  # 7
        machine.console.print("M_W: 2 to 32, M_H: 2 to 18")  # 7
        return
    machine.reset()  # 8
    machine.console.print("十字ボタン:動く  B:戻る  X:次の迷路  Y:終わり")  # 15
    game = Game(machine, width, height)
    steps = {Buttons.UP: -width, Buttons.DOWN: width, Buttons.LEFT: -1, Buttons.RIGHT: 1}  # 27-34
    buttons = Buttons.X  # 16  B
    while not buttons & Buttons.Y:  # 17, 39
        if buttons & Buttons.X:  # 18
            game.generate()  # 18
            if goal:  # 66
                game.goal = farthest(game.ways)  # 66
        if buttons & (Buttons.X | Buttons.B):  # 19
            game.begin()
        for button, step in steps.items():
            if buttons & button:  # 27, 29, 31, 33
                game.move(step)  # 28, 30, 32, 34
                break
        machine.vsync()  # 37
        buttons = Buttons(machine.input.button(REPEATED))  # 38


class Game:
    """The board and where the player is."""

    def __init__(self, machine: Machine, width: int, height: int) -> None:  # 9-14
        self.machine = machine
        self.width, self.height, self.rooms = width, height, width * height  # 9  N
        self.size = min(400 // width, 216 // height)  # 10  S
        self.left, self.top = (400 - width * self.size) // 2, (256 - height * self.size) // 2  # 11  L, T
        self.goal = self.rooms - 1  # 14  GX, GY

    def generate(self) -> None:  # 42-65  GENERATE
        """Make a maze: break all walls in random order that part two sets of rooms."""
        width, rooms = self.width, self.rooms
        walls = [(room, room + 1) for x in range(width - 1) for room in range(x, rooms, width)]  # 48-50  EDGE
        walls += [
            (room, room + width) for x in range(width) for room in range(x, rooms - width, width)
        ]  # 51-53
        sets = DisjointSets(rooms)  # 46, 95-108  U, FIND, UNION
        self.ways = [set[int]() for _ in range(rooms)]  # 45  GRID
        for wall in shuffled(len(walls), self.machine.rng):  # 54-58  K
            room, beyond = walls[wall]  # 59  I
            if sets.union(room, beyond):  # 61, 63
                self.ways[room].add(beyond)  # 61, 63
                self.ways[beyond].add(room)

    def begin(self) -> None:  # 20-23, 110-121  BOARD
        """Draw the board and put the player at the start."""
        right, bottom = self.left + self.width * self.size - 1, self.top + self.height * self.size - 1
        self.machine.screen.fill(self.left, self.top, right, bottom, MAROON)  # 113
        for room, ways in enumerate(self.ways):  # 114-116
            self.room(room, ways, SILVER)  # 117
        self.room(self.goal, set(), LIME)  # 120
        self.player = self.steps = 0  # 21  PX, PY, STEPS
        self.mark(RED)  # 22
        self.machine.console.locate(0, 1)  # 23
        self.machine.console.print("歩数:0        ", end="")  # 23

    def room(self, room: int, ways: set[int], color: int) -> None:  # 123-128  ROOM
        """Fill a room and its ways to the right and down."""
        fill, last = self.machine.screen.fill, self.size - 1
        x, y = self.corner(room)
        fill(x + 1, y + 1, x + last - 1, y + last - 1, color)  # 125
        if room + 1 in ways:  # 126
            fill(x + last, y + 1, x + last + 1, y + last - 1, color)  # 126
        if room + self.width in ways:  # 127
            fill(x + 1, y + last, x + last - 1, y + last + 1, color)  # 127

    def corner(self, room: int) -> tuple[int, int]:
        """The top left corner of a room in dots."""
        row, column = divmod(room, self.width)
        return self.left + column * self.size, self.top + row * self.size

    def mark(self, color: int) -> None:  # 130-133  MARK
        """Fill the middle of the player's room."""
        x, y = self.corner(self.player)
        self.machine.screen.fill(x + 4, y + 4, x + self.size - 5, y + self.size - 5, color)  # 132

    def move(self, step: int) -> None:  # 26, 135-147  MOVE
        """Go to the room that lies so far on, unless a wall is in the way or the goal is reached."""
        if self.player == self.goal or self.player + step not in self.ways[self.player]:  # 26, 138-140
            return
        self.mark(YELLOW)  # 141
        self.player += step  # 142
        self.steps += 1  # 143
        self.mark(RED)  # 144
        self.machine.console.locate(3, 1)  # 145
        self.machine.console.print(str(self.steps), end="")  # 145
        if self.player == self.goal:  # 146
            self.machine.console.print(" ゴール!", end="")  # 146


def farthest(ways: list[set[int]]) -> int:  # 69-93  FARTHEST
    """The room with the longest way from the start, the first of several."""
    steps = {0: 0}  # 74  DIST
    queue = [0]  # 74  QUE
    for room in queue:  # 75-76
        for other in ways[room] - steps.keys():  # 77-80, 90  REACH
            steps[other] = steps[room] + 1  # 91
            queue.append(other)  # 92
    return max(range(len(ways)), key=steps.__getitem__)  # 82-85  F


if __name__ == "__main__":
    run_script(__file__)

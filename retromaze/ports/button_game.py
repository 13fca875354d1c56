"""The maze game on the screen: the buttons lead a sprite, which leaves footprints, to a chest.

Kruskal's method makes the maze, and a search in breadth finds the room farthest from the start where that is
the goal; ways[room] are the rooms one step away.  `# 19` behind a line names the listing's line.
Kept: the order of the walls before the shuffle, and that a button held down repeats.
"""

from retromaze.machine.input import REPEATED, Buttons
from retromaze.machine.machine import Machine
from retromaze.ports.mazes import DisjointSets, shuffled
from retromaze.ports.scripts import run_script

HEDGE, SAND, OLIVE = 0xFF186828, 0xFFF0D898, 0xFF808000  # 15
PLAYER, CHEST = 0, 1  # 24
FRONT, LEFT, BACK, RIGHT, CLOSED, OPEN = 500, 504, 508, 512, 15, 16  # 24, 148, 151


def main(machine: Machine, *, width: int = 16, height: int = 9, goal: int = 0) -> None:  # 5-6  M_W, M_H, GOAL
    """Play until Y is pressed."""
    if not (2 <= width <= 32 and 2 <= height <= 18):  # 7
        machine.console.print("M_W: 2 to 32, M_H: 2 to 18")  # 7
        return
    machine.reset()  # 8
    game = Game(machine, width, height)
    machine.console.print("十字ボタン:動く  B:戻る  X:次の迷路  Y:終わり")  # 17
    steps = {Buttons.UP: -width, Buttons.DOWN: width, Buttons.LEFT: -1, Buttons.RIGHT: 1}  # 29-36
    buttons = Buttons.X  # 18  B
    while not buttons & Buttons.Y:  # 19, 41
        if buttons & Buttons.X:  # 20
            game.generate()  # 20
            if goal:  # 68
                game.goal = farthest(game.ways)  # 68
        if buttons & (Buttons.X | Buttons.B):  # 21
            game.begin()
        for button, step in steps.items():
            if buttons & button:  # 29, 31, 33, 35
                game.move(step)  # 30, 32, 34, 36
                break
        machine.vsync()  # 39
        buttons = Buttons(machine.input.button(REPEATED))  # 40


class Game:
    """The board and where the player is."""

    def __init__(self, machine: Machine, width: int, height: int) -> None:  # 9-14
        self.machine = machine
        self.width, self.height, self.rooms = width, height, width * height  # 9  N
        self.size = min(400 // width, 216 // height)  # 10  S
        self.left, self.top = (400 - width * self.size) // 2, (256 - height * self.size) // 2  # 11  L, T
        self.goal = self.rooms - 1  # 14  GX, GY
        machine.screen.set_backdrop(HEDGE)  # 16

    def generate(self) -> None:  # 44-67  GENERATE
        """Make a maze: break all walls in random order that part two sets of rooms."""
        width, rooms = self.width, self.rooms
        walls = [(room, room + 1) for x in range(width - 1) for room in range(x, rooms, width)]  # 50-52  EDGE
        walls += [
            (room, room + width) for x in range(width) for room in range(x, rooms - width, width)
        ]  # 53-55
        sets = DisjointSets(rooms)  # 48, 97-110  U, FIND, UNION
        self.ways = [set[int]() for _ in range(rooms)]  # 47  GRID
        for wall in shuffled(len(walls), self.machine.rng):  # 56-60  K
            room, beyond = walls[wall]  # 61  I
            if sets.union(room, beyond):  # 63, 65
                self.ways[room].add(beyond)  # 63, 65
                self.ways[beyond].add(room)

    def begin(self) -> None:  # 22-25, 112-122  BOARD
        """Draw the board and put the player at the start."""
        right, bottom = self.left + self.width * self.size - 1, self.top + self.height * self.size - 1
        self.machine.screen.fill(self.left, self.top, right, bottom, HEDGE)  # 115
        for room, ways in enumerate(self.ways):  # 116-118
            self.room(room, ways)  # 119
        self.player = self.steps = 0  # 23  PX, PY, STEPS
        self.put(PLAYER, FRONT, 0)  # 24
        self.put(CHEST, CLOSED, self.goal)  # 24
        self.machine.console.locate(0, 1)  # 25
        self.machine.console.print("歩数:0        ", end="")  # 25

    def room(self, room: int, ways: set[int]) -> None:  # 124-129  ROOM
        """Fill a room and its ways to the right and down."""
        fill, edge = self.machine.screen.fill, self.size - 3
        x, y = self.corner(room)
        fill(x + 2, y + 2, x + edge, y + edge, SAND)  # 126
        if room + 1 in ways:  # 127
            fill(x + edge + 1, y + 2, x + edge + 4, y + edge, SAND)  # 127
        if room + self.width in ways:  # 128
            fill(x + 2, y + edge + 1, x + edge, y + edge + 4, SAND)  # 128

    def corner(self, room: int) -> tuple[int, int]:
        """Returns the top left corner of a room in dots."""
        row, column = divmod(room, self.width)
        return self.left + column * self.size, self.top + row * self.size

    def put(self, sprite: int, picture: int, room: int) -> None:  # 131-136  PUT
        """Show a picture in a room, as large as the room."""
        self.machine.sprites.set(sprite, picture)  # 133
        self.machine.sprites.scale(sprite, self.size / 20, self.size / 20)  # 134
        self.machine.sprites.move(sprite, *self.place(room))  # 135

    def place(self, room: int) -> tuple[float, float]:
        """Returns the place of a sprite in a room."""
        row, column = divmod(room, self.width)
        return self.left + (column + 0.1) * self.size, self.top + (row + 0.1) * self.size  # 135, 149

    def move(self, step: int) -> None:  # 28, 138-152  MOVE
        """Go to the room that lies so far on, unless a wall is in the way or the goal is reached."""
        if self.player == self.goal or self.player + step not in self.ways[self.player]:  # 28, 141-143
            return
        x, y = (start + self.size // 2 for start in self.corner(self.player))  # 144  K, I
        self.machine.screen.fill(x - 2, y - 2, x + 1, y + 1, OLIVE)  # 145
        self.player += step  # 146
        self.steps += 1  # 147
        pictures = {self.width: FRONT, -self.width: BACK, -1: LEFT, 1: RIGHT}
        self.machine.sprites.change(PLAYER, pictures[step])  # 148
        self.machine.sprites.animate(PLAYER, "XY", [(-4, self.place(self.player))])  # 149
        self.machine.console.locate(3, 1)  # 150
        self.machine.console.print(str(self.steps), end="")  # 150
        if self.player == self.goal:  # 151
            self.machine.console.print(" ゴール!", end="")  # 151
            self.machine.sprites.change(CHEST, OPEN)  # 151


def farthest(ways: list[set[int]]) -> int:  # 71-95  FARTHEST
    """Returns the room with the longest way from the start, the first of several."""
    steps = {0: 0}  # 76  DIST
    queue = [0]  # 76  QUE
    for room in queue:  # 77-78
        for other in ways[room] - steps.keys():  # 79-82, 92  REACH
            steps[other] = steps[room] + 1  # 93
            queue.append(other)  # 94
    return max(range(len(ways)), key=steps.__getitem__)  # 84-87  F


if __name__ == "__main__":
    run_script(__file__)

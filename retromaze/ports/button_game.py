"""The maze game on the screen: the buttons move a red mark to the goal.

Technique: Kruskal's method makes the maze, and breadth-first search finds the room farthest from the start
where that is the goal; rooms and the ways between them are filled with floor on a ground of wall, and the
mark leaves footprints.
Changed: the state of a game is one object, and places are room numbers.  Kept: BUTTON(1), so that a button
held down repeats, and the way the rooms know only of their walls to the east and to the south.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

UP, DOWN, LEFT, RIGHT, B, X, Y = 1, 2, 4, 8, 32, 64, 128
MOVES = {UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}
MAROON, SILVER, LIME, RED, YELLOW = -8388608, -4144960, -16713728, -524288, -460800
EAST, SOUTH = 1, 2


def main(machine: Machine, *, width: int = 16, height: int = 9, goal: int = 0) -> None:  # 6-7  M_W, M_H, GOAL
    """Play until Y is pressed."""
    if not (2 <= width <= 32 and 2 <= height <= 18):  # 8
        machine.console.print("M_W: 2 to 32, M_H: 2 to 18")  # 8
        return
    machine.reset()  # 9
    machine.console.print("B:モドル reset X:ツギ new Y:オワリ quit")  # 16
    game = Game(machine, width, height, goal)
    buttons = X  # 17  B
    while not buttons & Y:  # 18, 40
        if buttons & X:  # 19
            game.generate()  # 19
        if buttons & (X | B):  # 20
            game.begin()
        if game.player != game.goal:  # 27
            way = next((way for way in MOVES if buttons & way), 0)  # 28-34
            if way:
                game.move(*MOVES[way])  # 29-35
        machine.vsync()  # 38
        buttons = machine.input.button(1)  # 39


class Game:
    """The board and where the player is; grid[room] is the sum of EAST and SOUTH where that way is open."""

    def __init__(self, machine: Machine, width: int, height: int, goal: int) -> None:  # 10-15
        self.machine = machine
        self.width, self.height = width, height
        self.size = min(400 // width, 216 // height)  # 11  S
        self.left = (400 - width * self.size) // 2  # 12  L
        self.top = (256 - height * self.size) // 2  # 12  T
        self.player = self.steps = 0
        self.goal = width * height - 1  # 15  GX, GY
        self.far_goal = bool(goal)

    def generate(self) -> None:  # 44-68  GENERATE
        """Make a maze: break all walls in random order that part two sets of rooms."""
        width, rooms = self.width, self.width * self.height
        self.grid = [0] * rooms  # 46
        leaders = [-1] * rooms  # 47  U
        edges = [room * 2 for x in range(width - 1) for room in range(x, rooms, width)]  # 48-51  EDGE
        edges += [room * 2 + 1 for x in range(width) for room in range(x, rooms - width, width)]  # 52-54
        for i in range(len(edges) - 1, -1, -1):  # 55
            p = self.machine.rng.below(i + 1)  # 56
            edges[p], edges[i] = edges[i], edges[p]  # 57
        for edge in edges:  # 59
            room, south = divmod(edge, 2)  # 60, 61
            if union(leaders, room, room + (width if south else 1)):  # 62, 64
                self.grid[room] |= SOUTH if south else EAST  # 62, 64
        if self.far_goal:  # 67
            self.farthest()  # 67

    def farthest(self) -> None:  # 72-87  FARTHEST
        """Put the goal into the room with the longest way from the start, the first of several."""
        steps = [-1] * len(self.grid)  # 74  DIST
        queue: deque[int] = deque()  # 14  QUE
        reach(steps, queue, 0, 0)  # 75
        while queue:  # 76
            room = queue.popleft()  # 77
            for neighbor in self.neighbors(room):
                reach(steps, queue, neighbor, steps[room] + 1)  # 78-81
        self.goal = steps.index(max(steps))  # 83-86  F

    def neighbors(self, room: int) -> list[int]:  # 78-81
        """The rooms one step away; the one to the left or above knows of the wall."""
        found = []
        if self.grid[room] & EAST:  # 78
            found.append(room + 1)
        if self.grid[room] & SOUTH:  # 79
            found.append(room + self.width)
        if room % self.width and self.grid[room - 1] & EAST:  # 80
            found.append(room - 1)
        if room >= self.width and self.grid[room - self.width] & SOUTH:  # 81
            found.append(room - self.width)
        return found

    def begin(self) -> None:  # 21-24
        """Draw the board and put the player at the start."""
        self.board()  # 21
        self.player = self.steps = 0  # 22  PX, PY, STEPS
        self.mark(RED)  # 23
        self.machine.console.locate(0, 1)  # 24
        self.machine.console.print("STEPS:0        ", end="")  # 24

    def board(self) -> None:  # 112-122  BOARD
        """Draw all rooms and ways, and the goal in another color."""
        right = self.left + self.width * self.size - 1
        bottom = self.top + self.height * self.size - 1
        self.machine.screen.fill(self.left, self.top, right, bottom, MAROON)  # 114
        for room, doors in enumerate(self.grid):  # 115-117
            self.room(room, doors, SILVER)  # 118
        self.room(self.goal, 0, LIME)  # 121

    def room(self, room: int, doors: int, color: int) -> None:  # 125-129  ROOM
        """Fill a room and its ways to the east and to the south."""
        fill, last = self.machine.screen.fill, self.size - 1
        x, y = self.corner(room)
        fill(x + 1, y + 1, x + last - 1, y + last - 1, color)  # 126
        if doors & EAST:  # 127
            fill(x + last, y + 1, x + last + 1, y + last - 1, color)  # 127
        if doors & SOUTH:  # 128
            fill(x + 1, y + last, x + last - 1, y + last + 1, color)  # 128

    def corner(self, room: int) -> tuple[int, int]:
        """The top left corner of a room in dots."""
        row, column = divmod(room, self.width)
        return self.left + column * self.size, self.top + row * self.size

    def mark(self, color: int) -> None:  # 132-134  MARK
        """Fill the middle of the player's room."""
        x, y = self.corner(self.player)
        self.machine.screen.fill(x + 4, y + 4, x + self.size - 5, y + self.size - 5, color)  # 133

    def move(self, dx: int, dy: int) -> None:  # 137-148  MOVE
        """Go to the room in that direction if no wall is in the way."""
        y, x = divmod(self.player, self.width)
        if not (0 <= x + dx < self.width and 0 <= y + dy < self.height):  # 138-139
            return
        to = self.player + dx + dy * self.width
        if not self.grid[min(to, self.player)] & (EAST if dx else SOUTH):  # 140-141
            return
        self.mark(YELLOW)  # 142
        self.player = to  # 143
        self.steps += 1  # 144
        self.mark(RED)  # 145
        self.machine.console.locate(6, 1)  # 146
        self.machine.console.print(str(self.steps), end="")  # 146
        if self.player == self.goal:  # 147
            self.machine.console.print(" ゴール!", end="")  # 147


def reach(steps: list[int], queue: deque[int], room: int, count: int) -> None:  # 90-94  REACH
    """Come to a room after so many steps; a new one waits its turn."""
    if steps[room] < 0:  # 91
        steps[room] = count  # 92
        queue.append(room)  # 93


def find(leaders: list[int], room: int) -> int:  # 96-100  FIND
    """The leader of the room's set; leaders[leader] is minus the number of its rooms."""
    if leaders[room] < 0:  # 97
        return room
    leaders[room] = find(leaders, leaders[room])  # 98
    return leaders[room]  # 99


def union(leaders: list[int], one: int, other: int) -> bool:  # 102-109  UNION
    """Join two sets; False if they are one already."""
    one, other = find(leaders, one), find(leaders, other)  # 103
    if one == other:  # 104
        return False
    if leaders[one] >= leaders[other]:  # 105
        one, other = other, one
    leaders[one] += leaders[other]  # 106
    leaders[other] = one  # 107
    return True  # 108

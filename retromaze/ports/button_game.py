"""The maze game on the screen: the buttons move a red mark to the goal.

Technique: the maze is the library's, spelled out in mazes/kruskal.py; rooms and the ways between them are
filled with floor on a ground of wall, and the mark leaves footprints.
Changed: the state of a game is one object.  Kept: BUTTON(1), so that a button held down repeats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from retromaze.ports.mazes import Rooms, kruskal_maze

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

UP, DOWN, LEFT, RIGHT, B, X, Y = 1, 2, 4, 8, 32, 64, 128
MOVES = {UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}
MAROON, SILVER, LIME, RED, YELLOW = -8388608, -4144960, -16713728, -524288, -460800
OPEN_EAST, OPEN_SOUTH = 1, 2


def main(machine: Machine, *, width: int = 16, height: int = 9) -> None:  # 6  M_W, M_H
    """Play until Y is pressed."""
    machine.reset()  # 7
    machine.console.print("B:モドル reset X:ツギ new Y:オワリ quit")  # 12
    game = Game(machine, width, height)
    buttons = X  # 13  B
    while not buttons & Y:  # 14, 36
        if buttons & X:  # 15
            game.rooms = kruskal_maze(width, height, rng=machine.rng)  # 40-78  GENERATE, FIND, UNION
        if buttons & (X | B):  # 16
            game.begin()
        if game.player != game.rooms.goal:  # 23
            way = next((way for way in MOVES if buttons & way), 0)  # 24-32
            if way:
                game.move(*MOVES[way])
        machine.vsync()  # 34
        buttons = machine.input.button(1)  # 35


class Game:
    """The board and where the player is."""

    def __init__(self, machine: Machine, width: int, height: int) -> None:  # 8-11
        self.machine = machine
        self.size = min(400 // width, 216 // height)  # 9  S
        self.left = (400 - width * self.size) // 2  # 10  L
        self.top = (256 - height * self.size) // 2  # 10  T
        self.rooms = Rooms(width, height)  # 11

    def begin(self) -> None:  # 17-20
        """Draw the board and put the player at the start."""
        self.board()  # 17
        self.player, self.steps = self.rooms.start, 0  # 18  PX, PY, STEPS
        self.mark(RED)  # 19
        self.machine.console.locate(0, 1)  # 20
        self.machine.console.print("STEPS:0        ", end="")  # 20

    def board(self) -> None:  # 81-91  BOARD
        """Draw all rooms and ways, and the goal in another color."""
        width, height, size = self.rooms.width, self.rooms.height, self.size
        right, bottom = self.left + width * size - 1, self.top + height * size - 1
        self.machine.screen.fill(self.left, self.top, right, bottom, MAROON)  # 83
        for room, doors in enumerate(self.rooms.doors):  # 84-85  GRID
            self.room(room, doors, SILVER)  # 87
        self.room(self.rooms.goal, 0, LIME)  # 90

    def room(self, room: int, doors: int, color: int) -> None:  # 94-98  ROOM
        """Fill a room and its ways to the east and to the south."""
        fill, last = self.machine.screen.fill, self.size - 1
        x, y = self.corner(room)
        fill(x + 1, y + 1, x + last - 1, y + last - 1, color)  # 95
        if doors & OPEN_EAST:
            fill(x + last, y + 1, x + last + 1, y + last - 1, color)  # 96
        if doors & OPEN_SOUTH:
            fill(x + 1, y + last, x + last - 1, y + last + 1, color)  # 97

    def corner(self, room: int) -> tuple[int, int]:
        """The top left corner of a room in dots."""
        column, row = self.rooms.place(room)
        return self.left + column * self.size, self.top + row * self.size

    def mark(self, color: int) -> None:  # 101-103  MARK
        """Fill the middle of the player's room."""
        x, y = self.corner(self.player)
        self.machine.screen.fill(x + 4, y + 4, x + self.size - 5, y + self.size - 5, color)  # 102

    def move(self, dx: int, dy: int) -> None:  # 106-117  MOVE
        """Go to the room in that direction if a way leads there."""
        to = self.player + dx + dy * self.rooms.width  # 107
        if to not in self.rooms.neighbors(self.player):  # 108-110
            return
        self.mark(YELLOW)  # 111
        self.player = to  # 112
        self.steps += 1  # 113
        self.mark(RED)  # 114
        self.machine.console.locate(6, 1)  # 115
        self.machine.console.print(str(self.steps), end="")  # 115
        if self.player == self.rooms.goal:  # 116
            self.machine.console.print(" ゴール!", end="")  # 116

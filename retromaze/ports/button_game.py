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
    if not (2 <= width <= 32 and 2 <= height <= 18):  # 7
        machine.console.print("M_W: 2 to 32, M_H: 2 to 18")  # 7
        return
    machine.reset()  # 8
    machine.console.print("B:モドル reset X:ツギ new Y:オワリ quit")  # 13
    game = Game(machine, width, height)
    buttons = X  # 14  B
    while not buttons & Y:  # 15, 37
        if buttons & X:  # 16
            game.rooms = kruskal_maze(width, height, rng=machine.rng)  # 41-79  GENERATE, FIND, UNION
        if buttons & (X | B):  # 17
            game.begin()
        if game.player != game.rooms.goal:  # 24
            way = next((way for way in MOVES if buttons & way), 0)  # 25-33
            if way:
                game.move(*MOVES[way])
        machine.vsync()  # 35
        buttons = machine.input.button(1)  # 36


class Game:
    """The board and where the player is."""

    def __init__(self, machine: Machine, width: int, height: int) -> None:  # 9-12
        self.machine = machine
        self.size = min(400 // width, 216 // height)  # 10  S
        self.left = (400 - width * self.size) // 2  # 11  L
        self.top = (256 - height * self.size) // 2  # 11  T
        self.rooms = Rooms(width, height)  # 12

    def begin(self) -> None:  # 18-21
        """Draw the board and put the player at the start."""
        self.board()  # 18
        self.player, self.steps = self.rooms.start, 0  # 19  PX, PY, STEPS
        self.mark(RED)  # 20
        self.machine.console.locate(0, 1)  # 21
        self.machine.console.print("STEPS:0        ", end="")  # 21

    def board(self) -> None:  # 82-92  BOARD
        """Draw all rooms and ways, and the goal in another color."""
        width, height, size = self.rooms.width, self.rooms.height, self.size
        right, bottom = self.left + width * size - 1, self.top + height * size - 1
        self.machine.screen.fill(self.left, self.top, right, bottom, MAROON)  # 84
        for room, doors in enumerate(self.rooms.doors):  # 85-86  GRID
            self.room(room, doors, SILVER)  # 88
        self.room(self.rooms.goal, 0, LIME)  # 91

    def room(self, room: int, doors: int, color: int) -> None:  # 95-99  ROOM
        """Fill a room and its ways to the east and to the south."""
        fill, last = self.machine.screen.fill, self.size - 1
        x, y = self.corner(room)
        fill(x + 1, y + 1, x + last - 1, y + last - 1, color)  # 96
        if doors & OPEN_EAST:
            fill(x + last, y + 1, x + last + 1, y + last - 1, color)  # 97
        if doors & OPEN_SOUTH:
            fill(x + 1, y + last, x + last - 1, y + last + 1, color)  # 98

    def corner(self, room: int) -> tuple[int, int]:
        """The top left corner of a room in dots."""
        column, row = self.rooms.place(room)
        return self.left + column * self.size, self.top + row * self.size

    def mark(self, color: int) -> None:  # 102-104  MARK
        """Fill the middle of the player's room."""
        x, y = self.corner(self.player)
        self.machine.screen.fill(x + 4, y + 4, x + self.size - 5, y + self.size - 5, color)  # 103

    def move(self, dx: int, dy: int) -> None:  # 107-118  MOVE
        """Go to the room in that direction if a way leads there."""
        to = self.player + dx + dy * self.rooms.width  # 108
        if to not in self.rooms.neighbors(self.player):  # 109-111
            return
        self.mark(YELLOW)  # 112
        self.player = to  # 113
        self.steps += 1  # 114
        self.mark(RED)  # 115
        self.machine.console.locate(6, 1)  # 116
        self.machine.console.print(str(self.steps), end="")  # 116
        if self.player == self.rooms.goal:  # 117
            self.machine.console.print(" ゴール!", end="")  # 117

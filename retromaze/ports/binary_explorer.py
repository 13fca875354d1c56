"""Exploring a binary tree: a view of 13 x 9 rooms scrolls with the player, and A shows the way to the goal.

Technique: rooms[x][y] is the sum of a room's walls, 2 north and 1 west, and 4 around the maze.  As each room
keeps one of the two, the way back from the goal is never in doubt.
Changed: the state of the game is one object.  Kept: BUTTON(1), so that a button held down repeats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

UP, DOWN, LEFT, RIGHT, A, Y = 1, 2, 4, 8, 16, 128
MAROON, SILVER, LIME, RED, YELLOW = -8388608, -4144960, -16713728, -524288, -460800
WEST, NORTH, OUTSIDE = 1, 2, 4


def main(machine: Machine, *, width: int = 24, height: int = 15) -> None:  # 8  M_W, M_H
    """Walk until the goal is reached or Y is pressed."""
    if not (2 <= width <= 199 and 2 <= height <= 119):  # 9
        machine.console.print("M_W: 2 to 199, M_H: 2 to 119")  # 9
        return
    machine.reset()  # 10
    explorer = Explorer(machine, width, height)
    buttons = 0  # 16  B
    explorer.view()  # 17
    while not buttons & Y and (explorer.x, explorer.y) != (width, height):  # 18, 35
        explorer.walk(buttons)
        if machine.input.button(2) & A:  # 29
            explorer.shown = not explorer.shown  # 30  SHOW
            explorer.view()  # 31
        machine.vsync()  # 33
        buttons = machine.input.button(1)  # 34
    machine.console.locate(0, 0)  # 36
    end = "オワリ {}" if buttons & Y else "ゴール! {} サイタン {}"
    machine.console.print(end.format(explorer.steps, width + height - 2))  # 38


class Explorer:
    """The player in the maze."""

    def __init__(self, machine: Machine, width: int, height: int) -> None:  # 11-15
        self.machine = machine
        self.width, self.height = width, height
        self.rooms = [[0] * (height + 2) for _ in range(width + 2)]  # 11  R
        self.grow()  # 12
        self.way = self.go_back()  # 13
        self.x = self.y = 1  # 14  PX, PY
        self.steps = 0  # 14
        self.shown = False  # 15  SHOW

    def walk(self, buttons: int) -> None:  # 19-28
        """Go one room as the buttons say, if no wall is between."""
        dx = bool(buttons & RIGHT) - bool(buttons & LEFT)  # 19  VX
        dy = 0 if dx else bool(buttons & DOWN) - bool(buttons & UP)  # 20-21  VY
        if (dx or dy) and self.passage(self.x, self.y, dx, dy):  # 22-23
            self.x, self.y = self.x + dx, self.y + dy  # 24
            self.steps += 1  # 25
            self.view()  # 26

    def grow(self) -> None:  # 42-56  GROW
        """Let each room keep its north or its west wall."""
        for y in range(self.height + 2):  # 44
            for x in range(self.width + 2):  # 45
                if x in {0, self.width + 1} or y in {0, self.height + 1}:  # 46
                    self.rooms[x][y] = OUTSIDE  # 47
                elif x > 1 and y > 1:  # 48
                    self.rooms[x][y] = 2 - self.machine.rng.below(2)  # 49
                else:
                    self.rooms[x][y] = (x == 1) * WEST + (y == 1) * NORTH  # 52

    def go_back(self) -> set[tuple[int, int]]:  # 60-66  GOBACK
        """The rooms from the goal to the start, by the one way that each leaves open."""
        way = set()  # WAY
        x, y = self.width, self.height  # 61
        while x and y:  # 62
            way.add((x, y))  # 63
            if self.rooms[x][y] & WEST:  # 64
                y -= 1
            else:
                x -= 1
        return way

    def passage(self, x: int, y: int, dx: int, dy: int) -> bool:  # 70-75  PASSAGE
        """Whether no wall is between a room and the one beyond."""
        if dx > 0:  # 71
            return not self.rooms[x + 1][y] & (WEST | OUTSIDE)
        if dy > 0:  # 72
            return not self.rooms[x][y + 1] & (NORTH | OUTSIDE)
        return not self.rooms[x][y] & (WEST if dx < 0 else NORTH)  # 73-74

    def view(self) -> None:  # 78-87  VIEW
        """Draw 13 x 9 rooms, the player in the middle."""
        self.machine.screen.clear()  # 80
        for y in range(max(self.y - 4, 1), min(self.y + 4, self.height) + 1):  # 81
            for x in range(max(self.x - 6, 1), min(self.x + 6, self.width) + 1):  # 82
                self.room(x, y, 184 + (x - self.x) * 32, 104 + (y - self.y) * 32)  # 83
        self.machine.screen.fill(194, 114, 205, 125, RED)  # 86

    def room(self, x: int, y: int, left: int, top: int) -> None:  # 90-98  ROOM
        """Draw floor, pillar, walls and the sign of the way."""
        fill, walls = self.machine.screen.fill, self.rooms[x][y]
        fill(left, top, left + 31, top + 31, LIME if (x, y) == (self.width, self.height) else SILVER)  # 91-93
        fill(left, top, left + 2, top + 2, MAROON)  # 94
        if walls & WEST:  # 95
            fill(left, top, left + 2, top + 31, MAROON)
        if walls & NORTH:  # 96
            fill(left, top, left + 31, top + 2, MAROON)
        if self.shown and (x, y) in self.way:  # 97
            fill(left + 12, top + 12, left + 21, top + 21, YELLOW)

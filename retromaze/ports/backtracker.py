"""Recursive backtracker: one walker digs through 199 x 119 rooms and turns back where it is stuck.

Technique: every room has a north and a west wall; a stack of rooms remembers the way back, and its
first entry lies outside the maze, so that coming back to it means that all rooms are done.
Changed: the stack holds pairs instead of two arrays.  Kept: the walls of each room, though never read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

NORTH_WALL, WEST_WALL, BOTH_WALLS = 1, 2, 3  # kept: the article's own table has 1 and 2 the other way round
UNVISITED, OUTSIDE = -1, 4


def main(machine: Machine, *, width: int = 199, height: int = 119) -> None:  # 1
    """Dig the maze, then wait for a button and clear it away."""
    rooms = [[UNVISITED] * (height + 2) for _ in range(width + 2)]  # 2-11  R: rooms[x][y]
    for x in range(width + 2):
        rooms[x][0] = rooms[x][height + 1] = OUTSIDE  # 6
    for y in range(height + 2):
        rooms[0][y] = rooms[width + 1][y] = OUTSIDE  # 6
    machine.reset()  # 15
    machine.screen.fill(1, 1, 399, 239)  # 15
    machine.screen.point(399, 238, 0)  # 15  the exit
    dig(machine, rooms)
    while not machine.input.button():  # 37
        machine.idle()
    machine.screen.clear()  # 37


def dig(machine: Machine, rooms: list[list[int]]) -> None:  # 16-36
    """Join all rooms, drawing each step and each step back as a line between two rooms."""
    below, line = machine.rng.below, machine.screen.line
    stack = [(0, 1)]  # 12-13  XSTK, YSTK: left of the first room, the entrance
    x, y = 1, 1  # 14
    rooms[x][y] = BOTH_WALLS  # 14
    while x != 0:  # 16, 36
        from_x, from_y = stack[-1]
        line(x * 2, y * 2, from_x * 2, from_y * 2, 0)  # 17
        ways = unvisited_neighbors(rooms, x, y)  # 18-22  DIR, N
        if ways:  # 23
            stack.append((x, y))  # 24
            x, y = step(rooms, x, y, ways[below(len(ways))])  # 25
        else:  # 33
            x, y = stack.pop()  # 34


def unvisited_neighbors(rooms: list[list[int]], x: int, y: int) -> list[int]:  # 18-22
    """The directions, 0 east, 1 south, 2 west, 3 north, in which a room still waits."""
    ways = []
    if rooms[x + 1][y] < 0:  # 19
        ways.append(0)
    if rooms[x][y + 1] < 0:  # 20
        ways.append(1)
    if rooms[x - 1][y] < 0:  # 21
        ways.append(2)
    if rooms[x][y - 1] < 0:  # 22
        ways.append(3)
    return ways


def step(rooms: list[list[int]], x: int, y: int, way: int) -> tuple[int, int]:  # 25-32
    """Break the wall in that direction; returns the room behind it.  Folded: @DONE."""
    if way == 0:  # 26  @E
        x += 1
        rooms[x][y] = NORTH_WALL
    elif way == 1:  # 27  @S
        y += 1
        rooms[x][y] = WEST_WALL
    elif way == 2:  # 28-29  @W
        rooms[x][y] &= NORTH_WALL
        x -= 1
        rooms[x][y] = BOTH_WALLS
    else:  # 30-31  @N
        rooms[x][y] &= WEST_WALL
        y -= 1
        rooms[x][y] = BOTH_WALLS
    return x, y

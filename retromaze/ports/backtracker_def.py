"""Recursive backtracker by a DEF that calls itself for each room it comes to.

Technique: the way back is the stack of calls, which on the console has 8192 cells: a call of VISIT takes
three and one for each of its three names, so that the 1366th call inside calls ends in Stack overflow.
Changed: Python's own limit is raised for the time of the run.  Kept: the console's limit and its error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from retromaze.errors import StackOverflow
from retromaze.recursion import deep_recursion

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
DEEPEST = 8192 // 6


def main(machine: Machine, *, width: int = 40, height: int = 40) -> None:  # 7  M_W, M_H
    """Dig the maze, then wait for a button and clear it away.

    Raises StackOverflow where the console would.
    """
    if not (1 <= width <= 199 and 1 <= height <= 119):  # 8
        machine.console.print("M_W: 1 to 199, M_H: 1 to 119")  # 8
        return
    inner = [True] + [False] * height + [True]
    visited = [[True] * (height + 2)]  # 10-13  R: visited[x][y]
    visited += [inner[:] for _ in range(width)] + visited
    machine.reset()  # 14
    screen = machine.screen
    screen.fill(1, 1, width * 2 + 1, height * 2 + 1)  # 15
    screen.line(0, 2, 1, 2, 0)  # 16
    screen.point(width * 2 + 1, height * 2, 0)  # 17
    with deep_recursion:
        visit(machine, visited, 1, 1)  # 18
    while not machine.input.button():  # 19
        machine.idle()
    screen.clear()  # 20


def visit(
    machine: Machine, visited: list[list[bool]], x: int, y: int, depth: int = 1
) -> None:  # 24-40  VISIT
    """Enter a room and go on from it as long as it has neighbors not yet visited."""
    if depth > DEEPEST:
        raise StackOverflow(builtin="VISIT")
    visited[x][y] = True  # 26
    machine.screen.point(x * 2, y * 2, 0)  # 27
    while ways := unvisited_neighbors(visited, x, y):  # 28, 39
        dx, dy = STEPS[ways[machine.rng.below(len(ways))]]  # 35  D
        machine.screen.point(x * 2 + dx, y * 2 + dy, 0)  # 36
        visit(machine, visited, x + dx, y + dy, depth + 1)  # 37


def unvisited_neighbors(visited: list[list[bool]], x: int, y: int) -> list[int]:  # 29-33
    """The directions, 0 east, 1 south, 2 west, 3 north, in which a room still waits."""
    ways = []  # DIR, N
    if not visited[x + 1][y]:  # 30
        ways.append(0)
    if not visited[x][y + 1]:  # 31
        ways.append(1)
    if not visited[x - 1][y]:  # 32
        ways.append(2)
    if not visited[x][y - 1]:  # 33
        ways.append(3)
    return ways

"""Recursive backtracker by a function that calls itself for each room it comes to.

`# 19` behind a line names the listing's line.  Changed: the rooms not yet visited are a set.  Kept: the limit
of the console, whose stack has 8192 cells.  A call of VISIT takes three and one for each of its three names.
"""

from retromaze.errors import StackOverflow
from retromaze.machine.machine import Machine
from retromaze.ports.scripts import run_script
from retromaze.recursion import deep_recursion

STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
DEEPEST = 8192 // 6


def main(machine: Machine, *, width: int = 40, height: int = 40) -> None:  # 7  M_W, M_H
    """Dig the maze, wait for a button and clear it away.  Raises StackOverflow where the console would."""
    if not (1 <= width <= 199 and 1 <= height <= 119):  # 8
        machine.console.print("M_W: 1 to 199, M_H: 1 to 119")  # 8
        return
    unvisited = {(x, y) for x in range(1, width + 1) for y in range(1, height + 1)}  # 9-13  R
    machine.reset()  # 14
    machine.screen.fill(1, 1, width * 2 + 1, height * 2 + 1)  # 15
    machine.screen.line(0, 2, 1, 2, 0)  # 16
    machine.screen.point(width * 2 + 1, height * 2, 0)  # 17
    with deep_recursion:
        visit(machine, unvisited, 1, 1, depth=1)  # 18
    while not machine.input.button():  # 19
        machine.idle()
    machine.screen.clear()  # 20


def visit(machine: Machine, unvisited: set[tuple[int, int]], x: int, y: int, depth: int) -> None:  # 24-40
    """Go on from a room as long as it has neighbors not yet visited."""
    if depth > DEEPEST:
        raise StackOverflow(builtin="VISIT")
    unvisited.remove((x, y))  # 26
    machine.screen.point(x * 2, y * 2, 0)  # 27
    while ways := [(dx, dy) for dx, dy in STEPS if (x + dx, y + dy) in unvisited]:  # 28-34, 39  DIR, N
        dx, dy = ways[machine.rng.below(len(ways))]  # 35  D
        machine.screen.point(x * 2 + dx, y * 2 + dy, 0)  # 36
        visit(machine, unvisited, x + dx, y + dy, depth + 1)  # 37


if __name__ == "__main__":
    run_script(__file__)

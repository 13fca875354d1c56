"""Recursive backtracker: dig on to a room not yet visited, go back where there is none.

A room is the sum of its walls.  The stack's first entry lies outside: who is back there has seen all rooms.
`# 19` behind a line names the listing's line.  Kept: 1 north and 2 west, the other way round in the article.
"""

from retromaze.machine.machine import Machine
from retromaze.ports.scripts import run_script

NORTH, WEST, BOTH, OUTSIDE, UNVISITED = 1, 2, 3, 4, -1
STEPS = {  # across and down: the walls that may stay here, those that stand there
    (1, 0): (BOTH, NORTH),  # @E
    (0, 1): (BOTH, WEST),  # @S
    (-1, 0): (NORTH, BOTH),  # @W
    (0, -1): (WEST, BOTH),  # @N
}


def main(machine: Machine, *, width: int = 199, height: int = 119) -> None:  # 1  M_W, M_H
    """Dig the maze, then wait for a button and clear it away."""
    column = [OUTSIDE, *[UNVISITED] * height, OUTSIDE]  # 6, 8
    edge = [OUTSIDE] * len(column)  # 6
    rooms = [edge, *(column.copy() for _ in range(width)), edge]  # 2-11  R
    stack = [(0, 1)]  # 12-13  XSTK, YSTK
    x, y = 1, 1  # 14
    rooms[x][y] = BOTH  # 14
    machine.reset()  # 15
    machine.screen.fill(1, 1, 399, 239)  # 15
    machine.screen.point(399, 238, 0)  # 15  the exit
    while x > 0:  # 16, 36
        from_x, from_y = stack[-1]
        machine.screen.line(x * 2, y * 2, from_x * 2, from_y * 2, 0)  # 17
        ways = [(dx, dy) for dx, dy in STEPS if rooms[x + dx][y + dy] == UNVISITED]  # 18-22  DIR
        if ways:  # 23
            stack.append((x, y))  # 24
            dx, dy = ways[machine.rng.below(len(ways))]  # 25
            here, there = STEPS[dx, dy]
            rooms[x][y] &= here  # 28, 30
            x, y = x + dx, y + dy  # 26-27, 29, 31-32  @DONE
            rooms[x][y] = there  # 26-27, 29, 31
        else:  # 33
            x, y = stack.pop()  # 34
    while not machine.input.button():  # 37
        machine.idle()
    machine.screen.clear()  # 37


if __name__ == "__main__":
    run_script(__file__)

"""Wall extension: walls grow from the frame at random, until no floor for them is left.

Technique: a queue of places; the end of a fresh wall goes to its head, and where it came from to its tail.
`# 19` behind a line names the listing's line.  Changed: a set holds the floor where walls may end.
"""

from collections import deque

from retromaze.machine.machine import Machine
from retromaze.ports.scripts import run_script

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # 45-48  @UP, @RIGHT, @DOWN, @LEFT


def main(machine: Machine, *, width: int = 37, height: int = 17) -> None:  # 5
    """Print the frame, then let the walls grow."""
    width, height = width - (width % 2 == 0), height - (height % 2 == 0)  # 6  W, H
    machine.reset()  # 7
    if not (5 <= width <= 49 and 5 <= height <= 29):  # 8
        machine.console.print("M_W: 5 to 50, M_H: 5 to 30")  # 8
        return
    edge = "+" + "-" * (width - 2) + "+"
    for line in (edge, *["|" + " " * (width - 2) + "|"] * (height - 2), edge):  # 12
        machine.console.print(line)  # 11, 13, 16
    extend(machine, width, height)
    machine.console.locate(0, height)  # 42


def extend(machine: Machine, width: int, height: int) -> None:  # 14, 17-41
    """Let walls grow till each place where one may end has one."""
    columns, rows = range(2, width - 2, 2), range(2, height - 2, 2)
    floor = {(x, y) for x in columns for y in rows}  # 14  F
    queue = deque([(x, y) for y in (0, height - 1) for x in columns])  # 18-19  QX, QY
    queue += [(x, y) for x in (0, width - 1) for y in rows]  # 20-21
    for i in reversed(range(len(queue))):  # 23
        p = machine.rng.below(i + 1)  # 24
        queue[p], queue[i] = queue[i], queue[p]  # 25
    while queue:  # 27
        x, y = queue.popleft()  # 28
        ways = [(dx, dy) for dx, dy in STEPS if (x + 2 * dx, y + 2 * dy) in floor]  # 29-33  N, DIR
        if ways:  # 34
            queue.append((x, y))  # 35
            dx, dy = ways[machine.rng.below(len(ways))]  # 36
            for _ in range(2):  # 37  @WALL
                x, y = x + dx, y + dy  # 50
                machine.console.locate(x, y)  # 51
                machine.console.print("#", end="")  # 51-52
            floor.remove((x, y))  # 50
            queue.appendleft((x, y))  # 38
            machine.vsync()  # 39


if __name__ == "__main__":
    run_script(__file__)

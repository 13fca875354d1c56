"""Kruskal's method: walls in random order, each broken if its two sides are not yet joined.

Disjoint sets tell what is joined.  `# 19` behind a line names the listing's line.
Kept: the order of the walls before the shuffle, and a draw for its last place, which has no choice.
"""

from retromaze.machine.machine import Machine
from retromaze.ports.mazes import DisjointSets, shuffled
from retromaze.ports.scripts import run_script


def main(machine: Machine, *, width: int = 12, height: int = 14) -> None:  # 5  M_W, M_H
    """Print closed rooms, then break walls until all rooms are joined."""
    if not (1 <= width <= 12 and 1 <= height <= 14):  # 6
        machine.console.print("M_W: 1 to 12, M_H: 1 to 14")  # 6
        return
    machine.reset()  # 7
    for _ in range(height):  # 8
        machine.console.print("+" + "---+" * width)  # 9
        machine.console.print("|" + "   |" * width)  # 10
    machine.console.print("+" + "---+" * width, end="")  # 12
    write(machine, 2, 1, "S")  # 13
    write(machine, width * 4 - 2, height * 2 - 1, "G")  # 14
    rooms = width * height  # 16  N
    walls = [(room, False) for x in range(width - 1) for room in range(x, rooms, width)]  # 18-20  WALL
    walls += [(room, True) for x in range(width) for room in range(x, rooms - width, width)]  # 21-23
    sets = DisjointSets(rooms)  # 28, 42-54  U, FIND, UNION
    for wall in shuffled(len(walls), machine.rng):  # 24-26, 29  K
        room, is_below = walls[wall]  # 30  I
        y, x = divmod(room, width)  # 31  Y, X
        if sets.union(room, room + (width if is_below else 1)):  # 33, 35
            if is_below:  # 32
                write(machine, x * 4 + 1, y * 2 + 2, "   ")  # 33
            else:
                write(machine, x * 4 + 4, y * 2 + 1, " ")  # 35
        machine.vsync()  # 37


def write(machine: Machine, x: int, y: int, text: str) -> None:
    """Print a text at that column and row."""
    machine.console.locate(x, y)
    machine.console.print(text, end="")


if __name__ == "__main__":
    run_script(__file__)

"""Kruskal's method: all walls in random order, each broken if its two sides are not yet joined.

Technique: disjoint sets (union-find) tell what is joined; the leader of the larger set goes on leading.
Changed: names only.  Kept: a draw for the last place of the shuffle, which has no choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

LEADERS = 2


def main(machine: Machine, *, width: int = 12, height: int = 14, numbers: int = 0) -> None:  # 6-7  M_W, M_H
    """Print closed rooms, then break walls until all rooms are joined; what stands in them, NUMBERS says."""
    if not (1 <= width <= 12 and 1 <= height <= 14 and 0 <= numbers <= 2):  # 8
        machine.console.print("M_W: 1 to 12, M_H: 1 to 14, NUMBERS: 0 to 2")  # 9
        return  # 10
    machine.reset()  # 12
    board(machine, width, height, numbers)
    leaders = [-1] * (width * height)  # 28, 42  U
    shown = list(range(width * height))  # 29  LEADER
    for wall in shuffled_walls(machine, width, height):  # 43  K
        room, south = divmod(wall, 2)  # 44, 46  I
        y, x = divmod(room, width)  # 45
        if not union(leaders, room, room + (width if south else 1)):  # 47, 49
            continue
        if south:
            machine.console.locate(x * 4 + 1, y * 2 + 2)  # 47
            machine.console.print("   ", end="")  # 47
        else:
            machine.console.locate(x * 4 + 4, y * 2 + 1)  # 49
            machine.console.print(" ", end="")  # 49
        if numbers == LEADERS:  # 63
            show_sets(machine, leaders, shown, width)
        machine.vsync(20 if numbers else 1)  # 69  SPEED


def board(machine: Machine, width: int, height: int, numbers: int) -> None:  # 13-26
    """Print all walls, and S and G or the numbers of the rooms."""
    console = machine.console
    for _ in range(height):  # 13
        console.print("+" + "---+" * width)  # 14
        console.print("|" + "   |" * width)  # 15
    console.print("+" + "---+" * width, end="")  # 17
    if numbers:  # 20
        for room in range(width * height):  # 22
            write(machine, room, room, width)  # 22
    else:  # 23
        console.locate(2, 1)  # 24
        console.print("S", end="")  # 24
        console.locate(width * 4 - 2, height * 2 - 1)  # 25
        console.print("G", end="")  # 25


def shuffled_walls(machine: Machine, width: int, height: int) -> list[int]:  # 27-40
    """All inner walls in random order: 2i is the wall east of room i, 2i + 1 the one south of it."""
    rooms = width * height
    walls = [room * 2 for x in range(width - 1) for room in range(x, rooms, width)]  # 30-32  WALL
    walls += [room * 2 + 1 for x in range(width) for room in range(x, rooms - width, width)]  # 33-35
    for i in range(len(walls) - 1, -1, -1):  # 37
        p = machine.rng.below(i + 1)  # 38
        walls[p], walls[i] = walls[i], walls[p]  # 39
    return walls


def write(machine: Machine, room: int, number: int, width: int) -> None:  # 55-58  NUMBER
    """Write a number into a room."""
    y, x = divmod(room, width)
    machine.console.locate(x * 4 + 1, y * 2 + 1)  # 56
    machine.console.print(f"{number:3}", end="")  # 57


def show_sets(machine: Machine, leaders: list[int], shown: list[int], width: int) -> None:  # 61-70  SETS
    """Write the leader of its set into each room that has another one than before."""
    for room in range(len(shown)):  # 64
        leader = find(leaders, room)  # 65
        if leader != shown[room]:  # 66
            shown[room] = leader  # 66
            write(machine, room, leader, width)  # 66


def find(leaders: list[int], room: int) -> int:  # 73-77  FIND
    """The leader of the room's set, a room itself; leaders[leader] is minus the number of rooms."""
    if leaders[room] < 0:  # 74
        return room
    leaders[room] = find(leaders, leaders[room])  # 75
    return leaders[room]  # 76


def union(leaders: list[int], one: int, other: int) -> bool:  # 80-88  UNION
    """Join two sets; False if they are one already."""
    one, other = find(leaders, one), find(leaders, other)  # 81
    if one == other:  # 82
        return False
    if leaders[one] >= leaders[other]:  # 83
        one, other = other, one
    leaders[one] += leaders[other]  # 85
    leaders[other] = one  # 86
    return True  # 87


if __name__ == "__main__":
    from retromaze.ports.scripts.kruskal import main as script

    raise SystemExit(script())

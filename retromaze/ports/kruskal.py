"""Kruskal's method: all walls in random order, each broken if its two sides are not yet joined.

Technique: disjoint sets (union-find) tell what is joined; the leader of the larger set goes on leading.
Changed: names only.  Kept: a draw for the last place of the shuffle, which has no choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine


def main(machine: Machine, *, width: int = 12, height: int = 14) -> None:  # 6  M_W, M_H
    """Print closed rooms, then break walls until all rooms are joined."""
    console = machine.console
    machine.reset()  # 7
    for _ in range(height):  # 8
        console.print("+" + "---+" * width)  # 9
        console.print("|" + "   |" * width)  # 10
    console.print("+" + "---+" * width, end="")  # 12
    console.locate(2, 1)  # 13
    console.print("S", end="")  # 13
    console.locate(width * 4 - 2, height * 2 - 1)  # 14
    console.print("G", end="")  # 14
    leaders = [-1] * (width * height)  # 16, 29  U
    for wall in shuffled_walls(machine, width, height):  # 30  K
        room, south = divmod(wall, 2)  # 31, 33  I
        y, x = divmod(room, width)  # 32
        if not union(leaders, room, room + (width if south else 1)):  # 34, 36
            continue
        if south:
            console.locate(x * 4 + 1, y * 2 + 2)  # 34
            console.print("   ", end="")  # 34
        else:
            console.locate(x * 4 + 4, y * 2 + 1)  # 36
            console.print(" ", end="")  # 36
        machine.vsync()  # 34, 36


def shuffled_walls(machine: Machine, width: int, height: int) -> list[int]:  # 15-27
    """All inner walls in random order: 2i is the wall east of room i, 2i + 1 the one south of it."""
    rooms = width * height
    walls = [room * 2 for x in range(width - 1) for room in range(x, rooms, width)]  # 17-19  WALL
    walls += [room * 2 + 1 for x in range(width) for room in range(x, rooms - width, width)]  # 20-22
    for i in range(len(walls) - 1, -1, -1):  # 24
        p = machine.rng.below(i + 1)  # 25
        walls[p], walls[i] = walls[i], walls[p]  # 26
    return walls


def find(leaders: list[int], room: int) -> int:  # 42-46  FIND
    """The leader of the room's set, a room itself; leaders[leader] is minus the number of rooms."""
    if leaders[room] < 0:  # 43
        return room
    leaders[room] = find(leaders, leaders[room])  # 44
    return leaders[room]  # 45


def union(leaders: list[int], one: int, other: int) -> bool:  # 49-57  UNION
    """Join two sets; False if they are one already."""
    one, other = find(leaders, one), find(leaders, other)  # 50
    if one == other:  # 51
        return False
    if leaders[one] >= leaders[other]:  # 52
        one, other = other, one
    leaders[one] += leaders[other]  # 54
    leaders[other] = one  # 55
    return True  # 56

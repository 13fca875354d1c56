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
    if not (1 <= width <= 12 and 1 <= height <= 14):  # 7
        console.print("M_W: 1 to 12, M_H: 1 to 14")  # 7
        return
    machine.reset()  # 8
    for _ in range(height):  # 9
        console.print("+" + "---+" * width)  # 10
        console.print("|" + "   |" * width)  # 11
    console.print("+" + "---+" * width, end="")  # 13
    console.locate(2, 1)  # 14
    console.print("S", end="")  # 14
    console.locate(width * 4 - 2, height * 2 - 1)  # 15
    console.print("G", end="")  # 15
    leaders = [-1] * (width * height)  # 17, 30  U
    for wall in shuffled_walls(machine, width, height):  # 31  K
        room, south = divmod(wall, 2)  # 32, 34  I
        y, x = divmod(room, width)  # 33
        if not union(leaders, room, room + (width if south else 1)):  # 35, 37
            continue
        if south:
            console.locate(x * 4 + 1, y * 2 + 2)  # 35
            console.print("   ", end="")  # 35
        else:
            console.locate(x * 4 + 4, y * 2 + 1)  # 37
            console.print(" ", end="")  # 37
        machine.vsync()  # 35, 37


def shuffled_walls(machine: Machine, width: int, height: int) -> list[int]:  # 16-28
    """All inner walls in random order: 2i is the wall east of room i, 2i + 1 the one south of it."""
    rooms = width * height
    walls = [room * 2 for x in range(width - 1) for room in range(x, rooms, width)]  # 18-20  WALL
    walls += [room * 2 + 1 for x in range(width) for room in range(x, rooms - width, width)]  # 21-23
    for i in range(len(walls) - 1, -1, -1):  # 25
        p = machine.rng.below(i + 1)  # 26
        walls[p], walls[i] = walls[i], walls[p]  # 27
    return walls


def find(leaders: list[int], room: int) -> int:  # 43-47  FIND
    """The leader of the room's set, a room itself; leaders[leader] is minus the number of rooms."""
    if leaders[room] < 0:  # 44
        return room
    leaders[room] = find(leaders, leaders[room])  # 45
    return leaders[room]  # 46


def union(leaders: list[int], one: int, other: int) -> bool:  # 50-58  UNION
    """Join two sets; False if they are one already."""
    one, other = find(leaders, one), find(leaders, other)  # 51
    if one == other:  # 52
        return False
    if leaders[one] >= leaders[other]:  # 53
        one, other = other, one
    leaders[one] += leaders[other]  # 55
    leaders[other] = one  # 56
    return True  # 57

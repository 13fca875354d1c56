"""A maze of six directions: hexagonal rooms laid like bricks, joined by Kruskal's method, and walked by keys.

Technique: rooms are numbered through rows of `columns` and one fewer in turn, so that the room to the lower
left is always columns - 1 further on and the one to the lower right columns.
Changed: a wall is a pair, not one number.  Kept: the six bits of a room's doors, in the order of the keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

TEAL, YELLOW, RED = -16744320, -460800, -524288
KEYS = "knmhiu"  # 53  KEYS$


def main(machine: Machine, *, columns: int = 24, rows: int = 16) -> None:  # 7  COLS, ROWS
    """Draw the rooms, join them and let the player walk from S to G."""
    if not (2 <= columns <= 24 and 1 <= rows <= 16):  # 8
        machine.console.print("COLS: 2 to 24, ROWS: 1 to 16")  # 8
        return
    machine.reset()  # 9
    rooms = columns * rows - rows // 2  # 10  N
    for room in range(rooms):  # 13
        draw_room(machine, *center(room, columns))
    doors = join(machine, shuffled_walls(machine, columns, rows), rooms, columns)
    for (x, y), letter in ((center(0, columns), "S"), (center(rooms - 1, columns), "G")):
        machine.screen.put_text(x - 4, y - 4, letter)  # 50-51
    walk(machine, doors, columns)


def draw_room(machine: Machine, x: int, y: int) -> None:  # 14-16
    """A hexagon around that point."""
    machine.screen.fill(x - 6, y - 3, x + 6, y + 3, TEAL)  # 14
    machine.screen.triangle(x - 6, y - 4, x + 6, y - 4, x, y - 7, TEAL)  # 15
    machine.screen.triangle(x - 6, y + 4, x + 6, y + 4, x, y + 7, TEAL)  # 16


def shuffled_walls(machine: Machine, columns: int, rows: int) -> list[tuple[int, int]]:  # 18-34
    """All inner walls as (room, way) in random order; way 0 right, 1 lower left, 2 lower right."""
    walls: list[tuple[int, int]] = []  # 19  WALL
    for y in range(rows):  # 21
        first = y * columns - y // 2  # 22  A
        last = first + columns - 1 - y % 2  # 23  Z
        for room in range(first, last + 1):  # 24
            lower = y < rows - 1
            ways = (room < last, lower and (y % 2 or room > first), lower and (y % 2 or room < last))  # 25-27
            walls += [(room, way) for way in range(3) if ways[way]]
    for i in range(len(walls) - 1, -1, -1):  # 31
        p = machine.rng.below(i + 1)  # 32
        walls[p], walls[i] = walls[i], walls[p]  # 33
    return walls


def join(machine: Machine, walls: list[tuple[int, int]], rooms: int, columns: int) -> list[int]:  # 35-49
    """Break each wall between rooms not yet joined; returns each room's doors, a bit a direction."""
    doors, leaders = [0] * rooms, [-1] * rooms  # 19, 36  DOOR, U
    goes = (1, columns - 1, columns)  # 20  GOES: right, lower left, lower right
    for room, way in walls:  # 37-39  K, I, D
        beyond = room + goes[way]  # 40  J
        if union(leaders, room, beyond):  # 41
            doors[room] |= 1 << way  # 42
            doors[beyond] |= 8 << way  # 43
            (x0, y0), (x1, y1) = center(room, columns), center(beyond, columns)
            for t in range(-3, 4):  # 44
                dx, dy = (0, t) if way == 0 else (t, 0)
                machine.screen.line(x0 + dx, y0 + dy, x1 + dx, y1 + dy, TEAL)  # 45
            machine.vsync()  # 47
    return doors


def walk(machine: Machine, doors: list[int], columns: int) -> None:  # 52-67
    """Let the keys move a red mark through open doors until it reaches the goal, or q is typed."""
    goes = (1, columns - 1, columns)  # 20
    room, goal = 0, len(doors) - 1  # 54
    mark(machine, room, columns, RED)  # 55
    while room != goal:  # 56
        machine.vsync()  # 57
        key = machine.input.inkey()  # 58  A$
        way = KEYS.find(key)  # 60
        if key == "q":  # 59
            return
        if key and way >= 0 and doors[room] & 1 << way:  # 61
            mark(machine, room, columns, YELLOW)  # 62
            room += goes[way] if way < 3 else -goes[way - 3]  # 63
            mark(machine, room, columns, RED)  # 64
    machine.console.print("ゴール! GOAL")  # 67


def center(room: int, columns: int) -> tuple[int, int]:  # 71-80  CX, CY
    """The point in the middle of a room."""
    pair, place = divmod(room, columns * 2 - 1)  # 72-73  P, Q
    if place < columns:  # 74
        return place * 16 + 16, pair * 28 + 13
    return (place - columns) * 16 + 24, pair * 28 + 27  # 75, 79


def mark(machine: Machine, room: int, columns: int, color: int) -> None:  # 82-84  MARK
    """A small square in the middle of a room."""
    x, y = center(room, columns)
    machine.screen.fill(x - 2, y - 2, x + 2, y + 2, color)  # 83


def find(leaders: list[int], room: int) -> int:  # 86-90  FIND
    """The leader of the room's set; leaders[leader] is minus the number of rooms."""
    if leaders[room] < 0:  # 87
        return room
    leaders[room] = find(leaders, leaders[room])  # 88
    return leaders[room]  # 89


def union(leaders: list[int], one: int, other: int) -> bool:  # 93-100  UNION
    """Join two sets; False if they are one already."""
    one, other = find(leaders, one), find(leaders, other)  # 94
    if one == other:  # 95
        return False
    if leaders[one] >= leaders[other]:  # 96
        one, other = other, one
    leaders[one] += leaders[other]  # 97
    leaders[other] = one  # 98
    return True  # 99

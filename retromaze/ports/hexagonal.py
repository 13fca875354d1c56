"""A maze of hexagonal rooms laid like bricks, made by Kruskal's method and walked by keys.

Technique: rooms are numbered through rows of `columns` and one fewer in turn, so that the room to the lower
left is always columns - 1 further on and the one to the lower right columns.
Changed: a wall is a pair, not one number.  Kept: the six bits of a room's doors, in the order of the keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

TEAL, YELLOW, RED = -16744320, -460800, -524288
KEYS = "knmhiu"  # 51  KEYS$


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


def walk(machine: Machine, doors: list[int], columns: int) -> None:  # 50-65
    """Let the keys move a red mark through open doors until it reaches the goal, or q is typed."""
    goes = (1, columns - 1, columns)  # 20
    room, goal = 0, len(doors) - 1  # 52
    mark(machine, room, len(doors), columns, RED)  # 53
    while room != goal:  # 54
        machine.vsync()  # 55
        key = machine.input.inkey()  # 56  A$
        way = KEYS.find(key)  # 58
        if key == "q":  # 57
            return
        if key and way >= 0 and doors[room] & 1 << way:  # 59
            mark(machine, room, len(doors), columns, YELLOW)  # 60
            room += goes[way] if way < 3 else -goes[way - 3]  # 61
            mark(machine, room, len(doors), columns, RED)  # 62
    machine.console.print("ゴール! GOAL")  # 65


def center(room: int, columns: int) -> tuple[int, int]:  # 69-78  CX, CY
    """The point in the middle of a room."""
    pair, place = divmod(room, columns * 2 - 1)  # 70-71  P, Q
    if place < columns:  # 72
        return place * 16 + 16, pair * 28 + 13
    return (place - columns) * 16 + 24, pair * 28 + 27  # 73, 77


def mark(machine: Machine, room: int, rooms: int, columns: int, color: int) -> None:  # 80-83  MARK
    """A small square in the middle of a room, under its letter."""
    x, y = center(room, columns)
    machine.screen.fill(x - 2, y - 2, x + 2, y + 2, color)  # 81
    letters(machine, rooms, columns)  # 82


def letters(machine: Machine, rooms: int, columns: int) -> None:  # 86-89  LETTERS
    """S in the first room and G in the last."""
    for room, letter in ((0, "S"), (rooms - 1, "G")):
        x, y = center(room, columns)
        machine.screen.put_text(x - 4, y - 4, letter)  # 87-88


def find(leaders: list[int], room: int) -> int:  # 91-95  FIND
    """The leader of the room's set; leaders[leader] is minus the number of rooms."""
    if leaders[room] < 0:  # 92
        return room
    leaders[room] = find(leaders, leaders[room])  # 93
    return leaders[room]  # 94


def union(leaders: list[int], one: int, other: int) -> bool:  # 98-105  UNION
    """Join two sets; False if they are one already."""
    one, other = find(leaders, one), find(leaders, other)  # 99
    if one == other:  # 100
        return False
    if leaders[one] >= leaders[other]:  # 101
        one, other = other, one
    leaders[one] += leaders[other]  # 102
    leaders[other] = one  # 103
    return True  # 104

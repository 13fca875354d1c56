"""A maze whose solution draws a picture: the walls along a line are broken before all others.

Technique: Kruskal's method breaks a wall only between two sets of rooms, so a line broken first stays the one
way between its ends; it is read from a picture, or drawn with the four directions.
Changed: the pictures are the library's.  Kept: the line as room numbers in their order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from retromaze.ports.mazes import HEART, SPIRAL

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

WIDTH, HEIGHT = 24, 14  # 11  M_W, M_H
ROOMS = WIDTH * HEIGHT  # 11  N
UP, DOWN, LEFT, RIGHT, A, B, Y = 1, 2, 4, 8, 16, 32, 128
MAROON, SILVER, YELLOW, BLACK = -8388608, -4144960, -460800, -16777216


def main(machine: Machine, *, picture: int = 1, solved: int = 0) -> None:  # 7-8  PICTURE, SOLVED
    """Make mazes with one line in them, another one at every press of B, until Y is pressed."""
    if not 1 <= picture <= 3:  # 9
        machine.console.print("PICTURE: 1 to 3")  # 9
        return
    machine.reset()  # 10
    rows = HEART if picture == 1 else SPIRAL  # 13  @HEART, @SPIRAL
    way = draw_line(machine) if picture == 3 else read_line(rows)  # 14  WAY
    machine.console.clear()  # 15
    machine.console.print("A:コタエ way B:ツギ next Y:オワリ quit", end="")  # 16
    buttons = B  # 17
    while not buttons & Y:  # 18, 30
        if buttons & B:  # 19
            generate(machine, way)  # 20
            shown = bool(solved)  # 21  SHOWN
            if shown:  # 22
                paint(machine, way, YELLOW)  # 22
        if buttons & A:  # 24
            shown = not shown  # 25
            paint(machine, way, YELLOW if shown else SILVER)  # 26
        machine.vsync()  # 28
        buttons = machine.input.button(2)  # 29


def read_line(rows: tuple[str, ...]) -> list[int]:  # 34-54  READLINE
    """The rooms of the line in a picture, from S to G."""
    cells = "".join(rows)  # 36-38  A$
    drawn = [cell != "." for cell in cells]  # 40  MAP
    room, way = cells.index("S"), []  # 41  WAY
    while room >= 0:  # 44, 53
        way.append(room)  # 45
        drawn[room] = False  # 46
        room = ahead(drawn, room)  # 52
    return way


def ahead(drawn: list[bool], room: int) -> int:  # 47-51
    """The neighbor where the line goes on, -1 at its end."""
    beyond = -1  # 47  J
    if room % WIDTH and drawn[room - 1]:  # 48
        beyond = room - 1
    if room % WIDTH < WIDTH - 1 and drawn[room + 1]:  # 49
        beyond = room + 1
    if room >= WIDTH and drawn[room - WIDTH]:  # 50
        beyond = room - WIDTH
    if room < ROOMS - WIDTH and drawn[room + WIDTH]:  # 51
        beyond = room + WIDTH
    return beyond


def draw_line(machine: Machine) -> list[int]:  # 58-71  DRAWLINE
    """Let the buttons draw the line; going back rubs out."""
    machine.console.print("ジュウジ:カク draw A:デキタ done", end="")  # 60
    way: list[int] = []  # 12
    draw_to(machine, way, 0)  # 61
    while True:  # 62
        machine.vsync()  # 63
        buttons = machine.input.button(2)  # 64
        row, column = divmod(way[-1], WIDTH)  # 65
        x = column + bool(buttons & RIGHT) - bool(buttons & LEFT)  # 66
        y = row  # 67
        if x == column:  # 68
            y += bool(buttons & DOWN) - bool(buttons & UP)  # 68
        if 0 <= x < WIDTH and 0 <= y < HEIGHT and (x, y) != (column, row):  # 69
            draw_to(machine, way, x + y * WIDTH)  # 69
        if buttons & A and len(way) > 1:  # 70
            return way


def draw_to(machine: Machine, way: list[int], room: int) -> None:  # 74-85  DRAWTO
    """Lead the line to a new room, or back to the one before."""
    if room not in way:  # 76
        way.append(room)  # 77-78
    elif room == way[-2]:  # 79
        way.pop()  # 80-81
    board(machine, way)  # 83
    paint(machine, way, YELLOW)  # 84


def generate(machine: Machine, way: list[int]) -> None:  # 88-110  GENERATE
    """Draw closed rooms, then break walls, those along the line first."""
    board(machine, way)  # 90
    leaders = [-1] * ROOMS  # 91  U
    edges = [room * 2 for x in range(WIDTH - 1) for room in range(x, ROOMS, WIDTH)]  # 92-95  EDGE
    edges += [room * 2 + 1 for x in range(WIDTH) for room in range(x, ROOMS - WIDTH, WIDTH)]  # 96-98
    for i in range(len(edges) - 1, -1, -1):  # 99
        p = machine.rng.below(i + 1)  # 100
        edges[p], edges[i] = edges[i], edges[p]  # 101
    for k in range(1, len(way)):  # 103
        break_wall(machine, leaders, way[k - 1], way[k])  # 104
    for edge in edges:  # 106
        room, south = divmod(edge, 2)  # 107
        break_wall(machine, leaders, room, room + (WIDTH if south else 1))  # 108


def break_wall(machine: Machine, leaders: list[int], one: int, other: int) -> None:  # 113-117  BREAKWALL
    """Break a wall if its two sides are not yet joined."""
    if union(leaders, one, other):  # 114
        gate(machine, one, other, SILVER)  # 115
        machine.vsync()  # 116


def find(leaders: list[int], room: int) -> int:  # 119-123  FIND
    """The leader of the room's set; leaders[leader] is minus the number of its rooms."""
    if leaders[room] < 0:  # 120
        return room
    leaders[room] = find(leaders, leaders[room])  # 121
    return leaders[room]  # 122


def union(leaders: list[int], one: int, other: int) -> bool:  # 125-132  UNION
    """Join two sets; False if they are one already."""
    one, other = find(leaders, one), find(leaders, other)  # 126
    if one == other:  # 127
        return False
    if leaders[one] >= leaders[other]:  # 128
        one, other = other, one
    leaders[one] += leaders[other]  # 129
    leaders[other] = one  # 130
    return True  # 131


def board(machine: Machine, way: list[int]) -> None:  # 135-140  BOARD
    """Draw all rooms closed."""
    machine.screen.fill(8, 16, 8 + WIDTH * 16 - 1, 16 + HEIGHT * 16 - 1, MAROON)  # 137
    for room in range(ROOMS):  # 138
        fill_room(machine, room, SILVER)  # 138
    letters(machine, way)  # 139


def fill_room(machine: Machine, room: int, color: int) -> None:  # 142-145  ROOM
    """Fill a room up to its walls."""
    x, y = room % WIDTH * 16 + 8, room // WIDTH * 16 + 16  # 143
    machine.screen.fill(x + 1, y + 1, x + 14, y + 14, color)  # 144


def gate(machine: Machine, one: int, other: int, color: int) -> None:  # 148-156  GATE
    """Fill the way between two neighbors."""
    first = min(one, other)  # 149
    x, y = first % WIDTH * 16 + 8, first // WIDTH * 16 + 16  # 150
    if abs(one - other) == 1:  # 151
        machine.screen.fill(x + 15, y + 1, x + 16, y + 14, color)  # 152
    else:  # 153
        machine.screen.fill(x + 1, y + 15, x + 14, y + 16, color)  # 154


def paint(machine: Machine, way: list[int], color: int) -> None:  # 159-166  PAINT
    """Fill the rooms of the line and the ways between them."""
    for k, room in enumerate(way):  # 161
        fill_room(machine, room, color)  # 162
        if k:  # 163
            gate(machine, way[k - 1], room, color)  # 163
    letters(machine, way)  # 165


def letters(machine: Machine, way: list[int]) -> None:  # 168-171  LETTERS
    """S where the line begins, G where it ends."""
    letter(machine, way[0], "S")  # 169
    if len(way) > 1:  # 170
        letter(machine, way[-1], "G")  # 170


def letter(machine: Machine, room: int, text: str) -> None:  # 173-175  LETTER
    """A letter in the middle of a room."""
    machine.screen.put_text(room % WIDTH * 16 + 12, room // WIDTH * 16 + 20, text, color=BLACK)  # 174


if __name__ == "__main__":
    from retromaze.ports.scripts.picture import main as script

    raise SystemExit(script())

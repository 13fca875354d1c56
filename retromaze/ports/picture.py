"""A maze whose solution draws a picture: the walls along a line are broken before all others.

Kruskal's method breaks a wall only between two sets of rooms, so a line broken first stays the one way
between its ends; it is read from a picture of the library, or drawn with the four directions.
`# 19` behind a line names the listing's line.  Kept: the order of the walls before the shuffle.
"""

from collections.abc import Sequence
from itertools import pairwise

from retromaze.machine.input import PRESSED, Buttons
from retromaze.machine.machine import Machine
from retromaze.ports.mazes import HEART, SPIRAL, DisjointSets, shuffled
from retromaze.ports.scripts import run_script

WIDTH, HEIGHT = 24, 14  # 11  M_W, M_H
ROOMS = WIDTH * HEIGHT  # 11  N
MAROON, SILVER, YELLOW, BLACK = 0xFF800000, 0xFFC0C0C0, 0xFFF8F800, 0xFF000000


def main(machine: Machine, *, picture: int = 1, solved: int = 0) -> None:  # 7-8  PICTURE, SOLVED
    """Make mazes with one line in them, another one at every press of B, until Y is pressed."""
    if not 1 <= picture <= 3:  # 9
        machine.console.print("PICTURE: 1 to 3")  # 9
        return
    machine.reset()  # 10
    rows = HEART if picture == 1 else SPIRAL  # 13  @HEART, @SPIRAL
    way = draw_line(machine) if picture == 3 else read_line(rows)  # 14  WAY
    machine.console.clear()  # 15
    machine.console.print("A:正解のルート  B:次の迷路  Y:終わり", end="")  # 16
    buttons = Buttons.B  # 17
    while not buttons & Buttons.Y:  # 18, 30
        if buttons & Buttons.B:  # 19
            generate(machine, way)  # 20
            shown = bool(solved)  # 21  SHOWN
            if shown:  # 22
                paint(machine, way, YELLOW)  # 22
        if buttons & Buttons.A:  # 24
            shown = not shown  # 25
            paint(machine, way, YELLOW if shown else SILVER)  # 26
        machine.vsync()  # 28
        buttons = Buttons(machine.input.button(PRESSED))  # 29


def read_line(rows: Sequence[str]) -> list[int]:  # 33-54  READLINE
    """Returns the rooms of the line in a picture, from S to G."""
    cells = "".join(rows)  # 36-38  A$
    drawn = {room for room, cell in enumerate(cells) if cell != "."}  # 39-40  MAP
    way = [cells.index("S")]  # 41, 45
    while drawn:  # 44, 53
        drawn.remove(way[-1])  # 46
        way += drawn & neighbors(way[-1])  # 47-52, 45
    return way


def neighbors(room: int) -> set[int]:  # 48-51
    """Returns the rooms beside a room."""
    y, x = divmod(room, WIDTH)
    places = (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)
    return {i + j * WIDTH for i, j in places if 0 <= i < WIDTH and 0 <= j < HEIGHT}


def draw_line(machine: Machine) -> list[int]:  # 56-71  DRAWLINE
    """Let the buttons draw the line; going back rubs out."""
    machine.console.print("十字ボタン:線を描く  A:できた", end="")  # 60
    way: list[int] = []  # 12
    draw_to(machine, way, 0)  # 61
    while True:  # 62
        machine.vsync()  # 63
        buttons = Buttons(machine.input.button(PRESSED))  # 64
        y, x = divmod(way[-1], WIDTH)  # 65-67
        dx = bool(buttons & Buttons.RIGHT) - bool(buttons & Buttons.LEFT)  # 66
        dy = 0 if dx else bool(buttons & Buttons.DOWN) - bool(buttons & Buttons.UP)  # 68
        if (dx or dy) and 0 <= x + dx < WIDTH and 0 <= y + dy < HEIGHT:  # 69
            draw_to(machine, way, way[-1] + dx + dy * WIDTH)  # 69
        if buttons & Buttons.A and len(way) > 1:  # 70
            return way


def draw_to(machine: Machine, way: list[int], room: int) -> None:  # 73-85  DRAWTO
    """Lead the line to a new room, or back to the one before."""
    if room not in way:  # 76
        way.append(room)  # 77-78
    elif room == way[-2]:  # 79
        way.pop()  # 80-81
    board(machine, way)  # 83
    paint(machine, way, YELLOW)  # 84


def generate(machine: Machine, way: list[int]) -> None:  # 87-117  GENERATE
    """Draw closed rooms, then break walls, those along the line first."""
    board(machine, way)  # 90
    walls = [(room, room + 1) for x in range(WIDTH - 1) for room in range(x, ROOMS, WIDTH)]  # 92-95  EDGE
    walls += [(room, room + WIDTH) for x in range(WIDTH) for room in range(x, ROOMS - WIDTH, WIDTH)]  # 96-98
    order = shuffled(len(walls), machine.rng)  # 99-102
    sets = DisjointSets(ROOMS)  # 91, 119-132  U, FIND, UNION
    for one, other in [*pairwise(way), *(walls[wall] for wall in order)]:  # 103-104, 106-108  K
        if sets.union(one, other):  # 113-114  BREAKWALL
            gate(machine, one, other, SILVER)  # 115
            machine.vsync()  # 116


def board(machine: Machine, way: list[int]) -> None:  # 134-140  BOARD
    """Draw all rooms closed."""
    machine.screen.fill(8, 16, 8 + WIDTH * 16 - 1, 16 + HEIGHT * 16 - 1, MAROON)  # 137
    for room in range(ROOMS):  # 138
        fill_room(machine, room, SILVER)  # 138
    letters(machine, way)  # 139


def corner(room: int) -> tuple[int, int]:  # 143, 150
    """Returns the top left corner of a room in dots."""
    row, column = divmod(room, WIDTH)
    return column * 16 + 8, row * 16 + 16


def fill_room(machine: Machine, room: int, color: int) -> None:  # 142-145  ROOM
    """Fill a room up to its walls."""
    x, y = corner(room)  # 143
    machine.screen.fill(x + 1, y + 1, x + 14, y + 14, color)  # 144


def gate(machine: Machine, one: int, other: int, color: int) -> None:  # 147-156  GATE
    """Fill the way between two neighbors."""
    x, y = corner(min(one, other))  # 149-150
    if abs(one - other) == 1:  # 151
        machine.screen.fill(x + 15, y + 1, x + 16, y + 14, color)  # 152
    else:
        machine.screen.fill(x + 1, y + 15, x + 14, y + 16, color)  # 154


def paint(machine: Machine, way: list[int], color: int) -> None:  # 158-166  PAINT
    """Fill the rooms of the line and the ways between them."""
    fill_room(machine, way[0], color)  # 162
    for before, room in pairwise(way):  # 161
        fill_room(machine, room, color)  # 162
        gate(machine, before, room, color)  # 163
    letters(machine, way)  # 165


def letters(machine: Machine, way: list[int]) -> None:  # 168-171  LETTERS
    """S where the line begins, G where it ends."""
    letter(machine, way[0], "S")  # 169
    if len(way) > 1:  # 170
        letter(machine, way[-1], "G")  # 170


def letter(machine: Machine, room: int, text: str) -> None:  # 173-175  LETTER
    """Print a letter in the middle of a room."""
    x, y = corner(room)
    machine.screen.put_text(x + 4, y + 4, text, color=BLACK)  # 174


if __name__ == "__main__":
    run_script(__file__)

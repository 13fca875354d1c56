"""The game of hexagonal rooms: keys move a red mark in six directions from S to G.

doors[room][key] is the room that a key leads to.  `# 19` behind a line names the listing's line.
"""

from retromaze.machine.machine import Machine
from retromaze.ports.mazes import DisjointSets, shuffled
from retromaze.ports.scripts import run_script

TEAL, RED, YELLOW = 0xFF008080, 0xFFF80000, 0xFFF8F800


def main(machine: Machine, *, columns: int = 24, rows: int = 16) -> None:  # 5  COLS, ROWS
    """Draw the rooms and break the walls between them until all are joined."""
    if not (2 <= columns <= 24 and 1 <= rows <= 16):  # 6
        machine.console.print("COLS: 2 to 24, ROWS: 1 to 16")  # 6
        return
    machine.reset()  # 7
    places = [(column, row) for row in range(rows) for column in range(columns - row % 2)]  # 8, 12-14
    centers = [(column * 16 + row % 2 * 8 + 16, row * 14 + 13) for column, row in places]  # 16  X, Y
    for x, y in centers:
        machine.screen.fill(x - 6, y - 3, x + 6, y + 3, TEAL)  # 17
        machine.screen.triangle(x - 6, y - 4, x + 6, y - 4, x, y - 7, TEAL)  # 18
        machine.screen.triangle(x - 6, y + 4, x + 6, y + 4, x, y + 7, TEAL)  # 19
    walls = []  # 10  WALL
    for room, (column, row) in enumerate(places):  # 23
        last, is_inner = columns - 1 - row % 2, row % 2 == 1  # 13
        if column < last:  # 20
            walls.append((room, room + 1, "k", "h"))  # 20
        if row < rows - 1 and (is_inner or column > 0):  # 21
            walls.append((room, room + columns - 1, "n", "i"))  # 21
        if row < rows - 1 and (is_inner or column < last):  # 22
            walls.append((room, room + columns, "m", "u"))  # 22
    sets = DisjointSets(len(places))  # 29, 63-76  U, FIND, UNION
    doors: list[dict[str, int]] = [{} for _ in places]  # 10  DOOR
    for wall in shuffled(len(walls), machine.rng):  # 26-28, 30  K
        room, other, key, back = walls[wall]  # 31  I, J
        if sets.union(room, other):  # 32
            doors[room][key] = other  # 33
            doors[other][back] = room  # 34
            (x0, y0), (x1, y1) = centers[room], centers[other]
            for t in range(-3, 4):  # 35
                dx, dy = (0, t) if y0 == y1 else (t, 0)  # 36
                machine.screen.line(x0 + dx, y0 + dy, x1 + dx, y1 + dy, TEAL)  # 36
            machine.vsync()  # 38
    walk(machine, centers, doors)


def walk(machine: Machine, centers: list[tuple[int, int]], doors: list[dict[str, int]]) -> None:  # 41-55
    """Let the keys move the mark until it is at the goal or q is typed."""
    machine.console.locate(0, 29)  # 41
    machine.console.print("u:左上 i:右上 h:左 k:右 n:左下 m:右下 q:やめる", end="")  # 41
    room = 0  # 42  I
    mark(machine, centers, room, RED)  # 42
    while room != len(doors) - 1:  # 43
        machine.vsync()  # 44
        key = machine.input.inkey()  # 45  A$
        if key == "q":  # 46
            return  # 46
        if key in doors[room]:  # 48
            mark(machine, centers, room, YELLOW)  # 49
            room = doors[room][key]  # 50
            mark(machine, centers, room, RED)  # 51
    machine.console.locate(0, 29)  # 54
    machine.console.print(f"{'ゴール!':46}", end="")  # 54


def mark(machine: Machine, centers: list[tuple[int, int]], room: int, color: int) -> None:  # 57-61  @MARK
    """Fill the middle of a room, under S and G."""
    x, y = centers[room]
    machine.screen.fill(x - 2, y - 2, x + 2, y + 2, color)  # 58
    for letter, (x, y) in ("S", centers[0]), ("G", centers[-1]):
        machine.screen.put_text(x - 4, y - 4, letter)  # 59-60


if __name__ == "__main__":
    run_script(__file__)

"""A maze of hexagonal rooms laid like bricks, joined by Kruskal's method.

Rooms are numbered row by row, so that the one to the lower left is always columns - 1 further on and the one
to the lower right columns.  `# 19` behind a line names the listing's line.
"""

from retromaze.machine.machine import Machine
from retromaze.ports.mazes import DisjointSets, shuffled
from retromaze.ports.scripts import run_script

TEAL = 0xFF008080


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
            walls.append((room, room + 1))  # 20
        if row < rows - 1 and (is_inner or column > 0):  # 21
            walls.append((room, room + columns - 1))  # 21
        if row < rows - 1 and (is_inner or column < last):  # 22
            walls.append((room, room + columns))  # 22
    sets = DisjointSets(len(places))  # 29, 41-56  U, FIND, UNION
    for wall in shuffled(len(walls), machine.rng):  # 26-28, 30  K
        room, other = walls[wall]  # 31  I, J
        if sets.union(room, other):  # 32
            (x0, y0), (x1, y1) = centers[room], centers[other]
            for t in range(-3, 4):  # 33
                dx, dy = (0, t) if y0 == y1 else (t, 0)  # 34
                machine.screen.line(x0 + dx, y0 + dy, x1 + dx, y1 + dy, TEAL)  # 34
            machine.vsync()  # 36
    for letter, (x, y) in ("S", centers[0]), ("G", centers[-1]):
        machine.screen.put_text(x - 4, y - 4, letter)  # 39-40


if __name__ == "__main__":
    run_script(__file__)

"""Wall extension step by step: the article's generator, both its methods, each step, and text to paste.

Technique: A, from the frame: a queue of places; the end of a fresh wall goes to its head, and where it came
from to its tail.  B, from any floor: a wall grows until it meets another, and from an earlier place of its
own where it has shut itself in.  `# 19` behind a line names the listing's line.
Changed: the sides where a wall can grow are a list, and a number of four bits where they are shown.
"""

from collections import deque

from retromaze.machine.machine import Machine
from retromaze.ports.mazes import Xorshift128, shuffled
from retromaze.ports.scripts import run_script

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
YELLOW, WHITE = 7, 15
FLOOR, FRAME = 0, 1

Place = tuple[int, int]


def main(
    machine: Machine,
    *,
    width: int = 37,
    height: int = 17,
    fixed: int = 0,
    method: int = 0,
    show: int = 0,
    text: int = 0,
) -> None:  # 6-10
    """Print the frame, then let the walls grow."""
    width -= width % 2 == 0  # 12  W
    height -= height % 2 == 0  # 12  H
    machine.reset()  # 13
    if not (5 <= width <= 49 and 5 <= height <= 29):  # 14
        machine.console.print("M_W: 5 to 50, M_H: 5 to 30")  # 14
        return
    chance = Xorshift128() if fixed else drawn(machine)  # 18-20
    maze = Maze(machine, chance, width, height, bool(show))
    for row in maze.rows():  # 29
        machine.console.print(row)  # 28, 30, 33
    places = maze.floor_places() if method else maze.frame_places()  # 37
    queue = deque(places[i] for i in shuffled(len(places), chance))  # 50-52  QX, QY
    machine.console.set_color(YELLOW)  # 54
    while queue:  # 55  Label-02
        place = queue.popleft()  # 56  Label-03
        if method:  # 57
            from_floor(maze, place)  # 57
        else:
            from_wall(maze, place, queue)  # 57
    machine.console.set_color(WHITE)  # 59
    if text:  # 60
        machine.storage.write_text("WALLS", "".join(f'DATA "{row}"\n' for row in maze.rows()))  # 61-63  T$
    machine.console.locate(0, height)  # 65


def drawn(machine: Machine) -> Xorshift128:  # 19-25, 160-173  RANDOM, XORSHIFT
    """Returns the generator with four drawn words of 32 bits, none of them 0."""
    below = machine.rng.below
    one, two, three, four = (below(65536) << 16 | below(65536) | 1 for _ in range(4))  # 21-23  S%
    return Xorshift128((one, two, three, four))


class Maze:
    """walls[y][x] is FLOOR, or the number of a wall: FRAME or more; number is that of the newest wall."""

    def __init__(
        self, machine: Machine, chance: Xorshift128, width: int, height: int, show: bool
    ) -> None:  # 15-16
        self.machine, self.chance, self.width, self.height, self.show = machine, chance, width, height, show
        row = [FRAME, *[FLOOR] * (width - 2), FRAME]  # 31
        edge = [FRAME] * width  # 35
        self.walls = [edge, *(row.copy() for _ in range(height - 2)), edge.copy()]  # 15  M
        self.number = FRAME  # 16  C

    def floor_places(self) -> list[Place]:  # 38-41
        """Returns all floor where walls may stand."""
        return [(x, y) for y in range(2, self.height - 2, 2) for x in range(2, self.width - 2, 2)]  # 39-40

    def frame_places(self) -> list[Place]:  # 43-47  Label-01
        """Returns the places from which walls grow into the maze."""
        places = [(x, y) for y in (0, self.height - 1) for x in range(2, self.width - 2, 2)]  # 44-45
        return places + [(x, y) for x in (0, self.width - 1) for y in range(2, self.height - 2, 2)]  # 46-47

    def free_sides(self, x: int, y: int) -> list[int]:  # 117-125  VALIDATE
        """Returns the sides, 0 up, 1 right, 2 down, 3 left, on which floor lies two blocks away."""
        ends = [(x + 2 * dx, y + 2 * dy) for dx, dy in STEPS]
        inside = [0 <= i < self.width and 0 <= j < self.height for i, j in ends]
        return [side for side, (i, j) in enumerate(ends) if inside[side] and not self.walls[j][i]]  # 120-123

    def other_sides(self, x: int, y: int) -> list[int]:  # 127-134  OTHERS
        """Returns the sides on which the newest wall would not meet itself two blocks away."""
        numbers = [self.walls[y + 2 * dy][x + 2 * dx] for dx, dy in STEPS]  # 129-132
        return [side for side, number in enumerate(numbers) if number != self.number]

    def wall(self, x: int, y: int) -> None:
        """Make a block part of the newest wall."""
        self.walls[y][x] = self.number  # 84, 109
        self.machine.console.locate(x, y)  # 85, 110
        self.machine.console.print("#", end="")  # 85, 110

    def rows(self) -> list[str]:  # 136-142  ROW$
        """Returns the maze as lines."""
        edge = "+" + "-" * (self.width - 2) + "+"  # 27  E$
        inner = ["|" + "".join(" #"[block > 0] for block in row[1:-1]) + "|" for row in self.walls[1:-1]]
        return [edge, *inner, edge]  # 139-141


def from_wall(maze: Maze, place: Place, queue: deque[Place]) -> None:  # 68-76  FROMWALL
    """Let a wall grow from one that stands, and put both ends into the queue."""
    sides = maze.free_sides(*place)  # 70  Label-04
    if sides:  # 71  Label-05
        queue.append(place)  # 72  Label-06
        x, y, _ = grow(maze, *place, sides)  # 73  Label-07
        if maze.free_sides(x, y):  # 75  Label-08
            queue.appendleft((x, y))  # 75


def from_floor(maze: Maze, place: Place) -> None:  # 78-95  FROMFLOOR
    """Let a wall grow from floor until it meets another."""
    x, y = place
    if maze.walls[y][x]:  # 82
        return
    maze.number += 1  # 83
    maze.wall(x, y)  # 84-85
    before = []  # 81  BX, BY
    met = False
    while not met:  # 86, 94
        sides = maze.other_sides(x, y)  # 87
        if sides:  # 88
            before.append((x, y))  # 89
            x, y, met = grow(maze, x, y, sides)  # 94
        else:
            x, y = before.pop()  # 92


def grow(maze: Maze, x: int, y: int, sides: list[int]) -> tuple[int, int, bool]:  # 97-115  GROW
    """Two blocks to a drawn side; returns where that ends, and whether a wall stood there."""
    dx, dy = STEPS[sides[maze.chance.below(len(sides))]]  # 100, 144-158  K, BITCOUNT, BITSELECT
    if maze.show:  # 101
        bits = sum(1 << side for side in sides)  # 117  D
        maze.machine.console.locate(0, maze.height)  # 102
        maze.machine.console.print(f"{x:2} {y:2} {bits:2}", end="")  # 102
        maze.machine.vsync(30)  # 103
    met = False
    for _ in range(2):  # 105
        x, y = x + dx, y + dy  # 106
        met = maze.walls[y][x] > 0  # 107
        if not met:  # 108
            maze.wall(x, y)  # 109-110
    maze.machine.vsync()  # 113
    return x, y, met  # 114


if __name__ == "__main__":
    run_script(__file__)

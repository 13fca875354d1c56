"""Wall extension: walls grow at random, from the frame or from floor, until no floor for them is left.

Technique: A, from the frame: a queue of places; the end of a fresh wall goes to its head, so that a wall
grows on as long as it can, and a place that has grown goes to its tail.  B, from any floor: a wall grows
until it meets another, and from an earlier place of its own where it has shut itself in.  Chance is
Xorshift128, on four words that are the article's or drawn.
Changed: places are pairs; the four words are unsigned.  Kept: bits for the free sides.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

ARTICLE_WORDS = [123456789, 123456761, 123456757, 123456731]  # 17
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))

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
) -> None:  # 5-9
    """Print the frame, then let the walls grow."""
    width -= width % 2 == 0  # 11  W
    height -= height % 2 == 0  # 11  H
    machine.reset()  # 12
    if not (5 <= width <= 49 and 5 <= height <= 29):  # 13
        machine.console.print("M_W: 5 to 50, M_H: 5 to 30")  # 13
        return
    words = seeds(machine, bool(fixed))
    maze = Maze(machine, words, frame(machine, width, height), bool(show))
    places = floor_places(width, height) if method else frame_places(width, height)  # 36
    queue = deque(shuffled(places, words))  # 56-57  QX, QY
    machine.console.set_color(7)  # 59
    while queue:  # 60  Label-02
        place = queue.popleft()  # 61  Label-03
        if method:  # 62
            from_floor(maze, place)  # 62
        else:
            from_wall(maze, place, queue)  # 62
    machine.console.set_color(15)  # 64
    if text:  # 65
        lines = "".join(f'DATA "{row}"\n' for row in maze.rows())  # 66-67  T$
        machine.storage.write_text("WALLS", lines)  # 68
    machine.console.locate(0, height)  # 70


def seeds(machine: Machine, fixed: bool) -> list[int]:  # 16-24
    """The four words of the generator, newest first."""
    words = []  # S%
    for word in ARTICLE_WORDS:  # 18-19
        if not fixed:  # 20
            high = machine.rng.below(65536)  # 21
            low = machine.rng.below(65536)  # 22
            word = high << 16 | low | 1  # noqa: PLW2901  not all zero
        words.append(word)
    return words


def frame(machine: Machine, width: int, height: int) -> list[list[int]]:  # 25-35
    """Print the frame; returns walls[y][x], 1 for the frame and 0 for floor."""
    edge = "+" + "-" * (width - 2) + "+"  # 26  E$
    machine.console.print(edge)  # 27
    for _ in range(height - 2):  # 28
        machine.console.print("|" + " " * (width - 2) + "|")  # 29
    machine.console.print(edge)  # 32
    inner = [1] + [0] * (width - 2) + [1]  # 30
    return [[1] * width] + [inner[:] for _ in range(height - 2)] + [[1] * width]  # 33-35  M


def floor_places(width: int, height: int) -> list[Place]:  # 37-40
    """All floor where walls may stand."""
    return [(x, y) for y in range(2, height - 2, 2) for x in range(2, width - 2, 2)]  # 38-39


def frame_places(width: int, height: int) -> list[Place]:  # 42-46  Label-01
    """The places from which walls grow into the maze."""
    places = [(x, y) for y in (0, height - 1) for x in range(2, width - 2, 2)]  # 43-44  TX, TY
    return places + [(x, y) for x in (0, width - 1) for y in range(2, height - 2, 2)]  # 45-46


def shuffled(places: list[Place], words: list[int]) -> list[Place]:  # 48-58
    """The places in a drawn order."""
    order = list(range(len(places)))  # 50-51  IDX
    for i in range(len(order) - 1, -1, -1):  # 52
        p = random(words, i + 1)  # 53
        order[p], order[i] = order[i], order[p]  # 54
    return [places[i] for i in order]  # 56-57


class Maze:
    """walls[y][x] is the number of a wall, the frame's is 1, or 0 for floor; number is the newest wall's."""

    def __init__(self, machine: Machine, words: list[int], walls: list[list[int]], show: bool) -> None:
        self.machine = machine
        self.words = words
        self.walls = walls
        self.show = show
        self.number = 1  # 15  C

    def wall(self, x: int, y: int) -> None:
        """Set a block of the newest wall."""
        self.walls[y][x] = self.number  # 89, 114
        self.machine.console.locate(x, y)  # 90, 115
        self.machine.console.print("#", end="")  # 90, 115

    def rows(self) -> list[str]:  # 141-147  ROW$
        """The maze as lines."""
        edge = "+" + "-" * (len(self.walls[0]) - 2) + "+"  # 144
        inner = ["|" + "".join(" #"[block > 0] for block in row[1:-1]) + "|" for row in self.walls[1:-1]]
        return [edge, *inner, edge]


def from_wall(maze: Maze, place: Place, queue: deque[Place]) -> None:  # 73-81  FROMWALL
    """Let a wall grow from one that stands, and put both ends into the queue."""
    sides = free_sides(maze.walls, *place)  # 75  Label-04
    if sides:  # 76  Label-05
        queue.append(place)  # 77  Label-06
        x, y, _ = grow(maze, *place, sides)  # 78  Label-07
        if free_sides(maze.walls, x, y):  # 80  Label-08
            queue.appendleft((x, y))


def from_floor(maze: Maze, place: Place) -> None:  # 83-100  FROMFLOOR
    """Let a wall grow from floor until it meets another."""
    x, y = place
    if maze.walls[y][x]:  # 87
        return
    maze.number += 1  # 88
    maze.wall(x, y)  # 89-90
    before = []  # 86  BX, BY
    met = False
    while not met:  # 91, 99
        sides = other_sides(maze, x, y)  # 92
        if sides:  # 93
            before.append((x, y))  # 94
            x, y, met = grow(maze, x, y, sides)  # 99
        else:
            x, y = before.pop()  # 97


def grow(maze: Maze, x: int, y: int, sides: int) -> tuple[int, int, bool]:  # 102-120  GROW
    """Two blocks to a drawn side; returns where that ends, and whether a wall stood there."""
    dx, dy = STEPS[nth_bit(sides, random(maze.words, sides.bit_count()))]  # 105  K, BITCOUNT, 149-152
    if maze.show:  # 106
        maze.machine.console.locate(0, len(maze.walls))  # 107
        maze.machine.console.print(f"{x:2} {y:2} {sides:2}", end="")  # 107  X, Y, D
        maze.machine.vsync(30)  # 108
    met = False
    for _ in range(2):  # 110
        x, y = x + dx, y + dy  # 111
        met = maze.walls[y][x] > 0  # 112
        if not met:  # 113
            maze.wall(x, y)  # 114-115
    maze.machine.vsync()  # 118
    return x, y, met  # 119


def free_sides(walls: list[list[int]], x: int, y: int) -> int:  # 123-130  VALIDATE
    """The sum of the sides on which floor lies two blocks away."""
    up = UP if y >= 2 and not walls[y - 2][x] else 0  # 125
    right = RIGHT if x + 2 < len(walls[0]) and not walls[y][x + 2] else 0  # 126
    down = DOWN if y + 2 < len(walls) and not walls[y + 2][x] else 0  # 127
    left = LEFT if x >= 2 and not walls[y][x - 2] else 0  # 128
    return up | right | down | left


def other_sides(maze: Maze, x: int, y: int) -> int:  # 132-139  OTHERS
    """The sum of the sides on which the newest wall would not meet itself two blocks away."""
    around = [maze.walls[y + 2 * dy][x + 2 * dx] for dx, dy in STEPS]  # 134-137
    return sum(1 << side for side, number in enumerate(around) if number != maze.number)


def nth_bit(bits: int, n: int) -> int:  # 154-163  BITSELECT
    """The position of the set bit that has n set bits below it."""
    position = 0
    while n > 0 or not bits & 1:
        n -= bits & 1
        bits >>= 1
        position += 1
    return position


def random(words: list[int], bound: int) -> int:  # 165-178  RANDOM, XORSHIFT
    """A whole number from 0 to bound - 1 from the next word of Xorshift128."""
    newest, second, third, word = words
    word ^= word << 11 & 0xFFFFFFFF  # 175
    word ^= word >> 8  # 176  unsigned: nothing to mask
    words[:] = word ^ newest ^ newest >> 19, newest, second, third  # 174, 177
    return words[0] % bound  # 168


if __name__ == "__main__":
    from retromaze.ports.scripts.wall_extension import main as script

    raise SystemExit(script())

"""Wall extension: walls grow at random from the frame until no floor for them is left.

Technique: a queue of places; the end of a fresh wall goes to its head, so that a wall grows on as long as it
can, and a place that has grown goes to its tail.  Chance is Xorshift128, on four words that are the article's
or drawn.  Changed: places are pairs; the four words are unsigned.  Kept: bits for the free sides.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

ARTICLE_WORDS = [123456789, 123456761, 123456757, 123456731]  # 13
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))

Place = tuple[int, int]


def main(machine: Machine, *, width: int = 37, height: int = 17, fixed: int = 0) -> None:  # 5-6
    """Print the frame, then let the walls grow."""
    width -= width % 2 == 0  # 8  W
    height -= height % 2 == 0  # 8  H
    machine.reset()  # 9
    if not (5 <= width <= 49 and 5 <= height <= 29):  # 10
        machine.console.print("M_W: 5 to 50, M_H: 5 to 30")  # 10
        return
    words = seeds(machine, bool(fixed))
    walls = frame(machine, width, height)
    queue = deque(frame_places(words, width, height))  # 45-47  QX, QY
    machine.console.set_color(7)  # 48
    extend(machine, walls, queue, words)
    machine.console.set_color(15)  # 66
    machine.console.locate(0, height)  # 67


def seeds(machine: Machine, fixed: bool) -> list[int]:  # 12-20
    """The four words of the generator, newest first."""
    words = []  # S%
    for word in ARTICLE_WORDS:
        if not fixed:
            high = machine.rng.below(65536)  # 17
            low = machine.rng.below(65536)  # 18
            word = high << 16 | low | 1  # noqa: PLW2901  not all zero
        words.append(word)
    return words


def frame(machine: Machine, width: int, height: int) -> list[list[bool]]:  # 21-31
    """Print the frame; returns walls[y][x]."""
    edge = "+" + "-" * (width - 2) + "+"  # 22  E$
    machine.console.print(edge)  # 23
    for _ in range(height - 2):  # 24
        machine.console.print("|" + " " * (width - 2) + "|")  # 25
    machine.console.print(edge)  # 28
    inner = [True] + [False] * (width - 2) + [True]
    return [[True] * width] + [inner[:] for _ in range(height - 2)] + [[True] * width]  # M


def frame_places(words: list[int], width: int, height: int) -> list[Place]:  # 32-47
    """The places from which walls grow into the maze, shuffled."""
    places = [(x, y) for y in (0, height - 1) for x in range(2, width - 2, 2)]  # 33-34  TX, TY
    places += [(x, y) for x in (0, width - 1) for y in range(2, height - 2, 2)]  # 35-36
    order = list(range(len(places)))  # 39-40  IDX
    for i in range(len(order) - 1, -1, -1):  # 41
        p = random(words, i + 1)  # 42
        order[p], order[i] = order[i], order[p]  # 43
    return [places[i] for i in order]


def extend(machine: Machine, walls: list[list[bool]], queue: deque[Place], words: list[int]) -> None:  # 49-65
    """Grow walls by two blocks each until no place of the queue has a free side."""
    console = machine.console
    while queue:  # 49
        x, y = queue.popleft()  # 50
        sides = free_sides(walls, x, y)  # 51  D
        if sides:  # 52
            queue.append((x, y))  # 53
            p = random(words, sides.bit_count())  # 54  BITCOUNT, 81-88
            dx, dy = STEPS[nth_bit(sides, p)]  # 55  K
            for _ in range(2):  # 56
                x, y = x + dx, y + dy  # 57
                walls[y][x] = True  # 58
                console.locate(x, y)  # 59
                console.print("#", end="")  # 59
            if free_sides(walls, x, y):  # 62
                queue.appendleft((x, y))
            machine.vsync()  # 63


def free_sides(walls: list[list[bool]], x: int, y: int) -> int:  # 71-78  VALIDATE
    """The sum of the sides on which floor lies two blocks away."""
    up = UP if y >= 2 and not walls[y - 2][x] else 0
    right = RIGHT if x + 2 < len(walls[0]) and not walls[y][x + 2] else 0
    down = DOWN if y + 2 < len(walls) and not walls[y + 2][x] else 0
    left = LEFT if x >= 2 and not walls[y][x - 2] else 0
    return up | right | down | left


def nth_bit(bits: int, n: int) -> int:  # 91-99  BITSELECT
    """The position of the set bit that has n set bits below it."""
    position = 0
    while n > 0 or not bits & 1:
        n -= bits & 1
        bits >>= 1
        position += 1
    return position


def random(words: list[int], bound: int) -> int:  # 102-114  RANDOM, XORSHIFT
    """A whole number from 0 to bound - 1 from the next word of Xorshift128."""
    newest, second, third, word = words
    word ^= word << 11 & 0xFFFFFFFF  # 111
    word ^= word >> 8  # 112  unsigned: nothing to mask
    words[:] = word ^ newest ^ newest >> 19, newest, second, third  # 110, 113
    return words[0] % bound  # 104

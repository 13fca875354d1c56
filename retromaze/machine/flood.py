"""GPAINT: flood fill on the words of a page."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator

from retromaze.machine.page import Rectangle
from retromaze.machine.work import LOOKED_AT, PAINTED
from retromaze.values.rates import PIECE, ignored

FREE, WALL = b"\0", b"\1"
BAR = FREE + WALL * 255
"""Turns what is not 0 into a wall."""
OPPOSITE = WALL + FREE * 255


class Walls(dict[int, bytearray]):
    """Row -> a byte for each column of the clip: 1 where the fill may not go, or has been.

    Rows are looked at when the fill first comes to them; searching bytes is what makes filling quick.
    """

    def __init__(self, pixels: array[int], clip: Rectangle, walls_of: Callable[[array[int]], bytes]) -> None:
        """`walls_of` tells the walls among the words of a row."""
        super().__init__()
        self.pixels = pixels
        self.left, self.top, self.right, self.bottom = clip
        self.walls_of = walls_of

    def __missing__(self, row: int) -> bytearray:
        if self.top <= row <= self.bottom:
            words = self.pixels[row << 9 | self.left : (row << 9 | self.right) + 1]
            self[row] = bytearray(self.walls_of(words))
        else:
            self[row] = bytearray(WALL) * (self.right - self.left + 1)
        return self[row]


def unlike(word: int, count: int) -> Callable[[array[int]], bytes]:
    """A function from so many words to a byte for each: 1 where it is another word than this."""
    pattern = repeat_word(word, count)

    def walls_of(words: array[int]) -> bytes:
        return differing(words, pattern).translate(BAR)

    return walls_of


def either(one: int, other: int, count: int) -> Callable[[array[int]], bytes]:
    """The same: 1 where it is one of two words."""
    first, second = repeat_word(one, count), repeat_word(other, count)

    def walls_of(words: array[int]) -> bytes:
        ones, others = (differing(words, each).translate(BAR) for each in (first, second))
        both = int.from_bytes(ones, "little") & int.from_bytes(others, "little")
        return both.to_bytes(count, "little").translate(OPPOSITE)

    return walls_of


def repeat_word(word: int, count: int) -> int:
    """So many of a word, as one number of many bytes."""
    return int.from_bytes((array("I", (word,)) * count).tobytes(), "little")


def differing(words: array[int], pattern: int) -> bytes:
    """A byte for each word, 0 where it is the pattern's.

    All words are held against the pattern at once, as one number: that takes a tenth of the time.
    """
    other = int.from_bytes(words.tobytes(), "little") ^ pattern
    # the lowest byte of each word gathers the others
    other |= other >> 16
    other |= other >> 8
    return other.to_bytes(4 * len(words), "little")[::4]


def paint(
    pixels: array[int],
    clip: Rectangle,
    ink: array[int],
    x: int,
    y: int,
    border: int | None,
    spend: Callable[[int], None] = ignored,
) -> None:
    """Fills, four ways, the area of the point's own color, or with a border word everything up to it.

    Nothing happens if the point lies outside the clip, on the border, or without a border has the fill color.
    `spend` is told the work while it is done.
    Source: machine reference, 3.8. Unverified: with a border, pixels of the fill color stop the fill too.
    """
    left, top, right, bottom = clip
    if not (left <= x <= right and top <= y <= bottom):
        return
    seed, word = pixels[y << 9 | x], ink[0]
    if border is None and seed == word:
        return
    width = right - left + 1
    walls_of = unlike(seed, width) if border is None else either(border, word, width)
    walls = Walls(pixels, clip, walls_of)
    done = 0
    for done, (row, first, last) in enumerate(spans(walls, x - left, y), 1):
        start, length = row << 9 | left + first, last - first + 1
        pixels[start : start + length] = ink * length
        if not done % PIECE:
            spend(PAINTED.of(PIECE))
    spend(PAINTED.of(done % PIECE) + LOOKED_AT.of(len(walls) * width))


def spans(walls: Walls, column: int, row: int) -> Iterator[tuple[int, int, int]]:
    """(row, first, last column) of every run that can be reached; each is walled off as it is given."""
    # row, columns to look through, and the way back to the row from which they are looked through
    waiting = [(row, column, column, 0)]
    while waiting:
        row, low, high, back = waiting.pop()
        line = walls[row]
        at = line.find(FREE, low, high + 1)
        while at >= 0:
            first = line.rfind(WALL, 0, at) + 1
            end = line.find(WALL, at)
            end = len(line) if end < 0 else end
            line[first:end] = WALL * (end - first)
            yield row, first, end - 1
            for way in (-1, 1):
                # the run that led here has been taken already
                if way != back or first < low or end - 1 > high:
                    waiting.append((row + way, first, end - 1, -way))
            at = line.find(FREE, end, high + 1)

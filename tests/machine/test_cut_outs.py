"""Pictures cut out of pages: turned, scaled, and remembered."""

import random
from array import array
from fractions import Fraction
from math import floor

from retromaze.machine.cut_outs import Affine, BoundedCache, at_once, sampled, slanted, steps_within


def test_all_is_forgotten_where_there_is_no_room():
    kept = BoundedCache(100)
    assert kept.keep("a", 1, 60) == 1
    kept.keep("b", 2, 40)
    assert [kept.get(key) for key in "abc"] == [1, 2, None]
    kept.keep("c", 3, 1)
    assert [kept.get(key) for key in "abc"] == [None, None, 3]


SIZE = COLUMNS, ROWS = 7, 5
WORDS = array("I", range(1, COLUMNS * ROWS + 1))


def plain(way, width, height):
    """Each pixel by itself, without rounding."""
    found = []
    for y in range(height):
        for x in range(width):
            u, v = (floor(sum(map(Fraction, (each[0], each[1] * x, each[2] * y)))) for each in way)
            found.append(WORDS[v * COLUMNS + u] if 0 <= u < COLUMNS and 0 <= v < ROWS else 0)
    return found


def ways(count):
    """Ways whose places are never near a border: all are odd numbers of 32nds. Each row crosses several."""
    pick = random.Random(1)
    for _ in range(count):
        steps = [pick.choice((-1, 1)) * pick.randint(1, 40) / 16 for _ in range(4)]
        starts = [pick.randint(-200, 300) / 16 + 1 / 32 for _ in range(2)]
        yield Affine((starts[0], steps[0], steps[1]), (starts[1], steps[2], steps[3]))


def test_each_pixel_shows_where_its_middle_comes_from():
    for way in ways(40):
        for width, height in ((9, 11), (30, 2), (1, 1)):
            expected = plain(way, width, height)
            for rows in (
                sampled(WORDS, SIZE, way, width, height),
                slanted(WORDS, SIZE, way, width, height),
                [at_once(WORDS, SIZE, way, width, height)],
            ):
                assert array("I", b"".join(rows)).tolist() == expected, way


def test_numbers_within_a_stretch():
    for start in range(-9, 10):
        for step in range(-4, 5):
            for size in (0, 1, 5):
                expected = [n for n in range(1, 8) if 0 <= start + step * n < size]
                first, end = steps_within(start, step, size, 1, 8)
                assert list(range(first, end)) == expected

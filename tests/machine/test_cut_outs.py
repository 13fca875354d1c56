"""Pictures cut out of pages: turned, scaled, remembered, and laid over others."""

import random
from array import array
from fractions import Fraction
from math import floor

from retromaze.machine.cut_outs import (
    Affine,
    BoundedCache,
    sample_picture,
    sample_rotated,
    sample_small,
    steps_within,
)
from retromaze.machine.layers import blend_words


def test_all_is_forgotten_where_there_is_no_room():
    kept = BoundedCache(100)
    kept.store("a", 1, 60)
    kept.store("b", 2, 40)
    assert [kept.get(key) for key in "abc"] == [1, 2, None]
    kept.store("c", 3, 1)
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
                sample_picture(WORDS, SIZE, way, width, height),
                sample_rotated(WORDS, SIZE, way, width, height),
                [sample_small(WORDS, SIZE, way, width, height)],
            ):
                assert array("I", b"".join(rows)).tolist() == expected, way


def test_numbers_within_a_stretch():
    for start in range(-9, 10):
        for step in range(-4, 5):
            for size in (0, 1, 5):
                expected = [n for n in range(1, 8) if 0 <= start + step * n < size]
                first, end = steps_within(start, step, size, 1, 8)
                assert list(range(first, end)) == expected


def test_opacity_and_light():
    table = {
        # of 248 a half is 124, and 8 stay of the 16 behind; of green 8, of blue 124; cut to five bits
        (128, False): (0xFF800878, 0xFF101010),
        (255, False): (0xFFF80000, 0xFF101010),
        (0, False): (0xFF1010F8, 0xFF101010),
        (255, True): (0xFFF810F8, 0xFF101010),
        # 124 is 15 in five bits, and 16 is 2
        (128, True): (0xFF8810F8, 0xFF101010),
    }
    above, below = array("I", (0xFFF80000, 0x00F8F8F8)), array("I", (0xFF1010F8, 0xFF101010))
    found = {
        case: tuple(array("I", blend_words(below.tobytes(), above.tobytes(), case[0], additive=case[1])))
        for case in table
    }
    assert found == table

"""Layers of a picture, and words laid over others."""

import random
from array import array

from retromaze.machine.layers import blended, laid_over

RED, BLUE = 0xFFF80008, 0xFF0000F8


WORDS = (0, 0x00F8F8F8, 0xFF000000, 0xFFF80008, 0xFF0000F8)


def test_opaque_words_cover_and_transparent_ones_do_not():
    chance = random.Random(1)
    for length in (0, 1, 2, 63, 1000):
        above, below = (array("I", chance.choices(WORDS, k=length)) for _ in range(2))
        covered = array("I", laid_over(above.tobytes(), below.tobytes()))
        expected = [one if one >> 24 else other for one, other in zip(above, below, strict=True)]
        assert covered.tolist() == expected


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
        (alpha, added): tuple(array("I", blended(below.tobytes(), above.tobytes(), alpha, added=added)))
        for alpha, added in table
    }
    assert found == table

"""Words laid over words."""

import random
from array import array

from retromaze.machine.layers import LayerPicture, laid_over

WORDS = (0, 0x00F8F8F8, 0xFF000000, 0xFFF80008, 0xFF0000F8)


def test_opaque_words_cover_and_transparent_ones_do_not():
    chance = random.Random(1)
    for length in (0, 1, 2, 63, 1000):
        above, below = (array("I", chance.choices(WORDS, k=length)) for _ in range(2))
        covered = array("I", laid_over(above.tobytes(), below.tobytes()))
        expected = [one if one >> 24 else other for one, other in zip(above, below, strict=True)]
        assert covered.tolist() == expected


def test_a_layer_of_nothing_leaves_the_picture_as_it_is():
    picture = LayerPicture(3, 2, 0x0000F8)
    pixels = picture.pixels
    picture.cover(bytes(4 * 6))
    assert picture.pixels is pixels
    picture.cover(array("I", (0xFF0000F8, 0, 0, 0, 0, 0)).tobytes())
    assert picture.pixels.tolist() == [0xFF0000F8] * 6

"""Pages and rectangles on them."""

import random
from array import array

from retromaze.machine.page import BLANK, SIDE, Page, clip_rectangle, ordered_rectangle, overlap


def test_a_page_is_blank_and_keeps_its_array():
    page = Page()
    page.restore()
    pixels = page.pixels
    assert pixels == BLANK
    pixels[5] = 7
    page.restore()
    assert page.pixels is pixels
    assert (pixels[5], len(pixels), len(BLANK), any(BLANK)) == (0, SIDE * SIDE, SIDE * SIDE, False)


def test_a_page_may_begin_with_something():
    words = array("I", [9]) * (SIDE * SIDE)
    page = Page(lambda: words)
    page.pixels[3] = 0
    assert words[3] == 9
    page.restore()
    assert page.pixels == words


def test_pages_do_not_share_their_words():
    one, other = Page(), Page()
    one.pixels[0] = 1
    assert other.pixels[0] == 0


def test_clipped_is_the_overlap_of_the_ordered_rectangle():
    chance = random.Random(1)
    for _ in range(2000):
        a, b, c, d = (chance.randrange(-20, 60) for _ in range(4))
        clip = ordered_rectangle(*(chance.randrange(40) for _ in range(4)))
        assert clip_rectangle(a, b, c, d, clip) == overlap(ordered_rectangle(a, b, c, d), clip)

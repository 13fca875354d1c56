"""Where a flood fill begins and ends; test_screen_at_random.py holds it against a plain search."""

from array import array

from retromaze.machine.flood import paint
from retromaze.machine.page import WHOLE_PAGE, Page

RED, WHITE, BLUE = 0xFFF80000, 0xFFF8F8F8, 0xFF0000F8
SIDE = 12
CLIP = (20, 30, 20 + SIDE - 1, 30 + SIDE - 1)


def ink(word):
    return array("I", (word,))


def page_of(grid):
    page = Page()
    for y, row in enumerate(grid):
        page.pixels[(30 + y) << 9 | 20 : ((30 + y) << 9 | 20) + SIDE] = array("I", row)
    return page.pixels


def test_a_seed_of_the_fill_color_on_the_border_or_outside_does_nothing():
    pixels = page_of([[WHITE] * SIDE] * SIDE)
    before = pixels[:]
    paint(pixels, CLIP, ink(WHITE), 25, 35, None)
    paint(pixels, CLIP, ink(RED), 25, 35, WHITE)
    for x, y in [(19, 35), (32, 35), (25, 29), (25, 42), (-1, 0), (0, 512)]:
        paint(pixels, CLIP, ink(RED), x, y, None)
    assert pixels == before


def test_an_empty_page_is_filled_to_its_corners():
    pixels = Page().pixels
    paint(pixels, WHOLE_PAGE, ink(RED), 200, 120, None)
    assert pixels == ink(RED) * (512 * 512)

"""Flood fill against a plain search."""

from array import array

from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.machine.flood import paint
from retromaze.machine.page import WHOLE_PAGE, Page

RED, WHITE, BLUE = 0xFFF80000, 0xFFF8F8F8, 0xFF0000F8
SIDE = 12
CLIP = (20, 30, 20 + SIDE - 1, 30 + SIDE - 1)


def ink(word):
    return array("I", (word,))


def reached(grid, x, y, allowed):
    """The cells of a grid that can be reached four ways over allowed words."""
    found, waiting = set(), [(x, y)]
    while waiting:
        x, y = waiting.pop()
        if (x, y) in found or not (0 <= x < SIDE and 0 <= y < SIDE) or not allowed(grid[y][x]):
            continue
        found.add((x, y))
        waiting += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return found


def page_of(grid):
    page = Page()
    for y, row in enumerate(grid):
        page.pixels[(30 + y) << 9 | 20 : ((30 + y) << 9 | 20) + SIDE] = array("I", row)
    return page.pixels


GRIDS = st.lists(
    st.lists(st.sampled_from((0, 0, 0, WHITE, BLUE)), min_size=SIDE, max_size=SIDE),
    min_size=SIDE,
    max_size=SIDE,
)
CELLS = st.integers(0, SIDE - 1)


@settings(max_examples=30, deadline=None)
@given(GRIDS, CELLS, CELLS)
def test_fills_the_connected_area_of_the_seeds_color(grid, x, y):
    pixels = page_of(grid)
    paint(pixels, CLIP, ink(RED), 20 + x, 30 + y, None)
    for cell_x, cell_y in reached(grid, x, y, lambda word: word == grid[y][x]):
        grid[cell_y][cell_x] = RED
    assert pixels == page_of(grid)


@settings(max_examples=30, deadline=None)
@given(GRIDS, CELLS, CELLS)
def test_with_a_border_fills_all_up_to_it_over_other_colors(grid, x, y):
    pixels = page_of(grid)
    paint(pixels, CLIP, ink(RED), 20 + x, 30 + y, WHITE)
    for cell_x, cell_y in reached(grid, x, y, lambda word: word != WHITE):
        grid[cell_y][cell_x] = RED
    assert pixels == page_of(grid)


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

"""Rectangles and lines, pixel by pixel; test_screen_at_random.py draws many more of them."""

from array import array

from retromaze.machine import drawing
from retromaze.machine.page import WHOLE_PAGE, Page

INK = array("I", (0xFFF8F8F8,))


def lit(pixels):
    rows = ((y, pixels[y << 9 : (y + 1) << 9]) for y in range(512))
    return {(x, y) for y, row in rows if any(row) for x, word in enumerate(row) if word}


def drawn(draw, *arguments):
    pixels = Page().pixels
    draw(pixels, WHOLE_PAGE, INK, *arguments)
    assert len(pixels) == 512 * 512
    return lit(pixels)


def rows(points):
    return [y for _, y in sorted(points)]


def test_a_half_slope_steps_as_measured():
    assert rows(drawn(drawing.line, 200, 150, 210, 155)) == [
        150, 150, 151, 151, 152, 152, 153, 153, 154, 154, 155,
    ]  # fmt: skip


def test_the_screen_diagonal_steps_as_measured_and_not_as_in_textbooks():
    assert rows(drawn(drawing.line, 0, 0, 399, 239))[:10] == [0, 0, 1, 1, 2, 3, 3, 4, 4, 5]


def test_line_ends_are_held_within_16_bits_before_stepping():
    held = drawn(drawing.line, -32768, -100, 32767, 400)
    assert held and drawn(drawing.line, -(2**31), -100, 2**31 - 1, 400) == held


def test_a_line_is_cut_at_the_border():
    assert drawn(drawing.line, -5, 2, 5, 12) == {(x, x + 7) for x in range(6)}
    assert drawn(drawing.line, 2, -5, 12, 5) == {(y + 7, y) for y in range(6)}
    assert drawn(drawing.line, 516, 2, 506, 12) == {(x, 518 - x) for x in range(506, 512)}
    assert drawn(drawing.line, 2, 516, 12, 506) == {(x, 518 - x) for x in range(7, 13)}


def test_fill_takes_corners_in_any_order_and_includes_both():
    wanted = {(x, y) for x in range(10, 14) for y in range(20, 23)}
    for corners in ((10, 20, 13, 22), (13, 22, 10, 20), (10, 22, 13, 20)):
        assert drawn(drawing.fill, *corners) == wanted, corners


def test_what_lies_off_the_page_draws_nothing():
    for area in [(-9, -9, -1, -1), (512, 0, 600, 5), (0, 512, 5, 600), (-5, 3, -1, 3), (600, 3, 700, 3)]:
        assert drawn(drawing.fill, *area) == drawn(drawing.box, *area) == drawn(drawing.line, *area) == set()


def test_degenerate_shapes_are_single_pixels():
    for draw in (drawing.fill, drawing.box, drawing.line):
        assert drawn(draw, 7, 8, 7, 8) == {(7, 8)}


def test_a_transparent_ink_erases():
    pixels = array("I", INK * (512 * 512))
    drawing.line(pixels, WHOLE_PAGE, array("I", (0,)), 3, 3, 5, 5)
    assert [(at & 511, at >> 9) for at, word in enumerate(pixels) if not word] == [(3, 3), (4, 4), (5, 5)]

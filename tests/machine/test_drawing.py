"""Lines, circles, arcs, triangles and flood fills on the words of a page."""

from array import array
from itertools import permutations

from retromaze.machine import drawing
from retromaze.machine.drawing import paint
from retromaze.machine.page import WHOLE_PAGE, Page

INK = array("I", (0xFFF8F8F8,))


def lit(pixels):
    rows = ((y, pixels[y << 9 : (y + 1) << 9]) for y in range(512))
    return {(x, y) for y, row in rows if any(row) for x, word in enumerate(row) if word}


def drawn(draw, *arguments, **options):
    pixels = Page().pixels
    draw(pixels, WHOLE_PAGE, INK, *arguments, **options)
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


def mask(points, width, height):
    return ["".join("10"[(x, y) not in points] for x in range(width)) for y in range(height)]


def arc(*angles, radii=False):
    return drawn(drawing.arc, (100, 100, 30), angles, radii=radii)


def test_circle_of_30_has_the_measured_pixels():
    points = drawn(drawing.circle, 100, 100, 30)
    assert [y for x, y in sorted(points) if x == 130] == list(range(95, 106))
    assert {(122, 120), (121, 121), (120, 122), (70, 100), (100, 70), (100, 130)} <= points
    assert points.isdisjoint({(121, 120), (129, 100), (100, 131), (100, 100)})


def test_radius_1_is_a_diamond_of_eight_or_fewer_pixels():
    assert mask(drawn(drawing.circle, 2, 2, 1), 5, 5) == ["00000", "00100", "01010", "00100", "00000"]


def test_no_radius_draws_nothing():
    for radius in (0, -5):
        assert drawn(drawing.circle, 100, 100, radius) == set()
        assert drawn(drawing.arc, (100, 100, radius), (0, 90), radii=True) == set()


def test_huge_circles_end_and_are_clipped():
    assert drawn(drawing.circle, 2**31 - 1, 0, 2**31 - 1) == set()


def test_arc_runs_clockwise_from_the_right_with_both_ends():
    points = arc(0, 90)
    assert {(130, 100), (121, 121), (100, 130)} <= points
    assert all(x >= 100 and y >= 100 for x, y in points)


def test_arc_end_before_start_is_a_turn_later():
    points = arc(315, 45)
    assert (130, 100) in points
    assert points.isdisjoint({(100, 130), (100, 70), (70, 100)})
    assert points == arc(-45, 45)


def test_negative_angles_sweep_directly():
    points = arc(-90, 0)
    assert {(100, 70), (130, 100)} <= points
    assert all(x >= 100 and y <= 100 for x, y in points)


def test_a_whole_turn_is_the_whole_circle_and_angles_are_taken_modulo_360():
    assert arc(0, 360) == drawn(drawing.circle, 100, 100, 30)
    assert arc(720, 810) == arc(0, 90)


def test_radii_join_both_ends_to_the_center():
    added = arc(0, 90, radii=True) - arc(0, 90)
    assert added == {(x, 100) for x in range(100, 130)} | {(100, y) for y in range(100, 130)}


# Source: machine reference, 3.7 (masks captured on the console).
def test_triangles_match_the_captured_masks():
    assert mask(drawn(drawing.triangle, ((0, 0), (9, 4), (0, 4))), 10, 5) == [
        "1100000000", "1111000000", "1111110000", "1111111100", "1111111111",
    ]  # fmt: skip
    assert mask(drawn(drawing.triangle, ((0, 0), (1, 9), (0, 9))), 2, 10) == ["10"] * 4 + ["11"] * 6


def test_a_triangle_does_not_depend_on_the_order_of_its_corners():
    corners = ((40, 10), (90, 35), (55, 80))
    first, *others = [drawn(drawing.triangle, order) for order in permutations(corners)]
    assert all(other == first for other in others)
    assert set(corners) <= first


def test_collinear_corners_are_a_line_between_the_farthest():
    assert drawn(drawing.triangle, ((10, 20), (30, 20), (20, 20))) == {(x, 20) for x in range(10, 31)}
    assert drawn(drawing.triangle, ((0, 0), (10, 10), (5, 5))) == {(x, x) for x in range(11)}
    assert drawn(drawing.triangle, ((5, 9), (5, 2), (5, 4))) == {(5, y) for y in range(2, 10)}
    assert drawn(drawing.triangle, ((5, 5), (5, 5), (5, 5))) == {(5, 5)}


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

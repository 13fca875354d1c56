"""Circles, arcs and triangles against measured pixels; test_screen_at_random.py draws many more of them."""

from array import array
from itertools import permutations

from retromaze.machine import shapes
from retromaze.machine.page import WHOLE_PAGE, Page

INK = array("I", (0xFFF8F8F8,))


def drawn(draw, *arguments, **options):
    pixels = Page().pixels
    draw(pixels, WHOLE_PAGE, INK, *arguments, **options)
    rows = ((y, pixels[y << 9 : (y + 1) << 9]) for y in range(512))
    return {(x, y) for y, row in rows if any(row) for x, word in enumerate(row) if word}


def mask(points, width, height):
    return ["".join("10"[(x, y) not in points] for x in range(width)) for y in range(height)]


def arc(*angles, radii=False):
    return drawn(shapes.arc, (100, 100, 30), angles, radii=radii)


def test_circle_of_30_has_the_measured_pixels():
    points = drawn(shapes.circle, 100, 100, 30)
    assert [y for x, y in sorted(points) if x == 130] == list(range(95, 106))
    assert {(122, 120), (121, 121), (120, 122), (70, 100), (100, 70), (100, 130)} <= points
    assert points.isdisjoint({(121, 120), (129, 100), (100, 131), (100, 100)})


def test_radius_1_is_a_diamond_of_eight_or_fewer_pixels():
    assert mask(drawn(shapes.circle, 2, 2, 1), 5, 5) == ["00000", "00100", "01010", "00100", "00000"]


def test_no_radius_draws_nothing():
    for radius in (0, -5):
        assert drawn(shapes.circle, 100, 100, radius) == set()
        assert drawn(shapes.arc, (100, 100, radius), (0, 90), radii=True) == set()


def test_huge_circles_end_and_are_clipped():
    assert drawn(shapes.circle, 2**31 - 1, 0, 2**31 - 1) == set()


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
    assert arc(0, 360) == drawn(shapes.circle, 100, 100, 30)
    assert arc(720, 810) == arc(0, 90)


def test_radii_join_both_ends_to_the_center():
    added = arc(0, 90, radii=True) - arc(0, 90)
    assert added == {(x, 100) for x in range(100, 130)} | {(100, y) for y in range(100, 130)}


# Source: machine reference, 3.7 (masks captured on the console).
def test_triangles_match_the_captured_masks():
    assert mask(drawn(shapes.triangle, ((0, 0), (9, 4), (0, 4))), 10, 5) == [
        "1100000000", "1111000000", "1111110000", "1111111100", "1111111111",
    ]  # fmt: skip
    assert mask(drawn(shapes.triangle, ((0, 0), (1, 9), (0, 9))), 2, 10) == ["10"] * 4 + ["11"] * 6


def test_a_triangle_does_not_depend_on_the_order_of_its_corners():
    corners = ((40, 10), (90, 35), (55, 80))
    first, *others = [drawn(shapes.triangle, order) for order in permutations(corners)]
    assert all(other == first for other in others)
    assert set(corners) <= first


def test_collinear_corners_are_a_line_between_the_farthest():
    assert drawn(shapes.triangle, ((10, 20), (30, 20), (20, 20))) == {(x, 20) for x in range(10, 31)}
    assert drawn(shapes.triangle, ((0, 0), (10, 10), (5, 5))) == {(x, x) for x in range(11)}
    assert drawn(shapes.triangle, ((5, 9), (5, 2), (5, 4))) == {(5, y) for y in range(2, 10)}
    assert drawn(shapes.triangle, ((5, 5), (5, 5), (5, 5))) == {(5, 5)}

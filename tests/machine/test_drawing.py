"""Lines, circles, arcs and triangles as they were measured; for all else see test_screen_at_random.py."""

from array import array

from retromaze.machine import drawing
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


def mask(points, width, height):
    return ["".join("10"[(x, y) not in points] for x in range(width)) for y in range(height)]


def arc(*angles, radii=False):
    return drawn(drawing.arc, (100, 100, 30), angles, radii=radii)


def test_circle_of_30_has_the_measured_pixels():
    points = drawn(drawing.circle, 100, 100, 30)
    assert [y for x, y in sorted(points) if x == 130] == list(range(95, 106))
    assert {(122, 120), (121, 121), (120, 122), (70, 100), (100, 70), (100, 130)} <= points
    assert points.isdisjoint({(121, 120), (129, 100), (100, 131), (100, 100)})


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

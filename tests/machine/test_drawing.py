"""Rectangles and lines, pixel by pixel."""

from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.machine import drawing
from retromaze.machine.page import WHOLE_PAGE, Page

INK = array("I", (0xFFF8F8F8,))
CLIP = (100, 90, 160, 140)
NEAR = st.integers(60, 200)
ANYWHERE = st.integers(-700, 1200)


def lit(pixels):
    rows = ((y, pixels[y << 9 : (y + 1) << 9]) for y in range(512))
    return {(x, y) for y, row in rows if any(row) for x, word in enumerate(row) if word}


def drawn(draw, *arguments, clip=WHOLE_PAGE):
    pixels = Page().pixels
    draw(pixels, clip, INK, *arguments)
    assert len(pixels) == 512 * 512
    return lit(pixels)


def stepped(x0, y0, x1, y1):
    """The machine's stepping: reference of the machine, 3.5."""
    flat = abs(x1 - x0) >= abs(y1 - y0)
    a0, b0, a1, b1 = (x0, y0, x1, y1) if flat else (y0, x0, y1, x1)
    if a0 > a1:
        a0, b0, a1, b1 = a1, b1, a0, b0
    major, minor = a1 - a0, abs(b1 - b0)
    step = 1 if b1 >= b0 else -1
    points, b = [], b0
    error = (major + 2 * minor) % (2 * major) if major else 0
    for a in range(a0, a1 + 1):
        points.append((a, b) if flat else (b, a))
        error += 2 * minor
        if major and error >= 2 * major:
            error -= 2 * major
            b += step
    return points


def inside(points, clip):
    left, top, right, bottom = clip
    return {(x, y) for x, y in points if left <= x <= right and top <= y <= bottom}


def rows(points):
    return [y for _, y in sorted(points)]


def test_a_half_slope_steps_as_measured():
    assert rows(drawn(drawing.line, 200, 150, 210, 155)) == [
        150, 150, 151, 151, 152, 152, 153, 153, 154, 154, 155,
    ]  # fmt: skip


def test_the_screen_diagonal_steps_as_measured_and_not_as_in_textbooks():
    assert rows(drawn(drawing.line, 0, 0, 399, 239))[:10] == [0, 0, 1, 1, 2, 3, 3, 4, 4, 5]


@settings(max_examples=40, deadline=None)
@given(NEAR, NEAR, NEAR, NEAR)
def test_lines_step_as_on_the_machine_whichever_end_comes_first(x0, y0, x1, y1):
    expected = inside(stepped(x0, y0, x1, y1), CLIP)
    assert drawn(drawing.line, x0, y0, x1, y1, clip=CLIP) == expected
    assert drawn(drawing.line, x1, y1, x0, y0, clip=CLIP) == expected


@settings(max_examples=30, deadline=None)
@given(ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE)
def test_lines_are_stepped_unclipped_and_then_clipped_to_the_page(x0, y0, x1, y1):
    assert drawn(drawing.line, x0, y0, x1, y1) == inside(stepped(x0, y0, x1, y1), WHOLE_PAGE)


def test_line_ends_are_held_within_16_bits_before_stepping():
    held = drawn(drawing.line, -32768, -100, 32767, 400)
    assert drawn(drawing.line, -(2**31), -100, 2**31 - 1, 400) == held
    assert held == inside(stepped(-32768, -100, 32767, 400), WHOLE_PAGE)


@pytest.mark.parametrize("corners", [(10, 20, 13, 22), (13, 22, 10, 20), (10, 22, 13, 20)])
def test_fill_takes_corners_in_any_order_and_includes_both(corners):
    assert drawn(drawing.fill, *corners) == {(x, y) for x in range(10, 14) for y in range(20, 23)}


@settings(max_examples=20, deadline=None)
@given(NEAR, NEAR, NEAR, NEAR)
def test_fill_and_box_stay_inside_the_clip(x0, y0, x1, y1):
    across, down = range(min(x0, x1), max(x0, x1) + 1), range(min(y0, y1), max(y0, y1) + 1)
    area = {(x, y) for x in across for y in down}
    edge = {(x, y) for x, y in area if x in (x0, x1) or y in (y0, y1)}
    assert drawn(drawing.fill, x0, y0, x1, y1, clip=CLIP) == inside(area, CLIP)
    assert drawn(drawing.box, x0, y0, x1, y1, clip=CLIP) == inside(edge, CLIP)


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

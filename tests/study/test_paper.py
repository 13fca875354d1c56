"""What pictures share: places fitted into a field, and the width of letters."""

from PIL import Image, ImageDraw

from retromaze.study.paper import scaled_points, text_width, write


def test_places_fill_a_field_without_changing_shape() -> None:
    assert scaled_points([(0, 0), (4, 2)], (10, 20, 50, 60)) == [(10, 20), (50, 40)]
    assert scaled_points([(0, 0)], (10, 20, 50, 60)) == [(10, 20)]


def test_letters_stay_within_their_width() -> None:
    picture = Image.new("L", (200, 40), 255)
    draw = ImageDraw.Draw(picture)
    write(draw, 10, 5, "solution", 14, "black")
    box = picture.point(lambda shade: 255 - shade).getbbox()
    assert box is not None
    assert 10 <= box[0] < box[2] <= 11 + text_width(draw, "solution", 14)

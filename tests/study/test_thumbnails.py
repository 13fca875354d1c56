"""Small pictures: what is fine is shown in part, all else at half its size in the mean of its light."""

from __future__ import annotations

from array import array

from retromaze.study.thumbnails import halve_row, is_fine, mean, thumbnail

BLACK, WHITE, RED = 0xFF000000, 0xFFFFFFFF, 0xFFFF0000


def screen() -> array[int]:
    return array("I", [BLACK]) * (400 * 240)


def checkered(left: int, top: int, right: int, bottom: int) -> array[int]:
    """Single white pixels in a part of a black screen."""
    picture = screen()
    for y in range(top, bottom):
        for x in range(left, right):
            if (x + y) % 2:
                picture[y * 400 + x] = WHITE
    return picture


def test_two_black_and_two_white_pixels_are_half_the_light() -> None:
    assert mean(BLACK, WHITE, WHITE, BLACK) == 0xBCBCBC
    assert mean(RED, RED, BLACK, BLACK) == 0xBC0000
    for word in (0x000000, 0x123456, 0xFFFFFF):
        assert mean(word, word, word, word) == word


def test_half_a_picture_has_the_means_in_their_places() -> None:
    picture = screen()
    picture[401] = picture[400 * 240 - 1] = WHITE
    small = halve_row(picture)
    assert len(small) == 200 * 120
    assert {at: word for at, word in enumerate(small) if word} == {0: 0x898989, 200 * 120 - 1: 0x898989}


def test_what_is_coarse_is_halved() -> None:
    picture = screen()
    for y in range(40, 80):
        picture[y * 400 + 100 : y * 400 + 200] = array("I", [RED] * 100)
    assert not is_fine(picture)
    small = thumbnail(picture)
    assert small.size == (200, 120)
    assert small.getbbox() == (50, 20, 100, 40)
    assert small.getpixel((50, 20)) == (255, 0, 0)


def test_of_what_is_fine_the_busiest_part_is_shown_pixel_for_pixel() -> None:
    picture = checkered(0, 0, 400, 240)
    assert is_fine(picture)
    small = thumbnail(picture)
    assert [small.getpixel((x, 0)) for x in range(3)] == [(0, 0, 0), (255, 255, 255), (0, 0, 0)]
    assert thumbnail(checkered(210, 130, 390, 230)).getbbox() == (10, 10, 190, 110)


def test_an_empty_screen_is_not_fine() -> None:
    assert not is_fine(screen())
    assert thumbnail(screen()).getbbox() is None

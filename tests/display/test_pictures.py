"""Pictures written to files and read back."""

from array import array
from pathlib import Path

import pytest
from PIL import Image

from retromaze.display.pictures import (
    difference_picture,
    framed,
    free_path,
    image,
    save_gif,
    save_png,
    upper_part,
)

SIZE = 400 * 240


def gradient() -> array:
    """Every word different, so that a wrong channel, row or column shows."""
    return array("I", [0xFF000000 | number * 0x29 for number in range(SIZE)])


def plain(word: int) -> array:
    return array("I", [word]) * SIZE


def words(shown: Image.Image) -> array:
    data = shown.convert("RGB").tobytes()
    return array(
        "I",
        [
            0xFF000000 | red << 16 | green << 8 | blue
            for red, green, blue in zip(*(data[at::3] for at in range(3)), strict=True)
        ],
    )


def test_a_png_holds_exactly_the_pixels(tmp_path: Path) -> None:
    save_png(gradient(), tmp_path / "maze.png")
    with Image.open(tmp_path / "maze.png") as shown:
        assert (shown.format, shown.mode, shown.size) == ("PNG", "RGB", (400, 240))
        assert words(shown) == gradient()


def test_scale_makes_squares_of_pixels(tmp_path: Path) -> None:
    save_png(gradient(), tmp_path / "maze.png", scale=3)
    with Image.open(tmp_path / "maze.png") as shown:
        assert shown.size == (1200, 720)
        assert shown.getpixel((0, 0)) == shown.getpixel((2, 2)) == (0, 0, 0)
        assert shown.getpixel((3, 0)) == shown.getpixel((5, 2)) == (0, 0, 0x29)
        assert shown.getpixel((1199, 719)) == image(gradient()).getpixel((399, 239))


def test_a_png_replaces_the_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "maze.png").write_text("old")
    save_png(plain(0xFF00FF00), tmp_path / "maze.png")
    assert [path.name for path in tmp_path.iterdir()] == ["maze.png"]
    with Image.open(tmp_path / "maze.png") as shown:
        assert shown.getcolors() == [(SIZE, (0, 255, 0))]


def test_a_png_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "taken.png").mkdir()
    with pytest.raises(OSError):
        save_png(plain(0xFF000000), tmp_path / "taken.png")
    assert [path.name for path in tmp_path.iterdir()] == ["taken.png"]


def test_a_picture_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^a picture has 96000, 192000, 153600 words, not 3$"):
        image(array("I", [1, 2, 3]))


def test_a_png_has_the_shape_of_what_is_shown(tmp_path: Path) -> None:
    sizes = []
    for width, height in ((400, 240), (400, 480), (320, 480)):
        save_png(array("I", [0xFF000000] * (width * height)), tmp_path / "a.png")
        with Image.open(tmp_path / "a.png") as shown:
            sizes.append(shown.size)
    assert sizes == [(400, 240), (400, 480), (320, 480)]


def test_a_smaller_picture_lies_in_the_middle_of_the_top() -> None:
    tall = array("I", range(1, 320 * 480 + 1))
    assert framed(tall, (320, 480)) is tall
    rows = framed(tall, (400, 480), 7)
    assert [rows[40], rows[359], rows[400 * 479 + 40]] == [1, 320, 320 * 479 + 1]
    assert rows.count(7) == 80 * 480 + 1
    assert upper_part(tall) == framed(tall, (400, 480))[: 400 * 240]
    assert framed(plain(3), (400, 480)) == plain(3) + array("I", [0xFF000000]) * SIZE
    assert upper_part(plain(3) + plain(4)) == plain(3)


def test_a_gif_keeps_up_to_256_colors_exactly(tmp_path: Path) -> None:
    colorful = array("I", [0xFF000000 | (number % 256) * 0x010305 & 0xFFFFFF for number in range(SIZE)])
    frames = [plain(0xFF000000), colorful, plain(0xFFFFFFFF)]
    save_gif(frames, tmp_path / "maze.gif", milliseconds=40)
    with Image.open(tmp_path / "maze.gif") as shown:
        assert (shown.n_frames, shown.info["duration"], shown.info["loop"]) == (3, 40, 0)  # type: ignore[attr-defined]
        for number, frame in enumerate(frames):
            shown.seek(number)
            assert words(shown) == frame


def test_a_gif_needs_a_frame(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^an animation needs a frame$"):
        save_gif([], tmp_path / "maze.gif")
    assert list(tmp_path.iterdir()) == []


def test_free_path_never_names_a_file_that_exists(tmp_path: Path) -> None:
    names = []
    for _ in range(3):
        path = free_path(tmp_path, "maze")
        path.touch()
        names.append(path.name)
    assert names == ["maze.png", "maze-2.png", "maze-3.png"]


def test_a_difference_is_red_over_dark_gray() -> None:
    left, right = plain(0xFFFFFFFF), plain(0xFFFFFFFF)
    left[5], right[5] = 0xFF000000, 0xFF000008
    left[6] = right[6] = 0xFF0000FF
    expected = plain(0xFF555555)
    expected[5], expected[6] = 0xFFFF0000, 0xFF1C1C1C
    assert difference_picture(left, right) == expected


def test_pictures_of_different_size_are_not_compared() -> None:
    with pytest.raises(ValueError, match=r"^pictures of 1 and 2 words cannot be compared$"):
        difference_picture(array("I", [1]), array("I", [1, 2]))

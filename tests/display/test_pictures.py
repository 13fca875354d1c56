"""Pictures and films of what a player sees."""

from array import array
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from retromaze.display.pictures import (
    BLACK,
    MOST_PICTURES,
    Film,
    FrameFilm,
    centered_at_top,
    difference_picture,
    drawn_area,
    enlarged_part,
    lower_picture,
    save_png,
    unused_path,
    upper_picture,
    uses_lower_screen,
    visible_picture,
    wide_picture,
)
from retromaze.machine.machine import Machine
from retromaze.runner import run_source

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


def test_a_png_holds_exactly_the_pixels_and_replaces_the_file(tmp_path: Path) -> None:
    (tmp_path / "maze.png").write_text("old")
    save_png(gradient(), tmp_path / "maze.png")
    assert [path.name for path in tmp_path.iterdir()] == ["maze.png"]
    with Image.open(tmp_path / "maze.png") as shown:
        assert (shown.format, shown.mode, shown.size) == ("PNG", "RGB", (400, 240))
        assert words(shown) == gradient()


def test_a_png_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "taken.png").mkdir()
    with pytest.raises(OSError):
        save_png(plain(0xFF000000), tmp_path / "taken.png")
    assert [path.name for path in tmp_path.iterdir()] == ["taken.png"]


def test_a_smaller_picture_lies_in_the_middle_of_the_top() -> None:
    tall = array("I", range(1, 320 * 480 + 1))
    assert centered_at_top(tall, (320, 480)) is tall
    rows = centered_at_top(tall, (400, 480))
    assert [rows[40], rows[359], rows[400 * 479 + 40]] == [1, 320, 320 * 479 + 1]
    assert rows.count(BLACK) == 80 * 480
    assert centered_at_top(plain(3), (400, 480)) == plain(3) + array("I", [0xFF000000]) * SIZE


def test_the_area_of_what_is_drawn_and_a_detail_of_it() -> None:
    """Each picture has a common color of its own; a picture of one color shows nothing."""
    black, white = plain(0xFF000000), plain(0xFFFFFFFF)
    assert drawn_area([black, white]) is None
    black[20 * 400 + 30] = 0xFFFF0000
    white[50 * 400 + 1] = 0xFF0000FF
    assert drawn_area([black, white]) == (0, 16, 35, 55)
    assert drawn_area([black, black + black]) is None
    red = 255, 0, 0
    made = enlarged_part(black, (29, 19, 49, 29), (100, 30))
    assert made.size == (60, 30)
    assert (made.getpixel((3, 3)), made.getpixel((5, 5)), made.getpixel((6, 6))) == (red, red, (0, 0, 0))
    assert enlarged_part(black, None, (640, 400)).size == (400, 240)
    assert enlarged_part(black, (0, 0, 10, 10), (640, 400)).size == (80, 80)


def test_a_gif_keeps_up_to_256_colors_exactly(tmp_path: Path) -> None:
    colorful = array("I", [0xFF000000 | (number % 256) * 0x010305 & 0xFFFFFF for number in range(SIZE)])
    frames = [plain(0xFF000000), colorful, plain(0xFFFFFFFF)]
    film = Film()
    for number, frame in enumerate(frames):
        film.add(number / 25, frame)
    film.save(tmp_path / "maze.gif")
    with Image.open(tmp_path / "maze.gif") as shown:
        assert (shown.n_frames, shown.info["duration"], shown.info["loop"]) == (3, 40, 0)  # type: ignore[attr-defined]
        for number, frame in enumerate(frames):
            shown.seek(number)
            assert words(shown) == frame


def test_free_path_never_names_a_file_that_exists(tmp_path: Path) -> None:
    names = []
    for _ in range(3):
        path = unused_path(tmp_path, "maze")
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


RED, GREEN, BLUE = (array("I", [word]) * (400 * 240) for word in (0xFFFF0000, 0xFF00FF00, 0xFF0000FF))


def shown(path: Path) -> list[tuple[int, bytes]]:
    """(milliseconds, RGB bytes) of each picture of an animation."""
    with Image.open(path) as made:
        return [
            (each.info["duration"], each.convert("RGB").tobytes()) for each in ImageSequence.Iterator(made)
        ]


def rgb(picture: array) -> bytes:
    data = picture.tobytes()
    return bytes(byte for at in range(0, len(data), 4) for byte in data[at : at + 3][::-1])


def test_an_animation_shows_each_picture_until_the_next(tmp_path: Path) -> None:
    film = Film()
    for moment, picture in ((5.0, RED), (5.5, GREEN), (5.6, GREEN), (6.04, BLUE)):
        film.add(moment, picture)
    film.save(tmp_path / "a.gif")
    assert shown(tmp_path / "a.gif") == [(500, rgb(RED)), (540, rgb(GREEN)), (2000, rgb(BLUE))]


def test_what_is_seen_too_briefly_gives_way(tmp_path: Path) -> None:
    film = Film()
    for moment, picture in ((0.0, RED), (0.02, GREEN), (0.03, BLUE), (0.07, RED)):
        film.add(moment, picture)
    assert list(film.pictures()) == [BLUE, RED]


def test_a_screen_alone_is_as_tall_as_two_where_both_are_shown() -> None:
    film = Film()
    film.add(0, RED)
    film.add(1, GREEN + BLUE)
    assert list(film.pictures()) == [RED + array("I", [BLACK]) * (400 * 240), GREEN + BLUE]


def test_nothing_is_no_animation(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^an animation needs a frame$"):
        Film().save(tmp_path / "a.gif")
    assert list(tmp_path.iterdir()) == []


def test_a_recording_that_nobody_stops_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_PICTURES / 25 == 600
    monkeypatch.setattr("retromaze.display.pictures.MOST_PICTURES", 2)
    film = Film()
    for moment, picture in enumerate((RED, GREEN, BLUE)):
        film.add(moment, picture)
    assert (len(film), film.is_full, list(film.pictures())) == (2, True, [RED, GREEN])


def test_a_film_by_frames_goes_by_the_machines_time(tmp_path: Path) -> None:
    machine = Machine(seed=1)
    pictures = {}

    def show(each: Machine) -> None:
        pictures[each.frame] = each.picture()

    machine.on_frame = show
    film = FrameFilm(6, machine)
    run_source("FOR I=0 TO 11:GFILL 0,0,399,239,RGB(I*16+8,0,0):VSYNC:NEXT:GCLS #WHITE", machine)
    film.finish()
    film.save(tmp_path / "a.gif")
    assert [*pictures] == [*range(1, 13)]
    assert shown(tmp_path / "a.gif") == [(100, rgb(pictures[6])), (2000, rgb(machine.picture()))]


def test_the_upper_screen_alone_where_a_program_has_only_that() -> None:
    machine = Machine(seed=1)
    run_source("GFILL 0,0,9,9,#RED", machine)
    assert not uses_lower_screen(machine)
    assert visible_picture(machine) == upper_picture(machine) == machine.picture()
    assert lower_picture(machine) is None


def test_the_lower_screen_lies_below_the_middle_of_the_upper_one() -> None:
    machine = Machine(seed=1)
    run_source("XSCREEN 2:DISPLAY 1:GFILL 0,0,319,239,#BLUE:DISPLAY 0:GFILL 0,0,399,239,#RED", machine)
    picture = visible_picture(machine)
    assert len(picture) == 400 * 480
    assert picture[: 400 * 240] == machine.picture()
    rows = [picture[top : top + 400].tolist() for top in range(400 * 240, 400 * 480, 400)]
    assert (upper_picture(machine), lower_picture(machine)) == (machine.picture(), machine.picture(1))
    assert rows == [[0xFF000000] * 40 + [0xFF0000F8 | 0x07] * 320 + [0xFF000000] * 40] * 240


def test_a_tall_screen_is_one_picture_and_two_halves() -> None:
    machine = Machine(seed=1)
    run_source("XSCREEN 4:GFILL 0,0,319,239,#RED:GFILL 0,240,319,479,#BLUE:GPSET 0,239,#WHITE", machine)
    tall = machine.picture()
    assert uses_lower_screen(machine)
    assert visible_picture(machine) == tall
    assert wide_picture(machine)[400 * 479 + 39 : 400 * 479 + 41].tolist() == [0xFF000000, 0xFF0000FF]
    upper, lower = upper_picture(machine), lower_picture(machine)
    assert lower is not None
    assert (len(tall), len(upper), len(lower)) == (320 * 480, 400 * 240, 320 * 240)
    assert set(lower) == {0xFF0000FF}
    rows = [upper[top : top + 400].tolist() for top in range(0, 400 * 240, 400)]
    black, red, white = 0xFF000000, 0xFFFF0000, 0xFFFFFFFF
    assert rows[:239] == [[black] * 40 + [red] * 320 + [black] * 40] * 239
    assert rows[239] == [black] * 40 + [white] + [red] * 319 + [black] * 40


def test_who_asks_for_the_stylus_needs_a_screen_to_be_touched() -> None:
    machine = Machine(seed=1)
    run_source("TOUCH OUT T,X,Y", machine)
    assert uses_lower_screen(machine, touchable=True) and not uses_lower_screen(machine)
    assert (
        len(visible_picture(machine, touchable=True)) == 400 * 480
        and len(visible_picture(machine)) == 400 * 240
    )
    assert lower_picture(machine, touchable=True) == machine.picture(1) and lower_picture(machine) is None

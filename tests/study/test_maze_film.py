"""The film of makers of mazes side by side."""

import io

import pytest
from PIL import Image, ImageSequence

from retromaze.study.maze_film import (
    CELL,
    GAP,
    LAST,
    MILLISECONDS,
    area_of,
    film_of,
    growth_of,
    scaled_to_cell,
)


@pytest.mark.slow
def test_makers_grow_until_the_slowest_is_done() -> None:
    told: list[tuple[int, int]] = []
    made = film_of(["binary_tree", "backtracker"], 7, lambda *done: told.append(done))
    assert told == [(1, 2), (2, 2)]
    with Image.open(io.BytesIO(made)) as film:
        assert film.width == GAP + 2 * (CELL + GAP)
        times = [picture.info["duration"] for picture in ImageSequence.Iterator(film)]
    # 4,494 statements or so: a picture for every hundred, and the last one.
    assert len(times) == len(growth_of("backtracker", 7))
    assert 40 < len(times) < 50
    assert times == [MILLISECONDS] * (len(times) - 1) + [LAST]


def test_a_film_is_the_same_again() -> None:
    assert len({film_of(["binary_tree"], 4, lambda *done: None) for _ in range(2)}) == 1


def test_a_maze_is_done_before_its_program_clears_it_away() -> None:
    last = growth_of("backtracker", 7)[-1].convert("L")
    colors = {shade: count for count, shade in last.getcolors() or []}
    assert set(colors) == {0, 255}
    assert min(colors.values()) > last.width * last.height / 3


@pytest.mark.parametrize(("name", "least"), [("backtracker", 24), ("sticks", 225), ("kruskal", 200)])
def test_what_is_shown_is_the_maze_alone(name: str, least: int) -> None:
    left, top, right, bottom = area_of(name, 7)
    assert least <= bottom - top <= least + 10
    assert right - left >= least


def test_dots_are_enlarged_by_a_whole_number_and_rooms_of_letters_are_squares() -> None:
    assert scaled_to_cell(Image.new("RGB", (27, 26))).size == (27 * 8, 26 * 8)
    assert scaled_to_cell(Image.new("RGB", (392, 208))).size == (CELL, CELL)

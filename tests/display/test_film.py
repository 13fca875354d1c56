"""Recordings: the pictures of a GIF are those that were shown, for as long."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from retromaze.display.film import MOST_PICTURES, Film, FrameFilm
from retromaze.display.pictures import BLACK
from retromaze.machine.machine import Machine
from retromaze.runner import play

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


def test_a_tall_screen_stands_in_the_middle_among_wider_ones() -> None:
    film = Film()
    tall = array("I", [0xFF00FF00]) * (320 * 480)
    film.add(0, tall)
    assert list(film.pictures()) == [tall]
    film.add(1, RED)
    side = array("I", [BLACK]) * 40
    row = side + array("I", [0xFF00FF00]) * 320 + side
    assert list(film.pictures()) == [row * 480, RED + array("I", [BLACK]) * (400 * 240)]


def test_nothing_is_no_animation(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^an animation needs a frame$"):
        Film().save(tmp_path / "a.gif")
    assert list(tmp_path.iterdir()) == []


def test_a_recording_that_nobody_stops_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_PICTURES / 25 == 600
    monkeypatch.setattr("retromaze.display.film.MOST_PICTURES", 2)
    film = Film()
    for moment, picture in enumerate((RED, GREEN, BLUE)):
        film.add(moment, picture)
    assert (len(film), film.full, list(film.pictures())) == (2, True, [RED, GREEN])


def test_a_film_by_frames_goes_by_the_machines_time(tmp_path: Path) -> None:
    machine = Machine(seed=1)
    pictures = {}

    def show(each: Machine) -> None:
        pictures[each.frame] = each.picture()

    machine.on_frame = show
    film = FrameFilm(6, machine)
    play("FOR I=0 TO 11:GFILL 0,0,399,239,RGB(I*16+8,0,0):VSYNC:NEXT:GCLS #WHITE", machine)
    film.finish()
    film.save(tmp_path / "a.gif")
    assert [*pictures] == [*range(1, 13)]
    assert shown(tmp_path / "a.gif") == [(100, rgb(pictures[6])), (2000, rgb(machine.picture()))]

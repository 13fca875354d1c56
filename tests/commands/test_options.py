"""Values of options."""

import argparse
import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from retromaze.commands import options
from retromaze.display.speeds import CONSOLE_PACE, DRAWS, FULL_SPEED, STATEMENTS, draws, statements, times
from retromaze.machine.input import Buttons


def test_good_values_are_read(tmp_path: Path) -> None:
    assert options.seed("0") == 0
    assert options.seed("4294967295") == 4294967295
    assert options.whole("12") == 12
    assert options.seed_count("100000") == 100000
    assert [options.speed(text) for text in ("console", "max", "2", "0.25")] == [
        CONSOLE_PACE,
        FULL_SPEED,
        times(2),
        times(0.25),
    ]
    assert [options.window_speed(text) for text in ("draws", "max", "statements")] == [
        DRAWS,
        FULL_SPEED,
        STATEMENTS,
    ]
    assert [options.window_speed(text) for text in ("30/s", "draws:4", "statements:0.5", "2")] == [
        times(0.5),
        draws(4),
        statements(0.5),
        times(2),
    ]
    assert options.press("A@60") == {60: Buttons.A}
    assert options.new_png(f"{tmp_path}/maze.PNG") == tmp_path / "maze.PNG"
    assert options.new_folder(str(tmp_path)) == tmp_path
    assert options.new_folder(f"{tmp_path}/a/b") == tmp_path / "a/b"
    assert options.new_file_or_folder(f"{tmp_path}/maze") == tmp_path / "maze"
    assert options.new_file_or_folder(str(tmp_path)) == tmp_path
    assert options.folder(str(tmp_path)) == tmp_path
    for place in (f"{tmp_path}/maze.HTM", f"{tmp_path}/site/", f"{tmp_path}"):
        assert options.new_page_or_folder(place) == place
    assert list(tmp_path.iterdir()) == []


def refusal(read: Callable[[str], object], text: str) -> str:
    """Why an option refuses a value."""
    with pytest.raises(argparse.ArgumentTypeError) as caught:
        read(text)
    return str(caught.value)


REFUSED: dict[tuple[Callable[[str], object], str], str] = {
    (options.seed, "-1"): "'-1' is no whole number from 0 on",
    (options.seed, "4294967296"): "4294967296 is above 4294967295",
    (options.seed, "one"): "'one' is no whole number from 0 on",
    (options.seed_count, "0"): "0 is none at all",
    (options.seed_count, "100001"): "100001: at most 100000 seeds are tried at once",
    (options.whole, "1.5"): "'1.5' is no whole number from 0 on",
    (options.speed, "0"): "'0' is neither console nor max nor a number above 0",
    (options.speed, "inf"): "'inf' is neither console nor max nor a number above 0",
    (options.speed, "nan"): "'nan' is neither console nor max nor a number above 0",
    (options.speed, "fast"): "'fast' is neither console nor max nor a number above 0",
    (options.speed, "draws"): "'draws' is neither console nor max nor a number above 0",
    (options.press, "A"): "'A' is no press such as A@60, UP+B@100-120 or NONE@200",
    (options.window_speed, "0"): (
        "'0' is neither console nor max nor draws nor statements nor a number above 0"
    ),
    (options.window_speed, "0/s"): "'0/s' says nothing above 0 a second",
    (options.window_speed, "draws:x"): "'draws:x' says nothing above 0 a second",
    (options.new_png, "maze.gif"): "'maze.gif': the picture is a PNG, name it so",
    (options.new_wav, "maze.mp3"): "'maze.mp3': the sound is a WAV, name it so",
    (options.new_png, "missing/maze.png"): "'missing/maze.png' is no place for a file",
    (options.new_png, "p" * 300 + ".png"): f"'{'p' * 300}.png' cannot be written: File name too long",
    (options.new_file, "missing/maze"): "'missing/maze' is no place for a file",
    (options.new_file, "/dev/null/maze"): "'/dev/null/maze' is no place for a file",
    (options.new_page, "maze.py"): "'maze.py': the page is HTML, name it so",
    (options.new_page_or_folder, "maze.bas"): "'maze.bas': the page is HTML, name it so",
    (options.new_page_or_folder, "missing/maze.html"): "'missing/maze.html' is no place for a file",
    (options.new_page_or_folder, f"{__file__}/"): f"'{__file__}/' is no place for a folder",
    (options.new_folder, f"{__file__}/maze"): f"'{__file__}/maze' is no place for a folder",
    (options.folder, "missing"): "there is no folder 'missing'",
}


def test_bad_values_say_what_is_wrong() -> None:
    assert {(read, text): refusal(read, text) for read, text in REFUSED} == REFUSED


@pytest.fixture
def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder into which nothing can be written, not even by a user who may do anything."""
    folder = tmp_path / "locked"
    folder.mkdir()
    open_as_ever = Path.open

    def refuse(path: Path, mode: str = "r", *rest: Any) -> object:
        if path.parent == folder and mode != "r":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return open_as_ever(path, mode, *rest)

    monkeypatch.setattr(Path, "open", refuse)
    return folder


def test_a_place_that_cannot_be_written_is_refused(locked: Path) -> None:
    for read, inside in (
        (options.new_png, "maze.png"),
        (options.new_file, "maze"),
        (options.new_folder, ""),
        (options.new_folder, "a/b"),
        (options.new_file_or_folder, ""),
        (options.new_file_or_folder, "maze"),
    ):
        text = str(locked / inside)
        assert refusal(read, text) == f"{text!r} cannot be written: Permission denied", read


def test_a_device_is_a_place_for_a_file_unless_it_may_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)
    assert options.new_png(str(pipe)) == pipe
    monkeypatch.setattr("os.access", lambda *_: False)
    assert refusal(options.new_png, str(pipe)) == f"'{pipe}' cannot be written: Permission denied"


def test_a_link_is_a_place_where_it_leads(tmp_path: Path) -> None:
    (tmp_path / "maze.png").symlink_to("missing/maze.png")
    path = f"{tmp_path}/maze.png"
    assert refusal(options.new_png, path) == f"'{path}' cannot be written: No such file or directory"

"""A real window on a virtual display: what somebody sees who starts a listing and touches nothing."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageGrab

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.display.pictures import pillow_image
from retromaze.result import run

SECONDS = 60.0
RED, BLUE = (255, 0, 0), (0, 0, 255)

pytestmark = pytest.mark.slow
"""They need Xvfb, a virtual display."""


@pytest.fixture
def display() -> Iterator[str]:
    """The name of a virtual display on which nothing is shown yet."""
    read, write = os.pipe()
    # Without -noreset the server begins anew whenever the last client goes, as each look at the picture does.
    options = ["-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"]
    command = ["Xvfb", "-displayfd", str(write), *options]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        try:
            with os.fdopen(read) as told:
                yield f":{told.readline().strip()}"
        finally:
            server.terminate()


def upper_rows(rows: range) -> Image.Image:
    """These rows of the upper screen where console_game asks its first question."""
    asked = run(listing_source(CATALOGUE["console_game"]), seed=1, frames=60)
    return pillow_image(asked.machine.picture()).convert("RGB").crop((0, rows.start, 400, rows.stop))


def is_in(part: Image.Image, whole: Image.Image) -> bool:
    """Whether a picture is a part of another one, one to four times as large."""
    content = whole.tobytes()
    stride = whole.width * 3
    for factor in range(1, 5):
        large = part.resize((part.width * factor, part.height * factor), Image.Resampling.NEAREST)
        row = large.width * 3
        lines = [large.tobytes()[at : at + row] for at in range(0, row * large.height, row)]
        at = content.find(lines[0])
        while at >= 0:
            if all(content[at + n * stride : at + n * stride + row] == line for n, line in enumerate(lines)):
                return True
            at = content.find(lines[0], at + 1)
    return False


def test_a_question_is_seen_before_any_key(display: str, tmp_path: Path) -> None:
    # the words of the question, without the row in which a cursor blinks
    question = upper_rows(range(9 * 8, 13 * 8))
    assert len(question.getcolors(1 << 16) or ()) > 1
    options = ["console_game", "--seed", "1", "--storage", str(tmp_path)]
    watch(display, options, lambda seen: is_in(question, seen))


def watch(display: str, options: list[str], is_there: Callable[[Image.Image], bool]) -> None:
    """Runs a program in a window until the display shows what is waited for."""
    environment = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
    command = [sys.executable, "-m", "retromaze", "run", *options]
    end = time.monotonic() + SECONDS
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as program:
        try:
            while not is_there(ImageGrab.grab(xdisplay=display).convert("RGB")):
                assert program.poll() is None, program.stderr and program.stderr.read()
                assert time.monotonic() < end, "the window never shows it"
                time.sleep(0.1)
        finally:
            program.terminate()


def box_of(color: tuple[int, int, int], picture: Image.Image) -> tuple[int, int, int, int] | None:
    """The rectangle around all pixels of a color."""
    data = picture.tobytes()
    same = bytes(255 * (data[at : at + 3] == bytes(color)) for at in range(0, len(data), 3))
    return Image.frombytes("L", picture.size, same).getbbox()


@pytest.mark.parametrize(
    ("mode", "boxes"),
    [
        # one above the other, the upper one twice as large, in the middle of the desktop with the bar
        ("2", {RED: (240, 136, 1040, 616), BLUE: (480, 624, 800, 864)}),
        ("4", {RED: (400, 143, 880, 503), BLUE: (400, 503, 880, 863)}),
    ],
)
def test_two_screens_find_room_on_a_small_desktop(
    display: str, tmp_path: Path, mode: str, boxes: dict[tuple[int, int, int], tuple[int, int, int, int]]
) -> None:
    lower = {"2": "DISPLAY 1:GCLS #BLUE", "4": "GFILL 0,240,319,479,#BLUE"}[mode]
    (tmp_path / "a.bas").write_text(f"XSCREEN {mode}:GCLS #RED:{lower}\n@L\nVSYNC 1:GOTO @L\n")
    options = [str(tmp_path / "a.bas"), "--seed", "1"]
    watch(display, options, lambda seen: {color: box_of(color, seen) for color in boxes} == boxes)

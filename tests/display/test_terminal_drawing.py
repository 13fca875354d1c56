"""Pictures in a terminal."""

import io
from array import array
from itertools import islice
from typing import Literal

import pytest
from rich.console import Console

from retromaze.display.terminal_drawing import half_block_rows, show_picture

RED, BLUE = 0xFFFF0000, 0xFF0000FF


def halves() -> array:
    """The upper 120 rows red, the lower 120 blue."""
    return array("I", [RED] * (400 * 120) + [BLUE] * (400 * 120))


def terminal(
    width: int, color_system: Literal["truecolor"] | None = "truecolor", *, no_color: bool = False
) -> Console:
    return Console(
        file=io.StringIO(),
        force_terminal=True,
        width=width,
        color_system=color_system,
        no_color=no_color,
        legacy_windows=False,
    )


def printed(console: Console) -> list[str]:
    """The lines that a console has printed."""
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def test_two_pixel_rows_share_a_line_and_the_shape_is_kept() -> None:
    lines = list(half_block_rows(halves(), 80))
    assert len(lines) == 24
    assert all(len(upper) == len(lower) == 80 for upper, lower in lines)
    assert lines[11] == ([(255, 0, 0)] * 80, [(255, 0, 0)] * 80)
    assert lines[12] == ([(0, 0, 255)] * 80, [(0, 0, 255)] * 80)


def test_both_screens_are_twice_as_tall_and_the_tall_one_is_narrower() -> None:
    for count, columns, height in ((400 * 480, 40, 24), (320 * 480, 32, 24)):
        console = terminal(40)
        assert show_picture(array("I", [RED]) * count, console)
        assert [line.count("▀") for line in printed(console)] == [columns] * height


def test_a_picture_is_never_wider_than_its_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    # The first row tells it; rich takes long for all.
    first = "retromaze.display.terminal_drawing.half_block_rows"
    monkeypatch.setattr(first, lambda *given: islice(half_block_rows(*given), 1))
    console = terminal(1000)
    assert show_picture(halves(), console)
    assert printed(console)[0].count("▀") == 400


def test_nothing_is_shown_where_colors_cannot_be_seen() -> None:
    for console in (terminal(80, None), terminal(80, no_color=True), Console(file=io.StringIO())):
        assert not show_picture(halves(), console)
        assert printed(console) == []

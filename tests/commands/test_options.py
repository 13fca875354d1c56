"""Values of options."""

import argparse
import math
from pathlib import Path

import pytest

from retromaze.commands import options
from retromaze.machine.input import Buttons


def test_good_values_are_read(tmp_path: Path) -> None:
    assert options.seed("0") == 0
    assert options.seed("4294967295") == 4294967295
    assert options.whole("12") == 12
    assert [options.speed(text) for text in ("console", "max", "2", "0.25")] == [1.0, math.inf, 2.0, 0.25]
    assert options.press("A@60") == {60: Buttons.A}
    assert options.new_png(f"{tmp_path}/maze.PNG") == tmp_path / "maze.PNG"
    assert options.folder(str(tmp_path)) == tmp_path


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        (options.seed, "-1", "'-1' is no whole number from 0 on"),
        (options.seed, "4294967296", "4294967296 is above 4294967295"),
        (options.seed, "one", "'one' is no whole number from 0 on"),
        (options.whole, "1.5", "'1.5' is no whole number from 0 on"),
        (options.speed, "0", "'0' is neither console nor max nor a number above 0"),
        (options.speed, "inf", "'inf' is neither console nor max nor a number above 0"),
        (options.speed, "nan", "'nan' is neither console nor max nor a number above 0"),
        (options.speed, "fast", "'fast' is neither console nor max nor a number above 0"),
        (options.press, "A", "'A' is no press such as A@60, UP+B@100-120 or NONE@200"),
        (options.new_png, "maze.gif", "'maze.gif': the picture is a PNG, name it so"),
        (options.new_png, "missing/maze.png", "'missing/maze.png' is no place for a file"),
        (options.folder, "missing", "there is no folder 'missing'"),
    ],
)
def test_bad_values_say_what_is_wrong(read: object, text: str, message: str) -> None:
    assert callable(read)
    with pytest.raises(argparse.ArgumentTypeError) as caught:
        read(text)
    assert str(caught.value) == message

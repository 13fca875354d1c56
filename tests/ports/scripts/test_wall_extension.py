"""The script of wall extension prints what the article of 2022-10-10 prints."""

import pytest

from retromaze.ports import Blocks, is_perfect
from retromaze.ports.scripts.makers import wall_extension

# <テキスト18>, the quotes included.
TEXT_18 = """\
"+-----------------------------------+"
"| #   # #     #     #               |"
"| ### # # ##### # ### ### ##### ### |"
"|   # #   #     # #   # # #   # # # |"
"| ### # ### ### # # ### # ### ### # |"
"| #   # #   # # # # #       #     # |"
"| # ### # ### # ### # ##### # ##### |"
"| # #     #   #     # #   # # #     |"
"| # ### ### # ##### # ### # # ### ##|"
"|     # #   #     # #   #   #   # # |"
"|## ### ####### # # # ####### # ### |"
"| # # #       # # # #         #     |"
"| # # # ### ### ### # ####### ######|"
"| # #   # # #       # #             |"
"| # ##### ### ####### ### ######### |"
"|             #         # #         |"
"+-----------------------------------+"
"""


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert wall_extension(arguments) == 0
    return capsys.readouterr().out


def test_without_options_it_prints_text_18(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys) == TEXT_18
    assert printed(capsys, "38", "18") == TEXT_18


@pytest.mark.parametrize("size", [("4", "9"), ("9", "4"), ("0", "-1")])
def test_of_a_size_too_small_the_articles_function_has_no_rows(
    capsys: pytest.CaptureFixture[str], size: tuple[str, str]
) -> None:
    assert printed(capsys, *size) == ""


def test_every_step_shows_x_y_d_and_the_maze_before_it(capsys: pytest.CaptureFixture[str]) -> None:
    """The print that the article has switched off, between its labels 05 and 06."""
    lines = printed(capsys, "--steps").splitlines()
    steps = [lines[top : top + 18] for top in range(0, len(lines) - 17, 18)]
    assert len(steps) == 119 and lines[-17:] == TEXT_18.splitlines()
    assert [numbers for numbers, *_ in steps[:4]] == ["6 0 4", "6 2 14", "6 4 14", "6 6 14"]
    room = ['"+' + "-" * 35 + '+"', *['"|' + " " * 35 + '|"'] * 15, '"+' + "-" * 35 + '+"']
    assert steps[0][1:] == room
    assert [steps[1][1 + y][1 + 6] for y in range(5)] == ["-", "#", "#", " ", " "]


def test_method_b_begins_on_any_floor(capsys: pytest.CaptureFixture[str]) -> None:
    """It is only named in the article."""
    text = printed(capsys, "--floor", "--seed", "7")
    assert is_perfect(Blocks.from_text(text)) and text != printed(capsys, "--seed", "7")
    x, y, _ = map(int, printed(capsys, "--floor", "--steps").split(maxsplit=3)[:3])
    assert (x % 2, y % 2) == (0, 0) and 0 < x < 36 and 0 < y < 16


def test_other_words_make_another_maze(capsys: pytest.CaptureFixture[str]) -> None:
    """The article's second footnote."""
    article = "123456789,123456761,123456757,123456731"
    assert printed(capsys, "--words", article) == TEXT_18 != printed(capsys, "--words", "1,0,0,0")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--words", "0,0,0,0"], "argument --words: four 32-bit words, not all zero, not 0,0,0,0"),
        (["--words", "1,2,3"], "argument --words: four 32-bit words, not all zero, not 1,2,3"),
        (["--words", "1,2,3,4", "--seed", "1"], "give either --seed or --words"),
    ],
)
def test_words_that_cannot_be_are_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        wall_extension(arguments)
    assert caught.value.code == 2
    assert capsys.readouterr().err.endswith(f"error: {message}\n")

"""`retromaze study mine.py`: a maker from outside in tables, in JSON and in a picture."""

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from retromaze.cli import main
from retromaze.display.usage import INTERRUPTED

MINE = """\
def maker(width, height, rng):
    for y in range(height):
        for x in range(1, width):
            yield (x - 1, y), (x, y)
        if y:
            x = rng.below(width)
            yield (x, y - 1), (x, y)

def stopped(width, height, rng):
    raise KeyboardInterrupt

def printing(width, height, rng):
    print("here I am")
    return maker(width, height, rng)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(MINE, "utf-8")
    monkeypatch.chdir(tmp_path)


def test_a_maker_stands_beside_kinds_of_ours(capsys: Any) -> None:
    assert main(["study", "mine.py", "sidewinder", "--seeds", "4", "--size", "5x3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    names = [line.split()[0] for line in lines if line.startswith(("mine.py", "sidewinder"))]
    assert names == ["mine.py", "sidewinder"] * 3


def test_its_figures_are_in_json_by_the_name_that_was_typed(capsys: Any) -> None:
    assert main(["study", "./mine.py:maker", "--seeds", "4", "--size", "5x3", "--json"]) == 0
    (sample,) = json.loads(capsys.readouterr().out)["samples"]
    assert (sample["kind"], sample["width"], sample["height"]) == ("mine.py", 5, 3)
    assert (sample["figures"]["solution"]["count"], sample["figures"]["loops"]["mean"]) == (4, 0)


def test_its_maze_is_drawn(capsys: Any) -> None:
    words = [
        "study",
        "mine.py",
        "--seed",
        "2",
        "--size",
        "5x3",
        "--overlay",
        "distance",
        "--picture",
        "m.png",
    ]
    assert main(words) == 0
    with Image.open("m.png") as picture:
        assert picture.width > 300


def test_its_bias_is_counted(capsys: Any) -> None:
    assert main(["study", "mine.py", "--bias", "--seeds", "960", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["mine.py"]
    # one of three doors in two rows
    assert (found["trees"], found["no_trees"], found["uniform"]) == (9, 0, False)


def test_what_it_prints_is_seen(capsys: Any) -> None:
    assert main(["study", "mine.py:printing", "--seed", "1", "--size", "2x2", "--json"]) == 0
    assert capsys.readouterr().out.startswith("here I am\n{")


def test_a_failure_is_one_line_and_exit_status_1(capsys: Any) -> None:
    # raised by the maker itself, which is no Ctrl-C of the user
    assert main(["study", "mine.py:stopped", "--seeds", "4", "--size", "5x3"]) == 1
    words = capsys.readouterr()
    assert (words.out, words.err) == ("", "retromaze: mine.py:10: KeyboardInterrupt (5 x 3 rooms, seed 1)\n")


def test_a_function_that_is_not_there_is_exit_status_2(capsys: Any) -> None:
    assert main(["study", "mine.py:dig", "--seeds", "4"]) == 2
    assert capsys.readouterr().err == (
        "retromaze: mine.py has no function dig; it has maker, stopped, printing\n"
    )


def test_ctrl_c_tells_where_a_maker_was(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt("stopped at mine.py:3 (5 x 3 rooms, seed 1)")

    monkeypatch.setattr("retromaze.study.survey.survey", interrupted)
    assert main(["study", "mine.py", "--seeds", "4"]) == INTERRUPTED
    assert capsys.readouterr().err == "retromaze: stopped at mine.py:3 (5 x 3 rooms, seed 1)\n"

"""`retromaze study --seed`: the figures of single mazes, and their pictures with overlays."""

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from retromaze.cli import main


def test_one_maze_has_a_row_for_each_figure(capsys: Any) -> None:
    assert main(["study", "binary_tree", "--seed", "7", "--size", "5x3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "binary_tree, 5 x 3 rooms, seed 7"
    shown = [line.rsplit(None, 1) for line in lines[3:]]
    assert shown[0] == ["steps from start to goal", "6"]
    assert shown[1] == ["rooms on the solution, % of those that can be reached", "46.7"]
    assert shown[-2:] == [["mazes with closed rooms", "no"], ["mazes not solvable", "no"]]


def test_several_have_a_row_each(capsys: Any) -> None:
    assert main(["study", "kruskal", "sticks", "short_solution", "--seed", "7", "--size", "8x8"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("8 x 8 rooms, seed 7: the solution\n")
    assert [line.split()[0] for line in out.splitlines() if line[:1] in "kss" and line] == [
        *("kind", "kruskal", "sticks", "short_solution"),
        *("kind", "kruskal", "sticks", "short_solution"),
    ]


def test_figures_for_another_program(capsys: Any) -> None:
    assert main(["study", "kruskal", "--seed", "7", "--size", "4x4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["size"], found["seed"], list(found["mazes"])) == ([4, 4], 7, ["kruskal"])
    assert set(found["mazes"]["kruskal"]) == set(found["meanings"])


@pytest.mark.parametrize("overlays", [[], ["--overlay", "distance,river"], ["--overlay", "tree"]])
def test_a_maze_is_drawn_with_what_was_asked_for(overlays: list[str], tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "m.png"
    words = ["study", "digging", "--seed", "7", "--size", "6x4", *overlays, "--picture", str(out)]
    assert main(words) == 0
    with Image.open(out) as picture:
        colors = {color for _, color in picture.convert("RGB").getcolors(1 << 24) or []}
    solution, river, string = (0xD9, 0x30, 0x25), (0x1A, 0x73, 0xE8), (0x9A, 0xA0, 0xA6)
    assert (solution in colors, river in colors, string in colors) == (
        "distance,river" not in overlays,
        "distance,river" in overlays,
        "tree" in overlays,
    )


def test_every_kind_is_in_one_picture(tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "all.png"
    assert main(["study", "--seed", "7", "--size", "6x4", "--picture", str(out)]) == 0
    with Image.open(out) as picture:
        assert picture.width == 1176
        assert picture.height > 5 * 300


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seed", "1", "--seeds", "2"], "either --seed for one maze or --seeds for many"),
        (["--seed", "1", "--overlay", "tree"], "--overlay needs --picture or --svg to be drawn on"),
        (["--overlay", "tree"], "--overlay is for --seed: it shows single mazes"),
        (
            ["--seed", "1", "--overlay", "sun", "--picture", "x.png"],
            "no overlay is called 'sun'; there are solution, distance, dead-ends, river, strings, tree",
        ),
        (
            ["short_solution", "--set", "width=9"],
            "short_solution is no program with numbers to set; --size gives its rooms",
        ),
    ],
)
def test_wrong_words_give_exit_2(words: list[str], message: str, capsys: Any) -> None:
    assert main(["study", *words]) == 2
    assert capsys.readouterr().err == f"retromaze: {message}\n"


def test_a_maze_alone_has_no_seed_0(capsys: Any) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["study", "--seed", "0"])
    assert caught.value.code == 2

"""`retromaze study --seed`: the figures of single mazes, and their pictures with overlays."""

import json
from pathlib import Path
from typing import Any

from PIL import Image

from retromaze.cli import main
from tests.command_line import ran


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


def test_a_maze_is_drawn_with_what_was_asked_for(tmp_path: Path, capsys: Any) -> None:
    colors = {"solution": (0xD9, 0x30, 0x25), "river": (0x1A, 0x73, 0xE8), "string": (0x9A, 0xA0, 0xA6)}
    wanted = {
        "": {"solution"},
        "--overlay distance,river": {"river"},
        "--overlay tree": {"solution", "string"},
    }
    found = {}
    for overlays in wanted:
        out = tmp_path / "m.png"
        assert (
            main(
                ["study", "digging", "--seed", "7", "--size", "6x4", *overlays.split(), "--picture", str(out)]
            )
            == 0
        )
        with Image.open(out) as picture:
            shown = {color for _, color in picture.convert("RGB").getcolors(1 << 12) or []}
        found[overlays] = {name for name, color in colors.items() if color in shown}
    assert found == wanted


def test_every_kind_is_in_one_picture(tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "all.png"
    assert main(["study", "--seed", "7", "--size", "6x4", "--picture", str(out)]) == 0
    with Image.open(out) as picture:
        assert picture.width == 1176
        assert picture.height > 5 * 300


def test_wrong_words_give_exit_2(capsys: Any) -> None:
    wrong = {
        "--seed 1 --seeds 2": "either --seed for one maze or --seeds for many",
        "--seed 1 --overlay tree": "--overlay needs --picture or --svg to be drawn on",
        "--overlay tree": "--overlay is for --seed: it shows single mazes",
        "--seed 1 --overlay sun --picture x.png": (
            "no overlay is called 'sun'; there are solution, distance, dead-ends, river, strings, tree"
        ),
        "short_solution --set width=9": (
            "short_solution is no program with numbers to set; --size gives its rooms"
        ),
    }
    assert {options: ran(f"study {options}", capsys) for options in wrong} == {
        options: (2, "", f"retromaze: {message}\n") for options, message in wrong.items()
    }


def test_a_maze_alone_has_no_seed_0(capsys: Any) -> None:
    assert ran("study --seed 0", capsys)[0] == 2

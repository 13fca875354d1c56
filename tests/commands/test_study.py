"""`retromaze study`: tables, statements, JSON and the picture."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from retromaze.cli import main
from tests.command_line import ran


def test_figures_of_binary_trees(capsys: Any) -> None:
    assert main(["study", "binary_tree", "--seeds", "4", "--size", "5x3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "4 mazes a kind, 5 x 3 rooms: the solution"
    assert [line.split() for line in lines[1:3]] == [
        ["%", "of", "branch", "longest"],
        [*("kind", "solution", "rooms", "turns", "U-turns", "branches", "length", "branch")],
    ]
    assert lines[4].split()[:5] == ["binary_tree", "6.0", "±0.0", "46.7", "±0.0"]
    assert "4 mazes a kind, 5 x 3 rooms: the whole maze" in lines
    verdict = lines.index(
        "confirmed: a binary tree's solution is at most width + height long [プチコン3号 12日目]"
    )
    assert lines[verdict + 1].startswith(
        "  In 4 binary trees of 5 x 3 rooms the longest solution has 6 steps;"
    )


def test_figures_and_claims_in_japanese(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setenv("LANGUAGE", "ja")
    assert main(["study", "binary_tree", "--seeds", "4", "--size", "5x3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "種類ごとに 4 個、5 x 3 部屋: 解"
    headings = "種類", "解の歩数", "部屋の %", "曲がり", "Uターン", "枝道", "枝道の 長さ", "最長の 枝道"
    assert re.split(" {2,}", lines[1].strip()) == list(headings)
    assert "種類ごとに 4 個、5 x 3 部屋: 迷路全体" in lines
    verdict = lines.index("確かめられた: 二分木の解は U ターンしない [プチコン3号 12日目]")
    assert lines[verdict + 1] == "  二分木 4 個の解は、10 回曲がって、U ターンは 0 回。"
    assert main(["study", "binary_tree", "--seeds", "4", "--size", "5x3", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)["statements"][0]
    assert first["claim"] == "a binary tree's solution is at most width + height long"
    assert first["verdict"] == "confirmed"


def test_one_maze_in_japanese(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setenv("LANGUAGE", "ja")
    assert main(["study", "binary_tree", "--seed", "4", "--size", "5x3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "binary_tree, 5 x 3 部屋、シード 4"
    assert lines[3].split() == ["スタートからゴールまでの歩数", "6"]
    assert lines[-1].split() == ["解けない迷路", "いいえ"]


def test_json_has_every_figure_of_every_sample(capsys: Any) -> None:
    assert main(["study", "kruskal", "hexagonal", "--seeds", "3", "--size", "4x4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["size"], found["seeds"]) == ([4, 4], 3)
    assert [each["source"][:5] for each in found["statements"]] == ["コンソール"] * 2
    (game,) = found["probes"]
    assert (game["kind"], game["width"], game["height"], game["probe"]) == ("kruskal", 8, 4, "goal")
    assert (game["figures"]["rooms"]["mean"], game["figures"]["rooms"]["count"]) == (32, 30)
    assert [(each["kind"], each["width"], each["height"]) for each in found["samples"]] == [
        ("kruskal", 4, 4),
        ("hexagonal", 4, 4),
    ]
    for sample in found["samples"]:
        assert set(sample["figures"]) == set(found["meanings"])
        assert sample["figures"]["solution"]["count"] == 3
        assert sample["figures"]["closed"] == {
            "mean": 0,
            "low": 0,
            "high": 0,
            "least": 0,
            "most": 0,
            "count": 3,
        }


def test_the_same_command_gives_the_same_figures(capsys: Any) -> None:
    words = ["study", "sticks_safe", "--seeds", "5", "--size", "6x4", "--json"]
    assert main(words) == main(words) == 0
    first, second = capsys.readouterr().out.split("\n}\n")[:2]
    assert first == second


def test_the_picture_has_a_row_for_each_kind(tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "study.png"
    names = ["binary_tree", "hexagonal", "sticks_safe"]
    assert main(["study", *names, "--seeds", "3", "--size", "6x4", "--picture", str(out)]) == 0
    with Image.open(out) as picture:
        assert picture.size == (1340, 96 + 3 * 126 + 44)
        colors = {color for _, color in picture.convert("RGB").getcolors(1 << 12) or []}
    assert {(217, 48, 37), (66, 133, 244), (154, 160, 166)} <= colors


def test_wrong_options_give_exit_2(capsys: Any) -> None:
    wrong = ("--size 9", "--size 1x9", "--seeds 0", "--picture x.gif")
    assert {options: ran(f"study {options}", capsys)[0] for options in wrong} == dict.fromkeys(wrong, 2)


def test_an_unknown_program_gives_exit_2(capsys: Any) -> None:
    assert main(["study", "labyrinth"]) == 2
    assert "no program is called 'labyrinth'" in capsys.readouterr().err

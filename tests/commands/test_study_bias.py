"""`retromaze study --bias`: its table, its JSON, and what it refuses."""

import json
import re
from typing import Any

import pytest

from retromaze.cli import main
from tests.command_line import ran


def test_a_uniform_maker_and_one_that_is_not(capsys: Any) -> None:
    assert main(["study", "--bias", "wilson", "sidewinder", "--seeds", "960"]) == 0
    assert (
        capsys.readouterr().out
        == """\
960 mazes a kind, 3 x 3 rooms: how equally the 192 trees are made
kind         trees made   no trees   commonest tree   distance   chi-squared   bias
───────────────────────────────────────────────────────────────────────────────────
wilson              192      0.0 %           x 2.60      0.189         215.2     no
sidewinder           64      0.0 %          x 12.40      0.669        3012.0    yes

Without bias a distance of 0.178 comes by chance, and a chi-squared above 257 once in 1000 times.
"""
    )


def test_the_table_in_japanese(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setenv("LANGUAGE", "ja")
    assert main(["study", "--bias", "wilson", "--seeds", "960"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "種類ごとに 960 個、3 x 3 部屋: 192 個の木がどれほど等しく作られるか"
    headings = ["種類", "作られた木", "木でない", "最も多い木", "距離", "カイ二乗", "偏り"]
    assert re.split(" {2,}", lines[1].strip()) == headings
    assert lines[3].split()[-1] == "いいえ"


def test_json_has_the_figures_as_numbers(capsys: Any) -> None:
    assert main(["study", "--bias", "aldous_broder", "--seeds", "960", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["aldous_broder"]
    assert (found["mazes"], found["no_trees"], found["uniform"]) == (960, 0, True)
    assert set(found) == {"mazes", "trees", "no_trees", "commonest", "distance", "chi_squared", "uniform"}


def test_what_is_not_counted(capsys: Any) -> None:
    refused = {
        "hexagonal": "--bias counts rooms of four sides: hexagonal has others",
        "--seeds 959": "--bias cannot judge 959 mazes: it takes 960, five for each of the 192 trees",
        "--size 4x4": "--bias counts many mazes of 3 x 3 rooms: --size is not for it",
        "--seed 4": "--bias counts many mazes of 3 x 3 rooms: --seed is not for it",
    }
    assert {options: ran(f"study --bias {options}", capsys) for options in refused} == {
        options: (2, "", f"retromaze: {message}\n") for options, message in refused.items()
    }

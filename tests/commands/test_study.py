"""`retromaze study`: many mazes, single ones, makers of one's own, files and bias."""

import csv
import io
import json
import re
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from retromaze.display.argument_parser import INTERRUPTED
from retromaze.study.survey import FIGURES
from tests.command_line import CommandLine

pytestmark = pytest.mark.usefixtures("here")


def test_figures_and_claims_in_japanese(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    monkeypatch.setenv("LANGUAGE", "ja")
    lines = ran("study binary_tree --seeds 4 --rooms 5x3", 0).out.splitlines()
    assert lines[0] == "種類ごとに 4 個、5 x 3 部屋: 解"
    headings = "種類", "解の歩数", "部屋の %", "曲がり", "Uターン", "枝道", "枝道の 長さ", "最長の 枝道"
    assert re.split(" {2,}", lines[1].strip()) == list(headings)
    assert "種類ごとに 4 個、5 x 3 部屋: 迷路全体" in lines
    verdict = lines.index("確かめられた: バイナリーツリー法の解は U ターンしない [プチコン3号 12日目]")
    assert lines[verdict + 1] == "  バイナリーツリー法の迷路 4 個の解は、10 回曲がって、U ターンは 0 回。"
    first = json.loads(ran("study binary_tree --seeds 4 --rooms 5x3 --json", 0).out)["statements"][0]
    assert first["claim"] == "a binary tree's solution is at most width + height long"
    assert first["verdict"] == "confirmed"


def test_one_maze_in_japanese(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    monkeypatch.setenv("LANGUAGE", "ja")
    lines = ran("study binary_tree --seed 4 --rooms 5x3", 0).out.splitlines()
    assert lines[0] == "binary_tree, 5 x 3 部屋、シード 4"
    assert lines[3].split() == ["スタートからゴールまでの歩数", "6"]
    assert lines[-1].split() == ["解けない迷路", "いいえ"]


def test_json_has_every_figure_of_every_sample(ran: CommandLine) -> None:
    found = json.loads(ran("study kruskal hexagonal --seeds 3 --rooms 4x4 --json", 0).out)
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


@pytest.mark.slow
def test_the_figures_are_drawn(ran: CommandLine) -> None:
    ran("study binary_tree hexagonal sticks_safe --seeds 3 --rooms 6x4 --picture study.png", 0)
    with Image.open("study.png") as picture:
        assert (picture.format, picture.width) == ("PNG", 680)


def test_a_chart_without_its_library_is_refused_before_anything_is_measured(
    monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    lacking = "the module matplotlib, which is not installed: pip install 'retromaze[charts]'"
    assert ran("study kruskal --picture out.png") == (2, "", f"retromaze: this needs {lacking}\n")


@pytest.mark.slow
def test_costs_are_a_row_a_size_and_a_chart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    monkeypatch.setenv("LANGUAGE", "ja")
    out = tmp_path / "costs.png"
    lines = ran(f"study --costs binary_tree binary_tree --picture {out}", 0).out.splitlines()
    assert lines[0] == "シード 1、描画を含む: 実行した文の数、配列の最大バイト数、呼び出しの最大の深さ"
    assert lines[1].split() == ["種類", "部屋", "文", "1", "部屋に", "バイト", "1", "部屋に", "呼び出し"]
    rows = [line.split() for line in lines[3:]]
    assert [row[:4] for row in rows[:2]] == [
        ["binary_tree", "9", "54", "6.0"],
        ["binary_tree", "36", "183", "5.1"],
    ]
    assert len(rows) == 6
    with Image.open(out) as picture:
        assert (picture.format, picture.width) == ("PNG", 680)
    found = json.loads(ran("study --costs binary_tree --json", 0).out)
    assert found["binary_tree"][0] == {"rooms": 9, "statements": 54, "array_bytes": 0, "calls": 0}


@pytest.mark.slow
def test_a_film_shows_those_that_are_named(tmp_path: Path, ran: CommandLine) -> None:
    out = tmp_path / "two.gif"
    assert ran(f"study --film {out} binary_tree kruskal --seed 7") == (0, "", "")
    with Image.open(out) as film:
        assert (film.format, film.width) == ("GIF", 12 + 2 * (236 + 12))


def test_several_have_a_row_each(ran: CommandLine) -> None:
    out = ran("study kruskal sticks short_solution --seed 7 --rooms 8x8", 0).out
    assert out.startswith("8 x 8 rooms, seed 7: the solution\n")
    assert [line.split()[0] for line in out.splitlines() if line[:1] in "kss" and line] == [
        *("kind", "kruskal", "sticks", "short_solution"),
        *("kind", "kruskal", "sticks", "short_solution"),
    ]


def test_figures_for_another_program(ran: CommandLine) -> None:
    found = json.loads(ran("study kruskal --seed 7 --rooms 4x4 --json", 0).out)
    assert (found["size"], found["seed"], list(found["mazes"])) == ([4, 4], 7, ["kruskal"])
    assert set(found["mazes"]["kruskal"]) == set(found["meanings"])


def test_a_maze_is_drawn_with_what_was_asked_for(ran: CommandLine) -> None:
    colors = {"solution": (0xD9, 0x30, 0x25), "river": (0x1A, 0x73, 0xE8), "string": (0x9A, 0xA0, 0xA6)}
    wanted = {
        "": {"solution"},
        "--overlay distance,river": {"river"},
        "--overlay tree": {"solution", "string"},
    }
    found = {}
    for overlays in wanted:
        ran(f"study digging --seed 7 --rooms 6x4 {overlays} --picture m.png", 0)
        with Image.open("m.png") as picture:
            shown = {color for _, color in picture.convert("RGB").getcolors(1 << 12) or []}
        found[overlays] = {name for name, color in colors.items() if color in shown}
    assert found == wanted


def test_every_kind_is_in_one_picture(ran: CommandLine) -> None:
    ran("study --seed 7 --rooms 6x4 --picture all.png", 0)
    with Image.open("all.png") as picture:
        assert picture.width == 936
        assert picture.height > 5 * 300


# ---- makers of one's own


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


@pytest.fixture
def mine(here: Path) -> None:
    """A file with makers of mazes."""
    Path("mine.py").write_text(MINE, "utf-8")


@pytest.mark.usefixtures("mine")
def test_a_maker_stands_beside_kinds_of_ours(ran: CommandLine) -> None:
    lines = ran("study mine.py sidewinder --seeds 4 --rooms 5x3", 0).out.splitlines()
    names = [line.split()[0] for line in lines if line.startswith(("mine.py", "sidewinder"))]
    assert names == ["mine.py", "sidewinder"] * 3


@pytest.mark.usefixtures("mine")
def test_its_figures_are_in_json_by_the_name_that_was_typed(ran: CommandLine) -> None:
    (sample,) = json.loads(ran("study ./mine.py:maker --seeds 4 --rooms 5x3 --json", 0).out)["samples"]
    assert (sample["kind"], sample["width"], sample["height"]) == ("mine.py", 5, 3)
    assert (sample["figures"]["solution"]["count"], sample["figures"]["loops"]["mean"]) == (4, 0)


@pytest.mark.usefixtures("mine")
def test_its_bias_is_counted(ran: CommandLine) -> None:
    found = json.loads(ran("study mine.py --bias --seeds 960 --json", 0).out)["mine.py"]
    # one of three doors in two rows
    assert (found["mazes"], found["trees"], found["no_trees"], found["uniform"]) == (960, 9, 0, False)
    assert found.keys() > {"commonest", "distance", "chi_squared"}


@pytest.mark.usefixtures("mine")
def test_what_it_prints_is_seen(ran: CommandLine) -> None:
    assert ran("study mine.py:printing --seed 1 --rooms 2x2 --json", 0).out.startswith("here I am\n{")


@pytest.mark.usefixtures("mine")
def test_a_failure_is_one_line_and_exit_status_1(ran: CommandLine) -> None:
    # raised by the maker itself, which is no Ctrl-C of the user
    words = ran("study mine.py:stopped --seeds 4 --rooms 5x3", 1)
    assert (words.out, words.err) == ("", "retromaze: mine.py:10: KeyboardInterrupt (5 x 3 rooms, seed 1)\n")


@pytest.mark.usefixtures("mine")
def test_a_function_that_is_not_there_is_exit_status_2(ran: CommandLine) -> None:
    assert ran("study mine.py:dig --seeds 4", 2).err == (
        "retromaze: mine.py has no function dig; it has maker, stopped, printing\n"
    )


@pytest.mark.usefixtures("mine")
def test_ctrl_c_tells_where_a_maker_was(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt("stopped at mine.py:3 (5 x 3 rooms, seed 1)")

    monkeypatch.setattr("retromaze.commands.study.survey", interrupted)
    told = "retromaze: stopped at mine.py:3 (5 x 3 rooms, seed 1)\n"
    assert ran("study mine.py --seeds 4") == (INTERRUPTED, "", told)


PAGE = Path(__file__).resolve().parents[2] / "docs" / "study.md"
ROWS = """\
kind,width,height,seed,solution,solution_share,turns,u_turns,branches,branch_length,longest_branch,\
dead_ends,dead_end_length,river_share,river_length,longest,loops,closed,with_closed,unsolved
binary_tree,6,4,1,8,37.5,3,0,3,3.0,7,29.1667,1.5714,41.6667,2.5,15,0,0,0,0
binary_tree,6,4,2,8,37.5,3,0,3,3.3333,7,16.6667,3.5,66.6667,2.6667,15,0,0,0,0
binary_tree,6,4,3,8,37.5,3,0,5,2.8,5,25.0,2.0,50.0,1.5,12,0,0,0,0
sticks,6,4,1,8,37.5,4,0,5,2.0,3,12.5,1.3333,66.6667,2.6667,11,2,0,0,0
sticks,6,4,2,8,37.5,4,0,7,1.7143,4,29.1667,1.7143,50.0,2.0,10,1,0,0,0
sticks,6,4,3,8,39.1304,3,0,4,2.0,3,8.6957,1.0,60.8696,4.6667,10,3,1,1,0
"""


def test_rows_alone_go_to_standard_output(ran: CommandLine) -> None:
    assert ran("study binary_tree sticks --seeds 3 --rooms 6x4 --csv -") == (0, ROWS, "")


def test_rows_in_a_file_stand_beside_the_tables(ran: CommandLine) -> None:
    assert ran("study kruskal --seeds 5 --rooms 6x4 --csv k.csv", 0).out.startswith(
        "5 mazes a kind, 6 x 4 rooms: the solution\n"
    )
    rows = list(csv.DictReader(io.StringIO(Path("k.csv").read_text("utf-8"))))
    assert [(row["kind"], row["width"], row["height"], row["seed"]) for row in rows] == [
        ("kruskal", "6", "4", str(seed)) for seed in range(1, 6)
    ]
    assert list(rows[0]) == ["kind", "width", "height", "seed", *(figure.name for figure in FIGURES)]
    assert list(Path().iterdir()) == [Path("k.csv")]


def test_a_maze_without_a_solution_has_empty_cells(ran: CommandLine) -> None:
    Path("mine.py").write_text("def maker(width, height, rng): return []\n", "utf-8")
    (row,) = csv.DictReader(io.StringIO(ran("study mine.py --seeds 1 --rooms 3x2 --csv -", 0).out))
    assert (row["solution"], row["closed"], row["with_closed"], row["unsolved"]) == ("", "5", "1", "1")


def test_one_seed_is_one_row_a_kind_and_one_picture(ran: CommandLine) -> None:
    words = "study kruskal --seed 7 --rooms 6x4 --svg k.svg --picture k.png --csv -"
    header, row = ran(words, 0).out.splitlines()
    assert (header[:22], row[:14]) == ("kind,width,height,seed", "kruskal,6,4,7,")
    svg = ElementTree.fromstring(Path("k.svg").read_text("utf-8"))
    assert svg[0].text == "kruskal, 6 x 4 rooms, seed 7"
    assert Path("k.png").stat().st_size


def test_the_picture_of_the_page_is_what_its_command_draws(ran: CommandLine) -> None:
    (command,) = (line for line in PAGE.read_text("utf-8").splitlines() if line.endswith("--svg printed.svg"))
    ran(command.removeprefix("retromaze "), 0)
    assert Path("printed.svg").read_text("utf-8") == PAGE.with_name("printed.svg").read_text("utf-8")


def test_a_uniform_maker_and_one_that_is_not(ran: CommandLine) -> None:
    expected = """\
960 mazes a kind, 3 x 3 rooms: how equally the 192 trees are made
kind         trees made   no trees   commonest tree   distance   chi-squared   bias
───────────────────────────────────────────────────────────────────────────────────
wilson              192      0.0 %           x 2.60      0.189         215.2     no
sidewinder           64      0.0 %          x 12.40      0.669        3012.0    yes

Without bias a distance of 0.178 comes by chance, and a chi-squared above 257 once in 1000 times.
"""
    assert ran("study --bias wilson sidewinder --seeds 960", 0).out == expected

"""`retromaze study --csv` and `--svg`: rows and a picture, in files and on standard output."""

import csv
import io
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from retromaze.cli import main
from retromaze.study.survey import FIGURES
from tests.command_line import ran

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


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_rows_alone_go_to_standard_output(capsys: Any) -> None:
    assert main(["study", "binary_tree", "sticks", "--seeds", "3", "--size", "6x4", "--csv", "-"]) == 0
    assert capsys.readouterr().out == ROWS


def test_rows_in_a_file_stand_beside_the_tables(capsys: Any) -> None:
    assert main(["study", "kruskal", "--seeds", "5", "--size", "6x4", "--csv", "k.csv"]) == 0
    assert capsys.readouterr().out.startswith("5 mazes a kind, 6 x 4 rooms: the solution\n")
    rows = list(csv.DictReader(io.StringIO(Path("k.csv").read_text("utf-8"))))
    assert [(row["kind"], row["width"], row["height"], row["seed"]) for row in rows] == [
        ("kruskal", "6", "4", str(seed)) for seed in range(1, 6)
    ]
    assert list(rows[0]) == ["kind", "width", "height", "seed", *(figure.name for figure in FIGURES)]
    assert list(Path().iterdir()) == [Path("k.csv")]


def test_a_maze_without_a_solution_has_empty_cells(capsys: Any) -> None:
    Path("mine.py").write_text("def maker(width, height, rng): return []\n", "utf-8")
    assert main(["study", "mine.py", "--seeds", "1", "--size", "3x2", "--csv", "-"]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (row["solution"], row["closed"], row["with_closed"], row["unsolved"]) == ("", "5", "1", "1")


def test_one_seed_is_one_row_a_kind_and_one_picture(capsys: Any) -> None:
    words = ["study", "kruskal", "--seed", "7", "--size", "6x4", "--svg", "k.svg", "--csv", "-"]
    assert main(words) == 0
    header, row = capsys.readouterr().out.splitlines()
    assert (header[:22], row[:14]) == ("kind,width,height,seed", "kruskal,6,4,7,")
    svg = ElementTree.fromstring(Path("k.svg").read_text("utf-8"))
    assert svg[0].text == "kruskal, 6 x 4 rooms, seed 7"


def test_a_picture_to_print_shows_what_was_asked_for(capsys: Any) -> None:
    words = ["study", "digging", "--seed", "7", "--size", "6x4", "--overlay", "distance,solution"]
    assert main([*words, "--svg", "d.svg", "--picture", "d.png"]) == 0
    text = Path("d.svg").read_text("utf-8")
    assert "#d93025" in text and "steps from the start" in text
    assert Path("d.png").stat().st_size


def test_the_picture_of_the_page_is_what_its_command_draws(capsys: Any) -> None:
    (command,) = (line for line in PAGE.read_text("utf-8").splitlines() if line.endswith("--svg printed.svg"))
    assert main(command.split()[1:]) == 0
    assert Path("printed.svg").read_text("utf-8") == PAGE.with_name("printed.svg").read_text("utf-8")


def test_what_does_not_go_together(capsys: Any) -> None:
    refused = {
        "kruskal --svg k.svg": "--svg is for --seed: it shows single mazes",
        "--seed 1 --svg k.svg": "--svg draws one maze: name one",
        "kruskal --seed 1 --overlay river": "--overlay needs --picture or --svg to be drawn on",
        "--csv - --json": "--csv - and --json both write on standard output: one of them",
        "--bias --csv k.csv": "--bias counts many mazes of 3 x 3 rooms: --csv is not for it",
    }
    assert {options: ran(f"study {options}", capsys) for options in refused} == {
        options: (2, "", f"retromaze: {message}\n") for options, message in refused.items()
    }
    assert list(Path().iterdir()) == []


def test_files_are_named_after_what_they_are(capsys: Any) -> None:
    with pytest.raises(SystemExit):
        main(["study", "--csv", "k.txt"])
    assert "'k.txt': the rows are a CSV, name it so, or - for standard output" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["study", "--seed", "1", "--svg", "k.png"])
    assert "'k.png': the picture is an SVG, name it so" in capsys.readouterr().err

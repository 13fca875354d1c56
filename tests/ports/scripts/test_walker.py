"""The walker's script: <テキスト19> of the article of 2022-10-10, and its exercise."""

import io
from pathlib import Path

import pytest

from retromaze.ports import right_hand_walk, wall_extension_maze
from retromaze.ports.mazes import Xorshift128
from retromaze.ports.scripts.makers import wall_extension
from retromaze.ports.scripts.walker import walker

RING = '"#######"\n"#     #"\n"# ### #"\n"# # # #"\n"# ### #"\n"#     #"\n"#######"\n'


def said(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert walker(arguments) == status
    return capsys.readouterr().out


def test_without_options_it_walks_to_the_articles_targets(capsys: pytest.CaptureFixture[str]) -> None:
    """a(1,4), b(9,5) and c(15,1) in <テキスト18>."""
    assert said(capsys) == "a(1,4): 4\nb(9,5): 382\nc(15,1): 957\n"


def test_every_step_is_told_as_the_article_draws_it(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "--steps").splitlines()
    assert lines[:4] == ["1 1 <", "1 2 V", "1 3 V", "1 4 V"] and lines[956] == "15 1 A"
    maze = wall_extension_maze(37, 17, rng=Xorshift128())
    walk = right_hand_walk(maze, [y * 37 + x for x, y in [(1, 4), (9, 5), (15, 1)]])
    assert lines[:-3] == [" ".join(map(str, (*maze.place(cell), "A>V<"[heading]))) for cell, heading in walk]


def test_the_lines_of_wall_extension_are_pasted_with_a_wall_broken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exercise at the end of the article."""
    assert wall_extension([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[5] == '"| #   # #   # # # # #       #     # |"'
    lines[5] = '"| #     #   # # # # #       #     # |",'
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    assert said(capsys, "-") == "a(1,4): 4\nb(9,5): 382\nc(15,1): 961\n"


def test_a_file_that_begins_as_the_article_s_does_is_written_and_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """<テキスト19> has the maze as a list called heya."""
    assert wall_extension(["--heya"]) == 0
    text = capsys.readouterr().out
    first, *rows, last = text.splitlines()
    assert (first, rows[5], last) == ("heya = [", '"| #   # #   # # # # #       #     # |",', "]")
    path = tmp_path / "heya.py"
    path.write_text(f"# the maze\n\n{text}\n")
    assert said(capsys, str(path)) == "a(1,4): 4\nb(9,5): 382\nc(15,1): 957\n"


def test_a_walker_that_never_comes_home_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "maze.txt"
    path.write_text(RING)
    words = "a(5,1): 4\nb: goes round for ever, 16 steps each time\n"
    assert said(capsys, str(path), "--targets", "5,1/3,3", status=1) == words


def test_the_walk_can_be_watched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "maze.txt"
    path.write_text("#####\n#   #\n#####\n")
    shown = said(capsys, str(path), "--targets", "2,1/3,1", "--watch", "--rate", "1000")
    frames = shown.split("\x1b[H")
    assert frames[0] == "\x1b[2J"
    assert [frame.splitlines()[1] for frame in frames[1:]] == ["# >b#", "#  >#"]
    assert shown.endswith("#####\na(2,1): 1\nb(3,1): 2\n")


REFUSED = {
    ("#####\n# # #\n#####", "--targets=2,1"): "there is no floor at 2,1",
    ("#####\n# # #\n#####", "--targets=1,9"): "there is no floor at 1,9",
    ("#####\n### #\n#####", "--targets=3,1"): "there is no floor at 1,1",
    ("#####\n#    \n#####", "--targets=3,1"): "the frame is open at 4,1",
    ("#####\n#   #\n####", "--targets=3,1"): (
        "maze.txt: a maze needs rows of ASCII characters, all of one length"
    ),
    ("#####\n#   #\n#####", "--targets=3"): "argument --targets: places are written as 1,4/9,5, not as 3",
    **{
        ("", f"--rate={rate}"): f"argument --rate: a rate is a number above 0, not {rate}"
        for rate in ("0", "-1", "fast", "inf", "nan")
    },
}


def test_what_cannot_be_walked_is_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = {}
    for lines, option in REFUSED:
        Path("maze.txt").write_text(lines)
        with pytest.raises(SystemExit, match="2"):
            walker(["maze.txt", option])
        told[lines, option] = capsys.readouterr().err.partition("error: ")[2].rstrip("\n")
    assert told == REFUSED

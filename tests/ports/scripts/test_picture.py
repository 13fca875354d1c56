"""`python -m retromaze.ports.picture`: article 003, the idea of a solution that draws a picture."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from retromaze.ports import Rooms, is_perfect
from retromaze.ports.mazes.kruskal import HEART, SPIRAL
from retromaze.ports.scripts.makers import picture as print_picture


@pytest.mark.parametrize(("name", "rows"), [("heart", HEART), ("spiral", SPIRAL)])
def test_article_003_the_solution_draws_the_picture(
    name: str, rows: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert print_picture([name, "--solution", "--seed", "9"]) == 0
    printed = capsys.readouterr().out
    drawn = [line[2::4].replace(" ", ".").replace("*", "#") for line in printed.splitlines()[1::2]]
    assert drawn == list(rows)
    assert is_perfect(Rooms.from_text(printed))


def test_a_picture_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = "S..\n#..\n##G\n"
    (tmp_path / "mine.txt").write_text(picture)
    assert print_picture([str(tmp_path / "mine.txt"), "--seed", "2"]) == 0
    printed = capsys.readouterr().out
    assert "*" not in printed and printed.count("S") == printed.count("G") == 1
    monkeypatch.setattr(sys, "stdin", io.StringIO(picture))
    assert print_picture(["-", "--seed", "2"]) == 0
    assert capsys.readouterr().out == printed


@pytest.mark.parametrize("content", [None, "S#\n##G\n"])
def test_what_is_no_picture_is_refused(
    content: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.txt"
    if content:
        file.write_text(content)
    with pytest.raises(SystemExit):
        print_picture([str(file)])
    said = "a picture needs rows of characters, all of one length" if content else "cannot be read"
    assert said in capsys.readouterr().err

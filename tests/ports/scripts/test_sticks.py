"""The script of sticks gives what the column's two programs give: a drawing and CSV."""

import io
import re
from pathlib import Path

import pytest

from retromaze.ports import Blocks, is_perfect, sticks_maze
from retromaze.ports.scripts.makers import sticks


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert sticks(arguments) == 0
    return capsys.readouterr().out


def test_without_options_it_shows_21_columns_and_rows(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "--seed", "4")
    assert text == sticks_maze(21, seed=4).text().replace("#", "■").replace(" ", "□") + "\n"


@pytest.mark.parametrize("size", ["21", "55"])
def test_the_boxes_are_those_of_the_column(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    """13 dots wide and high, white for floor and brown for walls with a gray line."""
    text = printed(capsys, size, "--svg", "--seed", "4")
    maze, dots = sticks_maze(int(size), seed=4), 13 * int(size)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{dots}" height="{dots}" stroke="gray">'
    assert (text.splitlines()[0], text.splitlines()[-1]) == (head, "</svg>")
    boxes = re.findall(r'<rect x="(\d+)" y="(\d+)" width="13" height="13" fill="(\w+)"/>', text)
    assert [(int(x), int(y), color) for x, y, color in boxes] == [
        (13 * x, 13 * y, "brown" if maze.is_wall(x, y) else "white")
        for y in range(maze.height)
        for x in range(maze.width)
    ]


def test_csv_is_written_and_read_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "--csv", "--seed", "9")
    assert text == sticks_maze(21, seed=9).csv() + "\n"
    path = tmp_path / "maze.csv"
    for end in ("\n", "\r\n"):
        path.write_bytes(text.replace("\n", end).encode("utf-8-sig"))
        assert printed(capsys, "--csv", "--read", str(path)) == text


def test_csv_may_be_changed_by_hand_on_the_way(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1,1,1\n1,0,1\n1,1,1"))
    assert printed(capsys, "--read", "-") == "■■■\n■□■\n■■■\n"


def test_safe_sticks_close_nothing_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert is_perfect(Blocks.from_csv(printed(capsys, "9", "--safe", "--csv")))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["20"], "width must be odd and at least 5, not 20"),
        (["--read", "nowhere.csv"], "nowhere.csv cannot be read: No such file or directory"),
        (["--read", "-"], "line 2 is not 3 times 0 or 1, commas between"),
        (["--csv", "--svg"], "argument --svg: not allowed with argument --csv"),
    ],
)
def test_what_cannot_be_is_refused(
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1,1,1\n1,0\n1,1,1"))
    with pytest.raises(SystemExit) as caught:
        sticks(arguments)
    assert caught.value.code == 2
    assert capsys.readouterr().err.endswith(f"error: {message}\n")

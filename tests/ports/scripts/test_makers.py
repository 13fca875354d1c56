"""The scripts that print a maze: what the articles print, what they refuse; what all scripts share."""

import builtins
import io
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from retromaze.ports import (
    Blocks,
    Rooms,
    digging_maze,
    hexagonal_maze,
    is_perfect,
    kruskal_maze,
    sticks_maze,
)
from retromaze.ports.mazes.kruskal import HEART, SPIRAL
from retromaze.ports.scripts import run_script
from retromaze.ports.scripts.games import hexagonal_game
from retromaze.ports.scripts.makers import (
    digging,
    hexagonal,
    kruskal,
    kruskal_steps,
    picture,
    sticks,
    wall_extension,
)
from tests.ports.articles import KRUSKAL_STEPS, TEXT_18

Script = Callable[[Sequence[str]], int]
Printed = Callable[..., str]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Printed:
    """Runs a script with arguments and returns what it prints."""

    def run(script: Script, *arguments: str) -> str:
        assert script(arguments) == 0
        return capsys.readouterr().out

    return run


def test_what_cannot_be_is_refused(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("crooked.txt").write_text("S#\n##G\n")
    size = "sizes are 1 or more and up to 1000 rooms, not "
    hexagons = "hexagons need 2 columns and 1 row or more, not 1 and 3"
    refused: dict[tuple[Script, str], str] = {
        (digging, "--seed 0"): "argument --seed: a seed is a number from 1 to 2**32 - 1, not 0",
        (kruskal, "0 4"): f"{size}0 x 4",
        (kruskal, "40 40"): f"{size}40 x 40",
        (kruskal, "--walls 3-4"): "rooms 3 and 4 have no wall between them",
        (kruskal, "--walls x"): "argument --walls: walls are written as 5-6,10-14, not as x",
        (hexagonal, "1 3"): hexagons,
        (hexagonal_game, "1 3"): hexagons,
        (picture, "crooked.txt"): "a picture needs rows of characters, all of one length",
        (picture, "none.txt"): "none.txt cannot be read: [Errno 2] No such file or directory: 'none.txt'",
        (sticks, "20"): "width must be odd and at least 5, not 20",
        (sticks, "--read nowhere.csv"): "nowhere.csv cannot be read: No such file or directory",
        (sticks, "--read -"): "line 2 is not 3 times 0 or 1, commas between",
        (sticks, "--csv --svg"): "argument --svg: not allowed with argument --csv",
        (wall_extension, "--words 0,0,0,0"): (
            "argument --words: four 32-bit words, not all zero, not 0,0,0,0"
        ),
        (wall_extension, "--words 1,2,3"): "argument --words: four 32-bit words, not all zero, not 1,2,3",
        (wall_extension, "--words 1,2,3,4 --seed 1"): "give either --seed or --words",
    }
    said = {}
    for script, arguments in refused:
        monkeypatch.setattr("sys.stdin", io.StringIO("1,1,1\n1,0\n1,1,1"))
        with pytest.raises(SystemExit) as caught:
            script(arguments.split())
        assert caught.value.code == 2
        said[script, arguments] = capsys.readouterr().err.partition("error: ")[2].rstrip("\n")
    assert said == refused


Typed = Callable[..., None]
ASKED = "迷路を出力します\n幅と高さが5以上の奇数を入力\n"
AGAIN = "有効な数字を入力して下さい\n\n"


@pytest.fixture(name="typed")
def _typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Answers the prompts one after another, shown as on a terminal; an exception is raised instead."""

    def answers(*lines: str | BaseException) -> None:
        waiting = list(lines)

        def ask(prompt: str) -> str:
            line = waiting.pop(0) if waiting else EOFError()
            if isinstance(line, BaseException):
                print(prompt, end="")
                raise line
            print(prompt + line)
            return line

        monkeypatch.setattr(builtins, "input", ask)

    return answers


def dug(width: int, height: int, seed: int) -> str:
    return digging_maze(width, height, seed=seed).text(2) + "\n"


@pytest.mark.parametrize("size", [9, 21, 5, 101])
def test_article_001_two_good_numbers_give_the_maze(
    size: int, typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(str(size), str(size))
    assert digging(["--seed", "3"]) == 0
    assert capsys.readouterr().out == f"{ASKED}Width = {size}\nHeight = {size}\n{dug(size, size, 3)}"


def test_article_001_it_asks_until_the_numbers_are_good(
    typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("nine", "9", "", "8", "7", "7", "3", "11", "7")
    assert digging(["--seed", "5"]) == 0
    assert capsys.readouterr().out == (
        f"{ASKED}Width = nine\n{AGAIN}"
        f"{ASKED}Width = 9\nHeight = \n{AGAIN}"
        f"{ASKED}Width = 8\nHeight = 7\n"
        f"{ASKED}Width = 7\nHeight = 3\n"
        f"{ASKED}Width = 11\nHeight = 7\n" + dug(11, 7, 5)
    )


@pytest.mark.parametrize(("end", "status"), [(EOFError(), 0), (KeyboardInterrupt(), 130)])
def test_the_end_of_the_input_and_ctrl_c_end_it_quietly(
    end: BaseException, status: int, typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("9", end)
    assert digging([]) == status
    assert capsys.readouterr().out == f"{ASKED}Width = 9\nHeight = \n"


def test_the_ports_module_runs_it() -> None:
    made = subprocess.run(
        [sys.executable, "-m", "retromaze.ports.digging", "--seed", "4"],
        input="7\n5\n", capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout == f"{ASKED}Width = Height = {dug(7, 5, 4)}"


def test_article_003_its_boards_wall_by_wall(printed: Printed) -> None:
    assert printed(kruskal, "--steps", "--walls", "5-6,10-14,5-9,9-10,6-10") == KRUSKAL_STEPS + "\n"
    assert printed(kruskal_steps, "--walls", "6-5,10-14,5-9,9-10,6-10") == KRUSKAL_STEPS + "\n"


def test_without_steps_it_prints_the_maze_of_the_seed(printed: Printed) -> None:
    maze = kruskal_maze(7, 5, seed=6)
    assert printed(kruskal, "7", "5", "--seed", "6") == maze.text({maze.start: "S", maze.goal: "G"}) + "\n"


def test_the_last_step_is_the_maze(printed: Printed) -> None:
    steps = printed(kruskal, "5", "3", "--steps", "--seed", "6")
    assert steps.endswith(kruskal_maze(5, 3, seed=6).numbered() + "\n")
    assert steps.count("実際に") == 14 and steps.count("\n\n") == 22


def test_the_sketch_is_printed(printed: Printed) -> None:
    maze = hexagonal_maze(10, 5, seed=2)
    assert printed(hexagonal, "--seed", "2") == maze.text({0: "S", maze.goal: "G"}) + "\n"


@pytest.mark.parametrize(("name", "rows"), [("heart", HEART), ("spiral", SPIRAL)])
def test_article_003_the_solution_draws_the_picture(
    name: str, rows: tuple[str, ...], printed: Printed
) -> None:
    text = printed(picture, name, "--solution", "--seed", "9")
    drawn = [line[2::4].replace(" ", ".").replace("*", "#") for line in text.splitlines()[1::2]]
    assert drawn == list(rows)
    assert is_perfect(Rooms.from_text(text))


def test_a_picture_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, printed: Printed) -> None:
    rows = "S..\n#..\n##G\n"
    (tmp_path / "mine.txt").write_text(rows)
    text = printed(picture, str(tmp_path / "mine.txt"), "--seed", "2")
    assert "*" not in text and text.count("S") == text.count("G") == 1
    monkeypatch.setattr(sys, "stdin", io.StringIO(rows))
    assert printed(picture, "-", "--seed", "2") == text


def test_without_options_it_shows_21_columns_and_rows(printed: Printed) -> None:
    text = printed(sticks, "--seed", "4")
    assert text == sticks_maze(21, seed=4).text().replace("#", "■").replace(" ", "□") + "\n"


@pytest.mark.parametrize("size", ["21", "55"])
def test_the_boxes_are_those_of_the_column(size: str, printed: Printed) -> None:
    """13 dots wide and high, white for floor and brown for walls with a gray line."""
    text = printed(sticks, size, "--svg", "--seed", "4")
    maze, dots = sticks_maze(int(size), seed=4), 13 * int(size)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{dots}" height="{dots}" stroke="gray">'
    assert (text.splitlines()[0], text.splitlines()[-1]) == (head, "</svg>")
    boxes = re.findall(r'<rect x="(\d+)" y="(\d+)" width="13" height="13" fill="(\w+)"/>', text)
    assert [(int(x), int(y), color) for x, y, color in boxes] == [
        (13 * x, 13 * y, "brown" if maze.is_wall(x, y) else "white")
        for y in range(maze.height)
        for x in range(maze.width)
    ]


def test_csv_is_written_and_read_back(tmp_path: Path, printed: Printed) -> None:
    text = printed(sticks, "--csv", "--seed", "9")
    assert text == sticks_maze(21, seed=9).csv() + "\n"
    path = tmp_path / "maze.csv"
    for end in ("\n", "\r\n"):
        path.write_bytes(text.replace("\n", end).encode("utf-8-sig"))
        assert printed(sticks, "--csv", "--read", str(path)) == text


def test_csv_may_be_changed_by_hand_on_the_way(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1,1,1\n1,0,1\n1,1,1"))
    assert printed(sticks, "--read", "-") == "■■■\n■□■\n■■■\n"


def test_safe_sticks_close_nothing_in(printed: Printed) -> None:
    assert is_perfect(Blocks.from_csv(printed(sticks, "9", "--safe", "--csv")))


def test_without_options_it_prints_text_18(printed: Printed) -> None:
    assert printed(wall_extension) == TEXT_18
    assert printed(wall_extension, "38", "18") == TEXT_18


@pytest.mark.parametrize("size", [("4", "9"), ("9", "4"), ("0", "-1")])
def test_of_a_size_too_small_the_articles_function_has_no_rows(
    printed: Printed, size: tuple[str, str]
) -> None:
    assert printed(wall_extension, *size) == ""


def test_every_step_shows_x_y_d_and_the_maze_before_it(printed: Printed) -> None:
    """The print that the article has switched off, between its labels 05 and 06."""
    lines = printed(wall_extension, "--steps").splitlines()
    steps = [lines[top : top + 18] for top in range(0, len(lines) - 17, 18)]
    assert len(steps) == 119 and lines[-17:] == TEXT_18.splitlines()
    assert [numbers for numbers, *_ in steps[:4]] == ["6 0 4", "6 2 14", "6 4 14", "6 6 14"]
    room = ['"+' + "-" * 35 + '+"', *['"|' + " " * 35 + '|"'] * 15, '"+' + "-" * 35 + '+"']
    assert steps[0][1:] == room
    assert [steps[1][1 + y][1 + 6] for y in range(5)] == ["-", "#", "#", " ", " "]


def test_method_b_begins_on_any_floor(printed: Printed) -> None:
    """It is only named in the article."""
    text = printed(wall_extension, "--floor", "--seed", "7")
    assert is_perfect(Blocks.from_text(text)) and text != printed(wall_extension, "--seed", "7")
    x, y, _ = map(int, printed(wall_extension, "--floor", "--steps").split(maxsplit=3)[:3])
    assert (x % 2, y % 2) == (0, 0) and 0 < x < 36 and 0 < y < 16


def test_other_words_make_another_maze(printed: Printed) -> None:
    """The article's second footnote."""
    article = "123456789,123456761,123456757,123456731"
    assert (
        printed(wall_extension, "--words", article)
        == TEXT_18
        != printed(wall_extension, "--words", "1,0,0,0")
    )


def test_a_port_without_a_script_says_where_it_is_seen() -> None:
    with pytest.raises(SystemExit) as caught:
        run_script("/anywhere/backtracker.py")
    assert caught.value.code == (
        "backtracker draws on the console's screen: retromaze run backtracker shows it,"
        " retromaze studio backtracker the listing and this port beside it"
    )


def test_it_does_not_end_in_silence() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "retromaze.ports.binary_tree"], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("binary_tree draws on the console's screen: ")


def test_a_reader_that_has_had_enough_hears_no_traceback() -> None:
    command = [sys.executable, "-m", "retromaze.ports.walker", "--steps"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None and run.stderr is not None
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 0

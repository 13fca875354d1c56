"""`--set` and `--sizes` of all commands: what they change, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from retromaze.benchmarks.timing import Timing
from retromaze.catalogue import CATALOGUE
from retromaze.cli import main
from retromaze.comparison.pairs import Pair
from retromaze.comparison.program import Port
from retromaze.language.prologue import Value
from tests.command_line import ran

LISTING = 'M_W=3:NAME$="x"\nPRINT NAME$;M_W\nDEF A\nEND\n'


@pytest.fixture
def listing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A listing of one's own in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("m.bas").write_text(LISTING, encoding="utf-8")
    return "m.bas"


def test_a_run_has_other_numbers(listing: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["run", listing, "--headless", "--seed", "1"]
    assert main([*words, "--set", "m_w=&H10", "--set", "NAME$=width "]) == 0
    assert main([*words, "--set", 'NAME$="-"']) == 0
    assert capsys.readouterr() == ("width 16\n-3\n", "")
    assert Path(listing).read_text(encoding="utf-8") == LISTING


def test_a_program_of_ours_has_other_sizes(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = ["--set", "width=3", "--set", "M_H=1"]
    assert main(["run", "kruskal", "--headless", "--seed", "1", *sizes]) == 0
    assert capsys.readouterr().out == "+---+---+---+\n| S       G |\n+---+---+---+\n"


REFUSED = {
    "run m.bas --set Q=1": "m.bas sets no Q to a constant at its top; it sets M_W, NAME$",
    "run m.bas --set M_W=wide": "M_W is a number, not 'wide'",
    "trace m.bas --set NAME$=1": "NAME$ is a text, not 1",
    "show m.bas --compiled --set A=1": "m.bas sets no A to a constant at its top; it sets M_W, NAME$",
    "run digging_dialog --set depth=3": (
        "digging_dialog has no size called depth; it has width, height, print_width"
    ),
    "show digging_dialog --set width=49": "width*print_width must be at most 50, not 98",
    "bench sticks --set size=6": "size must be odd, not 6",
    "check sticks --set size=1.5": "size must be a whole number, not 1.5",
    "check sticks kruskal --set size=5": "kruskal has no size called size; it has width, height",
    "check sticks --sizes size=5,6": "size must be odd, not 6",
    "check sticks --sizes size=80..90": "size must be from 5 to 79, not 90",
    "study sticks_csv --set csv=1": "csv of sticks_csv changes nothing in the size of its maze",
    "study digging --set width=9": "digging asks for its height: give it as well",
    "study kruskal --set width=1": "mazes of 1 x 14 rooms cannot be studied, 2 x 2 can",
    "study --set width=9": "--set is for one program, and without --size",
    "study kruskal --size 3x3 --set width=9": "--set is for one program, and without --size",
}
WRONG_USAGE = {
    "--set width": "argument --set: 'width' is not NAME=VALUE",
    "--set =3": "argument --set: '=3' is not NAME=VALUE",
    "--set width=3 --set width=4": "width is given twice by --set",
    "--sizes width=5..3": "argument --sizes: '5..3' is no range such as 5..49",
    "--sizes width=a..b": "argument --sizes: 'a..b' is no range such as 5..49",
}


def test_what_cannot_be_set_is_refused(listing: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert {command: ran(command, capsys) for command in REFUSED} == {
        command: (2, "", f"retromaze: {message}\n") for command, message in REFUSED.items()
    }


def test_wrong_usage_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    found = {options: ran(f"check kruskal {options}", capsys) for options in WRONG_USAGE}
    assert {options: (status, err.splitlines()[-1]) for options, (status, _, err) in found.items()} == {
        options: (2, f"retromaze check: error: {message}") for options, message in WRONG_USAGE.items()
    }


def checked(words: list[str], capsys: pytest.CaptureFixture[str]) -> list[dict[str, int]]:
    """The sizes that a check of one pair with one seed has tried; all were equal."""
    assert main(["check", *words, "--seeds", "1", "--jobs", "1", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["verdict"], row["runs"]) == ("equal", len(row["sizes"]))
    sizes: list[dict[str, int]] = row["sizes"]
    return sizes


def test_a_check_tries_one_size_or_several(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = checked(["kruskal", "--set", "width=2", "--sizes", "M_H=3"], capsys)
    assert one == [{"width": 2, "height": 3}]
    monkeypatch.chdir(tmp_path)
    Path("area.bas").write_text("M_W=3:M_H=2\nPRINT M_W*M_H\n")
    Path("area.py").write_text(
        "def main(machine, *, m_w=3, m_h=2):\n    machine.console.print(str(m_w * m_h))\n"
    )
    several = checked(["area.bas", "--sizes", "M_W=1,3..4", "--sizes", "m_h=2,1"], capsys)
    assert several == [{"M_W": w, "m_h": h} for w in (1, 3, 4) for h in (2, 1)]


def test_a_check_of_chosen_numbers_plays_no_scenes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "binary_tree", "--set", "width=3", "--seeds", "1", "--jobs", "1", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["sizes"], row["runs"], row["scenes"]) == ([{"width": 3, "height": 39}], 1, 0)


def test_of_a_range_what_cannot_be_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = checked(
        ["digging_dialog", "--set", "height=5", "--sizes", "width=1..7", "--sizes", "print_width=9,1"], capsys
    )
    assert [(each["width"], each["print_width"]) for each in sizes] == [(5, 9), (5, 1), (7, 1)]


def test_a_page_shows_the_numbers_on_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "kruskal", "--set", "width=7", "--width", "200"]) == 0
    (row,) = (line for line in capsys.readouterr().out.splitlines() if "def main" in line)
    assert row.split("─")[0].split() == [
        "5",
        "M_W=7:M_H=14",
        "'部屋の数",
        "rooms:",
        "to",
        "12",
        "and",
        "14",
    ]
    assert "def main(machine: Machine, *, width: int = 7, height: int = 14)" in row


def test_the_compiled_page_and_the_trace_have_the_numbers(
    listing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", listing, "--compiled", "--set", "M_W=77"]) == 0
    assert "1 M_W=77:NAME$" in capsys.readouterr().out
    assert main(["trace", listing, "--seed", "1", "--set", "M_W=77"]) == 0
    assert "    1 M_W=77:NAME$" in capsys.readouterr().out


def test_a_bench_times_the_sizes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    timed: list[dict[str, Value]] = []

    def time_pair(pair: Pair, rounds: int) -> Timing:
        assert isinstance(pair.port, Port) and "N=5" in pair.text
        timed.append(dict(pair.port.keywords))
        return Timing(pair.name, 1.0, 1.0, 1)

    monkeypatch.setattr("retromaze.benchmarks.timing.time_pair", time_pair)
    assert main(["bench", "kruskal", "sticks_csv", "--set", "goal=0"]) == 2
    assert main(["bench", "sticks_csv", "--set", "goal=0", "--set", "n=5"]) == 0
    assert timed == [{"goal": 0, "size": 5}]


def test_a_study_measures_the_rooms_of_the_sizes(capsys: pytest.CaptureFixture[str]) -> None:
    rooms = {
        "kruskal --set width=5": [5, 14],
        "digging --set width=9 --set height=21": [4, 10],
        "sticks --set size=11": [5, 5],
        "walker_by_hand --set width=10 --set height=9": [4, 4],
        "hexagonal --set columns=3 --set rows=2": [3, 2],
    }
    found = {each: json.loads(ran(f"study {each} --seeds 1 --json", capsys)[1])["size"] for each in rooms}
    assert found == rooms


def test_every_size_of_the_list_can_be_set_by_name_and_by_variable() -> None:
    for entry in CATALOGUE.values():
        for name, size in entry.sizes.items():
            assert entry.sizes_of({name: size.minimum}) == entry.sizes_of(
                {size.variable.lower(): size.minimum}
            )


# ---- pairs of one's own

PAIR = 'M_W=3:T$="x"\nPRINT T$;M_W\n'
PORT = """VARIABLES = {"width": "M_W"}


def main(machine, *, width=3, t="x"):
    machine.console.print(f"{t}{width}")
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pair in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("own.bas").write_text(PAIR, encoding="utf-8")
    Path("own.py").write_text(PORT, encoding="utf-8")


@pytest.mark.usefixtures("own")
def test_a_check_gives_the_numbers_to_both_programs(capsys: pytest.CaptureFixture[str]) -> None:
    for jobs in (1, 2):
        command = f"check own.bas --set 'T$=wide ' --sizes width=1..3 --seeds 1 --jobs {jobs} --json"
        status, out, _ = ran(command, capsys)
        (row,) = json.loads(out)
        assert (status, row["verdict"], row["runs"]) == (0, "equal", 3)
        assert row["sizes"] == [{"T$": "wide ", "width": width} for width in (1, 2, 3)]


@pytest.mark.usefixtures("own")
def test_a_port_that_does_not_heed_a_number_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    Path("own.py").write_text(PORT.replace("{width}", "3"), encoding="utf-8")
    assert main(["check", "own.bas", "--seeds", "1"]) == 0
    assert main(["check", "own.bas", "--seeds", "1", "--set", "M_W=4"]) == 1
    assert "own: seed 1, M_W=4 (1 of 1 runs differ)" in capsys.readouterr().err


@pytest.mark.usefixtures("own")
def test_a_page_of_a_pair_shows_the_numbers_on_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "own.bas", "--set", "M_W=44", "--set", "t=y"]) == 0
    page = capsys.readouterr().out
    assert 'M_W=44:T$="y"' in page
    assert "def main(machine, *, width=44, t='y'):" in page


@pytest.mark.usefixtures("own")
def test_a_trace_runs_both_programs_with_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    Path("own.py").write_text(PORT.replace("width}", "[1] * width}"), encoding="utf-8")
    assert main(["trace", "own.bas", "own.py", "--seed", "1", "--set", "width=44"]) == 0
    page = capsys.readouterr().out
    assert 'M_W=44:T$="x"' in page
    assert "def main(machine, *, width=44, t=" in page


@pytest.mark.usefixtures("own")
def test_a_bench_times_a_pair_with_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    Path("own.py").write_text(PORT + "    assert width == 9\n", encoding="utf-8")
    assert main(["bench", "own.bas", "--runs", "1", "--set", "M_W=9"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split()[0] == "own"
    assert main(["bench", "own.bas", "--runs", "1"]) == 1


@pytest.mark.usefixtures("own")
def test_what_a_pair_cannot_be_given_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    refused = {
        (PORT, "Q=1"): "own.bas sets no Q to a constant at its top; it sets M_W, T$",
        (PORT, "width=wide"): "M_W is a number, not 'wide'",
        (PORT.replace(', t="x"', "").replace("{t}", "x"), "T$=y"): (
            "the port of own.bas has no keyword for T$; it has width for M_W"
        ),
        ("1/0\n", "M_W=4"): "the port of own.bas tells no keywords: ZeroDivisionError: division by zero",
    }
    for (port, number), message in refused.items():
        Path("own.py").write_text(port, encoding="utf-8")
        for command in ("check", "show", "bench", "trace"):
            words = f"{command} own.bas own.py --set {number}"
            assert (words, *ran(words, capsys)) == (words, 2, "", f"retromaze: {message}\n")

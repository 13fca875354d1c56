"""Values of options, and what --set does."""

import argparse
import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from retromaze.cli import main
from retromaze.commands import options
from retromaze.comparison.pairs import Pair
from retromaze.comparison.runnable_programs import Port
from retromaze.display.argument_parser import NamingParser
from retromaze.display.pacer import (
    CONSOLE_PACE,
    DRAWS,
    FULL_SPEED,
    STATEMENTS,
    speed_in_draws,
    speed_in_frames,
    speed_in_statements,
)
from retromaze.language.prologue import Value
from retromaze.timing import Timing
from tests.command_line import CommandLine


def test_good_values_are_read(tmp_path: Path) -> None:
    assert options.seed("0") == 0
    assert options.seed("4294967295") == 4294967295
    assert options.whole_number("12") == 12
    assert options.seed_count("100000") == 100000
    assert [options.speed(text) for text in ("console", "max", "2", "0.25")] == [
        CONSOLE_PACE,
        FULL_SPEED,
        speed_in_frames(2),
        speed_in_frames(0.25),
    ]
    assert [options.window_speed(text) for text in ("draws", "max", "statements")] == [
        DRAWS,
        FULL_SPEED,
        STATEMENTS,
    ]
    assert [options.window_speed(text) for text in ("30/s", "draws:4", "statements:0.5", "2")] == [
        speed_in_frames(0.5),
        speed_in_draws(4),
        speed_in_statements(0.5),
        speed_in_frames(2),
    ]
    assert options.new_png(f"{tmp_path}/maze.PNG") == tmp_path / "maze.PNG"
    assert options.new_folder(str(tmp_path)) == tmp_path
    assert options.new_folder(f"{tmp_path}/a/b") == tmp_path / "a/b"
    assert options.new_file_or_folder(f"{tmp_path}/maze") == tmp_path / "maze"
    assert options.new_file_or_folder(str(tmp_path)) == tmp_path
    assert options.existing_folder(str(tmp_path)) == tmp_path
    for place in (f"{tmp_path}/maze.HTM", f"{tmp_path}/site/", f"{tmp_path}"):
        assert options.new_page_or_folder(place) == place
    assert list(tmp_path.iterdir()) == []


def refusal(read: Callable[[str], object], text: str) -> str:
    """Why an option refuses a value."""
    parser = NamingParser(exit_on_error=False)
    parser.add_argument("value", type=read)
    with pytest.raises(argparse.ArgumentError) as caught:
        parser.parse_args(["--", text])
    return caught.value.message


REFUSED: dict[tuple[Callable[[str], object], str], str] = {
    (options.seed, "4294967296"): "4294967296 is above 4294967295",
    (options.seed_count, "100001"): "100001: at most 100000 seeds are tried at once",
    (options.whole_number, "1.5"): "'1.5' is no whole number from 0 on",
    (options.minutes, "-0.1"): "'-0.1' is no number of minutes from 0 on",
    (options.minutes, "inf"): "'inf' is no number of minutes from 0 on",
    (options.speed, "0"): "'0' is neither console nor max nor a number above 0",
    (options.speed, "inf"): "'inf' is neither console nor max nor a number above 0",
    (options.speed, "nan"): "'nan' is neither console nor max nor a number above 0",
    (options.speed, "fast"): "'fast' is neither console nor max nor a number above 0",
    (options.speed, "draws"): "'draws' is neither console nor max nor a number above 0",
    (options.window_speed, "0/s"): "'0/s' says nothing above 0 a second",
    (options.window_speed, "draws:x"): "'draws:x' says nothing above 0 a second",
    (options.new_png, "missing/maze.png"): "'missing/maze.png' is no place for a file",
    (options.new_png, "p" * 300 + ".png"): f"'{'p' * 300}.png' cannot be written: File name too long",
    (options.new_file, "missing/maze"): "'missing/maze' is no place for a file",
    (options.new_file, "/dev/null/maze"): "'/dev/null/maze' is no place for a file",
    (options.new_page_or_folder, f"{__file__}/"): f"'{__file__}/' is no place for a folder",
    (options.new_folder, f"{__file__}/maze"): f"'{__file__}/maze' is no place for a folder",
    (options.existing_folder, "missing"): "there is no folder 'missing'",
}


def test_minutes_may_be_parts_of_one() -> None:
    assert [options.minutes(each) for each in ("0", "0.3", "5")] == [0, 0.3, 5]


def test_bad_values_say_what_is_wrong() -> None:
    assert {(read, text): refusal(read, text) for read, text in REFUSED} == REFUSED


@pytest.fixture
def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder into which nothing can be written, not even by a user who may do anything."""
    folder = tmp_path / "locked"
    folder.mkdir()
    open_as_ever = Path.open

    def refuse(path: Path, mode: str = "r", *rest: Any) -> object:
        if path.parent == folder and mode != "r":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return open_as_ever(path, mode, *rest)

    monkeypatch.setattr(Path, "open", refuse)
    return folder


def test_a_place_that_cannot_be_written_is_refused(locked: Path) -> None:
    for read, inside in (
        (options.new_png, "maze.png"),
        (options.new_file, "maze"),
        (options.new_folder, ""),
        (options.new_folder, "a/b"),
        (options.new_file_or_folder, ""),
        (options.new_file_or_folder, "maze"),
    ):
        text = str(locked / inside)
        assert refusal(read, text) == f"{text!r} cannot be written: Permission denied", read


def test_a_device_is_a_place_for_a_file_unless_it_may_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)
    assert options.new_png(str(pipe)) == pipe
    monkeypatch.setattr("os.access", lambda *_: False)
    assert refusal(options.new_png, str(pipe)) == f"'{pipe}' cannot be written: Permission denied"


def test_a_link_is_a_place_where_it_leads(tmp_path: Path) -> None:
    (tmp_path / "maze.png").symlink_to("missing/maze.png")
    path = f"{tmp_path}/maze.png"
    assert refusal(options.new_png, path) == f"'{path}' cannot be written: No such file or directory"


LISTING = 'M_W=3:NAME$="x"\nPRINT NAME$;M_W\nDEF A\nEND\n'


@pytest.fixture
def listing(here: Path) -> str:
    """A listing of one's own in the current folder."""
    Path("m.bas").write_text(LISTING, encoding="utf-8")
    return "m.bas"


def test_a_run_has_other_numbers(listing: str, ran: CommandLine) -> None:
    words = ["run", listing, "--headless", "--seed", "1"]
    assert ran([*words, "--set", "m_w=&H10", "--set", "NAME$=width "]) == (0, "width 16\n", "")
    assert ran([*words, "--set", 'NAME$="-"']) == (0, "-3\n", "")
    assert Path(listing).read_text(encoding="utf-8") == LISTING


def test_a_program_of_ours_has_other_sizes(ran: CommandLine) -> None:
    shown = "+---+---+---+\n| S       G |\n+---+---+---+\n"
    assert ran("run kruskal --headless --seed 1 --set width=3 --set M_H=1", 0).out == shown


def checked(words: str, ran: CommandLine) -> list[dict[str, int]]:
    """The sizes that a check of one pair with one seed has tried; all were equal."""
    (row,) = json.loads(ran(f"check {words} --seeds 1 --jobs 1 --json", 0).out)
    assert (row["verdict"], row["runs"]) == ("equal", len(row["sizes"]))
    sizes: list[dict[str, int]] = row["sizes"]
    return sizes


@pytest.mark.slow
def test_a_check_tries_one_size_or_several(here: Path, ran: CommandLine) -> None:
    one = checked("kruskal --set width=2 --set M_H=3", ran)
    assert one == [{"width": 2, "height": 3}]
    Path("area.bas").write_text("M_W=3:M_H=2\nPRINT M_W*M_H\n")
    Path("area.py").write_text(
        "def main(machine, *, m_w=3, m_h=2):\n    machine.console.print(str(m_w * m_h))\n"
    )
    several = checked("area.bas --set M_W=1,3..4 --set m_h=2,1", ran)
    assert several == [{"M_W": w, "m_h": h} for w in (1, 3, 4) for h in (2, 1)]


@pytest.mark.slow
def test_a_check_of_chosen_numbers_plays_no_scenes(ran: CommandLine) -> None:
    (row,) = json.loads(ran("check binary_tree --set width=3 --seeds 1 --jobs 1 --json", 0).out)
    assert (row["sizes"], row["runs"], row["scenes"]) == ([{"width": 3, "height": 39}], 1, 0)


@pytest.mark.slow
def test_of_a_range_what_cannot_be_is_left_out(ran: CommandLine) -> None:
    sizes = checked("digging_dialog --set height=5 --set width=1..7 --set print_width=9,1", ran)
    assert [(each["width"], each["print_width"]) for each in sizes] == [(5, 9), (5, 1), (7, 1)]


def test_the_compiled_page_and_the_trace_have_the_numbers(listing: str, ran: CommandLine) -> None:
    assert "1 M_W=77:NAME$" in ran(["show", listing, "--compiled", "--set", "M_W=77"], 0).out
    assert "    1 M_W=77:NAME$" in ran(["trace", listing, "--seed", "1", "--set", "M_W=77"], 0).out


def test_a_bench_times_the_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    timed: list[dict[str, Value]] = []

    def time_pair(pair: Pair, rounds: int) -> Timing:
        assert isinstance(pair.port, Port) and "N=5" in pair.text
        timed.append(dict(pair.port.keywords))
        return Timing(pair.name, 1.0, 1.0, 1)

    monkeypatch.setattr("retromaze.timing.time_pair", time_pair)
    assert main(["bench", "kruskal", "sticks_csv", "--set", "goal=0"]) == 2
    assert main(["bench", "sticks_csv", "--set", "goal=0", "--set", "n=5"]) == 0
    assert timed == [{"goal": 0, "size": 5}]


def test_a_study_measures_the_rooms_of_the_sizes(ran: CommandLine) -> None:
    rooms = {
        "kruskal --set width=5": [5, 14],
        "digging --set width=9 --set height=21": [4, 10],
        "sticks --set size=11": [5, 5],
        "walker_by_hand --set width=10 --set height=9": [4, 4],
        "hexagonal --set columns=3 --set rows=2": [3, 2],
    }
    found = {each: json.loads(ran(f"study {each} --seeds 1 --json")[1])["size"] for each in rooms}
    assert found == rooms


# ---- pairs of one's own

PAIR = 'M_W=3:T$="x"\nPRINT T$;M_W\n'
PORT = """VARIABLES = {"width": "M_W"}


def main(machine, *, width=3, t="x"):
    machine.console.print(f"{t}{width}")
"""


@pytest.fixture
def own(here: Path) -> None:
    """A pair in the current folder."""
    Path("own.bas").write_text(PAIR, encoding="utf-8")
    Path("own.py").write_text(PORT, encoding="utf-8")


@pytest.mark.usefixtures("own")
def test_a_check_gives_the_numbers_to_both_programs(ran: CommandLine) -> None:
    for jobs in (1, 2):
        command = f"check own.bas --set 'T$=wide ' --set width=1..3 --seeds 1 --jobs {jobs} --json"
        status, out, _ = ran(command)
        (row,) = json.loads(out)
        assert (status, row["verdict"], row["runs"]) == (0, "equal", 3)
        assert row["sizes"] == [{"T$": "wide ", "width": width} for width in (1, 2, 3)]


@pytest.mark.usefixtures("own")
def test_a_port_that_does_not_heed_a_number_is_found(ran: CommandLine) -> None:
    Path("own.py").write_text(PORT.replace("{width}", "3"), encoding="utf-8")
    assert main(["check", "own.bas", "--seeds", "1"]) == 0
    assert "own: seed 1, M_W=4 (1 of 1 runs differ)" in ran("check own.bas --seeds 1 --set M_W=4", 1).err


@pytest.mark.usefixtures("own")
def test_a_page_of_a_pair_shows_the_numbers_on_both_sides(ran: CommandLine) -> None:
    page = ran("show own.bas --set M_W=44 --set t=y", 0).out
    assert 'M_W=44:T$="y"' in page
    assert "def main(machine, *, width=44, t='y'):" in page


@pytest.mark.usefixtures("own")
def test_a_trace_runs_both_programs_with_the_numbers(ran: CommandLine) -> None:
    Path("own.py").write_text(PORT.replace("width}", "[1] * width}"), encoding="utf-8")
    page = ran("trace own.bas own.py --seed 1 --set width=44", 0).out
    assert 'M_W=44:T$="x"' in page
    assert "def main(machine, *, width=44, t=" in page


@pytest.mark.usefixtures("own")
def test_a_bench_times_a_pair_with_the_numbers(ran: CommandLine) -> None:
    Path("own.py").write_text(PORT + "    assert width == 9\n", encoding="utf-8")
    assert ran("bench own.bas --runs 1 --set M_W=9", 0).out.splitlines()[-1].split()[0] == "own"
    assert main(["bench", "own.bas", "--runs", "1"]) == 1

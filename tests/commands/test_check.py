"""`retromaze check`."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from subprocess import PIPE

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.comparison.pairs import Comparison
from retromaze.comparison.random_games import Explorer
from retromaze.machine.machine import Machine
from retromaze.system import ON_WINDOWS
from tests.command_line import CommandLine, replace_catalogue

REFUSAL, PORT_REFUSAL = [6], [15, 16]
"""The lines of kruskal that refuse sizes."""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    """A catalogue of two small pairs, in an empty folder; their lessons take longer, and are not read."""
    monkeypatch.setattr("retromaze.commands.check.lessons_beside", lambda path: [])
    tiny = ({"width": 2, "height": 2}, {"width": 3, "height": 2})
    entries = {
        name: replace(CATALOGUE[name], size_sets=tiny, scenes=()) for name in ("kruskal", "binary_tree")
    }
    replace_catalogue(entries, monkeypatch)


@pytest.fixture
def wrong(small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The port of kruskal draws another line."""

    def port(machine: Machine, **sizes: int) -> None:
        machine.reset()
        machine.screen.line(0, 0, 9, 9)

    monkeypatch.setattr("retromaze.ports.kruskal.main", port)


@pytest.mark.slow
def test_all_pairs_are_checked_and_listed(small: None, ran: CommandLine) -> None:
    _, out, err = ran("check --jobs 1", 0)
    assert [line.split() for line in out.splitlines()] == [
        ["pair", "seeds", "sizes", "events", "frames", "lines", "run", "verdict"],
        [out.splitlines()[1].strip()],
        ["kruskal", "3", "2", "174", "33", "listing", "97", "%,", "port", "91", "%", "equal"],
        ["binary_tree", "3", "2", "60", "12", "listing", "88", "%,", "port", "87", "%", "equal"],
    ]
    # refusals, and one of two walls
    assert [line.split(" of ")[0] for line in err.splitlines()] == [
        "kruskal: no check runs all",
        "kruskal: no check runs lines 15-16",
        "binary_tree: no check runs line 21",
        "binary_tree: no check runs all",
        "binary_tree: no check runs lines 15-16",
    ]
    assert list(Path().iterdir()) == []


def test_json_for_machines(small: None, ran: CommandLine) -> None:
    (row,) = json.loads(ran("check kruskal kruskal --seeds 2 --jobs 1 --json", 0).out)
    assert row.pop("seconds") >= 0 and row.pop("events") and row.pop("frames")
    coverage = row.pop("coverage")
    assert [words.rpartition("/")[2] for words in row.pop("remarks")] == ["kruskal.bas", "kruskal.py"]
    assert row == {
        "pair": "kruskal",
        "compared": "calls",
        "seeds": [1, 2],
        "sizes": [{"width": width, "height": 2} for width in (2, 3)],
        "runs": 4,
        "games": 0,
        "game": "",
        "scenes": 0,
        "verdict": "equal",
        "cut_at": None,
        "stopped": {},
        "strayed": {},
        "endings": ["ended"],
        "unequal": 0,
        "unseen": {},
        "unfinished": 0,
        "lost": [],
        "difference": None,
    }
    listing, port = coverage["listing"], coverage["port"]
    assert (listing["lines"], listing["run"], listing["missed"], listing["outcomes"]) == (35, 34, REFUSAL, 18)
    assert (port["lines"], port["run"], port["missed"]) == (24, 22, PORT_REFUSAL)


def test_lines_that_no_check_runs_are_named(
    small: None, monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    entries = {"kruskal": replace(CATALOGUE["kruskal"], size_sets=({"width": 1, "height": 1},), scenes=())}
    replace_catalogue(entries, monkeypatch)
    _, out, err = ran("check --jobs 1 --lines 45", 0)
    assert out.splitlines()[2].split()[5:] == ["listing", "45", "%,", "port", "62", "%", "equal"]
    assert [line.split(" of ")[0] for line in err.splitlines()] == [
        "kruskal: no check runs lines 19, 25, 30-33, 35, 37, 42-44, 48-53",
        "kruskal: no check runs all",
        "kruskal: no check runs lines 15-16, 29-33, 35-36",
    ]
    assert err.splitlines()[0].endswith("kruskal.bas")
    assert "no check runs all of lines 6, 22 of " in err.splitlines()[1]
    assert err.splitlines()[2].endswith("kruskal.py")


def test_a_difference_is_told_pictured_and_counted(wrong: None, ran: CommandLine) -> None:
    _, out, err = ran("check kruskal --jobs 1 --output found", 1)
    assert "kruskal" in out
    assert out.rstrip().endswith("DIFFERENT (6 of 6 runs)")
    missed, of_port, *lines = err.splitlines()
    assert missed.startswith("kruskal: no check runs all of line 6 of ")
    assert of_port.startswith("kruskal: no check runs lines 14-")
    assert lines[1] == "kruskal: seed 1, width=2, height=2 (6 of 6 runs differ)"
    assert lines[2].startswith("frame 0, event 1: line ")
    assert ", port draws line(0, 0, 9, 9)" in lines[3]
    assert lines[4].split(":")[0].endswith("kruskal.bas")
    assert lines[5].startswith(f"{__file__}:")
    assert lines[5].endswith(": machine.screen.line(0, 0, 9, 9)")
    assert lines[6] == "pictures: " + ", ".join(
        str(Path("found/kruskal") / name) for name in ("listing.png", "port.png", "difference.png")
    )
    assert all(Path(path).is_file() for path in lines[6].removeprefix("pictures: ").split(", "))


def test_a_folder_that_cannot_be_written_is_said(small: None, ran: CommandLine) -> None:
    Path("retromaze-differences").write_text("")
    Path("dot.bas").write_text("GPSET 1,1\n")
    Path("dot.py").write_text("def main(machine):\n    machine.screen.point(1, 2)\n")
    status, _, err = ran("check dot.bas --seeds 1")
    assert status == 1
    assert "the pictures cannot be saved in retromaze-differences/dot: " in err


SLOW = "FOR P=1 TO 9\nVSYNC 1\nFOR I=1 TO 100000:NEXT\nPRINT BUTTON(0)\nNEXT\n"
SLOW_PORT = """\
def main(machine):
    for _ in range(9):
        machine.vsync()
        machine.console.print(str({}))
"""


@pytest.mark.slow
def test_what_the_listing_never_looks_at_is_told(small: None, ran: CommandLine) -> None:
    Path("slow.bas").write_text(SLOW)
    Path("slow.py").write_text(SLOW_PORT.format("machine.input.button()"))
    options = ["--press", "A@10,B@5000-5100", "--keys", "x", "--answers", "9"]
    _, out, err = ran(["check", "slow.bas", "--seeds", "2", *options], 0)
    assert out.splitlines()[-1].endswith("equal, input unseen")
    assert err == "slow: the listing never looks at B@5000, the answer '9', the keys 'x'\n"
    (row,) = json.loads(ran(["check", "slow.bas", "--seeds", "2", *options, "--json"], 0).out)
    assert (row["verdict"], row["unseen"]) == ("equal", {"B@5000": 2, "the answer '9'": 2, "the keys 'x'": 2})


def test_what_only_some_runs_look_at_is_told_with_their_number(small: None, ran: CommandLine) -> None:
    Path("some.bas").write_text("IF RND(5) THEN PRINT BUTTON(0)\n")
    Path("some.py").write_text(
        "def main(machine):\n"
        "    if machine.rng.below(5):\n"
        "        machine.console.print(str(machine.input.button()))\n"
    )
    assert ran("check some.bas --seeds 4 --press A@0", 0).err == (
        "some: in 1 of 4 runs the listing never looks at A@0\n"
        "some: no check finds the condition in line 1 false\n"
    )


GOES_ON = "@A\nVSYNC\nGPSET RND(9),1\nGOTO @A\n"
GOES_ON_TOO = """\
def main(machine):
    while True:
        machine.vsync()
        machine.screen.point(machine.rng.below(9), 1)
"""


@pytest.mark.slow
def test_a_listing_that_goes_on_is_compared_for_a_minute_or_the_frames_named(
    small: None, ran: CommandLine
) -> None:
    Path("on.bas").write_text(GOES_ON)
    Path("on.py").write_text(GOES_ON_TOO)
    for options, frames in {"": "3,600", "--frames 90": "90"}.items():
        status, out, _ = ran(f"check on.bas on.py --seeds 1 --jobs 1 {options}")
        assert (status, out.rstrip().endswith(f"equal for {frames} frames")) == (0, True), out


@pytest.mark.slow
def test_a_press_after_the_minute_is_waited_for(small: None, ran: CommandLine) -> None:
    Path("on.bas").write_text("REPEAT\nVSYNC\nUNTIL BUTTON(0)\n")
    Path("on.py").write_text(
        "def main(machine):\n    while True:\n        machine.vsync()\n"
        "        if machine.input.button():\n            return\n"
    )
    arguments = ["check", "on.bas", "on.py", "--seeds", "1", "--jobs", "1", "--press", "A@3700"]
    assert ran(arguments, 0).out.splitlines()[-1].endswith("100 %   equal")


def test_an_error_that_both_have_is_in_the_verdict(small: None, ran: CommandLine) -> None:
    for listing, port, words in (
        ("A=1\nLOCATE 99,1", "machine.console.locate(99, 1)", "equal: both stop with errnum 10 in line 2"),
        ("A=(", "raise BasicSyntaxError", "equal: both stop with errnum 3 in line 1"),
    ):
        Path("fails.bas").write_text(f"{listing}\n")
        text = f"from retromaze.errors import BasicSyntaxError\n\n\ndef main(machine):\n    {port}\n"
        Path("fails.py").write_text(text)
        status, out, _ = ran("check fails.bas fails.py --seeds 1 --jobs 1")
        row = out.splitlines()[-1]
        assert (status, row.endswith(words), "100 %" in row) == (0, True, listing != "A=("), row


@pytest.mark.slow
def test_too_few_lines_fail(small: None, ran: CommandLine) -> None:
    Path("thin.bas").write_text("IF BUTTON(0) THEN\nPRINT 1\nENDIF\nPRINT 2\nPRINT 3\n")
    Path("thin.py").write_text(
        "def main(machine):\n    if machine.input.button():\n        machine.console.print('1')\n"
        "    machine.console.print('2')\n    machine.console.print('3')\n"
    )
    said = (
        "retromaze: thin: 75 % of the lines were run, --lines wants 76;"
        " more are run with --press A@60, --play 1"
    )
    for lines, status in ((75, 0), (76, 3)):
        found, _, err = ran(f"check thin.bas thin.py --seeds 1 --jobs 1 --lines {lines}")
        assert (found, said in err.splitlines()) == (status, bool(status))


DICE = """\
PRINT "DICE"
INPUT "HOW MANY",N
IF N<1 THEN PRINT "NONE":END
FOR I=1 TO N
PRINT RND(6)+1
NEXT
PRINT "BYE"
"""
DICE_PORT = """\
from retromaze.ports import basic


def main(machine):
    machine.console.print("DICE")
    n = basic.ask_number(machine, "HOW MANY", 0)
    if n < 1:
        machine.console.print("NONE")
        return
    for _ in range(int(n)):
        machine.console.print(str(machine.rng.below(6) + 1))
    machine.console.print("BYE")
"""


def test_what_was_run_too_little_is_not_equal(small: None, ran: CommandLine) -> None:
    Path("dice.bas").write_text(DICE)
    Path("dice.py").write_text(DICE_PORT)
    check = ["check", "dice.bas", "--jobs", "1"]
    unplayed = [*check, "--play", "0"]
    _, out, err = ran(unplayed, 3)
    assert out.splitlines()[-1].endswith("equal so far: 33 % of lines, 0 % of outcomes")
    assert err.splitlines()[-1] == (
        "retromaze: dice: 33 % of the listing's lines were run, and its conditions had 0 % of their outcomes,"
        " which proves little; more are run with --answers LINE, --play 1"
    )
    (row,) = json.loads(ran([*unplayed, "--json"], 3).out)
    assert (row["verdict"], row["endings"], row["difference"]) == ("equal so far", ["waits"], None)
    assert ran([*unplayed, "--lines", "0"], 0).out.splitlines()[-1].endswith("equal as far as run")
    (row,) = json.loads(ran([*unplayed, "--lines", "0", "--json"], 0).out)
    assert row["verdict"] == "equal as far as run"
    assert "equal in " in ran(check, 0).out
    assert ran([*check, "--answers", "2"], 0).out.splitlines()[-1].endswith("equal")


def test_of_two_ports_no_share_is_asked_for_by_itself(small: None, ran: CommandLine) -> None:
    Path("both.py").write_text(DICE_PORT.replace("main", "one") + DICE_PORT.replace("main", "two"))
    ran("check both.py:one both.py:two --jobs 1", 0)
    ran("check both.py:one both.py:two --jobs 1 --lines 50", 3)


@pytest.mark.slow
def test_ctrl_c_amid_games_keeps_what_was_found(
    small: None, monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    games = Explorer.games

    def interrupted(explorer: Explorer, minutes: float) -> Iterator[Comparison]:
        yield from islice(games(explorer, minutes), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(Explorer, "games", interrupted)
    check = ["check", "binary_tree", "--seeds", "1", "--play", "9", "--jobs", "1"]
    _, out, err = ran(check, 130)
    assert out.splitlines()[-1].endswith("NOT CHECKED (stopped, equal in 2 games)")
    assert err.splitlines()[-1] == "retromaze: stopped before all was checked"
    (row,) = json.loads(ran([*check, "--json"], 130).out)
    assert (row["verdict"], row["games"], row["unfinished"]) == ("not checked", 2, 1)


def test_ctrl_c_amid_games_keeps_a_difference_of_another_pair(
    wrong: None, monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    monkeypatch.setattr("retromaze.comparison.checks.play_games", interrupted)
    _, out, err = ran("check --seeds 1 --play 9 --jobs 1", 130)
    kruskal, binary_tree = out.splitlines()[-2:]
    assert kruskal.endswith("DIFFERENT (2 of 2 runs)")
    assert binary_tree.endswith("NOT CHECKED (stopped, equal in 2 runs)")
    assert "kruskal: seed 1, width=2, height=2 (2 of 2 runs differ)\n" in err
    assert err.splitlines()[-1] == "retromaze: stopped before all was checked"


def interrupted(*_: object) -> Iterator[None]:
    """Ctrl-C amid the first game."""
    raise KeyboardInterrupt
    yield


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="nothing sends such a signal there")
def test_what_another_process_has_found_by_ctrl_c_is_kept(tmp_path: Path) -> None:
    (tmp_path / "dice.bas").write_text(DICE)
    told = 'print("played", flush=True)\n    machine.console.print("BYE")'
    (tmp_path / "dice.py").write_text(DICE_PORT.replace('machine.console.print("BYE")', told))
    command = [sys.executable, "-m", "retromaze", "check", "dice.bas", "--seeds", "1", "--play", "9000"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=PIPE, stderr=PIPE, text=True) as process:
        assert process.stderr
        for _ in range(5):
            while process.stderr.readline() != "played\n":
                assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.search(r"NOT CHECKED \(stopped, equal in \d+ games?\)$", out.rstrip())
    assert err.splitlines()[-1] == "retromaze: stopped before all was checked"


@pytest.mark.skipif(ON_WINDOWS, reason="no name there has a line feed")
def test_a_name_with_a_line_feed_is_told_in_one_line(here: Path, ran: CommandLine) -> None:
    (here / "a\nb.bas").write_text("PRINT 1")
    (here / "a\nb.py").write_text("def main(machine): machine.console.print('2')")
    told = ran(["check", "a\nb.bas", "--jobs", "1"], 1)
    assert told.out.splitlines()[2].startswith(r"a\nb ")
    assert told.err.splitlines()[3] == r"a\nb.bas:1: PRINT 1"

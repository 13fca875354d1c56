"""`retromaze bench`: what it runs, counts and prints, never the times themselves."""

import json
import platform
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest

from retromaze import run, timing
from retromaze.catalogue import CATALOGUE
from retromaze.cli import main
from retromaze.commands.operands import pairs_of
from retromaze.comparison.pairs import pair_of_entry, with_script
from retromaze.comparison.runnable_programs import Listing, MachineFunction, relative
from retromaze.errors import BasicError
from retromaze.input_log import read_schedule
from retromaze.machine.machine import Machine
from retromaze.runner import FrameLimit, with_frame_limit
from retromaze.timing import EXERCISES, PortFailed, Timing, runs_of, statement_count, time_pair
from tests.amounts import many
from tests.command_line import CommandLine


def test_listing_and_python_of_an_exercise_reach_the_same_number() -> None:
    shown = {each.name: run(each.listing, seed=1).text for each in EXERCISES}
    assert shown == {each.name: str(each.python()) for each in EXERCISES}


def test_both_programs_of_a_pair_run_to_their_end() -> None:
    for name in ("kruskal", "button_game", "backtracker_def")[: many(2, 24)]:
        for side in runs_of(pair_of_entry(CATALOGUE[name])):
            side.seconds()


@pytest.fixture
def instant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is run; the times are those of a table."""
    monkeypatch.setattr(
        "retromaze.timing.time_pair", lambda pair, rounds: Timing(pair.name, 0.004, 0.002, 50_000)
    )
    monkeypatch.setattr(
        "retromaze.timing.time_exercise",
        lambda each, rounds: Timing(each.name, 0.003, rounds / 1000, 1_000),
    )


def test_one_pair_is_a_table_of_one_row(instant: None, ran: CommandLine) -> None:
    _, out, err = ran("bench kruskal", 0)
    rows = [line.split() for line in out.splitlines()]
    assert rows[0] == ["pair", "listing", "ms", "port", "ms", "ratio", "ns", "a", "statement"]
    assert rows[2:] == [["kruskal", "4.00", "2.00", "2.00", "80"]]
    assert err == ""


def test_all_pairs_have_a_geometric_mean_and_the_language_follows(instant: None, ran: CommandLine) -> None:
    rows = [line.split() for line in ran("bench --runs 1", 0).out.splitlines()]
    assert [row[0] for row in rows[2 : 2 + len(CATALOGUE)]] == list(CATALOGUE)
    assert rows[2 + len(CATALOGUE)] == ["geometric", "mean", "2.00"]
    assert rows[-2][-2:] == ["3.00", "3,000"]
    assert rows[-1] == ["geometric", "mean", "3.00"]


def test_json(instant: None, monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    monkeypatch.setattr("retromaze.timing.description", lambda: {"python": "3.99"})
    assert json.loads(ran("bench kruskal --json", 0).out) == {
        "machine": {"python": "3.99"},
        "pairs": [
            {
                "name": "kruskal",
                "listing": 0.004,
                "port": 0.002,
                "ratio": 2.0,
                "statements": 50_000,
                "nanoseconds_a_statement": 80.0,
            }
        ],
        "geometric_mean": 2.0,
        "language": [],
    }


def test_a_port_that_leaves_python_is_told_with_its_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def port(machine: Machine) -> None:
        sys.exit(3)

    monkeypatch.setattr("retromaze.ports.kruskal.main", port)
    assert main(["bench", "kruskal", "--runs", "1"]) == 1
    line = port.__code__.co_firstlineno + 1
    assert capsys.readouterr() == (
        "",
        f"retromaze: the port of kruskal fails: {relative(Path(__file__))}:{line}: SystemExit: 3\n",
    )


@pytest.mark.slow
def test_a_port_that_passes_no_frame_between_its_presses_is_told(tmp_path: Path) -> None:
    wait, release = "REPEAT:UNTIL BUTTON(0)\n", "REPEAT:UNTIL BUTTON(0)==0\n"
    (tmp_path / "m.bas").write_text(wait + release + wait)
    look = "    while not machine.input.button(): pass\n"
    port = tmp_path / "m.py"
    port.write_text(f"def main(machine):\n{look}    while machine.input.button(): pass\n{look}")
    (pair,) = pairs_of([str(tmp_path / "m.bas"), str(port)], None)
    pair = replace(with_script(pair, read_schedule("A@5,NONE@9,A@30"), None, None), patience=2.0)
    reason = r"^the port of m fails: .*m\.py:[234]: waits for a press and passes no frame for it$"
    with pytest.raises(PortFailed, match=reason):
        time_pair(pair, 1)


def test_statements_are_counted() -> None:
    totals = {
        "": 0,
        "A=1:B=2\nC=3": 3,
        "FOR I=1 TO 3:A=I:NEXT": 4,
        "GOSUB @A:END\n@A\nA=1\nRETURN": 4,
        "F:F\nDEF F\nA=1\nEND": 4,
        # up to the end of a frame
        "A=1\nVSYNC\nA=2": 2,
        # up to an error
        "A=1\nA=1/0\nA=2": 2,
        # of another slot
        'PRGEDIT 1:PRGINS "A=1:B=2":EXEC 1': 5,
    }

    def play(program: MachineFunction) -> None:
        with suppress(BasicError, FrameLimit):
            machine = Machine(seed=1)
            machine.on_frame = with_frame_limit(machine, 1)
            program(machine)

    found = {source: statement_count(Listing(source), play) for source in totals}
    assert found == totals


def test_the_description_names_what_a_time_depends_on() -> None:
    found = timing.description()
    assert list(found) == [
        *("python", "implementation", "platform", "processor", "processors", "retromaze", "revision")
    ]
    assert found["python"] == platform.python_version()
    assert found["retromaze"] == version("retromaze")


def test_linux_keeps_the_processor_s_name_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "cpuinfo"
    file.write_text("processor\t: 0\nmodel name\t: Abacus: 12 rods\nmodel name\t: another\n")
    monkeypatch.setattr(timing, "PROCESSORS", file)
    assert timing.processor() == "Abacus: 12 rods"


def test_other_systems_tell_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "PROCESSORS", tmp_path / "cpuinfo")
    monkeypatch.setattr(platform, "processor", lambda: "")
    monkeypatch.setattr(platform, "machine", lambda: "abacus")
    assert timing.processor() == "abacus"
    monkeypatch.setattr(platform, "machine", lambda: "")
    assert timing.processor() is None


def test_the_commit_of_a_clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*words: str) -> str:
        names = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        command = ["git", "-C", str(tmp_path), *names, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    monkeypatch.setattr(timing, "ROOT", tmp_path)
    assert timing.revision() is None
    git("init", "--quiet")
    assert timing.revision() is None
    (tmp_path / "file").write_text("one")
    git("add", "file")
    git("commit", "--quiet", "--message", "one")
    commit = git("rev-parse", "HEAD")[:12]
    assert timing.revision() == commit
    (tmp_path / "file").write_text("two")
    assert timing.revision() == f"{commit}-dirty"


def test_without_git_there_is_no_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.setattr(timing, "ROOT", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert timing.revision() is None

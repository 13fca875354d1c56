"""Many comparisons in processes, planned and added up; one pair compared for a few seconds."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from retromaze.catalogue import find
from retromaze.comparison import compare_programs, trials
from retromaze.comparison.pairs import pair_of_entry
from retromaze.comparison.program import Listing, Port
from retromaze.comparison.script import Script
from retromaze.comparison.trials import Brief, Tally, Task, added_tallies, briefly, perform, perform_all, plan
from retromaze.comparison.words import StopReason
from retromaze.machine.machine import Machine

HEAD = "def main(machine):\n    "


@pytest.fixture(autouse=True)
def plenty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The computer may be busy."""
    monkeypatch.setattr(trials, "BRIEF_SECONDS", 60.0)


def found(listing: str, body: str, folder: Path, answers: tuple[str, ...] = ()) -> Brief:
    (folder / "m.py").write_text(HEAD + body.replace("\n", "\n    "))
    return briefly(Listing(listing), Port(folder / "m.py"), Script(answers=answers))


def test_what_goes_on_is_looked_at_for_longer_and_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "BRIEF_FRAMES", (60, 600, 900))
    body = "while True:\n    machine.vsync(1)\n    if machine.frame > 700: machine.console.print('late')"
    made = found('@L VSYNC:IF MAINCNT>700 THEN PRINT "late"\nGOTO @L', body, tmp_path)
    assert (made.difference, made.cut) == (None, True)
    assert made.made[1].frames > 700


@pytest.mark.slow
def test_a_port_that_may_be_at_work_is_not_judged(tmp_path: Path) -> None:
    body = "for _ in range(10**12):\n    pass\nmachine.console.print('1')"
    made = found("PRINT 1", body, tmp_path)
    assert (made.made, made.killed) == ({}, "")


@pytest.mark.slow
def test_both_go_on_and_do_nothing(tmp_path: Path) -> None:
    made = found("@L GOTO @L", "while True:\n    pass", tmp_path)
    assert (tuple(made.made), made.difference, made.cut) == ((1,), None, True)


@pytest.mark.skipif(os.name != "posix", reason="only there a process is killed by a signal")
def test_a_port_that_kills_its_process(tmp_path: Path) -> None:
    made = found("PRINT 1", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", tmp_path)
    assert (made.made, made.killed) == ({}, "SIGKILL")


def test_a_port_that_never_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even by what is raised in it: it is in the midst of a call."""
    monkeypatch.setattr(trials, "BRIEF_SECONDS", 1.0)
    made = found("PRINT 1", "import time\ntime.sleep(1000)", tmp_path)
    assert (made.made, made.killed) == ({}, "")


@pytest.mark.skipif(os.name != "posix", reason="only there memory is bounded")
def test_a_port_that_takes_all_memory(tmp_path: Path) -> None:
    made = found("PRINT 1", "a = bytes(3 << 30)", tmp_path)
    assert made.difference
    assert made.difference.sentence.endswith("port stops in line 2: MemoryError")


# ---- many comparisons


def test_the_plan_has_every_size_with_every_seed() -> None:
    entry = replace(pair_of_entry(find("kruskal")), scenes=())
    tasks = plan([entry], range(1, 13))
    assert {(task.name, tuple(task.sizes.items()), seed) for task in tasks for seed in task.seeds} == {
        ("kruskal", tuple(sizes.items()), seed) for sizes in entry.trials for seed in range(1, 13)
    }
    assert [task.covers for task in tasks if not task.seeds] == [1]
    singles = [each.order for task in tasks for each in task.singles()]
    assert singles == sorted(set(singles))
    assert {seed for task in plan([entry], None) for seed in task.seeds} == set(entry.seeds)


def test_processes_find_what_one_finds() -> None:
    pair = pair_of_entry(find("kruskal"))
    tasks = [Task(order, pair, {"width": 2, "height": 2}, (order + 1,)) for order in range(4)]
    alone = added_tallies(["kruskal"], map(perform, tasks))["kruskal"]
    together = added_tallies(["kruskal"], perform_all(tasks, jobs=2))["kruskal"]
    assert (alone.runs, alone.events, alone.frames, alone.unequal) == (4, together.events, together.frames, 0)
    assert (together.runs, together.endings) == (4, {StopReason.ENDED})


def test_of_several_differences_the_first_in_the_plan_is_kept() -> None:
    def port(machine: Machine) -> None:
        machine.screen.clear()

    found = compare_programs(Listing("A=1"), port, seed=1).difference
    late = Tally("a", runs=1, unequal=1, difference=found, order=8)
    early = Tally("a", runs=5, unequal=2, difference=found, order=3)
    total = added_tallies(["a", "b"], [late, Tally("b", runs=1), early])
    assert (total["a"].runs, total["a"].unequal, total["a"].order) == (6, 3, 3)
    assert (total["b"].runs, total["b"].difference) == (1, None)


# --- pictures and times ---

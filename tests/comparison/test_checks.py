"""Comparisons in processes, planned and added up; one pair for a few seconds; a port that is called twice."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import retromaze
from retromaze.catalogue import CATALOGUE, find
from retromaze.comparison import checks, compare_programs
from retromaze.comparison.checks import (
    BriefCheck,
    Tally,
    Task,
    check_briefly,
    plan,
    run_task,
    run_tasks,
    tallies_by_pair,
)
from retromaze.comparison.difference_words import StopReason
from retromaze.comparison.evidence import NO_EVIDENCE, Evidence
from retromaze.comparison.pairs import Pair, pair_of_entry, user_pair
from retromaze.comparison.runnable_programs import Listing, Port
from retromaze.machine.machine import Machine
from retromaze.testing import assert_same

HEAD = "def main(machine):\n    "


@pytest.fixture(autouse=True)
def plenty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The computer may be busy."""
    monkeypatch.setattr(checks, "BRIEF_SECONDS", 60.0)


def found(listing: str, body: str, folder: Path) -> BriefCheck:
    (folder / "m.py").write_text(HEAD + body.replace("\n", "\n    "))
    return check_briefly(user_pair(listing + "\n", folder / "m.py"))


@pytest.mark.slow
def test_what_goes_on_is_looked_at_for_longer_and_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "BRIEF_FRAMES", (60, 600, 900))
    body = "while True:\n    machine.vsync(1)\n    if machine.frame > 700: machine.console.print('late')"
    made = found('@L VSYNC:IF MAINCNT>700 THEN PRINT "late"\nGOTO @L', body, tmp_path)
    assert (made.difference, made.tally.is_cut_off) == (None, True)
    assert made.comparisons[1].frames > 700


@pytest.mark.slow
def test_a_port_that_may_be_at_work_is_not_judged(tmp_path: Path) -> None:
    body = "for _ in range(10**12):\n    pass\nmachine.console.print('1')"
    made = found("PRINT 1", body, tmp_path)
    assert (made.comparisons, made.killed) == ({}, "")


@pytest.mark.slow
def test_both_go_on_and_do_nothing(tmp_path: Path) -> None:
    made = found("@L GOTO @L", "while True:\n    pass", tmp_path)
    assert (tuple(made.comparisons), made.difference, made.tally.is_cut_off) == ((1,), None, True)


@pytest.mark.skipif(os.name != "posix", reason="only there a process is killed by a signal")
def test_a_port_that_kills_its_process(tmp_path: Path) -> None:
    made = found("PRINT 1", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", tmp_path)
    assert (made.comparisons, made.killed) == ({}, "SIGKILL")


@pytest.mark.slow
def test_a_port_that_never_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even by what is raised in it: it is in the midst of a call."""
    monkeypatch.setattr(checks, "FIRST_SECONDS", 1.0)
    made = found("PRINT 1", "import time\ntime.sleep(1000)", tmp_path)
    assert (made.comparisons, made.killed) == ({}, "")


@pytest.mark.skipif(os.name != "posix", reason="only there memory is bounded")
def test_a_port_that_takes_all_memory(tmp_path: Path) -> None:
    made = found("PRINT 1", "a = bytes(3 << 30)", tmp_path)
    assert made.difference
    assert made.difference.sentence.endswith("port stops in line 2: MemoryError")


def test_the_plan_has_every_size_with_every_seed() -> None:
    entry = replace(pair_of_entry(find("kruskal")), scenes=())
    tasks = plan([entry], range(1, 13))
    assert {(task.name, tuple(task.sizes.items()), seed) for task in tasks for seed in task.seeds} == {
        ("kruskal", tuple(sizes.items()), seed) for sizes in entry.size_sets for seed in range(1, 13)
    }
    assert [task.coverage_seed for task in tasks if not task.seeds] == [1]
    per_seed = [each.number for task in tasks for each in task.per_seed()]
    assert per_seed == sorted(set(per_seed))
    assert {seed for task in plan([entry], None) for seed in task.seeds} == set(entry.seeds)


def test_processes_find_what_one_finds() -> None:
    pair = pair_of_entry(find("kruskal"))
    tasks = [Task(order, pair, {"width": 2, "height": 2}, (order + 1,)) for order in range(4)]
    alone = tallies_by_pair(["kruskal"], map(run_task, tasks))["kruskal"]
    together = tallies_by_pair(["kruskal"], run_tasks(tasks, jobs=2))["kruskal"]
    assert (alone.runs, alone.events, alone.frames, alone.differing_runs) == (
        4,
        together.events,
        together.frames,
        0,
    )
    assert (together.runs, together.endings) == (4, {StopReason.ENDED})


def test_of_several_differences_the_first_in_the_plan_is_kept() -> None:
    def port(machine: Machine) -> None:
        machine.screen.clear()

    found = compare_programs(Listing("A=1"), port, seed=1).difference
    late = Tally("a", runs=1, differing_runs=1, difference=found, task_number=8)
    early = Tally("a", runs=5, differing_runs=2, difference=found, task_number=3)
    total = tallies_by_pair(["a", "b"], [late, Tally("b", runs=1), early])
    assert (total["a"].runs, total["a"].differing_runs, total["a"].task_number) == (6, 3, 3)
    assert (total["b"].runs, total["b"].difference) == (1, None)


def test_only_the_difference_that_is_shown_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look for its reason, both programs are followed line by line."""
    explained: list[int] = []

    def evidence(*_: object) -> Evidence:
        explained.append(1)
        return NO_EVIDENCE

    monkeypatch.setattr("retromaze.comparison.pairs.evidence_of", evidence)
    pair = Pair("differs", Listing("PRINT 1", "differs.bas"), Port(Machine.reset))
    tally = run_task(Task(0, pair, {}, (1, 2, 3)))
    assert (tally.runs, tally.differing_runs, len(explained)) == (3, 3, 1)


@pytest.mark.slow
def test_games_are_played_only_with_pairs_that_are_equal_without_them() -> None:
    pair = Pair("differs", Listing("PRINT BUTTON()", "differs.bas"), Port(Machine.reset))
    tasks = plan([pair, replace(pair, name="equal", port=pair.first)], (1, 2), minutes=1)
    assert [task.plays_games for task in tasks] == [False, False, True, True] * 2
    sums = tallies_by_pair(["differs", "equal"], run_tasks(tasks, jobs=1))
    assert (sums["differs"].runs, sums["differs"].differing_runs, sums["differs"].games) == (2, 2, 0)
    assert (sums["equal"].differing_runs, sums["equal"].games > 0) == (0, True)


LISTING = "A=RND(9)\nPRINT A\n"
KEEPING = """\
drawn = []


def main(machine):
    drawn.append(machine.rng.below(9))
    machine.console.print("".join(map(str, drawn)))
"""


@pytest.fixture
def kept(here: Path) -> None:
    """A pair k.bas and k.py, of which each run loads the port afresh."""
    Path("k.bas").write_text(LISTING)
    Path("k.py").write_text(KEEPING)


SENTENCE = (
    "frame 0, event 2: the port keeps state between calls: in the second call in one process,"
    " listing line 2 prints by print('5'), port prints by print('55')"
)


def test_a_list_of_the_module_is_told(kept: None) -> None:
    made = retromaze.compare("k.bas", seed=1)
    assert made is not None
    assert (made.sentence, made.port.line) == (SENTENCE, 6)


def test_assert_same_tells_it(kept: None) -> None:
    with pytest.raises(AssertionError, match=r"k is not the same in its port: seed 4\n.*\n.*second call"):
        assert_same("k.bas", seeds=[4])


def test_the_second_call_draws_from_the_same_series() -> None:
    """The state of the listing's series is looked at twice, and is the same."""
    calls: list[Callable[[], int]] = []

    def port(machine: Machine) -> None:
        calls.append(machine.fresh_seed)
        machine.console.print(str(machine.rng.below(9)))

    assert retromaze.compare(LISTING, port, seed=1) is None
    assert len(calls) == 2


def test_one_run_of_a_pair_is_played_twice(kept: None) -> None:
    entry = CATALOGUE["kruskal"]
    small = replace(pair_of_entry(entry), size_sets=({"width": 2}, {"width": 3}), seeds=tuple(range(7)))
    tasks = plan([small, user_pair("k.bas", "k.py")], None)
    wanted = [(task.name, dict(task.sizes), task.seeds) for task in tasks if task.twice]
    assert wanted == [("kruskal", {"width": 2}, (0, 1, 2, 3, 4)), ("k", {}, (1, 2, 3))]
    assert [task.twice for task in tasks[0].per_seed()] == [True, False, False, False, False]
    assert not any(run_task(task).differing_runs for task in tasks[-1:])


def test_a_port_that_differs_at_once_is_not_called_again() -> None:
    calls = []

    def port(machine: Machine) -> None:
        calls.append(1)
        machine.console.print("?")

    made = retromaze.compare(LISTING, port, seed=1)
    assert made is not None
    # once more for the evidence
    assert (made.words.startswith("listing line 1 takes"), calls) == (True, [1, 1])

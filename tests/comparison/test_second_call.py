"""A port that keeps something between two calls of one process is found out."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import retromaze
from retromaze.catalogue import CATALOGUE
from retromaze.comparison.pairs import own_pair, pair_of_entry
from retromaze.comparison.trials import perform, plan
from retromaze.machine.machine import Machine
from retromaze.testing import assert_same

LISTING = "A=RND(9)\nPRINT A\n"
KEEPING = """\
drawn = []


def main(machine):
    drawn.append(machine.rng.below(9))
    machine.console.print("".join(map(str, drawn)))
"""


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pair k.bas and k.py, of which each run loads the port afresh."""
    monkeypatch.chdir(tmp_path)
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
    small = replace(pair_of_entry(entry), trials=({"width": 2}, {"width": 3}), seeds=tuple(range(7)))
    tasks = plan([small, own_pair("k.bas", "k.py")], None)
    wanted = [(task.name, dict(task.sizes), task.seeds) for task in tasks if task.twice]
    assert wanted == [("kruskal", {"width": 2}, (0, 1, 2, 3, 4)), ("k", {}, (1, 2, 3))]
    assert [task.twice for task in tasks[0].singles()] == [True, False, False, False, False]
    assert not any(perform(task).unequal for task in tasks[-1:])


def test_a_port_that_differs_at_once_is_not_called_again() -> None:
    calls = []

    def port(machine: Machine) -> None:
        calls.append(1)
        machine.console.print("?")

    made = retromaze.compare(LISTING, port, seed=1)
    assert made is not None
    assert (made.words.startswith("listing line 1 takes"), calls) == (True, [1])

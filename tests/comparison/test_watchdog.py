"""Ports that go on and do nothing are ended."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from retromaze.comparison import Listing, compare_programs
from retromaze.comparison.checks import Task, run_task
from retromaze.comparison.difference_words import StopReason
from retromaze.comparison.line_tracing import LineCounter
from retromaze.comparison.pairs import Pair
from retromaze.comparison.runnable_programs import Port
from retromaze.comparison.watchdog import JumpWatchdog, Standstill, Watchdog, new_watchdog
from retromaze.machine.machine import Machine

SOON = 0.05


def spins(machine: Machine) -> None:
    machine.console.print("A")
    while True:
        pass


def catches_all(machine: Machine) -> None:
    while True:
        try:
            machine.console.code_at(0, 0)
        except:  # noqa: E722 - as one writes it that does not know better
            continue


def test_it_is_told_with_the_line_where_it_was() -> None:
    made = compare_programs(Listing('?"A"\n?"B"'), spins, seed=1, patience=SOON)
    line = made.difference and made.difference.port.line
    assert made.difference
    assert made.difference.sentence == (
        "frame 0, event 2: listing line 2 prints by print('B'), "
        f"port goes on and does nothing (it is in line {line})"
    )
    assert made.difference.port.text in {"while True:", "pass"}
    assert made.port_end.is_standstill


def test_who_catches_everything_is_ended_all_the_same() -> None:
    made = compare_programs(Listing("GCLS"), catches_all, seed=1, patience=SOON)
    assert made.port_end.is_standstill


def test_two_that_go_on_for_ever_are_equal_as_far_as_run() -> None:
    made = compare_programs(Listing('?"A"\n@A\nGOTO @A'), spins, seed=1, patience=SOON, frames=3)
    assert (made.difference, made.end.reason) == (None, StopReason.LIMIT)


def test_the_seeds_that_would_say_the_same_are_not_waited_for() -> None:
    pair = Pair("spins", Listing("GCLS", "spins.bas"), Port(spins), patience=SOON)
    tally = run_task(Task(0, pair, {}, (1, 2, 3)))
    assert (tally.runs, tally.differing_runs) == (1, 1)


def test_who_makes_progress_is_left_alone() -> None:
    steps = iter(range(10**9))
    totals: list[int] = []
    Watchdog(lambda: next(steps), SOON).run(lambda: totals.append(sum(1 for _ in range(10**6))))
    assert totals == [10**6]


def test_a_patience_longer_than_any_wait_is_one() -> None:
    # a thread that fails is a warning, and so an error
    Watchdog(lambda: 0, 1e300).run(int)


def test_a_traced_function_begins_after_a_run_that_was_watched_or_ended() -> None:
    actions: list[tuple[float, Callable[[], object]]] = [(60.0, int), (0.1, go_on_for_ever)]
    for patience, action in actions:
        with suppress(Standstill):
            Watchdog(lambda: 0, patience).run(action)
        tracer = LineCounter(Path(__file__))
        with tracer.listening():
            assert begun()
        assert len(tracer.counts) == 1


def go_on_for_ever() -> None:
    while True:
        pass


STRESS = """
import sys, time
from contextlib import suppress
from retromaze.comparison.watchdog import Standstill, Watchdog
sys.setswitchinterval(1e-5)

def ends_as_it_is_given_up():
    end = time.perf_counter() + 0.0005
    while time.perf_counter() < end:
        pass

ended = 0
for _ in range(100):
    with suppress(Standstill):
        Watchdog(lambda: 0, 0.0005).run(ends_as_it_is_given_up)
    for _ in range(200):
        ended += 1
print(ended)
"""


@pytest.mark.slow
def test_an_end_at_the_last_moment_is_either_of_the_two_and_nothing_comes_later() -> None:
    """In a process of its own: what comes too late would fall into the tests' machinery."""
    ran = subprocess.run(
        [sys.executable, "-c", STRESS], capture_output=True, text=True, check=False, timeout=60
    )
    assert (ran.stdout, ran.stderr) == ("20000\n", "")


def begun() -> bool:
    return True


with_monitoring = pytest.mark.skipif(
    sys.version_info < (3, 14), reason="before Python 3.14 handlers do not see what is raised at a jump"
)


def test_a_browser_has_a_watchdog_without_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(new_watchdog(int, 1.0), Watchdog)
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert isinstance(new_watchdog(int, 1.0), JumpWatchdog)


CATCHING = """
from contextlib import suppress
from retromaze.comparison.watchdog import JumpWatchdog, Standstill
try:
    with JumpWatchdog(lambda: 0, 0.05):
        for _ in range(3):
            with suppress(BaseException):
                while True:
                    pass
        while True:
            pass
except Standstill:
    print("ended")
for _ in range(10**5):
    pass
"""
GOING_ON = """
from retromaze.comparison.watchdog import JumpWatchdog
steps = iter(range(10**9))
with JumpWatchdog(lambda: next(steps), 0.0):
    total = 0
    for _ in range(10**5):
        total += 1
with JumpWatchdog(lambda: 0, 0.05):
    print(total)
"""


@with_monitoring
@pytest.mark.parametrize(("program", "said"), [(CATCHING, "ended\n"), (GOING_ON, "100000\n")])
def test_without_a_thread(program: str, said: str) -> None:
    """In a process of its own: what it watches is all that runs, the tests' own machinery included."""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == (said, "")

"""Processes that share work, and how they are started."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from retromaze.comparison import workers
from retromaze.comparison.checks import Tally, Task, run_tasks, tallies_by_pair
from retromaze.comparison.pairs import Pair
from retromaze.comparison.runnable_programs import Listing, Port
from retromaze.comparison.workers import (
    MOST,
    SAFE_PATH,
    EndOfJob,
    Job,
    Worker,
    WorkerKilled,
    WorkerPool,
    results_of_job,
    results_of_processes,
    safe_import_path,
)
from tests.amounts import fewer


def test_results_and_losses_and_errors() -> None:
    assert list(results_of_job(abs, -3)) == [(True, 3), (True, EndOfJob.OVER)]
    ((done, error),) = results_of_job(int, "x")
    assert (done, type(error)) == (False, ValueError)


def test_a_crew_is_no_larger_than_windows_can_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []

    class Counted(Worker[Job]):
        def __init__(self, work: Callable[[Job], Any], prepare: Callable[[], object]) -> None:
            started.append(1)

    monkeypatch.setattr(workers, "Worker", Counted)
    WorkerPool(128, abs)
    assert len(started) == MOST < 63


def test_what_the_work_raises_comes_to_who_asked() -> None:
    pool: WorkerPool[str, int] = WorkerPool(1, int)
    try:
        with pytest.raises(ValueError, match="invalid literal"):
            list(pool.results(["1", "x"], lambda loss: []))
    finally:
        pool.close()


@pytest.mark.skipif(sys.platform == "win32", reason="nothing kills so there")
def test_the_seeds_of_a_killed_process_are_run_again_and_the_culprit_is_named(tmp_path: Path) -> None:
    port = tmp_path / "killed.py"
    port.write_text(
        f"import os\ndef main(machine):\n    if machine.seed == 3: os.kill(os.getpid(), {signal.SIGKILL:d})\n"
        "    machine.console.print('A')\n"
    )
    pair = Pair("killed", Listing('?"A"', "killed.bas"), Port(port))
    tasks = [Task(order, pair, {}, seeds) for order, seeds in ((0, (1,)), (5, (2, 3, 4)), (10, (5,)))]
    said: list[str] = []
    tally = tallies_by_pair(["killed"], run_tasks(tasks, 2, said.append))["killed"]
    assert (tally.runs, tally.differing_runs, tally.lost_runs, tally.equal) == (4, 0, [(3, {})], False)
    assert said == [
        "killed, seeds 2 3 4: the process was killed (SIGKILL); they are run again",
        "killed, seeds 3: the process was killed again (SIGKILL)",
    ]
    assert Tally("x").equal


@pytest.mark.slow
@pytest.mark.usefixtures("spawned")
@pytest.mark.parametrize("before", fewer([None], [None, "", "1"]))
def test_a_worker_starts_beside_files_named_like_modules_of_python(
    before: str | None, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    if before is not None:
        monkeypatch.setenv("PYTHONSAFEPATH", before)
    for name in ("array", "select", "struct", "types"):
        Path(f"{name}.py").write_text("raise SystemExit('taken for a module of Python')\n")
    Path("beside.py").write_text("TEXT = 'A'\n")
    port = here / "array.py"
    port.write_text("import beside\ndef main(machine): machine.console.print(beside.TEXT)\n")
    pair = Pair("array", Listing('?"A"', "array.bas"), Port(port))
    tally = tallies_by_pair(["array"], run_tasks([Task(0, pair, {}, (1,))]))["array"]
    assert (tally.runs, tally.equal) == (1, True)
    assert os.environ.get("PYTHONSAFEPATH") == before


@pytest.mark.slow
def test_python_s_resource_tracker_starts_there_too(here: Path) -> None:
    """A Python of its own, as the tracker is started only once."""
    Path("select.py").write_text("raise SystemExit('taken for a module of Python')\n")
    folder = here / "elsewhere"
    folder.mkdir()
    program = folder / "program.py"
    program.write_text("""
from retromaze.comparison.workers import results_of_processes
if __name__ == "__main__":
    # the tracker that has died is found with the second
    for job in [-1, -2]:
        print(*results_of_processes(abs, [job], 1))
""")
    ended = subprocess.run(
        [sys.executable, "-W", "error", program],
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "1\n2\n", "")


def test_work_that_is_shared_out_is_tried_twice() -> None:
    assert sorted(results_of_processes(abs, [-1, 2, -3], 2)) == [1, 2, 3]
    with pytest.raises(WorkerKilled, match=r"^a process was killed twice \(exit status 5\) at 5$"):
        list(results_of_processes(os._exit, [5], 1))


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no signals that can be blocked")
def test_ctrl_c_reaches_no_worker_that_is_starting() -> None:
    """A Python of its own, as multiprocessing's own process is started only once."""
    program = """
import signal
from functools import partial
from retromaze.comparison.workers import results_of_processes
for blocked in results_of_processes(partial(signal.pthread_sigmask, signal.SIG_BLOCK), [(), []], 2):
    print(signal.SIGINT in blocked)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "True\nTrue\n"


# ---- processes are started by threads that know nothing of each other


@pytest.fixture
def quick_turns() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("quick_turns")
def test_threads_that_start_processes_at_once_leave_the_environment_as_it_was() -> None:
    before = os.environ.get(SAFE_PATH)

    together = Barrier(8)

    def start(_: int) -> set[str]:
        seen = set()
        together.wait()
        for _ in range(300):
            with safe_import_path():
                time.sleep(0)  # another one's turn
                seen.add(os.environ[SAFE_PATH])
        return seen

    with ThreadPoolExecutor(8) as pool:
        assert [*pool.map(start, range(8))] == [{"1"}] * 8
    assert os.environ.get(SAFE_PATH) == before

"""Distributes work among processes that may be killed at any time."""

from __future__ import annotations

import contextlib
import enum
import multiprocessing
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

from retromaze.errors import RetromazeError
from retromaze.system import environment_variable

Job = TypeVar("Job")
Result = TypeVar("Result")

CHECK_INTERVAL = 0.05
"""Seconds between two calls of `check`."""
SAFE_PATH = "PYTHONSAFEPATH"
ENVIRONMENT = threading.RLock()
"""Held while SAFE_PATH is set: it keeps Python's `-c` from importing from the current folder."""
MOST = 60
"""Processes of a pool: Windows can wait for 63 objects at once."""
EXIT_SECONDS = 1.0
"""Seconds that a process has to end after it was told to."""


@dataclass(frozen=True)
class CrashedJob(Generic[Job]):
    """A job whose process was killed; `cause` says how: `SIGKILL`, `exit status 3`."""

    job: Job
    cause: str


class EndOfJob(enum.Enum):
    """Sent by a worker after the last result of a job."""

    OVER = enum.auto()


class Worker(Generic[Job]):
    """One process, and the `job` that it is doing, None if it is idle; `connection` sends and receives."""

    def __init__(self, work: Callable[[Job], Any], prepare: Callable[[], object]) -> None:
        self.job: Job | None = None
        # spawned, not forked: the same on every system, and safe beside the threads of a progress bar
        context = multiprocessing.get_context("spawn")
        self.connection, workers_end = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=run_worker, args=(workers_end, work, prepare), daemon=True
        )
        # the safe path first: blocking SIGINT may start a Python too
        with safe_import_path(), sigint_blocked():
            self.process.start()
        # only the process has this end now, so that the connection closes when it dies
        workers_end.close()

    def send(self, job: Job) -> None:
        """Gives the process a job. If it has died, `result` will return a CrashedJob."""
        self.job = job
        with contextlib.suppress(OSError):
            self.connection.send(job)

    def result(self) -> Any:
        """Returns the job's next result, OVER after the last, or CrashedJob. Raises the job's exception."""
        job = self.job
        try:
            done, value = self.connection.recv()
        except (EOFError, OSError):
            self.job = None
            return CrashedJob(job, self.cause_of_death())
        if not done or value is EndOfJob.OVER:
            self.job = None
        if not done:
            raise value
        return value

    def cause_of_death(self) -> str:
        """Returns the name of the signal that killed the process, or its exit status."""
        self.process.join(EXIT_SECONDS)
        code = self.process.exitcode or 0
        # multiprocessing returns the negative number of a signal
        return signal.Signals(-code).name if code < 0 else f"exit status {code}"

    def end(self) -> None:
        """Ends the process, whatever it is doing."""
        self.connection.close()
        self.process.terminate()
        self.process.join(EXIT_SECONDS)
        if self.process.is_alive():  # a port may ignore SIGTERM
            self.process.kill()


class WorkerPool(Generic[Job, Result]):
    """`size` workers (MOST at most), started at once; it has to be closed.

    A job has one result, or if `work` is a generator all values that it yields, which are sent one by one. A
    crashed job is not retried by itself: the caller of `results` decides.
    """

    def __init__(
        self,
        size: int,
        work: Callable[[Job], Result] | Callable[[Job], Iterator[Result]],
        prepare: Callable[[], object] = tuple,
    ) -> None:
        """`work` does a job; each process calls `prepare` first. Both are functions of modules (pickled)."""
        self._start = partial(Worker[Job], work, prepare)
        self._workers = [self._start() for _ in range(min(size, MOST))]

    def results(
        self,
        jobs: Iterable[Job],
        retry_jobs: Callable[[CrashedJob[Job]], Iterable[Job]],
        check: Callable[[], object] | None = None,
    ) -> Iterator[Result]:
        """Yields the results of jobs, as they come.

        `retry_jobs` returns the jobs to do instead of a crashed one, none to give it up.
        `check` is called every CHECK_INTERVAL and may raise an exception to end the work.
        """
        pending = deque(jobs)
        while pending or any(worker.job is not None for worker in self._workers):
            for worker in self._workers:
                if pending and worker.job is None:
                    worker.send(pending.popleft())
            busy = [worker for worker in self._workers if worker.job is not None]
            ready = set(wait([worker.connection for worker in busy], CHECK_INTERVAL if check else None))
            for worker in (each for each in busy if each.connection in ready):
                result = worker.result()
                if isinstance(result, CrashedJob):
                    # another process takes the place of the dead one
                    worker.end()
                    self._workers[self._workers.index(worker)] = self._start()
                    pending.extend(retry_jobs(result))
                elif result is not EndOfJob.OVER:
                    yield result
            if check:
                check()

    def close(self) -> None:
        """Ends all processes at once, whatever they are doing."""
        for worker in self._workers:
            worker.process.terminate()  # all of them first, as `end` waits for each
        for worker in self._workers:
            worker.end()


class WorkerKilled(RetromazeError):
    """A job's process was killed twice; the message says which job, and how."""


def results_of_processes(work: Callable[[Job], Result], jobs: Iterable[Job], size: int) -> Iterator[Result]:
    """Yields the results of jobs, as they come, done by `size` processes.

    A job whose process is killed is done once more. Raises WorkerKilled if that is killed too, and what the
    work raises.
    """
    retried: list[Job] = []

    def retry_once(loss: CrashedJob[Job]) -> list[Job]:
        if loss.job in retried:
            raise WorkerKilled(f"a process was killed twice ({loss.cause}) at {loss.job}")
        retried.append(loss.job)
        return [loss.job]

    with contextlib.closing(WorkerPool(size, work)) as pool:
        yield from pool.results(jobs, retry_once)


def run_worker(connection: Connection, work: Callable[[Any], Any], prepare: Callable[[], object]) -> None:
    """Runs a worker: receives jobs and sends their results until the connection is closed."""
    # Ctrl-C reaches every process of a terminal; the main process decides what to do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # No __pycache__ beside a user's files; and a compiled file is out of date after two saves in one second.
    sys.dont_write_bytecode = True
    prepare()
    with contextlib.suppress(EOFError, OSError):
        while True:
            for each in results_of_job(work, connection.recv()):
                connection.send(each)


def results_of_job(work: Callable[[Any], Any], job: Any) -> Iterator[tuple[bool, Any]]:
    """Yields (True, result) for each result, then (True, OVER), or (False, exception)."""
    try:
        result = work(job)
        for each in result if isinstance(result, Generator) else (result,):
            yield True, each
    except Exception as error:  # the main process raises it
        yield False, error
    else:
        yield True, EndOfJob.OVER


@contextlib.contextmanager
def safe_import_path() -> Iterator[None]:
    """Keeps a process started meanwhile from importing the user's `array.py` instead of Python's."""
    # Threads share one environment. A process forked meanwhile has this lock held by its own thread.
    with ENVIRONMENT, environment_variable(SAFE_PATH, "1"):
        yield


@contextlib.contextmanager
def sigint_blocked() -> Iterator[None]:
    """Blocks SIGINT (Ctrl-C); a process started meanwhile never receives one, not even while it starts.

    Does nothing on systems that cannot block signals.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # multiprocessing would start its resource tracker with the first worker, and unblock SIGINT after that
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

"""Distributes work among processes that may be killed at any time."""

from __future__ import annotations

import contextlib
import enum
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

from retromaze.errors import RetromazeError

Job = TypeVar("Job")
Result = TypeVar("Result")

CHECK_INTERVAL = 0.05
"""Seconds between two calls of `check`."""
SAFE_PATH = "PYTHONSAFEPATH"
ENVIRONMENT = threading.RLock()
"""What tells Python not to look for its modules in the current folder, which `-c` looks through first."""
MOST = 60
"""Processes of a pool: Windows waits for 63 things at once, and no more."""
FAREWELL = 1.0
"""Seconds in which a process that was told to end does so."""


@dataclass(frozen=True)
class CrashedJob(Generic[Job]):
    """A job whose worker was killed in the midst of it, and the words for how: `SIGKILL`, `exit status 3`."""

    job: Job
    cause: str


class Over(enum.Enum):
    """Sent by a worker after the last result of a job."""

    OVER = enum.auto()


class Worker(Generic[Job]):
    """One process, and the job that it is at."""

    def __init__(self, work: Callable[[Job], Any], prepare: Callable[[], object]) -> None:
        self.job: Job | None = None
        # spawned, not forked: the same on every system, and safe beside the threads of a progress bar
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=serve, args=(theirs, work, prepare), daemon=True)
        with interrupts_held_back(), current_folder_unsearched():
            self.process.start()
        # so that its end is noticed here
        theirs.close()

    def give(self, job: Job) -> None:
        """Gives it a job; `result` notices if its process has died."""
        self.job = job
        with contextlib.suppress(OSError):
            self.connection.send(job)

    def result(self) -> Any:
        """Returns the next result of its job, OVER after the last, or CrashedJob. Raises its exception."""
        job = self.job
        try:
            done, value = self.connection.recv()
        except (EOFError, OSError):
            self.job = None
            return CrashedJob(job, self.cause_of_death())
        if not done or value is Over.OVER:
            self.job = None
        if not done:
            raise value
        return value

    def cause_of_death(self) -> str:
        """Returns the signal or exit status of its process."""
        self.process.join(FAREWELL)
        code = self.process.exitcode or 0
        return signal.Signals(-code).name if code < 0 else f"exit status {code}"

    def end(self) -> None:
        """Ends its process, whatever it is at."""
        self.connection.close()
        self.process.terminate()
        self.process.join(FAREWELL)
        if self.process.is_alive():
            self.process.kill()


class WorkerPool(Generic[Job, Result]):
    """So many workers (MOST at most), started at once; to be closed.

    A job has one result, or as many as its work yields, where that is a generator; these come one by one. A
    crashed job is not retried: the caller of `results` decides.
    """

    def __init__(
        self,
        size: int,
        work: Callable[[Job], Result] | Callable[[Job], Iterator[Result]],
        prepare: Callable[[], object] = tuple,
    ) -> None:
        """`work` and `prepare`, which each does once beforehand, are functions of modules."""
        self._start = partial(Worker[Job], work, prepare)
        self._workers = [self._start() for _ in range(min(size, MOST))]

    def results(
        self,
        jobs: Iterable[Job],
        again: Callable[[CrashedJob[Job]], Iterable[Job]],
        check: Callable[[], object] | None = None,
    ) -> Iterator[Result]:
        """Yields the results of jobs, as they come; `again` returns the jobs to do instead of a crashed one.

        `check` is called all the time and may raise what ends the work.
        """
        pending = deque(jobs)
        while pending or any(worker.job is not None for worker in self._workers):
            for worker in self._workers:
                if pending and worker.job is None:
                    worker.give(pending.popleft())
            busy = [worker for worker in self._workers if worker.job is not None]
            ready = set(wait([worker.connection for worker in busy], CHECK_INTERVAL if check else None))
            for worker in (each for each in busy if each.connection in ready):
                result = worker.result()
                if isinstance(result, CrashedJob):
                    worker.end()
                    self._workers[self._workers.index(worker)] = self._start()
                    pending.extend(again(result))
                elif result is not Over.OVER:
                    yield result
            if check:
                check()

    def close(self) -> None:
        """Ends all of them at once, with whatever they are at."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.end()


class WorkerKilled(RetromazeError):
    """A job has cost its process the life twice; the message says which job, and how."""


def shared_out(
    work: Callable[[Job], Result], jobs: Iterable[Job], size: int, called: Callable[[Job], object] = str
) -> Iterator[Result]:
    """Yields the results of jobs, as they come, done by `size` processes.

    A job whose process is killed is done once more. Raises WorkerKilled if that is killed too, with what the
    job is `called`, and what the work raises.
    """
    lost: list[Job] = []

    def again(loss: CrashedJob[Job]) -> list[Job]:
        if loss.job in lost:
            raise WorkerKilled(f"a process was killed twice ({loss.cause}) at {called(loss.job)}")
        lost.append(loss.job)
        return [loss.job]

    pool = WorkerPool(size, work)
    try:
        yield from pool.results(jobs, again)
    finally:
        pool.close()


def serve(connection: Connection, work: Callable[[Any], Any], prepare: Callable[[], object]) -> None:
    """Runs a worker: receives jobs and sends their results until the connection is closed."""
    # Ctrl-C reaches every process of a terminal; the one that gives the jobs decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Compiled files know the time of a save by the second, and nobody wants them beside his own.
    sys.dont_write_bytecode = True
    prepare()
    with contextlib.suppress(EOFError, OSError):
        while True:
            for each in outcomes(work, connection.recv()):
                connection.send(each)


def outcomes(work: Callable[[Any], Any], job: Any) -> Iterator[tuple[bool, Any]]:
    """(True, a result) for each result and (True, OVER), or at last (False, the exception)."""
    try:
        made = work(job)
        for each in made if isinstance(made, Generator) else (made,):
            yield True, each
    except Exception as error:  # handed on to where it is told
        yield False, error
    else:
        yield True, Over.OVER


@contextlib.contextmanager
def current_folder_unsearched() -> Iterator[None]:
    """Keeps a process started meanwhile from taking the user's `array.py` or `types.py` for Python's own."""
    # Threads have one environment, and a process forked meanwhile has the lock of its own thread.
    with ENVIRONMENT:
        before = {name: os.environ[name] for name in {SAFE_PATH} & os.environ.keys()}
        os.environ[SAFE_PATH] = "1"
        try:
            yield
        finally:
            del os.environ[SAFE_PATH]
            os.environ |= before


@contextlib.contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Lets no Ctrl-C through; a process started meanwhile never gets one, not even while it is starting."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

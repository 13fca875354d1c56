"""Processes that try programs: what one of them does not survive is a finding like any other."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, NamedTuple, TypeVar

from tests.fuzzing.reference import examine
from tests.fuzzing.trials import Finding, limit_memory

PATIENCE = 60.0
"""Seconds on the wall after which a program that cannot be interrupted is killed with its process."""

Name = TypeVar("Name")
Examine = Callable[[str, Sequence[str]], Finding | None]
"""What tries one program, in the ways that are chosen (none: its own choice)."""


class Trial(NamedTuple, Generic[Name]):
    """A program with its name, what was found, and the seconds of the processor for all its runs."""

    name: Name
    source: str
    finding: Finding | None
    seconds: float = 0.0


class Worker:
    """A process that tries one program after another; `task` is the one it is at."""

    def __init__(self, examine: Examine) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, examine), daemon=True)
        self.process.start()
        theirs.close()
        self.task: tuple[Any, str] | None = None
        self.since = 0.0

    def begin(self, name: object, source: str, choices: Sequence[str]) -> None:
        self.task, self.since = (name, source), time.monotonic()
        # A process that is gone tells so when its result is asked for.
        with suppress(OSError):
            self.pipe.send((source, choices))

    def result(self) -> tuple[Finding | None, float]:
        """What was found, and how long it took."""
        if not self.pipe.poll():
            return Finding("cannot be interrupted", ""), time.monotonic() - self.since
        try:
            found: tuple[Finding | None, float] = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join()
            return Finding(f"killed the process ({self.process.exitcode})", ""), 0.0
        return found

    def close(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def serve(pipe: Connection, examine: Examine) -> None:
    """The life of a process."""
    limit_memory()
    while True:
        source, choices = pipe.recv()
        began = time.process_time()
        finding = examine(source, choices)
        pipe.send((finding, time.process_time() - began))


class Workers:
    """So many processes; one that found something is replaced, for nobody knows what that left behind."""

    def __init__(self, count: int = 1, examine: Examine = examine) -> None:
        self.how = examine
        self.workers = [Worker(examine) for _ in range(count)]

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.close()

    def examine(self, source: str, choices: Sequence[str] = ()) -> Finding | None:
        """What is found in one program."""
        (trial,) = self.trials([("", source)], choices)
        return trial.finding

    def trials(
        self, programs: Iterable[tuple[Name, str]], choices: Sequence[str] = ()
    ) -> Generator[Trial[Name], None, None]:
        """Tries all of these, given with their names, and yields what became of each, in any order."""
        waiting = iter(programs)
        try:
            while True:
                for worker in self.workers:
                    if worker.task is None and (program := next(waiting, None)) is not None:
                        worker.begin(*program, choices)
                if all(worker.task is None for worker in self.workers):
                    return
                for worker in self.finished():
                    yield self.received(worker)
        finally:
            for worker in [each for each in self.workers if each.task is not None]:
                self.replace(worker)

    def finished(self) -> list[Worker]:
        """Those that have a result or are out of time."""
        busy = [worker for worker in self.workers if worker.task is not None]
        ready = wait([worker.pipe for worker in busy], timeout=1.0)
        now = time.monotonic()
        return [worker for worker in busy if worker.pipe in ready or now - worker.since > PATIENCE]

    def received(self, worker: Worker) -> Trial[Any]:
        """What became of a worker's program; the worker is free, or another in its place."""
        name, source = worker.task or ("", "")
        finding, seconds = worker.result()
        worker.task = None
        if finding and not finding.harmless:
            self.replace(worker)
        return Trial(name, source, finding, seconds)

    def replace(self, worker: Worker) -> None:
        worker.close()
        self.workers[self.workers.index(worker)] = Worker(self.how)

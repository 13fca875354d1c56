"""Processes that try programs: what one of them does not survive is a finding like any other."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from retromaze.comparison.checks import limit_memory
from retromaze.comparison.workers import CrashedJob, WorkerPool
from tests.conformance.trials import KILLED_BY_CLOCK, ended_after
from tests.fuzzing.reference import examine
from tests.fuzzing.trials import Finding

PATIENCE = 600.0
"""Seconds on the wall after which a program that cannot be interrupted is killed with its process."""

Name = TypeVar("Name")
Examine = Callable[[str, Sequence[str]], Finding | None]
"""What tries one program, in the ways that are chosen (none: its own choice)."""
Job = tuple[Any, str, Sequence[str]]
"""A program's name, its source, and the ways that are chosen."""


class Trial(NamedTuple, Generic[Name]):
    """A program with its name, what was found, and the seconds of the processor for all its runs."""

    name: Name
    source: str
    finding: Finding | None
    seconds: float = 0.0


def tried(examine: Examine, job: Job) -> Iterator[Trial[Any]]:
    """Tries a program; the process ends behind what it found, for nobody knows what that left behind."""
    name, source, choices = job
    began = time.process_time()
    with ended_after(PATIENCE):
        finding = examine(source, choices)
    yield Trial(name, source, finding, time.process_time() - began)
    if finding and not finding.harmless:
        os._exit(0)


class Workers:
    """So many processes that try programs."""

    def __init__(self, count: int = 1, examine: Examine = examine) -> None:
        self.start = partial(WorkerPool[Job, Trial[Any]], count, partial(tried, examine), limit_memory)
        self.pool = self.start()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.close()

    def examine(self, source: str, choices: Sequence[str] = ()) -> Finding | None:
        """What is found in one program."""
        (trial,) = self.trials([("", source)], choices)
        return trial.finding

    def trials(
        self, programs: Iterable[tuple[Name, str]], choices: Sequence[str] = ()
    ) -> Iterator[Trial[Name]]:
        """Tries all of these, given with their names, and yields what became of each, in any order."""
        told, lost = set[Name](), list[Trial[Name]]()

        def lose(loss: CrashedJob[Job]) -> list[Job]:
            name, source, _ = loss.job
            is_slow = loss.cause == KILLED_BY_CLOCK
            words = "cannot be interrupted" if is_slow else f"killed the process ({loss.cause})"
            if name not in told:
                lost.append(Trial(name, source, Finding(words, "")))
            return []

        try:
            for trial in self.pool.results(((*each, choices) for each in programs), lose):
                told.add(trial.name)
                yield trial
            yield from lost
        except BaseException:  # some processes are still at it
            self.pool.close()
            self.pool = self.start()
            raise

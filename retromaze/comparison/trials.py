"""Compares many pairs over sizes and seeds, on all processors."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice

from retromaze.catalogue import Entry
from retromaze.comparison.difference import Difference
from retromaze.comparison.pairs import compare_pair
from retromaze.comparison.trace import Ending

SEEDS_A_TASK = 5
FEW_TASKS = 2
"""So few tasks are done sooner than another process has started."""


@dataclass(frozen=True)
class Task:
    """Comparisons that one process does in a row: one pair, one set of sizes, some seeds."""

    order: int
    name: str
    sizes: Mapping[str, int]
    seeds: tuple[int, ...]


@dataclass
class Tally:
    """What became of the comparisons of one pair, added up.

    `events` and `frames` are the listings'; `endings` how they ended; `unequal` how many comparisons found a
    difference, `difference` the first of them in the order of sizes and seeds; `seconds` of computing.
    """

    name: str
    runs: int = 0
    events: int = 0
    frames: int = 0
    seconds: float = 0.0
    unequal: int = 0
    endings: set[Ending] = field(default_factory=set)
    difference: Difference | None = None
    order: int = 0

    def add(self, other: Tally) -> None:
        """Adds the comparisons of another tally of the same pair."""
        if other.difference and (self.difference is None or other.order < self.order):
            self.difference, self.order = other.difference, other.order
        self.runs += other.runs
        self.events += other.events
        self.frames += other.frames
        self.seconds += other.seconds
        self.unequal += other.unequal
        self.endings |= other.endings


def plan(entries: Iterable[Entry], seeds: Sequence[int] | None) -> list[Task]:
    """The tasks for all sizes of these pairs: with the given seeds, or with the entries' own."""
    shares = [
        (entry.name, dict(sizes), share)
        for entry in entries
        for sizes in entry.trials
        for share in portions(entry.seeds if seeds is None else seeds)
    ]
    return [Task(order, *share) for order, share in enumerate(shares)]


def portions(seeds: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The seeds in portions for one task each."""
    remaining = iter(seeds)
    while portion := tuple(islice(remaining, SEEDS_A_TASK)):
        yield portion


def perform(task: Task) -> Tally:
    """Does one task; of several differences the first one's pictures are kept."""
    tally = Tally(task.name, order=task.order)
    started = time.process_time()
    for seed in task.seeds:
        made = compare_pair(task.name, seed, task.sizes)
        tally.runs += 1
        tally.events += made.events
        tally.frames += made.frames
        tally.endings.add(made.ending)
        tally.unequal += made.difference is not None
        tally.difference = tally.difference or made.difference
    tally.seconds = time.process_time() - started
    return tally


def processors() -> int:
    """How many processes can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def perform_all(tasks: Sequence[Task], jobs: int | None = None) -> Iterator[Tally]:
    """Does the tasks, in so many processes (one a processor if None), and yields what became of each.

    They come as they are done; the order of their numbers is for the reader to restore.
    """
    jobs = min(processors() if jobs is None else jobs, len(tasks))
    if jobs <= 1 or len(tasks) <= FEW_TASKS:
        yield from map(perform, tasks)
        return
    # spawned, not forked: the same on every system, and safe beside the threads of a progress bar
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            yield from finished({pool.submit(perform, task) for task in tasks})
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def finished(pending: set[Future[Tally]]) -> Iterator[Tally]:
    """The results in the order in which they come."""
    while pending:
        done, pending = wait(pending, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


def added(names: Iterable[str], tallies: Iterable[Tally]) -> dict[str, Tally]:
    """One tally for each name."""
    sums = {name: Tally(name) for name in names}
    for tally in tallies:
        sums[tally.name].add(tally)
    return sums

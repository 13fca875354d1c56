"""Tries conformance cases, in processes that a program of strangers may hang, fill or break.

A case is run as `retromaze.run(source, seed=1, frames=600)` runs it: its files are kept in memory, nobody
answers, and nothing of the host can be reached.
"""

import faulthandler
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import retromaze
from retromaze.comparison.checks import limit_memory
from retromaze.comparison.workers import CrashedJob, WorkerPool
from tests.conformance.cases import Case, read_cases, unreadable

SEED, FRAMES = 1, 600
"""A case that still runs after ten seconds of the console's time has failed."""
KILLED_BY_CLOCK = "exit status 1"
"""How `faulthandler` ends a process."""

File = tuple[Path, str]
Item = TypeVar("Item")
Made = TypeVar("Made")


class Verdict(NamedTuple):
    """A case that was tried; `failure` says what is otherwise, "" where it holds."""

    case: Case
    failure: str


def read_all(files: Sequence[File], jobs: int, seconds: float) -> list[Case]:
    """The cases of all files, each a path with its name: a file that breaks its reader is one, not tried."""

    def lost(file: File, cause: str) -> list[Case]:
        return [unreadable(file[1], words_of(cause, seconds))]

    return [case for cases in in_order(partial(read, seconds), files, jobs, lost) for case in cases]


def try_all(cases: Sequence[Case], jobs: int, seconds: float) -> list[Verdict]:
    """The verdicts of all cases, in their order."""

    def lost(case: Case, cause: str) -> Verdict:
        return Verdict(case, words_of(cause, seconds))

    return in_order(partial(try_one, seconds), cases, jobs, lost)


def words_of(cause: str, seconds: float) -> str:
    return f"not done after {seconds:g} s" if cause == KILLED_BY_CLOCK else f"breaks its process: {cause}"


def in_order(
    work: Callable[[Item], Made], items: Sequence[Item], jobs: int, lost: Callable[[Item, str], Made]
) -> list[Made]:
    """What the work makes of each item, or `lost` of one whose process is gone, and of the cause."""
    found: dict[int, Made] = {}

    def again(loss: CrashedJob[tuple[int, Item]]) -> list[tuple[int, Item]]:
        number, item = loss.job
        found[number] = lost(item, loss.cause)
        return []

    size = max(1, min(jobs, len(items)))
    crew: WorkerPool[tuple[int, Item], tuple[int, Made]] = WorkerPool(size, partial(numbered, work), prepare)
    try:
        found.update(crew.results(enumerate(items), again))
    finally:
        crew.close()
    return [found[number] for number in range(len(items))]


def prepare() -> None:
    """Once in each process: what is loaded for the first program is not on the clock of a case."""
    limit_memory()
    retromaze.run("PRINT 1", seed=SEED, frames=1)


def numbered(work: Callable[[Item], Made], job: tuple[int, Item]) -> tuple[int, Made]:
    """The work on an item, with its number."""
    number, item = job
    return number, work(item)


def read(seconds: float, file: File) -> list[Case]:
    """Reads a file in time."""
    with ended_after(seconds):
        return read_cases(*file)


def try_one(seconds: float, case: Case) -> Verdict:
    """Tries a case in time."""
    with ended_after(seconds):
        return Verdict(case, failure_of(case))


@contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """Ends this process where what is done takes longer, whatever it is at: the clock is no Python code."""
    with open(os.devnull, "w") as nowhere:
        faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()


def failure_of(case: Case) -> str:
    """What a run shows otherwise than the case says; "" if nothing."""
    try:
        result = retromaze.run(case.source, seed=SEED, frames=FRAMES)
    except Exception as crash:  # it is told, and counts as a failure always
        return f"a defect of retromaze, {type(crash).__name__}: {crash}"
    error = result.error
    if error is None and result.frames >= FRAMES:
        return f"still runs after {FRAMES} frames"
    if error is None and case.error is not None:
        return f"wants errnum {case.error}, ends without an error"
    if error is not None and error.number != case.error:
        wanted = "" if case.error is None else f"wants errnum {case.error}, "
        return f"{wanted}stops with errnum {error.number} in line {error.line}: {error.message}"
    return "" if case.text is None else first_difference(rows(case.text), rows(result.text))


def rows(text: str) -> list[str]:
    """The rows of a console, which knows no blanks at the end of a row and no empty rows at its end."""
    return "\n".join(row.rstrip(" ") for row in text.split("\n")).rstrip("\n").split("\n")


def first_difference(wanted: Sequence[str], shown: Sequence[str]) -> str:
    """`row 2: wants 'A', shows 'B'`; "" where all rows are the same."""
    for at in range(max(len(wanted), len(shown))):
        one, other = (repr(side[at]) if at < len(side) else "nothing" for side in (wanted, shown))
        if one != other:
            return f"row {at + 1}: wants {one}, shows {other}"
    return ""

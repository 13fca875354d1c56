"""Processes that try mutants, a share of one side of a pair at a time."""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from tests.mutation import games, trials
from tests.mutation.mutants import Mutant
from tests.mutation.texts import GAME, file_of, mutants_of, reason, text_of

SHARE = 24
"""Mutants that a process tries in a row: what they are held against takes as long as some of them."""


class Task(NamedTuple):
    """Some mutants of one side of a pair, by their numbers; `minutes` are what a game is played for."""

    name: str
    side: str
    numbers: Sequence[int]
    minutes: float = games.MINUTES


def equal_numbers(name: str, side: str) -> list[int]:
    """The mutants of one side of a pair that are equal in meaning."""
    file, lines = file_of(name, side), text_of(name, side).split("\n")
    return [
        number
        for number, mutant in enumerate(mutants_of(name, side))
        if reason(file, mutant.line, mutant.changed(lines[mutant.line - 1]))
    ]


def shares(name: str, side: str, *, equal: bool = False) -> list[Task]:
    """The mutants of one side of a pair in tasks: those that mean something else, or those that do not."""
    same = equal_numbers(name, side)
    others = sorted(set(range(len(mutants_of(name, side)))).difference(same))
    numbers = same if equal else others
    return [Task(name, side, numbers[at : at + SHARE]) for at in range(0, len(numbers), SHARE)]


def survivors(task: Task) -> list[int]:
    """The numbers of those mutants of a task that live."""
    mutants = mutants_of(task.name, task.side)
    return [number for number in task.numbers if lives(task, mutants[number])]


def lives(task: Task, mutant: Mutant) -> bool:
    """Whether nothing shows a change."""
    if task.side == GAME:
        return games.lives(task.name, mutant, task.minutes)
    return trials.lives(task.name, task.side, mutant)


def tried(tasks: Sequence[Task], jobs: int) -> Iterator[tuple[Task, list[int]]]:
    """Each task with its survivors, in their order."""
    if jobs == 1:
        yield from zip(tasks, map(survivors, tasks), strict=True)
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield from zip(tasks, pool.map(survivors, tasks), strict=True)

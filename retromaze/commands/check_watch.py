"""`retromaze check --watch`: compares a pair again whenever one of its files is saved."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from retromaze.commands.saves import BESIDE, Saves
from retromaze.comparison.trials import Tally, Task, perform, performed_by, plan, processors, rehearse
from retromaze.comparison.workers import Crew
from retromaze.errors import UsageError

if TYPE_CHECKING:
    from retromaze.comparison.difference import Difference
    from retromaze.comparison.pairs import Pair


class Saved(Exception):
    """A file was saved in the midst of a proof."""


class Telling(NamedTuple):
    """How `retromaze check` tells things: a table of pairs, a verdict in words, a difference, a word.

    `status` is the exit status for the last tallies.
    """

    table: Callable[[Sequence[Pair], dict[str, Tally], Sequence[int] | None], None]
    verdict: Callable[[Tally], str]
    report: Callable[[Difference, Tally, Path], None]
    say: Callable[[str], None]
    status: Callable[[Iterable[Tally]], int]


class Vigil:
    """Proves pairs, waits for a save, and proves those that it concerns.

    Each proof is done by processes that have run nothing before, so that what a port imports is read anew;
    they are started while nobody waits for them. A save in the midst of a proof begins it again.
    """

    def __init__(
        self,
        read: Callable[[], list[Pair]],
        seeds: Sequence[int] | None,
        arguments: argparse.Namespace,
        telling: Telling,
    ) -> None:
        """`read` gives the pairs as they are now; it may raise UsageError."""
        self._read = read
        self._seeds = seeds
        self._telling = telling
        self._folder: Path = arguments.out
        self._pairs = read()
        self._size: int = arguments.jobs or processors()
        self._lines: int | None = arguments.lines
        self._saves = Saves((file for pair in self._pairs for file in pair.files), polling=arguments.poll)
        self._tallies: dict[str, Tally] = {}
        self._told: dict[str, str] = {}
        self._due = {pair.name for pair in self._pairs}

    def keep(self) -> int:
        """Goes on until Ctrl-C; the exit status for what was found at last, 1 for what was not proved."""
        try:
            with self._saves:
                self._prove_again(first=True)
        except KeyboardInterrupt:
            self._telling.say("stopped")
        proved = not self._due and len(self._tallies) == len(self._pairs)
        return self._telling.status(self._tallies.values()) if proved else 1

    def _prove_again(self, *, first: bool) -> None:
        while True:
            crew: Crew[Task, Tally] = Crew(self._size, perform, rehearse)
            try:
                if not first:
                    self._wait()
                self._prove(crew, first=first)
                first = False
            except Saved:
                continue
            except UsageError as error:
                self._telling.say(str(error))
                first = False
            finally:
                crew.close()

    def _wait(self) -> None:
        """Waits for a save and reads the pairs anew. Raises UsageError where one is missing."""
        saved = self._saves.take()
        self._due |= {pair.name for pair in self._pairs if concerned(pair, saved)}
        self._pairs = self._read()

    def _prove(self, crew: Crew[Task, Tally], *, first: bool) -> None:
        pairs = [pair for pair in self._pairs if pair.name in self._due]
        sums = {pair.name: Tally(pair.name, wanted=self._lines) for pair in pairs}
        tasks = plan(pairs, self._seeds)
        for tally in performed_by(crew, tasks, self._telling.say, self._heed):
            sums[tally.name].add(tally)
            if not first and all(each.unequal for each in sums.values()):
                break
        self._tallies |= sums
        self._due.clear()
        self._tell(pairs, sums, first=first)

    def _heed(self) -> None:
        if self._saves:
            raise Saved

    def _tell(self, pairs: Sequence[Pair], sums: dict[str, Tally], *, first: bool) -> None:
        """The table at first, then a line for each pair; a difference only if it is another one."""
        if first:
            self._telling.table(pairs, sums, self._seeds)
        for name, tally in sums.items():
            difference = str(tally.difference or "")
            known = self._told.get(name) == difference
            self._told[name] = difference
            if not first:
                print(f"{name}: {self._telling.verdict(tally)}{addition(tally, known=known)}")
            sys.stdout.flush()
            if tally.difference and not known:
                self._telling.report(tally.difference, tally, self._folder / name)


def addition(tally: Tally, *, known: bool) -> str:
    """What is said behind a verdict: the runs where all are equal, or that nothing has changed."""
    if tally.unequal:
        return ", the same difference" if known else ""
    return f", {tally.runs} runs"


def concerned(pair: Pair, saved: Iterable[Path]) -> bool:
    """Whether a pair may have become another one by these saves."""
    files = {file.resolve() for file in pair.files}
    modules = {file.parent for file in files if file.suffix == BESIDE}
    changed = {path.resolve() for path in saved}
    return any(path in files or (path.suffix == BESIDE and path.parent in modules) for path in changed)

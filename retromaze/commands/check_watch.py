"""`retromaze check --watch`: compares a pair again whenever one of its files is saved."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.commands.check_report import print_table, report, status_of, verdict
from retromaze.commands.output import say
from retromaze.commands.saves import BESIDE, Saves
from retromaze.comparison.trials import Tally, Task, perform, performed_by, plan, processors, rehearse
from retromaze.comparison.workers import WorkerPool
from retromaze.errors import UsageError

if TYPE_CHECKING:
    from retromaze.comparison.pairs import Pair


class Saved(Exception):
    """A file was saved in the midst of a proof."""


class Watcher:
    """Proves pairs, waits for a save, and proves again the pairs that it may have changed.

    Each proof is done by processes that have run nothing before, so that imports of a port are read again;
    they are started while nobody waits for them. A save in the midst of a proof begins it again.
    """

    def __init__(
        self, read: Callable[[], list[Pair]], seeds: Sequence[int] | None, arguments: argparse.Namespace
    ) -> None:
        """`read` returns the pairs as they are now; it may raise UsageError."""
        self._read = read
        self._seeds = seeds
        self._folder: Path = arguments.out
        self._pairs = read()
        self._size: int = arguments.jobs or processors()
        self._lines: int | None = arguments.lines
        self._saves = Saves((file for pair in self._pairs for file in pair.files), polling=arguments.poll)
        self._tallies: dict[str, Tally] = {}
        self._told: dict[str, str] = {}
        self._due = {pair.name for pair in self._pairs}

    def keep(self) -> int:
        """Goes on until Ctrl-C; returns the exit status of the last verdicts, 1 if one is missing."""
        try:
            with self._saves:
                self._prove_again(first=True)
        except KeyboardInterrupt:
            say("stopped")
        proved = not self._due and len(self._tallies) == len(self._pairs)
        return status_of(self._tallies.values()) if proved else 1

    def _prove_again(self, *, first: bool) -> None:
        while True:
            crew: WorkerPool[Task, Tally] = WorkerPool(self._size, perform, rehearse)
            try:
                if not first:
                    saved = self._saves.take()
                    self._due |= {pair.name for pair in self._pairs if may_change(pair, saved)}
                    self._pairs = self._read()
                self._prove(crew, first=first)
                first = False
            except Saved:
                continue
            except UsageError as error:
                say(str(error))
                first = False
            finally:
                crew.close()

    def _prove(self, crew: WorkerPool[Task, Tally], *, first: bool) -> None:
        pairs = [pair for pair in self._pairs if pair.name in self._due]
        sums = {pair.name: Tally(pair.name, wanted=self._lines) for pair in pairs}
        tasks = plan(pairs, self._seeds)
        for tally in performed_by(crew, tasks, say, self._heed):
            sums[tally.name].add(tally)
            if not first and all(each.unequal for each in sums.values()):
                break
        self._tallies |= sums
        self._due.clear()
        if first:
            print_table(pairs, sums, self._seeds)
        for name, tally in sums.items():
            self._tell(name, tally, first=first)

    def _heed(self) -> None:
        if self._saves:
            raise Saved

    def _tell(self, name: str, tally: Tally, *, first: bool) -> None:
        """Prints a pair's verdict, unless a table has it; a difference only if it is another one."""
        difference = str(tally.difference or "")
        known = self._told.get(name) == difference
        self._told[name] = difference
        if not first:
            words = ", the same difference" * known if tally.unequal else f", {tally.runs} runs"
            print(f"{name}: {verdict(tally)}{words}")
        sys.stdout.flush()
        if tally.difference and not known:
            report(tally.difference, tally, self._folder / name)


def may_change(pair: Pair, saved: Iterable[Path]) -> bool:
    """Whether the saved files are of a pair, or modules beside its port."""
    files = {file.resolve() for file in pair.files}
    modules = {file.parent for file in files if file.suffix == BESIDE}
    changed = {path.resolve() for path in saved}
    return any(path in files or (path.suffix == BESIDE and path.parent in modules) for path in changed)

"""`retromaze check`: listings against their ports, pair by pair; a tally sums up the runs of a pair."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.catalogue_entry import listing_path
from retromaze.commands import options
from retromaze.commands.file_watching import MODULE_SUFFIX, Saves
from retromaze.commands.operands import (
    add_check_options,
    add_pair_arguments,
    read_pairs,
    replayed_pairs,
    with_check_options,
)
from retromaze.commands.options import read_game
from retromaze.commands.output import progress_bar, reporting_regularly, say, signals_as_interrupts
from retromaze.display.argument_parser import INTERRUPTED, Parser
from retromaze.errors import UsageError
from retromaze.lessons.lesson_reading import LessonError, lessons_beside
from retromaze.machine.storage import replace_file
from retromaze.system import require_module

if TYPE_CHECKING:
    from retromaze.comparison.checks import Tally, Task
    from retromaze.comparison.pairs import Pair
    from retromaze.comparison.workers import WorkerPool

DESCRIPTION = """\
Runs listings and their Python ports on equal machines and compares all that can be observed: every drawing,
print, random draw and wait in order, the screens at each wait, and the state at the end, up to the first
difference.
"""
EPILOG = """\
A port is a function main(machine) in a Python file: `retromaze check maze.bas maze.py`; maze.py:dig names
another function. Both programs get the same presses, answers and keys. Two listings can be compared with
each other, if the first has no port next to it (or: check a.bas --port b.bas), and so can two ports.

A program of the list is checked with several sizes (`retromaze list` shows them), and in scenes that have
their own input. Seeds are 1 to N, by default three. A listing that does not end is compared for a minute of
the console's time, or for --frames; the verdict is then `equal for 3,600 frames`.

`lines` is the share of the lines of listing and port that were run, with one seed for each size. Lines that
no run executed are listed, and conditions that were never true or never false; they are unverified. A listing
that looks at its input and is given none is played at random for a short while (--play 0: it is not). If less
than half of a listing's lines were run (or than --lines), or its conditions had less than half of their
outcomes, the verdict is `equal so far: 9 % of lines, 20 % of outcomes`: add --answers or --press, or let
--play search for longer.

A difference is shown with the three events before it and both source lines; its pictures listing.png,
port.png and difference.png are saved in DIR/NAME. It is a difference too if a port does nothing visible for
ten seconds (--patience) and is stopped, or if it keeps state from one call to the next (it is called twice,
with the first seed of the first size).

--effects is for ports that were restructured by hand. In each frame of a wait, and at each INPUT, it compares
what is left on both screens (pixels, cells, sprites and layers shown) and the files; call by call it compares
random draws (each series separately), sounds, dialogs and changes of files. A setting counts where something
is drawn with it. The verdict is then `same effects`.

--pictures is for ports that draw in another order, or by other calls. At each wait it compares what both
screens show, their text and the files; call by call it compares only waits, random draws (each series
separately), sounds, dialogs and fades. The verdict is then `same pictures`.

--play 5 plays random games with buttons, touches, pads, keys, and answers made of the listing's own strings.
A game that reaches a new line or a new value is continued from there; the search ends when five minutes of
the console's time bring nothing new. The same seed plays the same games. Constants at a listing's top take
the values that it compares them with, unless --set is given. A file that a game looked for and
did not find exists in other games, with several kinds of contents; in one game the files next to the listing
are hidden; files that a game saved exist when another begins. A difference is shown with the options that
play its game again.

--replay LOG checks a pair over a game that somebody played and `retromaze run --record LOG` recorded, with
its seed and numbers: `equal over 3,153 frames of game.log`. If no pair is named, the log names it.

--badge proof.svg saves a picture such as `15 of 15 equal, 20 seeds, 100 % of lines`: seeds of each pair,
lines of all listings and ports. It is green for exit status 0, gray for 3, else red. --markdown prints the
same sentence first, then the table, the lines that were not run, and the differences.

The lessons of a pair (NAME.lesson.md next to the listing) are checked too: every moment is reached, every
line that they name exists, and every exercise has its solution.

exit status: 0 all agree, 1 a difference was found, 2 wrong usage, 3 nothing differs, but some pair is equal
so far only
"""
DEFAULT_FOLDER = Path("retromaze-differences")


def add_arguments(parser: Parser) -> None:
    add_pair_arguments(parser)
    add_check_options(parser)
    parser.add_argument(
        "--replay",
        type=read_game,
        action="append",
        default=[],
        metavar="LOG",
        help="check over the game of a log; may be repeated",
    )
    parser.declare_former_name("--sizes", "--set")
    parser.declare_former_name("--out", "--output")
    options.add_watch_options(parser, "check again whenever one of the files is saved")
    form = parser.more.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON instead of a table")
    form.add_argument("--markdown", action="store_true", help="print a page in Markdown instead of a table")
    parser.more.add_argument(
        "--badge",
        type=options.new_svg,
        metavar="OUT.svg",
        help="save a badge for a README: number of equal pairs, seeds, share of lines; red if one differs",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=options.new_folder,
        default=DEFAULT_FOLDER,
        metavar="FOLDER",
        help="folder for pictures of differences",
    )


def execute(arguments: argparse.Namespace) -> int:
    try:
        with signals_as_interrupts():
            return watch(arguments) if arguments.watch else check_once(arguments)
    except KeyboardInterrupt:
        say("stopped before all was checked")
        return INTERRUPTED


def check_once(arguments: argparse.Namespace) -> int:
    """Checks all pairs and prints the report; returns the exit status.

    After Ctrl-C it prints what is known by then, and raises KeyboardInterrupt.
    """
    from retromaze.commands.check_report import badge, print_report, status_of, summary
    from retromaze.comparison.checks import plan, run_tasks, tallies_by_pair

    if not (arguments.json or arguments.markdown):
        require_module("rich")  # a missing package is reported before the check, not after it
    seeds = options.seeds_of(arguments)
    pairs = selected_pairs(arguments)
    tasks = plan(pairs, seeds, minutes=arguments.play)
    task_tallies: dict[tuple[str, int], Tally] = {}  # by the pair's name and the task's number
    interrupted = False
    try:
        for tally in with_progress(run_tasks(tasks, arguments.jobs, say), tasks):
            task_tallies[tally.name, tally.task_number] = tally
    except KeyboardInterrupt:
        interrupted = True
    tallies = tallies_by_pair([pair.name for pair in pairs], task_tallies.values(), arguments.lines)
    if interrupted:
        for task in tasks:
            if (task.name, task.number) not in task_tallies:
                tallies[task.name].unfinished += 1
        if task_tallies:
            print_report(arguments, pairs, tallies, seeds, [], summary(pairs, tallies, seeds))
        raise KeyboardInterrupt
    # a log's game checks the pair alone, not its lessons
    mistakes = [words for pair in pairs if not pair.game for words in lesson_mistakes(pair)]
    status = 1 if mistakes else status_of(tallies.values())
    words = summary(pairs, tallies, seeds) + (", lessons are wrong" if mistakes else "")
    if arguments.badge:
        replace_file(arguments.badge, badge(words, status).encode())
    print_report(arguments, pairs, tallies, seeds, mistakes, words)
    return status


def watch(arguments: argparse.Namespace) -> int:
    """Checks again at each save; returns the exit status of the last verdicts."""
    if arguments.play:
        raise UsageError("--watch answers at once, and --play takes its time: one of them")
    for name in ("json", "markdown", "badge"):
        if getattr(arguments, name):
            raise UsageError(f"--watch tells what has changed, --{name} all there is: one of them")
    return Watcher(arguments).run()


def selected_pairs(arguments: argparse.Namespace) -> list[Pair]:
    """Returns the pairs of the command line, with all its options. Raises UsageError."""
    pairs = replayed_pairs(arguments) if arguments.replay else read_pairs(arguments, allow_same_kind=True)
    return [with_check_options(pair, arguments) for pair in pairs]


def lesson_mistakes(pair: Pair) -> list[str]:
    """Returns the mistakes in the lessons beside a pair's listing, such as a moment that is not reached.

    Each begins with file and line; a lesson is checked up to its first mistake.
    """
    from retromaze.commands.lesson import read_material
    from retromaze.lessons.exercises import check_lesson

    mistakes = []
    for path in lessons_beside(listing_path(pair.entry) if pair.entry else Path(pair.path)):
        try:
            check_lesson(read_material(path))
        except LessonError as error:
            mistakes.append(f"{path}:{error.line}: {error.reason}")
    return mistakes


def with_progress(tallies: Iterable[Tally], tasks: Sequence[Task]) -> Iterator[Tally]:
    """Yields the tallies and shows the progress: as a bar on standard error if that is a terminal.

    Else lines such as `comparing snake, 12 of 45 runs done` are printed every few seconds. With --play, where
    a run plays games for minutes, it is `comparing snake, 12 games played`, as the verdict counts games; and
    `snake differs, 12 of 45 runs done: looking for its cause` once there is a difference.
    """
    from retromaze.comparison.difference_words import quantity

    runs_due: Counter[str] = Counter()  # the runs to do by the pair's name
    games_due: Counter[str] = Counter()  # those of them that play games
    for task in tasks:
        runs_due[task.name] += len(task.seeds)
        games_due[task.name] += len(task.seeds) * task.plays_games
    latest_tallies: dict[tuple[str, int], Tally] = {}  # by the pair's name and the task's number

    def runs_done(name: str) -> int:
        return sum(each.seeds_done for each in latest_tallies.values() if each.name == name)

    def done_words() -> str:
        """Returns `12 of 45 runs done`, with --play `12 games played`."""
        if any(task.minutes for task in tasks):
            return quantity(sum(each.games for each in latest_tallies.values()), "game") + " played"
        return f"{sum(map(runs_done, runs_due)):,} of {runs_due.total():,} runs done"

    def progress_words() -> str:
        """Returns a sentence with the first pair whose difference is looked at, else that is not done."""
        for tally in latest_tallies.values():
            if tally.looking_for:
                return f"{tally.name} differs, {done_words()}: looking for {tally.looking_for}"
        name = next((name for name, runs in runs_due.items() if runs > runs_done(name)), tasks[-1].name)
        return f"comparing {name}, {done_words()}"

    words = progress_words()  # made here, as another thread reports them
    lines = nullcontext() if sys.stderr.isatty() else reporting_regularly(lambda: words, say)
    with progress_bar("comparing") as progress, lines:
        for tally in tallies:
            if tally.differing_runs and not tally.games:  # then no games are played with this pair
                runs_due[tally.name] -= games_due.pop(tally.name, 0)
            latest_tallies[tally.name, tally.task_number] = tally
            words = progress_words()
            games = f", {done_words()}" if tally.games else ""
            looking = f", looking for {tally.looking_for}" if tally.looking_for else ""
            progress(sum(map(runs_done, runs_due)), runs_due.total(), f"{tally.name}{games}{looking}")
            yield tally


# ---- --watch


class SavedDuringCheck(Exception):
    """A file was saved during a check."""


class Watcher:
    """Checks pairs, and after each save those that it may have changed; a save during a check restarts it.

    Each check runs in new processes, so that a port's imports are read again. The processes are started
    before the save, so that they are ready.

    `tallies`: the last tally of each pair by name; `pairs_due`: the names of the pairs to check;
    `printed_differences`: the difference of each pair that was printed last, "" for none.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.seeds = options.seeds_of(arguments)
        self.pairs = selected_pairs(arguments)
        self.saves = Saves((file for pair in self.pairs for file in pair.files), polling=arguments.poll)
        self.tallies: dict[str, Tally] = {}
        self.printed_differences: dict[str, str] = {}
        self.pairs_due = {pair.name for pair in self.pairs}

    def run(self) -> int:
        """Checks until Ctrl-C; returns the exit status of the last verdicts, 1 if one is missing."""
        from retromaze.commands.check_report import status_of
        from retromaze.comparison.checks import cpu_count, run_task, warm_up
        from retromaze.comparison.workers import WorkerPool

        first = True
        try:
            with self.saves:
                while True:
                    pool: WorkerPool[Task, Tally]
                    pool = WorkerPool(self.arguments.jobs or cpu_count(), run_task, warm_up)
                    try:
                        # waits for a save, except before the first check
                        if not first or self.saves.has_saved_files():
                            saved = self.saves.take_saved()
                            self.pairs_due |= {pair.name for pair in self.pairs if may_change(pair, saved)}
                            self.read_pairs_again()
                        self.check(pool, first=first)
                        first = False
                    except SavedDuringCheck:
                        continue  # the pairs stay due
                    except UsageError as error:
                        # a file cannot be read as it is: the next check waits until it is saved again
                        say(str(error))
                        first = False
                    finally:
                        pool.close()
        except KeyboardInterrupt:
            say("stopped")
        is_complete = not self.pairs_due and len(self.tallies) == len(self.pairs)
        return status_of(self.tallies.values()) if is_complete else 1

    def read_pairs_again(self) -> None:
        """Reads the new texts, and says which pairs of a folder are gone; new ones are due.

        Raises UsageError.
        """
        before = {pair.name for pair in self.pairs}
        self.pairs = selected_pairs(self.arguments)
        names = {pair.name for pair in self.pairs}
        self.pairs_due |= names - before
        for name in sorted(before - names):
            say(f"{name} is checked no longer: its listing or its port is gone")
            self.tallies.pop(name, None)

    def check(self, pool: WorkerPool[Task, Tally], *, first: bool) -> None:
        """Checks the pairs that are due and prints their verdicts: the first time as a table, later as lines.

        A difference is printed only if it has changed. Raises SavedDuringCheck.
        """
        from retromaze.commands.check_report import print_table, report_difference, verdict_text
        from retromaze.comparison.checks import Tally, plan, run_in_pool

        def stop_after_save() -> None:
            """Ends the check if a file was saved: the pool calls it while it waits."""
            if self.saves.has_saved_files():
                raise SavedDuringCheck

        pairs = [pair for pair in self.pairs if pair.name in self.pairs_due]
        tallies = {pair.name: Tally(pair.name, wanted_percent=self.arguments.lines) for pair in pairs}
        for tally in run_in_pool(pool, plan(pairs, self.seeds, minutes=0), say, stop_after_save):
            tallies[tally.name].add(tally)
            # after a save the first differences are enough; the first check counts all
            if not first and all(each.differing_runs for each in tallies.values()):
                break
        self.tallies |= tallies
        self.pairs_due.clear()
        if first:
            print_table(pairs, tallies, self.seeds)
        for name, tally in tallies.items():
            difference = str(tally.difference or "")
            is_known = self.printed_differences.get(name) == difference
            self.printed_differences[name] = difference
            if not first:
                words = f", {tally.runs} runs"
                if tally.differing_runs:
                    words = ", the same difference" if is_known else ""
                print(f"{name}: {verdict_text(tally)}{words}")
            sys.stdout.flush()
            if tally.difference and not is_known:
                report_difference(tally, self.arguments.output / name)


def may_change(pair: Pair, saved_files: Iterable[Path]) -> bool:
    """Whether one of the saved files belongs to a pair, or is a module that its port may import."""
    files = {file.resolve() for file in pair.files}
    module_folders = {file.parent for file in files if file.suffix == MODULE_SUFFIX}
    saved = {path.resolve() for path in saved_files}
    saved_modules = {path for path in saved if path.suffix == MODULE_SUFFIX}
    return not files.isdisjoint(saved) or any(path.parent in module_folders for path in saved_modules)

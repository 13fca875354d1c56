"""Compares many pairs over sizes and seeds, on all processors; or one pair for a few seconds.

A task is some comparisons of one pair, done by one process; a tally is the results of tasks added up.
"""

from __future__ import annotations

import enum
import io
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext, redirect_stdout, suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from retromaze.catalogue_entry import Scene
from retromaze.comparison.coverage import Coverage, LineCoverage, RunUntilCovered, measure_coverage
from retromaze.comparison.difference import Difference
from retromaze.comparison.difference_words import StopReason
from retromaze.comparison.input_script import FRAME_LIMIT, TooLong
from retromaze.comparison.listing_recording import CALLS, record
from retromaze.comparison.pairs import Comparison, Pair, compare, compare_one, run_both
from retromaze.comparison.random_games import explore, is_played_briefly
from retromaze.comparison.runnable_programs import Port
from retromaze.comparison.workers import CrashedJob, WorkerPool
from retromaze.language.prologue import Value
from retromaze.machine.machine import Machine

SEEDS_A_TASK = 5
FEW_TASKS = 2
"""This many tasks are done before another process would have started."""


@dataclass(frozen=True, slots=True)
class Task:
    """Comparisons that one process does in a row: one pair, one set of sizes, some seeds.

    `number`: gives the order of results.
    `scene`: the scene whose script is used, None for the pair's own script.
    `coverage_seed`: the seed of runs that find the lines of the pair's checks, None for no such runs.
    `twice`: whether the port is called again with the first seed.
    `minutes`: 0 for no random games, None for brief ones, else the minutes without news that end them.
    `part`: of the other sizes, divided into `parts`, games try this one.
    """

    number: int
    pair: Pair
    sizes: Mapping[str, Value]
    seeds: tuple[int, ...]
    scene: Scene | None = None
    coverage_seed: int | None = None
    twice: bool = False
    minutes: float | None = 0
    part: int = 0
    parts: int = 1

    @property
    def name(self) -> str:
        return self.pair.name

    @property
    def plays_games(self) -> bool:
        """Whether it plays games at random: for `minutes` without news, or briefly if that is None."""
        return self.minutes != 0

    def per_seed(self) -> list[Task]:
        """Splits the task into tasks of one seed each; returns [self] if it has no seeds."""
        if not self.seeds:
            return [self]
        # the new tasks' numbers lie in the gaps that `plan` has left; the port is called twice only with the
        # first seed, as in the task itself
        return [
            replace(self, number=self.number + at, seeds=(seed,), twice=self.twice and at == 0)
            for at, seed in enumerate(self.seeds)
        ]


SUMMED_FIELDS = (
    *("runs", "games", "events", "frames", "seconds", "differing_runs"),
    *("unread_input", "common_errors", "listing_errors", "script_runs", "lost_runs"),
)
"""The fields of a tally that are added up."""


class Verdict(enum.Enum):
    """The verdict on a pair; `--json` prints the value."""

    EQUAL = "equal"
    AS_FAR_AS_RUN = "equal as far as run"
    """Nothing differs, but the listing was stopped where it waits for input that never comes."""
    SO_FAR = "equal so far"
    """Nothing differs, but too few lines were run, or conditions decided, to say that the two are equal."""
    NOT_CHECKED = "not checked"
    """A process was killed twice, or Ctrl-C ended the check."""
    DIFFERENT = "different"


@dataclass
class Tally:
    """The results of a task, or of all tasks of one pair added up.

    `runs`: the number of comparisons; `games` of them were random games.
    `events`, `frames`: the sums over the listing's runs; `seconds`: the processor time.
    `differing_runs`: the number of comparisons that found a difference; `difference` is the first one.
    `endings`: how the listing ended, except in scenes and games, which end wherever the player stops.
    `task_number`: the number of the task, or of the task with `difference`.
    `lost_runs`: seeds and sizes whose process was killed twice.
    `coverage`: the lines that were run; `wanted_percent` of them have to be (see `Coverage.suffices`).
    `is_done`: whether a task is done; `unfinished`: the number of tasks in a sum that are not.
    `unread_input`: input that was not read, each with the number of runs, of the `script_runs` with a script.
    `cut_at_frame`: the least number of frames after which a listing that goes on was stopped, if one was.
    `common_errors`: errors that ended both programs, with the port's if it is another one; `listing_errors`:
    errors that ended the listing alone; each with the number of runs.
    `minutes`: games ended after this many minutes without news; `game`: the name of a log that was played.
    `equal_words`: the words of the verdict if nothing differs. `looking_for`: what the task looks for now
    that it has a difference, in words; "" before and after that.
    """

    name: str
    runs: int = 0
    games: int = 0
    events: int = 0
    frames: int = 0
    seconds: float = 0.0
    differing_runs: int = 0
    endings: set[StopReason] = field(default_factory=set)
    difference: Difference | None = None
    task_number: int = 0
    lost_runs: list[tuple[int, Mapping[str, Value]]] = field(default_factory=list)
    coverage: Coverage | None = None
    wanted_percent: int | None = None
    is_done: bool = True
    unfinished: int = 0
    unread_input: Counter[str] = field(default_factory=Counter)
    script_runs: int = 0
    cut_at_frame: int | None = None
    common_errors: Counter[str] = field(default_factory=Counter)
    listing_errors: Counter[str] = field(default_factory=Counter)
    minutes: float = 0
    equal_words: str = CALLS.equal_words
    game: str = ""
    looking_for: str = ""

    @property
    def verdict(self) -> Verdict:
        """The verdict; a game that the player stopped counts as equal, not as equal as far as run."""
        if self.differing_runs:
            return Verdict.DIFFERENT
        if self.lost_runs or self.unfinished:
            return Verdict.NOT_CHECKED
        if self.coverage and not self.coverage.suffices(self.wanted_percent):
            return Verdict.SO_FAR
        # a limit of frames is reported by itself, and a player may stop a game anywhere
        if self.is_cut_off and self.cut_at_frame is None and not self.games and not self.game:
            return Verdict.AS_FAR_AS_RUN
        return Verdict.EQUAL

    @property
    def is_cut_off(self) -> bool:
        """Whether the listing was stopped before its end in some comparison."""
        return any(ending.is_cut_off for ending in self.endings)

    @property
    def equal(self) -> bool:
        """Whether nothing differs, and enough was run."""
        return self.verdict in {Verdict.EQUAL, Verdict.AS_FAR_AS_RUN}

    @property
    def seeds_done(self) -> int:
        """The number of seeds that the task has compared; all its games have one seed."""
        return self.is_done if self.games else self.runs

    def add_comparison(
        self, comparison: Comparison, scene: Scene | None = None, *, game: bool = False
    ) -> None:
        """Adds a comparison, of a scene or random `game` too; the first of several differences stays."""
        end = comparison.end
        self.runs += 1
        self.games += game
        self.events += comparison.events
        self.frames += comparison.frames
        if scene is None and not game:
            # a game ends wherever its player leaves it
            self.endings.add(end.reason)
            if end.reason is StopReason.LIMIT:
                self.cut_at_frame = min(self.cut_at_frame or comparison.frames, comparison.frames)
        if end.number and scene is None:
            port_end = comparison.port_end
            if not (game and comparison.went_on_after_error):  # both stopped alike
                self.common_errors[end.error_text] += 1
            elif port_end.reason is StopReason.ERROR:
                self.common_errors[f"{end.error_text} (port: {port_end.error.split(':')[0]})"] += 1
            else:
                self.listing_errors[end.error_text] += 1
        if comparison.difference is not None:
            self.differing_runs += 1
            self.difference = self.difference or comparison.difference

    def add(self, other: Tally) -> None:
        """Adds the comparisons of another tally of the same pair."""
        if other.difference and (self.difference is None or other.task_number < self.task_number):
            self.difference, self.task_number = other.difference, other.task_number
        for name in SUMMED_FIELDS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.endings |= other.endings
        self.cut_at_frame = min(filter(None, (self.cut_at_frame, other.cut_at_frame)), default=None)
        if not other.is_done:
            self.unfinished += 1
        if other.coverage:
            self.coverage = self.coverage.joined_with(other.coverage) if self.coverage else other.coverage
        self.minutes = max(self.minutes, other.minutes)
        self.equal_words, self.game = other.equal_words, other.game


def plan(pairs: Iterable[Pair], seeds: Sequence[int] | None, *, minutes: float | None = None) -> list[Task]:
    """Returns the tasks for all sizes and scenes of these pairs, with the given seeds or the pairs' own.

    One task of each pair finds the lines that are run. With `minutes` random games are played with each seed;
    if it is None, a listing that reads input is played briefly with the first seed; if it is 0, none is.
    """
    tasks: list[Task] = []
    for pair in pairs:
        own = pair.seeds if seeds is None else seeds
        runs = [Task(0, pair, sizes, batch) for sizes in pair.size_sets for batch in seed_batches(own)]
        # one run of a pair shows whether its port keeps state between calls
        tasks += [replace(each, twice=at == 0) for at, each in enumerate(runs)]
        tasks += [
            Task(0, pair, scene.sizes, batch, scene)
            for scene in pair.scenes
            for batch in seed_batches(scene.seeds)
        ]
        tasks.append(Task(0, pair, {}, (), coverage_seed=own[0]))
        if minutes:
            tasks += [
                Task(0, pair, {}, (seed,), minutes=minutes, part=part, parts=len(own))
                for part, seed in enumerate(own)
            ]
        elif minutes is None and is_played_briefly(pair):
            tasks.append(Task(0, pair, {}, (own[0],), minutes=None))
    # with gaps for `per_seed`
    return [replace(task, number=number * SEEDS_A_TASK) for number, task in enumerate(tasks)]


def seed_batches(seeds: Sequence[int]) -> list[tuple[int, ...]]:
    """Returns the seeds in tuples of SEEDS_A_TASK, the last one perhaps shorter."""
    return [tuple(seeds[at : at + SEEDS_A_TASK]) for at in range(0, len(seeds), SEEDS_A_TASK)]


def run_task(task: Task) -> Tally:
    """Does one task and returns its tally."""
    *_, tally = task_tallies(task)
    return tally


def task_tallies(task: Task) -> Iterator[Tally]:
    """Does one task; yields its tally after each random game, before it looks for a cause, and at the end.

    It is always the same tally, with what is known by then.
    """
    pair, minutes = task.pair, task.minutes or 0
    tally = Tally(pair.name, task_number=task.number, minutes=minutes, game=pair.game)
    tally.equal_words = pair.mode.equal_words
    started = time.process_time()
    if task.coverage_seed is not None:
        with port_streams_replaced():
            tally.coverage = measure_coverage(pair, task.coverage_seed)
    tally.is_done = False
    different_seed: int | None = None  # the first one whose difference can be explained
    for at, seed in enumerate(task.seeds):
        if task.plays_games:
            for _ in play_games(task, seed, tally):
                yield tally
            continue
        with port_streams_replaced():
            twice = task.twice and at == 0
            comparison = compare_one(pair, seed, task.sizes, task.scene, twice=twice)
        if tally.difference is None and comparison.difference and not comparison.port_end.is_standstill:
            different_seed = seed
        tally.add_comparison(comparison, task.scene)
        # In a player's game many presses are not read; that is no mistake.
        if pair.has_own_script and task.scene is None and not pair.game:
            tally.unread_input.update(set(comparison.unread_input))
            tally.script_runs += 1
        if comparison.port_end.is_standstill:
            # The port would likely stand still with each further seed, for as long.
            break
    if different_seed is not None and pair.mode == CALLS:
        tally.looking_for = "its cause"
        yield tally
        with port_streams_replaced():
            comparison = compare_one(pair, different_seed, task.sizes, task.scene, evidence=True)
        # A port that keeps state between calls may differ only in the second call, which is not made here.
        tally.difference = comparison.difference or tally.difference
    tally.looking_for, tally.is_done = "", True
    tally.seconds = time.process_time() - started
    yield tally


def play_games(task: Task, seed: int, tally: Tally) -> Iterator[None]:
    """Adds the random games of one seed to a tally, with the lines that they reach; yields after each."""
    # streams are replaced only while a port may run: between two games the caller prints the tally
    with port_streams_replaced():
        explorer, games = explore(task.pair, seed, task.minutes, task.part, task.parts)
    while True:
        with port_streams_replaced():
            comparison = next(games, None)
        tally.coverage = explorer.coverage
        if comparison is None:
            return
        tally.add_comparison(comparison, game=True)
        if comparison.difference is not None:
            tally.looking_for = "a shorter game that shows it"
        yield
        if comparison.difference is not None:
            # The difference is known by now, whatever happens while its game is made shorter.
            with port_streams_replaced():
                tally.difference = explorer.shortened().difference


@contextmanager
def port_streams_replaced() -> Iterator[None]:
    """Sends what a port prints to stderr, and gives it an empty stdin: it must not wait for a user."""
    before = sys.stdin
    sys.stdin = io.StringIO()
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        sys.stdin = before


def warm_up() -> None:
    """Makes a small comparison, so that a process has imported everything before its first task."""
    # any function of a machine can be in the port's place
    compare("A=RND(2)\nGLINE A,0,9,9\nVSYNC\nPRINT A\n", Machine.reset, seed=1)


def cpu_count() -> int:
    """Returns the number of processes that can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_tasks(
    tasks: Sequence[Task], jobs: int | None = None, say: Callable[[str], None] = print
) -> Iterator[Tally]:
    """Does the tasks in `jobs` processes (one a processor if None), and yields their tallies as they come.

    A task with random games yields a tally after each game, which replaces the task's previous one. A task
    whose process was killed is repeated seed by seed, with a message by `say`; a seed whose process is killed
    again is lost. Few tasks are done by one process: this one, unless a user's port could end it.

    Games are played last, and only with pairs that were equal until then: they look for a difference.
    """
    rounds = [each for each in tasks if not each.plays_games], [each for each in tasks if each.plays_games]
    different: set[str] = set()  # the names of pairs
    jobs = min(cpu_count() if jobs is None else jobs, len(tasks))
    # whether one process does all tasks
    alone = jobs <= 1 or len(tasks) <= FEW_TASKS
    ports = [each for task in tasks for each in (task.pair.first, task.pair.port) if isinstance(each, Port)]
    pool: WorkerPool[Task, Tally] | None = None
    # a user's file may even call `os._exit`
    if not alone or any(isinstance(each.origin, Path) for each in ports):
        pool = WorkerPool(1 if alone else jobs, task_tallies)
    with closing(pool) if pool else nullcontext():
        for tasks_of_round in rounds:
            due = [each for each in tasks_of_round if each.name not in different]
            tallies = run_in_pool(pool, due, say) if pool else chain.from_iterable(map(task_tallies, due))
            for tally in tallies:
                if tally.differing_runs:
                    different.add(tally.name)
                yield tally


def run_in_pool(
    pool: WorkerPool[Task, Tally],
    tasks: Iterable[Task],
    say: Callable[[str], None],
    check: Callable[[], object] | None = None,
) -> Iterator[Tally]:
    """Yields the tallies of tasks that a pool does; at the end those of seeds whose process was killed twice.

    `check` is called repeatedly and may raise an exception to end the work.
    """
    retried: set[int] = set()  # the numbers of tasks that are done for the second time
    different: set[int] = set()  # the numbers of tasks that have found a difference
    lost: list[Tally] = []

    def retry(crashed_job: CrashedJob[Task]) -> list[Task]:
        """Returns the tasks to do in place of a crashed one: its seeds one by one, then none."""
        task = crashed_job.job
        if task.number in different:  # the difference is known; only its cause, or a shorter game, is not
            return []
        if task.number in retried:
            say(f"{task_text(task)}: the process was killed again ({crashed_job.cause})")
            seeds = [(seed, task.sizes) for seed in task.seeds]
            lost.append(Tally(task.name, lost_runs=seeds, task_number=task.number))
            return []
        say(f"{task_text(task)}: the process was killed ({crashed_job.cause}); they are run again")
        tasks_of_seeds = task.per_seed()
        retried.update(each.number for each in tasks_of_seeds)
        return tasks_of_seeds

    for tally in pool.results(tasks, retry, check):
        if tally.difference:
            different.add(tally.task_number)
        yield tally
    yield from lost


def task_text(task: Task) -> str:
    """Returns `kruskal, width=3, seeds 1 2 3`, or `kruskal, lines` for a task that finds the lines run."""
    sizes = [f"{name}={value}" for name, value in task.sizes.items()]
    runs = "seeds " + " ".join(map(str, task.seeds)) if task.seeds else "lines"
    runs += ", games at random" if task.plays_games else ""
    return ", ".join([task.name, *sizes, runs])


def tallies_by_pair(
    names: Iterable[str], tallies: Iterable[Tally], wanted_percent: int | None = None
) -> dict[str, Tally]:
    """Returns the sum of the tallies for each name; of several tallies of one task the last one counts.

    `wanted_percent` of the lines have to be run for the verdict "equal".
    """
    sums = {name: Tally(name, wanted_percent=wanted_percent) for name in names}
    for tally in {(each.name, each.task_number): each for each in tallies}.values():
        sums[tally.name].add(tally)
    return sums


BRIEF_SECONDS = 5.0
"""The time for a brief check, once something has been compared."""
FIRST_SECONDS = 30.0
"""The most seconds for its first comparison, of 60 frames. On a busy computer it takes more than five."""
BRIEF_PATIENCE = 5.0
"""A port is stopped after this many seconds in which it does nothing."""
BRIEF_SEEDS = (1, 2, 3)
BRIEF_FRAMES = (60, 600, 6_000, FRAME_LIMIT)
"""A listing that does not end by itself is compared again with ever more frames."""
SLOWDOWN = 10
"""The next comparison is expected to take this many times as long."""
PORT_MEMORY = 2 << 30
"""Bytes for a port's process: a port goes on where its listing stops with Out of memory."""


# ---- one pair for a few seconds
#
# The port runs in a process of its own, which is ended when the time is over, whatever it does, and whose
# memory is limited.


@dataclass
class BriefCheck:
    """The results of a brief check: for each seed the longest comparison that was done in time.

    `killed` says how the port's process was killed, "" if it was not. `lines` are those that the listing has
    run with the first seed, None if there was no time to count them, or if the listing goes on.
    """

    comparisons: dict[int, Comparison] = field(default_factory=dict)
    killed: str = ""
    lines: LineCoverage | None = None

    @property
    def tally(self) -> Tally:
        """The comparisons added up, for the verdict."""
        tally = Tally("", coverage=Coverage(self.lines, LineCoverage("")) if self.lines else None)
        for each in self.comparisons.values():
            tally.add_comparison(each)
        return tally

    @property
    def difference(self) -> Difference | None:
        return next((each.difference for each in self.comparisons.values() if each.difference), None)

    @property
    def listing_alone_fails(self) -> bool:
        """Whether the difference is an error that ends the listing, and that the port does not have."""
        return any(
            each.difference.event > each.events
            and each.end.reason is StopReason.ERROR
            and each.port_end.reason is not StopReason.ERROR
            for each in self.comparisons.values()
            if each.difference
        )


class EndedEarly(Exception):
    """There is no more time, or the port's process was killed; then the message says how."""


def check_briefly(pair: Pair) -> BriefCheck:
    """Compares a listing and its port for a few seconds. A KeyboardInterrupt ends it and is raised."""
    began = time.monotonic()
    pool: WorkerPool[tuple[Pair, int], tuple[Comparison, float]]
    pool = WorkerPool(1, timed_comparison, limit_memory)
    brief = BriefCheck()

    def check() -> None:  # called while a comparison runs
        if time.monotonic() >= began + (BRIEF_SECONDS if brief.comparisons else FIRST_SECONDS):
            raise EndedEarly

    def crashed(crashed_job: CrashedJob[tuple[Pair, int]]) -> Iterator[tuple[Pair, int]]:
        raise EndedEarly(crashed_job.cause)

    try:
        for at, seed in enumerate(BRIEF_SEEDS, 1):
            for frames in BRIEF_FRAMES:
                job = replace(pair, frames=frames, patience=BRIEF_PATIENCE), seed
                ((comparison, seconds),) = pool.results([job], crashed, check)  # one job has one result
                if comparison.port_end.is_standstill and comparison.difference:
                    # the port may have been at work all the time: a full check has more patience
                    return brief
                brief.comparisons[seed] = comparison
                deadline = began + BRIEF_SECONDS * at / len(BRIEF_SEEDS)  # each seed has a part of the time
                ended = comparison.end.reason is not StopReason.LIMIT
                if ended or time.monotonic() + seconds * SLOWDOWN > deadline:
                    break  # there is no longer comparison, or no time for it
            if comparison.difference or comparison.port_end.is_standstill:
                return brief
        if StopReason.LIMIT not in brief.tally.endings:
            brief.lines = lines_run_until(began + BRIEF_SECONDS, pair, BRIEF_SEEDS[0])
    except EndedEarly as how:
        brief.killed = str(how)
    finally:
        pool.close()
    return brief


def lines_run_until(deadline: float, pair: Pair, seed: int) -> LineCoverage | None:
    """Returns the lines that a listing runs, up to those that suffice; None if the time is over before."""
    run = RunUntilCovered(pair.listing)

    def on_statement(slot: int, line: int, column: int) -> None:
        if time.monotonic() >= deadline:
            raise TooLong
        run.on_statement(slot, line, column)

    record(run.program, seed, pair.script, on_statement=on_statement)
    return run.lines if time.monotonic() < deadline else None


def timed_comparison(job: tuple[Pair, int]) -> tuple[Comparison, float]:
    """Returns the comparison of a pair with a seed, and the seconds that it took."""
    began = time.monotonic()
    with port_streams_replaced():
        comparison = run_both(*job)
    return comparison, time.monotonic() - began


def limit_memory() -> None:
    """Limits the memory of this process, which will run a port, to PORT_MEMORY, where that is possible."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (PORT_MEMORY, PORT_MEMORY))

"""Compares many pairs over sizes and seeds, on all processors; or one pair for a few seconds."""

from __future__ import annotations

import enum
import io
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from retromaze.comparison.coverage import Coverage, cover
from retromaze.comparison.difference import Difference
from retromaze.comparison.exploring import games_of, is_played_briefly
from retromaze.comparison.pairs import (
    Comparison,
    Pair,
    compare,
    compare_one,
    compare_programs,
)
from retromaze.comparison.program import Listing, Port
from retromaze.comparison.recording import CALLS
from retromaze.comparison.script import FRAME_LIMIT, Script
from retromaze.comparison.words import StopReason
from retromaze.comparison.workers import CrashedJob, WorkerPool
from retromaze.entry import Scene
from retromaze.language.prologue import Value
from retromaze.machine.machine import Machine

SEEDS_A_TASK = 5
FEW_TASKS = 2
"""So few tasks are done sooner than another process has started."""


@dataclass(frozen=True, slots=True)
class Task:
    """Comparisons that one process does in a row: one pair, one set of sizes, some seeds.

    They are played by the pair's script, or by a scene's. `covers` is the seed of a run that counts the lines
    of the pair's checks. With `minutes` random games are played until that many bring nothing new; if that is
    None, brief ones. The first seed may call the port `twice`. Games try the share of other sizes that
    belongs to this `turn` of `turns`.
    """

    order: int
    pair: Pair
    sizes: Mapping[str, Value]
    seeds: tuple[int, ...]
    played: Scene | None = None
    covers: int | None = None
    twice: bool = False
    minutes: float | None = 0
    turn: int = 0
    turns: int = 1

    @property
    def name(self) -> str:
        """The pair's name."""
        return self.pair.name

    def singles(self) -> list[Task]:
        """The same as tasks of one seed each; what has no seeds is one already."""
        if not self.seeds:
            return [self]
        return [
            replace(self, order=self.order + at, seeds=(seed,), twice=self.twice and not at)
            for at, seed in enumerate(self.seeds)
        ]


ADDED = (
    "runs",
    "games",
    "events",
    "frames",
    "seconds",
    "unequal",
    "unseen",
    "stopped",
    "strayed",
    "played",
    "lost",
)
"""The fields of a tally that are added up."""


class Verdict(enum.Enum):
    """The verdict on a pair; `--json` has the value."""

    EQUAL = "equal"
    AS_FAR_AS_RUN = "equal as far as run"
    """The listing waits for what nobody does."""
    SO_FAR = "equal so far"
    """Nothing differs, but too few lines were run, or outcomes had, to say that the two are equal."""
    NOT_CHECKED = "not checked"
    """The process was killed over and over, or all ended by Ctrl-C."""
    DIFFERENT = "different"


@dataclass
class Tally:
    """The results of all comparisons of one pair, added up.

    `games` of the runs were random games. `events`, `frames` and `endings` are the listings'; scenes and
    games have no endings, as their players leave them unfinished. `unequal` comparisons found a difference;
    the first one is `difference`. `lost` are seeds and sizes whose process was killed twice. Of the lines in
    `coverage`, `wanted` per cent have to be run (see `Coverage.suffices`). `unseen` is input that was not
    read, with the number of such runs among those `played`. A listing that goes on was ended after `cut_at`
    frames at least. `stopped` are errors that ended both, `strayed` errors that ended the listing alone, with
    their numbers of runs. Games were played until so many `minutes` brought nothing new. `alike` is the
    verdict if nothing differs, `game` the name of a played log. A task's tally is `over` once all is done; a
    sum counts the `unfinished` tasks.
    """

    name: str
    runs: int = 0
    games: int = 0
    events: int = 0
    frames: int = 0
    seconds: float = 0.0
    unequal: int = 0
    endings: set[StopReason] = field(default_factory=set)
    difference: Difference | None = None
    order: int = 0
    lost: list[tuple[int, Mapping[str, Value]]] = field(default_factory=list)
    coverage: Coverage | None = None
    wanted: int | None = None
    over: bool = True
    unfinished: int = 0
    unseen: Counter[str] = field(default_factory=Counter)
    played: int = 0
    cut_at: int | None = None
    stopped: Counter[str] = field(default_factory=Counter)
    strayed: Counter[str] = field(default_factory=Counter)
    minutes: float = 0
    alike: str = CALLS.alike
    game: str = ""

    @property
    def verdict(self) -> Verdict:
        """The verdict; a game counts as equal if it is equal up to where its player left it."""
        if self.unequal:
            return Verdict.DIFFERENT
        if self.lost or self.unfinished:
            return Verdict.NOT_CHECKED
        if self.coverage and not self.coverage.suffices(self.wanted):
            return Verdict.SO_FAR
        cut = any(ending.cut for ending in self.endings)
        if cut and self.cut_at is None and not self.games and not self.game:
            return Verdict.AS_FAR_AS_RUN
        return Verdict.EQUAL

    @property
    def equal(self) -> bool:
        """Whether all was compared, nothing differs, and enough was run to say so."""
        return self.verdict in {Verdict.EQUAL, Verdict.AS_FAR_AS_RUN}

    @property
    def seeds_done(self) -> int:
        """With how many seeds one task was done; its games are all of one."""
        if not self.over:
            return 0
        return 1 if self.games else self.runs

    def count(self, made: Comparison, played: Scene | None = None, *, game: bool = False) -> None:
        """Adds a comparison, by a scene or a random `game` too; the first of several differences stays."""
        self.runs += 1
        self.games += game
        self.events += made.events
        self.frames += made.frames
        if played is None and not game:
            # a game ends wherever its player leaves it
            self.endings.add(made.end.reason)
            if made.end.reason is StopReason.LIMIT:
                self.cut_at = least(self.cut_at, made.frames)
        if made.end.number and played is None:
            (self.strayed if game and made.strayed else self.stopped)[made.end.error_place] += 1
        self.unequal += made.difference is not None
        self.difference = self.difference or made.difference

    def add(self, other: Tally) -> None:
        """Adds the comparisons of another tally of the same pair."""
        if other.difference and (self.difference is None or other.order < self.order):
            self.difference, self.order = other.difference, other.order
        for name in ADDED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.endings |= other.endings
        self.cut_at = least(self.cut_at, other.cut_at)
        self.unfinished += not other.over
        if other.coverage:
            self.coverage = self.coverage.joined(other.coverage) if self.coverage else other.coverage
        self.minutes = max(self.minutes, other.minutes)
        self.alike, self.game = other.alike, other.game


def least(one: int | None, other: int | None) -> int | None:
    """The lesser of two numbers that may be unknown."""
    return min((each for each in (one, other) if each is not None), default=None)


def plan(pairs: Iterable[Pair], seeds: Sequence[int] | None, *, minutes: float | None = None) -> list[Task]:
    """The tasks for all sizes and scenes of these pairs: with the given seeds, or with the pairs' own.

    One of each pair finds out the lines that they run. `minutes` asks for games at random with each of the
    seeds; if nobody says, a listing that looks at its input is played briefly with the first seed.
    """
    tasks: list[Task] = []
    for pair in pairs:
        own = pair.seeds if seeds is None else seeds
        runs = [Task(0, pair, sizes, share) for sizes in pair.trials for share in portions(own)]
        tasks += [replace(each, twice=not at) for at, each in enumerate(runs)]
        tasks += [
            Task(0, pair, scene.sizes, share, scene)
            for scene in pair.scenes
            for share in portions(scene.seeds)
        ]
        tasks.append(Task(0, pair, {}, (), covers=own[0]))
        if minutes:
            tasks += [
                Task(0, pair, {}, (seed,), minutes=minutes, turn=turn, turns=len(own))
                for turn, seed in enumerate(own)
            ]
        elif minutes is None and is_played_briefly(pair):
            tasks.append(Task(0, pair, {}, (own[0],), minutes=None))
    # so that the single seeds of a task have numbers of their own
    return [replace(task, order=number * SEEDS_A_TASK) for number, task in enumerate(tasks)]


def portions(seeds: Sequence[int]) -> list[tuple[int, ...]]:
    """Returns the seeds in portions for one task each."""
    return [tuple(seeds[at : at + SEEDS_A_TASK]) for at in range(0, len(seeds), SEEDS_A_TASK)]


def perform(task: Task) -> Tally:
    """Does one task; of several differences the first one's pictures are kept."""
    *_, tally = performing(task)
    return tally


def performing(task: Task) -> Iterator[Tally]:
    """Does one task; yields its tally at the end, and after each game at random as it is by then."""
    pair, minutes = task.pair, task.minutes or 0
    tally = Tally(pair.name, order=task.order, minutes=minutes, alike=pair.mode.alike, game=pair.game)
    started = time.process_time()
    if task.covers is not None:
        with apart():
            tally.coverage = cover(task.pair, task.covers)
    for at, seed in enumerate(task.seeds):
        if task.minutes != 0:
            tally.over = False
            for _ in play_games(task, seed, tally):
                yield tally
            tally.over = True
            continue
        with apart():
            made = compare_one(task.pair, seed, task.sizes, task.played, twice=task.twice and not at)
        tally.count(made, task.played)
        # Who plays a game presses much that nobody looks at.
        if task.pair.plays_its_own and task.played is None and not task.pair.game:
            tally.unseen.update(set(made.unseen))
            tally.played += 1
        if made.port_end.is_standstill:
            # Each further seed would take as long to say the same.
            break
    tally.seconds = time.process_time() - started
    yield tally


def play_games(task: Task, seed: int, tally: Tally) -> Iterator[None]:
    """Adds the games of one seed one by one, and the lines that they reach."""
    with apart():
        explorer, games = games_of(task.pair, seed, task.minutes, task.turn, task.turns)
    while True:
        with apart():
            made = next(games, None)
        tally.coverage = explorer.coverage
        if made is None:
            return
        tally.count(made, game=True)
        yield


@contextmanager
def apart() -> Iterator[None]:
    """Sends what a port prints to stderr, and gives it an empty input: its questions are not seen."""
    before = sys.stdin
    sys.stdin = io.StringIO()
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        sys.stdin = before


def rehearse() -> None:
    """Does once what takes long the first time only; a process is then quick at its first task."""
    compare("A=RND(2)\nGLINE A,0,9,9\nVSYNC\nPRINT A\n", Machine.reset, seed=1)


def processors() -> int:
    """The number of processes that can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def perform_all(
    tasks: Sequence[Task], jobs: int | None = None, say: Callable[[str], None] = print
) -> Iterator[Tally]:
    """Does the tasks in `jobs` processes (one a processor if None), and yields the tally of each.

    Each random game yields a new tally, which replaces the one before it. Tallies come as they are done;
    their numbers tell the order. A task whose process was killed is repeated seed by seed, with a message by
    `say`; a seed that is killed again is lost. Few tasks are done by one process: this one, unless a user's
    port could end it.
    """
    jobs = min(processors() if jobs is None else jobs, len(tasks))
    alone = jobs <= 1 or len(tasks) <= FEW_TASKS
    if alone and not any(is_anybodys(task.pair) for task in tasks):
        for task in tasks:
            yield from performing(task)
        return
    pool: WorkerPool[Task, Tally] = WorkerPool(1 if alone else jobs, performing)
    try:
        yield from performed_by(pool, tasks, say)
    finally:
        pool.close()


def is_anybodys(pair: Pair) -> bool:
    """Whether a port is a user's file, which may even call `os._exit`."""
    ports = [each for each in (pair.first, pair.port) if isinstance(each, Port)]
    return any(isinstance(each.origin, Path) for each in ports)


def performed_by(
    pool: WorkerPool[Task, Tally],
    tasks: Iterable[Task],
    say: Callable[[str], None],
    check: Callable[[], object] | None = None,
) -> Iterator[Tally]:
    """Yields the tallies of the tasks given to a pool, and at last of tasks that were lost twice.

    `check` is called meanwhile and may raise what ends it all.
    """
    retried: set[int] = set()
    lost: list[Tally] = []

    def again(loss: CrashedJob[Task]) -> list[Task]:
        task = loss.job
        if task.order in retried:
            say(f"{task_words(task)}: the process was killed again ({loss.cause})")
            seeds = [(seed, task.sizes) for seed in task.seeds]
            lost.append(Tally(task.name, lost=seeds, order=task.order))
            return []
        say(f"{task_words(task)}: the process was killed ({loss.cause}); they are run again")
        singles = task.singles()
        retried.update(each.order for each in singles)
        return singles

    yield from pool.results(tasks, again, check)
    yield from lost


def task_words(task: Task) -> str:
    """`kruskal, width=3, seeds 1 2 3`, `kruskal, lines`."""
    sizes = [f"{name}={value}" for name, value in task.sizes.items()]
    runs = "seeds " + " ".join(map(str, task.seeds)) if task.seeds else "lines"
    runs += ", games at random" if task.minutes != 0 else ""
    return ", ".join([task.name, *sizes, runs])


def added_tallies(
    names: Iterable[str], tallies: Iterable[Tally], wanted: int | None = None
) -> dict[str, Tally]:
    """One tally for each name, of which `wanted` per cent of the lines are to be run.

    Of several tallies of one task the last one counts.
    """
    sums = {name: Tally(name, wanted=wanted) for name in names}
    for tally in {(each.name, each.order): each for each in tallies}.values():
        sums[tally.name].add(tally)
    return sums


def check_pair(
    pair: Pair,
    seeds: Sequence[int] | None = None,
    minutes: float | None = None,
    jobs: int | None = None,
    wanted: int | None = None,
    say: Callable[[str], None] = print,
) -> Tally:
    """Does all tasks of one pair; see `plan`, `perform_all` and `added_tallies`."""
    done = perform_all(plan([pair], seeds, minutes=minutes), jobs, say)
    return added_tallies([pair.name], done, wanted)[pair.name]


BRIEF_SECONDS = 5.0
"""The time for a brief comparison."""
BRIEF_PATIENCE = 2.0
"""Seconds that a port may do nothing; if its listing goes on for ever, it may do so too."""
BRIEF_SEEDS = (1, 2, 3)
BRIEF_FRAMES = (60, 600, 6_000, FRAME_LIMIT)
"""A listing that does not end by itself is looked at for longer and longer."""
SLOWER = 10
"""How many times longer the next look may take."""
PORT_MEMORY = 2 << 30
"""Bytes for a port's process: a port goes on where its listing stops with Out of memory."""


# ---- one pair for a few seconds
#
# The port runs in a process of its own, which is ended when the time is over, whatever it does, and whose
# memory is limited.

Look = tuple[Listing, Port, Script, int, int]
"""One comparison: listing, port, script, seed and frames."""


@dataclass
class Brief:
    """The result for each seed: the longest comparison that was done in time.

    `killed` tells how the port's process was killed, if it was.
    """

    made: dict[int, Comparison] = field(default_factory=dict)
    killed: str = ""

    @property
    def difference(self) -> Difference | None:
        """The first difference, which is looked for no further."""
        return next((each.difference for each in self.made.values() if each.difference), None)

    @property
    def cut(self) -> bool:
        """Whether a listing was stopped before its end."""
        return any(each.end.reason.cut for each in self.made.values())


class TimeIsOver(Exception):
    """There is no more time."""


class Killed(Exception):
    """The port's process was killed; the message says how. It is not tried again."""


def briefly(listing: Listing, port: Port, script: Script) -> Brief:
    """Compares for a few seconds. A KeyboardInterrupt ends it at once, and goes through."""
    began = time.monotonic()
    pool: WorkerPool[Look, tuple[Comparison, float]] = WorkerPool(1, look, limit_memory)
    brief = Brief()

    def check() -> None:
        if time.monotonic() >= began + BRIEF_SECONDS:
            raise TimeIsOver

    def crashed(loss: CrashedJob[Look]) -> Iterator[Look]:
        raise Killed(loss.cause)

    try:
        for at, seed in enumerate(BRIEF_SEEDS, 1):
            for frames in BRIEF_FRAMES:
                ((made, seconds),) = pool.results([(listing, port, script, seed, frames)], crashed, check)
                if made.port_end.is_standstill and made.difference:
                    # it may have been at work: who has more patience can tell
                    return brief
                brief.made[seed] = made
                share = BRIEF_SECONDS * at / len(BRIEF_SEEDS)
                ended = made.end.reason is not StopReason.LIMIT
                if ended or time.monotonic() + seconds * SLOWER > began + share:
                    break
            if made.difference or made.port_end.is_standstill:
                return brief
    except TimeIsOver:
        pass
    except Killed as how:
        brief.killed = str(how)
    finally:
        pool.close()
    return brief


def look(job: Look) -> tuple[Comparison, float]:
    """Returns one comparison, and the seconds that it took."""
    listing, port, script, seed, frames = job
    began = time.monotonic()
    with apart():
        made = compare_programs(
            listing, port, seed=seed, script=script, patience=BRIEF_PATIENCE, frames=frames
        )
    return made, time.monotonic() - began


def limit_memory() -> None:
    """Lets this process take no more memory than a port may, where the system can say so."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (PORT_MEMORY, PORT_MEMORY))

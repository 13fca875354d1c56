"""A survey: makes many mazes of each *sample* (a kind at a size), measures them on all cores, and sums up.

Bias is whether a maker makes all mazes equally often. There are 192 mazes of 3 x 3 rooms without circles, the
spanning trees of their grid. A maker without bias makes each of them equally often: a uniform spanning tree.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import chain, combinations
from typing import Any, Literal, NamedTuple

from retromaze.comparison.workers import results_of_processes
from retromaze.engine.listing_file import names_port
from retromaze.ports.mazes import Blocks, Rooms, article_walk, is_perfect, knock_holes
from retromaze.ports.mazes.draws import Draws, draws
from retromaze.study.maze_kinds import make
from retromaze.study.maze_measures import MazePlan, Measures, breadth_first, flood_fill, measure, plan_of

Z = 1.959964
"""Standard deviations to each side that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and its 95 % interval; `least` and `most` are the extremes of the sample."""

    mean: float
    low: float
    high: float
    least: float
    most: float
    count: int

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        return self.rounded(1)

    def rounded(self, decimals: int) -> str:
        """Returns `12.3 ± 0.4`: the mean and its 95 % interval, with so many decimals."""
        return f"{self.mean:.{decimals}f} ± {self.margin:.{decimals}f}"


NO_VALUES = Interval(0, 0, 0, 0, 0, 0)
"""Shown for a figure that no maze has."""


def mean_interval(values: Sequence[float]) -> Interval | None:
    """Returns the mean of a sample with its interval, by the normal approximation; None for an empty one."""
    if not values:
        return None
    count = len(values)
    mean = math.fsum(values) / count
    variance = math.fsum((value - mean) ** 2 for value in values) / max(count - 1, 1)
    margin = Z * math.sqrt(variance / count)
    return Interval(mean, mean - margin, mean + margin, min(values), max(values), count)


def share_interval(hits: int, count: int) -> Interval:
    """Returns the share `hits` / `count` (count at least 1), 0 to 1, with Wilson's score interval.

    Unlike the normal approximation it stays within 0 to 1 and says something about 0 hits too.
    Source: E. B. Wilson, 1927, Journal of the American Statistical Association 22.
    """
    share = hits / count
    scale = 1 + Z * Z / count
    middle = (share + Z * Z / (2 * count)) / scale
    margin = Z / scale * math.sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    # exactly 0 and 1, without errors of rounding
    low = 0.0 if hits == 0 else middle - margin
    high = 1.0 if hits == count else middle + margin
    # each value of the sample is 1 (a hit) or 0
    least = 1.0 if hits == count else 0.0
    most = 1.0 if hits > 0 else 0.0
    return Interval(share, low, high, least, most, count)


Probe = Literal["measures", "reach", "goal", "right hand", "walker", "tree"]
TARGETS = 3
"""The number of places that the walker of <テキスト19> goes to, one after the other."""


@dataclass(frozen=True, slots=True)
class Reachability:
    """What can be reached in a maze from its start; rooms that cannot be reached are `closed`."""

    rooms: int
    closed: int
    farthest: int
    """Steps to the farthest room that can be reached."""
    solved: bool
    """Whether a way leads to the goal."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The quality of a goal that can be reached."""

    rooms: int
    steps: int
    """From the start to the goal."""
    farthest: int
    """From the start to the room farthest away."""
    behind: int
    """Rooms that no way leads to but through the goal, where the game is over."""


@dataclass(frozen=True, slots=True)
class Tour:
    """A walk by a rule: its steps, the steps of the shortest way, and whether it ends.

    `circle` is the length of the circle in which an endless walk goes, 0 if it is not known.
    """

    steps: int
    shortest: int
    ends: bool
    circle: int = 0


def reachability(plan: MazePlan) -> Reachability:
    """Returns what can be reached in a maze from its start."""
    steps, _ = breadth_first(plan, plan.start)
    rooms = len(plan.exits)
    return Reachability(rooms, rooms - len(steps), max(steps.values()), plan.goal in steps)


def goal_quality(plan: MazePlan) -> Goal:
    """Returns how much of the maze its goal, which must be reachable, leaves to the player."""
    steps, _ = breadth_first(plan, plan.start)
    # rooms that can be reached without entering the goal; the others but the goal itself are behind it
    before = len(flood_fill(plan, plan.start, {plan.goal}))
    behind = len(steps) - 1 - before
    return Goal(rooms=len(plan.exits), steps=steps[plan.goal], farthest=max(steps.values()), behind=behind)


def right_hand_walk(plan: MazePlan) -> Tour:
    """Walks to the goal, which must be reachable, with the right hand on the wall; facing north first."""
    room, heading = plan.start, 270  # degrees: north
    steps, _ = breadth_first(plan, room)
    shortest = steps[plan.goal]
    been: set[tuple[int, int]] = set()
    while room != plan.goal:
        if (room, heading) in been:  # from here on it would go round for ever
            return Tour(len(been), shortest, ends=False)
        been.add((room, heading))
        # the way furthest to the right: 270 is right, 180 ahead, 90 left and 0 straight back
        ahead = heading
        room, heading = max(plan.exits[room], key=lambda way: (way[1] - ahead + 180) % 360)
    return Tour(len(been), shortest, ends=True)


def broken_walk(maze: Blocks, holes: int, rng: Draws) -> Tour:
    """Returns the walk of an article's program to TARGETS random rooms, after `holes` walls were broken."""
    knock_holes(maze, holes, rng=rng)
    columns, rows = maze.width // 2, maze.height // 2
    # the numbers of blocks that are rooms: those at odd rows and columns
    targets = [(2 * rng.below(rows) + 1) * maze.width + 2 * rng.below(columns) + 1 for _ in range(TARGETS)]
    tour = article_walk(maze, targets)
    # 0: the shortest way to several rooms is not computed
    return Tour(len(tour.steps), shortest=0, ends=tour.ends, circle=tour.circle)


SIDE = 3
"""Rooms across and down."""
ENOUGH = 960
"""The least number of mazes for which chi-squared is judged: five for each tree, as is usual."""
SIGMAS_OF_1_IN_1000 = 3.090232
"""1 of 1000 normal values is more than this many standard deviations above the mean."""

TreeNumber = int
"""A maze as a sum of powers of two, one for each open wall by its number, see `Rooms.wall_between`."""


@dataclass(frozen=True, slots=True)
class Bias:
    """The bias of a sample of 3 x 3 mazes: its distance from a uniform one."""

    mazes: int
    trees: int
    """How many of the 192 trees were made at least once."""
    no_trees: float
    """The share of mazes that are no trees, as they have circles or closed rooms; 0 to 1."""
    commonest: float
    """The count of the most frequent tree, as a multiple of the expected count."""
    distance: float
    """Total variation distance of the counts from equal ones: 0 is none, 1 is most."""
    chi_squared: float
    """Pearson's statistic of the counts, with 191 degrees of freedom."""

    @property
    def is_uniform(self) -> bool:
        """Whether all mazes are trees, with a chi-squared that a uniform maker exceeds in 0.1 % of cases."""
        return not self.no_trees and self.chi_squared <= chi_squared_limit()


def tree_number(plan: MazePlan) -> TreeNumber:
    """Returns a maze of 3 x 3 rooms as a bit mask of its open walls: two bits a room, east and south."""
    number = 0
    for room, exits in enumerate(plan.exits):
        for _, heading in exits:
            # the exits west and north are those east and south of the rooms there
            if heading in {0, 90}:
                number += 1 << (2 * room + heading // 90)
    return number


@cache
def all_trees() -> frozenset[TreeNumber]:
    """Returns the 192 mazes of 3 x 3 rooms in which exactly one way leads from each room to each other."""
    closed = Rooms(SIDE, SIDE)
    pairs = [(room, other) for room in closed.cells() for other in closed.beside(room) if room < other]
    trees = set()
    for passages in combinations(pairs, SIDE * SIDE - 1):
        rooms = Rooms(SIDE, SIDE)
        for one, other in passages:
            rooms.join(one, other)
        if is_perfect(rooms):
            trees.add(tree_number(plan_of(rooms)))
    return frozenset(trees)


def bias_of(mazes: Sequence[TreeNumber]) -> Bias:
    """Returns the bias of one or more mazes; `is_uniform` says little about fewer than ENOUGH."""
    trees = all_trees()
    counts = Counter(each for each in mazes if each in trees)
    expected = len(mazes) / len(trees)
    no_trees = 1 - counts.total() / len(mazes)
    differences = math.fsum(abs(counts[tree] - expected) for tree in trees) / len(mazes)
    # a uniform maker makes no maze that is no tree: their whole share is a difference
    return Bias(
        mazes=len(mazes),
        trees=len(counts),
        no_trees=no_trees,
        commonest=max(counts.values(), default=0) / expected,
        distance=(differences + no_trees) / 2,
        chi_squared=math.fsum((counts[tree] - expected) ** 2 for tree in trees) / expected,
    )


def distance_by_chance(mazes: int) -> float:
    """Returns the mean `distance` that this number of mazes has by chance, if their maker has no bias."""
    # The counts of trees are taken as normal: half the sum over all trees of √(2 / π) standard deviations,
    # the mean size of a normal value.
    trees = len(all_trees())
    return min(math.sqrt((trees - 1) / (2 * math.pi * mazes)), 1.0)


@cache
def chi_squared_limit() -> float:
    """Returns the value that chi-squared of a uniform maker exceeds in 1 of 1000 cases: 257.

    Source: E. B. Wilson and M. M. Hilferty, 1931: the cube root of chi-squared is close to normal.
    """
    freedom = len(all_trees()) - 1
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + SIGMAS_OF_1_IN_1000 * math.sqrt(spread)) ** 3


# ---- a survey


PROBES: Mapping[Probe, Callable[[MazePlan], Any]] = {
    "measures": measure,
    "reach": reachability,
    "goal": goal_quality,
    "right hand": right_hand_walk,
    "tree": tree_number,
}
"""What is measured of a maze without holes; "walker" is `broken_walk`."""
BATCH_ROOMS = 20_000
"""The rooms that a task measures, for a fraction of a second: cores end together, and progress is smooth."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A kind of maze at a size in rooms, and what is measured of each: the `probe`.

    `times`: how many times as many mazes are made as asked for, to find what is rare. `holes`: how many of
    its walls are broken before.
    """

    kind: str
    width: int
    height: int
    times: int = 1
    probe: Probe = "measures"
    holes: int = 0


class SampleTask(NamedTuple):
    """Some seeds of a sample, the work of one core."""

    sample: Sample
    seeds: range

    def __str__(self) -> str:
        """Names the mazes, for the error of a process that was killed."""
        kind, width, height = self.sample.kind, self.sample.width, self.sample.height
        return f"{kind} of {width} x {height} rooms, seeds {self.seeds[0]} to {self.seeds[-1]}"


Results = dict[Sample, list[Any]]
"""The values of a sample's probe for each of its mazes, in the order of the seeds."""
Progress = Callable[[int, int], None]
"""Called with (mazes done, mazes in all)."""


def survey(samples: Iterable[Sample], seeds: int, progress: Progress | None = None) -> Results:
    """Measures `seeds` mazes of each sample, as many times over as it says; the same on every computer."""
    tasks = [task for sample in dict.fromkeys(samples) for task in split_sample(sample, seeds)]
    done: dict[SampleTask, list[Any]] = {}
    total = sum(len(seeds) for _, seeds in tasks)
    # makers from outside run first, in this process: their output is seen, and Ctrl-C reports their line;
    # `results_of_processes` is a generator, which starts no process before
    here = [task for task in tasks if names_port(task[0].kind)]
    shared = [task for task in tasks if not names_port(task[0].kind)]
    processes = min(os.cpu_count() or 1, len(shared))
    elsewhere = results_of_processes(measure_task, shared, processes) if shared else ()
    for task, measured in chain(map(measure_task, here), elsewhere):
        done[task] = measured
        if progress:
            progress(sum(map(len, done.values())), total)
    results: Results = {}
    for task in tasks:
        results.setdefault(task[0], []).extend(done[task])
    return results


def split_sample(sample: Sample, seeds: int) -> list[SampleTask]:
    """Returns the tasks of a sample, in the order of the seeds; each has mazes of about BATCH_ROOMS rooms."""
    size = max(BATCH_ROOMS // (sample.width * sample.height), 1)
    end = seeds * sample.times + 1
    return [SampleTask(sample, range(first, min(first + size, end))) for first in range(1, end, size)]


def measure_task(task: SampleTask) -> tuple[SampleTask, list[Any]]:
    """Makes and measures (probes) the mazes of a task, on one core; returns the task with its results."""
    sample, seeds = task
    results: list[Any] = []
    for seed in seeds:
        maze = make(sample.kind, sample.width, sample.height, seed)
        if sample.probe != "walker":
            results.append(PROBES[sample.probe](plan_of(maze)))
        elif isinstance(maze, Blocks):
            # holes and targets have a seed of their own, so that they do not depend on the maker's numbers
            results.append(broken_walk(maze, sample.holes, draws(2**32 - seed, rng=None)))
        else:
            raise TypeError(f"the walker walks among blocks, not in {sample.kind}")
    return task, results


# ---- summing up


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the survey: its name, its heading in a table, its meaning, and the function for a maze.

    `decimals` are the decimals shown. `share`: whether it is 0 or 1 for each maze, and its mean a share of
    mazes with Wilson's interval.
    """

    name: str
    heading: str
    meaning: str
    value: Callable[[Measures], float | None]
    decimals: int = 1
    share: bool = False


FIGURES = (
    Figure("solution", "solution", "steps from start to goal", lambda m: m.solution),
    Figure(
        "solution_share",
        "% of rooms",
        "rooms on the solution, % of those that can be reached",
        lambda m: None if m.solution is None else 100 * (m.solution + 1) / (m.rooms - m.closed),
    ),
    Figure("turns", "turns", "turns of the solution", lambda m: m.turns),
    Figure("u_turns", "U-turns", "two turns to the same side in a row (180° in all)", lambda m: m.u_turns),
    Figure("branches", "branches", "side branches of the solution", lambda m: m.branches),
    Figure(
        "branch_length", "branch length", "steps a side branch leads away, mean", lambda m: m.branch_length
    ),
    Figure(
        "longest_branch", "longest branch", "steps the longest one leads away", lambda m: m.longest_branch
    ),
    Figure(
        "dead_ends",
        "dead ends %",
        "dead ends, % of the rooms that can be reached",
        lambda m: 100 * m.dead_ends / (m.rooms - m.closed),
    ),
    Figure(
        "dead_end_length",
        "dead end length",
        "steps from a dead end to a junction",
        lambda m: m.dead_end_length,
    ),
    Figure("river_share", "river %", "rooms with two ways out, %", lambda m: 100 * m.river_share),
    Figure("river_length", "river length", "rooms in a river, mean", lambda m: m.river_length),
    Figure("longest", "longest way", "steps between the two rooms farthest apart", lambda m: m.longest),
    Figure("loops", "loops", "passages more than needed", lambda m: m.loops),
    Figure("closed", "closed rooms", "rooms that cannot be reached", lambda m: m.closed, 2),
    Figure("with_closed", "mazes with closed", "mazes with closed rooms", lambda m: m.closed > 0, share=True),
    Figure("unsolved", "no way to goal", "mazes not solvable", lambda m: m.solution is None, share=True),
)


def summary(mazes: Sequence[Measures]) -> dict[str, Interval | None]:
    """Returns the mean, or share, of each figure by its name; None if no maze has it."""
    return {figure.name: figure_interval(figure, mazes) for figure in FIGURES}


def field_means(values: Sequence[Any]) -> dict[str, Interval | None]:
    """Returns the mean of each field of values that were measured; True and False count as 1 and 0."""
    names = [field.name for field in fields(values[0])]
    return {name: mean_interval([float(getattr(each, name)) for each in values]) for name in names}


def figure_interval(figure: Figure, mazes: Sequence[Measures]) -> Interval | None:
    """Returns the mean (or share) of a figure over the mazes that have it, None if none has."""
    values = [value for value in map(figure.value, mazes) if value is not None]
    if figure.share:
        return share_interval(int(sum(values)), len(values)) if values else None
    return mean_interval(values)

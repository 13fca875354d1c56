"""Bias: whether a maker makes all mazes equally often, counted on 3 x 3 rooms.

There are 192 mazes of 3 x 3 rooms without circles, the spanning trees of their grid. A maker without bias
makes each of them equally often: a uniform spanning tree.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from retromaze.ports.mazes import Rooms, is_perfect
from retromaze.study.maze_measures import MazePlan, plan_of

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

"""Bias: whether a maker gives all mazes equally often, counted on 3 x 3 rooms.

These have 192 mazes without circles, the spanning trees of their grid. A maker without bias gives each of
them equally often: a uniform spanning tree.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from retromaze.ports.mazes import Hexagons, Rooms, is_perfect
from retromaze.study.kinds import shape_of
from retromaze.study.measures import MazePlan, plan_of

SIDE = 3
"""Rooms across and down."""
ENOUGH = 960
"""Mazes from which chi-squared can be judged: five for each tree, as is usual."""
RARE = 3.090232
"""Standard deviations above the mean that 1 of 1000 normal values exceeds."""

TreeNumber = int
"""A maze as a sum of powers of two, one for each open wall by its number, see `Rooms.wall_between`."""


@dataclass(frozen=True, slots=True)
class Bias:
    """The bias of a sample of 3 x 3 mazes: its distance from a uniform one."""

    mazes: int
    trees: int
    """How many of the 192 trees were made."""
    no_trees: float
    """The share of mazes that are none, for they have circles or closed rooms; 0 to 1."""
    commonest: float
    """How often the most frequent tree was made, as a multiple of its due, a 192nd."""
    distance: float
    """Total variation distance of the counts from equal ones: 0 is none, 1 is most."""
    chi_squared: float
    """Pearson's statistic of the counts, with 191 degrees of freedom."""

    @property
    def is_uniform(self) -> bool:
        """Whether all are trees, and a uniform maker's counts are as uneven in more than 1 of 1000 cases."""
        return not self.no_trees and self.chi_squared <= chi_squared_limit()


def tree_number(plan: MazePlan) -> TreeNumber:
    """The number of a maze of 3 x 3 rooms."""
    east, south = 0, 90
    return sum(
        1 << 2 * room + (heading == south)
        for room, ways in enumerate(plan.ways)
        for _, heading in ways
        if heading in {east, south}
    )


@cache
def all_trees() -> frozenset[TreeNumber]:
    """The 192 mazes of 3 x 3 rooms in which one way leads from each room to each other."""
    closed = Rooms(SIDE, SIDE)
    pairs = [(room, other) for room in closed.cells() for other in closed.beside(room) if room < other]
    found = set()
    for chosen in combinations(pairs, SIDE * SIDE - 1):
        rooms = Rooms(SIDE, SIDE)
        for one, other in chosen:
            rooms.join(one, other)
        if is_perfect(rooms):
            found.add(tree_number(plan_of(rooms)))
    return frozenset(found)


def bias_of(made: Sequence[TreeNumber]) -> Bias:
    """The bias of these mazes, one or more; no judgement below ENOUGH."""
    trees = all_trees()
    counts = Counter(each for each in made if each in trees)
    due = len(made) / len(trees)
    no_trees = 1 - counts.total() / len(made)
    away = math.fsum(abs(counts[tree] - due) for tree in trees) / len(made)
    return Bias(
        mazes=len(made),
        trees=len(counts),
        no_trees=no_trees,
        commonest=max(counts.values(), default=0) / due,
        distance=(away + no_trees) / 2,
        chi_squared=math.fsum((counts[tree] - due) ** 2 for tree in trees) / due,
    )


def distance_by_chance(mazes: int) -> float:
    """Returns the mean distance of `mazes` mazes of a uniform maker; the counts are taken as normal."""
    trees = len(all_trees())
    return min(math.sqrt((trees - 1) / (2 * math.pi * mazes)), 1.0)


@cache
def chi_squared_limit() -> float:
    """Returns the value that chi-squared of a uniform maker exceeds in 1 of 1000 cases: 257.

    Source: E. B. Wilson and M. M. Hilferty, 1931: the cube root of chi-squared is close to normal.
    """
    freedom = len(all_trees()) - 1
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + RARE * math.sqrt(spread)) ** 3


def has_squares(kind: str) -> bool:
    """Whether a kind of maze has rooms of four sides, so that its bias can be counted."""
    return shape_of(kind) is not Hexagons

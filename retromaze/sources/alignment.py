"""Aligns two texts: finds the pairs of lines that belong together, in order.

The work grows with the number of pairs that come into question, not with the texts' lines times each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter

Match = tuple[int, int, int]
"""A row, a column, and what it is worth that they stand together: more than 0."""


def best_alignment(matches: Iterable[Match]) -> list[tuple[int, int]]:
    """The pairs (row, column), both rising, whose worth is greatest in sum; a pair comes once.

    Among equals: one in the first column that is left, of the first row there; else the last row's first.
    """
    by_worth: dict[int, list[Match]] = defaultdict(list)
    for row, column, worth, whole in with_best_chain(sorted(matches)):
        by_worth[whole].append((row, column, worth))
    pairs: list[tuple[int, int]] = []
    row = column = 0
    left = max(by_worth, default=0)
    while left:
        # Each list is looked through once, for what is left shrinks from pair to pair.
        there = [each for each in by_worth[left] if each[0] >= row and each[1] >= column]
        at_once = [each for each in there if each[1] == column]
        found = min(at_once) if at_once else max(there, key=lambda each: (each[0], -each[1]))
        pairs.append(found[:2])
        row, column, left = found[0] + 1, found[1] + 1, left - found[2]
    return pairs


def with_best_chain(matches: list[Match]) -> list[tuple[int, int, int, int]]:
    """Each of the sorted matches, with its worth and that of the best chain that may follow it."""
    best = SuffixMaximum(max(map(itemgetter(1), matches), default=0))
    found = []
    for _, group in groupby(reversed(matches), key=itemgetter(0)):
        # What stands in one row does not follow each other.
        row = [(*each, each[2] + best.behind(each[1])) for each in group]
        for each in row:
            best.add(each[1], each[3])
        found += row
    return found


class SuffixMaximum:
    """The greatest number in the columns behind one, while numbers are added: a Fenwick tree."""

    def __init__(self, last: int) -> None:
        self._last = last
        self._greatest = [0] * (last + 2)

    def add(self, column: int, number: int) -> None:
        """One more number in a column."""
        place = self._last - column + 1
        while place < len(self._greatest):
            self._greatest[place] = max(self._greatest[place], number)
            place += place & -place

    def behind(self, column: int) -> int:
        """The greatest number behind a column, 0 if there is none."""
        place, found = self._last - column, 0
        while place > 0:
            found = max(found, self._greatest[place])
            place -= place & -place
        return found

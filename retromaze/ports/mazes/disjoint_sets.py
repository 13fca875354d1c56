"""Disjoint sets (union-find): which things are already connected."""

from __future__ import annotations


class DisjointSets:
    """The numbers 0 to `size` - 1, at first each a set of its own.

    parents: list, `parents[i]` the thing above i, or, at the head of a set, minus the number of its members.
    """

    def __init__(self, size: int) -> None:
        self.parents = [-1] * size

    def find(self, thing: int) -> int:
        """The head of the set that holds `thing`; shortens the way to it."""
        parents = self.parents
        head = thing
        while parents[head] >= 0:
            head = parents[head]
        while thing != head:
            parents[thing], thing = head, parents[thing]
        return head

    def join(self, one: int, other: int) -> bool:
        """Makes one set of two; the head of the larger leads it.  False if they were one already."""
        parents = self.parents
        # find() written out, with every second thing moved up: makers of mazes spend most of their time here.
        while (up := parents[one]) >= 0:
            if (top := parents[up]) >= 0:
                parents[one] = top
            one = up
        while (up := parents[other]) >= 0:
            if (top := parents[up]) >= 0:
                parents[other] = top
            other = up
        if one == other:
            return False
        if parents[one] >= parents[other]:
            one, other = other, one
        parents[one] += parents[other]
        parents[other] = one
        return True

    def same(self, one: int, other: int) -> bool:
        """Whether both are in one set."""
        return self.find(one) == self.find(other)

    def sets(self) -> list[list[int]]:
        """All sets, each in rising order, the one with the smallest thing first."""
        found: dict[int, list[int]] = {}
        for thing in range(len(self.parents)):
            found.setdefault(self.find(thing), []).append(thing)
        return list(found.values())

    def members(self, thing: int) -> int:
        """How many things the set of `thing` has."""
        return -self.parents[self.find(thing)]

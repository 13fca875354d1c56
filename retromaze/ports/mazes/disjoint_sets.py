"""Disjoint sets (union-find): which things are already connected."""

from __future__ import annotations


class DisjointSets:
    """The numbers 0 to `size` - 1, at first each a set of its own.

    array: list, `array[i]` a thing of the set that i is in, or, for the one that leads it, minus the number
    of its members.  Each thing asks the one that it knows who leads, until one says: I do.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.array = [-1] * size

    def find(self, thing: int) -> int:
        """The leader of the set that holds `thing`, which from now on knows that leader."""
        if self.array[thing] < 0:
            return thing
        self.array[thing] = self.find(self.array[thing])
        return self.array[thing]

    def union(self, one: int, other: int) -> bool:
        """Makes one set of two; the leader of the larger leads it.  False if they were one already."""
        one, other = self.find(one), self.find(other)
        if one == other:
            return False
        if self.array[one] >= self.array[other]:
            one, other = other, one
        self.array[one] += self.array[other]
        self.array[other] = one
        return True

    def same(self, one: int, other: int) -> bool:
        """Whether both are in one set."""
        return self.find(one) == self.find(other)

    def sets(self) -> list[list[int]]:
        """All sets, each in rising order, the one with the smallest thing first."""
        found: dict[int, list[int]] = {}
        for thing in range(self.size):
            found.setdefault(self.find(thing), []).append(thing)
        return list(found.values())

    def size_for(self, thing: int) -> int:
        """How many things the set of `thing` has."""
        return -self.array[self.find(thing)]

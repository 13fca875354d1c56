"""Disjoint sets (union-find): which things are already connected.

`# FIND+2` behind a line names the second line behind DEF FIND in the listings that have it.
"""

from __future__ import annotations


class DisjointSets:
    """The numbers 0 to `size` - 1, at first each a set of its own.

    array: list, a tree for each set: `array[i]` is the parent of i, or, if i is the root and so the leader
    of its set, minus the number of members.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.array = [-1] * size

    def find(self, thing: int) -> int:
        """Returns the leader of the set that has `thing`, and makes it the parent of `thing`."""
        if self.array[thing] < 0:  # FIND+1
            return thing  # FIND+1
        self.array[thing] = self.find(self.array[thing])  # FIND+2
        return self.array[thing]  # FIND+3

    def union(self, one: int, other: int) -> bool:
        """Makes one set of two, led by the leader of the larger.  Returns False if they were one already."""
        one, other = self.find(one), self.find(other)  # UNION+1
        if one == other:  # UNION+2
            return False  # UNION+2
        if self.array[one] >= self.array[other]:  # UNION+3
            one, other = other, one  # UNION+3
        self.array[one] += self.array[other]  # UNION+4
        self.array[other] = one  # UNION+5
        return True  # UNION+6

    def same(self, one: int, other: int) -> bool:
        """Whether both are in one set."""
        return self.find(one) == self.find(other)

    def sets(self) -> list[list[int]]:
        """Returns all sets, each in rising order, the one with the smallest thing first."""
        found: dict[int, list[int]] = {}
        for thing in range(self.size):
            found.setdefault(self.find(thing), []).append(thing)
        return list(found.values())

    def size_for(self, thing: int) -> int:
        """Returns the number of things in the set of `thing`."""
        return -self.array[self.find(thing)]

"""Disjoint sets: article 003, its union-find session with our names."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retromaze.ports import DisjointSets


def test_article_003_its_session() -> None:
    sets = DisjointSets(10)
    assert sets.sets() == [[0], [1], [2], [3], [4], [5], [6], [7], [8], [9]]
    assert sets.join(0, 5)
    assert sets.sets() == [[0, 5], [1], [2], [3], [4], [6], [7], [8], [9]]
    assert sets.join(3, 7)
    assert sets.sets() == [[0, 5], [1], [2], [3, 7], [4], [6], [8], [9]]
    assert sets.join(7, 5)
    assert sets.sets() == [[0, 3, 5, 7], [1], [2], [4], [6], [8], [9]]
    assert sets.same(0, 3) is True
    assert sets.same(8, 3) is False


@given(st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14)), max_size=20))
def test_sets_are_those_of_a_naive_union(pairs: list[tuple[int, int]]) -> None:
    sets, naive = DisjointSets(15), [{thing} for thing in range(15)]
    for one, other in pairs:
        assert sets.same(one, other) == (naive[one] is naive[other])
        assert sets.join(one, other) == (naive[one] is not naive[other])
        together = naive[one] | naive[other]
        for thing in together:
            naive[thing] = together
    assert [tuple(each) for each in sets.sets()] == sorted({tuple(sorted(each)) for each in naive})
    assert [sets.members(thing) for thing in range(15)] == [len(each) for each in naive]

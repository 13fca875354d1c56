"""Disjoint sets, as in article 003; bits, as in the article of 2022-10-10."""

from hypothesis import given
from hypothesis import strategies as st

from retromaze.ports import BitCount, BitSelect, DisjointSets, UnionFind


def test_article_003_its_session() -> None:
    uf = UnionFind(10)
    assert f"{uf.sets()=}" == "uf.sets()=[[0], [1], [2], [3], [4], [5], [6], [7], [8], [9]]"
    uf.union(0, 5)
    assert f"{uf.sets()=}" == "uf.sets()=[[0, 5], [1], [2], [3], [4], [6], [7], [8], [9]]"
    uf.union(3, 7)
    assert f"{uf.sets()=}" == "uf.sets()=[[0, 5], [1], [2], [3, 7], [4], [6], [8], [9]]"
    uf.union(7, 5)
    assert f"{uf.sets()=}" == "uf.sets()=[[0, 3, 5, 7], [1], [2], [4], [6], [8], [9]]"
    assert f"{uf.same(0, 3)=}" == "uf.same(0, 3)=True"
    assert f"{uf.same(8, 3)=}" == "uf.same(8, 3)=False"


def test_article_003_members_know_their_leader_and_leaders_how_many_they_lead() -> None:
    uf = UnionFind(6)
    assert (uf.size, uf.array) == (6, [-1] * 6)
    assert uf.union(0, 1) and uf.union(2, 0)
    leader = uf.find(2)
    assert uf.array[leader] == -3 and {uf.array[i] for i in {0, 1, 2} - {leader}} == {leader}
    assert [uf.size_for(i) for i in range(6)] == [3, 3, 3, 1, 1, 1]
    assert not uf.union(1, 2)


@given(st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14)), max_size=20))
def test_sets_are_those_of_a_naive_union(pairs: list[tuple[int, int]]) -> None:
    sets, naive = DisjointSets(15), [{thing} for thing in range(15)]
    for one, other in pairs:
        assert sets.same(one, other) == (naive[one] is naive[other])
        assert sets.union(one, other) == (naive[one] is not naive[other])
        together = naive[one] | naive[other]
        for thing in together:
            naive[thing] = together
    assert [tuple(each) for each in sets.sets()] == sorted({tuple(sorted(each)) for each in naive})
    assert [sets.size_for(thing) for thing in range(15)] == [len(each) for each in naive]


def test_bits_are_counted_and_chosen() -> None:
    places = [(0, []), (1, [0]), (12, [2, 3]), (15, [0, 1, 2, 3]), (0b1010_0000, [5, 7]), (-1, [])]
    found = [(number, [BitSelect(number, nth) for nth in range(BitCount(number))]) for number, _ in places]
    assert found == places

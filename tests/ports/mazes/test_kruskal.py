"""Kruskal's method, as in article 003: its steps, walls broken first, disjoint sets; bits (2022-10-10)."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.ports import (
    BitCount,
    BitSelect,
    DisjointSets,
    Rooms,
    UnionFind,
    is_perfect,
    kruskal_maze,
    kruskal_walls,
    picture_maze,
    shortest_way,
)
from retromaze.ports.mazes.draws import draws
from retromaze.ports.mazes.kruskal import HEART, SPIRAL, drawn_walls
from tests.amounts import many
from tests.ports.articles import KRUSKAL_STEPS
from tests.refusals import message_of

SEEDS = st.integers(1, 2**32 - 1)
SIZES = st.integers(2, 12)
QUICK = settings(max_examples=many(15, 40))


def test_article_003_five_walls_and_what_becomes_of_them() -> None:
    boards = [part[part.index("+") :] for part in KRUSKAL_STEPS.split("\n\n")]
    rooms = Rooms(4, 4)
    assert rooms.numbered() == boards[0]
    steps = kruskal_walls(rooms, [(5, 6), (10, 14), (5, 9), (9, 10), (6, 10)])
    assert [(step.broken, step.rooms.numbered()) for step in steps] == list(
        zip([True, True, True, True, False], boards[1:], strict=True)
    )


@given(width=SIZES, height=SIZES, seed=SEEDS)
@QUICK
def test_the_plain_form_makes_the_fast_forms_maze(width: int, height: int, seed: int) -> None:
    rooms = Rooms(width, height)
    walls = drawn_walls(width, height, draws(seed, None))
    pairs = [(wall // 2, wall // 2 + (width if wall % 2 else 1)) for wall in walls]
    broken = sum(step.broken for step in kruskal_walls(rooms, pairs))
    assert rooms.doors == kruskal_maze(width, height, seed=seed).doors
    assert broken == width * height - 1


@given(width=SIZES, height=SIZES, seed=SEEDS, data=st.data())
@QUICK
def test_article_003_walls_broken_first_keep_the_maze_perfect(
    width: int, height: int, seed: int, data: st.DataObject
) -> None:
    rooms = Rooms(width, height)
    walls = drawn_walls(width, height, draws(1, None))
    pairs = [(wall // 2, wall // 2 + (width if wall % 2 else 1)) for wall in walls]
    first = data.draw(st.lists(st.sampled_from(pairs)))
    joined = [step[:2] for step in kruskal_walls(rooms, first) if step.broken]
    maze = kruskal_maze(width, height, first=first, seed=seed)
    assert is_perfect(maze)
    assert all(other in maze.neighbors(one) for one, other in joined)


def test_rooms_without_a_wall_between_them_are_refused() -> None:
    pairs = [(3, 4), (0, 5), (0, 2), (-1, 0), (11, 12), (8, 12), (5, 5)]
    told = [message_of(ValueError, kruskal_maze, 4, 3, first=[pair], seed=1) for pair in pairs]
    assert told == [f"rooms {one} and {other} have no wall between them" for one, other in pairs]


def test_more_rooms_than_three_characters_can_number_are_refused() -> None:
    assert "|999|" in Rooms(100, 10).numbered()
    with pytest.raises(ValueError, match="three characters hold the numbers of 1000 rooms, not of 1001"):
        Rooms(91, 11).numbered()


@pytest.mark.parametrize("rows", [HEART, SPIRAL], ids=["heart", "spiral"])
def test_article_003_the_solution_draws_the_picture(rows: tuple[str, ...]) -> None:
    for seed in (1, 2, 3):
        maze = picture_maze(rows, seed=seed)
        way = shortest_way(maze)
        assert is_perfect(maze) and way is not None
        drawn = "".join("#" if cell in way else "." for cell in maze.cells())
        assert drawn == "".join(rows).replace("S", "#").replace("G", "#")


@given(width=SIZES, height=SIZES, seed=SEEDS)
@QUICK
def test_the_way_of_any_maze_can_be_drawn_again_where_it_does_not_touch_itself(
    width: int, height: int, seed: int
) -> None:
    way = shortest_way(kruskal_maze(width, height, seed=seed))
    assert way is not None
    cells = ["." if cell not in way else "#" for cell in range(width * height)]
    cells[way[0]], cells[way[-1]] = "S", "G"
    rows = ["".join(cells[top : top + width]) for top in range(0, width * height, width)]
    touches = sum(
        abs(one - other) == width or (abs(one - other) == 1 and one // width == other // width)
        for one in way
        for other in way
        if one < other
    ) > len(list(pairwise(way)))
    if touches:
        with pytest.raises(ValueError, match="touches itself"):
            picture_maze(rows)
    else:
        assert shortest_way(picture_maze(rows, seed=seed)) == way


def test_what_is_no_line_from_s_to_g_is_refused() -> None:
    messages = [
        ([], "a picture needs rows of characters, all of one length"),
        (["S#", "G"], "a picture needs rows of characters, all of one length"),
        (["S#S"], "a picture needs one S and one G"),
        (["###"], "a picture needs one S and one G"),
        (["S.G"], "the line from S to G ends, or touches itself, in column 0 of row 0"),
        (["S#G", ".#."], "the line from S to G ends, or touches itself, in column 1 of row 0"),
        (["##G", "S#."], "the line from S to G ends, or touches itself, in column 0 of row 1"),
        (["SG", "..", "##"], "the line from S to G does not go through all that is drawn"),
        (["SG#"], "the line from S to G ends, or touches itself, in column 1 of row 0"),
    ]
    assert [(rows, message_of(ValueError, picture_maze, rows)) for rows, _ in messages] == messages


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

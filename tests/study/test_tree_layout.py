"""Mazes pulled straight, as プチコン3号 12日目 draws them: the solution level, every branch on its room."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.ports.mazes import Blocks
from retromaze.study.maze_kinds import chosen_kinds, make
from retromaze.study.maze_measures import MazePlan, measure, plan_of
from retromaze.study.tree_layout import TreeLayout, pulled_straight, side_by_side
from tests.amounts import many

SPIRAL = """\
#######
#     #
# ### #
# #   #
# # ###
# #   #
#######"""

RING = "#####\n#   #\n# # #\n#   #\n#####"
CLOSED = "#####\n#   #\n#####\n#   #\n#####"


def plan_of_rows(rows: str) -> MazePlan:
    return plan_of(Blocks.from_rows(rows.splitlines()))


def test_a_branch_hangs_from_its_room_as_deep_as_it_is_long() -> None:
    assert pulled_straight(plan_of_rows(SPIRAL)) == TreeLayout(
        solution=[0, 1, 2, 5, 4, 7, 8],
        places={
            0: (0, 0),
            1: (1, 0),
            2: (2, 0),
            5: (3, 0),
            4: (4, 0),
            7: (5, 0),
            8: (6, 0),
            3: (0, -1),
            6: (0, -2),
        },
        above={3: 0, 6: 3},
        cut=0,
    )


def test_a_ring_is_cut() -> None:
    found = pulled_straight(plan_of_rows(RING))
    assert (found.solution, found.above, found.cut) == ([0, 1, 3], {2: 0}, 1)


@pytest.mark.parametrize("kind", chosen_kinds([]))
@given(width=st.integers(2, 15), height=st.integers(2, 15), seed=st.integers(1, 2**32 - 1))
@settings(max_examples=many(4, 15))
def test_every_maze_hangs_true_to_scale(kind: str, width: int, height: int, seed: int) -> None:
    plan = plan_of(make(kind, width, height, seed))
    found, measures = pulled_straight(plan), measure(plan)
    across = [found.places[room][0] for room in found.solution]
    assert all(b - a == 1 for a, b in pairwise(across))
    assert {found.places[room][1] for room in found.solution} == {0}
    heights = {room: abs(found.places[room][1]) for room in found.above}
    assert all(heights[room] == heights.get(higher, 0) + 1 for room, higher in found.above.items())
    assert len(set(found.places.values())) == len(found.places) == measures.rooms - measures.closed
    assert (found.cut, len(found.solution) - 1) == (measures.loops, measures.solution)
    assert max(heights.values(), default=0) == measures.longest_branch
    assert sum(heights[room] == 1 for room in heights) >= (measures.branches or 0)


@pytest.mark.parametrize("kind", ["binary_tree", "kruskal", "short_solution"])
def test_strings_do_not_cross(kind: str) -> None:
    found = pulled_straight(plan_of(make(kind, 16, 12, 5)))
    hanging = [
        (found.places[room], found.places[higher])
        for room, higher in found.above.items()
        if higher in found.above
    ]
    for (low, high), (other_low, other_high) in (
        (one, other) for one in hanging for other in hanging if one[0] < other[0]
    ):
        if low[1] == other_low[1]:
            assert (low[0] - other_low[0]) * (high[0] - other_high[0]) >= 0


def test_branches_make_room_for_each_other() -> None:
    cases = [
        ([], []),
        ([(3.0, 2)], [3.0]),
        ([(0.0, 2), (5.0, 1)], [0.0, 5.0]),
        ([(3.0, 2), (3.0, 1)], [2.0, 4.0]),
        ([(0.0, 1), (1.0, 4), (2.0, 1)], [-1.0, 0.0, 4.0]),
    ]
    assert [side_by_side(branches) for branches, _ in cases] == [places for _, places in cases]

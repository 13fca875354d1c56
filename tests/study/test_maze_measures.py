"""Measures of mazes drawn by hand, whose values can be counted, and rules that hold for all mazes."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.ports.mazes import (
    Blocks,
    backtracker_maze,
    binary_tree_maze,
    digging_maze,
    hexagonal_maze,
    kruskal_maze,
    safe_sticks_maze,
    sticks_maze,
    wall_extension_maze,
)
from retromaze.study.maze_measures import Measures, count_u_turns, measure, plan_of, turns_of
from tests.amounts import many
from tests.ports.chosen import Chosen

SPIRAL = """\
#######
#     #
# ### #
# #   #
# # ###
# #   #
#######"""

COMB = """\
#########
#       #
# # # # #
# # # # #
#########"""

QUICK = settings(max_examples=many(10, 30))
SEEDS = st.integers(1, 2**32 - 1)


def measured(rows: str) -> Measures:
    return measure(plan_of(Blocks.from_rows(rows.splitlines())))


def test_every_measure_of_a_maze_with_one_branch() -> None:
    assert measured(SPIRAL) == Measures(
        rooms=9,
        closed=0,
        loops=0,
        farthest=6,
        longest=8,
        solution=6,
        turns=4,
        u_turns=2,
        branches=1,
        branch_length=2.0,
        longest_branch=2,
        dead_ends=1,
        dead_end_length=2.0,
        river_share=7 / 9,
        river_length=7.0,
    )


def test_every_measure_of_a_maze_with_many_dead_ends() -> None:
    assert measured(COMB) == Measures(
        rooms=8,
        closed=0,
        loops=0,
        farthest=4,
        longest=5,
        solution=4,
        turns=1,
        u_turns=0,
        branches=3,
        branch_length=1.0,
        longest_branch=1,
        dead_ends=3,
        dead_end_length=1.0,
        river_share=2 / 8,
        river_length=1.0,
    )


def test_rooms_that_cannot_be_reached_are_closed_and_count_nowhere_else() -> None:
    found = measured("#####\n#   #\n#####\n#   #\n#####")
    assert (found.rooms, found.closed, found.solution, found.turns, found.branches) == (
        4,
        2,
        None,
        None,
        None,
    )
    assert (found.dead_ends, found.river_share, found.farthest) == (1, 0.0, 1)


def test_in_a_ring_one_branch_has_two_mouths() -> None:
    found = measured("#####\n#   #\n# # #\n#   #\n#####")
    assert (found.loops, found.solution, found.branches, found.longest_branch) == (1, 2, 1, 1)
    assert (found.dead_ends, found.dead_end_length) == (0, None)
    assert (found.river_share, found.river_length) == (1.0, 4)


def test_start_and_goal_in_the_frame_are_the_rooms_beside_it() -> None:
    maze = digging_maze(9, 7, seed=1)
    plan = plan_of(maze)
    assert (maze.place(maze.start), maze.place(maze.goal)) == ((0, 5), (8, 1))
    assert (plan.start, plan.goal) == (8, 3)


def test_blocks_that_are_no_rooms_are_refused() -> None:
    for rows in ["####\n#  #\n####", "#####\n#   #\n#   #\n#   #\n#####", "###\n###\n###"]:
        with pytest.raises(ValueError, match=r"are not rooms|no room"):
            measured(rows)


def test_a_turn_has_the_smaller_angle() -> None:
    assert turns_of([0, 90, 90, 0, 270, 180]) == [90, -90, -90, -90]
    assert turns_of([300, 0, 300]) == [60, -60]


def test_two_turns_to_the_same_side_in_a_row_are_a_u_turn() -> None:
    counts = [
        ([0, 90, 180], 1),
        ([0, 90, 90, 90, 180], 1),
        ([0, 90, 0, 90, 0], 0),
        ([0, 90, 180, 270, 0], 3),
        ([0, 90, 180, 90, 0], 2),
        ([0], 0),
        ([], 0),
    ]
    assert [(headings, count_u_turns(headings)) for headings, _ in counts] == counts


def test_on_hexagons_a_u_turn_turns_round_too() -> None:
    counts = [([0, 60, 120], 0), ([0, 60, 120, 180], 1), ([0, 120, 180], 1), ([0, 60, 0, 60], 0)]
    assert [(headings, count_u_turns(headings)) for headings, _ in counts] == counts


@given(width=st.integers(1, 30), height=st.integers(1, 30), seed=SEEDS)
@QUICK
def test_a_binary_trees_solution_never_exceeds_width_and_height(width: int, height: int, seed: int) -> None:
    found = measure(plan_of(binary_tree_maze(width, height, seed=seed)))
    assert found.solution == width + height - 2
    assert found.farthest <= width + height
    assert found.u_turns == 0


@pytest.mark.parametrize(
    ("maker", "blocks"),
    [
        (backtracker_maze, False),
        (binary_tree_maze, False),
        (kruskal_maze, False),
        (hexagonal_maze, False),
        (wall_extension_maze, True),
        (digging_maze, True),
        (safe_sticks_maze, True),
    ],
)
@given(width=st.integers(2, 12), height=st.integers(2, 12), seed=SEEDS)
@QUICK
def test_perfect_mazes_have_no_closed_room_and_no_loop(
    maker: Callable[..., Any], blocks: bool, width: int, height: int, seed: int
) -> None:
    sizes = (2 * width + 1, 2 * height + 1) if blocks else (width, height)
    found = measure(plan_of(maker(*sizes, seed=seed)))
    assert (found.closed, found.loops) == (0, 0)
    assert found.solution is not None
    assert found.solution <= found.farthest <= found.longest < found.rooms


def test_two_of_all_256_mazes_of_four_sticks_close_the_middle_room() -> None:
    mazes = [measure(plan_of(sticks_maze(7, rng=Chosen(falls)))) for falls in product(range(4), repeat=4)]
    assert [maze.closed for maze in mazes if maze.closed] == [1, 1]
    assert all(maze.solution is not None for maze in mazes)

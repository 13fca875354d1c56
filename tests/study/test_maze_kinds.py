"""The bad mazes (A) and (B) of プチコン3号 12日目: perfect, bad by the measures it names."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.ports import Rooms, is_perfect
from retromaze.study.maze_kinds import make, short_branches_maze, short_solution_maze
from retromaze.study.maze_measures import Measures, measure, plan_of

QUICK = settings(max_examples=40)
SEEDS = st.integers(1, 2**32 - 1)

A = """\
+---+---+---+---+---+---+
| S                     |
+   +   +   +   +   +   +
|   |   |   |   |   |   |
+---+---+---+---+---+   +
|   |   |   |   |   |   |
+   +   +   +   +   +   +
| G                     |
+   +   +   +   +   +   +
|   |   |   |   |   |   |
+---+---+---+---+---+---+"""

B = """\
+---+---+---+---+---+---+---+---+
|       |       |               |
+---+   +   +   +   +---+---+   +
|       |   |   |   |       |   |
+   +---+   +   +---+   +   +   +
|   |       | S   G |   |   |   |
+   +   +---+---+   +   +   +   +
|   |   |       |   |   |   |   |
+   +   +---+   +   +   +   +   +
|               |       |       |
+---+---+---+---+---+---+---+---+"""


@pytest.mark.parametrize("maker", [short_branches_maze, short_solution_maze])
@given(width=st.integers(2, 14), height=st.integers(2, 14), seed=SEEDS)
@QUICK
def test_a_bad_maze_is_perfect_all_the_same(
    maker: Callable[..., Rooms], width: int, height: int, seed: int
) -> None:
    maze = maker(width, height, seed=seed)
    assert (maze.width, maze.height) == (width, height)
    assert is_perfect(maze)
    assert maze.start != maze.goal


def measured(kind: str) -> Measures:
    return measure(plan_of(make(kind, 40, 24, 7)))


def test_a_has_many_side_ways_that_are_too_short() -> None:
    """図(A): 「脇道は多いが短すぎるため、すぐ袋小路に行き当たってしまいます」."""
    bad, good = measured("short_branches"), measured("backtracker")
    assert bad.branches is not None and good.branches is not None
    assert bad.branches > 10 * good.branches
    assert (bad.longest_branch, bad.branch_length, bad.dead_end_length) == (1, 1.0, 1.0)


def test_b_has_complicated_side_ways_and_a_short_solution() -> None:
    """図(B): 「脇道は複雑ですが肝心の正解が短いため、すぐゴールへ到達してしまう可能性があります」."""
    bad, good = measured("short_solution"), measured("backtracker")
    assert bad.solution == 6
    assert good.solution == 402
    assert bad.branch_length is not None and good.branch_length is not None
    assert bad.branch_length > good.branch_length > bad.solution
    assert bad.dead_ends > 50


def test_the_corridor_goes_to_and_fro() -> None:
    maze = short_branches_maze(6, 5, seed=3)
    assert maze.text({maze.start: "S", maze.goal: "G"}) == A
    plan = measure(plan_of(maze))
    assert plan.solution is not None
    assert plan.solution + 1 + (plan.branches or 0) == 30


def test_diggers_dig_away_from_a_short_solution() -> None:
    maze = short_solution_maze(8, 5, seed=1)
    assert maze.text({maze.start: "S", maze.goal: "G"}) == B


@pytest.mark.parametrize("maker", [short_branches_maze, short_solution_maze])
def test_a_bad_maze_needs_two_rooms_each_way(maker: Callable[..., Rooms]) -> None:
    with pytest.raises(ValueError, match="height must be at least 2, not 1"):
        maker(5, 1, seed=1)

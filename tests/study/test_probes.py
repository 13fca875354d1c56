"""Probes: what single questions find in mazes drawn by hand."""

import pytest

from retromaze.ports.mazes import Blocks, Hexagons, hexagonal_maze
from retromaze.study.kinds import make
from retromaze.study.plan import MazePlan, plan_of
from retromaze.study.probes import PROBES, Goal, Reachability, Tour, goal, reach, right_hand
from retromaze.study.survey import Sample, outline, survey

BEHIND = """\
#######
# #   #
# # # #
#   # #
### # #
#   # #
#######"""
ISLAND = """\
#########
#     # #
# ### # #
# # #   #
# ### # #
#     # #
#########"""


def plan_of_rows(rows: str) -> MazePlan:
    return plan_of(Blocks.from_rows(rows.splitlines()))


def test_rooms_behind_the_goal_are_those_it_keeps_one_from() -> None:
    """The article on a console game: 「ゴールの奥に到達不能なマスができる可能性もある」."""
    plan = plan_of_rows(BEHIND)
    assert goal(MazePlan(plan.ways, 0, 8)) == Goal(rooms=9, steps=6, farthest=6, behind=0)
    assert goal(MazePlan(plan.ways, 6, 7)) == Goal(rooms=9, steps=1, farthest=6, behind=7)
    assert goal(MazePlan(plan.ways, 0, 4)).behind == 6


def test_how_far_one_comes() -> None:
    assert reach(plan_of_rows("#####\n#   #\n#####\n#   #\n#####")) == Reachability(4, 2, 1, False)


def test_the_right_hand_goes_into_every_dead_end_on_its_side() -> None:
    assert right_hand(plan_of_rows(BEHIND)) == Tour(steps=10, shortest=6, ends=True)


def test_around_an_island_the_right_hand_goes_in_circles() -> None:
    assert right_hand(plan_of_rows(ISLAND)) == Tour(steps=8, shortest=5, ends=False)


def test_on_hexagons_it_comes_home_too() -> None:
    mazes: dict[int, Hexagons] = {seed: hexagonal_maze(6, 5, seed=seed) for seed in range(1, 9)}
    assert [seed for seed, maze in mazes.items() if not right_hand(plan_of(maze)).ends] == []


def test_the_walker_needs_blocks() -> None:
    assert PROBES["walker"]("wall_extension", 5, 4, 2, 1).steps > 0
    with pytest.raises(TypeError, match="the walker walks among blocks, not in kruskal"):
        PROBES["walker"]("kruskal", 5, 4, 2, 1)


def test_a_survey_asks_what_its_sample_says() -> None:
    sample = Sample("kruskal", 5, 4, 2, "goal")
    found = survey([sample], 3)[sample]
    assert found == [goal(plan_of(make("kruskal", 5, 4, seed))) for seed in range(1, 7)]
    means = outline(found)
    assert list(means) == ["rooms", "steps", "farthest", "behind"]
    assert means["rooms"] is not None and means["rooms"].mean == 20

"""Surveys: their figures and intervals, the same on every computer; single probes."""

from pathlib import Path

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.errors import UsageError
from retromaze.ports.mazes import Blocks, Hexagons, backtracker_maze, hexagonal_maze
from retromaze.study.maze_kinds import chosen_kinds, kind_of, kinds, make
from retromaze.study.maze_measures import MazePlan, measure, plan_of
from retromaze.study.survey import (
    Goal,
    Reachability,
    Sample,
    SampleTask,
    Tour,
    field_means,
    goal_quality,
    mean_interval,
    measure_task,
    reachability,
    right_hand_walk,
    share_interval,
    split_sample,
    summary,
    survey,
)

KINDS = [
    *("backtracker", "binary_tree", "wall_extension", "digging", "kruskal", "sticks", "sticks_safe"),
    "hexagonal",
]
OTHER_MAKERS = [
    *("floor_extension", "wilson", "aldous_broder", "prim", "growing_tree", "eller", "sidewinder"),
    *("short_branches", "short_solution"),
]


def test_a_mean_and_its_interval() -> None:
    found = mean_interval([1, 2, 3, 4])
    assert found is not None
    assert (found.mean, found.least, found.most, found.count) == (2.5, 1, 4, 4)
    assert found.margin == pytest.approx(1.959964 * (5 / 3 / 4) ** 0.5)
    assert mean_interval([]) is None


def test_a_share_of_nothing_is_still_uncertain() -> None:
    assert (share_interval(0, 100).low, share_interval(0, 100).high) == (0.0, pytest.approx(0.0370, abs=1e-4))
    assert (share_interval(5, 5).low, share_interval(5, 5).high) == (pytest.approx(0.5655, abs=1e-4), 1.0)
    half = share_interval(50, 100)
    assert (half.low, half.high) == (pytest.approx(0.4038, abs=1e-4), pytest.approx(0.5962, abs=1e-4))


def test_each_maker_is_a_kind_under_its_first_program() -> None:
    assert list(kinds()) == KINDS
    assert {entry.library for entry in kinds().values()} == {
        entry.library for entry in CATALOGUE.values() if entry.library
    }


def test_programs_of_one_maker_are_studied_once() -> None:
    assert chosen_kinds(["console_game", "backtracker_def", "backtracker"]) == ["kruskal", "backtracker"]
    assert chosen_kinds([]) == [*KINDS, *OTHER_MAKERS]
    assert chosen_kinds(["short_solution", "kruskal"]) == ["short_solution", "kruskal"]


def test_a_name_that_is_nearly_right_is_told_what_was_meant(here: Path) -> None:
    Path("mine.py").touch()
    for name, meant in (("wilsn", "wilson"), ("kruskall", "kruskal"), ("mine", "mine.py")):
        with pytest.raises(UsageError) as caught:
            kind_of(name)
        assert str(caught.value) == (
            f"no program and no kind of maze is called '{name}'; did you mean {meant}?"
        )


def test_tasks_cover_each_seed_once() -> None:
    sample = Sample("kruskal", 100, 100, times=3)
    assert [seeds for _, seeds in split_sample(sample, 2)] == [range(1, 3), range(3, 5), range(5, 7)]
    assert [seeds for _, seeds in split_sample(Sample("kruskal", 10, 10), 201)] == [
        range(1, 201),
        range(201, 202),
    ]


def test_a_task_is_named_in_words_where_its_process_was_killed() -> None:
    task = SampleTask(Sample("kruskal", 9, 7, probe="goal"), range(3, 6))
    assert f"killed at {task}" == "killed at kruskal of 9 x 7 rooms, seeds 3 to 5"


def test_a_survey_measures_the_mazes_of_its_seeds_in_order() -> None:
    done = []
    sample = Sample("backtracker", 9, 8)
    results = survey([sample, Sample("sticks", 4, 4), sample], 3, lambda *counts: done.append(counts))
    assert list(results) == [sample, Sample("sticks", 4, 4)]
    assert results[sample] == [measure(plan_of(backtracker_maze(9, 8, seed=seed))) for seed in (1, 2, 3)]
    assert done[-1] == (6, 6)


def test_figures_leave_out_mazes_that_have_none() -> None:
    closed = measure(plan_of(Blocks.from_rows(["#####", "#   #", "#####", "#   #", "#####"])))
    found = summary([closed])
    assert found["solution"] is None
    assert found["closed"] is not None
    assert found["closed"].mean == 2
    assert found["unsolved"] is not None
    assert (found["unsolved"].mean, found["unsolved"].high) == (1.0, 1.0)


# ---- probes: what single questions find in mazes drawn by hand


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
    assert goal_quality(MazePlan(plan.exits, 0, 8)) == Goal(rooms=9, steps=6, farthest=6, behind=0)
    assert goal_quality(MazePlan(plan.exits, 6, 7)) == Goal(rooms=9, steps=1, farthest=6, behind=7)
    assert goal_quality(MazePlan(plan.exits, 0, 4)).behind == 6


def test_how_far_one_comes() -> None:
    assert reachability(plan_of_rows("#####\n#   #\n#####\n#   #\n#####")) == Reachability(4, 2, 1, False)


def test_the_right_hand_goes_into_every_dead_end_on_its_side() -> None:
    assert right_hand_walk(plan_of_rows(BEHIND)) == Tour(steps=10, shortest=6, ends=True)


def test_around_an_island_the_right_hand_goes_in_circles() -> None:
    assert right_hand_walk(plan_of_rows(ISLAND)) == Tour(steps=8, shortest=5, ends=False)


def test_on_hexagons_it_comes_home_too() -> None:
    mazes: dict[int, Hexagons] = {seed: hexagonal_maze(6, 5, seed=seed) for seed in range(1, 9)}
    assert [seed for seed, maze in mazes.items() if not right_hand_walk(plan_of(maze)).ends] == []


def test_the_walker_needs_blocks() -> None:
    blocks, rooms = (Sample(kind, 5, 4, 1, "walker", 2) for kind in ("wall_extension", "kruskal"))
    _, [tour] = measure_task(SampleTask(blocks, range(1, 2)))
    assert tour.steps > 0
    with pytest.raises(TypeError, match="the walker walks among blocks, not in kruskal"):
        measure_task(SampleTask(rooms, range(1, 2)))


def test_a_survey_asks_what_its_sample_says() -> None:
    sample = Sample("kruskal", 5, 4, 2, "goal")
    found = survey([sample], 3)[sample]
    assert found == [goal_quality(plan_of(make("kruskal", 5, 4, seed))) for seed in range(1, 7)]
    means = field_means(found)
    assert list(means) == ["rooms", "steps", "farthest", "behind"]
    assert means["rooms"] is not None and means["rooms"].mean == 20

"""Bias: the 192 mazes of 3 x 3 rooms, counted; who makes them equally often, and who does not."""

from pathlib import Path

import pytest

from retromaze.commands.study import bias_cells
from retromaze.ports.mazes import Rooms
from retromaze.study.maze_measures import plan_of
from retromaze.study.survey import (
    Bias,
    Sample,
    all_trees,
    bias_of,
    chi_squared_limit,
    distance_by_chance,
    survey,
    tree_number,
)

MAZES = 192 * 30
KINDS = ["wilson", "aldous_broder", "prim", "growing_tree", "eller", "sidewinder", "kruskal", "sticks"]


def test_nine_rooms_have_192_trees() -> None:
    """The number of spanning trees of the 3 x 3 grid, by Kirchhoff's theorem."""
    assert len(all_trees()) == 192
    rooms = Rooms(3, 3)
    for one, other in ((0, 1), (1, 2), (0, 3), (3, 6), (4, 5), (5, 2), (7, 8), (8, 5)):
        rooms.join(one, other)
    number = tree_number(plan_of(rooms))
    assert number == sum(
        1 << rooms.wall_between(room, o) for room in range(9) for o in rooms.neighbors(room) if o > room
    )
    assert number in all_trees()
    rooms.join(3, 4)
    assert tree_number(plan_of(rooms)) not in all_trees()


def test_equal_counts_have_no_bias_and_one_tree_alone_has_all_there_is() -> None:
    trees = sorted(all_trees())
    assert bias_of(trees * 5) == Bias(960, 192, 0.0, 1.0, 0.0, 0.0)
    alone = bias_of(trees[:1] * 960)
    assert (alone.trees, alone.commonest) == (1, 192)
    assert alone.distance == pytest.approx(191 / 192)
    assert alone.chi_squared == pytest.approx(191 * 960)
    assert not alone.is_uniform


def test_mazes_that_are_no_trees_are_away_from_all_trees() -> None:
    mixed = bias_of([*sorted(all_trees()) * 6, *[0] * 384])
    assert mixed.no_trees == pytest.approx(0.25)
    assert mixed.distance == pytest.approx(0.25)
    assert not mixed.is_uniform
    nothing = bias_of([0] * 960)
    assert (nothing.trees, nothing.no_trees, nothing.distance) == (0, 1.0, 1.0)


def test_the_limits_are_those_of_the_distribution() -> None:
    # chi-squared with 191 degrees of freedom: 257.17 by numerical integration
    assert chi_squared_limit() == pytest.approx(257.17, abs=0.1)
    assert distance_by_chance(MAZES) == pytest.approx(0.0726, abs=1e-4)
    assert distance_by_chance(1) == 1.0


@pytest.mark.slow
def test_the_page_on_the_study_has_these_figures() -> None:
    """What 46,080 mazes tell, which takes several seconds of all cores."""
    results = survey([Sample(kind, 3, 3, probe="tree") for kind in KINDS], MAZES)
    page = (Path(__file__).parents[2] / "docs" / "study.md").read_text("utf-8")
    rows = [f"| {' | '.join(bias_cells(each.kind, bias_of(made)))} |" for each, made in results.items()]
    assert [each for each in rows if each not in page] == []

"""Our makers beside those of the public package mazelib.

    RETROMAZE_TESTS=ci pytest tests/ports/test_speed.py --benchmark-enable -k "not 500"

measures; without --benchmark-enable each maker runs once on a small maze, in CI. Where two makers of one
algorithm stand in a group, their times can be compared; mazelib's Kruskal takes minutes at 500 x 500.
"""

from collections.abc import Callable
from importlib import import_module

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from retromaze.ports import (
    Rooms,
    aldous_broder_maze,
    backtracker_maze,
    binary_tree_maze,
    eller_maze,
    growing_tree_maze,
    is_perfect,
    kruskal_maze,
    prim_maze,
    sidewinder_maze,
    wilson_maze,
)

pytestmark = pytest.mark.slow

SMALL = 6
OURS: dict[str, Callable[..., Rooms]] = {
    "backtracker": backtracker_maze,
    "binary tree": binary_tree_maze,
    "kruskal": kruskal_maze,
    "wilson": wilson_maze,
    "aldous-broder": aldous_broder_maze,
    "prim": prim_maze,
    "growing tree": growing_tree_maze,
    "eller": eller_maze,
    "sidewinder": sidewinder_maze,
}
# Its Eller counts sets in bytes and fails from 50 x 50 on.
MAZELIB = {
    "backtracker": "BacktrackingGenerator",
    "binary tree": "BinaryTree",
    "kruskal": "Kruskal",
    "wilson": "Wilsons",
    "aldous-broder": "AldousBroder",
    "prim": "Prims",
    "growing tree": "GrowingTree",
    "sidewinder": "Sidewinder",
}
SIDES = 50, 500


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("kind", OURS)
def test_our_maker(benchmark: BenchmarkFixture, kind: str, side: int) -> None:
    benchmark.group = f"{kind} {side} x {side}"
    used = side if benchmark.enabled else SMALL
    made = benchmark(OURS[kind], used, used, seed=1)
    assert is_perfect(made)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("kind", MAZELIB)
def test_the_maker_of_mazelib(benchmark: BenchmarkFixture, kind: str, side: int) -> None:
    benchmark.group = f"{kind} {side} x {side}"
    used = side if benchmark.enabled else SMALL
    name = MAZELIB[kind]
    maker = getattr(import_module(f"mazelib.generate.{name}"), name)
    grid = benchmark.pedantic(lambda: maker(used, used).generate(), rounds=1)
    assert grid.shape == (2 * used + 1, 2 * used + 1)

"""Our makers beside those of the public package mazelib.

    pytest tests/ports/test_speed.py --benchmark-enable -k "not 500"

measures; without --benchmark-enable each maker runs once on a small maze. Where two makers of one
algorithm stand in a group, their times can be compared; mazelib's Kruskal takes minutes at 500 x 500.
"""

from collections.abc import Callable

import pytest
from mazelib.generate.BacktrackingGenerator import BacktrackingGenerator
from mazelib.generate.BinaryTree import BinaryTree
from mazelib.generate.Kruskal import Kruskal
from pytest_benchmark.fixture import BenchmarkFixture

from retromaze.ports import Rooms, backtracker_maze, binary_tree_maze, is_perfect, kruskal_maze

SMALL = 6
OURS: dict[str, Callable[..., Rooms]] = {
    "backtracker": backtracker_maze,
    "binary tree": binary_tree_maze,
    "kruskal": kruskal_maze,
}
MAZELIB = {"backtracker": BacktrackingGenerator, "binary tree": BinaryTree, "kruskal": Kruskal}
CASES = [(kind, side) for kind in OURS for side in (50, 500)]


@pytest.mark.parametrize(("kind", "side"), CASES)
def test_our_maker(benchmark: BenchmarkFixture, kind: str, side: int) -> None:
    benchmark.group = f"{kind} {side} x {side}"
    used = side if benchmark.enabled else SMALL
    made = benchmark(OURS[kind], used, used, seed=1)
    assert is_perfect(made)


@pytest.mark.parametrize(("kind", "side"), CASES)
def test_the_maker_of_mazelib(benchmark: BenchmarkFixture, kind: str, side: int) -> None:
    benchmark.group = f"{kind} {side} x {side}"
    used = side if benchmark.enabled else SMALL
    grid = benchmark.pedantic(lambda: MAZELIB[kind](used, used).generate(), rounds=1)
    assert grid.shape == (2 * used + 1, 2 * used + 1)

"""Braiding: as many dead ends are opened as were asked for, and no way is lost."""

import pytest

from retromaze.ports import Rooms, braid, distances, wilson_maze

TREE = """\
+---+---+---+---+---+---+
|       |               |
+   +---+---+   +   +---+
|               |       |
+   +   +---+   +---+---+
|   |   |               |
+   +---+---+---+   +---+
|               |       |
+---+---+---+---+---+---+"""
BRAIDED = """\
+---+---+---+---+---+---+
|                       |
+   +---+---+   +   +   +
|               |       |
+   +   +---+   +---+---+
|   |                   |
+   +---+---+   +   +   +
|               |       |
+---+---+---+---+---+---+"""


def dead_ends(maze: Rooms) -> int:
    return sum(len(maze.neighbors(room)) == 1 for room in maze.cells())


@pytest.mark.parametrize("share", [0, 0.25, 0.5, 0.75, 1])
def test_a_share_of_the_dead_ends_is_opened(share: float) -> None:
    for seed in range(1, 11):
        maze = wilson_maze(12, 9, seed=seed)
        before, passages = dead_ends(maze), maze.passages()
        assert braid(maze, share, seed=seed) is maze
        # the last one that is opened may open another, too
        assert round(before * (1 - share)) - 1 <= dead_ends(maze) <= round(before * (1 - share))
        opened = maze.passages() - passages
        assert (before - dead_ends(maze)) / 2 <= opened <= before - dead_ends(maze)
        assert len(distances(maze)) == 12 * 9


def test_what_is_opened_stays_as_it_is() -> None:
    maze = wilson_maze(6, 4, seed=1)
    assert maze.text() == TREE
    assert braid(maze, seed=1).text() == BRAIDED


def test_a_share_is_from_0_to_1() -> None:
    for share in [-0.1, 1.1, float("nan")]:
        with pytest.raises(ValueError, match=f"^share must be from 0 to 1, not {share}$"):
            braid(Rooms(3, 3), share)

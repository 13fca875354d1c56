"""The makers that the field knows: trees at every size, a maze each, their bias; and braiding."""

from collections.abc import Callable
from itertools import product

import pytest

from retromaze.machine.rng import Rng
from retromaze.ports import (
    Draws,
    Rooms,
    aldous_broder_maze,
    backtracker_maze,
    braid,
    distances,
    eller_maze,
    growing_tree_maze,
    is_perfect,
    prim_maze,
    sidewinder_maze,
    wilson_maze,
)
from retromaze.ports.mazes.rooms import EAST, SOUTH
from tests.amounts import many

Maker = Callable[..., Rooms]

MAKERS: list[Maker] = [
    *(aldous_broder_maze, eller_maze, growing_tree_maze, prim_maze, sidewinder_maze, wilson_maze),
]
SIZES = [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (2, 2), (3, 7), (7, 3), (12, 11)]


@pytest.mark.parametrize("maker", MAKERS)
def test_one_way_leads_from_each_room_to_each_other(maker: Maker) -> None:
    for (width, height), seed in product(SIZES, range(1, many(9, 21))):
        maze = maker(width, height, seed=seed)
        assert (maze.width, maze.height, maze.start, maze.goal) == (width, height, 0, width * height - 1)
        assert is_perfect(maze), (width, height, seed)


def test_the_seed_alone_decides_on_the_maze() -> None:
    for maker in MAKERS:
        first, same, other = (maker(9, 8, seed=seed).text() for seed in (5, 5, 6))
        assert first == same != other, maker
        assert maker(9, 8, rng=Rng(5)).text() == first
        with pytest.raises(ValueError, match=r"^height must be at least 1, not 0$"):
            maker(3, 0)


def test_the_maze_of_a_seed_stays_as_it_is() -> None:
    doors = {maker.__name__: maker(5, 3, seed=2).doors.hex() for maker in MAKERS}
    doors["braid"] = braid(wilson_maze(5, 3, seed=2), seed=2).doors.hex()
    assert doors == {
        "aldous_broder_maze": "02010603060b050d0c0a090401050c",
        "eller_maze": "03040202020a010f0e0a09050c090c",
        "growing_tree_maze": "03040203060a030d0c0a090d050408",
        "prim_maze": "02030403040b0d050f040904010d04",
        "sidewinder_maze": "03050707060b04080a080904010d04",
        "wilson_maze": "0107050706020906080a09050c010c",
        "braid": "03070507060a09060a0a09050c090c",
    }


def test_the_first_row_of_a_sidewinder_is_a_corridor_and_dead_ends_open_elsewhere_than_south() -> None:
    for seed in range(1, 21):
        maze = sidewinder_maze(9, 7, seed=seed)
        assert all(doors & EAST for doors in maze.doors[:8])
        assert SOUTH not in maze.doors


class TopLeftFirst:
    """Draws 0 first, then as the machine does."""

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)
        self._first = True

    def below(self, bound: int, /) -> int:
        if self._first:
            self._first = False
            return 0
        return self._rng.below(bound)


def test_a_growing_tree_that_takes_the_newest_room_is_the_backtracker() -> None:
    for seed in range(1, 6):
        grown = growing_tree_maze(8, 6, choose="newest", rng=TopLeftFirst(seed))
        assert grown.text() == backtracker_maze(8, 6, seed=seed).text()


def test_a_growing_tree_takes_a_choice_of_ones_own() -> None:
    def oldest(count: int, rng: Draws) -> int:
        return 0

    maze = growing_tree_maze(15, 15, choose=oldest, rng=TopLeftFirst(1))
    # Every room was joined to the oldest one that was beside it: no way to it is shorter.
    assert distances(maze) == {y * 15 + x: x + y for y in range(15) for x in range(15)}
    with pytest.raises(
        ValueError, match=r"^choose must be newest, drawn, mixed or a function, not 'oldest'$"
    ):
        growing_tree_maze(3, 3, choose="oldest")


def mean_dead_ends(maker: Maker) -> float:
    mazes = [maker(30, 30, seed=seed) for seed in range(1, 11)]
    return sum(len(maze.neighbors(room)) == 1 for maze in mazes for room in maze.cells()) / 10


def test_the_choice_leads_from_few_dead_ends_to_many() -> None:
    ends = [
        mean_dead_ends(lambda *size, choose=choose, **seed: growing_tree_maze(*size, choose=choose, **seed))
        for choose in ("newest", "mixed", "drawn")
    ]
    # a tenth, a fifth and a quarter of 900 rooms
    assert ends == [pytest.approx(share * 900, rel=0.1) for share in (0.103, 0.22, 0.274)]


def test_ellers_last_row_has_the_most_ways_across() -> None:
    mazes = [eller_maze(20, 8, seed=seed) for seed in range(1, 41)]
    across = [sum(bool(maze.doors[y * 20 + x] & EAST) for maze in mazes for x in range(20)) for y in range(8)]
    assert across[-1] > 1.2 * max(across[:-1])


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


def test_a_share_is_from_0_to_1() -> None:
    for share in [-0.1, 1.1, float("nan")]:
        with pytest.raises(ValueError, match=f"^share must be from 0 to 1, not {share}$"):
            braid(Rooms(3, 3), share)

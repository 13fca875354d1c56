"""The right-hand walker: it comes to every target, with islands or without."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.machine.rng import Rng
from retromaze.ports import (
    Blocks,
    Walk,
    Walker,
    Xorshift128,
    article_walk,
    distances,
    knock_holes,
    right_hand_walk,
    wall_extension_maze,
)
from tests.amounts import many

SEEDS = st.integers(1, 2**32 - 1)
QUICK = settings(max_examples=many(10, 60))


def rooms(maze: Blocks) -> list[int]:
    return [y * maze.width + x for y in range(1, maze.height, 2) for x in range(1, maze.width, 2)]


@given(width=st.integers(2, 14), height=st.integers(2, 9), seed=SEEDS, data=st.data())
@QUICK
def test_without_islands_the_right_hand_alone_finds_all(
    width: int, height: int, seed: int, data: st.DataObject
) -> None:
    maze = wall_extension_maze(2 * width + 1, 2 * height + 1, seed=seed)
    targets = data.draw(st.lists(st.sampled_from(rooms(maze)), min_size=3, max_size=3))
    steps = right_hand_walk(maze, targets)
    cells = [maze.start, *(cell for cell, _ in steps)]
    position = 0
    for target in targets:
        position = cells.index(target, position)
    assert position == len(steps)
    assert len(steps) < len(targets) * 4 * len(maze.blocks)
    assert all(b in (a, *maze.neighbors(a)) for a, b in pairwise(cells))


@given(seed=SEEDS, holes=st.integers(0, 25), data=st.data())
@QUICK
def test_with_islands_all_targets_are_reached_as_well(seed: int, holes: int, data: st.DataObject) -> None:
    maze = wall_extension_maze(15, 13, seed=seed)
    knock_holes(maze, holes, seed=seed)
    targets = data.draw(st.lists(st.sampled_from(rooms(maze)), min_size=1, max_size=3))
    steps = right_hand_walk(maze, targets)
    assert not steps or steps[-1][0] == targets[-1]


def test_the_bare_rule_of_text_19_takes_the_same_957_steps() -> None:
    maze = wall_extension_maze(37, 17, rng=Xorshift128())
    targets = [y * 37 + x for x, y in [(1, 4), (9, 5), (15, 1)]]
    assert article_walk(maze, targets) == Walk(right_hand_walk(maze, targets), 3, 0, 0)


def test_of_119_walls_of_the_articles_maze_9_must_not_be_broken() -> None:
    """The exercise of the article, which expects the walker home wherever a wall is broken."""
    whole = wall_extension_maze(37, 17, rng=Xorshift128())
    targets = [y * 37 + x for x, y in [(1, 4), (9, 5), (15, 1)]]
    ends = {}
    for cell in [y * 37 + x for y in range(1, 16) for x in range(1 + y % 2, 36, 2) if whole.is_wall(x, y)]:
        broken = Blocks(37, 17, whole.blocks[:])
        broken.blocks[cell] = ord(" ")
        ends[whole.place(cell)] = article_walk(broken, targets).ends
    lost = [(3, 2), (4, 3), (16, 3), (3, 4), (2, 5), (25, 6), (2, 7), (30, 11), (29, 14)]
    assert len(ends) == 119 and [place for place, end in ends.items() if not end] == lost


def test_with_islands_the_bare_rule_may_go_round_for_ever() -> None:
    circles = {}
    for seed in range(1, 30):
        rng = Rng(seed)
        maze = wall_extension_maze(37, 17, rng=rng)
        knock_holes(maze, 2, rng=rng)
        walk = article_walk(maze, [maze.goal, maze.start])
        walker = Walker(maze, maze.start)
        again = [walker.step() for _ in range(len(walk.steps) + walk.circle)]
        assert again[: len(walk.steps)] == walk.steps
        assert again[len(walk.steps) :] == walk.steps[len(walk.steps) - walk.circle :]
        assert walk.ends == (not walk.circle)
        circles[seed] = walk.circle
    assert {seed: circle for seed, circle in circles.items() if circle} == {19: 622}


def test_a_walk_is_stopped_at_its_limit() -> None:
    maze = wall_extension_maze(37, 17, rng=Xorshift128())
    walk = article_walk(maze, [4 * 37 + 1, maze.goal], limit=5)
    assert (walk.steps[:3], len(walk.steps)) == ([(38, 3), (75, 2), (112, 2)], 9)
    assert walk[1:] == (1, 1, 0) and not walk.ends


def test_a_target_behind_walls_is_never_reached() -> None:
    maze = Blocks.from_rows(["#####", "# # #", "#####"])
    turns = [(6, 3), (6, 2), (6, 1), (6, 0), (6, 3), (6, 2)]
    assert article_walk(maze, [8]) == Walk(turns, 0, 1, 4)


def test_a_target_that_cannot_be_reached_is_refused() -> None:
    maze = Blocks.from_rows(["#####", "# # #", "#####"])
    with pytest.raises(ValueError, match=r"no way leads to \(3, 1\)"):
        right_hand_walk(maze, [8])


@given(seed=SEEDS, holes=st.integers(0, 30))
@QUICK
def test_each_hole_opens_one_wall_between_rooms(seed: int, holes: int) -> None:
    maze = wall_extension_maze(15, 13, seed=seed)
    before = len(maze.cells())
    knock_holes(maze, holes, seed=seed)
    assert len(maze.cells()) == before + holes
    assert len(distances(maze)) == before + holes
    assert maze.passages() == before - 1 + 2 * holes


def test_more_holes_than_walls_are_refused() -> None:
    with pytest.raises(ValueError, match="the maze has fewer than 2 walls between rooms"):
        knock_holes(wall_extension_maze(5, 5, seed=1), 2, seed=1)


def test_less_than_no_holes_are_refused() -> None:
    with pytest.raises(ValueError, match="holes must be at least 0, not -1"):
        knock_holes(wall_extension_maze(5, 5, seed=1), -1, seed=1)

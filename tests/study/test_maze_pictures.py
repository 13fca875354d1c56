"""Mazes drawn by Pillow, with overlays, legends and trees."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL.Image import Image

from retromaze.ports.mazes import Blocks, Hexagons, Rooms
from retromaze.study.maze_kinds import chosen_kinds, make
from retromaze.study.maze_measures import AnyMaze, MazePlan, measure, plan_of
from retromaze.study.maze_overlays import (
    DEAD_END,
    GOAL,
    RIVER,
    SOLUTION,
    START,
    STRING,
    LegendKey,
    overlays_of,
)
from retromaze.study.maze_pictures import (
    EDGE,
    GAP,
    KEY_ROW,
    LARGE,
    MARGIN,
    SMALL,
    TreeLayout,
    geometry_of,
    legend,
    maze_image,
    picture_of,
    pulled_straight,
    side_by_side,
    tree_image,
    tree_key,
)
from tests.amounts import many

INK, PAPER = (0x20, 0x21, 0x24), (255, 255, 255)
FIELD = (10 * 40 + 2 * EDGE, 400)
COMB = Blocks.from_rows(["#########", "#       #", "# # # # #", "# # # # #", "#########"])


def rgb(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color[1:]))


def drawn(maze: AnyMaze, *overlays: str) -> Image:
    return maze_image(maze, overlays_of(plan_of(maze), overlays), FIELD)


def test_walls_stand_where_no_way_is() -> None:
    picture = drawn(COMB)
    geometry, size = geometry_of(COMB, FIELD)
    assert picture.size == size == (4 * 64 + 2 * EDGE, 2 * 64 + 2 * EDGE)
    # Four rooms in a row, each open to the room below it.
    assert [picture.getpixel((EDGE + 64 * x, EDGE + 20)) for x in range(5)] == [INK, *[PAPER] * 3, INK]
    assert [picture.getpixel((EDGE + 64 * x, EDGE + 84)) for x in range(5)] == [INK] * 5
    assert [picture.getpixel((EDGE + 64 * x + 32, EDGE + 64)) for x in range(4)] == [PAPER] * 4
    assert geometry.corner(0, 45) == geometry.corner(5, 225) == (EDGE + 64, EDGE + 64)


def test_overlays_lie_in_their_rooms() -> None:
    picture = drawn(COMB, "solution", "dead-ends")
    geometry, _ = geometry_of(COMB, FIELD)
    middles = [picture.getpixel((int(x), int(y))) for x, y in geometry.centers]
    way, end = rgb(SOLUTION), rgb(DEAD_END)
    assert middles == [rgb(START), way, way, way, end, end, end, rgb(GOAL)]
    colors = {color for _, color in drawn(COMB, "river").getcolors(1 << 20) or []}
    assert rgb(RIVER) in colors
    assert rgb(SOLUTION) not in colors


def test_strings_lie_in_all_ways() -> None:
    picture = drawn(COMB, "strings")
    geometry, _ = geometry_of(COMB, FIELD)
    string, way = rgb(STRING), rgb(SOLUTION)
    doors = [
        np.mean([geometry.centers[room], geometry.centers[other]], axis=0)
        for room, other in ((0, 1), (2, 3), (3, 7), (0, 4), (2, 6), (4, 5))
    ]
    assert [picture.getpixel((int(x), int(y))) for x, y in doors] == [way, way, way, string, string, INK]
    ends = [picture.getpixel((int(x), int(y))) for x, y in geometry.centers[4:7]]
    assert ends == [string] * 3


def test_hexagons_share_their_corners() -> None:
    geometry, _ = geometry_of(Hexagons(4, 3), FIELD)
    assert list(geometry.headings) == [0, 60, 120, 180, 240, 300]
    assert geometry.corner(0, 30) == geometry.corner(1, 150)
    assert geometry.wall(0, 60)[0] == geometry.corner(4, 270)


def test_a_tree_is_as_long_as_its_solution() -> None:
    picture = tree_image(pulled_straight(plan_of(COMB)), FIELD)
    # Four steps of 16 pixels; branches hang one step down and up.
    assert picture.size == (4 * 16 + 2 * EDGE, 2 * 16 + 2 * EDGE)
    assert picture.getpixel((EDGE + 32, EDGE + 16)) == rgb(SOLUTION)


def test_a_single_room_can_be_drawn() -> None:
    overlays = ["solution", "distance", "dead-ends", "river", "strings", "tree"]
    middles = {each: drawn(Rooms(1, 1), each).getpixel((EDGE + 32, EDGE + 32)) for each in overlays}
    assert middles == dict.fromkeys(overlays, rgb(GOAL))
    assert tree_image(pulled_straight(plan_of(Rooms(1, 1))), FIELD).size == (2 * EDGE, 2 * EDGE)


# ---- pictures of mazes with titles and legends: one large, several beside each other


def portrait(kind: str, width: int = 6, height: int = 4) -> tuple[str, AnyMaze]:
    return kind, make(kind, width, height, 1)


def test_one_maze_is_large_with_its_tree_below() -> None:
    alone = picture_of([portrait("kruskal")], ["solution"])
    with_tree = picture_of([portrait("kruskal")], ["tree"])
    assert alone.width == with_tree.width == LARGE[0] + 2 * MARGIN
    assert with_tree.height > alone.height + 2 * GAP


def test_several_stand_two_in_a_row_with_their_trees_below() -> None:
    shown = [portrait(kind) for kind in ("kruskal", "hexagonal", "sticks")]
    pairs, trees = picture_of(shown, ["distance"]), picture_of(shown, ["tree"])
    assert pairs.width == trees.width == 2 * SMALL[0] + GAP + 2 * MARGIN
    assert trees.height > pairs.height


def test_a_large_maze_makes_its_picture_larger() -> None:
    assert picture_of([portrait("binary_tree", 400, 5)], []).width == 4 * 400 + 2 * MARGIN


@pytest.mark.parametrize(("width", "rows"), [(2000, 1), (320, 2), (100, 3)])
def test_a_legend_takes_the_rows_it_needs(width: int, rows: int) -> None:
    keys = [
        LegendKey("dot", "#000000", "start"),
        LegendKey("ramp", "", "steps from here"),
        LegendKey("fill", "#000000", "end"),
    ]
    assert legend(keys, width).size == (width, KEY_ROW * rows)


def test_start_and_goal_of_a_short_solution_do_not_touch_in_a_tree() -> None:
    picture = tree_image(pulled_straight(plan_of(make("short_solution", 16, 10, 7))), SMALL)
    columns = {
        color: {
            x
            for x in range(picture.width)
            for y in range(picture.height)
            if picture.getpixel((x, y)) == color
        }
        for color in (rgb(START), rgb(GOAL))
    }
    assert max(columns[rgb(START)]) < min(columns[rgb(GOAL)])


def test_a_tree_tells_what_was_cut() -> None:
    assert tree_key(0).text == "side branches, pulled straight"
    assert tree_key(3).text == "side branches, pulled straight; 3 passages cut to make a tree"


SPIRAL = """\
#######
#     #
# ### #
# #   #
# # ###
# #   #
#######"""

RING = "#####\n#   #\n# # #\n#   #\n#####"
CLOSED = "#####\n#   #\n#####\n#   #\n#####"


def plan_of_rows(rows: str) -> MazePlan:
    return plan_of(Blocks.from_rows(rows.splitlines()))


def test_a_branch_hangs_from_its_room_as_deep_as_it_is_long() -> None:
    assert pulled_straight(plan_of_rows(SPIRAL)) == TreeLayout(
        solution=[0, 1, 2, 5, 4, 7, 8],
        places={
            0: (0, 0),
            1: (1, 0),
            2: (2, 0),
            5: (3, 0),
            4: (4, 0),
            7: (5, 0),
            8: (6, 0),
            3: (0, -1),
            6: (0, -2),
        },
        above={3: 0, 6: 3},
        cut=0,
    )


def test_a_ring_is_cut() -> None:
    found = pulled_straight(plan_of_rows(RING))
    assert (found.solution, found.above, found.cut) == ([0, 1, 3], {2: 0}, 1)


@pytest.mark.parametrize("kind", chosen_kinds([]))
@given(width=st.integers(2, 15), height=st.integers(2, 15), seed=st.integers(1, 2**32 - 1))
@settings(max_examples=many(4, 15))
def test_every_maze_hangs_true_to_scale(kind: str, width: int, height: int, seed: int) -> None:
    plan = plan_of(make(kind, width, height, seed))
    found, measures = pulled_straight(plan), measure(plan)
    across = [found.places[room][0] for room in found.solution]
    assert all(b - a == 1 for a, b in pairwise(across))
    assert {found.places[room][1] for room in found.solution} == {0}
    heights = {room: abs(found.places[room][1]) for room in found.above}
    assert all(heights[room] == heights.get(higher, 0) + 1 for room, higher in found.above.items())
    assert len(set(found.places.values())) == len(found.places) == measures.rooms - measures.closed
    assert (found.cut, len(found.solution) - 1) == (measures.loops, measures.solution)
    assert max(heights.values(), default=0) == measures.longest_branch
    assert sum(heights[room] == 1 for room in heights) >= (measures.branches or 0)


@pytest.mark.parametrize("kind", ["binary_tree", "kruskal", "short_solution"])
def test_strings_do_not_cross(kind: str) -> None:
    found = pulled_straight(plan_of(make(kind, 16, 12, 5)))
    hanging = [
        (found.places[room], found.places[higher])
        for room, higher in found.above.items()
        if higher in found.above
    ]
    for (low, high), (other_low, other_high) in (
        (one, other) for one in hanging for other in hanging if one[0] < other[0]
    ):
        if low[1] == other_low[1]:
            assert (low[0] - other_low[0]) * (high[0] - other_high[0]) >= 0


def test_branches_make_room_for_each_other() -> None:
    cases = [
        ([], []),
        ([(3.0, 2)], [3.0]),
        ([(0.0, 2), (5.0, 1)], [0.0, 5.0]),
        ([(3.0, 2), (3.0, 1)], [2.0, 4.0]),
        ([(0.0, 1), (1.0, 4), (2.0, 1)], [-1.0, 0.0, 4.0]),
    ]
    assert [side_by_side(branches) for branches, _ in cases] == [places for _, places in cases]

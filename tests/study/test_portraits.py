"""Pictures of mazes with titles and legends: one large, several beside each other."""

import pytest

from retromaze.study.kinds import make
from retromaze.study.overlays import LegendKey
from retromaze.study.portraits import GAP, LARGE, MARGIN, SMALL, Portrait, legend, picture_of, tree_key


def portrait(kind: str, width: int = 6, height: int = 4) -> Portrait:
    return Portrait(kind, make(kind, width, height, 1))


def test_one_maze_is_large_with_its_tree_below() -> None:
    alone = picture_of([portrait("kruskal")], ["solution"])
    with_tree = picture_of([portrait("kruskal")], ["tree"])
    assert alone.width == with_tree.width == LARGE[0] + 2 * MARGIN
    assert with_tree.height > alone.height + 2 * GAP


def test_several_stand_two_in_a_row_or_beside_their_trees() -> None:
    shown = [portrait(kind) for kind in ("kruskal", "hexagonal", "sticks")]
    pairs, trees = picture_of(shown, ["distance"]), picture_of(shown, ["tree"])
    assert pairs.width == trees.width == 2 * SMALL[0] + GAP + 2 * MARGIN
    assert trees.height > pairs.height


def test_a_large_maze_makes_its_picture_larger() -> None:
    assert picture_of([portrait("binary_tree", 400, 5)], []).width == 4 * 400 + 2 * MARGIN


@pytest.mark.parametrize(("width", "rows"), [(2000, 1), (300, 2), (100, 3)])
def test_a_legend_takes_the_rows_it_needs(width: int, rows: int) -> None:
    keys = [
        LegendKey("dot", "#000000", "start"),
        LegendKey("ramp", "", "steps from here"),
        LegendKey("fill", "#000000", "end"),
    ]
    assert legend(keys, width).size == (width, 24 * rows)


def test_a_tree_tells_what_was_cut() -> None:
    assert tree_key(0).text == "side branches, pulled straight"
    assert tree_key(3).text == "side branches, pulled straight; 3 passages cut to make a tree"

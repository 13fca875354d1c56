"""Mazes as SVG, and the lines that it is made of."""

import re
from xml.etree import ElementTree

import pytest

from retromaze.ports import Hexagons, Rooms
from retromaze.study.maze_kinds import chosen_kinds, make
from retromaze.study.maze_measures import plan_of
from retromaze.study.maze_overlays import OVERLAYS
from retromaze.study.maze_svg import (
    closed_path,
    geometry_of,
    joined_lines,
    path_of_lines,
    ring,
    svg_number,
    svg_of,
    text,
)

NAMESPACE = "{http://www.w3.org/2000/svg}"
HORSESHOE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="190mm" height="33mm" viewBox="0 0 190 33" \
font-family="sans-serif">
<title>a horseshoe</title>
<rect width="190" height="33" fill="#ffffff"/>
<g transform="translate(2 2)">
<path d="M0 0L0 20M0 0L20 0M0 10L10 10M0 20L20 20M20 0L20 20" fill="none" stroke="#202124" \
stroke-width="0.6" stroke-linecap="square" stroke-linejoin="round"/>
<circle cx="5" cy="5" r="3.2" fill="#188038"/>
<circle cx="15" cy="15" r="2.56" fill="#ffffff" stroke="#9334e6" stroke-width="1.28"/>
</g>
<g transform="translate(2 22)">
<text x="0" y="7.2" font-size="3.2" fill="#80868b">a horseshoe: from the disc to the ring</text>
</g>
</svg>
"""


def drawn(kind: str, overlays: list[str], width: int = 6, height: int = 4) -> ElementTree.Element:
    return ElementTree.fromstring(svg_of(kind, make(kind, width, height, 1), overlays))


def texts(svg: ElementTree.Element) -> list[str]:
    return [str(each.text) for each in svg.iter(f"{NAMESPACE}text")]


def test_a_small_maze_is_the_file_that_it_was() -> None:
    rooms = Rooms(2, 2)
    for one, other in ((0, 1), (1, 3), (3, 2)):
        rooms.join(one, other)
    assert svg_of("a horseshoe", rooms, []) == HORSESHOE


def test_a_step_is_at_most_a_centimeter_and_a_maze_fits_a_sheet() -> None:
    sizes = {(2, 2): 10.0, (40, 24): 4.65, (24, 60): 4.0, (200, 200): 0.93}
    for (width, height), step in sizes.items():
        rooms = Rooms(width, height)
        geometry, size = geometry_of(rooms, plan_of(rooms))
        assert geometry.step == step
        assert size[0] <= 186 and size[1] <= 240
    hexagons = Hexagons(31, 30)
    assert geometry_of(hexagons, plan_of(hexagons))[1] == pytest.approx((186, 157.62), abs=0.01)


def test_walls_are_as_few_lines_as_can_be() -> None:
    closed = Rooms(3, 2)
    geometry, _ = geometry_of(closed, plan_of(closed))
    assert joined_lines(geometry.walls()) == [
        ((0, 0), (0, 20)),
        ((0, 0), (30, 0)),
        ((0, 10), (30, 10)),
        ((0, 20), (30, 20)),
        ((10, 0), (10, 20)),
        ((20, 0), (20, 20)),
        ((30, 0), (30, 20)),
    ]


def test_every_kind_can_be_drawn_with_all_there_is() -> None:
    drawings = {kind: drawn(kind, list(OVERLAYS)) for kind in chosen_kinds([])}
    shown = {kind: (svg.attrib["width"], svg.attrib["viewBox"]) for kind, svg in drawings.items()}
    heights = {kind: svg.attrib["height"].removesuffix("mm") for kind, svg in drawings.items()}
    assert shown == {kind: ("190mm", f"0 0 190 {height}") for kind, height in heights.items()}
    assert [kind for kind, svg in drawings.items() if "nan" in ElementTree.tostring(svg, "unicode")] == []


def test_overlays_have_their_legend() -> None:
    svg = drawn("sticks", ["distance", "solution", "dead-ends", "river", "strings", "tree"], 12, 8)
    found = [re.sub(r"\d+", "N", each) for each in texts(svg)]
    assert found == [
        "sticks: from the disc to the ring",
        "start",
        "goal",
        "solution: N steps",
        "N to N steps from the start",
        "dead ends: N",
        "river: N rooms",
        "strings: N from room to room",
        "closed rooms: N",
        "side branches, pulled straight; N passages cut to make a tree",
    ]
    colored_rooms = {each.attrib.get("stroke") for each in svg.iter(f"{NAMESPACE}path")}
    assert {"#202124", "#d93025", "#1a73e8", "#9aa0a6"} <= colored_rooms


# ---- sVG in millimeters: numbers, and lines that go on where others end


def test_a_length_has_the_digits_that_it_needs() -> None:
    shown = {0: "0", -0.0001: "0", 10: "10", 4.75: "4.75", 2 / 3: "0.667", -1.5: "-1.5"}
    assert {value: svg_number(value) for value in shown} == shown


def test_lines_in_one_direction_become_one_where_they_meet() -> None:
    square = [((0.0, 0.0), (1.0, 0.0)), ((2.0, 0.0), (1.0, 0.0)), ((2.0, 0.0), (2.0, 1.0))]
    assert joined_lines(square) == [((0, 0), (2, 0)), ((2, 0), (2, 1))]
    assert joined_lines([*square, *square]) == joined_lines(reversed(square)) == joined_lines(square)
    # a gap, a parallel, and a line that bends
    apart = [((0.0, 0.0), (1.0, 0.0)), ((2.0, 0.0), (3.0, 0.0)), ((1.0, 1.0), (2.0, 1.0))]
    assert joined_lines(apart) == apart[:1] + apart[2:] + apart[1:2]
    bent = [((0.0, 0.0), (1.0, 1.0)), ((1.0, 1.0), (2.0, 1.0)), ((2.0, 1.0), (1.5, 3.0))]
    assert len(joined_lines(bent)) == 3


def test_paths_and_shapes() -> None:
    assert path_of_lines([((0, 0), (2, 0)), ((2, 0), (2, 1.5))]) == "M0 0L2 0M2 0L2 1.5"
    assert closed_path([(0, 0), (1, 0), (1, 1)]) == "M0 0L1 0L1 1Z"
    assert ring((1, 2), 1, "#123456") == (
        '<circle cx="1" cy="2" r="0.8" fill="#ffffff" stroke="#123456" stroke-width="0.4"/>'
    )


def test_words_are_no_markup() -> None:
    assert text((0, 3), "<a> & b", 3.2, "#000") == (
        '<text x="0" y="3" font-size="3.2" fill="#000">&lt;a&gt; &amp; b</text>'
    )

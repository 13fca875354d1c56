"""Overlays of a maze and their legend; letters."""

from PIL import Image, ImageDraw

from retromaze.ports.mazes import Blocks
from retromaze.study.maze_measures import plan_of
from retromaze.study.maze_overlays import (
    CLOSED,
    LegendKey,
    chosen_overlays,
    overlays_of,
    ramp_color,
    steps_text,
    text_width,
    write,
)

COMB = """\
#########
#       #
# # # # #
# # # # #
#########"""

COMB_PLAN = plan_of(Blocks.from_rows(COMB.splitlines()))
CLOSED_PLAN = plan_of(Blocks.from_rows(["#####", "#   #", "#####", "#   #", "#####"]))


def test_overlays_are_named_once_each() -> None:
    assert chosen_overlays(["distance,river", "tree", "river"]) == ["distance", "river", "tree"]


def test_everything_at_once() -> None:
    found = overlays_of(COMB_PLAN, ["solution", "distance", "dead-ends", "river"])
    assert (found.solution, found.dead_ends, found.rivers) == ([0, 1, 2, 3, 7], [4, 5, 6], [0, 3])
    assert found.colors == {
        0: ramp_color(0),
        1: ramp_color(1 / 4),
        4: ramp_color(1 / 4),
        2: ramp_color(2 / 4),
        5: ramp_color(2 / 4),
    } | {
        3: ramp_color(3 / 4),
        6: ramp_color(3 / 4),
        7: ramp_color(1),
    }
    assert [key.text for key in found.keys] == [
        *("start", "goal", "solution: 4 steps", "0 to 4 steps from the start", "dead ends: 3"),
        "river: 2 rooms",
    ]


def test_strings_are_laid_through_every_passage_once() -> None:
    found = overlays_of(COMB_PLAN, ["strings"])
    assert found.strings == [(0, 1), (0, 4), (1, 2), (1, 5), (2, 3), (2, 6), (3, 7)]
    assert found.solution == [0, 1, 2, 3, 7]
    assert [key.text for key in found.keys] == [
        *("start", "goal", "solution: 4 steps", "strings: 7 from room to room")
    ]


def test_closed_rooms_are_always_shown() -> None:
    found = overlays_of(CLOSED_PLAN, ["solution"])
    assert (found.solution, found.colors) == ([], {2: CLOSED, 3: CLOSED})
    assert found.keys[2:] == [
        LegendKey("line", "#d93025", "solution: none"),
        LegendKey("fill", CLOSED, "closed rooms: 2"),
    ]


def test_a_single_step_is_told_as_one() -> None:
    assert [steps_text(count) for count in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]


def test_distances_run_from_light_to_dark() -> None:
    assert (ramp_color(0), ramp_color(0.5), ramp_color(1)) == ("#ffffe5", "#77caa9", "#25255e")


# ---- letters


def test_letters_stay_within_their_width() -> None:
    picture = Image.new("L", (200, 40), 255)
    draw = ImageDraw.Draw(picture)
    write(draw, 10, 5, "solution", 14, "black")
    box = picture.point(lambda shade: 255 - shade).getbbox()
    assert box is not None
    assert 10 <= box[0] < box[2] <= 11 + text_width("solution", 14)

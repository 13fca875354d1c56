"""Sprites: free numbers, and how they are drawn."""

import random

import pytest

from retromaze.machine.cut_outs import CUT_OUT_COST
from retromaze.machine.machine import Machine
from retromaze.machine.sprite_drawing import MOST_PIXELS
from tests.machine.letters import BLUE, LETTERS, RED, seen


def test_the_lowest_free_number_is_found_among_those_that_are_set():
    sprites, pick = Machine(seed=1).sprites, random.Random(1)
    used = set()
    for _ in range(2000):
        first = pick.randint(0, 20)
        last = pick.randint(first, 24)
        if pick.random() < 0.5:
            free = next((number for number in range(first, last + 1) if number not in used), -1)
            assert sprites.set_free(0, first, last) == free
            used |= {free} - {-1}
        elif pick.random() < 0.5:
            sprites.set(first, 0)
            used.add(first)
        else:
            sprites.clear(last)
            used.discard(last)
        assert [number for number, _ in sprites.all_used()] == sorted(used)


def test_no_number_beyond_those_of_the_screen_is_free():
    machine = Machine(seed=1)
    machine.set_mode(2, 2, 0)
    assert [machine.sprites.set_free(0) for _ in range(3)] == [0, 1, -1]
    machine.display(1)
    assert machine.sprites.set_free(0, 509) == 509
    assert machine.sprites.set_free(0, 510) == -1


@pytest.fixture
def machine() -> Machine:
    made = Machine(seed=1)
    made.screen.set_pages(0, 4)
    made.screen.clear()
    made.screen.set_pages(0, 0)
    return made


def draw(machine: Machine, *rows: str) -> None:
    """A picture on the sheet, one letter a pixel."""
    machine.screen.set_pages(0, 4)
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            machine.screen.point(x, y, LETTERS[letter])
    machine.screen.set_pages(0, 0)


def test_flips_and_quarter_turns(machine: Machine) -> None:
    pictures = {
        "as it is": (1, ["RG.", "B..", "..."]),
        "mirrored left-right": (1 | 8, [".GR", "..B", "..."]),
        "mirrored top-bottom": (1 | 16, ["...", "B..", "RG."]),
        "a quarter turn": (1 | 2, [".BR", "..G", "..."]),
        "two": (1 | 4, ["...", "..B", ".GR"]),
        "three": (1 | 6, ["...", "G..", "RB."]),
        "mirrored, then turned": (1 | 8 | 2, ["...", "..G", ".BR"]),
        "hidden": (0, ["...", "...", "..."]),
    }
    draw(machine, "RG.", "B..", "...")
    found = {}
    for name, (attributes, _) in pictures.items():
        machine.sprites.set_part(0, 0, 0, 3, 3, attributes)
        found[name] = attributes, seen(machine, 3, 3)
    assert found == pictures


def test_the_home_stands_at_the_place(machine: Machine) -> None:
    draw(machine, "RG", "B.")
    machine.sprites.set_part(0, 0, 0, 2, 2)
    machine.sprites.set_home(0, 1, 1)
    machine.sprites.move(0, 2, 2)
    assert seen(machine, 4, 4) == ["....", ".RG.", ".B..", "...."]


def test_places_are_rounded_down_and_pictures_cut_at_the_edges(machine: Machine) -> None:
    pictures = {-1: "G..", -0.5: "G..", 0.9: "RG.", 398: "..RG", 399: "...R", 400: "...."}
    draw(machine, "RG")
    machine.sprites.set_part(0, 0, 0, 2, 1)
    found = {}
    for x, expected in pictures.items():
        machine.sprites.move(0, x, 0)
        (found[x],) = seen(machine, len(expected), 1, left=0 if x < 300 else 396)
    assert found == pictures


def test_whole_scales_repeat_pixels_about_the_home(machine: Machine) -> None:
    draw(machine, "RG", "B.")
    machine.sprites.set_part(0, 0, 0, 2, 2)
    machine.sprites.scale(0, 2, 3)
    assert seen(machine, 5, 6) == ["RRGG."] * 3 + ["BB..."] * 3
    machine.sprites.set_home(0, 1, 1)
    machine.sprites.move(0, 2, 3)
    assert seen(machine, 5, 6) == ["RRGG."] * 3 + ["BB..."] * 3


def test_turns_about_the_home_are_clockwise(machine: Machine) -> None:
    """The pixels turn about the corner of the red one: its right is below after a quarter turn."""
    pictures = {
        90: ((2, 1), ["....", "BR..", ".G..", "...."]),
        180: ((2, 2), [".B..", "GR..", "....", "...."]),
        270: ((1, 2), [".G..", ".RB.", "....", "...."]),
        450: ((2, 1), ["....", "BR..", ".G..", "...."]),
        -90: ((1, 2), [".G..", ".RB.", "....", "...."]),
    }
    draw(machine, "RG", "B.")
    machine.sprites.set_part(0, 0, 0, 2, 2)
    found = {}
    for degrees, (place, _) in pictures.items():
        machine.sprites.move(0, *place)
        machine.sprites.rotate(0, degrees)
        found[degrees] = place, seen(machine, 4, 4)
    assert found == pictures


def test_a_scale_of_nothing_shows_nothing(machine: Machine) -> None:
    draw(machine, "R")
    machine.sprites.set_part(0, 0, 0, 1, 1)
    machine.sprites.scale(0, 0, 1)
    assert seen(machine, 3, 1) == ["..."]


def test_a_large_scale_fills_the_screen(machine: Machine) -> None:
    draw(machine, "RG")
    machine.sprites.set_part(0, 0, 0, 2, 1)
    machine.sprites.scale(0, 1e6, 1e6)
    machine.sprites.move(0, 200 - 1e6, -10)
    assert seen(machine, 4, 1, left=198, top=239) == ["RRGG"]


def test_the_clip_cuts_and_one_outside_the_screen_is_none(machine: Machine) -> None:
    draw(machine, "RGBW")
    machine.sprites.set_part(0, 0, 0, 4, 1)
    machine.sprites.set_clip((2, 9, 1, 0))
    assert seen(machine, 4, 1) == [".GB."]
    machine.sprites.set_clip((-9, -9, -1, -1))
    assert seen(machine, 4, 1) == ["RGBW"]


def test_a_linked_one_counts_from_its_parent(machine: Machine) -> None:
    draw(machine, "RG")
    for number in range(3):
        machine.sprites.set_part(number, number % 2, 0, 1, 1)
        machine.sprites.move(number, 1, 0)
    machine.sprites.link(1, 0)
    machine.sprites.link(2, 1)
    machine.sprites.scale(0, 2, 1)
    assert seen(machine, 5, 1) == [".RGR."]
    machine.sprites.clear(0)
    assert seen(machine, 5, 1) == [".GR.."]


def test_colors_multiply_and_let_through(machine: Machine) -> None:
    pixels = {
        0xFFFFFFFF: "FFFFFFFF",  # white leaves it
        0xFF80FF00: "FF7BFF00",  # channels are multiplied
        # of 248 a half is 124, cut to 120 and widened; of the blue behind the other half stays: 248-124
        0x80FFFFFF: "FF7B7BFF",
        0x00FFFFFF: "FF0000FF",  # wholly transparent
    }
    draw(machine, "W")
    machine.screen.fill(0, 0, 3, 3, BLUE)
    machine.sprites.set_part(0, 0, 0, 1, 1)
    found = {}
    for color in pixels:
        machine.sprites.set_color(0, color)
        found[color] = f"{machine.picture()[0]:08X}"
    assert found == pixels


def test_light_is_added(machine: Machine) -> None:
    pixels = {
        (0xFF0000F8, 0xFFFFFFFF): "FFFF00FF",  # red and blue
        (0xFFF80000, 0xFFFFFFFF): "FFFF0000",  # no more than the highest
        (0xFF0000F8, 0x80FFFFFF): "FF7B00FF",  # half of the light
        (0xFF800000, 0xFF808080): "FFFF0000",  # half and half
    }
    draw(machine, "R")
    machine.sprites.set_part(0, 0, 0, 1, 1, 1 | 32)
    found = {}
    for behind, color in pixels:
        machine.screen.fill(0, 0, 3, 3, behind)
        machine.sprites.set_color(0, color)
        found[behind, color] = f"{machine.picture()[0]:08X}"
    assert found == pixels


def test_what_is_drawn_on_the_sheet_is_seen_in_the_next_picture(machine: Machine) -> None:
    draw(machine, "R")
    machine.sprites.set_part(0, 0, 0, 1, 1)
    assert seen(machine, 1, 1) == ["R"]
    draw(machine, "G")
    assert seen(machine, 1, 1) == ["G"]
    machine.sprites.set_page(0)
    assert seen(machine, 1, 1) == ["."]


def test_of_more_pixels_than_can_be_drawn_in_time_the_farthest_are_left_out(machine: Machine) -> None:
    """Each of these covers the whole screen, and each has a point that none of those before it covers."""
    machine.screen.set_pages(0, 4)
    machine.screen.clear(RED)
    machine.screen.set_pages(0, 0)
    count = 120
    for number in range(count):
        machine.sprites.set_part(number, 0, 0, 400, 239)
        machine.sprites.move(number, 0, 0, number)
    machine.sprites.set_part(count, 0, 0, 400, 240)
    machine.sprites.move(count, 0, 0, 1000)
    assert 50 <= MOST_PIXELS // (400 * 239 + CUT_OUT_COST) < count
    assert seen(machine, 1, 2, top=238) == ["R", "."]
    for number in range(60, count):
        machine.sprites.clear(number)
    assert seen(machine, 1, 2, top=238) == ["R", "."]
    for number in range(50, count):
        machine.sprites.clear(number)
    assert seen(machine, 1, 2, top=238) == ["R", "R"]


def test_numbers_beyond_all_measure_show_something_or_nothing(machine: Machine) -> None:
    draw(machine, "RG")
    for word in (float("inf"), float("nan"), 1e300, 1e-300):
        for number, set_to in enumerate(
            (machine.sprites.set_home, machine.sprites.scale, machine.sprites.move)
        ):
            machine.sprites.set_part(number, 0, 0, 2, 2)
            machine.sprites.rotate(number, 30 * number)
            set_to(number, word, 1.0)
        machine.backgrounds.put(0, 0, 0, 33)
        machine.backgrounds.rotate(0, 30)
        machine.backgrounds.scale(0, 1.0, word)
        assert len(machine.picture()) == 400 * 240

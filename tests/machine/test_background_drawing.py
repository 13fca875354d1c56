"""Pictures of background layers, worked out by hand from the rules of the machine."""

from array import array

import pytest

from retromaze.machine.background_drawing import MOST_IN_SIGHT
from retromaze.machine.machine import Machine
from tests.machine.letters import BLUE, LETTERS, RED, seen


@pytest.fixture
def machine() -> Machine:
    """Characters 1, 2 and 3 are tiles of 8 pixels whose upper left corners are red, green and blue."""
    made = Machine(seed=1)
    made.screen.set_pages(0, 5)
    made.screen.clear()
    for number, row in ((1, "RG"), (2, "GG"), (3, "BB")):
        for x, letter in enumerate(row):
            made.screen.point(8 * number + x, 0, LETTERS[letter])
    made.screen.set_pages(0, 0)
    made.backgrounds.set_map(0, 4, 2, 8)
    return made


def test_cells_stand_in_rows_from_the_upper_left(machine: Machine) -> None:
    machine.backgrounds.put(0, 1, 0, 1)
    machine.backgrounds.put(0, 2, 1, 2)
    assert seen(machine, 20, 1) == ["........RG.........."]
    assert seen(machine, 20, 1, top=8) == ["................GG.."]


def test_characters_are_counted_row_by_row_on_the_sheet(machine: Machine) -> None:
    """Each is the second one of the second row."""
    for tile, character in {8: 65, 16: 33, 32: 17}.items():
        machine.screen.set_pages(0, 5)
        machine.screen.clear()
        machine.screen.point(tile, tile, BLUE)
        machine.screen.set_pages(0, 0)
        machine.backgrounds.set_map(0, 2, 1, tile)
        machine.backgrounds.put(0, 1, 0, character)
        assert seen(machine, 2, 1, left=tile - 1) == [".B"], tile


def test_a_layer_is_moved_to_the_left_and_up(machine: Machine) -> None:
    pictures = {
        (0, 0): ["RG......GG", ".........."],
        (1, 0): ["G......GG.", ".........."],
        (-1, -1): ["..........", ".RG......G"],
        (8, 0): ["GG........", ".........."],
        (25, 0): ["..........", ".........."],  # nothing repeats behind the edge
        (-400, 0): ["..........", ".........."],
        (10**9, -(10**9)): ["..........", ".........."],
    }
    machine.backgrounds.load(0, [1, 2])
    found = {}
    for place in pictures:
        machine.backgrounds.move(0, *place)
        found[place] = seen(machine, 10, 2)
    assert found == pictures


def test_the_home_moves_it_the_other_way(machine: Machine) -> None:
    machine.backgrounds.load(0, [1])
    machine.backgrounds.set_home(0, 3, 1)
    assert seen(machine, 6, 2) == ["......", "...RG."]


def test_scales(machine: Machine) -> None:
    pictures = {
        (2, 3): ["RRGG.", "RRGG.", "RRGG.", "....."],
        (0.5, 1): ["G...G", ".....", ".....", "....."],  # every other pixel
        (0, 1): ["....."] * 4,
    }
    machine.backgrounds.load(0, [1, 2])
    found = {}
    for scales in pictures:
        machine.backgrounds.scale(0, *scales)
        found[scales] = seen(machine, 5, 4)
    assert found == pictures
    machine.backgrounds.move(0, 99, 0)
    machine.backgrounds.scale(0, 2, 3)
    assert seen(machine, 5, 4) == ["....."] * 4


def test_a_scale_below_0_mirrors(machine: Machine) -> None:
    machine.backgrounds.load(0, [1])
    machine.backgrounds.scale(0, -1, 1)
    machine.backgrounds.set_home(0, 4, 0)
    assert seen(machine, 6, 1) == ["..GR.."]


def test_turns_about_the_home_are_clockwise(machine: Machine) -> None:
    pictures = {
        90: ["....", ".R..", ".G..", "...."],
        180: ["GR..", "....", "....", "...."],
        270: ["..R.", "....", "....", "...."],
    }
    machine.backgrounds.load(0, [1])
    machine.backgrounds.set_home(0, 2, 1)
    found = {}
    for degrees in pictures:
        machine.backgrounds.rotate(0, degrees)
        found[degrees] = seen(machine, 4, 4)
    assert found == pictures


def test_what_is_turned_and_turned_back_is_the_same(machine: Machine) -> None:
    machine.backgrounds.load(0, [1, 2, 3, 1, 3, 2, 1])
    plain = machine.picture()
    machine.backgrounds.rotate(0, 360)
    assert machine.picture() == plain
    machine.backgrounds.scale(0, 1.0000001, 1)
    assert machine.picture() == plain


def test_a_clip_shows_a_part(machine: Machine) -> None:
    machine.backgrounds.load(0, [1, 2])
    machine.backgrounds.set_clip(0, (8, 0, 1, 0))
    assert seen(machine, 10, 1) == [".G......G."]
    machine.backgrounds.set_clip(0, (0, 1, 9, 9))
    assert seen(machine, 10, 1) == [".........."]
    for corners in (None, (-9, -9, -1, -1), (0, -9, 9, -1)):
        machine.backgrounds.set_clip(0, corners)
        assert seen(machine, 10, 1) == ["RG......GG"], corners
        machine.backgrounds.set_clip(0, (8, 0, 1, 0))


def test_hidden_and_empty_layers_show_nothing(machine: Machine) -> None:
    machine.backgrounds.load(0, [1])
    machine.backgrounds.hide(0)
    assert seen(machine, 2, 1) == [".."]
    machine.backgrounds.show(0)
    assert seen(machine, 2, 1) == ["RG"]
    machine.screen.set_visible(True, True, False, True)
    assert seen(machine, 2, 1) == [".."]
    machine.screen.set_visible(True, True, True, True)
    machine.backgrounds.clear()
    assert seen(machine, 2, 1) == [".."]


def test_a_page_that_changes_changes_what_is_shown(machine: Machine) -> None:
    machine.backgrounds.put(0, 0, 0, 1)
    assert seen(machine, 2, 1) == ["RG"]
    machine.pages[5].pixels[8] = 0
    assert seen(machine, 2, 1) == [".G"]
    machine.backgrounds.set_page(0)
    assert seen(machine, 2, 1) == [".."]


def test_no_more_cells_than_the_console_shows(machine: Machine) -> None:
    """At a 20th of the size all 127 x 127 cells of the map would be in sight."""
    machine.pages[5].pixels[:] = array("I", [RED]) * len(machine.pages[5].pixels)
    machine.backgrounds.set_map(0, 127, 127, 8)
    machine.backgrounds.fill(0, 0, 0, 126, 126, 3)
    machine.backgrounds.scale(0, 0.05, 0.05)
    picture = machine.picture()
    shown = [y for y in range(240) if picture[400 * y] != 0xFF000000]
    assert 0 < len(shown) <= MOST_IN_SIGHT // 127 * 8 // 20 + 1

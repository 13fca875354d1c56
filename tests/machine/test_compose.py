"""The picture of a screen, layer by layer, in every order of depths. Source: machine reference, 1.4."""

from array import array
from itertools import permutations, product

import pytest

import retromaze
from retromaze.machine import compose as composing
from retromaze.machine.compose import cell_rows
from retromaze.machine.machine import Machine
from tests.amounts import TIER

BLACK, WHITE, RED, GREEN, BLUE = 0xFF000000, 0xFFFFFFFF, 0xFFFF0000, 0xFF00FF00, 0xFF0000FF
FULL = tuple([0xFFF8F8F8] * 64)


@pytest.fixture
def machine():
    """A machine whose character X is a full block."""
    machine = Machine(seed=1)
    machine.font.define(ord("X"), FULL)
    return machine


def at(machine, x, y):
    return machine.picture()[y * 400 + x]


def test_the_page_is_cropped_from_its_top_left_and_widened(machine):
    machine.screen.fill(399, 239, 511, 511, 0xFF804008)
    machine.screen.point(0, 1)
    picture = machine.picture()
    assert {index: word for index, word in enumerate(picture) if word != BLACK} == {
        400: WHITE,
        400 * 240 - 1: 0xFF844208,
    }


def test_transparent_pixels_show_the_backdrop(machine):
    machine.screen.set_backdrop(0x7FF80000)
    machine.screen.point(1, 0, 0x0000FF00)
    machine.screen.point(2, 0, 0xFF000000)
    assert machine.picture()[:4].tolist() == [RED, RED, BLACK, RED]


def test_text_lies_over_the_page_and_see_through_cells_show_it(machine):
    machine.screen.fill(0, 0, 20, 20, 0xFF0000FF)
    machine.console.print("X ", "")
    assert [at(machine, x, 4) for x in (0, 7, 8)] == [WHITE, WHITE, BLUE]


def test_cells_show_their_own_colors(machine):
    machine.console.set_color(3, 9)
    machine.console.print(" X", "")
    assert [at(machine, x, 0) for x in (0, 8, 16)] == [BLUE, RED, BLACK]
    machine.console.set_color(0, 9)
    machine.console.locate(0, 0)
    machine.console.print("X", "")
    assert at(machine, 0, 0) == BLUE


def test_hidden_kinds_of_layer_are_left_out(machine):
    machine.screen.fill(0, 0, 7, 15, 0xFFFF0000)
    machine.console.print("X", "")
    seen = []
    for console, graphic in ((1, 1), (0, 1), (1, 0), (0, 0)):
        machine.screen.set_visible(console, graphic, True, True)
        seen.append((at(machine, 0, 0), at(machine, 0, 8)))
    assert seen == [(WHITE, RED), (RED, RED), (WHITE, BLACK), (BLACK, BLACK)]


def test_the_display_clip_limits_showing_not_writing(machine):
    machine.screen.set_display_clip((12, 9, 10, 8))
    machine.screen.fill(0, 0, 300, 200)
    shown = {index for index, word in enumerate(machine.picture()) if word == WHITE}
    assert shown == {y * 400 + x for x in (10, 11, 12) for y in (8, 9)}
    machine.screen.set_display_clip((-5, -5, 0, 0))
    assert [word == WHITE for word in machine.picture()[:2]] == [True, False]
    machine.screen.set_display_clip((900, 900, 999, 999))
    assert set(machine.picture()) == {BLACK}


OFFSETS = [(10, 20), (-5, -9), (200, 300), (511, -239), (512, 0), (-(2**31), 2**31 - 1)]


def test_a_scrolled_page_shows_the_backdrop_beyond_itself(machine):
    colors = [RED, GREEN, WHITE]
    for y in range(512):
        machine.screen.line(0, y, 511, y, colors[y % 3])
    machine.screen.set_backdrop(BLUE)
    for offset, clip in product(OFFSETS, (None, (3, 2, 300, 200))):
        machine.screen.set_offset(*offset)
        machine.screen.set_display_clip(clip)
        left, top, right, bottom = clip or (0, 0, 399, 239)
        picture = machine.picture()
        for x, y in ((0, 0), (3, 2), (150, 7), (301, 99), (300, 200), (399, 239)):
            page_x, page_y = x + offset[0], y + offset[1]
            seen = left <= x <= right and top <= y <= bottom and 0 <= page_x < 512 and 0 <= page_y < 512
            wanted = colors[page_y % 3] if seen else BLUE
            assert picture[y * 400 + x] == wanted, (offset, clip, x, y)


def test_the_veil_is_blended_over_everything(machine):
    machine.screen.point(0, 0)
    machine.screen.set_fade(0x80FF0000)
    assert machine.picture()[:2].tolist() == [0xFFFF7F7F, 0xFF800000]
    machine.screen.set_fade(0xFF123456)
    assert set(machine.picture()) == {0xFF123456}


def test_large_cells_double_their_pixels(machine):
    machine.font.define(ord("X"), (0xFFF8F8F8, *[0] * 63))
    machine.console.set_width(16)
    machine.console.print(" X", "")
    shown = {(index % 400, index // 400) for index, word in enumerate(machine.picture()) if word == WHITE}
    assert shown == {(16, 0), (17, 0), (16, 1), (17, 1)}


def test_a_redefined_character_changes_on_the_screen(machine):
    machine.console.print("X", "")
    assert at(machine, 0, 0) == WHITE
    machine.font.define(ord("X"), (0,) * 64)
    assert at(machine, 0, 0) == BLACK
    machine.font.define(ord("X"), (0xFF00F800,) * 64)
    assert at(machine, 0, 0) == GREEN


# An L whose corner is top left: long leg down, short leg to the right.
CORNER = tuple(FULL[0] if (x == 0 or (y == 0 and x < 3)) else 0 for y in range(8) for x in range(8))


def test_attributes_mirror_first_and_then_turn_clockwise():
    for attributes, corner, short_end in [
        (0, (0, 0), (2, 0)),
        (1, (7, 0), (7, 2)),
        (2, (7, 7), (5, 7)),
        (3, (0, 7), (0, 5)),
        (4, (7, 0), (5, 0)),
        (8, (0, 7), (2, 7)),
        (5, (7, 7), (7, 5)),
    ]:
        rows = cell_rows(CORNER, 8, 15, 0, attributes)
        glyph = [int(word != 0) for word in array("I", b"".join(rows))]
        assert sum(glyph) == 10, attributes
        assert glyph[corner[1] * 8 + corner[0]] == glyph[short_end[1] * 8 + short_end[0]] == 1, attributes
        edges = [glyph[8 * row : 8 * row + 8] for row in (0, 7)] + [glyph[column::8] for column in (0, 7)]
        assert sorted(map(sum, edges)) == [0, 1, 3, 8], attributes


def counted(monkeypatch):
    """How often layers are painted, as a list that grows."""
    calls = []
    really = composing.repaint
    monkeypatch.setattr(composing, "repaint", lambda *given: calls.append(1) or really(*given))
    return calls


def test_a_scene_that_stays_as_it_is_is_painted_once(machine, monkeypatch):
    calls = counted(monkeypatch)
    machine.sprites.set(0, 5)
    machine.backgrounds.fill(0, 0, 0, 9, 9, 33)
    machine.console.print("X")
    first = machine.picture()
    first[0] ^= 1
    assert [machine.picture()[1:] == first[1:], machine.picture()[0] ^ first[0], len(calls)] == [True, 1, 1]
    machine.screen.set_fade(0x80FFFFFF)
    machine.picture()
    assert len(calls) == 1
    machine.sprites.move(0, 5, 5)
    machine.picture()
    assert len(calls) == 2


def test_nothing_is_composed_while_nobody_looks(monkeypatch):
    calls = counted(monkeypatch)
    result = retromaze.run('SPSET 0,0:SPANIM 0,"XY",-9,99,9:BGFILL 0,0,0,9,9,9:WAIT 9:PRINT 1', seed=1)
    assert (result.text, calls) == ("1", [])


ITEMS = ("page", "layer", "sprite 0", "sprite 1", "text")
COLORS = (0xFFF80000, 0xFF00F800, 0xFF0000F8, 0xFFF8F800, 0xFFF800F8)
SEEN = (0xFFFF0000, 0xFF00FF00, 0xFF0000FF, 0xFFFFFF00, 0xFFFF00FF)
BACKDROP = 0xFF00FFFF
GLYPH = 0xE000
CELLS, ACROSS, SIZE = 32, 8, 8
DEPTHS = (-256, -1, 0, 7, 1024)
SCREENS = {"upper": (0, 0), "lower": (2, 1), "tall": (4, 0)}


def cells_of(item: int) -> list[tuple[int, int]]:
    """(column, row) of the cells in which it is."""
    return [divmod(cell, ACROSS)[::-1] for cell in range(CELLS) if cell >> item & 1]


def machine_with_all(mode: int, screen: int) -> Machine:
    """A machine whose screen shows the five, each in its cells, all at depth 0."""
    machine = Machine(seed=1)
    machine.set_mode(mode)
    machine.display(screen)
    machine.screen.set_backdrop(0x00F8F8)
    for page, item in ((0, 0), (2, 2), (3, 3)):
        machine.screen.set_pages(0, page)
        for column, row in cells_of(item):
            left, top = column * SIZE, row * SIZE
            machine.screen.fill(left, top, left + SIZE - 1, top + SIZE - 1, COLORS[item])
    # both sprites are cut out of one sheet: the second stands below the first
    machine.screen.set_pages(0, 2)
    machine.screen.copy(0, 0, 63, 31, 0, 32, source=3)
    machine.sprites.set_page(2)
    machine.sprites.set_part(0, 0, 0, 64, 32)
    machine.sprites.set_part(1, 0, 32, 64, 32)
    machine.screen.set_pages(0, 5)
    machine.screen.fill(SIZE, 0, 2 * SIZE - 1, SIZE - 1, COLORS[1])
    machine.backgrounds.set_map(0, ACROSS, CELLS // ACROSS, SIZE)
    for column, row in cells_of(1):
        machine.backgrounds.put(0, column, row, 1)
    machine.font.define(GLYPH, [COLORS[4]] * SIZE * SIZE)
    return machine


def place(machine: Machine, depths: tuple[int, ...]) -> None:
    """Moves each of the five to its depth."""
    machine.screen.set_priority(depths[0])
    machine.backgrounds.move(0, 0, 0, depths[1])
    for number in range(2):
        machine.sprites.move(number, 0, 0, depths[2 + number])
    machine.console.clear()
    for column, row in cells_of(4):
        machine.console.locate(column, row, depths[4])
        machine.console.print(chr(GLYPH), "")


def nearest(cell: int, depths: tuple[int, ...]) -> int:
    """The color that the reference has in a cell."""
    there = [item for item in range(len(ITEMS)) if cell >> item & 1]
    return SEEN[min(there, key=lambda item: (depths[item], -item))] if there else BACKDROP


@pytest.mark.parametrize("screen", SCREENS)
def test_the_nearest_is_seen_in_every_order(screen: str) -> None:
    """One order in three is tried on the upper screen, on the others one in ten, unless all is tried."""
    mode, number = SCREENS[screen]
    machine = machine_with_all(mode, number)
    width = machine.screen.width
    orders = [*permutations(DEPTHS), *product((-3, 4), repeat=len(ITEMS))]
    for depths in orders[:: 1 if TIER == "exhaustive" else 3 if screen == "upper" else 10]:
        place(machine, depths)
        picture = machine.picture(number)
        for cell in range(CELLS):
            row, column = divmod(cell, ACROSS)
            first = row * SIZE * width + column * SIZE
            corners = (first, first + SIZE - 1, first + (SIZE - 1) * width, first + (SIZE - 1) * (width + 1))
            assert [picture[at] for at in corners] == [nearest(cell, depths)] * 4, (depths, cell)

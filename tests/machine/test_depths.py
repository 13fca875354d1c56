"""Every order of page, layer, two sprites and text, on each screen. Source: machine reference, 1.4.

Thirty-two cells of 8 x 8 pixels show all subsets of the five: cell number c has those whose bit is set in c.
The nearest one of a cell is seen there; of equal depths the one that comes later in the list of five.
"""

from __future__ import annotations

from itertools import permutations, product

import pytest

from retromaze.machine.machine import Machine
from tests.amounts import TIER

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


def test_of_equal_depths_the_higher_layer_and_the_higher_sprite_are_in_front() -> None:
    machine = Machine(seed=1)
    machine.screen.set_pages(0, 5)
    for tile in range(4):
        left = (tile + 1) * 16
        machine.screen.fill(left, 0, left + 15, 15, COLORS[tile])
        machine.backgrounds.set_map(tile, 1, 1)
        machine.backgrounds.put(tile, 0, 0, tile + 1)
        machine.backgrounds.move(tile, 0, 0, 100)
    machine.sprites.set_page(5)
    for tile in 1, 0, 2:
        machine.sprites.set_part(tile, 16 + tile * 16, 0, 16, 16)
        machine.sprites.move(tile, 32, 0)
    assert [machine.picture()[x] for x in (0, 32)] == [SEEN[3], SEEN[2]]
    machine.backgrounds.move(1, 0, 0, 99)
    machine.sprites.move(1, 32, 0, -1)
    assert [machine.picture()[x] for x in (0, 32)] == [SEEN[1], SEEN[1]]

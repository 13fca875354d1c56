"""The sheets that pages 4 and 5 begin with."""

from __future__ import annotations

import runpy
from array import array
from pathlib import Path

from retromaze.machine import sheets
from retromaze.machine.blocks import read_block
from retromaze.machine.machine import Machine

BUILDER = Path(__file__).parents[2] / "docs/build_sheets.py"
RED, DARK_RED = 0xFFF83830, 0xFFA81828


def test_they_are_what_their_source_says(tmp_path: Path) -> None:
    """The file in the package is the one that is built of the pictures."""
    main = runpy.run_path(str(BUILDER))["main"]
    main.__globals__["TARGET"] = tmp_path / "sheets.bin"
    main([])
    assert (tmp_path / "sheets.bin").read_bytes() == sheets.DATA.read_bytes()


def test_words_have_five_bits_a_channel_and_full_or_no_opacity() -> None:
    for page in sheets.PAGES:
        words = set(sheets.sheet(page))
        assert all(word == 0 or word & 0xFF070707 == 0xFF000000 for word in words), page
        assert len(words) > 20, page


def test_every_definition_shows_something_and_character_0_of_a_background_nothing() -> None:
    machine = Machine(seed=1)
    for number in range(1024):
        u, v, width, height = machine.definitions[number][:4]
        assert any(read_block(machine.pages[4].pixels, (u, v, width, height))), number
    assert not any(read_block(sheets.sheet(5), (0, 0, 16, 16)))


def test_people_walk_to_the_left_as_to_the_right() -> None:
    """From 500 on: to the front, the left, the back and the right, four steps each."""

    def tile(number: int) -> list[array[int]]:
        row, column = divmod(number, 32)
        words = read_block(sheets.sheet(4), (column * 16, row * 16, 16, 16))
        return [words[at : at + 16] for at in range(0, 256, 16)]

    for person in range(500, 1012, 16):
        for step in range(4):
            assert tile(person + 4 + step) == [row[::-1] for row in tile(person + 12 + step)]
        assert tile(person + 1) == [row[::-1] for row in tile(person + 3)]
        assert tile(person) == tile(person + 2) != tile(person + 1)


def test_a_page_that_was_drawn_on_is_restored_by_acls() -> None:
    machine = Machine(seed=1)
    machine.pages[4].pixels[:] = array("I", bytes(4 * 512 * 512))
    assert machine.pages[5].is_untouched
    machine.reset()
    assert machine.pages[4].pixels == sheets.sheet(4)
    assert machine.pages[5].is_untouched

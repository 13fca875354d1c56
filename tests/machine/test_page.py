"""Pages: rectangles, blocks copied between them, and the sheets that pages 4 and 5 begin with."""

from __future__ import annotations

import runpy
from array import array
from pathlib import Path

from retromaze.machine import page
from retromaze.machine.machine import Machine
from retromaze.machine.page import (
    SHEET_PAGES,
    SHEETS_FILE,
    WHOLE_PAGE,
    built_in_sheet,
    read_block,
)

OPAQUE = 0xFF000000


def numbered():
    return array("I", (OPAQUE | at for at in range(512 * 512)))


def test_cut_is_row_major_and_empty_outside_the_page():
    assert page.read_block(numbered(), (510, 1, 3, 2)).tolist() == [
        OPAQUE | 1022, OPAQUE | 1023, 0,
        OPAQUE | 1534, OPAQUE | 1535, 0,
    ]  # fmt: skip
    assert page.read_block(numbered(), (-9, -9, 2, 1)).tolist() == [0, 0]
    assert page.read_block(numbered(), (5, 5, 0, 3)).tolist() == []


def test_overlapping_copy_reads_the_source_first():
    pixels = numbered()
    page.copy_block(pixels, pixels, WHOLE_PAGE, (0, 0, 4, 3), (1, 1), everything=True)
    rows = [[word & 0xFFFF for word in pixels[at : at + 6]] for at in range(0, 2048, 512)]
    assert rows[1:] == [
        [512 * row, *range(512 * row - 512, 512 * row - 508), 512 * row + 5] for row in (1, 2, 3)
    ]


BUILDER = Path(__file__).parents[2] / "tests/tools/build_sheets.py"
RED, DARK_RED = 0xFFF83830, 0xFFA81828


def test_they_are_what_their_source_says(tmp_path: Path) -> None:
    """The file in the package is the one that is built of the pictures."""
    main = runpy.run_path(str(BUILDER))["main"]
    main.__globals__["TARGET"] = tmp_path / "sheets.bin"
    main([])
    assert (tmp_path / "sheets.bin").read_bytes() == SHEETS_FILE.read_bytes()


def test_words_have_five_bits_a_channel_and_full_or_no_opacity() -> None:
    for number in SHEET_PAGES:
        words = set(built_in_sheet(number))
        assert all(word == 0 or word & 0xFF070707 == 0xFF000000 for word in words), number
        assert len(words) > 20, number


def test_every_definition_shows_something_and_character_0_of_a_background_nothing() -> None:
    machine = Machine(seed=1)
    for number in range(1024):
        u, v, width, height = machine.definitions[number][:4]
        assert any(read_block(machine.pages[4].pixels, (u, v, width, height))), number
    assert not any(read_block(built_in_sheet(5), (0, 0, 16, 16)))


def test_people_walk_to_the_left_as_to_the_right() -> None:
    """From 500 on: to the front, the left, the back and the right, four steps each."""

    def tile(number: int) -> list[array[int]]:
        row, column = divmod(number, 32)
        words = read_block(built_in_sheet(4), (column * 16, row * 16, 16, 16))
        return [words[at : at + 16] for at in range(0, 256, 16)]

    for person in range(500, 1012, 16):
        for step in range(4):
            assert tile(person + 4 + step) == [row[::-1] for row in tile(person + 12 + step)]
        assert tile(person + 1) == [row[::-1] for row in tile(person + 3)]
        assert tile(person) == tile(person + 2) != tile(person + 1)

from itertools import pairwise
from pathlib import Path

import pytest

from retromaze.machine.font import WHITE_WORD, Font, built_in_glyph_table

LETTER_A = """
...#....
..#.#...
..#.#...
.#...#..
.#####..
#.....#.
#.....#.
........
"""


def drawn(glyph):
    rows = ["".join("#" if pixel else "." for pixel in glyph[at : at + 8]) for at in range(0, 64, 8)]
    return "\n" + "\n".join(rows) + "\n"


@pytest.fixture
def font():
    return Font()


def shown(font, *ranges):
    """The codes of these ranges (both ends included) that have a picture."""
    return [code for first, last in ranges for code in range(first, last + 1) if any(font.glyph(code))]


def test_a_glyph_is_64_words_white_or_transparent(font):
    assert drawn(font.glyph(0x41)) == LETTER_A
    assert set(font.glyph(0x41)) == {0, WHITE_WORD}


def test_ascii_kana_and_accents_are_all_there(font):
    ranges = ((0x21, 0x7E), (0xA1, 0xAC), (0xAE, 0xFF), (0x3041, 0x3093), (0x30A1, 0x30F6), (0x2500, 0x257B))
    assert shown(font, *ranges) == [code for first, last in ranges for code in range(first, last + 1)]


def test_the_first_level_of_kanji_is_there(font):
    kanji = [bytes((row, cell)).decode("euc-jp") for row in range(0xB0, 0xCF) for cell in range(0xA1, 0xFF)]
    assert [character for character in kanji if not any(font.glyph(ord(character)))] == []


def test_blanks_and_undefined_codes_are_transparent(font):
    codes = (0, 9, 10, 13, 0x20, 0xA0, 0x3000, 0xD800, 0xE000, 0xE180, 0xE200, 0xE300, 0xFF00, 0xFF71, 0xFFFF)
    assert shown(font, *zip(codes, codes, strict=True)) == []


def test_every_tile_of_e100_is_another_picture(font):
    tiles = {font.glyph(code) for code in range(0xE100, 0xE180)}
    assert len(tiles) == 128
    assert (0,) * 64 not in tiles


def test_full_width_shares_the_cells_of_ascii_and_yen_that_of_the_backslash(font):
    for code in (0xFF21, 0xFF5E, 0xFF5C, 0xE241, 0x5C):
        font.define(code, range(64))
    assert font.glyph(0x41) == font.glyph(0xFF21) == font.glyph(0xA5) == tuple(range(64))
    assert 1 not in font.glyph(0x7E)
    assert 1 not in font.glyph(0x7C)


def test_restore_brings_the_built_in_glyph_back(font):
    before = font.glyph(0x41)
    font.define(0x41, [7] * 64)
    assert (font.glyph(0x41), font.version, font.changed) == ((7,) * 64, 1, True)
    font.restore()
    assert (font.glyph(0x41), font.version) == (before, 2)
    font.restore()
    assert font.version == 2


def test_define_takes_64_words_for_a_code(font):
    for code, count in ((-1, 64), (65536, 64), (65, 63), (65, 65)):
        with pytest.raises(ValueError, match="no glyph"):
            font.define(code, [0] * count)


def test_the_table_is_sorted_with_eight_rows_a_code():
    codes, rows = built_in_glyph_table()
    assert list(codes) == sorted(set(codes))
    assert len(rows) == 8 * len(codes)


def test_every_picture_drawn_by_hand_is_in_the_font() -> None:
    """What tests/tools/build_font.py makes of tests/tools/font_pictures.txt is what the package brings along.

    Letters are left out: what Misaki has is taken from there.
    """
    text = (Path(__file__).parents[2] / "tests/tools/font_pictures.txt").read_text("utf-8")
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("# ")]
    for at in range(0, len(lines), 9):
        for code, *rows in zip(*lines[at : at + 9], strict=True):
            glyph = Font().glyph(int(code, 16))
            if int(code, 16) >= 0xE000:
                assert [bool(word) for word in glyph] == [each == "#" for each in "".join(rows)]


def test_the_pictures_that_published_programs_tell_are_there() -> None:
    """Source: machine reference, 4.5."""
    font = Font()
    for width, code in enumerate(range(0xE2AA, 0xE2B2), 1):
        assert [bool(word) for word in font.glyph(code)[:8]] == [x < width for x in range(8)]
    full, hollow = font.glyph(0xE2E2), font.glyph(0xE2E6)
    assert all(full[at] for at in range(64) if hollow[at]) and sum(map(bool, full)) > sum(map(bool, hollow))
    assert font.glyph(0xE2E3) == tuple(word for y in range(7, -1, -1) for word in full[y * 8 : y * 8 + 8])
    assert font.glyph(0xE201) != font.glyph(0xE202)


def test_pieces_of_boxes_triangles_and_arrows_stand_in_the_private_area(font):
    """Source: reference of the machine, 4.5 (published programs)."""
    for first, pictures in ((0xE290, "┴┬├┼┤─│█┌┐└┘◢◣◥◤"), (0xE21C, "→←↑↓")):
        assert [font.glyph(first + at) for at in range(len(pictures))] == [
            font.glyph(ord(each)) for each in pictures
        ]
    rows = [font.glyph(code) for code in (0xE298, 0xE295, 0xE291, 0xE299)]
    # ┌─┬┐: what leaves one cell on the right enters the next one on the left
    for here, following in pairwise(rows):
        assert [bool(here[y * 8 + 7]) for y in range(8)] == [bool(following[y * 8]) for y in range(8)]

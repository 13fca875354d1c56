import pytest

from retromaze.machine.font import WHITE, Font, built_in_table

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
    assert set(font.glyph(0x41)) == {0, WHITE}


def test_ascii_kana_and_accents_are_all_there(font):
    for first, last in (
        (0x21, 0x7E),
        (0xA1, 0xAC),
        (0xAE, 0xFF),
        (0x3041, 0x3093),
        (0x30A1, 0x30F6),
        (0x2500, 0x257B),
    ):
        assert len(shown(font, (first, last))) == last - first + 1, hex(first)


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


def test_full_width_shares_the_cells_of_ascii(font):
    for code in (0xFF21, 0xFF5E, 0xFF5C, 0xE241):
        font.define(code, range(64))
    assert font.glyph(0x41) == font.glyph(0xFF21) == tuple(range(64))
    assert 1 not in font.glyph(0x7E)
    assert 1 not in font.glyph(0x7C)


def test_yen_shares_the_backslashs_cell(font):
    font.define(0x5C, range(64))
    assert font.glyph(0xA5) == tuple(range(64))


def test_restore_brings_the_built_in_glyph_back(font):
    before = font.glyph(0x41)
    font.define(0x41, [7] * 64)
    assert (font.glyph(0x41), font.version, font.changed) == ((7,) * 64, 1, True)
    font.restore()
    assert (font.glyph(0x41), font.version) == (before, 2)
    font.restore()
    assert font.version == 2


def test_a_glyph_may_be_all_transparent(font):
    font.define(0x41, [0] * 64)
    assert not any(font.glyph(0x41))


@pytest.mark.parametrize(("code", "count"), [(-1, 64), (65536, 64), (65, 63), (65, 65)])
def test_define_takes_64_words_for_a_code(font, code, count):
    with pytest.raises(ValueError, match="no glyph"):
        font.define(code, [0] * count)


def test_the_table_is_sorted_with_eight_rows_a_code():
    codes, rows = built_in_table()
    assert list(codes) == sorted(set(codes))
    assert len(rows) == 8 * len(codes)

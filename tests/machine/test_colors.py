"""Color codes, page words, raw pixels and what the LCD shows."""

from retromaze.language.numbers import wrap
from retromaze.machine.colors import (
    INK_LIMIT,
    LONGEST_RUN,
    PALETTE,
    WIDENED_BYTES,
    Inks,
    Runs,
    pixel,
    raw_from_word,
    rgb,
    tint_word,
    word_from_color,
    word_from_raw,
)

# Source: machine reference, 2.1 (read back on the console): color written, GSPOIT's value, raw pixel.
MEASURED = [
    (-1, -460552, 0xFFFF),
    (rgb(255, 0, 0), -524288, 0xF801),
    (rgb(0, 255, 0), -16713728, 0x07C1),
    (rgb(0, 0, 255), -16776968, 0x003F),
    (rgb(0, 0, 0), -16777216, 0x0001),
    (0, 0, 0),
    (0x00FF0000, 0x00F80000, 0xF800),
    (rgb(255, 255, 255, 254), 0x00F8F8F8, 0xFFFE),
]


def test_a_color_is_cut_to_five_bits_and_opaque_only_at_full_alpha():
    read = [
        (color, wrap(word_from_color(color)), raw_from_word(word_from_color(color)))
        for color, _, _ in MEASURED
    ]
    assert read == MEASURED
    assert [pixel(color) for color, _, _ in MEASURED] == [told for _, told, _ in MEASURED]
    assert [wrap(word_from_raw(raw)) for _, _, raw in MEASURED] == [word for _, word, _ in MEASURED]


def test_five_bits_are_shown_by_repeating_their_top_bits():
    assert [WIDENED_BYTES[value] for value in (0, 8, 0x80, 0xF8, 255)] == [0, 8, 132, 255, 255]


def test_palette_is_transparent_at_0_and_white_at_15():
    assert PALETTE == (
        0x00000000, 0xFF000000, 0xFF800000, 0xFFF80000, 0xFF008000, 0xFF00F800, 0xFF808000, 0xFFF8F800,
        0xFF000080, 0xFF0000F8, 0xFF800080, 0xFFF800F8, 0xFF008080, 0xFF00F8F8, 0xFF808080, 0xFFF8F8F8,
    )  # fmt: skip


def test_white_glyph_pixels_take_the_tint_and_others_are_multiplied():
    assert tint_word(0xFFF8F8F8, 0xFF806008) == 0xFF806008
    assert tint_word(0xFF80F800, 0xFFF80000) == 0xFF800000
    assert tint_word(0xFFF8F8F8, 0x00F80000) == 0x00F80000


def test_inks_are_remembered_but_never_without_bound():
    inks = Inks()
    assert inks[-1] is inks[-1]
    for color in range(INK_LIMIT + 10):
        assert inks[color].tolist() == [word_from_color(color)]
    assert len(inks) <= INK_LIMIT


def test_runs_are_as_long_as_their_subscripts_say():
    runs = Runs()
    assert runs[-1] is runs[-1]
    for color in range(INK_LIMIT + 10):
        assert [run.tolist() for run in runs[color]] == [
            [word_from_color(color)] * n for n in range(LONGEST_RUN + 1)
        ]
    assert len(runs) <= INK_LIMIT

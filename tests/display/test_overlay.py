"""Text over the picture."""

from array import array

from retromaze.display.keys import HELP_LINES, HELP_TITLE
from retromaze.display.overlay import BLUE, DARK, GRAY, WHITE, bar, draw_help, draw_text, pages_of_bar
from retromaze.machine.font import Font

RED = 0xFFFF0000


def picture() -> array:
    return array("I", [RED]) * (400 * 240)


def cell(pixels: array, column: int, row: int) -> tuple[int, ...]:
    return tuple(word for y in range(8) for word in pixels[(row * 8 + y) * 400 + column * 8 :][:8])


def glyph(character: str, ink: int = WHITE, paper: int = BLUE) -> tuple[int, ...]:
    return tuple(ink if word else paper for word in Font().glyph(ord(character)))


def test_text_fills_its_cells_and_nothing_else() -> None:
    pixels = picture()
    draw_text(pixels, 48 * 8, 29 * 8, "Aカ")
    assert cell(pixels, 48, 29) == glyph("A")
    assert cell(pixels, 49, 29) == glyph("カ")
    assert pixels.count(RED) == 400 * 240 - 2 * 64


def test_letters_can_be_told_apart() -> None:
    assert len({glyph(character) for character in "ABCXYZ019+-カナ迷路"}) == 15


def test_help_lies_in_the_middle() -> None:
    pixels = picture()
    draw_help(pixels, HELP_TITLE, HELP_LINES)
    covered = [at for at, word in enumerate(pixels) if word != RED]
    columns, rows = {at % 400 for at in covered}, {at // 400 for at in covered}
    assert abs(min(columns) - (399 - max(columns))) <= 8
    assert abs(min(rows) - (239 - max(rows))) <= 8


def strip_text(text: str) -> list[tuple[int, ...]]:
    """The letters of a bar, from its first place on."""
    strip = bar(text)
    assert len(strip) == 400 * 12
    return [
        tuple(word for y in range(8) for word in strip[(2 + y) * 400 + 4 + place * 8 :][:8])
        for place in range(49)
    ]


def test_the_bar_holds_a_line() -> None:
    assert strip_text("12: N=0") == [glyph(each, GRAY, DARK) for each in "12: N=0".ljust(49)]


def test_what_is_longer_than_the_bar_ends_in_dots() -> None:
    assert strip_text("x" * 49) == [glyph("x", GRAY, DARK)] * 49
    assert strip_text("x" * 50) == [glyph(each, GRAY, DARK) for each in "x" * 46 + "..."]


def test_help_that_is_too_long_ends_with_the_screen() -> None:
    whole, cut = picture(), picture()
    draw_help(whole, "A", ["B"] * 22)
    draw_help(cut, "A", ["B"] * 500)
    assert whole == cut


def test_the_bar_says_two_things_at_once_or_one_after_the_other() -> None:
    assert pages_of_bar("ended", "any key closes") == ("ended: any key closes",)
    assert pages_of_bar("x" * 40, "y" * 7) == ("x" * 40 + ": " + "y" * 7,)
    assert pages_of_bar("x" * 40, "y" * 8) == ("x" * 40, "y" * 8)

"""The letters of the window's own texts."""

from retromaze.display.letters import SIZE, drawn_letters, letter
from retromaze.machine.font import Font


def bottom_row(character: str) -> int:
    """The lowest row that is set."""
    return max(at // SIZE for at, pixel in enumerate(letter(character)) if pixel)


def test_what_belongs_below_the_line_reaches_there() -> None:
    assert {bottom_row(each) for each in "gjpqy"} == {7}
    assert {bottom_row(each) for each in "abcdefhiklmnorstuvwxz0123456789ABCXYZ"} == {6}


def test_no_two_characters_look_alike() -> None:
    characters = [chr(code) for code in range(33, 127)]
    assert len({tuple(letter(each)) for each in characters}) == len(characters)


def test_all_others_are_those_of_the_machine() -> None:
    assert set(drawn_letters()) == set("gjkpqy")
    assert letter("迷") == [bool(word) for word in Font().glyph(ord("迷"))]

"""Names that a listing writes as one word."""

from retromaze.porting.glued_names import words_apart, words_in
from retromaze.porting.writing import write_port

NAMES = {
    "MAKEFLOOR": "MAKE_FLOOR",
    "GETKEY$": "GET_KEY$",
    "drawkeys": "draw_keys",
    "LEFTWALL": "LEFT_WALL",
    "HITCHECK": "HIT_CHECK",
    "ENEMYTURN": "ENEMY_TURN",
    "MAKESECRET": "MAKE_SECRET",  # of a word of the listing
}
WHOLE = """
ADDRESS BACKGROUND BUTTON CHECKSUM DAMAGE FIREWORKS FORGET GETTER KEYBOARD LOADLV OFFSET OUTPUT PLAYER
PRINTER RANDOM SEASON SETTING STARTING TARGET UNDERLINE UPDATE WINDOW
"""


def test_known_words_are_cut_apart() -> None:
    known = words_in("'the secret is 4 letters:PRINT SEA;SON")
    assert {each: words_apart(each, known) for each in NAMES} == NAMES
    assert [each for each in WHOLE.split() if words_apart(each, known) != each] == []


def test_methods_have_the_words_of_the_listing() -> None:
    source = "'a dragon sleeps\nGOSUB @WAKEDRAGON:FINDDRAGON\nEND\n@WAKEDRAGON\nCLS:VSYNC 1\nRETURN\n"
    text = write_port(source + "DEF FINDDRAGON\nPRINT 2:VSYNC 2\nEND\n")
    assert "def find_dragon(machine: Machine) -> None:  # 7-9\n" in text
    assert "def wakedragon(machine: Machine) -> None:  # @WAKEDRAGON\n" in text

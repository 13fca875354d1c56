"""What a listing's player can do, read in its text."""

from __future__ import annotations

from retromaze.comparison.vocabulary import vocabulary_of
from retromaze.machine.input import CHANNELS, Buttons

SOURCE = """
DATA "NS","A LONG ROAD WITHOUT WORDS"
LINPUT "WHAT NOW? ";C$
IF C$=="TAKE LAMP" OR 12!=V THEN PRINT "TAKEN"
"""


def test_a_listing_s_own_strings_and_numbers_are_what_is_answered() -> None:
    found = vocabulary_of(SOURCE)
    assert found.asks
    assert found.answers == (
        *("NS", "N", "S", "WHAT NOW? ", "W", "H", "A", "T", " ", "O", "?", "TAKE LAMP", "K", "E", "L", "M"),
        *("P", "12", "TAKEN", "", "1", "Y", "N"),
    )
    assert found.keys[:2] == ("N", "S")
    assert {" ", "\r", "Y"} <= set(found.keys)


def test_strings_are_grouped_by_the_variable_that_is_compared_with_them() -> None:
    source = 'IF V$=="TAKE" || "GET"==v$ THEN IF O$!="LAMP" THEN PRINT "NO"'
    assert vocabulary_of(source).groups == (("TAKE", "GET"), ("LAMP",))


def test_single_characters_that_are_compared_are_keys() -> None:
    source = 'IF K$=="a" || K$=="A" THEN C$="x" ELSE IF K$==" " THEN IF O$=="LAMP" THEN PRINT'
    assert vocabulary_of(source).known_keys == ("a", "A", " ")


def test_only_those_controls_matter_that_are_looked_at() -> None:
    controls: list[tuple[str, set[str], bool]] = [
        ("A=button(2)", {"buttons"}, False),
        ("STICK OUT X,Y:STICKEX OUT X,Y", {"pad", "second_pad"}, False),
        ('CALL "TOUCH" OUT T,X,Y:INPUT A', {"stylus"}, True),
        ("K$=INKEY$()", {"keys"}, False),
        ("PRINT 1", set(), False),
        ('EXEC "PRG1:"', set(CHANNELS), True),
    ]
    found = [(source, vocabulary_of(source)) for source, *_ in controls]
    assert [(source, each.channels, each.asks) for source, each in found] == controls


def test_buttons_are_known_by_their_numbers() -> None:
    buttons = {
        "IF BUTTON() AND 16 THEN N=64": (Buttons.A,),
        "IF BUTTON() AND &H30 THEN N=64": (Buttons.A, Buttons.B),
        "IF #X==BUTTON() || 2!=B THEN PRINT 8": (Buttons.DOWN, Buttons.X),
        "B=BUTTON():N=64": tuple(Buttons),
    }
    assert {source: vocabulary_of(source).buttons for source in buttons} == buttons


def test_numbers_that_are_compared_are_told_with_their_neighbors() -> None:
    source = 'IF TX<160 || 24>=TY THEN PRINT 99,"A"<"B"\nIF K AND 64 THEN X=X+5'
    assert vocabulary_of(source).numbers == (23, 24, 25, 159, 160, 161)

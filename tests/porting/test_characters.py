"""Every statement that stores a character of a string changes the string, whoever shares it."""

import pytest

from tests.porting.agreeing import differing
from tests.porting.bodies import body

ALONE = 'C$="ABC":'
SHARED = 'C$="ABC":E$=C$:'
INSIDE = 'DIM A$[2]:A$[0]="ABC":E$=A$[0]:'
GIVING = '\nDEF F OUT R$,N\nR$="Z":N=I\nEND\nDEF G OUT R$\nR$=G$:INC R$,"w"\nEND'


SOURCES = [
    ALONE + "CHR$ 88 OUT C$[1]:PRINT C$",
    ALONE + 'READ C$[RND(3)]:PRINT C$;RND(9)\nDATA "XY"',
    ALONE + "SWAP C$[0],C$[2]:PRINT C$",
    ALONE + 'B$="X":SWAP B$,C$[RND(2)]:PRINT B$;C$;RND(9)',
    ALONE + 'INC C$[RND(3)],"X":PRINT C$;RND(9)',
    ALONE + "LINPUT C$[0]:PRINT C$",
    ALONE + "INPUT I,C$[I]:PRINT I;C$",
    ALONE + "I=2:F OUT C$[I],I:PRINT C$;I" + GIVING,
    SHARED + "CHR$ 88 OUT C$[0]:PRINT E$",
    SHARED + 'READ C$[1]:PRINT E$\nDATA "X"',
    SHARED + 'B$="X":SWAP B$,C$[2]:PRINT E$;B$',
    SHARED + 'INC C$[0],"X":PRINT E$;C$',
    SHARED + "LINPUT C$[0]:PRINT E$",
    SHARED + "INPUT C$[0]:PRINT E$",
    SHARED + "F OUT C$[1],I:PRINT E$" + GIVING,
    SHARED + 'G$="q":G OUT C$[1]:PRINT E$;G$' + GIVING,
    INSIDE + 'READ A$[0][1]:INC A$[0][0],"!":PRINT E$;A$[0]\nDATA "X"',
    INSIDE + 'READ A$[RND(1)][RND(3)]:PRINT E$;RND(9)\nDATA "X"',
    INSIDE + "INPUT A$[RND(1)][RND(3)]:PRINT E$;RND(9)",
    INSIDE + "SWAP A$[0][0],A$[0][2]:PRINT E$",
]


@pytest.mark.parametrize("answer", ["1,hey", ""])
def test_the_port_stores_a_character_as_the_listing_does(answer: str) -> None:
    assert differing(SOURCES, answer, "2,ho", "1,q") == {}


def test_two_characters_change_places() -> None:
    assert body('C$="ABC"\nE$=C$\nSWAP C$[0],C$[2]\nPRINT E$').splitlines()[2:-1] == [
        "value, value_ = c.characters[2], c.characters[0]",
        "c.put(0, value)",
        "c.put(2, value_)",
    ]


def test_an_item_of_data_is_read_before_a_subscript_does_something() -> None:
    assert body('C$="ABC"\nREAD C$[RND(3)]\nDATA "X"\nPRINT C$').splitlines()[1:-1] == [
        "new = data.text()",
        "at = machine.rng.below(3)",
        "c = basic.replaced(c, at, 1, new)",
    ]

"""Names of variables from their use, and which evidence goes before which."""

from tests.porting.agreeing import differing
from tests.porting.bodies import names, port_text


def test_what_holds_nothing_but_buttons_is_named_so() -> None:
    polls = "@L\nVSYNC 1\n{}\nIF B AND 4 THEN PRINT 1\nN=N+1:IF N<9 THEN @L"
    sources = {
        "B=BUTTON()": {"B": "buttons"},
        "B=BUTTON(1) 'pressed": {"B": "pressed"},
        "B=BUTTON():IF N==3 THEN B=0": {"B": "buttons"},
        "B=BUTTON():IF N==3 THEN B=1": {},
        "B=BUTTON() AND (#UP OR #DOWN)": {"B": "buttons"},
        "B=BUTTON():C=BUTTON(1):PRINT C": {},  # two of them
    }
    assert {each: names(polls.format(each)) for each in sources} == sources
    assert differing([polls.format(each) for each in sources]) == {}


def test_what_a_word_gives_is_named_by_the_word() -> None:
    sources = {
        "@L:K$=INKEY$():VSYNC 1:IF K$==\"\" THEN N=N+1:IF N<9 THEN @L": {"K$": "key"},
        "@L:K$=INKEY$():VSYNC 1:IF K$==\"\" THEN K$=\"x\":N=N+1:IF N<9 THEN @L": {},
        "LINPUT L$:PRINT L$": {"L$": "line"},
        "LINPUT CMD$:PRINT CMD$": {},
        "LINPUT L$:L$=L$+\"!\":PRINT L$": {},
        "STICK OUT X,Y:PRINT X;Y": {"X": "stick_x", "Y": "stick_y"},
        "STICK OUT X,Y:X=X+1:PRINT X;Y": {"Y": "stick_y"},
        "TOUCH OUT T,X,Y:PRINT T;X;Y": {"T": "touch_time", "X": "touch_x", "Y": "touch_y"},
        "DTREAD OUT Y,M,D:TMREAD OUT H,MI,S:PRINT Y;M;D;H;MI;S": {
            "Y": "year", "M": "month", "D": "day", "H": "hour", "MI": "minute", "S": "second"
        },
        # in several scopes, if all agree
        "DEF F:VAR B=BUTTON(),I:PRINT B:END:DEF G:VAR B:B=BUTTON(1):PRINT B:END:F:G": {"B": "buttons"},
        "DEF F:VAR B=BUTTON():PRINT B:END:DEF G:VAR B=1:PRINT B:END:F:G": {},
        "DEF F:VAR B=BUTTON():PRINT B:END:DEF G B:PRINT B:END:F:G 1": {},
        "C=RGB(1,2,3):GPSET 0,0,C:GPSET 1,1,C": {"C": "color"},
        "DTREAD OUT A,B,C:TMREAD OUT A,B,C:PRINT A;B;C": {},
    }  # fmt: skip
    assert {each: names(each) for each in sources} == sources
    assert differing(sources) == {}


def test_sizes_of_an_array_are_width_and_height() -> None:
    sources = {
        "W=4:H=3\nDIM M[W,H]\nPRINT M[0,0]": {"W": "width", "H": "height"},
        "W=4:H=3\nDIM M[H+2,W*2+1]\nPRINT M[0,0]": {"W": "width", "H": "height"},
        "W=4:H=3\nDIM M[W],N[H]\nPRINT M[0];N[0]": {},
        "W=4:N=3\nDIM M[W,N]\nPRINT M[0,0]": {},
        "W=4:H=3:WIDTH=5\nDIM M[W,H]\nPRINT M[0,0];WIDTH": {"H": "height"},
        "W=4:H=RND(3)+1\nDIM M[W,H]\nPRINT M[0,0]\nH=9:PRINT H": {"W": "width"},  # then another thing
    }
    assert {each: names(each) for each in sources} == sources
    assert differing(sources) == {}


def test_what_a_comment_says_goes_first() -> None:
    uses = 'PRINT "LEVEL: ";V:V=V+1:PRINT "LEVEL: ";V'
    sources = {
        f"CLS\nV=3\n{uses}": {"V": "level"},
        f"CLS\nV=3 'stage\n{uses}": {"V": "stage"},
        f"'V: vigor\nCLS\nV=3\n{uses}": {"V": "vigor"},
        f"'V: vigor\nCLS\nV=3 'stage\n{uses}": {"V": "stage"},
        f"CLS\nV=3:M=4 'stage\nN=5 'level\n{uses}:PRINT N": {"N": "level"},  # the word is taken
    }
    assert {each: names(each) for each in sources} == sources
    assert differing(sources) == {}


def test_subroutines_at_line_numbers_have_the_names_of_their_comments() -> None:
    listing = "GOSUB @L800:GOSUB @L800\nEND\n{}\nVSYNC 1:VSYNC 2\nRETURN"
    names_of_comments = {
        "'find the item N$ -> X\n@L800": "find_item",
        "@L800\n'MOVE THE WUMPUS (or not)": "move_wumpus",
        "'read a line: with a limit\n@L800": "read_line",
        "@L800": "l800",
        "'this one is not short enough\n@L800": "l800",
    }
    found = {each: port_text(listing.format(each)) for each in names_of_comments}
    assert [each for each, name in names_of_comments.items() if f"def {name}(" not in found[each]] == []
    assert "def draw(" in port_text(listing.replace("L800", "DRAW").format("'paint it\n@DRAW"))

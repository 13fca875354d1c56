"""Variables that hold one thing for the whole program, and those that hold several, one after the other."""

import re
from textwrap import dedent

import pytest

from retromaze.porting.preparing import prepare
from retromaze.porting.units import ControlFlow
from retromaze.porting.webs import Webs, names_of_webs
from retromaze.porting.writing import lowered, write_port
from tests.porting.agreeing import differing
from tests.porting.bodies import body, names

ONE = {
    "a store": 'T=RND(9):PRINT "TIME ";T',
    "a store that goes on": 'T=0\n@L\nT=T+1:PRINT "TIME ";T:IF T<3 THEN @L',
    "two that come together": 'IF RND(2) THEN T=3 ELSE T=4\nPRINT "TIME ";T',
    "a game begun again": '@S\nT=0\n@L\nT=T+1:PRINT "TIME ";T:IF T<3 THEN @L\nN=N+1:IF N<2 THEN T=0:GOTO @L',
    "nothing reads it": 'T=RND(9):PRINT "TIME ";T\nT=3',
    "by way of a GOSUB": 'T=5:GOSUB @P:T=6:GOSUB @P\nEND\n@P\nPRINT "TIME ";T\nRETURN',
    "set in a GOSUB": 'GOSUB @S:PRINT "TIME ";T:GOSUB @S:PRINT "TIME ";T+1\nEND\n@S\nT=RND(9)\nRETURN',
    "a FOR": 'FOR T=0 TO 3\nPRINT "TIME ";T\nNEXT',
    "a WHILE": 'T=3\nWHILE T:T=T-1:PRINT "TIME ";T:WEND',
    "a REPEAT": 'REPEAT:T=T+1:PRINT "TIME ";T:UNTIL T>2',
    "a DEF": 'T=RND(9):F:PRINT "TIME ";T\nDEF F\nT=T+1\nEND',
    "an ON": 'T=RND(9):ON T GOTO @A,@B\n@A\nT=T+1\n@B\nPRINT "TIME ";T',
    "a SWAP": 'T=RND(9):U=3:SWAP T,U:PRINT "TIME ";T',
    "never set": 'PRINT "TIME ";T:T=T+1:PRINT "TIME ";T',
}
SEVERAL = {
    "then a pause": 'T=RND(9):PRINT "TIME ";T\nT=3\nWHILE T:T=T-1:WEND',
    "then a FOR": 'T=RND(9):PRINT "TIME ";T\nFOR T=0 TO 3\nPRINT T\nNEXT',
    "before, a FOR": 'FOR T=0 TO 3\nPRINT T\nNEXT\nT=RND(9):PRINT "TIME ";T',
    "then in a GOSUB": 'T=RND(9):PRINT "TIME ";T:GOSUB @P\nEND\n@P\nT=5\nPRINT T\nRETURN',
    "each time in a loop": '@L\nT=RND(9):PRINT "TIME ";T\nT=RND(5):PRINT T\nN=N+1:IF N<3 THEN @L',
    "behind a BREAK": 'WHILE 1:T=RND(9):PRINT "TIME ";T:BREAK:WEND\nT=3:PRINT T',
    "typed": 'T=RND(9):PRINT "TIME ";T:INPUT T:PRINT T',
    "a value of a DEF": 'T=RND(9):PRINT "TIME ";T\nF OUT T:PRINT T\nDEF F OUT X\nX=4\nEND',
}


def test_a_variable_that_is_one_thing_is_named() -> None:
    assert {each: names(source).get("T") for each, source in ONE.items()} == dict.fromkeys(ONE, "time")
    assert differing(ONE.values()) == {}


def test_a_variable_that_is_several_things_is_not() -> None:
    assert {each: names(source) for each, source in SEVERAL.items()} == {each: {} for each in SEVERAL}
    assert differing(SEVERAL.values(), "4") == {}


@pytest.mark.slow
def test_no_more_work_is_done_than_the_listing_is_long() -> None:
    short = [f"{one}{other}" for one in "CDEHJKLMPQRSTV" for other in "BCDGHJKLMPQVXY"]
    stores = "".join(f"{each}=RND(9)\n" for each in short)
    assert len(names(stores + "".join(f'PRINT "{each}Q ";{each}\n' for each in short))) == 127
    assert len(names("".join(f'{each}=RND(9)\nPRINT "{each}Q ";{each}\n' for each in short))) == 196


def test_a_name_is_longer_by_one_point_in_each_def() -> None:
    loops = "FOR I=0 TO 9:PRINT I:NEXT\nFOR I=0 TO 1 STEP .5:PRINT I:NEXT\n"
    source = "".join(f"F{at}\n" for at in range(5)) + "".join(f"DEF F{at}\n{loops}END\n" for at in range(5))
    listing = lowered(prepare(source))
    found = names_of_webs(Webs(ControlFlow(listing.units, listing.variants)))
    assert [*found.origins] == ["I.2#", "I..2#", "I...2#", "I....2#", "I.....2#"]


def test_each_web_of_a_number_has_its_own_type() -> None:
    source = (
        "DIM A[9]\nINPUT N\nFOR I=0 TO 8:A[I]=I*I:NEXT\nFOR I=0 TO 1 STEP .25:PRINT I:NEXT\n"
        "IF N THEN I=3 ELSE I=4\nPRINT I/4\nFOR I=8 TO 0 STEP -1\nPRINT A[I] DIV 3\nNEXT"
    )
    assert body(source) == dedent("""\
        a = [0] * 9
        n = basic.ask_number(machine, "?", 0.0)
        for i in range(9):
            a[i] = i * i
        i_real = 0.0
        while i_real <= 1:
            machine.console.print(basic.printed(i_real))
            i_real += 0.25
        i = 3 if n else 4
        machine.console.print(basic.printed(i / 4))
        for i in range(8, -1, -1):
            machine.console.print(str(a[i] // 3))""")
    assert names(source) == {"I": "i_real"}
    assert differing([source], "2") == {}


def test_an_attribute_and_a_local_may_have_one_name() -> None:
    source = "F:PRINT X\nFOR X=0 TO 3:PRINT X DIV 2:NEXT\nX=.25:F:PRINT X\nDEF F\nX=X+.5:IF X<3 THEN F\nEND\n"
    text = write_port(source)
    assert "for x in range(4):" in text
    assert "self.x += 0.5" in text
    assert differing([source]) == {}


def test_webs_meet_wherever_control_and_values_may_go() -> None:
    listings = [
        # a value may stay in INPUT, in a loop that is not entered, in a branch that is not taken
        "X=.5:INPUT X:PRINT X\nX=3:PRINT X",
        "X=.5:FOR X=3 TO RND(9)-9:NEXT:PRINT X\nX=RND(4):PRINT X",
        "X=RND(3):IF X==1 THEN X=.5\nPRINT X:X=2:PRINT X",
        # the 0 at the start
        "IF X==0 THEN PRINT X:X=.5\nPRINT X:X=7:PRINT X DIV 2",
        "FOR J=0 TO 3:PRINT X:X=X+.5:PRINT X:NEXT:X=3:PRINT X DIV 2",
        # a DEF reads what is stored once it has returned, and stores what the rest of a statement reads
        "X=.5:F OUT X:PRINT X:X=5:PRINT X\nDEF F OUT Y\nPRINT X:Y=3\nEND",
        "X=.5:PRINT G()+X:X=3:PRINT X\nDEF G()\nX=X+4:RETURN 1\nEND",
        "DIM P[2]:X=5:PRINT X:X=1:BGCOORD 0,0,0 OUT X,P[G()]\nPRINT X;P[0]:X=7:PRINT X\n"
        "DEF G()\nPRINT X:RETURN 0\nEND",
        "X=1:FOR I=G() TO 9-G():PRINT I;X:NEXT:X=.5:PRINT X\nDEF G()\nX=X+1:RETURN X\nEND",
        "X=.5:Y=3:SWAP X,Y:PRINT X;Y:X=4:Y=.25:PRINT X;Y",
        # a GOSUB in a GOSUB, and ON
        "X=3:GOSUB @A:PRINT X:X=.5:ON RND(2) GOSUB @A,@B:PRINT X\nEND\n@A\nGOSUB @B:RETURN\n@B\nX=X*2:RETURN",
        # declarations, strict ones as well, and a DEF with variables of its own
        "OPTION STRICT\nVAR X=.5:PRINT X:X=3:PRINT X DIV 2:FOR X=0 TO 2:NEXT:PRINT X",
        "DEF H\nX=.5:PRINT X:FOR X=0 TO 3:PRINT X DIV 2:NEXT\nEND\nX=7:H:PRINT X\n"
        "FOR X=0 TO 1 STEP .5:PRINT X:NEXT",
        "VAR X:X=5:PRINT X DIV 2:SHOW:X=.5:SHOW\nDEF SHOW\nPRINT X\n"
        "VAR Y=.5:PRINT Y:FOR Y=0 TO 3:PRINT Y DIV 2:NEXT\nEND",
        # only the first of two values is a setting of the program
        "A=5\nA=7\nPRINT A",
    ]
    assert differing(listings, "", "4", seeds=(1, 2)) == {}


def test_a_name_is_a_bool_only_if_all_of_it_is() -> None:
    source = "F=RND(2):IF F THEN PRINT 1\nF=RND(9):PRINT F\nFOR F=0 TO 2:PRINT F:NEXT"
    assert not re.search("True|False|bool", body(source))
    assert differing([source]) == {}


def test_a_part_of_a_keyword_that_a_def_reads_does_not_reset_it() -> None:
    source = "A=1:D=2\nPRINT A;D\nA=D\nWHILE H<3\nF:H=H+1\nWEND\nDEF F\nPRINT A\nEND"
    assert "self.a = 0" not in write_port(source)
    assert differing([source]) == {}

"""Variables that hold one thing for the whole program."""

from __future__ import annotations

from tests.porting.agreeing import differing
from tests.porting.bodies import names

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


def test_no_more_work_is_done_than_the_listing_is_long() -> None:
    short = [f"{one}{other}" for one in "CDEHJKLMPQRSTV" for other in "BCDGHJKLMPQVXY"]
    stores = "".join(f"{each}=RND(9)\n" for each in short)
    assert len(names(stores + "".join(f'PRINT "{each}Q ";{each}\n' for each in short))) == 117
    assert len(names("".join(f'{each}=RND(9)\nPRINT "{each}Q ";{each}\n' for each in short))) == 196

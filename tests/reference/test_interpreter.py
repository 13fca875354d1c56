"""The interpreter of the reference shows what the reference says, and what the listings' comments say."""

from pathlib import Path

import pytest

from retromaze.machine.machine import Machine
from retromaze.runner import FrameLimit
from tests.amounts import one_in
from tests.reference.computer import NotCovered, TooLong
from tests.reference.interpreter import Interpreter
from tests.reference.outcomes import Outcome, interpreted
from tests.test_listings import FOLDER, expected_error, expected_text

SHOWN = {
    "A%=2000000000:PRINT A%*2": "-294967296",
    "PRINT 7/1;-7 MOD 3;2*-NOT!1;1.5*2.0;1>2==1": "7-1230",
    'PRINT "A","B":PRINT 1/3;STR$(1/3)': "A   B\n0.333333330.333333",
    'A$="ABC":B$=A$:INC A$,"D":B$[0]="":PRINT A$': "BCD",
    "FOR I=3 TO 1:NEXT:PRINT I:FOR I=1.6 TO 3.4:NEXT:PRINT I": "3\n3.6",
    "FOR I=1 TO 3\nIF I==2 THEN NEXT\nPRINT I;\nNEXT": "13",
    "FOR I=0 TO 1\nGOTO @IN\nNEXT\nEND\n@IN PRINT I;:NEXTS=0:GOTO @OUT\n@OUT": "0",
    "REPEAT:INC I:IF I==2 THEN CONTINUE ELSE IF I>3 THEN BREAK\nPRINT I;\nUNTIL I>5": "13",
    "IF 0 THEN\n?1\nELSEIF 1 THEN ?2\nELSE\n?3\nENDIF:?4": "2\n4",
    "IF 1 THEN\nIF 0 THEN ?1\nELSEIF 1 THEN\n?2\nENDIF:?3": "3",
    "GOSUB @A:PRINT 2:END\n@A ON 1 GOTO @X,@B\n@B PRINT 1;:RETURN\n@X": "12",
    "DEF X2(A):RETURN A*2:END\nDEF S X OUT Y,Z:Y=X:Z=-X:END\nS 3 OUT P,Q:?X2(P);Q": "6-3",
    "DEF F(N):VAR L=N:IF N<1 THEN RETURN 0\nRETURN F(N-1)+L\nEND\nL=7:?F(4);L": "107",
    "DIM A[0]:PUSH A,1:UNSHIFT A,2:B=POP(A):?LEN(A);B;A[0]": "112",
    "DIM A%[0],B[2]:A%=B:B[1]=5:?LEN(A%);A%[1]": "25",
    'RESTORE "@"+"L":READ A,B$:?A;B$:DATA 1\n@L DATA 1+2,@X': "3@X",
    'PRGEDIT 1:PRGSET "COMMON DEF G(X):RETURN X+1:END":USE 1:?G(1)': "2",
    "OPTION DEFINT:A=3.7:SWAP A,B#:?A;B#;0 && 1/0;1 || 1/0": "0301",
}
ERRORS = {
    3: (":", "A 1:B", "DIM A[2,2]\nA[1]=1", "CSRX=1", "BREAK", "RUN 1"),
    4: ("ABS 5", "DEF F A:END\nF"),
    5: ("@L GOSUB @L", "DEF F:F:END\nF"),
    7: ("PRINT 1/0", "A=1 DIV 0.5"),
    8: ('A="A"', 'PRINT 1+"A"', "RESTORE", "DEF F():END\nA=F()"),
    9: ("A%=1E10",),
    10: ("DIM A[-1]",),
    11: ("DIM A[10000,10000]",),
    13: ("READ A",),
    14: ("GOTO @L", 'GOSUB "@L"'),
    15: ("OPTION STRICT\nA=1",),
    16: ("FOO 1", 'CALL "FOO"'),
    17: ("@A\n@A",),
    18: ("VAR A,A[1]",),
    19: ("DEF F:END\nDEF F:END",),
    20: ("FOR I=0 TO 1",),
    21: ("NEXT",),
    22: ("REPEAT",),
    23: ("UNTIL 1",),
    24: ("WHILE 1",),
    25: ("IF 1 THEN WEND",),
    26: ("IF 1 THEN\n",),
    27: ("IF 1 THEN\nELSE\n",),
    28: ("ENDIF",),
    29: ("DEF F",),
    30: ("RETURN",),
    31: ("DIM A[1]\nA[1]=1", 'A$="":B$=POP(A$)'),
    32: ("DEF F\nDEF G\nEND\nEND",),
    34: ('GOTO "A"',),
    48: ("A=", "DEF F OUT A:END\nF OUT B"),
}
OF_WORK = {"a_gosub_into_the_program_itself_takes_its_time", "a_tune_takes_its_time"}
"""Listings that ask how much work fills a frame."""


def test_the_interpreter_shows_what_the_reference_says() -> None:
    found = {source: interpreted(source) for source in SHOWN}
    assert found == {source: Outcome(text, None, None) for source, text in SHOWN.items()}


def test_the_interpreter_raises_each_error_of_the_language() -> None:
    found = {(number, each): interpreted(each).error for number, row in ERRORS.items() for each in row}
    assert found == {(number, each): number for number, each in found}


def test_an_error_has_the_line_of_the_innermost_statement() -> None:
    assert interpreted("A=F()\nDEF F()\nRETURN 1/0\nEND") == Outcome("", 7, 3)


def test_who_never_ends_is_stopped_and_who_is_not_covered_says_so() -> None:
    with pytest.raises(TooLong):
        Interpreter(Machine(seed=1), steps=100).run("@L GOTO @L")
    with pytest.raises(FrameLimit):
        interpreted("WAIT 9", frames=2)
    with pytest.raises(NotCovered):
        interpreted('PRGEDIT 1:PRGSET "@L":USE 1:GOTO "1:@L"')


PATHS = sorted(each for each in FOLDER.rglob("*.bas") if each.stem not in OF_WORK)
PARTS = 16


@pytest.mark.parametrize("part", one_in(PARTS, range(PARTS)))
def test_listings_do_what_their_comments_say(part: int) -> None:
    wrong = {each.stem: found for each in PATHS[part::PARTS] if (found := other_outcome(each))}
    assert wrong == {}


def other_outcome(path: Path) -> object:
    """What a listing does by the reference, if it is not what its comments say."""
    source = path.read_text("utf-8")
    wanted, machine = expected_error(source), Machine(seed=1)
    error = Interpreter(machine).run(source)
    told = None if error is None else {name: getattr(error, name) for name in wanted or ["message"]}
    found = machine.console.text(), told
    return found if found != (expected_text(source), wanted) else None

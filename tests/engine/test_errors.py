"""Errors of a running listing: their place and words, and those that Python raises in its code."""

import pytest

import retromaze
from retromaze.engine.services import Services
from retromaze.error_report import describe
from retromaze.machine.machine import Machine
from retromaze.runner import run_source

REPORTS = {
    # an error in the syntax
    'PRINT "BEFORE"\nA=1+*2\n': "Syntax error in 0:2\nlisting.bas:2:5\n  A=1+*2\n      ^"
    "\na value is missing between + and *",
    "A=1\n A=2:GOTO @NOWHERE\n": (
        "Undefined label in 0:2 (@NOWHERE)\nlisting.bas:2:6\n   A=2:GOTO @NOWHERE\n       ^"
    ),
    "DIM A[5]\nI=5\nA[0]=1:A[I]=2": (
        "Subscript out of range in 0:3\nlisting.bas:3:8\n  A[0]=1:A[I]=2\n         ^"
        "\nthere is no A[5]: the elements are A[0] to A[4]"
    ),
    "DIM A[10000,10000]": (
        "Out of memory in 0:1 (100000000 elements do not fit the machine)\n"
        "listing.bas:1:5\n  DIM A[10000,10000]\n      ^"
    ),
    "DEF F\nF\nEND\nF": "Stack overflow in 0:2\nlisting.bas:2:1\n  F\n  ^",
    'A$="X"\n?1:LOCATE 0,LEFT$(A$,-1)': (
        "Type mismatch in 0:2(LOCATE:2)\nlisting.bas:2:4\n  ?1:LOCATE 0,LEFT$(A$,-1)\n     ^"
        "\nLOCATE takes a number as its argument 2: LOCATE [column],[row][,z]"
    ),
    "PRINT LEN(5)": "Type mismatch in 0:1(LEN:1)\nlisting.bas:1:7\n  PRINT LEN(5)\n        ^"
    "\nLEN takes no value of this kind: LEN(text) · LEN(array)",
    "A%=1E10": "Overflow in 0:1\nlisting.bas:1:4\n  A%=1E10\n     ^"
    "\na name with % holds whole numbers from -2147483648 to 2147483647; "
    "without % it holds larger ones",
    "PRINT 1;1 MOD 0": "Divide by zero in 0:1\nlisting.bas:1:9\n  PRINT 1;1 MOD 0\n          ^"
    "\nthe number behind /, DIV or MOD is 0",
    "PRINT 1\nNOSUCH 1,2": "Undefined function in 0:2 (NOSUCH)\nlisting.bas:2:1\n  NOSUCH 1,2\n  ^",
    # behind wide characters
    '?"迷路":?LEN(1)': 'Type mismatch in 0:1(LEN:1)\nlisting.bas:1:8\n  ?"迷路":?LEN(1)\n           ^'
    "\nLEN takes no value of this kind: LEN(text) · LEN(array)",
    "FOR I=1 TO 2\nPRINT I": "FOR without NEXT in 0:2\nlisting.bas:1:1\n  FOR I=1 TO 2\n  ^"
    "\nFOR in line 1 has no NEXT",
    "PRINT 1:NEXT": "NEXT without FOR in 0:1\nlisting.bas:1:9\n  PRINT 1:NEXT\n          ^"
    "\nNEXT closes nothing: FOR is missing before it",
    "@A\n?1:@A": "Duplicate label in 0:2\nlisting.bas:2:4\n  ?1:@A\n     ^"
    "\n@A stands in line 1 already: leave one out, or take another name",
    "OPTION STRICT\nA=1": "Undefined variable in 0:2\nlisting.bas:2:1\n  A=1\n  ^"
    "\nOPTION STRICT wants every variable declared: VAR A",
    "?1\nRETURN": "RETURN without GOSUB in 0:2\nlisting.bas:2:1\n  RETURN\n  ^"
    "\nno GOSUB led here: call it with GOSUB @LABEL, and write END before the label",
    "READ A": "Out of DATA in 0:1\nlisting.bas:1:1\n  READ A\n  ^"
    "\nthere are fewer values in DATA than READ asks for; RESTORE @LABEL reads them again",
    'GOTO "NO"': 'Illegal symbol string in 0:1 (NO)\nlisting.bas:1:1\n  GOTO "NO"\n  ^'
    '\na label begins with @: "@NO"',
}
"""Bad listings, and the whole report on each."""


def reported(source: str) -> str:
    error = retromaze.run(source, seed=1, frames=600).error
    return "" if error is None else describe(error)


def test_an_error_is_told_with_its_place_and_a_caret() -> None:
    assert {source: reported(source) for source in REPORTS} == REPORTS


def test_whatever_runs_for_ever_is_stopped_by_frames() -> None:
    sources = (
        *("@L:GOTO @L", "WHILE 1:WEND", "REPEAT:UNTIL 0", "FOR I=0 TO 1 STEP 0:NEXT"),
        *("FOR I%=0 TO 2147483647 STEP 1073741824:NEXT", "@A GOTO @B\n@B GOTO @A", '@A GOTO "@A"'),
        *("@A ON 0 GOTO @A", "WHILE 1:F:WEND\nDEF F\nEND", "WHILE 1:GOSUB @S:WEND\n@S RETURN"),
        *("WHILE 1:A=F():WEND\nDEF F()\nRETURN 1\nEND", "F\nDEF F\n@L GOTO @L\nEND"),
        *("DIM A[0]\nWHILE 1:A$=STR$(RND(10)):WEND", "EXEC 0"),
    )
    results = {source: retromaze.run(source, seed=1, frames=3) for source in sources}
    found = {source: (result.error, result.frames) for source, result in results.items()}
    assert found == dict.fromkeys(sources, (None, 3))


def test_what_grows_without_end_is_an_error_before_the_host_suffers() -> None:
    results = {
        source: retromaze.run(source, seed=1, frames=600)
        for source in [
            'A$="XXXXXXXX"\nWHILE 1:A$=A$+A$:WEND',
            'A$="XXXXXXXX"\nWHILE 1:INC A$,A$:WEND',
            'A$="XXXXXXXX"\nWHILE 1:PUSH A$,A$:WEND',
            'A$="XXXXXXXX"\nWHILE 1:UNSHIFT A$,A$:WEND',
            'A$="XXXXXXXX"\nWHILE 1:A$[0]=A$:WEND',
            'A$="X"*2147483647',
            'A$=F("XXXXXXXX")\nDEF F(A)\nWHILE 1:A=A+A:WEND\nEND',
            'A$="X"\nWHILE 1:A$=SUBST$(A$,0,0,A$+A$):WEND',
            'A$="X"\nWHILE 1:A$=FORMAT$("%S%S",A$,A$):WEND',
            "DIM A[1]\nWHILE 1:COPY A,LEN(A),A,LEN(A):WEND",
            "DIM A[1000000],B[1000000],C[1000000],D[1000000]",
        ]
    }
    errors = {source: result.error for source, result in results.items()}
    assert {each: error for each, error in errors.items() if error and error.number not in (10, 11, 41)} == {}


def test_an_error_names_its_word() -> None:
    words = {
        # what calls a method of the machine outright: SPSHOW of a sprite that is not set
        "SPSHOW 9": "SPSHOW",
        "PRINT SPCHK(9)": "SPCHK",
        "BGSCREEN 0,1,1,7": "BGSCREEN",
        "BGPUT 0,99,0,1": "BGPUT",
        "A=1:A[0]=1": "",
    }
    for traced in (False, True):
        errors = {listing: run_source(listing, Machine(seed=1), traced=traced) for listing in words}
        assert {listing: error and error.builtin for listing, error in errors.items()} == words, traced


def test_only_a_subscript_is_a_listings_type_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Services, "end_program", None)
    with pytest.raises(TypeError, match="not callable"):
        run_source("END\n", Machine(seed=1))

"""What a DEF or GOSUB does to the program's variables through others is seen by all that call it."""

from tests.porting.agreeing import difference, differing

THROUGH = "\nDEF F\nG\nEND\nDEF G\n{}\nEND"


def test_what_is_done_through_others() -> None:
    sources = [
        "ER=0\nF\nPRINT ER" + THROUGH.format("ER=1"),
        "F\nPRINT ER\nER=0" + THROUGH.format("ER=1"),
        'S$=""\nF\nPRINT S$' + THROUGH.format('S$="X"'),
        "E=0\nGOSUB @S\nPRINT E\nEND\n@S\nF\nRETURN" + THROUGH.format("E=1"),
        "PRINT F(1)+E\nIF F(2)==3 THEN PRINT E\nDEF F(N)\nRETURN G(N)+1\nEND\nDEF G(N)\nE=N\nRETURN N\nEND",
        "N=3\nFOR I=1 TO N\nF\nNEXT\nPRINT I" + THROUGH.format("N=5"),
        "X=1\nF\nREPEAT\nX=X-1\nUNTIL X<1\nPRINT X" + THROUGH.format("X=0"),
        'DIM W$[2]\nS$="abc"\nW$[0]=S$\nW$[0][1]="X"\nPRINT S$;W$[0]',
        "X=1:Y=2\nF\nPRINT X;Y\nDEF F\nG\nH\nEND\nDEF G\nX=3\nEND\nDEF H\nY=4\nEND",
        "X=1\nA 2\nPRINT X\nDEF A K\nIF K THEN B K-1\nEND\nDEF B K\nC\nA K\nEND\nDEF C\nX=5\nEND",
        "F OUT Y\nPRINT X;Y\nX=0\nDEF F OUT Y\nG\nY=1\nEND\nDEF G\nX=2\nEND",
        "GOTO @A\n@B\nGOSUB @S\nEND\n@A\nFOR I=1 TO 3\nNEXT\nGOTO @B\n@S\nF\nRETURN"
        + THROUGH.format("PRINT I"),
    ]
    assert differing(sources) == {}


def test_a_list_is_not_begun_with_what_comes_behind_a_call() -> None:
    assert difference("DIM A[0]\nF\nPUSH A,5\nPRINT A[0];A[1]\nDEF F\nPUSH A,1\nEND") is None

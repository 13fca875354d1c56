"""Which values of variables must outlive a step or a call in a port."""

import re

from tests.amounts import many
from tests.porting.agreeing import difference, differing
from tests.porting.bodies import body, port_text

BEGUN = {
    "one branch stores": ("IF RND(2) THEN A=5\nPRINT A", True),
    "both branches store": ("IF RND(2) THEN A=5 ELSE A=6\nPRINT A", False),
    "the other branch ends": ("IF RND(2) THEN A=5 ELSE END\nPRINT A", False),
    "the pass before stores": ("WHILE RND(3)\nPRINT A:A=1\nWEND", True),
    "the same pass stores": ("WHILE RND(3)\nA=1:PRINT A\nWEND", False),
    "a loop may not begin": ("WHILE RND(3)\nA=1\nWEND\nPRINT A", True),
    "a loop begins in any case": ("REPEAT\nA=1\nUNTIL RND(2)\nPRINT A", False),
    "FOR may have no pass": ("FOR I=1 TO RND(3)\nA=1\nNEXT\nPRINT A", True),
    "FOR has a pass by its numbers": ("FOR I=1 TO 3\nA=I\nNEXT\nPRINT A", False),
    "FOR has a pass downward": ("FOR I=3 TO 1 STEP -.5\nA=I+1\nNEXT\nPRINT A", False),
    "FOR has none by its numbers": ("FOR I=3 TO 1\nA=I\nNEXT\nPRINT A", True),
    "FOR has none with step 0": ("FOR I=3 TO 1 STEP 0\nA=I\nNEXT\nPRINT A", True),
    "FOR has none once the fraction is cut off": ("FOR I%=-.5 TO -.2\nA=I%+1\nNEXT\nPRINT A", True),
    "FOR is left before the store": ("FOR I=1 TO 3\nIF RND(2) THEN BREAK\nA=I\nNEXT\nPRINT A", True),
    "WHILE has a pass by what is set before": ("K=-1:N=0\nWHILE K<0\nA=5:K=RND(2)-1\nWEND\nPRINT A", False),
    "what is set before may be set again": ("K=-1:INPUT K\nWHILE K<0\nA=5:K=RND(2)-1\nWEND\nPRINT A", True),
    "WHILE is jumped to": ("K=-1\n@L\nWHILE K<0\nA=5:K=1\nWEND\nPRINT A:IF RND(2) THEN @L", True),
    "WHILE has none by what is set before": ("K=1\nWHILE K<0\nA=5:K=1\nWEND\nPRINT A", True),
    "a BREAK passes over the store": ("REPEAT\nIF RND(2) THEN BREAK\nA=1\nUNTIL RND(2)\nPRINT A", True),
    "a CONTINUE passes over the store": ("REPEAT\nIF RND(2) THEN CONTINUE\nA=1\nUNTIL RND(2)+A", True),
    "a GOTO passes over the store": ("IF RND(2) THEN GOTO @L\nA=1\n@L\nPRINT A", True),
    "an ON passes over the store": ("ON RND(2) GOTO @L,@M\n@M\nA=1\nGOTO @L\n@L\nPRINT A", True),
    "an ON leads back to where it is read": (
        "@T\nN=N+1\nON N-1 GOTO @L,@M,@L,@Q\n@L\nA=A+1\nPRINT A\nGOTO @T\n@M\nPRINT N\nGOTO @T\n@Q",
        True,
    ),
    "the value stored looks at itself": ("A=A+1\nPRINT A", True),
    "a VAR is stored into before it is read": ("VAR A\nA=RND(5)\nPRINT A", False),
    "a VAR may be read first": ("VAR A\nIF RND(2) THEN A=5\nPRINT A", True),
}


def test_a_variable_is_begun_with_0_where_that_may_be_read() -> None:
    begins = re.compile("^a = (.* else )?0$|^a = 0 if ", re.MULTILINE)
    found = {kind: (source, bool(begins.search(body(source)))) for kind, (source, _) in BEGUN.items()}
    assert found == BEGUN
    assert differing((source for source, _ in BEGUN.values()), seeds=range(1, many(2, 32))) == {}


BEHIND = {
    "printed": ("FOR I=1 TO 3:NEXT\nPRINT I", True),
    "printed on one way": ("FOR I=1 TO 3:NEXT\nIF RND(2) THEN PRINT I", True),
    "stored anew": ("FOR I=1 TO 3:NEXT\nI=7:PRINT I", False),
    "counted anew by the next FOR": ("FOR I=1 TO 3:NEXT\nFOR I=1 TO 2:NEXT", False),
    "read in the next pass of a loop around": ("FOR J=1 TO 2:PRINT I:FOR I=1 TO 3:NEXT:NEXT", True),
    "not read in the next pass": ("FOR J=1 TO 2:FOR I=1 TO 3:PRINT I:NEXT:NEXT", False),
    "the start of the next FOR": ("FOR I=1 TO 3:NEXT\nFOR I=I TO 6:PRINT I:NEXT", True),
    "deep in loops": (
        "FOR A=0 TO 0\n" + "REPEAT\n" * 6 + "PRINT I\nFOR I=1 TO 3:NEXT\n" + "UNTIL RND(2)\n" * 6 + "NEXT",
        True,
    ),
}


def test_a_for_gives_its_variable_the_value_behind_it_where_that_is_read() -> None:
    read = {kind: "i = 4" in body(source) for kind, (source, _) in BEHIND.items()}
    assert read == {kind: is_read for kind, (_, is_read) in BEHIND.items()}
    assert differing((source for source, _ in BEHIND.values()), seeds=range(1, many(2, 32))) == {}


def test_a_shared_variable_is_counted_where_others_see_it() -> None:
    source = "FOR I=1 TO 3:NEXT\nF\nDEF F\nPRINT I\nEND"
    assert "        self.i = 1  # 1\n        while self.i <= 3:\n" in port_text(source)
    assert difference(source) is None


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

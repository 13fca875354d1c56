"""What the methods of a port are given and return, and which variables are local or attributes."""

import re

from tests.porting.agreeing import differing
from tests.porting.bodies import port_text


def calls_and_headings(source: str) -> list[str]:
    """The lines of a port that call a function of it or begin one, and its returns, without the machine."""
    text = re.sub(r"self\.|\b(self|machine|machine: Machine)(, |(?=\)))", "", port_text(source))
    names = set(re.findall(r"def (\w+)", text)) - {"main", "run", "__init__"}
    lines = [line.split("  #")[0].strip() for line in text.splitlines()]
    wanted = re.compile(rf".*\b({'|'.join(names)})\(.*|return .+")
    return [line for line in lines if wanted.fullmatch(line)]


FIND = "@FIND\nX=RND(9):Y=RND(N)\nRETURN\n"
PASSED = {
    "GOSUB @P:A=1\nN=3:GOSUB @P\nEND\n@P\nPRINT N\nRETURN": [
        "p(0)", "p(3)", "def p(n: int) -> None:",
    ],
    f"N=RND(4)+1:GOSUB @FIND\nPRINT X;Y\nEND\n{FIND}": [
        "x, y = find(n)", "def find(n: int) -> tuple[int, int]:", "return x, y",
    ],
    # who wants one of the results, or none
    f"N=RND(9)+1:GOSUB @FIND\nPRINT X;Y\nN=3:GOSUB @FIND\nPRINT Y\nN=4:GOSUB @FIND\nEND\n{FIND}": [
        "x, y = find(n)", "_, y = find(3)", "find(4)",
        "def find(n: int) -> tuple[int, int]:", "return x, y",
    ],
    # a result of one is given to another
    "GOSUB @GET\nGOSUB @SHOW\nEND\n@GET\nB=BUTTON()\nRETURN\n@SHOW\nPRINT B\nRETURN": [
        "buttons = get()", "show(buttons)", "def get() -> int:", "return machine.input.button()",
        "def show(buttons: int) -> None:",
    ],
    # a loop's variable, elsewhere the variable of other loops
    "FOR I=0 TO 3:GOSUB @A:NEXT\nGOSUB @B\nFOR I=0 TO 3:PRINT I:NEXT\nEND\n@A\nPRINT I\nRETURN\n"
    "@B\nFOR I=0 TO 1:PRINT I:NEXT\nRETURN": [
        "a(i)", "b()", "def a(i: int) -> None:", "def b() -> None:",
    ],
    # each way out
    "GOSUB @S\nPRINT A$\nEND\n@S\nA$=\"A\"\nIF RND(2) THEN RETURN\nA$=\"B\"\nRETURN": [
        "machine.console.print(s())", "def s() -> str:", 'return "A"', 'return "B"',
    ],
    "N=RND(3):M=RND(9)\nON N GOSUB @A,@B\nEND\n@A\nPRINT M\nRETURN\n@B\nPRINT N\nRETURN": [
        "a(m)", "b(n)", "def a(m: int) -> None:", "def b(n: int) -> None:",
    ],
    # changed by one, for one that works with it
    "X=RND(9)\nGOSUB @S\nX=X+1:GOSUB @S\nPRINT X\nEND\n@S\nIF RND(2) THEN RETURN\nX=9-X\nRETURN": [
        "x = s(x)", "x = s(x)", "def s(x: int) -> int:", "return x", "return 9 - x",
    ],
    "FOR I=0 TO 3\nX=RND(9):GOSUB @S\nPRINT X\nNEXT\nEND\n@S\nX=X+I:IF RND(2) THEN RETURN\nX=9-X\nRETURN": [
        "x = s(i, x)", "def s(i: int, x: int) -> int:", "return x", "return 9 - x",
    ],
    # in the order in which they are set for the call
    "GOTO @M\n@S\nPRINT B;A\nRETURN\n@M\nA=1:B=2:GOSUB @S\nA=3:B=4:GOSUB @S": [
        "s(1, 2)", "s(3, 4)", "def s(a: int, b: int) -> None:",
    ],
}  # fmt: skip
KEPT = {
    # state lives on
    "GOSUB @S\nGOSUB @S\nPRINT A\nEND\n@S\nA=A+RND(5)\nRETURN": {"a"},
    "A=1:GOSUB @S\nGOSUB @T\nPRINT A\nEND\n@S\nA=A+RND(5)\nRETURN\n@T\nA=A+RND(9)\nRETURN": {"a"},
    "A=RND(5):B=A:C=A:D=A:GOSUB @S\nPRINT A;B;C;D\nEND\n@S\nINC A:INC B:INC C:INC D\nRETURN": {*"abcd"},
    # what is changed in each pass of a loop lasts
    "X=5:FOR I=0 TO 3:GOSUB @S\nNEXT\nPRINT X\nEND\n@S\nX=X+I:IF RND(2) THEN RETURN\nX=9-X\nRETURN": {"x"},
    # a DEF sees it, too
    "A=RND(5):GOSUB @S\nF\nEND\n@S\nPRINT A\nRETURN\nDEF F\nPRINT A\nEND": {"a"},
    "GOSUB @S\nF\nEND\n@S\nA=RND(5)\nRETURN\nDEF F\nPRINT A\nEND": {"a"},
    # handed through by a method that does not use it, unless it is set for each call
    "A=RND(5):REPEAT:GOSUB @S:UNTIL RND(2)\nEND\n@S\nGOSUB @T\nRETURN\n@T\nPRINT A\nRETURN": {"a"},
    "REPEAT:A=RND(5):GOSUB @S:UNTIL RND(2)\nEND\n@S\nGOSUB @T\nRETURN\n@T\nPRINT A\nRETURN": set(),
    # asked for before the call, or unchanged in the loop around it
    "WHILE A<1:INPUT A:WEND\nGOSUB @S:GOSUB @T:GOSUB @U\nEND\n"
    "@S\nPRINT A\nRETURN\n@T\nPRINT A\nRETURN\n@U\nPRINT A\nRETURN": set(),
    "A=RND(5):FOR I=0 TO 3:GOSUB @S:GOSUB @T:GOSUB @U:NEXT\nEND\n"
    "@S\nPRINT A\nRETURN\n@T\nPRINT A\nRETURN\n@U\nPRINT A\nRETURN": set(),
    # too many for a call
    "A=RND(5):B=A:C=A:D=A:E=A:GOSUB @S\nEND\n@S\nPRINT A;B;C;D;E\nRETURN": {*"abcde"},
    "A=RND(5):REPEAT:B=A:C=A:D=A:E=A:GOSUB @S:UNTIL RND(2)\nEND\n@S\nPRINT A;B;C;D;E\nRETURN": {"a"},
    "GOSUB @S\nPRINT A;B;C;D\nEND\n@S\nA=RND(5):B=A:C=A:D=A\nRETURN": {*"abcd"},
    # what many use, unless it is set for each call
    "A=RND(5)\nREPEAT:GOSUB @S:GOSUB @T:GOSUB @U:UNTIL RND(2)\nEND\n"
    "@S\nPRINT A\nRETURN\n@T\nPRINT A\nRETURN\n@U\nPRINT A\nRETURN": {"a"},
    "A=RND(5):GOSUB @S\nA=RND(6):GOSUB @T\nA=RND(7):GOSUB @U\nEND\n"
    "@S\nPRINT A\nRETURN\n@T\nPRINT A\nRETURN\n@U\nPRINT A\nRETURN": set(),
    # entered in two places
    "A=RND(5)\nGOSUB @S\nGOSUB @T\nEND\n@S\nPRINT A\n@T\nPRINT A\nIF RND(2) THEN @S\nRETURN": {"a"},
    "A=RND(5)\nGOSUB @S\nEND\n@S\nDIM B[2]\nB[0]=A\nGOSUB @T\nRETURN\n@T\nPRINT B[0]\nRETURN": {"b"},
    # what no other function sees
    "GOSUB @S\nPRINT A\nEND\n@S\nA=RND(5)\nRETURN": set(),
    "A=1\nF\nA=2\nPRINT A\nDEF F\nA=5\nPRINT A\nEND": set(),
    "A=RND(5)\nF\nPRINT A\nDEF F\nPRINT 1\nEND": set(),
    "F\nDEF F\nA=RND(5)\nPRINT A\nEND": set(),
    "A=RND(5)\nF\nPRINT A\nDEF F\nVAR A=3\nPRINT A\nEND": set(),
    # a GOSUB that calls itself, and DEFs
    "GOSUB @S\nPRINT A\nEND\n@S\nA=A+1:IF A<5 THEN GOSUB @S\nRETURN": {"a"},
    "A=RND(5)\nF\nDEF F\nPRINT A\nEND": {"a"},
    "A=RND(5)\nF\nF\nDEF F\nA=A+1\nPRINT A\nEND": {"a"},
    "F\nPRINT A\nDEF F\nG\nEND\nDEF G\nA=RND(5)\nEND": {"a"},
}


def test_parameters_and_results() -> None:
    found = {source: calls_and_headings(source) for source in PASSED}
    assert found == PASSED
    assert differing(PASSED, seeds=range(1, 4)) == {}


def test_attributes() -> None:
    found = {}
    for source in KEPT:
        begun = re.findall(
            r"        self\.(\w+)(?:: \S+)? = ", port_text(source).partition("def run(self)")[0]
        )
        found[source] = set(begun) - {"machine"}
    assert found == KEPT
    assert differing(KEPT, seeds=range(1, 4)) == {}


def test_a_variable_is_an_attribute_only_where_it_passes() -> None:
    source = "FOR I=0 TO 3:F:NEXT\nGOSUB @S\nEND\n@S\nFOR I=0 TO 2:PRINT I:NEXT\nRETURN"
    source = f"FOR I=0 TO 4:PRINT I:NEXT\n{source}\nDEF F\nPRINT I*2\nEND"
    text = port_text(source)
    assert "        for i in range(4):  # 2\n            self.i = i\n            self.f()\n" in text
    assert "        for i in range(5):  # 1\n            self.machine.console.print(str(i))\n" in text
    assert "        for i in range(3):  # 6\n            self.machine.console.print(str(i))\n" in text
    assert differing([source]) == {}

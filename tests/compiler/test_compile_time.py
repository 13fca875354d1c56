"""Compiling takes time in proportion to the listing, whatever the listing is made of.

Time is counted in calls of Python and C functions, which are the same on every run and machine.
"""

from collections.abc import Callable
from cProfile import Profile

import pytest

from retromaze.compiler.compiling import compile_listing
from tests.amounts import many, one_in

SMALL, LARGE = 40, many(80, 120)
# Sorting, and looking up in sorted lists, take a little more than their share.
ALLOWANCE = 1.25


def rows(row: str, count: int) -> str:
    return "".join(row.format(i=each, j=each + 1) for each in range(count))


def blocks(opened: str, closed: str, depth: int, inside: str) -> str:
    return rows(opened, depth) + inside + rows(closed, depth)


def nests(opened: str, closed: str, count: int) -> str:
    """A listing of nests of forty blocks."""
    return blocks(opened, closed, 40, "N=N+1\n") * (count // 40)


FAMILIES: dict[str, Callable[[int], str]] = {
    "comparisons of strings in each other": lambda n: (
        "?" + "MID$(STR$(A$==" * (n // 8) + "B$" + "),0,1)" * (n // 8)
    ),
    "joins of strings in each other": lambda n: "?" + "A$+CHR$(ASC(" * (n // 8) + "B$" + "))" * (n // 8),
    "parameters of a DEF": lambda n: (
        f"DEF F(X{rows(',A{i}', 40 * n)})\nRETURN X\nEND\nB=F(1{',1' * (40 * n)})"
    ),
    "a sum of parameters": lambda n: (
        f"DEF F(X{rows(',A{i}', n)})\nRETURN X{rows('+A{i}', n)}\nEND\nB=F(1{',1' * n})"
    ),
    "names of a VAR": lambda n: f"VAR B{rows(',A{i}', n)}",
    "elements that stay 0 in a sum": lambda n: "DIM Z[9]\nA=0" + rows("+Z[A{i}]", n),
    "statements on one line": lambda n: "A=A+1:" * n,
    "strings in a sum": lambda n: 'A$="a"' + rows('+"{i}"', n),
    "branches beside each other": lambda n: rows("IF A=={i} THEN\nB=B+1\nENDIF\n", n),
    "branches of one IF": lambda n: "IF A THEN\n" + rows("ELSEIF A=={i} THEN\n?{i}\n", n) + "ENDIF",
    "nested IF": lambda n: nests("IF A{i} THEN\n", "ENDIF\n", n),
    "nested FOR": lambda n: nests("FOR A{i}=0 TO 9\n", "NEXT\n", n),
    "nested WHILE": lambda n: nests("WHILE A{i}\n", "WEND\n", n),
    "FOR around much": lambda n: blocks("FOR A{i}=0 TO 9\n", "NEXT\n", 15, "B=B+1\n" * n),
    "IF around much": lambda n: blocks("IF A{i} THEN\n", "ENDIF\n", 40, "B=B+1\n" * n),
    "labels around much": lambda n: blocks(
        "@L{i}\nIF A{i} THEN\n", "GOTO @L{i}\nENDIF\n", 40, rows("IF B THEN GOTO @M{i}\n@M{i}\n", n)
    ),
    "loops beside each other": lambda n: rows("FOR A{i}=0 TO 9:B=B+A{i}:NEXT\n", n),
    "loops jumped into": lambda n: rows("GOTO @L{i}\nFOR I=0 TO 9\n@L{i}\nA=A+1\nNEXT\n", n),
    "loops jumped out of": lambda n: rows(
        "FOR I=0 TO 9\n@T{i}\nFOR J=0 TO 9\nIF A THEN GOTO @T{i}\nNEXT\nNEXT\n", n
    ),
    "counters that are added up": lambda n: rows("A{i}=A{j}+1\n", n) + f"A{n}=A0+A1",
    "counters of many stores": lambda n: rows("A=B+{i}:B=A-{i}:SWAP A,B\n", n),
    "formulas of formulas": lambda n: rows("DEF F{i}(X):RETURN F{j}(X)+F{j}(X+1):END\n", n) + "?F0(1)",
    "jumps back": lambda n: rows("@L{i}\nA=A+1:IF A<9 THEN GOTO @L{i}\n", n),
    "jumps forward": lambda n: rows("IF A THEN GOTO @L{i}\nA=A+1\n@L{i}\n", n),
    "jumps by name": lambda n: 'A$="@L0"\n' + rows("@L{i}\nA=A+1:IF A<9 THEN GOTO A$\n", n),
    "rows of labels": lambda n: (
        f"ON A GOTO @L0{rows(',@L{i}', n)}\n" + rows("@L{i}\nB=B+1\nGOTO @E\n", n - 1) + f"@L{n - 1}\n@E"
    ),
    "GOSUBs": lambda n: rows("GOSUB @S{i}\n", n) + "END\n" + rows("@S{i}\nA{i}=A{i}+1\nRETURN\n", n),
    "GOSUBs that run on": lambda n: rows("GOSUB @S{i}\n", n) + "END\n" + rows("@S{i}\nA=A+1\n", n) + "RETURN",
    "GOSUBs in GOSUBs": lambda n: (
        "GOSUB @S0\nEND\n" + rows("@S{i}\nGOSUB @S{j}\nRETURN\n", n) + f"@S{n}\nRETURN"
    ),
    "ON GOSUB": lambda n: f"ON A GOSUB @S0{rows(',@S{i}', n)}\nEND\n" + rows("@S{i}\nB=B+1\nRETURN\n", n),
    "DEFs": lambda n: rows("DEF F{i}(X)\nRETURN X+1\nEND\nA=A+F{i}(1)\n", n),
    "DEFs that call the next": lambda n: (
        rows("DEF F{i}(X)\nRETURN F{j}(X)\nEND\n", n) + f"DEF F{n}(X)\nRETURN X\nEND\nA=F0(1)"
    ),
    "DEFs in DEFs' arguments": lambda n: (
        "DEF F(X)\nRETURN X\nEND\n" + ("A=" + "F(" * 40 + "A" + ")" * 40 + "\n") * (n // 40)
    ),
    "variables": lambda n: rows("A{i}=A{i}+1\n", n),
    "variables that are printed": lambda n: rows("A{i}={i}\nPRINT A{i}\n", n),
    "variables that nothing reads": lambda n: rows("A{i}={i}\n", n) + "PRINT A0",
    "variables from the next": lambda n: rows("A{i}=A{j}+1\n", n),
    "variables in a ring": lambda n: rows("A{i}=A{j}+1\n", n) + f"A{n}=A0",
    "one variable": lambda n: rows("A=A+{i}\n", n),
    "a sum": lambda n: "B=A" + "+A" * n,
    "a sum of Integers": lambda n: "A%=1" + "+B%" * n,
    "a sum of many variables": lambda n: rows("A{i}=A{i}+1\n", n) + "B=0" + rows("+A{i}", n),
    "a product": lambda n: "A=1:B=A" + "*A" * n,
    "a sum that grows": lambda n: "@A\nA=A" + "+B" * n + ":B=1:GOTO @A",
    "a join": lambda n: 'A$="":B$=A$' + "+A$" * n,
    "conditions": lambda n: "IF A" + " && A" * n + " THEN B=1",
    "a bitwise condition": lambda n: "IF B==1" + " OR B==2" * n + " THEN PRINT 1",
    "bits": lambda n: "B=RND(9):A=B" + " OR B" * n,
    "items": lambda n: "PRINT " + "A;" * n,
    "DATA": lambda n: "DATA 1" + ",1+1" * n,
    "DATA that is read": lambda n: "READ A\nDATA 1" + ",1" * n,
    "BREAK": lambda n: "WHILE A\n" + "IF A THEN BREAK\n" * n + "WEND",
    "CONTINUE before a long test": lambda n: "REPEAT\n" + "IF A THEN CONTINUE\n" * n + "UNTIL A" + "+A" * n,
}


def calls(source: str) -> int:
    """Returns the number of function calls that compiling a listing takes."""
    with Profile() as profile:
        compile_listing(source)
    return sum(each.callcount for each in profile.getstats())


@pytest.mark.slow
@pytest.mark.parametrize("family", one_in(20, [*FAMILIES]))
def test_a_longer_listing_takes_as_much_more_time(family: str) -> None:
    compile_listing("A=1")
    small, large = (calls(FAMILIES[family](size)) for size in (SMALL, LARGE))
    assert large < small * LARGE / SMALL * ALLOWANCE

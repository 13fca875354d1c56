"""Jumps and calls to what a text names when the listing runs."""

import pytest

from retromaze.porting import targets
from retromaze.porting.writing import port
from tests.porting.agreeing import differing
from tests.porting.bodies import body


def test_a_computed_target_is_a_branch_for_each_label_or_def_that_it_can_be() -> None:
    source = (
        'FOR I=1 TO 2:GOSUB "@S"+STR$(I):NEXT:LINPUT N$:PRINT CALL(N$,4):END\n@S1:PRINT 1:RETURN\n'
        "@S2:PRINT 2:RETURN\n@T:\nDEF TWICE(A)\nRETURN A*2\nEND\n"
        "DEF HALF(A)\nRETURN A/2\nEND\nDEF SUM(A,B)\nRETURN A+B\nEND"
    )
    functions = body(source).split("\n\n\n")
    assert [functions[0], *(each for each in functions if each.startswith("def call_"))] == [
        "for i in range(1, 3):\n"
        '        label = f"@S{i}"\n'
        '        if label == "@S1":\n'
        "            s1(machine)\n"
        '        elif label == "@S2":\n'
        "            s2(machine)\n"
        "        else:\n"
        "            raise UndefinedLabel\n"
        '    line = basic.ask_line(machine, "")\n'
        "    machine.console.print(basic.printed(call_word(line, 4)))",
        "def call_word(word: str, a: int) -> float:\n"
        '    if word == "TWICE":\n'
        "        return float(twice(a))\n"
        '    elif word == "HALF":\n'
        "        return half(a)\n"
        "    raise UndefinedFunction",
    ]


SUBROUTINES = '@END\nEND\n@S1\nPRINT "ONE"\nRETURN\n@S2\nPRINT "TWO"\nRETURN'
DEFS = "DEF ADD A,B OUT C\nC=A+B\nEND\nDEF SUB A,B OUT C\nC=A-B\nEND\nDEF SQ(X)\nRETURN X*X\nEND"


def test_computed_targets_do_as_in_the_listing() -> None:
    sources = [
        # from DATA, a variable, a list, in lower case, written as @S1, beside a LABEL$ of the listing's own
        f'FOR I=0 TO 1:READ A$:GOSUB A$:NEXT:END\nDATA "@S2","@s1"\n{SUBROUTINES}',
        f"A$=@S1:GOSUB A$:A$=@S2:GOSUB A$\n{SUBROUTINES}",
        f'DIM A$[2]:A$[0]="@S2":A$[1]=@S1:FOR I=0 TO 1:GOSUB A$[I]:NEXT\n{SUBROUTINES}',
        f'LABEL$="2":GOSUB "@s"+LABEL$:PRINT LABEL$\n{SUBROUTINES}',
        f'READ A$:GOSUB "@"+A$\n{SUBROUTINES}\nDATA "S2"',
        # of a parameter, of sums that grow
        'T "DO":END\nDEF T A$\nGOTO "@"+A$\n@DO\nPRINT 1\nEND',
        f'A$="@":FOR I=1 TO 2:A$=A$+MID$("S2",I-1,1):NEXT:GOSUB A$\n{SUBROUTINES}',
        # jumps: as a state machine, out of a loop, in a branch of IF, in a DEF
        'S$="@A"\n@M\nGOTO S$\n@A\nPRINT 1:S$="@B":GOTO @M\n@B\nPRINT 2:S$="@C":GOTO @M\n@C\nPRINT 3',
        f'FOR I=0 TO 9:IF I==3 THEN GOTO "@E"+"ND" ELSE PRINT I\nNEXT\nPRINT 10\n{SUBROUTINES}',
        'OPTION STRICT\nT 2\nDEF T N\nGOTO "@L"+STR$(N)\n@L1\nPRINT 1\nRETURN\n@L2\nPRINT 2\nEND\n@L1',
        # to a label that is cut out of a text, or goes through other variables and is put together on the way
        f'A$=MID$("@S1@S2",3,3):B$=A$:SWAP B$,C$:GOSUB C$:D$="@":D$=D$+"S":D$=D$+"1":GOSUB D$\n{SUBROUTINES}',
        f'VAR K$:SET:GOSUB K$\n{SUBROUTINES}\nDEF SET\nK$="@S2"\nEND',
        # at a label that is not there both stop with its error
        'S$="@A"\n@M\nGOSUB S$\nGOTO @M\n@A\nPRINT 1:S$="@NO"\nRETURN',
        'FOR I=1 TO 2:READ N$:PRINT CALL(N$,I):NEXT\nDATA "F","NO"\nDEF F(X)\nRETURN X\nEND',
        # calls with results, in lower case, of a function
        f'FOR I=0 TO 1:READ N$:CALL N$,7,3 OUT R:PRINT R:NEXT\nDATA "ADD","sub"\n{DEFS}',
        f'OPTION STRICT\nVAR N$="S":PRINT 1+CALL(N$+"Q",4):IF CALL(N$+"Q",3)>8 THEN PRINT N$\n{DEFS}',
    ]
    assert differing(sources) == {}
    assert [source for source in sources if port(source).not_ported] == []


def test_a_target_that_nothing_fits_stays_unported() -> None:
    refusals = [
        (
            'A$="@E":GOTO A$',
            "line 1: the label of this jump is worked out: write a `match` over the labels it can be",
        ),
        # it may call COLOR
        (
            'READ N$:CALL N$,7\nDATA "COLOR","T"\nDEF T A\nPRINT A\nEND',
            "line 1: CALL works out what it calls when it runs, which a port cannot",
        ),
    ]
    assert [(source, *port(source).not_ported) for source, _ in refusals] == refusals


def test_what_would_need_too_many_branches_is_not_ported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(targets, "MOST_BRANCHES", 6)
    assert port(f"INPUT A$\nGOSUB A$\nGOSUB A$\nGOSUB A$\n{SUBROUTINES}").not_ported == [
        "line 4: the label of this jump is worked out: write a `match` over the labels it can be"
    ]

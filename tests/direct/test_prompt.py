"""Lines compiled against a slot: names, declarations, jumps, calls, and what only a program may hold."""

from collections.abc import Callable

Talk = Callable[..., str]


def shown_for(talk: Talk, line: str, *before: str, program: str = "") -> str:
    """What the last line shows."""
    return talk(*before, line, program=program).partition(f"OK\n{line}\n")[2]


def test_variables_made_at_the_prompt(talk: Talk) -> None:
    wanted = {
        ("A%=2.7", "PRINT A%"): "2\n",
        ("A#=2.5", "PRINT A#"): "2.5\n",
        ('A$="x"', "PRINT A$"): "x\n",
        ("", "PRINT A;A%;A$"): "00\n",
        ("VAR A=3", "PRINT A"): "3\n",
        ("DIM A[2,2]:A[1,1]=4", "PRINT A[1,1];LEN(A)"): "44\n",
        ("DIM A[2]", "PRINT A[2]"): (
            "Subscript out of range\n  PRINT A[2]\n        ^\n"
            "there is no A[2]: the elements are A[0] to A[1]\n"
        ),
        (
            "DIM A[2]",
            "PRINT A[0,0]",
        ): "Syntax error (wrong number of subscripts)\n  PRINT A[0,0]\n        ^\n",
        ("DIM A[2]", "DIM A[3]"): "Duplicate variable\n  DIM A[3]\n      ^\n",
        ("A=1", "VAR A"): "Duplicate variable\n  VAR A\n      ^\n",
        ("A=1", "A"): ("Syntax error\nno instruction is called A; a variable alone does nothing\n"),
        ('A=1:B$="A"', "PRINT VAR(B$)"): "1\n",
        ("A=1", 'PRINT CHKVAR("A");CHKVAR("B")'): "10\n",
        ("A=5:FOO", "PRINT A"): "5\n",
        ("FOR I=1 TO 3:NEXT", "PRINT I"): "4\n",
        ("PRINT 1:END:A=9", "PRINT A"): "0\n",
    }
    assert {(before, line): shown_for(talk, line, before) for before, line in wanted} == wanted


def test_a_line_reaches_into_the_program(talk: Talk) -> None:
    wanted = {
        "PRINT TWICE(4)": "8\n",
        "SHOUT 3": "3!\n",
        "SPLIT 17 OUT Q,R:PRINT Q;R": "52\n",
        "SHOUT": "Illegal function call\nSHOUT is defined so: DEF SHOUT X\n",
        "LAST D:PRINT D[0]": "9\n",
        "GOSUB @SUB": "sub\n",
        'GOSUB "0:@SUB"': "sub\n",
        "GOTO @SUB:PRINT 1": "sub\n",
        "IF 1 THEN @SUB ELSE PRINT 1": "sub\n",
        "GOSUB @NONE": "Undefined label (@NONE)\n",
        "READ X,X$:PRINT X;X$": "5six\n",
        "RESTORE @MORE:READ X:PRINT X": "7\n",
        "READ X,X$,X,X": "Out of DATA\n"
        "there are fewer values in DATA than READ asks for; RESTORE @LABEL reads them again\n",
    }
    program = """\
DIM D[1]
END
DEF TWICE(X):RETURN X*2:END
DEF SHOUT X:PRINT X;"!":END
DEF SPLIT X OUT Q,R:Q=X DIV 3:R=X MOD 3:END
DEF LAST A:A[0]=9:END
@SUB
PRINT "sub"
RETURN
DATA 5,"six"
@MORE
DATA 7
"""
    assert {line: shown_for(talk, line, "RUN", program=program) for line in wanted} == wanted


def test_labels_of_a_program_are_known_once_it_was_run(talk: Talk) -> None:
    program = "@TOP\nDEF F\n@IN\nEND"
    assert shown_for(talk, "GOTO @TOP", program=program) == "Undefined label (@TOP)\n"
    inside = "Undefined label (@IN)\n@IN is in another DEF or in the main program: jumps stay inside\n"
    assert shown_for(talk, "GOTO @IN", program=program) == inside


def test_a_gosub_inside_a_def_sees_no_label_of_the_program(talk: Talk) -> None:
    program = "END\n@S RETURN\nDEF P\nGOSUB @S\nEND"
    shown = shown_for(talk, "P", "RUN", program=program)
    assert shown == "Undefined label in 0:4 (@S)\nmaze.bas:4:1\n  GOSUB @S\n  ^\n" + (
        '@S is in the main program; a DEF calls it with its slot: GOSUB "0:@S"\n'
    )


def test_what_only_a_program_may_hold(talk: Talk) -> None:
    lines = (
        *("@HERE", "DEF F", "DEF F():RETURN 1:END", "COMMON DEF F", "OPTION STRICT", "STOP", "EXEC 1"),
        *("A=1:STOP", "DISPLAY 0", "XSCREEN 4", "XSCREEN 4,512,4"),
    )
    assert {line: talk(line, "PRINT ERRNUM;A") for line in lines} == {
        line: f"OK\n{line}\nCan't use from direct mode\nOK\nPRINT ERRNUM;A\n430\n" for line in lines
    }


SHARED = 'A$="x":STOP\nA$[0]="yy"\nB$=B$+LEFT$(A$,1)\nPRINT A$;B$;LEN(A$)'
LATER = {
    # a program, what is typed before, and a line: what that shows
    ("", 'A$="ab"', "B$=A$", 'INC B$,"c"', "PRINT A$;B$"): "abcabc\n",
    (SHARED, "RUN", 'B$=A$:INC B$,"z"', "CONT"): "yyzyyzy3\n",
    # variables stay when a program is loaded or edited, and are gone after CLEAR and NEW
    (
        "PRINT 2",
        'SAVE "P"',
        "A=5:DIM B[2]:B[1]=6",
        'LOAD "P"',
        'PRGEDIT 0:PRGINS "A=1"',
        "PRINT A;B[1]",
    ): "56\n",
    ("A=1", "RUN", "B=2", "CLEAR", "PRINT A;B"): "00\n",
    ("A=1", "RUN", "B=2", "NEW", "PRINT A;B"): "00\n",
    ("", "DIM A[2]", "CLEAR", "DIM A[3]:PRINT LEN(A)"): "3\n",
    ("A=1:END\nDEF F():RETURN 3:END", "RUN", "CLEAR", "PRINT F();A"): "30\n",
    ("OPTION DEFINT\nA=1", "RUN", "A=2.5:B=2.5:PRINT A;B"): "22.5\n",
    # a line nested too deeply
    ("", "PRINT " + "(" * 20000 + "1" + ")" * 20000, "PRINT 1"): "1\n",
}


def test_what_lines_leave_for_later_ones(talk: Talk) -> None:
    found = {
        (program, *typed): shown_for(talk, typed[-1], *typed[:-1], program=program)
        for program, *typed in LATER
    }
    assert found == LATER


def test_the_next_run_of_the_program_knows_nothing_of_the_prompt(talk: Talk) -> None:
    program = 'PRINT CHKVAR("MINE")'
    assert talk("RUN", "MINE=1", "RUN", program=program).count("\n0\n") == 2

"""Ports of listings that load, run and use programs of other slots."""

import textwrap

from retromaze.comparison import Difference, Listing, Script, compare_programs
from retromaze.porting.writing import WrittenPort, port
from tests.porting.bodies import behind_heading, loaded

TITLE = """\
'STARS
LOAD "PRG1:STAGE",0
USE "PRG3:LIB"
X=3
FOR I=0 TO 1
 EXEC 1
 PRINT BEST();X
NEXT
FRAME 2,"END"
"""
STAGE = """\
'one stage
X=RND(9)
GOSUB @PLAY
IF X>100 THEN END
NOTE X
END
@PLAY
FOR I=0 TO X
 FRAME I,"*"
NEXT
RETURN
"""
LIB = """\
'a library
VAR HI
PRINT "TEST"
'a line of letters
COMMON DEF FRAME X,T$
 PRINT T$*X
END
COMMON DEF NOTE N
 HI=MAX(HI,N)
END
COMMON DEF BEST()
 RETURN HI
END
"""
PORTED = """\
def run(self, x: int) -> None:
    for _ in range(2):  # 5
        self.stage()  # 6
        self.machine.console.print(f"{self.best()}{x}")  # 7
    self.frame(2, "END")  # 9

def stage(self) -> None:  # @STAGE
    \"\"\"one stage\"\"\"
    x_stage = self.machine.rng.below(9)  # STAGE:2
    self.play(x_stage)  # STAGE:3
    if x_stage > 100:  # STAGE:4
        return
    self.note(x_stage)  # STAGE:5

def play(self, x_stage: int) -> None:  # @PLAY
    for i_stage in range(x_stage + 1):  # STAGE:8
        self.frame(i_stage, "*")  # STAGE:9

def frame(self, x_lib: int, t: str) -> None:  # LIB:5-LIB:7
    \"\"\"a line of letters\"\"\"
    self.machine.console.print(t * x_lib)  # LIB:6

def note(self, n: int) -> None:  # LIB:8-LIB:10
    self.hi = max(self.hi, n)  # LIB:9

def best(self) -> int:  # LIB:11-LIB:13
    return self.hi  # LIB:12"""


def written(source: str, programs: dict[str, str]) -> WrittenPort:
    return port(source, "games/title.bas", find_program=programs.get)


def difference(source: str, programs: dict[str, str], text: str) -> Difference | None:
    files = tuple((("DEFAULT", "TXT", name), each.encode()) for name, each in sorted(programs.items()))
    listing = Listing(source, "games/title.bas")
    return compare_programs(listing, loaded(text), seed=1, script=Script(files=files)).difference


def test_the_programs_share_a_class() -> None:
    programs = {"STAGE": STAGE, "LIB": LIB}
    made = written(TITLE, programs)
    methods = textwrap.dedent("    def run" + behind_heading(made.text).split("    def run", 1)[1])
    assert methods.strip() == PORTED
    assert not made.not_ported
    assert difference(TITLE, programs, made.text) is None


AGAIN = """\
IF CHKFILE("TXT:D") THEN PRINT X:END
X=5
GOSUB @A
@A
SAVE "TXT:D",""
EXEC 0
"""


def test_a_listing_begins_again() -> None:
    made = written(AGAIN, {})
    assert made.text.count("@basic.restarting\ndef main(machine: Machine) -> None:\n") == 1
    assert made.text.count("raise basic.Restart  # 6") == 1
    assert difference(AGAIN, {}, made.text) is None


COUNTER = "VAR S\nCOMMON DEF ADD N\nS=S+N\nEND\nCOMMON DEF SUM()\nRETURN S\nEND"

EQUAL = {
    "variables are new at each EXEC": (
        'LOAD "PRG1:A",0\nEXEC 1\nEXEC 1\nPRINT X',
        {"A": 'PRINT X;A$;N%\nX=X+1:A$=A$+"A":N%=N%+3\nPRINT X;A$;N%'},
    ),
    "a launcher lends its words": (
        'SC=1\nFOR I=0 TO 2\nEXEC "PRG1:A"\nNEXT\nPRINT SC;I\nEND\nCOMMON DEF ADD N\nSC=SC+N\nEND',
        {"A": "FOR I=0 TO 3\nADD I\nNEXT\nPRINT I;X\nX=5"},
    ),
    "USE forgets": ('USE "PRG1:A"\nADD 5\nPRINT SUM()\nUSE 1\nPRINT SUM()', {"A": COUNTER}),
    "EXEC of a library": ('EXEC "PRG1:A"\nADD 5\nPRINT SUM()\nEXEC 1\nPRINT SUM()', {"A": COUNTER}),
    "a stage goes back to the title": (
        'IF CHKFILE("TXT:D") THEN PRINT "END";X:END\nX=4\nEXEC "PRG1:A"\nPRINT "NEVER"',
        {"A": 'SAVE "TXT:D",""\nGOSUB @L\nEND\n@L\nEXEC 0'},
    ),
    "by its name": (
        'IF CHKFILE("TXT:D") THEN PRINT "END":END\nEXEC "PRG0:A"',
        {"A": 'SAVE "TXT:D",""\nPRINT "A"\nEXEC "TITLE"'},
    ),
    "a chain of stages": (
        'PRINT "T"\nEXEC "PRG0:A"',
        {
            "A": 'N=3\nPRINT "A";N\nEXEC "PRG0:B"',
            "B": 'PRINT "B";N\nIF CHKFILE("TXT:D") THEN END\nSAVE "TXT:D",""\nEXEC "PRG0:A"',
        },
    ),
    "programs inside programs": (
        'EXEC "PRG1:A"\nPRINT "BACK"',
        {"A": 'PRINT "A"\nEXEC "PRG2:B"\nPRINT "A2"', "B": 'PRINT "B"\nEXEC "PRG3:C"', "C": 'PRINT "C"\nEND'},
    ),
    "two programs in a slot": (
        'FOR S=1 TO 2\nIF S==1 THEN LOAD "PRG1:A",0:EXEC 1 ELSE LOAD "PRG1:B",0:EXEC 1\nNEXT',
        {"A": 'PRINT "A"', "B": 'PRINT "B"'},
    ),
    "DATA of a stage": ('EXEC "PRG1:A"\nEXEC 1', {"A": "FOR I=0 TO 2\nREAD A\nPRINT A\nNEXT\nDATA 5,6,7"}),
    "DATA of a chain": (
        'READ A\nPRINT A\nEXEC "PRG0:A"\nDATA 1,2',
        {"A": "READ A,B\nPRINT A;B\nDATA 5,6,7"},
    ),
    "labels and variables of a slot": (
        'USE "PRG1:A"\nRESTORE "1:@L2"\nREAD A\nPRINT A\nGOSUB "1:@SUB"\nVAR("1:Q")=3\nGOSUB "1:@SUB"\n'
        'PRINT VAR("1:Q")',
        {"A": '@L1\nDATA 1\n@L2\nDATA 2\nEND\n@SUB\nPRINT "SUB";Q\nQ=Q+1\nRETURN'},
    ),
    "DEFINT of one program": (
        'A=5/2\nEXEC "PRG1:A"\nPRINT A;F(5)\nEND',
        {"A": "OPTION DEFINT\nA=5/2\nPRINT A\nCOMMON DEF F(X)\nY=X/2\nRETURN Y\nEND"},
    ),
    "STRICT of one program": (
        'OPTION DEFINT\nA=5/2\nEXEC "PRG1:A"\nPRINT A;F(5)\nEND',
        {"A": "OPTION STRICT\nVAR A=5/2\nPRINT A\nCOMMON DEF F(X)\nVAR Y=X/2\nRETURN Y\nEND"},
    ),
    "a DEF of one name in both": (
        'DRAW 1\nEXEC "PRG1:A"\nDRAW 2\nEND\nDEF DRAW X\nPRINT "TITLE";X\nEND',
        {"A": 'DRAW 3\nCOMMON DEF DRAW X\nPRINT "A";X\nEND'},
    ),
    "names that are local above the first mention of a global": (
        'X=1:Y=2:T=9\nUSE "PRG1:A"\nSETX 7\nPRINT X;Y;GETX();T',
        {"A": "COMMON DEF SETX V\nX=V:T=X\nEND\nX=0\nCOMMON DEF GETX()\nRETURN X+T\nEND"},
    ),
    "END where a GOSUB leads": (
        'EXEC "PRG1:A"\nPRINT "BACK";SUM()\nEXEC 1\nPRINT SUM()',
        {
            "A": "X=0:L=2\n@LOOP\nGOSUB @MOVE\nX=X+1\nGOTO @LOOP\n@MOVE\nIF RND(3)==0 THEN L=L-1\n"
            "IF L<0 THEN GOTO @OVER\nPRINT X;L\nRETURN\n@OVER\nS=X\nEND\nCOMMON DEF SUM()\nRETURN S\nEND"
        },
    ),
    "what is set before such an END is not lost": (
        'EXEC "PRG1:A"\nPRINT SUM()',
        {
            "A": "S=1:T=5\nGOSUB @P\nS=2:T=2\nPRINT S;T\nEND\n@P\nGOSUB @Q\nRETURN\n@Q\n"
            "IF RND(1)==0 THEN END\nPRINT 3\nRETURN\nCOMMON DEF SUM()\nRETURN S+T\nEND"
        },
    ),
    "END in a DEF ends what runs": (
        'EXEC "PRG1:A"\nPRINT "BACK";SUM()\nFIN 3\nPRINT "NEVER"',
        {
            "A": "FOR I=0 TO 9\nFIN I\nNEXT\nCOMMON DEF FIN N\nIF N==3 THEN PRINT N:END\nEND\n"
            "COMMON DEF SUM()\nRETURN I\nEND"
        },
    ),
    "END in a DEF of the launcher": (
        'EXEC "PRG1:A"\nPRINT "BACK"\nFIN 1\nPRINT "NO"\nCOMMON DEF FIN N\nIF N THEN PRINT N:END\nEND',
        {"A": 'FIN 0\nFIN 4\nPRINT "NO"'},
    ),
    "END in a GOSUB behind a new start": (
        'PRINT 1\nEXEC "PRG1:A"\nPRINT "NO"',
        {"A": 'PRINT 2\nEXEC "PRG1:B"', "B": "GOSUB @X\n@X\nPRINT 5\nEND"},
    ),
    "arrays are handed over": (
        'DIM M[3]\nUSE "PRG1:A"\nPUT M,9\nPRINT M[0];M[2];SUM(M)\nEXEC 1\nPRINT SUM(M)',
        {
            "A": "DIM M[2]\nM[1]=7\nPRINT SUM(M)\nEND\nCOMMON DEF PUT A,V\nVAR I\n"
            "FOR I=0 TO LEN(A)-1:A[I]=V+I:NEXT"
            "\nEND\nCOMMON DEF SUM(A)\nVAR I,S\nFOR I=0 TO LEN(A)-1:S=S+A[I]:NEXT\nRETURN S\nEND"
        },
    ),
}  # fmt: skip


def test_ports_of_several_programs_are_equal() -> None:
    found = {}
    for name, (source, programs) in EQUAL.items():
        made = written(source, programs)
        if made.not_ported or (unequal := difference(source, programs, made.text)):
            found[name] = made.not_ported or str(unequal)
    assert not found


REFUSED = {
    "a program that is not there": ('PRINT 1\nEXEC "PRG1:Z"', {}),
    "a program with an error": ('PRINT 1\nEXEC "PRG1:A"', {"A": "PRINT 1+"}),
    "a name that is worked out": ('N$="A"\nEXEC "PRG1:"+N$', {"A": "PRINT 1"}),
    "READ in both": ('READ A\nEXEC "PRG1:A"\nREAD A\nDATA 1,2', {"A": "READ A\nDATA 3"}),
    "EXEC in a DEF": ('F\nDEF F:EXEC "PRG1:A"\nEND', {"A": "PRINT 1"}),
    "callbacks": ('PRINT 1\nEXEC "PRG1:A"', {"A": "SPFUNC 0,@U\n@U\nRETURN"}),
    "one of two programs": (
        'IF RND(2) THEN LOAD "PRG1:A",0 ELSE LOAD "PRG1:B",0\nEXEC 1',
        {"A": "PRINT 1", "B": "PRINT 2"},
    ),
    "what a library has counted": (
        'IF !CHKFILE("TXT:D") THEN USE "PRG1:A"\nADD 1:PRINT SUM():EXEC 0',
        {"A": COUNTER},
    ),
}


def test_a_place_of_another_program_is_told_with_its_name() -> None:
    source, programs = 'EXEC "PRG1:A"\nCALL N$\nEXEC "PRG2:B"', {"A": "PRINT 1\nCALL N$", "B": "PRINT 2"}
    what = "CALL works out what it calls when it runs, which a port cannot"
    assert written(source, programs).not_ported == [f"line 2: {what}", f"line A:2: {what}"]


def test_what_is_not_known_is_not_ported() -> None:
    for name, (source, programs) in REFUSED.items():
        found = [each for each in written(source, programs).not_ported if "another slot" in each]
        assert found == ["line 2: EXEC means another slot's program, which is not ported here"], name

"""The names of a port, and the constants at a listing's top, which become keywords of `main`."""

import re

from retromaze.porting.module import class_name
from retromaze.porting.writing import write_port
from tests.porting.agreeing import differing
from tests.porting.bodies import body, port_text


def test_suffixes_only_where_they_are_needed() -> None:
    source = (
        'A=1:A%=2:A$="3":B$="4":DIM PRINTED[1]:L=5:DIR=6:LIST$="7"\nPRINT A;A%;A$;B$;L;DIR;LIST$;PRINTED[0]'
    )
    assert body(source).splitlines()[-1].strip() == (
        'machine.console.print(f"{a}{a_int}{a_text}{b}{l_}{dir_}{list_text}{printed[0]}")'
    )


def test_names_are_told_apart_only_where_they_are_in_sight_together() -> None:
    source = """\
DIM MAP%[3],L[2]
C$="A":MAP%[0]=1:L[1]=2
GOSUB @ONE
END
@ONE
PRINT C$;MAP%[0];L[1]
PRINT FIRST$("AB");CODE("C");BOTH(C$)
RETURN
DEF FIRST$(C$)
L$=C$[0]:VSYNC
RETURN L$
END
DEF CODE(S$)
C=ASC(S$)
RETURN C+RND(1)
END
DEF BOTH(T$)
T=LEN(T$)+RND(1)
RETURN T+LEN(C$)
END
"""
    text = port_text(source)
    expected = {
        "machine.console.print(f'{self.c}{self.map[0]}{self.l[1]}')",
        "text = c[0]",  # `l` looks like a 1
        "return c + self.machine.rng.below(1)",
        "t = len(t_text) + self.machine.rng.below(1)",
    }
    lines = text.replace('f"', "f'").replace('")', "')").splitlines()
    assert expected - {re.sub(" +#.*", "", each).strip() for each in lines} == set()
    assert differing([source]) == {}


def test_records_of_lists_that_are_called_like_builtins() -> None:
    source = "DIM MAP[3],MAX[3],MAY[3]\nGOSUB @A:GOSUB @A\nEND\n@A\nFOR I=0 TO 2\n"
    source += "MAP[I]=MAP[I]+I:MAX[I]=MAX[I]+2:MAY[I]=MAY[I]+1:PRINT MAP[I],MAX[I],MAY[I]\nNEXT\nRETURN\n"
    assert 'VARIABLES = {"items.p": "MAP", "items.x": "MAX", "items.y": "MAY"}' in port_text(source)
    assert differing([source]) == {}


def test_records_have_the_better_right_to_a_name() -> None:
    source = "DIM TOWERX[3],TOWERY[3]\nGOSUB @A:GOSUB @A\nEND\n@A\nFOR I=0 TO 2\n"
    source += "TOWERX[I]=TOWERX[I]+I:TOWERY[I]=TOWERY[I]+1:PRINT TOWERX[I],TOWERY[I]\nNEXT\nRETURN\n"
    text = write_port(source, "tower.bas")
    assert "    Game(machine).run()\n" in text and "[Tower() for _ in range(3)]" in text


def test_class_names() -> None:
    assert class_name("programs/button_game.bas") == "ButtonGame"
    assert class_name("C:\\maze.prg") == "Maze"
    assert class_name("12.bas") == "Listing"
    assert [class_name(each) for each in ("MAZE_3D.BAS", "MyMaze.bas")] == ["Maze3d", "MyMaze"]


def test_what_is_set_once_to_a_constant_is_a_keyword() -> None:
    keywords = [
        ("W=5:H=7\nPRINT W*H", ["w: int = 5", "h: int = 7"]),
        ('N%=5:S$="A":R=0.5\nPRINT N%;S$;R', ["n: int = 5", 's: str = "A"', "r: float = 0.5"]),
        ("W%=5.5\nPRINT W%", ["w: int = 5"]),
        # a parameter may be changed in a branch, but what is counted is no setting
        ("W=5\nIF RND(2) THEN W=6\nPRINT W", ["w: int = 5"]),
        ("N=0\nFOR I=1 TO 3:N=N+I:NEXT\nPRINT N", []),
        ("N=5\nWHILE RND(3):N=7:WEND\nPRINT N", []),
        # read nowhere, also with a comment
        ("X=3:Y=1\nPRINT X", ["x: int = 3"]),
        ("X=3\nY=1 'of no use\nPRINT X", ["x: int = 3"]),
        # worked out, or set again by a jump
        ("W=5+RND(2)\nPRINT W", []),
        ("@L\nW=5\nPRINT W:IF RND(2) THEN GOTO @L", []),
        # behind what has nothing to do with it, where it is set this once
        ("CLS:W=5\nPRINT W", ["w: int = 5"]),
        ("ACLS:XSCREEN 2:DIM A[3]\nW=5:PRINT 1:H=6\nA[0]=W*H:PRINT A[0]", ["w: int = 5", "h: int = 6"]),
        ("OPTION STRICT\nVAR W=5,N,S=W*2\nVAR H=6\nPRINT W;H;N;S", ["w: int = 5"]),
        ("VAR W=-6.5,H=TRUE\nPRINT W;H", ["w: float = -6.5", "h: int = 1"]),
        ("N=0:W=5\nFOR I=1 TO W:N=N+1:NEXT\nPRINT N", ["w: int = 5"]),
        ("CLS:W=5\nIF RND(2) THEN W=6\nPRINT W", []),
        ("CLS:W=5:W=6\nPRINT W", []),
        # behind what names a variable, calls a DEF or jumps
        ("PRINT W:W=5\nPRINT W", []),
        ("PRINT N:W=5\nPRINT W", []),
        ("F:W=5\nPRINT W\nDEF F\nPRINT W\nEND", []),
        ("GOSUB @L:W=5\nPRINT W:END\n@L\nPRINT W:RETURN", []),
        ("IF RND(2) THEN PRINT 1\nW=5\nPRINT W", []),
        ("GOTO @L\n@L\nW=5\nPRINT W", []),
    ]
    found = []
    for source, _ in keywords:
        heading = next(line for line in port_text(source).splitlines() if line.startswith("def main("))
        given = heading.partition("machine: Machine")[2].partition(")")[0]
        found.append((source, [each for each in given.split(", ") if each not in ("", "*")]))
    assert found == keywords
    assert differing(source for source, _ in keywords) == {}


def test_numbers_in_a_row_name_things_and_are_constants() -> None:
    source = """W=5:EMPTY=0:WALL=1:LAST=9
H=12:DIM M[W]
M[1]=WALL:M[2]=EMPTY
FOR I=0 TO W-1:IF M[I]==WALL THEN PRINT I;H
NEXT
PRINT EMPTY!=M[1];WALL+LAST"""
    text = port_text(source)
    assert "def main(machine: Machine, *, w: int = 5, h: int = 12) -> None:" in text
    assert "EMPTY, WALL, LAST = 0, 1, 9" in text
    # one number alone, and two that do not follow each other
    assert "w: int = 1, h: int = 3" in port_text("W=1:H=3\nPRINT W;H")
    assert differing([source]) == {}


def test_a_number_that_says_how_many_data_are_read_is_a_constant() -> None:
    source = """N=3:M=2
DIM A$[N],B[N]
FOR I=0 TO N-1:READ A$[I],B[I]:NEXT
FOR I=1 TO M:PRINT A$[I];B[I]:NEXT
DATA "X",1,"Y",2,"Z",3"""
    text = port_text(source)
    assert "def main(machine: Machine, *, m: int = 2) -> None:" in text
    assert 'a = ["X", "Y", "Z"]  # 2-3\n    b = [1, 2, 3]\n' in text
    assert differing([source]) == {}


def test_a_name_that_begins_with_an_underscore_is_public_in_python() -> None:
    source = (
        '_A=RND(3):A=RND(3)\nF:_F\nDIM _M$[3]:_M$[A]="X"\nPRINT _M$[0]\nEND\n'
        "DEF F\nINC _A,A\nEND\nDEF _F\nPRINT _A\nEND"
    )
    port = port_text(source)
    assert 'VARIABLES = {"a_": "_A", "m": "_M$"}' in port
    assert "self.a_ = machine.rng.below(3)" in port
    assert differing([source]) == {}


def test_comments_of_data_stand_above_its_rows() -> None:
    data = (
        "PRINT 1\n'walls\n@S\nDATA 1,2 'first row\nREM colors\n@C\nDATA 5,6 'last row\nPRINT 2\nRESTORE @C\n"
    )
    kept = data + "FOR I=0 TO RND(2):READ D:PRINT D:NEXT"
    found = """\
    data = basic.Data(
        # walls
        # first row
        1, 2,  # 4
        # colors
        # last row
        5, 6,  # 7
    )  # fmt: skip
    machine.console.print("1")  # 1
    machine.console.print("2")  # 8
"""
    assert found in port_text(kept)
    # without `basic.Data` they are where they stood
    replaced = data + "FOR I=0 TO 1:READ D:PRINT D:NEXT"
    rows = [row.strip() for row in port_text(replaced).splitlines()]
    at = rows.index('machine.console.print("1")  # 1') + 1
    assert rows[at : at + 4] == ["# walls", "# first row", "# colors", "# last row"]
    assert differing([kept, replaced]) == {}


def test_what_self_has_hides_no_builtin_and_no_function() -> None:
    source = "DIM MAP[2],ID[2]\nMAIN\nDEF MAIN\nFOR MAX=0 TO 1:MAP[MAX]=MAX:ID[MAX]=MAP[MAX]+1:NEXT\nEND"
    text = port_text(source)
    assert "self.map[max_] = max_" in text and "for max_ in range(2):" in text
    assert "        self.main()  # 2\n" in text and "    def main(self) -> None:" in text
    # also if it holds nothing but the machine: a function `main` would hide the port's own
    assert "    def main(self) -> None:" in port_text("MAIN:MAIN\nDEF MAIN\nPRINT 1\nEND")
    assert differing([source]) == {}


def test_lines_around_a_heading_are_left_out() -> None:
    source = "'*******\n'* MAZE *\n'*******\nGOSUB @A:GOSUB @A\n'--- draws ---\n@A\nPRINT 1--1 '==\nRETURN"
    text = port_text(source)
    assert text.startswith('"""MAZE\n') and '"""draws"""' in text and "# 7  ==\n" in text


def test_no_constant_hides_the_table_of_names() -> None:
    rows = 'RESTORE @VARIABLES:FOR I=0 TO RND(2):READ A$:NEXT:PRINT A$\n@VARIABLES\nDATA "X","Y"'
    for source in (
        f"B=BUTTON():PRINT B:{rows}",
        "DIM VARIABLES[2]:READ VARIABLES[0]:PRINT VARIABLES[0]\nDATA 5",
    ):
        assert write_port(source).count("\nVARIABLES = ") == source.startswith("B")

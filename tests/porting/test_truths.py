"""Variables that hold nothing but truths are bools."""

from functools import partial

from retromaze.comparison import Listing, compare_programs
from tests.porting.agreeing import differing
from tests.porting.bodies import body, loaded, port_text

FLAG = "A=RND(9)\nF=0\nIF A>3 THEN F=1\n"


def test_a_number_that_is_only_tested_is_a_bool() -> None:
    source = (
        "A=RND(9):F=0:G=0\nIF A>3 THEN F=1\nG=A==5 OR A==6\nH=F AND !G\nF=1-F:G=!G\n"
        "IF F==1 AND G==0 THEN PRINT 1\nIF F>0 || G<>0 THEN PRINT 2\nWHILE !H:H=1:WEND"
    ).replace("<>", "!=")
    assert body(source).splitlines() == [
        "a = machine.rng.below(9)",
        "f = a > 3",
        "g = a in (5, 6)",
        "h = f and not g",
        "f, g = not f, not g",
        "if f and not g:",
        '    machine.console.print("1")',
        "if f or g:",
        '    machine.console.print("2")',
        "while not h:",
        "    h = True",
    ]
    assert differing([source], seeds=range(1, 9)) == {}


def test_what_else_is_done_with_it_makes_it_a_number() -> None:
    tests = "IF F THEN PRINT 1"
    others = (
        "PRINT F",
        "A=A+F",
        "F=2",
        "F=RND(2)",
        "INC F",
        "SWAP F,A",
        "DIM M[9]:M[F]=1",
        "READ F\nDATA 1",
        "IF F==2 THEN PRINT 3",
        "IF F AND A THEN PRINT 3",
        "ON F GOTO @L,@L\n@L",
        "G=F:PRINT G",
        "FOR F=0 TO 1:NEXT",
        "F=-(A==1)",
    )
    assert "f = True" in body(FLAG + tests)
    assert {each for each in others if "f = True" in body(f"{FLAG}{each}\n{tests}")} == set()


def test_bits_that_are_only_tested_are_a_bool() -> None:
    source = "B=BUTTON():Q=B AND #X:R=RND(99) AND 12\nIF Q || R THEN PRINT 1\nIF F(B) THEN PRINT 2\n"
    source += "DEF F(B)\nRETURN B AND 16\nEND"
    text = port_text(source)
    assert "    q = bool(b & X)\n" in text
    assert "    r = bool(machine.rng.below(99) & 12)\n" in text
    assert "def f(b: int) -> bool:  # 4-6\n    return bool(b & 16)  # 5\n" in text
    assert differing([source], seeds=range(1, 9)) == {}
    numbers = (
        "PRINT Q",
        "IF Q==64 THEN PRINT 3",
        "IF Q==1 THEN PRINT 3",
        "N=1-Q:PRINT N",
        "IF Q AND R THEN PRINT 3",
    )
    assert {
        each for each in numbers if "q = bool(" in port_text(source.replace("IF Q ", f"{each}\nIF Q "))
    } == set()


ALIVE = (
    "DIM L[5],M[2,3]\nFOR I=0 TO LEN(L)-1:L[I]=I!=2:M[1,0]=!L[I]:NEXT\nIF L[1] AND M[1,0]==0 THEN PRINT 1\n"
)


def test_elements_that_are_only_tested_are_bools() -> None:
    assert body(ALIVE).splitlines() == [
        "l_ = [False] * 5",
        "m = [[False] * 3 for _ in range(2)]",
        "for i in range(len(l_)):",
        "    l_[i] = i != 2",
        "    m[1][0] = not l_[i]",
        "if l_[1] and not m[1][0]:",
        '    machine.console.print("1")',
    ]
    assert differing([ALIVE]) == {}


def test_what_else_is_done_with_an_array_makes_its_elements_numbers() -> None:
    others = (
        "PRINT L[3]",
        "A=L[0]+1",
        "L[1]=2",
        "INC L[2]",
        "SWAP L[0],L[1]",
        "FILL L,1",
        "PUSH L,1",
        "SORT L",
        "DIM N[0]:COPY N,L:PRINT N[0]",
        "READ L[0]\nDATA 1",
        'SAVE "DAT:L",L',
        "SHOW L\nDEF SHOW A\nPRINT A[0]\nEND",
        "DIM N[0]:N=L:N[0]=7",
        "M[L[0],1]=1",
    )
    assert {each for each in others if "l_[i] = i != 2" in body(ALIVE + each)} == set()
    assert differing([ALIVE + each for each in others]) == {}


def test_a_truth_that_is_shown_is_0_or_1() -> None:
    source = "A=RND(3)\nB=(!A)!=1:C=(!A)==0:PRINT B;C;(!!A)==1"
    assert differing([source], seeds=range(1, 6)) == {}


def test_what_defs_are_given_and_return_is_a_bool_as_well() -> None:
    source = (
        "FOR X=0 TO 9\nIF INSIDE(X,1) THEN PRINT X\nSHOW X,X==3,0:TWO X OUT A,B:IF A THEN PRINT B\nNEXT\n"
        "DEF INSIDE(X,Y)\nRETURN X>=2 && X<7 && Y\nEND\n"
        'DEF SHOW X,MARKED,N\nIF MARKED==1 THEN PRINT "*"\nPRINT N\nEND\n'
        "DEF TWO X OUT A,B\nA=X<4:B=X>2\nEND"
    )
    text = port_text(source)
    for line in (
        "def inside(x: int, y: bool) -> bool:",
        "return 2 <= x < 7 and y",
        "def show(machine: Machine, x: int, marked: bool, n: int) -> None:",
        "def two(x: int) -> tuple[bool, int]:",
        "if marked:",
        "x == 3, 0)",
    ):
        assert line in text, f"{line}\n{text}"
    assert differing([source]) == {}


def test_a_keyword_of_main_is_a_bool_where_it_is_only_tested() -> None:
    source = "SHOW=1:MARK=0\nN=0\nWAY=1\nS=MARK\nIF SHOW==0 || N<1 THEN S=!S\nIF S THEN PRINT WAY"
    text = port_text(source)
    assert "show: bool = True, mark: bool = False, n: int = 0, way: int = 1" in text
    assert "s = mark  # 4\n    if not show or n < 1:" in text
    assert differing([source]) == {}
    given = partial(loaded(text), show=0, mark=2)
    assert not compare_programs(Listing(source.replace("SHOW=1:MARK=0", "SHOW=0:MARK=2")), given).difference

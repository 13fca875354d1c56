"""Operands are evaluated once, in the listing's order; a stored character changes a shared string."""

import pytest

from tests.amounts import many
from tests.porting.agreeing import difference, differing
from tests.porting.bodies import body, port_text

COUNTING = "\nDEF F(X)\nC=C*3+X\nPRINT C\nRETURN X\nEND"
MOVING = '\nDEF F(X)\nI=I+1\nRETURN X\nEND\nDEF T$()\nI=I+1\nS$=S$+"R"\nRETURN "-"\nEND'
SHARING = '\nDEF T$()\nR$=S$\nRETURN "-"\nEND\nDEF P(X)\nS$="xyz"\nRETURN X\nEND'
FILLED = "DIM A[9]\nFOR I=0 TO 8:A[I]=I:NEXT\n"
SHOWN = "\nFOR I=0 TO 8:PRINT A[I]:NEXT\nPRINT RND(99)"


def test_once_and_in_order() -> None:
    sources = [
        FILLED + "SWAP A[0],A[RND(9)]" + SHOWN,
        FILLED + "SWAP A[RND(9)],A[RND(9)]" + SHOWN,
        FILLED + "INC A[RND(9)]\nDEC A[RND(9)],RND(5)" + SHOWN,
        'DIM A$[4]\nUNSHIFT A$[RND(4)],"X"\nUNSHIFT A$[RND(4)],STR$(RND(9))\nPRINT A$[0];A$[1];A$[2];A$[3]',
        'S$="ABCDEF"\nPRINT MID$(S$,RND(3),2);MID$(S$,RND(3),RND(3));RND(99)',
        "DIM Q%[4]\nQ%[1]=2147483647\nINC Q%[F(1)],5\nPRINT Q%[1]" + COUNTING,
        "DIM A[F(2),F(3)]\nPRINT LEN(A)" + COUNTING,
        "PRINT RGB(F(1),F(2),F(3),F(4))" + COUNTING,
        "PRINT RND(F(5),F(6)+1);RND(F(1),F(0))" + COUNTING,
        'PRINT INSTR(F(1),"ABCB","B")' + COUNTING,
        "RANDOMIZE F(0),F(9)\nPRINT RND(99)" + COUNTING,
        "GPSET 3,3,5:GCOPY F(0),F(3),F(3),F(3),F(3),F(9),F(9),F(1)\nPRINT GSPOIT(9,9)" + COUNTING,
        "IF F(1) THEN\nELSEIF F(2) THEN\nENDIF" + COUNTING,
        "DIM A[3]\nA[I]=A[I]+F(5)\nPRINT A[0];A[1]" + MOVING,
        "DIM A[3]\nINC A[I],F(5)\nPRINT A[0];A[1]" + MOVING,
        "DIM Q%[3]\nINC Q%[I],F(5)\nPRINT Q%[0];Q%[1]" + MOVING,
        'S$="abc"\nUNSHIFT S$,T$()\nPRINT S$' + MOVING,
        'S$="abc"\nR$=S$\nINC S$,T$()\nPRINT S$;R$' + MOVING,
        'S$="abc"\nR$=S$\nINC R$,"q"\nS$[0]=T$()\nPRINT S$;R$' + MOVING,
        "INC A,F(5)\nINC N%,F(6)\nDEC N%,F(0.5)\nPRINT A;N%\nDEF F(X)\nINC A,100:N%=50\nRETURN X\nEND",
        "DIM W$[2]\nINC W$[I],T$()\nPUSH W$[I],T$()\nUNSHIFT W$[I-2],T$()\nPRINT W$[0];W$[1]" + MOVING,
        'S$="abc"\nS$[1]=T$()\nS$[P(0)]=T$()\nPRINT S$;R$' + SHARING,
        'S$="abc"\nINC S$,T$()\nPUSH S$,T$()\nUNSHIFT S$,T$()\nPRINT S$;R$' + SHARING,
        'DIM W$[2]\nFILL W$,"abc"\nW$[I][F(2)]=STR$(F(1))\nW$[F(0)][I-3]="-"\nPRINT W$[0];W$[1]' + MOVING,
        'S$="abc"\nS$[RND(3)]=STR$(RND(99))\nPRINT S$',
        "DIM A[9]\nA[1]=5\nI=1\nSWAP A[I],A[F(0)]\nPRINT A[0];A[1];A[2]" + MOVING,
        "DIM A[4]\nV 2 OUT I,A[I]\nPRINT A[0];A[2]\nDEF V X OUT P,Q\nP=X:Q=X/2\nEND",
    ]
    assert differing(sources, seeds=range(1, many(2, 24))) == {}


def test_input_looks_for_its_targets_behind_the_answer() -> None:
    source = 'DIM A[9],Q%[2]\nINPUT A[RND(9)]\nI=1\nINPUT I,A[I]\nS$="ab":R$=S$\nINPUT S$\nINC R$,"q"\n'
    source += "PRINT I;A[1];A[2];A[3];S$;R$;RND(99)"
    answers = [("5", "3,7", "X"), ("", "", ""), ("2.5", "1,-0", "")]
    assert {each: difference(source, *each) for each in answers} == dict.fromkeys(answers)


def test_input_of_integers_cuts_each() -> None:
    assert difference("INPUT A%,B%\nPRINT A%;B%", "2.7,-3.5") is None


def test_a_subscript_that_does_something_has_a_name() -> None:
    assert body("DIM A[9]\nSWAP A[0],A[RND(9)]\nSWAP A[RND(9)],A[RND(9)]\nPRINT A[0]").splitlines()[1:-1] == [
        "at = machine.rng.below(9)",
        "a[0], a[at] = a[at], a[0]",
        "at = machine.rng.below(9)",
        "at_ = machine.rng.below(9)",
        "a[at], a[at_] = a[at_], a[at]",
    ]


def test_what_only_calculates_stays_where_it_stands() -> None:
    source = 'DIM A[9]\nI=RND(3)\nSWAP A[ABS(I)],A[I+1]\nPRINT MID$("ABC",ABS(I),1);A[0]'
    assert "at = " not in port_text(source)
    assert "basic.middle" not in port_text(source)


def test_the_subscripts_of_a_string_in_an_array_are_worked_out_once() -> None:
    source = 'DIM A$[3]\nA$[1]="abc"\nA$[F(1)][F(2)]="Q"\nPRINT A$[1]' + COUNTING
    assert port_text(source).count("(machine, 1)") == 1


ALONE = 'C$="ABC":'
SHARED = 'C$="ABC":E$=C$:'
INSIDE = 'DIM A$[2]:A$[0]="ABC":E$=A$[0]:'
GIVING = '\nDEF F OUT R$,N\nR$="Z":N=I\nEND\nDEF G OUT R$\nR$=G$:INC R$,"w"\nEND'


SOURCES = [
    ALONE + "CHR$ 88 OUT C$[1]:PRINT C$",
    ALONE + 'READ C$[RND(3)]:PRINT C$;RND(9)\nDATA "XY"',
    ALONE + "SWAP C$[0],C$[2]:PRINT C$",
    ALONE + 'B$="X":SWAP B$,C$[RND(2)]:PRINT B$;C$;RND(9)',
    ALONE + 'INC C$[RND(3)],"X":PRINT C$;RND(9)',
    ALONE + "LINPUT C$[0]:PRINT C$",
    ALONE + "INPUT I,C$[I]:PRINT I;C$",
    ALONE + "I=2:F OUT C$[I],I:PRINT C$;I" + GIVING,
    SHARED + "CHR$ 88 OUT C$[0]:PRINT E$",
    SHARED + 'READ C$[1]:PRINT E$\nDATA "X"',
    SHARED + 'B$="X":SWAP B$,C$[2]:PRINT E$;B$',
    SHARED + 'INC C$[0],"X":PRINT E$;C$',
    SHARED + "LINPUT C$[0]:PRINT E$",
    SHARED + "INPUT C$[0]:PRINT E$",
    SHARED + "F OUT C$[1],I:PRINT E$" + GIVING,
    SHARED + 'G$="q":G OUT C$[1]:PRINT E$;G$' + GIVING,
    INSIDE + 'READ A$[0][1]:INC A$[0][0],"!":PRINT E$;A$[0]\nDATA "X"',
    INSIDE + 'READ A$[RND(1)][RND(3)]:PRINT E$;RND(9)\nDATA "X"',
    INSIDE + "INPUT A$[RND(1)][RND(3)]:PRINT E$;RND(9)",
    INSIDE + "SWAP A$[0][0],A$[0][2]:PRINT E$",
]


@pytest.mark.parametrize("answer", ["1,hey", ""])
def test_the_port_stores_a_character_as_the_listing_does(answer: str) -> None:
    assert differing(SOURCES, answer, "2,ho", "1,q") == {}


def test_two_characters_change_places() -> None:
    assert body('C$="ABC"\nE$=C$\nSWAP C$[0],C$[2]\nPRINT E$').splitlines()[2:-1] == [
        "value, value_ = c.characters[2], c.characters[0]",
        "c.put(0, value)",
        "c.put(2, value_)",
    ]


def test_an_item_of_data_is_read_before_a_subscript_does_something() -> None:
    assert body('C$="ABC"\nREAD C$[RND(3)]\nDATA "X"\nPRINT C$').splitlines()[:-1] == [
        'new = "X"',
        "at = machine.rng.below(3)",
        "c = basic.replaced(c, at, 1, new)",
    ]

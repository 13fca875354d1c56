"""Operands are worked out once, and in the listing's order."""

from retromaze.porting.writing import write_port
from tests.amounts import many
from tests.porting.agreeing import difference, differing
from tests.porting.bodies import body

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
    assert "at = " not in write_port(source)
    assert "basic.middle" not in write_port(source)


def test_the_subscripts_of_a_string_in_an_array_are_worked_out_once() -> None:
    source = 'DIM A$[3]\nA$[1]="abc"\nA$[F(1)][F(2)]="Q"\nPRINT A$[1]' + COUNTING
    assert write_port(source).count("self.f(1)") == 1

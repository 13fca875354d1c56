"""Values that Python would show otherwise: comparisons, precedence, 32 bits, growth, the sign of a zero."""

from tests.porting.agreeing import differing
from tests.porting.bodies import body


def test_ports_show_what_listings_show() -> None:
    sources = [
        "D=RND(9)\nD=(D+1) AND 3\nPRINT D\nD=D+1 AND 3\nPRINT D\nD=D+1 XOR 7\nPRINT D\nD=(D+1)+2-1\nPRINT D",
        "A=RND(2)\nPRINT MIN(A==1,5);MAX(A==1,A);MIN(A==1,0.5)",
        'A=RND(2)\nPRINT A==1;STR$(A==1);ABS(A==1);FORMAT$("%D",A==1);-(A==1);(A==1)==1;NOT (A==1)',
        "A=RND(2)\nDIM B[1]\nPUSH B,A==1\nFILL B,A==1\nSWAP B[0],A\nPRINT A;B[0];B[1]",
        'PRINT -VAL("0");-VAL("0.0");VAL("0")*-1;VAL("2000000000")*2;VAL("5")/2;STR$(VAL("1234567"))',
        'Y=VAL("0")\nPRINT -Y;MIN(VAL("0"),5)*-1;VAL("3")+0.5',
        "X=RND(1)\nPRINT X*-1;-X;0*-1;ATAN(X*-1,-1);MIN(-X,5);-MIN(X,2.5)",
        "B=123456789\nFOR I=1 TO 9\nA=B<<3:SWAP A,B\nPRINT A;B\nNEXT",
        "N%=2147483647\nN%=N%+F(1)\nPRINT N%\nDEC N%,F(1)\nPRINT N%\nDEF F(X)\nRETURN X\nEND",
        "A=1:B=2\nFOR I=1 TO 75\nSWAP A,B\nA=A<<1\nPRINT A;B\nNEXT",
        "A=1:B=1\nFOR I=1 TO 200\nC=A+B:A=B:B=C\nNEXT\nPRINT A",
        "A=1\nFOR I=1 TO 99\nA=A+A\nNEXT\nPRINT A+1",
        "DIM B[2]\nA=1\nFOR I=1 TO 99\nB[0]=A:B[1]=A+1:A=B[0]+B[1]\nNEXT\nPRINT A",
        "A=1\nFOR I=1 TO 99\nA=G(A)+G(A+1)\nNEXT\nPRINT A\nDEF G(X)\nRETURN X\nEND",
        'DIM A$[3]\nA$[0]="x"\nB$=A$[0]\nINC A$[1],"q"\nPRINT A$[2]\nFILL A$,"z"\nINC A$[1],"q"\nPRINT A$[0]',
        "A%=RND(9)\nFOR I=0 TO 3\nV=2147483645+I\nPRINT A% MOD (1+V)\nNEXT",
    ]
    assert differing(sources) == {}


def test_what_becomes_of_a_target_in_its_own_value() -> None:
    written = {
        "D=(D+1) AND 3": "d = d + 1 & 3",
        "D=D+1+2": "d += 1 + 2",
        "D=D+(D AND 1)": "d += d & 1",
        "D=(D AND 7)+1": "d = (d & 7) + 1",
        "D=D-1": "d -= 1",
        "D=MIN(D==1,5)": "d = min(int(d == 1), 5)",
    }
    bodies = {each: body(f"D=RND(9)\n{each}\nPRINT D").splitlines() for each in written}
    assert {each: lines for each, lines in bodies.items() if written[each] not in lines} == {}

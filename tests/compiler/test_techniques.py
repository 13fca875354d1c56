"""Programs do the same whatever is done for their speed: each technique is left out once, and all of them."""

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache

import pytest

from retromaze.analysis.programs import analyse_listing
from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.compiler import compiling
from retromaze.compiler.settings import ALL, Settings, Technique
from retromaze.engine.computer import Computer
from retromaze.errors import BasicError, Stopped
from retromaze.language.prologue import with_constants_set
from retromaze.machine.events import Event
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer
from tests.amounts import many, one_in
from tests.compiler import test_random_flow
from tests.compiler.choices import CHOICES, NONE
from tests.fuzzing.kinds import ROOT, numbers

# One listing for each technique that shows it at work, and at the edge of what it may do.
EDGES = {
    "a DEF of little text that calls one of much work": """\
?F0(1),MAINCNT
?F(3),MAINCNT
"""
    + "".join(f"DEF F{level}(X):RETURN F{level + 1}(X)+F{level + 1}(X+1):END\n" for level in range(13))
    + """\
DEF F13(X):RETURN X:END
DEF F(X):RETURN G(X)+1:END
DEF G(X):VAR I:FOR I=1 TO X*20000:NEXT:RETURN I:END
""",
    "a FOR ends at a Real": """\
FOR Q=1 TO 9
 READ T$,S$
 A=VAL(T$):B=VAL(S$)
 IF A<9 THEN FOR J=0 TO A:?J;:NEXT:?J
 IF A>-9 THEN FOR J=3 TO A STEP -2:?J;:NEXT:?J
 IF A<9 THEN FOR I=B TO A/2:?I;:NEXT:?I
 IF A<9 THEN FOR I%=0 TO A:?I%;:NEXT:?I%
 FOR J=0 TO A:?J;:IF J>3 THEN BREAK
 NEXT:?J
 FOR J=0 TO A STEP -1:?J;:IF J<-3 THEN BREAK
 NEXT:?J
NEXT
DATA "3.5","-1","0","0","-2.5","1","-0.5","0","4","2.5","1E300","1","-1E300","0","INF","0","3","1E200"
""",
    "a sum outgrows a double": """\
A=1:B=1
FOR I=1 TO 1100
 C=A+B:A=B:B=C
 IF I MOD 61==0 THEN ?C;" ";C/3;" ";-C;" ";C AND 255
NEXT
DIM U[3]
FILL U,1
FOR I=1 TO 70:U[I MOD 3]=U[0]+U[1]+U[2]:NEXT
?U[0],U[1],U[2]
?U[U[0]]
""",
    "a subscript is used before it is known": """\
DIM A[4]
X=1
A[X]=7
INC X,2:?A[X]
DEC X,5
IF X>-3 && A[X+2]==0 THEN ?"HERE"
WHILE X<3
 INC X
 IF X>=0 THEN ?A[X];
WEND
?A[X-4]
""",
    "arrays that are there before their DIM is come to": """\
F 1:F 0:F 2
FOR I=1 TO 2
 DIM A[2]:?A[0];LEN(A):A[0]=I:PUSH A,1
NEXT
DIM B[3]
IF LEN(B) THEN GOTO @L
DIM C[5]
@L
?LEN(C)
DEF F N
 IF N==0 THEN RETURN
 VAR R[N],S[LEN(R)]
 R[0]=N:?R[0];LEN(R);LEN(S)
 IF N>1 THEN VAR T[1]:?LEN(T)
END
""",
    "arrays that change while a loop counts to their end": """\
DIM A[4],B[0],C[2],D[0]
FOR I=0 TO LEN(A)-1:A[I]=I:NEXT:?I;
FOR I=0 TO LEN(A)-1:PUSH A,I:IF LEN(A)>9 THEN BREAK
NEXT:?I;LEN(A)
FOR I=0 TO LEN(A)-1:J=POP(A):NEXT:?I;LEN(A)
FOR I=LEN(A)-1 TO 0 STEP -1:?A[I];:NEXT:?I
FOR I=0 TO LEN(D)-1:?"NEVER":NEXT:?I
FOR I=0 TO LEN(C)-1:GROW:IF LEN(C)>7 THEN BREAK
NEXT:?I;LEN(C)
FOR I=1 TO LEN(C)*2-LEN(A):SHOW I:NEXT:?I
DEF GROW:PUSH C,0:END
DEF SHOW I:?I;LEN(C);:END
""",
    "a loop to the length of an array with two names": """\
DIM A[3],B[0]
B=A
FOR I=0 TO LEN(A)-1:PUSH B,I:IF LEN(B)>8 THEN BREAK
NEXT:?I;LEN(A)
""",
    "a loop to the length of an array that a DEF is given": """\
DIM A[3]
FOR I=0 TO LEN(A)-1:MORE A:IF I>7 THEN BREAK
NEXT:?I;LEN(A)
DEF MORE X:PUSH X,1:END
""",
    "a LEN of the listing's own": """\
DIM A[3]
FOR I=0 TO LEN(A):?I;:NEXT:?N
DEF LEN(X):N=N+1:RETURN 3-N:END
""",
    "a loop variable that others store to": """\
DIM A[9]
FOR I=0 TO 3
 A[I]=I
 IF I==2 THEN BUMP
 ?I;A[I];
NEXT
FOR J%=2147483640 TO 2147483646 STEP 3:?J%;" ";:IF J%<0 THEN BREAK
NEXT
GOTO @IN
FOR K=5 TO 7
@IN
?K;A[K]
NEXT
DEF BUMP
I=I-1:IF RND(2) THEN I=3
END
""",
    "arguments change while they are handed over": """\
A=5
?TWICE(A)+CHANGE();TWICE(A);PAIR(A,CHANGE());A
?TWICE(CHANGE())
?A DIV CHANGE(),A MOD CHANGE()
DEF TWICE(X) RETURN X+X+A*0
END
DEF PAIR(X,Y)
IF X>Y THEN RETURN X*100+Y
RETURN Y*100+X
END
DEF CHANGE()
INC A
RETURN A
END
""",
    "whole numbers at the edge of 32 bits": """\
FOR I%=-3 TO 3
 FOR J%=-3 TO 3
  IF J% THEN ?I% DIV J%;" ";I% MOD J%;" ";
 NEXT
 ?I%<<30;" ";I%<<31;" ";I%>>1;" ";(I%<<30)*3-1;" ";I%*715827883*3
NEXT
A%=-2147483648
?A%-1,A%*-1,A% DIV -1,-A%,ABS(A%+1)
B=3000000000
?B DIV 7,B AND 7,-B MOD 7
?B<<1;" ";B>>1;" ";-B DIV 7;" ";B OR 1;" ";-B XOR 1;" ";NOT B;" ";7 DIV B;" ";1<<B;" ";7 MOD (1+B)
V=2147483648:A%=2147483647
?A% MOD (1+V);" ";A% DIV (1+V);" ";-A% MOD V;" ";A% MOD (-V-7);" ";(-A%-1) DIV (V+7)
?A% AND (V+1);" ";1<<(V+1);" ";A%>>(V+1);" ";A% XOR (-V-1)
?1 DIV (A%+A%+2)
""",
    "the least and the largest": """\
A=5:B%=-2147483648
?MIN(A,CHANGE()),MAX(CHANGE(),A),MIN(CHANGE(),CHANGE()),A
?MIN(A,A+CHANGE()),MAX(A+1,CHANGE(),3),ABS(3-A)
?ABS(B%),ABS(B%+1),ABS(B%*1.0),MIN(B%,0)-1,MAX(B%,B%-1)
?1/(MIN(0,-0.0)-1),MAX(-0.0,0),ABS(-A*0),ROUND(-A*0),MIN(A,"X")
DEF CHANGE()
INC A,2
RETURN A
END
""",
    "a place held within a field": """\
X=3:GX=-1
FOR I=1 TO 40
 X=MIN(MAX(X+RND(3)-1,1),W-2)
 IF I==20 THEN SWAP X,GX:W=W+2
 IF I==1 THEN W=6
 ?X;GX;ABS(X-GX);
NEXT
""",
    "calls that change what was known": """\
DIM A[5]
N=4:S$="@S"
IF N>=2 THEN KEEP:?A[N-2];
FOR I=N-4 TO N:KEEP:?I;:NEXT
FOR I=0 TO N:SHORTEN 0:?I;:NEXT
IF N>=1 THEN VIA:?A[N-1];
IF N>=0 THEN BYNAME:?A[N];
END
@S
N=-2
RETURN
DEF KEEP:K=K+1:END
DEF SHORTEN D:IF D<3 THEN SHORTEN D+1 ELSE N=N-1
END
DEF VIA:SHORTEN 3:N=N+1:END
DEF BYNAME:GOSUB S$:END
""",
    "a MAX of the listing's own": """\
FOR I=1 TO 30:X=MIN(MAX(X*2,1),9.0):?X;:NEXT
FOR I=1 TO 30:Y=MAX(1,MAX(Y,3)):?Y;:NEXT
DEF MAX(A,B):RETURN B/4-A:END
""",
    "strings that grow in loops": """\
A$="|":B$="":C$="<"
FOR I=0 TO 7
 IF I AND 1 THEN A$=A$+"---" ELSE INC A$,CHR$(65+I)
 IF I==3 THEN B$=""
 B$=B$+MID$("xyz",I MOD 3,1):C$=C$+A$
NEXT
?A$;B$;LEN(C$)
FOR J=0 TO 1022:A$=A$+"+":NEXT:?LEN(A$)
A$="":FOR J=0 TO 1022:A$=A$+"+":NEXT:?LEN(A$)
A$="":FOR J=0 TO 1023:A$=A$+"+":NEXT:?LEN(A$)
A$="":WHILE LEN(A$)<1020:PUSH A$,"WIDE":WEND
FOR J=0 TO 9:A$=A$+"++":NEXT:?LEN(A$)
B$="":FOR J=0 TO 9:WIDEN:B$=B$+"++":NEXT:?LEN(B$)
B$="":FOR J=0 TO 9:FOR K=1 TO 200:B$=B$+"!":NEXT:B$=B$+"/":NEXT:?LEN(B$)
DEF WIDEN:B$=B$+"*"*200:END
""",
    "loops to the smaller or larger of two": """\
N=7:M=4
FOR I=MAX(-2,M-9) TO MIN(N,M+2):?I;:NEXT:?I
FOR I=MIN(N,M) TO MAX(M,1) STEP -1:?I;:NEXT:?I
FOR I=0 TO MIN(N,M):N=N-2:?I;:NEXT:?I;N
FOR I=0 TO MIN(9,TWICE()):?I;:NEXT:?I;M
FOR I=0 TO ABS(N-3):?I;:NEXT:?I
DEF TWICE():M=M+1:RETURN M:END
""",
    "steps to one side or the other": """\
X=5:I%=2147483647:H=0.5:Z=0
FOR D=-1 TO 4
 ?(D==1)-(D==3);X+(D==0)-(D==2);X*2-(D==0)-(D==2);(D==1)-(D==1);I%+(D==1)-(D==3);H+(D==1)-(D==3);
 ?(D==1)-(Z==3);TURN(D);-Z+(D==1)-(D==3);1/((D==1)-(D==3)+2);
 Z=X+(STEP1(D)==0)-(D==2):?Z
NEXT
DEF TURN(K):RETURN X+(K==1)-(K==3):END
DEF STEP1(K):X=X+1:RETURN K:END
""",
    "a stack that is full": """\
?DEPTH(2000)
?DEPTH(3000)
DEF DEPTH(N)
IF N<=0 THEN RETURN ONE()
RETURN DEPTH(N-1)+ONE()
END
DEF ONE()
RETURN 1
END
""",
    "a stack that fills below calls of several depths": """\
FOR N=1631 TO 1640:?ONE(N);TWO(N);:NEXT
DEF ONE(N):RETURN DEEP(N):END
DEF TWO(N):VAR A,B,C:RETURN ONE(N):END
DEF DEEP(N):VAR A
A=TIP(N):IF N<=0 THEN RETURN A
RETURN DEEP(N-1)
END
DEF TIP(N):RETURN N AND 1:END
""",
    "parameters that change their type": """\
?BITS(255.9),BITS(-1),BITS(&HFF)
?GROWS(2147483647),GROWS(2147483647.0)
DEF BITS(N)
VAR C
WHILE N AND &HFFFF
INC C,N AND 1:N=(N AND &HFFFF)>>1
WEND
RETURN C
END
DEF GROWS(N)
N=N+1
RETURN N
END
""",
    "what is set at the start": """\
W=40:H=W DIV 2
DIM A[W]
SEE
@AGAIN
K=K+1:W2=K
?W;H;W2;A[W-1]
IF K<3 THEN GOTO @AGAIN
DEF SEE
?W;H;W2;A[W-1]
END
""",
    "what is read before it is set at the start": """\
?W;
W=40:H=W DIV 2
SEE
@AGAIN
K=K+1:W2=K
?W;H;W2
IF K<3 THEN GOTO @AGAIN
DEF SEE
?W;H;W2
END
""",
    "another screen in the middle": """\
XSCREEN 2
FOR I=0 TO 3
DISPLAY I MOD 2
GPSET I,0,-1:GLINE 0,I,9,I,-1:GFILL 20,I,22,I:LOCATE I,1:COLOR I+3:PRINT "X";I
?GSPOIT(I,0);RND(I+1)
ACLS
NEXT
COLOR 16
""",
    "an array from both ends": """\
DIM Q[0],S$[0]
FOR I=1 TO 2500:UNSHIFT Q,I:NEXT
PUSH S$,"A":UNSHIFT S$,"B"
?SHIFT(Q);POP(Q);LEN(Q);SHIFT(S$);LEN(S$)
WHILE LEN(Q):I=SHIFT(Q):WEND
?I;SHIFT(Q)
""",
}


Outcome = tuple[list[Event], str, int, object]


def outcome(source: str, techniques: frozenset[Technique], *, traced: bool = False) -> Outcome:
    """The events of a run without their places, its text, MAINCNT, and its error with the place."""
    machine = Machine(seed=1)
    events: list[Event] = []
    machine.listen(lambda event: events.append(event._replace(file="", line=0)))
    computer = Computer(machine, techniques=techniques, traced=traced)
    computer.load_source(0, source)
    error = None
    with suppress(Stopped):
        error = run_computer(computer, frames=400)
    return events, machine.console.text(), machine.frame, error and (error.message, error.line, error.column)


@pytest.fixture(scope="module", autouse=True)
def parsed_once() -> Iterator[None]:
    """A listing is compiled in many ways, and parsed for the first of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiling, "analyse_listing", lru_cache(maxsize=100)(analyse_listing))
        yield


def code(source: str, techniques: frozenset[Technique]) -> object:
    """Returns the code of a listing; a run with these settings finds it in the cache."""
    made = compiling.compile_listing(source, settings=Settings("PRG0", techniques=techniques))
    return made.functions, made.label_tables, made.gosub_entries


def check(source: str, choices: Iterable[frozenset[Technique]]) -> Outcome:
    """All choices do what no technique does, which is returned; each code is run once."""
    expected = outcome(source, NONE)
    seen: list[object] = []
    with suppress(BasicError):
        seen = [code(source, NONE)]
    for techniques in (ALL, *choices):
        if seen:
            if (made := code(source, techniques)) in seen:
                continue
            seen.append(made)
        assert outcome(source, techniques) == expected, (source, ALL - techniques)
    return expected


def in_turn(number: int, programs: int) -> list[frozenset[Technique]]:
    """Returns the choices for one program of several, which test all choices together."""
    return list(CHOICES.values())[number % programs :: programs]


@pytest.mark.parametrize("edge", range(len(EDGES)), ids=EDGES.keys())
def test_at_the_edges(edge: int) -> None:
    """All techniques and none, and a twentieth of the other choices or all of these."""
    for twentieth in range(min(20, many(1, 32))):
        check(list(EDGES.values())[edge], in_turn(edge + twentieth, 20))


LISTINGS = sorted((ROOT / "tests" / "listings").rglob("*.bas"))
PARTS = 32


@pytest.mark.parametrize("part", one_in(PARTS, range(PARTS)))
def test_every_listing_with_some_techniques_left_out_and_alone_in_turn(part: int) -> None:
    for number in range(part, len(LISTINGS), PARTS):
        source = LISTINGS[number].read_text("utf-8")
        expected = check(source, in_turn(number, 20))
        assert outcome(source, ALL, traced=True) == expected, LISTINGS[number]


@pytest.mark.parametrize("name", one_in(12, [*CATALOGUE]))
def test_a_listing_of_the_catalogue(name: str) -> None:
    entry = CATALOGUE[name]
    sizes = min(map(entry.checked_sizes, entry.size_sets), key=lambda each: sum(each.values()))
    values = {entry.sizes[name].variable: value for name, value in sizes.items()}
    source = with_constants_set(listing_source(entry), values)
    assert outcome(source, ALL, traced=True) == check(source, in_turn([*CATALOGUE].index(name), 15))


WRITERS: dict[str, Callable[[random.Random], str]] = {
    "numbers": numbers,
    "flow": test_random_flow.program,
}


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS.keys())
def test_random_programs(write: Callable[[random.Random], str]) -> None:
    """From CI on, each choice is in the turn of some program."""
    for number in range(many(1, 104)):
        check(write(random.Random(1000 + number)), in_turn(number, 13))


def test_each_technique_gains_enough() -> None:
    assert [each for each in Technique if max(each.value.mean, each.value.best) < 2] == []


@pytest.mark.slow
def test_each_technique_writes_other_code() -> None:
    """A technique that changes nothing in any of these has been lost."""
    lost = set(Technique)
    # the short ones first
    for source in [listing_source(CATALOGUE["backtracker"]), *sorted(EDGES.values(), key=len)]:
        written = code(source, ALL)
        lost -= {each for each in lost if code(source, ALL - {each}) != written}
        if not lost:
            break
    assert lost == set()

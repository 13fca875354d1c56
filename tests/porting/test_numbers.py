"""Whole numbers are ints in a port: small listings, and the whole text of their ports from `run` on."""

from textwrap import dedent

from retromaze.porting.writing import write_port
from tests.porting.agreeing import differing
from tests.porting.bodies import behind_heading, body


def written(source: str) -> str:
    """A port without margins: its class without `__init__`, or its functions from inside `main` on."""
    text = write_port(source, "tiny.bas", "none")
    _, run, methods = text.partition("    def run(self) -> None:\n")
    return dedent(run + methods or behind_heading(text))


SIFT = """\
DIM A[9]
FOR I=0 TO 8:A[I]=RND(99):NEXT
SIFT 0,9
FOR I=0 TO 8:PRINT A[I]:NEXT
DEF SIFT P,E
 VAR C
 WHILE P*2+1<E
  C=P*2+1
  IF C+1<E THEN IF A[C+1]>A[C] THEN INC C
  IF A[P]>=A[C] THEN RETURN
  EXCH P,C
  P=C
 WEND
END
DEF EXCH X,Y
 SWAP A[X],A[Y]
END
"""


def test_what_was_a_subscript_does_not_grow() -> None:
    """C doubles with each pass, but was a subscript before P gets it: an array is not longer."""
    assert written(SIFT) == dedent("""\
        def run(self) -> None:
            for i in range(9):
                self.a[i] = self.machine.rng.below(99)
            self.sift(0, 9)
            for i in range(9):
                self.machine.console.print(str(self.a[i]))

        def sift(self, p: int, e: int) -> None:
            while p * 2 + 1 < e:
                c = p * 2 + 1
                if c + 1 < e and self.a[c + 1] > self.a[c]:
                    c += 1
                if self.a[p] >= self.a[c]:
                    return
                self.exch(p, c)
                p = c

        def exch(self, x: int, y: int) -> None:
            self.a[x], self.a[y] = self.a[y], self.a[x]
    """)
    assert differing([SIFT], seeds=range(1, 9)) == {}


UNION_FIND = """\
DIM U[9]
FOR I=0 TO 8:U[I]=-1:NEXT
FOR K=1 TO 8
 S=FIND(K-1):T=FIND(K)
 IF S!=T THEN U[S]=U[S]+U[T]:U[T]=S
NEXT
PRINT U[FIND(8)]
DEF FIND(I)
 IF U[I]<0 THEN RETURN I
 U[I]=FIND(U[I])
 RETURN U[I]
END
"""


def test_leaders_of_sets_do_not_grow() -> None:
    """An element of U is a sum of elements of U, and a subscript before: the array is not longer."""
    assert written(UNION_FIND) == dedent("""\
        def run(self) -> None:
            for i in range(9):
                self.u[i] = -1
            for k in range(1, 9):
                s = self.find(k - 1)
                t = self.find(k)
                if s != t:
                    self.u[s] += self.u[t]
                    self.u[t] = s
            self.machine.console.print(str(self.u[self.find(8)]))

        def find(self, i: int) -> int:
            if self.u[i] < 0:
                return i
            self.u[i] = self.find(self.u[i])
            return self.u[i]
    """)


BALL = """\
DIM N[4],V[4]
X=RND(300):VX=3:VY=RND(3)
WHILE X<900
 X=X+VX:Y=Y+VY
 IF X<0 OR X>390 THEN VX=-VX
 IF Y<0 OR Y>230 THEN VY=VY*-1
 FOR I=0 TO 3:N[I]=-V[I]:V[I]=N[I]+1:NEXT
 GPSET X,Y+N[2],7
 VSYNC
WEND
"""


def test_a_minus_zero_that_nobody_sees_is_a_zero() -> None:
    assert written(BALL) == dedent("""\
        y = 0
        n, v = [0] * 4, [0] * 4
        x = machine.rng.below(300)
        vx = 3
        vy = machine.rng.below(3)
        while x < 900:
            x += vx
            y += vy
            if not 0 <= x <= 390:
                vx = -vx
            if not 0 <= y <= 230:
                vy *= -1
            for i in range(4):
                n[i] = -v[i]
                v[i] = n[i] + 1
            machine.screen.point(x, y + n[2], 7)
            machine.vsync()
    """)
    assert differing([BALL.replace("X<900", "MAINCNT<400")], seeds=range(1, 4)) == {}


def test_a_minus_zero_that_is_shown_stays() -> None:
    """Each of these shows -0 of A, which B, C or a DEF hands on."""
    before = "A=RND(1)\nA=-A:B=A*3:C=A-RND(1):DIM D[2]:D[1]=A\n"
    shown = [
        *("PRINT A", "PRINT B", "PRINT C", "PRINT D[1]", "PRINT STR$(A)", "PRINT ATAN(A,-1)", "PRINT SIN(B)"),
        *(
            "PRINT MAX(A,B)",
            "PRINT ROUND(A/3)",
            "E=D[1]:PRINT A+E",
            "INC A,A:PRINT A",
            "SWAP A,D[0]:PRINT D[0]",
        ),
        *("PUSH D,A:PRINT POP(D)", "FOR I=A TO 0:PRINT I:NEXT", "FILL D,A:PRINT D[0]", "COPY E,D:PRINT E[1]"),
        *(
            "PRINT F(A)\nDEF F(X)\nRETURN X\nEND",
            "G A OUT H:PRINT H\nDEF G X OUT Y\nY=X\nEND",
            'PRINT FORMAT$("%F",A)',
        ),
        *("DATA -0\nREAD K:PRINT K;A", "A=A-0:PRINT A", "A=(A-0)*4:PRINT A", "SPVAR 0,1,A:PRINT SPVAR(0,1)"),
    ]
    assert differing(before + ("DIM E[2]\n" if "E[" in each else "") + each for each in shown) == {}


QUOTIENTS = {
    # a divisor is not 0, or the listing stops
    "N=RND(5):P=RND(9)\nPRINT (P+N-1) MOD N": "print(str((p + n - 1) % n))",
    "N=RND(5):P=RND(9)\nPRINT (P-N) MOD N": "print(str(basic.remainder(p - n, n)))",
    # the stylus and the time of day are not below 0
    "TOUCH OUT T,X,Y\nPRINT (X*2+Y) DIV (T+1)": "print(str((touch_x * 2 + touch_y) // (touch_time + 1)))",
    'TMREAD "12:34:56" OUT H,M,S\nPRINT H MOD 12': "print(str(hour % 12))",
    # what was asked for or found before holds here
    "X=RND(9)-4\nIF X>1 THEN PRINT (X-2) DIV 2": "print(str((x - 2) // 2))",
    "X=RND(9)-4\nIF X>0 THEN PRINT (X-2) DIV 2": "print(str(basic.divide(x - 2, 2)))",
    "DIM A[9]\nX=RND(9)-4\nA[X]=1:PRINT X MOD 2": "print(str(x % 2))",
}


def test_a_quotient_of_what_is_not_below_0_is_pythons() -> None:
    found = {each: body(each).splitlines()[-1].split("machine.console.")[1] for each in QUOTIENTS}
    assert found == QUOTIENTS
    assert differing(QUOTIENTS, seeds=(1, 3, 4, 8)) == {}


WRITTEN = {
    # the sign of a zero that is drawn, compared or rounded down is not seen
    "X=RND(9)-4:Y=RND(3)\nGPSET 9,FLOOR(X*Y/3)": "machine.screen.point(9, x * y // 3)",
    "X=RND(9)-4:Y=RND(3)\nGCIRCLE 9,9,9+X*Y/3": "machine.screen.circle(9, 9, int(9 + x * y / 3))",
    "X=RND(9)-4:Y=RND(3)\nPRINT X*Y/3": "machine.console.print(basic.printed(float(x) * y / 3))",
}


def test_a_product_whose_minus_zero_nobody_sees_is_one_of_ints() -> None:
    assert {each: body(each).splitlines()[-1] for each in WRITTEN} == WRITTEN
    assert differing(WRITTEN, seeds=range(1, 9)) == {}


ROUNDED_DOWN = {
    "N=RND(19)-9:M=3-RND(2)*7\nPRINT FLOOR(N/M)": "machine.console.print(str(n // m))",
    "N=RND(19)-9\nPRINT FLOOR((N-30)/10)*2": "machine.console.print(str((n - 30) // 10 * 2))",
    "N=RND(19)-9\nPRINT FLOOR(N/2.5)": "machine.console.print(str(math.floor(n / 2.5)))",
    "N=RND(19)/2\nPRINT FLOOR(N/2)": "machine.console.print(str(math.floor(n / 2)))",
    "N=RND(19)\nGPSET N/2,FLOOR(N/3) MOD 4": "machine.screen.point(n // 2, n // 3 % 4)",
    "N=RND(19)-9\nGPSET N/2,FLOOR(N/3) MOD 4": "machine.screen.point(int(n / 2), basic.remainder(n // 3, 4))",
    "N=RND(19)\nPRINT N/2 AND 3": "machine.console.print(str(n // 2 & 3))",
    "N=RND(19)\nPRINT N/-2 AND 7": "machine.console.print(str(basic.truncate(n / -2) & 7))",
    "N=RND(19)-9\nPRINT CEIL(N/2)+1": "machine.console.print(str(math.ceil(n / 2) + 1))",
}


def test_a_quotient_of_whole_numbers_that_is_rounded_down_is_pythons() -> None:
    assert {each: body(each).splitlines()[-1] for each in ROUNDED_DOWN} == ROUNDED_DOWN
    assert differing(ROUNDED_DOWN, seeds=range(1, 9)) == {}


SHARED = """\
INPUT "FROM";F
FOR I=F TO F+2 STEP .5:GPSET I,9:NEXT
GOSUB @SUM:GOSUB @BACK
PRINT I
END
@SUM
N=0
FOR I=0 TO 7:N=N+I*I:NEXT
PRINT N DIV 3
RETURN
@BACK
T$="ABC"
FOR N=LEN(T$)-1 TO 0 STEP -1:PRINT T$[N]:NEXT
N=.5:PRINT N
RETURN
"""


def test_a_name_is_another_variable_where_a_gosub_uses_it_for_itself() -> None:
    """I is a Real in the main program and whole behind @SUM; N is both behind @BACK, one after the other."""
    assert written(SHARED.replace("PRINT I\n", "")) == dedent("""\
            f = basic.ask_number(machine, "FROM?", 0.0)
            i = f
            while i <= f + 2:
                machine.screen.point(int(i), 9)
                i += 0.5
            sum(machine)
            back(machine)


        def sum(machine: Machine) -> None:  # @SUM
            n = 0
            for i in range(8):
                n += i * i
            machine.console.print(str(n // 3))


        def back(machine: Machine) -> None:  # @BACK
            t = "ABC"
            for n in range(len(t) - 1, -1, -1):
                machine.console.print(t[n])
            n_real = 0.5
            machine.console.print(basic.printed(n_real))
    """)
    assert "i = sum(machine)" in written(SHARED)
    handed = [
        SHARED,
        SHARED.replace("PRINT I\n", ""),
        SHARED.replace("PRINT I", "PRINT N"),
        SHARED.replace("N=0\n", ""),
        SHARED.replace("PRINT N DIV 3", "GOSUB @BACK:PRINT N;I"),
        SHARED.replace("PRINT N DIV 3", "SHOW:PRINT N") + "DEF SHOW\nPRINT N;I\nI=I+.5\nEND\n",
        SHARED.replace("N=0\n", "IF N THEN @BACK\nN=1/3\n"),
        SHARED.replace("N=0\n", "IF RND(2) THEN N=0\n"),
        SHARED.replace("N=0\n", "VAR N\nN=1\n"),
    ]
    assert differing(handed, "1.5", seeds=(1, 2)) == {}


def test_a_gosub_leaves_alone_what_it_cannot_store() -> None:
    """I was a subscript before it is doubled, unless what the GOSUB calls has changed it."""
    source = (
        "DIM A[99]\nI=1\nWHILE I<50\nA[I]=RND(9):GOSUB @SHOW\nI=I*2\nWEND\nEND\n"
        "@SHOW\nPRINT A[I];:GOSUB @MORE\nRETURN\n@MORE\nJ=I\nRETURN\n"
    )
    assert "        i *= 2\n" in written(source)
    assert "i = 1\n" in written(source)
    changed = [
        source.replace("J=I", "I=I*3"),
        source.replace("J=I", "F"),
        source.replace("@SHOW\nI", '"@SHOW"\nI'),
    ]
    changed[1] += "DEF F\nI=I*3\nEND\n"
    assert all("i = 1.0\n" in written(each) for each in changed[:2])
    assert differing([source, *changed]) == {}


def test_a_name_that_is_another_variable_somewhere_is_no_setting_and_no_constant() -> None:
    source = "W=9\nGPSET W,1\nGOSUB @A\nEND\n@A\nFOR W=1 TO 3:GPSET W,2:NEXT\nRETURN\n"
    sources = [source, source.replace("W=9", "ACLS:W=9")]
    texts = [write_port(each, "tiny.bas", "none") for each in sources]
    assert ["def main(machine: Machine) -> None:" in each for each in texts] == [True] * 2
    assert ["    w = 9\n" in each for each in texts] == [True] * 2
    assert differing(sources) == {}


def test_a_bound_of_0_is_0_and_below_that_out_of_range() -> None:
    """A variable that is not set is 0, and a player may type any bound."""
    assert not differing(["PRINT RND(N);RND(3,N);RND(0);RND(9)"])
    for answer in ("0", "-0.5", "-1", "9"):
        assert not differing(["INPUT N\nPRINT RND(N);RND(1,N);RND(9)"], answer), answer


def test_a_number_of_the_machine_is_a_float_though_an_int_was_given() -> None:
    """The product of 0 and a float below 0, or its opposite, is -0; of ints it is 0."""
    shown = "PRINT -(0*X);-(0*Y);-(0*Z)"
    out = ("SPOFS 0 OUT X,Y", "SPOFS 0 OUT X,Y,Z", "SPHOME 0 OUT X,Y", "SPSCALE 0 OUT X,Y", "X=SPVAR(0,7)")
    set_ = "SPSET 0,0:SPOFS 0,20,9,5:SPHOME 0,3,2:SPSCALE 0,2,3:SPVAR 0,7,4"
    assert not differing(f"{set_}\n{each}\n{shown}" for each in out)
    met = "SPSET 0,0:SPSET 1,1:SPCOL 0:SPCOL 1:SPCOLVEC 0,2,3:T=SPHITSP(0)"
    assert not differing([f"{met}\nSPHITINFO OUT Z,X,Y\n{shown}"])
    assert not differing([f"{met}\nSPHITINFO OUT T,W,V,X,Y,A,B,Z,C\n{shown}"])
    layers = ("BGOFS 0 OUT X,Y,Z", "BGSCALE 0 OUT X,Y", "X=BGVAR(0,7)")
    assert not differing(f"BGOFS 0,2,3,5:BGSCALE 0,2,3:BGVAR 0,7,4\n{each}\n{shown}" for each in layers)


TREES = """\
PRINT FIB(12)
D=RND(6)+1:D=D*2:IF RND(2) THEN D=D*3
PRINT D
SPLIT 90,0 OUT N:PRINT N
DEF FIB(N)
 IF N<2 THEN RETURN N
 RETURN FIB(N-1)+FIB(N-2)
END
DEF SPLIT W,D OUT N
 IF D>3 OR W<6 THEN N=1:RETURN
 VAR CUT=FLOOR(W/2)+RND(3)-1,A,B
 SPLIT CUT,D+1 OUT A
 SPLIT W-CUT,D+1 OUT B
 N=A+B
END
"""


def test_a_sum_of_results_grows_with_the_calls_only() -> None:
    """Each result is added up once; W-CUT is half of W; D*2 is stored once for each new D."""
    assert written(TREES) == dedent("""\
            with deep_recursion:
                run(machine)


        def run(machine: Machine) -> None:
            machine.console.print(str(fib(12)))
            d = machine.rng.below(6) + 1
            d *= 2
            if machine.rng.below(2):
                d *= 3
            machine.console.print(str(d))
            n = split(machine, 90, 0)
            machine.console.print(str(n))


        def fib(n: int) -> int:
            if n < 2:
                return n
            return fib(n - 1) + fib(n - 2)


        def split(machine: Machine, w: int, d: int) -> int:
            if d > 3 or w < 6:
                return 1
            cut = w // 2 + machine.rng.below(3) - 1
            a = split(machine, cut, d + 1)
            b = split(machine, w - cut, d + 1)
            return a + b
    """)
    assert differing([TREES], seeds=range(1, 6)) == {}


def test_what_grows_fast_is_a_float() -> None:
    """Each of these doubles a number with every step, so that an int would be more exact than the console."""
    steps = [
        "DEF F(D)\nIF D==0 THEN RETURN 3\nVAR A=F(D-1)\nRETURN A+A\nEND",
        "DEF F(D)\nIF D==0 THEN RETURN 3\nVAR A=F(D-1),I,N\nFOR I=1 TO 3:N=N+A:NEXT\nRETURN N\nEND",
        "DEF F(D)\nVAR A=3\nRETURN G(A,D)\nEND\n"
        "DEF G(X,D)\nIF D==0 THEN RETURN X\nRETURN G(G(X,0)+G(X,0),D-1)\nEND",
        "DEF F(D)\nIF D==0 THEN RETURN 3\nVAR A,B\nA=F(D-1):B=A\nRETURN A+B\nEND",
        "DEF F(D)\nVAR A,B\nG D OUT A,B\nRETURN A\nEND\n"
        "DEF G D OUT A,B\nIF D==0 THEN A=3:B=5:RETURN\nVAR C,E\nG D-1 OUT C,E\nA=C+E:B=C+E+1\nEND",
        "T=3\nDEF F(D)\nVAR I\nFOR I=1 TO D:T=G()+G():NEXT\nRETURN T\nEND\nDEF G()\nRETURN T\nEND",
        "DEF F(D)\nVAR A=3,B=A,I\nFOR I=1 TO D:A=A-B+A:NEXT\nRETURN A*7+1\nEND",
        "DEF F(D)\nVAR A=3,I\nFOR I=1 TO D:A=A*5-A*2:NEXT\nRETURN A\nEND",
        "DEF F(D)\nVAR A=3,I\nFOR I=1 TO D:A=A-A*-1:NEXT\nRETURN A\nEND",
    ]
    listings = [f"T=0:PRINT F(70);\n{each}\n" for each in steps]
    assert differing(listings) == {}


SCORES = """\
OPTION DEFINT
DIM S[3],V[9]
S[0]=0:S[1]=40:S[2]=9000
FOR I=0 TO 8:V[I]=RND(9):NEXT
BEST=-99999
PRINT SEARCH(2,-99999,-BEST);SEARCH(1,BEST,99999)
FOR I=3 TO 0 STEP -1:SIFT I,9:NEXT
SIFT 0,9
DEF RATE(W)
 VAR T=0,I
 FOR I=0 TO 8:T=T+S[V[I] MOD 3]*W:NEXT
 RETURN T
END
DEF SEARCH(W,ALPHA,BETA)
 VAR V
 IF W==0 THEN RETURN RATE(1)
 V=-SEARCH(W-1,-BETA,-ALPHA)
 IF V>ALPHA THEN ALPHA=V
 RETURN ALPHA
END
DEF SIFT R,L
 VAR C
 WHILE R*2+1<L
  C=R*2+1
  IF C+1<L && LESS(C,C+1) THEN INC C
  R=C
 WEND
 V[R]=1
END
DEF LESS(A,B)
 RETURN V[A]<V[B]
END
"""


def test_integers_that_stay_small_need_no_wrap() -> None:
    """Scores are added up, subscripts double; one method has arguments with and without a % variable."""
    text = written(SCORES)
    assert "basic." not in text
    assert text.count("def ") == 5
    assert differing([SCORES], seeds=range(1, 4)) == {}


HITS = """\
DIM A[3],E[3]
P=2:H=40:A[2]=7
@HIT
D=A[P]+RND(6)-E[P]
IF RND(4)==0 THEN D=D*2
H=H-D
PRINT D;H
IF H>0 GOTO @HIT
"""


def test_what_is_made_anew_before_it_is_doubled_does_not_grow() -> None:
    assert "float" not in written(HITS)
    assert "0.0" not in write_port(HITS, "tiny.bas", "none")
    assert differing([HITS], seeds=range(1, 4)) == {}

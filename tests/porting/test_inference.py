"""Numbers that are whole, and -0, which no int is."""

from retromaze.comparison import compare
from retromaze.porting.writing import port, write_port
from tests.porting.agreeing import differing
from tests.porting.bodies import body, loaded, port_text


def test_a_port_prints_minus_zero_where_the_listing_does() -> None:
    sources = [
        "A=-0.4:B=ROUND(A):PRINT B",
        "PRINT ROUND(COS(RAD(100))*2)",
        "FOR I=-1 TO 1 STEP 0.5:PRINT ROUND(I/2):NEXT",
        "A=-0.3:PRINT -ROUND(A);ROUND(A)*2;ROUND(A)*-1;CEIL(A)-0;STR$(ROUND(A))",
        "DM -RND(1),1 OUT Q,R:PRINT Q,R\nDEF DM X,Y OUT Q,R\nQ=CEIL(X/Y):R=X-Q*Y\nEND",
        "A=RND(1):PRINT ROUND(-A);-ROUND(-A);CEIL(-A);FLOOR(-A)",
        "A=RND(1):PRINT -(-A);-A;-A*3",
        'A=VAL("0"):PRINT -A',
        "A=-0.4:B=FLOOR(ROUND(A)):PRINT B",
        # E grows, so that its product with M% is no whole number for certain, and an int in the port
        "M%=-7:E=0\n@A\nB=E*M%:PRINT B;E*M%;STR$(E*M%)\nE=E+1:IF E<3 GOTO @A",
    ]
    assert differing(sources) == {}


def test_a_size_may_be_given_otherwise() -> None:
    """The port was written for the size in the listing alone, and rounded the other way for others."""
    source = "M_W=7\nPRINT (399-M_W*50) DIV 2"
    assert "m_w: int = 7" in port_text(source)
    assert compare(source, loaded(port_text(source)), seed=1, M_W=9) is None


def test_what_a_variable_is_in_one_loop_does_not_count_in_another() -> None:
    """I ends at -1 behind the second loop, but what is pushed is never below 0."""
    source = (
        "DIM E[0]\nFOR I=0 TO 9\nPUSH E,I*2+1\nNEXT\nFOR I=9 TO 0 STEP -1\nSWAP E[I],E[RND(I+1)]\nNEXT\n"
        "PRINT E[0] DIV 2;E[1] AND 1"
    )
    assert "e[0] // 2" in port_text(source)
    assert "e[1] & 1" in port_text(source)


def test_a_counter_that_is_given_a_large_number_may_pass_32_bits() -> None:
    """`A AND 7` of 2147483649 is 7 on the console, which cuts at 32 bits, and 1 in Python."""
    source = "A=1:D=RND(1)+2\nA=&H7FFFFFFF\nWHILE RND(2)<2 AND N<2\nN=N+1:A=D+A:PRINT A AND 7\nWEND"
    assert differing([source]) == {}


def test_a_number_that_or_cuts_to_32_bits_may_double() -> None:
    source = "A=1:B=2:N=3\nFOR I=1 TO 50\nA=A+N:A=A OR B\nC=A:A=C*2-B\nNEXT\nPRINT A;C"
    assert differing([source]) == {}


def last_line(source: str) -> str:
    return body(source).splitlines()[-1].removeprefix("machine.screen.point(0, 0, ")[:-1]


def test_an_integer_that_counts_or_moves_is_short() -> None:
    written = {
        "N%*S%": "n * s",
        "(N%*S%+S%)-2": "n * s + s - 2",
        "N%*100000": "basic.wrap(n * 100000)",
        "N%*N%*N%": "basic.wrap(n * n * n)",
        "B%+1": "basic.wrap(b + 1)",
        "R%*3": "basic.wrap(r * 3)",
        "-C%": "basic.wrap(-c)",
        "X%*Y%": "x * touch_y",
        "M[X%]+N%": "m[x] + n",
    }
    before = (
        "S%=9:N%=RND(3):B%=&H7FFFFFFF:R%=1:C%=GSPOIT(1,2):TOUCH OUT T,X%,Y%:DIM M[9]\n"
        "WHILE RND(9)\nN%=N%+S%:R%=R%*5+1:X%=X%+1\nWEND\n"
    )
    assert {each: last_line(f"{before}GPSET 0,0,{each}") for each in written} == written


def test_random_numbers_and_checksums_of_integers_wrap() -> None:
    sources = [
        "N%=7\nFOR I=1 TO 99\nN%=N%*1103515245+12345\nPRINT N%;N%*3\nNEXT",
        "N%=7\nFOR I=1 TO 99\nN%=N% XOR (N%<<13):N%=N% XOR (N%>>17):N%=N% XOR (N%<<5)\nPRINT N%;N%+5\nNEXT",
        "A%=1:B%=1\nFOR I=1 TO 99\nC%=A%+B%:A%=B%:B%=C%\nPRINT C%;C%*2\nNEXT",
        "A%=1\nFOR I=1 TO 99\nA%=A%+A%\nPRINT A%\nNEXT",
        "A%=2000000000\nFOR I=1 TO 9\nA%=A%+1000:PRINT A%*2;A%+A%\nNEXT",
        "DIM A%[3]\nA%[0]=1\nFOR I=1 TO 99\nA%[1]=A%[0]*3+1:A%[0]=A%[1]\nPRINT A%[0]\nNEXT",
    ]
    assert differing(sources) == {}


def test_an_integer_may_be_cut_from_a_number_below_0() -> None:
    stores = ("N%=RNDF()*9-8", 'N%=VAL("-5")', "INPUT N%")
    sources = [f"N%=3:FOR I=1 TO 3:PRINT N% DIV 2;N% MOD 2:{each}:NEXT" for each in stores]
    assert differing(sources, "-5", "-3", "-1", seeds=(1, 2)) == {}


def test_numbers_copied_from_data_are_whole() -> None:
    source = (
        "DIM DX[4],X%[2]\nCOPY DX,@D:COPY X%,1,@D,2\n@D\nDATA 0,1,0,-1\nFOR I=0 TO 3\n"
        "A=A+DX[I]:PRINT A;DX[I] AND 1;X%[I MOD 3]*2\nNEXT"
    )
    assert "a += dx[i]" in body(source)
    assert "{a}{dx[i] & 1}{x[i % 3] * 2}" in body(source)
    text_label = 'DIM D[3]\nCOPY D,"@T"\nPRINT D[0]>>1;D[2] MOD 3\n@T\nDATA 31,28,30'
    assert "D = (31, 28, 30)" in write_port(text_label)
    sources = [source, source.replace("DATA 0", "DATA 0.5"), text_label, text_label.replace("31", "31.5")]
    assert differing(sources) == {}


def test_numbers_copied_from_another_array_are_whole_if_those_of_both_are() -> None:
    source = "DIM A[3],B[3]\nFOR I=0 TO 2:A[I]=RND(9):NEXT\nCOPY B,A\nPRINT B[0]>>1;A[1] MOD 3"
    assert 'f"{b[0] >> 1}{a[1] % 3}"' in body(source)
    assert "a, b = [0.0] * 3, [0.0] * 3" in body(f"{source}\nB[1]=RNDF():PRINT B[1]")
    sources = [
        source,
        f"{source}\nB[1]=RNDF():PRINT B[1]",
        source.replace("B,A", "B,1,A,1,2"),
        f"{source}\nC=-0.1:B[0]=ROUND(C):COPY A,B:PRINT A[0]",
    ]
    assert differing(sources) == {}


def test_val_of_one_character_is_a_digit() -> None:
    texts = 'M$="12.9 A-&":DIM D$[2]:D$[0]=M$\nFOR I=0 TO LEN(M$)-1\n'
    ways = ("MID$(M$,I,1)", "LEFT$(MID$(M$,I,3),1)", "RIGHT$(LEFT$(M$,I),1)", "M$[I]", "D$[0][I]")
    listings = [f'{texts}A=VAL({way}):PRINT A;",";A/2;",";VAL({way});D$[A>8]\nNEXT' for way in ways]
    assert [each for each in listings if "a = basic.digit(" not in body(each)] == []
    assert differing(listings) == {}


def test_a_size_is_not_0() -> None:
    assert "(x + w - 1) % w" in write_port("W=9\nX=RND(W)\nPRINT (X+W-1) MOD W")
    assert "basic.remainder(x + w - 1, 9)" in write_port("W=0\nX=RND(9)\nPRINT (X+W-1) MOD 9")


def test_an_array_that_a_def_is_given_keeps_its_type_and_dimensions() -> None:
    sources = [
        "DIM A[3]\nA[0]=3:A[1]=1:A[2]=2\nF A\nPRINT A[0]\nEND\nDEF F X\nSORT X\nEND",
        "DIM A[3]\nA[0]=3\nF A\nPRINT A[2]\nEND\nDEF F X\nRSORT 0,3,X\nPRINT MAX(X)-MIN(X)\nEND",
        "DIM A[2,2]\nA[1,1]=4\nF A\nDEF F X\nPRINT LEN(X);X[1,1]\nEND",
        "DIM A[3]\nA[0]=3\nF A\nDEF F X\nDIM T[3]\nCOPY T,X\nFILL X,7\nPRINT T[0];X[0]\nEND",
        # arrays of several types
        'DIM A[2],B%[2],C$[2]\nA[0]=1.5:B%[1]=7:C$[0]="X"\nP A:P B%:P C$\nDEF P X\nPRINT X[0];X[1]\nEND',
        # a zero with a sign, and an array that is resized under its other name
        "DIM A[3]\nA[0]=0\nF A\nPRINT A[0]\nDEF F X\nX[0]=-X[0]\nEND",
        "DIM A[3]\nF A\nDEF F X\nVAR I\nFOR I=0 TO LEN(X)-1\nIF LEN(A)<6 THEN PUSH A,1\nPRINT I\nNEXT\nEND",
    ]
    # a parameter that may come to mean an array of another size
    sources.append("DIM A[2,2],B[3,3]\nF A,0\nF A,1\nDEF F X,M\nIF M THEN X=B\nPRINT LEN(X)\nEND")
    assert differing(sources) == {}
    total = "DIM H[5]\nH[1]=RND(9)\nPRINT F(H)\nDEF F(A)\nVAR I,T\nFOR I=0 TO 4:T=T+A[I]:NEXT\nRETURN T\nEND"
    assert "def f(a: list[int]) -> int:" in write_port(total, "tiny.bas")


def test_a_parameter_that_comes_to_mean_another_array_is_no_number_or_text() -> None:
    statements = ["SORT X", "COPY X,B", "FILL X,1", "PRINT MAX(X)", 'SAVE "DAT:B",X', 'FILES "TXT:",X']
    for each in statements:
        word = "MAX" if "MAX" in each else each.split()[0]
        refused = port(f"DIM A[3],B[2]\nF A\nDEF F X\nX=B\n{each}\nEND").not_ported
        assert refused == [f"line 5: {word} of an array that has another name is not known to ports"]


def test_out_values_of_other_defs_have_a_type() -> None:
    source = (
        "B OUT P,Q:PRINT P,Q\nDEF A OUT X,Y\nX=RND(3):Y=2\nEND\nDEF B OUT X,Y\nX=0:Y=0:A OUT X,Y\nX=X-1\nEND"
    )
    assert "def b(machine: Machine) -> tuple[int, int]:" in port_text(source)
    # its type is not known while its own call is looked at
    text = 'A 3 OUT P:PRINT P\nDEF A N OUT X\nX=1:IF N THEN B N-1 OUT X\nIF N==0 THEN X="A"\nEND\n'
    text += "DEF B N OUT Y\nIF N THEN A N-1 OUT Y ELSE Y=2\nEND"
    assert "def b(n: int) -> Any:" in port_text(text)
    assert differing([source, text]) == {}

"""Numbers that are whole, and -0, which no int is."""

from __future__ import annotations

from types import ModuleType

from retromaze.comparison import compare
from retromaze.porting.writing import write_port
from tests.porting.agreeing import differing


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
    assert "m_w: int = 7" in write_port(source)
    module = ModuleType("port")
    exec(compile(write_port(source), "port.py", "exec"), vars(module))
    assert compare(source, module.main, seed=1, M_W=9) is None


def test_what_a_variable_is_in_one_loop_does_not_count_in_another() -> None:
    """I ends at -1 behind the second loop, but what is pushed is never below 0."""
    source = (
        "DIM E[0]\nFOR I=0 TO 9\nPUSH E,I*2+1\nNEXT\nFOR I=9 TO 0 STEP -1\nSWAP E[I],E[RND(I+1)]\nNEXT\n"
        "PRINT E[0] DIV 2;E[1] AND 1"
    )
    assert "e[0] // 2" in write_port(source)
    assert "e[1] & 1" in write_port(source)


def test_a_counter_that_is_given_a_large_number_may_pass_32_bits() -> None:
    """`A AND 7` of 2147483649 is 7 on the console, which cuts at 32 bits, and 1 in Python."""
    source = "A=1:D=RND(1)+2\nA=&H7FFFFFFF\nWHILE RND(2)<2 AND N<2\nN=N+1:A=D+A:PRINT A AND 7\nWEND"
    assert differing([source]) == {}

"""Numbers that are whole, and -0, which no int is."""

from __future__ import annotations

from types import ModuleType

import pytest

from retromaze.comparison import Listing, compare_programs
from retromaze.porting.writing import write_port


@pytest.mark.parametrize(
    "source",
    [
        "A=-0.4:B=ROUND(A):PRINT B",
        "PRINT ROUND(COS(RAD(100))*2)",
        "FOR I=-1 TO 1 STEP 0.5:PRINT ROUND(I/2):NEXT",
        "A=-0.3:PRINT -ROUND(A);ROUND(A)*2;ROUND(A)*-1;CEIL(A)-0;STR$(ROUND(A))",
        "DM -RND(1),1 OUT Q,R:PRINT Q,R\nDEF DM X,Y OUT Q,R\nQ=CEIL(X/Y):R=X-Q*Y\nEND",
        "A=RND(1):PRINT ROUND(-A);-ROUND(-A);CEIL(-A);FLOOR(-A)",
        "A=RND(1):PRINT -(-A);-A;-A*3",
        'A=VAL("0"):PRINT -A',
        "A=-0.4:B=FLOOR(ROUND(A)):PRINT B",
    ],
)
def test_a_port_prints_minus_zero_where_the_listing_does(source: str) -> None:
    module = ModuleType("port")
    exec(compile(write_port(source), "port.py", "exec"), vars(module))
    assert compare_programs(Listing(source), module.main, seed=1).difference is None

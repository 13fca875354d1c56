"""Arrays that keep their length through a loop."""

from __future__ import annotations

import pytest

from retromaze.compiler.compiling import compilation_of
from retromaze.compiler.settings import PLAIN
from retromaze.language.structure import CountedLoop
from retromaze.language.walk import steps
from retromaze.lowering.programs import analyse_listing

# What stands in the loop, what stands behind it, and whether A is as long as before.
LOOPS = {
    "elements": ("A[I]=A[I+1]", "", True),
    "its length": ("N=LEN(A)", "", True),
    "PUSH": ("PUSH A,1", "", False),
    "PUSH behind the loop": ("N=1", "PUSH A,1", True),
    "PUSH onto another": ("PUSH B,1", "", True),
    "POP": ("N=POP(A)", "", False),
    "a branch": ("IF N THEN\nPUSH A,1\nENDIF", "", False),
    "other elements": ("FILL A,1:SORT A:N=MAX(A)", "", True),
    "COPY": ("COPY A,B", "", False),
    "COPY from it": ("COPY B,A", "", True),
    "another name": ("N=1", "B=A", False),
    "a GOSUB": ("GOSUB @S", "END\n@S\nRETURN", False),
    "a DEF that does not know it": ("F", "END\nDEF F\nN=1\nEND", True),
    "a DEF that reads it": ("F", "END\nDEF F\nN=A[0]+LEN(A)\nEND", True),
    "a DEF that changes it": ("F", "END\nDEF F\nPUSH A,1\nEND", False),
    "a DEF that calls one that changes it": ("F", "END\nDEF F\nG\nEND\nDEF G\nPUSH A,1\nEND", False),
    "a DEF that has one of that name": ("F", "END\nDEF F\nVAR A[0]\nPUSH A,1\nEND", True),
    "a DEF that is given it": ("F A", "END\nDEF F X\nPUSH X,1\nEND", False),
    "a DEF that is not called here": ("N=1", "END\nDEF F\nPUSH A,1\nEND", True),
    "CALL": ('CALL "F"', "END\nDEF F\nN=1\nEND", False),
}


@pytest.mark.parametrize(("body", "rest", "kept"), LOOPS.values(), ids=LOOPS.keys())
def test_what_keeps_its_length(body: str, rest: str, kept: bool) -> None:
    program = analyse_listing(f"DIM A[3],B[3]\nFOR I=0 TO 2\n{body}\nNEXT\n{rest}")
    (loop,) = (each for each in steps(program.main.body) if isinstance(each, CountedLoop))
    assert compilation_of(program, PLAIN).resizing.keeps_length(program.main, loop, "A") is kept


def test_a_DEF_counts_to_the_length_of_its_own_array() -> None:
    program = analyse_listing("F\nDEF F\nVAR A[3]\nFOR I=0 TO 2\nG\nNEXT\nEND\nDEF G\nPUSH A,1\nEND")
    scope = program.definitions["F"]
    (loop,) = (each for each in steps(scope.body) if isinstance(each, CountedLoop))
    assert compilation_of(program, PLAIN).resizing.keeps_length(scope, loop, "A")

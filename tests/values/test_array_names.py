"""A name that holds an array it was not declared for, because it was assigned or a DEF gave it one."""

from __future__ import annotations

import retromaze
from retromaze.errors import TypeMismatch
from retromaze.values.array_names import array_for, items_under
from retromaze.values.arrays import Array
from tests.refusals import error_of

LISTING = """\
DIM R[2],I%[1],D%[1,1]:N=1
D%=R:R[0]=0.5
{statement}
PRINT LEN(R);LEN(I%);LEN(D%);N
DEF REALS OUT A
DIM B[3]:A=B
END
DEF TEXTS OUT A
DIM B$[3]:A=B$
END
DEF MADE()
DIM A%[4]:RETURN A%
END
DEF HALVE A
A[1]=A[0]/2
END
"""


def outcome(statement: str) -> tuple[str, str]:
    result = retromaze.run(LISTING.format(statement=statement), seed=1, frames=60)
    return result.text, "" if result.error is None else result.error.message


def test_it_is_that_array_whatever_the_name_was_declared_as() -> None:
    texts = {
        "": "2121",
        "N=D%[0]": "2120.5",
        "INC D%[0],2:N=R[0]": "2122.5",
        "HALVE D%:N=R[1]": "2120.25",
        "PUSH D%,2.5:N=POP(R)": "2122.5",
        "UNSHIFT D%,2.5:N=R[0]": "3132.5",
        "N=SHIFT(D%)": "1110.5",
        "FILL D%,7.5:N=MAX(R)": "2127.5",
        "R=I%:R[0]=2.5:N=I%[0]": "1122",
        "R=I%:N=D%[0]": "1120.5",
        "REALS OUT I%:I%[2]=0.5:N=I%[2]": "2320.5",
        'TEXTS OUT I%:I%[2]="X"': "2321",
        "R=MADE():R[3]=2.5:N=R[3]": "4122",
        "COPY I%,D%:N=I%[0]": "2220",
        "SORT D%:N=R[1]": "2120.5",
        "D%=D%:N=D%[0]": "2120.5",
        'N$="I%":VAR("I%")=R:N=I%[0]': "2220.5",
    }
    assert {statement: outcome(statement) for statement in texts} == {
        statement: (text, "") for statement, text in texts.items()
    }


def test_what_that_array_cannot_do_is_refused() -> None:
    messages = {
        "N=D%[0,0]": "Syntax error in 0:3",
        "D%[0,0]=1": "Syntax error in 0:3",
        "N=D%[2]": "Subscript out of range in 0:3",
        "D%[-1]=1": "Subscript out of range in 0:3",
        'D%[0]="X"': "Type mismatch in 0:3",
        'PUSH D%,"X"': "Type mismatch in 0:3",
        "R[0]=1E10:I%=R:DIM K%[1]:R=K%:R[0]=1E10": "Overflow in 0:3",
        "TEXTS OUT I%:N=I%[0]": "Type mismatch in 0:3",
        "TEXTS OUT I%:I%[0]=1": "Type mismatch in 0:3",
        "I%=5": "Type mismatch in 0:3",
        "DIM E[1,1]:D%=E:PUSH D%,1": "Type mismatch in 0:3",
        "DIM E[1,1]:D%=E:N=POP(D%)": "Type mismatch in 0:3",
    }
    assert {statement: outcome(statement)[1] for statement in messages} == messages


def test_by_an_assignment_strings_and_numbers_never_share_a_name() -> None:
    reals, texts = Array("#", (1,)), Array("$", (1,))
    assert (array_for("%", reals), array_for("$", texts)) == (reals, texts)
    for kind, value in (("%", texts), ("$", reals), ("#", 1.5)):
        assert error_of(array_for, kind, value) == TypeMismatch, kind


def test_a_name_compiled_for_another_array_can_only_be_counted() -> None:
    reals = Array("#", (3,))
    assert items_under("#", 1, reals) is reals.items
    misfit = items_under("%", 1, reals)
    assert len(misfit) == 3
    assert error_of(lambda: misfit[0]) == error_of(misfit.append, 1) == error_of(misfit.pop) == TypeMismatch

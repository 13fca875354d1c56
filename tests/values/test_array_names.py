"""A name that holds an array of another kind, because a DEF gave it one."""

from __future__ import annotations

import pytest

import retromaze

LISTING = """\
DIM C[1],D[1,1],E$[1]:N=1
TEXTS OUT C:TEXTS OUT D:NUMBERS OUT E$
{statement}
PRINT LEN(C);LEN(D);LEN(E$);N
DEF TEXTS OUT A
DIM B$[3]:B$[1]="X":A=B$
END
DEF NUMBERS OUT A
DIM B%[5]:A=B%
END
DEF REALS OUT A
DIM B[1]:A=B
END
DEF MADE()
DIM A[4]:RETURN A
END
DEF SHOW A
PRINT A[1]
END
"""


def outcome(statement: str) -> tuple[str, str]:
    result = retromaze.run(LISTING.format(statement=statement), seed=1, frames=60)
    return result.text, "" if result.error is None else result.error.message


@pytest.mark.parametrize(
    "statement",
    [
        "C[0]=1",
        "N=C[0]",
        "N=C[9]",
        "D[0,0]=1",
        "N=D[0,0]",
        'E$[0]="X"',
        "PRINT E$[0]",
        "INC C[0]",
        "INC D[0,0],2",
        'INC E$[0],"X"',
        "SWAP C[0],N",
        "READ C[0]\nDATA 1",
        "FOR C[0]=1 TO 3:NEXT",
        "PUSH C,1",
        'UNSHIFT E$,"X"',
        "N=POP(C)",
        "N=SHIFT(C)",
        'PUSH E$[0],"X"',
        "PRINT POP(E$[0])",
        "E$[0][0]=C[0]",
        "C=C",
        "D=D",
    ],
)
def test_an_array_of_another_kind_cannot_be_used_as_what_its_name_says(statement: str) -> None:
    assert outcome(statement) == ("", "Type mismatch in 0:3")


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("", "3351"),
        ("SORT C,D", "3351"),
        ("FILL E$,7:N=MAX(E$)", "3357"),
        ("COPY C,3,D", "6351"),
        ("SHOW C", "X\n3351"),
        ("REALS OUT C:N=C[0]", "1350"),
        ("C=MADE():C[2]=0.5:N=C[2]", "4350.5"),
    ],
)
def test_it_can_be_counted_and_handed_on(statement: str, text: str) -> None:
    assert outcome(statement) == (text, "")

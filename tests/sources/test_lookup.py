"""What an expression is worth where a listing stands, as far as nothing has to run for it."""

from __future__ import annotations

from typing import Any

from retromaze.sources.lookup import Known, values_of_expressions

KNOWN: Known = {"A$": "HI", "I": 1.0, "M[]": [[0.0, 5.0], [7.0, 0.0]], "N%": 3, "Q[]": [2, 4]}


def test_what_is_known_is_told() -> None:
    known: dict[str, list[Any] | None] = {
        "A$": ["HI"],
        "a$": ["HI"],
        "A$,N%;I": ["HI", 3, 1.0],
        "M": [[[0.0, 5.0], [7.0, 0.0]]],
        "M[I,0]": [7.0],
        "M[I-1,Q[0]-1]": [5.0],
        "Q[M[1,1]]": [2],
        "N%*2+1": [7],
        "-N%": [-3],
        "12": [12],
        "B": None,
        "A$,B": None,
        "M[2,0]": None,
        "M[0]": None,
        "Q[A$]": None,
        "LEN(A$),LEN(Q)+1": [2, 3],
        "LEN(M)": None,
        "LEN(I)": None,
        "ABS(I)": None,
        "I==1 && N%>=3": [1],
        "I>1 || N%<3": [0],
        'A$=="HI",A$<"HO"': [1, 1],
        'A$+"!"': ["HI!"],
        "N% DIV 2,7 MOD 4,N% AND 2,1/4": [1, 3, 2, 0.25],
        "!N%,NOT 0,!0": [0, -1, 1],
        "A$==1": None,
        "A$*2": None,
        "1/0": None,
        "A$<<1": None,
        "A$:END": None,
        "M_items[0]": None,
        "'": [],
        "(": None,
    }
    assert {text: values_of_expressions(text, KNOWN) for text in known} == known

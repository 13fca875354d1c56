"""Variables of a run under their names in BASIC, and expressions of them."""

import sys
from typing import Any

from retromaze.engine.computer import Computer
from retromaze.machine.machine import Machine
from retromaze.sources.variables import (
    VariableValues,
    listing_frames,
    value_text,
    values_of_expressions,
    variable_text,
)


def seen_at(source: str, line: int) -> str:
    """What is told of the variables before that line."""
    computer = Computer(Machine(seed=1), traced=True)
    computer.load_source(0, source, path="maze.bas")
    found = []

    def look(slot: int, at: int, column: int) -> None:
        if at == line:
            found.append(variable_text(computer, next(listing_frames(computer, sys._getframe()), None)))

    computer.on_statement = look
    computer.run()
    return found[0]


def test_the_main_program_and_a_def_know_their_own() -> None:
    source = 'A$="x"*300:DIM M[9]\nM[0]=7:N%=3\nF N%\nDEF F X\n PRINT X,A$\nEND'
    assert seen_at(source, 3).splitlines() == [f'A$ = "{"x" * 300}"', "M[9] = [7,0,0,0,0,0,…]", "N% = 3"]
    assert "X = 3" in seen_at(source, 5).splitlines()


def test_values_are_written_as_basic_writes_them() -> None:
    source = 'DIM M[2,3],S$[2],C[8,8,2],E[0]\nM[1,2]=0.5:S$[1]="B":N%=-4:X=0.1+0.2:Y=1E20:T$="x"*500\nEND'
    rows = "[[0,0],[0,0],[0,0],[0,0],[0,0],[0,0],…]"
    assert seen_at(source, 3).splitlines() == [
        f"C[8,8,2] = [{','.join([rows] * 6)},…]",
        "E[0] = []",
        "M[2,3] = [[0,0,0],[0,0,0.5]]",
        "N% = -4",
        'S$[2] = ["","B"]',
        f'T$ = "{"x" * 400}"…',
        "X = 0.3",
        "Y = 100000000000000000000",
    ]
    assert value_text(-0.0) == "-0"


def test_an_array_that_a_def_was_given_is_one_there() -> None:
    source = "DIM M[2,2]\nM[0,1]=7:F M\nDEF F X\n X[0,0]=1\nEND"
    assert "X[2,2] = [[0,7],[0,0]]" in seen_at(source, 4).splitlines()


def test_nothing_is_known_where_no_listing_runs() -> None:
    computer = Computer(Machine(seed=1))
    assert variable_text(computer, next(listing_frames(computer, sys._getframe()), None)) == ""


def test_an_array_s_name_shows_the_array_that_it_has_come_to_mean() -> None:
    source = 'DIM DG[0],A%[2],R[1]\nMK OUT DG:A%=R\nEND\nDEF MK OUT A\nDIM B$[2]:B$[1]="X":A=B$\nEND'
    assert seen_at(source, 3).splitlines() == ["A%[1] = [0]", 'DG[2] = ["","X"]', "R[1] = [0]"]


# ---- what an expression is worth where a listing stands, as far as nothing has to run for it


KNOWN: VariableValues = {"A$": "HI", "I": 1.0, "M[]": [[0.0, 5.0], [7.0, 0.0]], "N%": 3, "Q[]": [2, 4]}


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
        "7.9 DIV 1.5,7.5 MOD 2": [7, 1],
        "N%<<30,-5>>1,N%<<33": [-1073741824, -3, 0],
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

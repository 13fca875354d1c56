"""Hostile listings twice as long take at most three times the work, to run and to port.

Work is counted in calls of Python and C functions, which are the same on every run and machine.
"""

from collections.abc import Callable
from contextlib import suppress
from cProfile import Profile

import pytest

from retromaze.compiler.compiling import compile_listing
from retromaze.errors import BasicError
from retromaze.porting.preparing import CannotPort
from retromaze.porting.writing import write_port
from tests.amounts import fewer
from tests.compiler.test_compile_time import FAMILIES

LENGTH = 100


def rows(row: Callable[[int], str], count: int) -> str:
    return "".join(map(row, range(count)))


HOSTILE: dict[str, Callable[[int], str]] = {
    "nested FORs around much": lambda n: (
        rows(lambda i: f"FOR I{i}=0 TO 1\n", 18) + "A=A+1\n" * n + "NEXT\n" * 18
    ),
    "jumps forward over little": lambda n: rows(lambda i: f"IF RND(2) GOTO @L{i}\nA=A+1\n@L{i}\n", n),
    "jumps here and there": lambda n: rows(lambda i: f"@L{i}\nA=A+1\nIF RND(2) GOTO @L{i * 7 % n}\n", n),
    "jumps a little back": lambda n: rows(lambda i: f"@L{i}\nA=A+1\nIF RND(2) GOTO @L{max(0, i - 3)}\n", n),
    "jumps to the other end": lambda n: rows(lambda i: f"@L{i}\nA=A+1\nIF RND(2) GOTO @L{n - 1 - i}\n", n),
    "jumps to the top": lambda n: "@L\n" + "IF RND(2) GOTO @L\nA=A+1\n" * n,
    "jumps to the end": lambda n: "IF RND(2) GOTO @L\nA=A+1\n" * n + "@L\n",
    "a long ON": lambda n: (
        f"ON RND(9) GOTO @M{rows(lambda i: f',@L{i}', n)}\n@M\n" + rows(lambda i: f"@L{i}\nA=A+1\n", n)
    ),
    "many ONs": lambda n: rows(lambda i: f"ON A GOTO @L{i},@L{(i + 1) % n}\n@L{i}\nB=B+1\n", n),
    "GOSUBs that jump on": lambda n: (
        rows(lambda i: f"GOSUB @L{i}\n", n)
        + "END\n"
        + rows(lambda i: f"@L{i}\nA=A+1\nIF A GOTO @L{(i + 1) % n}\nRETURN\n", n)
    ),
    "names of a DEF": lambda n: "DEF F A\n" + rows(lambda i: f"VAR B{i}=A\n", n) + "END\nF 1\n",
    "strings from the next": lambda n: rows(lambda i: f'A{i}$=A{(i + 1) % n}$+"x"\n', min(n, 250)),
    "arrays of one DIM": lambda n: "DIM A[9]" + rows(lambda i: f",A{i}[9]", n),
    "labels of variables": lambda n: rows(lambda i: f'PRINT "WORD: ";{chr(65 + i % 26)}{i // 26}\n', n),
    "labels of stores": lambda n: "@L\n" + 'IF RND(2) THEN S=RND(9)\nPRINT "SCORE: ";S\n' * n + "GOTO @L\n",
    "RESTOREs": lambda n: rows(lambda i: f"RESTORE @D{i}\nREAD A\n@D{i}\nDATA {i}\n", n),
}


def work(made: Callable[[str], object], source: str) -> int:
    """How many functions are called to make something of a listing, until it is made or refused."""
    with Profile() as profile, suppress(BasicError, CannotPort):
        made(source)
    return sum(each.callcount for each in profile.getstats())


def ratio(made: Callable[[str], object], shape: Callable[[int], str]) -> float:
    """How many times the work twice the length takes."""
    work(made, shape(LENGTH // 4))  # what is made once
    return work(made, shape(2 * LENGTH)) / work(made, shape(LENGTH))


@pytest.mark.slow
@pytest.mark.parametrize("made", [compile_listing, write_port])
def test_a_hostile_listing_twice_as_long_takes_at_most_three_times_the_work(
    made: Callable[[str], object],
) -> None:
    ratios = {name: ratio(made, shape) for name, shape in HOSTILE.items()}
    assert {name: found for name, found in ratios.items() if found > 3} == {}


# what each CONTINUE repeats makes the port itself so long, and is bounded
@pytest.mark.slow
@pytest.mark.parametrize(
    "family", fewer(["nested IF", "DATA that is read"], [name for name in FAMILIES if "CONTINUE" not in name])
)
def test_what_compiles_in_proportion_is_ported_so(family: str) -> None:
    assert ratio(write_port, FAMILIES[family]) < 2.8


def test_calls_deep_in_one_another_are_folded_once() -> None:
    assert write_port("A=B" + "==B$" * 20).count("basic.compare") == 20


def test_what_python_cannot_nest_is_refused_at_once() -> None:
    with pytest.raises(CannotPort):
        write_port("A=B" + "==B$" * 400)

"""Listings twice as long take about twice the work to port, counted in calls: no clock is asked."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from retromaze.porting.preparing import CannotPort
from retromaze.porting.writing import write_port
from tests.amounts import one_in

SHAPES: dict[str, Callable[[int], str]] = {
    "a sum": lambda n: "A=1" + "+B" * n,
    "a sum of Integers": lambda n: "A%=1" + "+B%" * n,
    "a product": lambda n: "B=RND(2)\nA=B" + "*(B-1)" * n,
    "a sum of strings": lambda n: 'A$=""' + "+B$" * n,
    "a condition": lambda n: "IF B" + " && B" * n + " THEN PRINT 1",
    "a bitwise condition": lambda n: "IF B==1" + " OR B==2" * n + " THEN PRINT 1",
    "bits": lambda n: "B=RND(9):A=B" + " OR B" * n,
    "statements on a line": lambda n: ":".join(["A=A+1"] * n),
    "IFs": lambda n: "\n".join(f"IF A=={each} THEN B={each}" for each in range(n)),
    "an IF of many branches": lambda n: (
        "IF A THEN\n" + "".join(f"ELSEIF A=={each} THEN\nB={each}\n" for each in range(n)) + "ENDIF"
    ),
    "DATA": lambda n: "READ A\nDATA " + ",".join(["1"] * n),
    "variables": lambda n: "\n".join(f"A{each}={each}\nPRINT A{each}" for each in range(n)),
    "settings": lambda n: "\n".join(f"A{each}={each}" for each in range(n)) + "\nPRINT A0",
    "FORs": lambda n: "FOR I=1 TO 3:PRINT I:NEXT\n" * n,
    "DEFs": lambda n: "\n".join(f"F{each} 1\nDEF F{each} X\nPRINT X\nEND" for each in range(n)),
}


def work(source: str) -> int:
    """How many calls it takes."""
    count = 0

    def counted(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        write_port(source)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("shape", one_in(8, [*SHAPES]))
def test_twice_the_length_is_twice_the_work(shape: str) -> None:
    short, long = (work(SHAPES[shape](length)) for length in (50, 100))
    assert long < 2.3 * short


def test_calls_deep_in_one_another_are_folded_once() -> None:
    assert write_port("A=B" + "==B$" * 20).count("basic.compare") == 20


def test_what_python_cannot_nest_is_refused_at_once() -> None:
    with pytest.raises(CannotPort):
        write_port("A=B" + "==B$" * 400)

"""Words that the machine has and this simulation does not say so where they are reached."""

from __future__ import annotations

import pytest

import retromaze
from retromaze.builtins import load_all
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.builtins.unsimulated import UNSIMULATED, UNSIMULATED_FAMILIES
from retromaze.report import describe

load_all()


def test_no_word_is_both_simulated_and_not() -> None:
    assert sorted(UNSIMULATED & {*BUILTINS, *VARIABLES}) == []


def test_every_word_is_in_one_family() -> None:
    assert sum(map(len, UNSIMULATED_FAMILIES.values())) == len(UNSIMULATED)


def error_of(statement: str) -> tuple[int, str, str]:
    error = retromaze.run(f"A=1\n{statement}", seed=1).error
    assert error is not None
    return error.number, error.message, error.detail


@pytest.mark.parametrize("name", sorted(UNSIMULATED))
def test_a_word_says_so_where_it_is_reached(name: str) -> None:
    assert error_of(f"{name} 0") == (16, "Undefined function in 0:2", f"not simulated yet: {name}")


@pytest.mark.parametrize(
    "form",
    [
        "ARYOP",
        'ARYOP 0,"XY",,A',
        "ARYOP 0 OUT X,Y",
        "A=ARYOP()",
        "PRINT 1+ARYOP(0)*2",
        'CALL "aryop"',
        'CALL "ARYOP",1 OUT X',
    ],
)
def test_a_word_says_so_in_every_form(form: str) -> None:
    assert error_of(form) == (16, "Undefined function in 0:2", "not simulated yet: ARYOP")


def test_the_report_says_it_too() -> None:
    source = "ARYOP 0,1"
    error = retromaze.run(source, seed=1).error
    assert error is not None
    assert describe(error) == (
        "Undefined function in 0:1 (not simulated yet: ARYOP)\nlisting.bas:1:1\n  ARYOP 0,1\n  ^"
    )


def test_a_mistyped_word_is_named_alone() -> None:
    error = retromaze.run("ARYOPT 0,1", seed=1).error
    assert error is not None and error.detail == "ARYOPT"

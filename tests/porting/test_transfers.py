"""Jumps out of several loops of Python at once."""

from __future__ import annotations

import pytest

from tests.porting.agreeing import difference
from tests.porting.bodies import body

TWO = "FOR I=1 TO 2:FOR J=1 TO 2:IF RND(3)==0 THEN GOTO {}\nPRINT I;J:NEXT\n{}\nNEXT\n{}\nPRINT 9"


def test_out_of_one_loop_there_is_a_break() -> None:
    assert body(TWO.format("@IN", "@IN", "")) == (
        "for i in range(1, 3):\n"
        "    for j in range(1, 3):\n"
        "        if machine.rng.below(3) == 0:\n"
        "            break\n"
        '        machine.console.print(f"{i}{j}")\n'
        'machine.console.print("9")'
    )


def test_out_of_two_loops_there_is_a_flag() -> None:
    assert body(TWO.format("@OUT", "", "@OUT")) == (
        "for i in range(1, 3):\n"
        "    jumped = False\n"
        "    for j in range(1, 3):\n"
        "        if machine.rng.below(3) == 0:\n"
        "            jumped = True\n"
        "            break\n"
        '        machine.console.print(f"{i}{j}")\n'
        "    if jumped:\n"
        "        break\n"
        'machine.console.print("9")'
    )


@pytest.mark.parametrize(
    "source",
    [
        TWO.format("@IN", "@IN", ""),
        TWO.format("@OUT", "", "@OUT"),
        # from three loops into the first, whose next pass begins, and out of all
        "FOR I=1 TO 3\nWHILE RND(5)\nREPEAT\nIF RND(4)==0 THEN GOTO @IN\nIF RND(9)==0 THEN GOTO @OUT\n"
        "PRINT I\nUNTIL RND(2)\nWEND\n@IN\nPRINT 0\nNEXT\n@OUT\nPRINT 9",
        # back to the head of the outer loop
        "@L\nN=N+1\nFOR I=1 TO 3\nFOR J=1 TO 3\nIF RND(9)==0 AND N<5 THEN GOTO @L\nPRINT N;I;J\nNEXT\nNEXT",
        # a variable is read where the jump leads, and the loops have none behind them otherwise
        "FOR I=1 TO 4\nFOR J=1 TO 4\nIF RND(6)==0 THEN GOTO @OUT\nNEXT\nNEXT\n@OUT\nPRINT I;J",
    ],
)
def test_jumps_lead_where_the_listing_s_lead(source: str) -> None:
    assert [difference(source, seed=seed) for seed in range(1, 9)] == [None] * 8

"""Arrays, strings and files end in errnum 11 before they trouble the host, in the statement that passed."""

from __future__ import annotations

import gc

import pytest

import retromaze
from retromaze.engine.computer import Computer
from retromaze.errors import OutOfMemory
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer
from retromaze.values.memory import LONG, ROOM, ArrayMemory, LongText
from tests.amounts import many

ROOM_FOR_FILES = 9 << 20
"""Less than there is, as files are as large as they may be: two of these."""
REFUSED = {
    "a DEF that makes an array in each of its calls": (
        "F 5\nDEF F N\n DIM A[1000000]\n IF N THEN F N-1\nEND",
        3,
    ),
    "arrays that are small each": ("FOR I=1 TO 3000\nF I\nNEXT\nDEF F N\n DIM A[9000]\n F N\nEND", 5),
    "a long string pushed again and again": ('DIM A$[0]\n@L\nPUSH A$,"X"*4000000\nGOTO @L', 3),
    "a string that doubles": ('A$="ABCD"\n@L\nA$=A$+A$\nGOTO @L', 3),
    "a string that doubles in place": ('A$="ABCD"\nB$=A$\n@L\nINC A$,A$\nGOTO @L', 4),
    "a string repeated beyond the memory": ('A$="ABCD"*2000000', 1),
    "a string made of parts of another": ('A$="X"*3000000\nB$=MID$(A$,0,2000000)', 2),
    "a string that grows by what replaces a part of it": (
        'A$="X"*2000000\nB$=SUBST$(A$,5,0,A$)',
        2,
    ),
    "a character that becomes a long string": ('A$="X"*2500000\nA$[5]=A$', 2),
    "strings that are kept in calls": ("F\nDEF F\n A$=\"X\"*500000\n F\nEND", 3),
    "files": ('@L\nI=I+1\nSAVE "TXT:F"+STR$(I),"X"*4000000\nGOTO @L', 3),
    "an array that is copied behind another": ("DIM A[600000],B[0]\nCOPY B,A", 2),
}  # fmt: skip


@pytest.mark.parametrize("traced", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_more_than_fits_is_out_of_memory_where_it_is_made(
    traced: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("retromaze.machine.storage.QUOTA", ROOM_FOR_FILES)
    found = {}
    for name, (source, _) in REFUSED.items():
        computer = Computer(Machine(seed=1), traced=traced)
        computer.load_source(0, source)
        error = run_computer(computer, frames=600)
        found[name] = error and (error.number, error.line)
    assert found == {name: (11, line) for name, (_, line) in REFUSED.items()}


GROWING = {
    "numbers": "DIM A[0]\nWHILE 1:PUSH A,1:WEND",
    "strings": 'DIM A$[0]\nWHILE 1:PUSH A$,"":WEND',
    "short strings": 'DIM A$[0]\nWHILE 1:PUSH A$,"X"*900:WEND',
}


@pytest.mark.parametrize("source", GROWING.values(), ids=GROWING.keys())
def test_an_array_that_grows_for_ever_is_out_of_memory(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retromaze.values.memory.ROOM", many(ROOM // 8, ROOM))
    result = retromaze.run(source, seed=1, frames=60_000)
    assert result.error is not None and result.error.number == 11
    assert result.machine.frame < 60_000


HELD = {
    "a product of zero": ("DIM A[1000000000,0]\nPRINT LEN(A)", "0"),
    "the same array made anew": (
        "FOR I=1 TO 20\nGOSUB @M\nNEXT\nPRINT I\nEND\n@M\nDIM A[900000]\nRETURN",
        "21",
    ),
    "arrays of calls that are over": ("FOR I=1 TO 20\nF\nNEXT\nPRINT I\nDEF F\nDIM A[900000]\nEND", "21"),
    "strings that are forgotten": ('FOR I=1 TO 20\nA$="":A$="X"*3000000\nNEXT\nPRINT LEN(A$)', "3000000"),
    "a long string cut down in place": (
        'A$="X"*4000000\nFOR I=1 TO 5\nC$=POP(A$):C$=SHIFT(A$)\nNEXT\nPRINT LEN(A$)',
        "3999990",
    ),
    "one string in many places": ('DIM A$[20000]\nFILL A$,"X"*900\nWAIT 99\nPRINT LEN(A$[9])', "900"),
    "files one over the other": ('FOR I=1 TO 3\nSAVE "TXT:F","X"*4000000\nNEXT\nPRINT I', "4"),
}


def test_what_is_gone_takes_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retromaze.machine.storage.QUOTA", ROOM_FOR_FILES)
    results = {name: retromaze.run(source, seed=1, frames=6000) for name, (source, _) in HELD.items()}
    found = {name: result.error or result.text for name, result in results.items()}
    assert found == {name: text for name, (_, text) in HELD.items()}


def test_no_subscript_is_inside_a_product_of_zero() -> None:
    error = retromaze.run("DIM A[3,0]:PRINT A[1,0]", seed=1).error
    assert error is not None and error.number == 31


def test_a_long_string_counts_as_long_as_somebody_holds_it() -> None:
    memory = ArrayMemory(lambda units: None)
    one = memory.keep("x" * LONG)
    other = one
    assert isinstance(one, LongText) and one == "x" * LONG
    assert memory.characters == LONG
    del one
    gc.collect()
    assert memory.characters == LONG
    del other
    assert memory.characters == 0


def test_short_strings_stay_as_they_are() -> None:
    memory = ArrayMemory(lambda units: None)
    assert type(memory.made("x" * (LONG - 1))) is str
    assert memory.characters == 0


def test_a_claim_discounts_the_string_whose_place_it_takes() -> None:
    memory = ArrayMemory(lambda units: None)
    held = memory.keep("x" * (ROOM // 2 - 10))
    memory.claim(len(held) - 1, instead=len(held))
    with pytest.raises(OutOfMemory):
        memory.claim(len(held) - 1)

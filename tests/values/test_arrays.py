"""Arrays, the names that mean them, and the memory that arrays and strings take."""

import gc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import retromaze
from retromaze.engine.computer import Computer
from retromaze.errors import OutOfMemory, OutOfRange, Overflow, SubscriptOutOfRange, TypeMismatch
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer
from retromaze.values.arrays import (
    LONG_STRING,
    MEMORY_SIZE,
    Array,
    ArrayMemory,
    LongString,
    array_for,
    fold_elements,
    items_under,
)
from retromaze.values.scalars import SharedString
from tests.amounts import many
from tests.refusals import error_of


def test_elements_begin_as_the_default_of_their_kind():
    assert [repr(Array(kind, (2,)).items) for kind in "%#$"] == ["[0, 0]", "[0.0, 0.0]", "['', '']"]


def test_the_last_subscript_is_innermost():
    array = Array("%", (2, 3))
    array.items[1][2] = 5
    assert array.flat() == [0, 0, 0, 0, 0, 5]
    assert len(array) == 6
    deep = Array("%", (2, 2, 2))
    deep.items[0][0][0] = 1
    assert deep.flat() == [1, 0, 0, 0, 0, 0, 0, 0]


def test_an_array_may_be_empty():
    assert len(Array("#", (0,))) == 0
    assert Array("#", (3, 0)).flat() == []


def test_sizes_have_limits():
    assert error_of(Array, "%", (-1,)) == OutOfRange
    assert error_of(Array, "%", (10000, 10000)) == OutOfMemory


def test_flat_of_one_dimension_is_the_list_itself_and_values_a_plain_copy():
    array = Array("$", (2,))
    array.items[0] = SharedString("shared")
    assert array.flat() is array.items
    assert array.values() == ["shared", ""]


def test_values_convert_as_the_array_stores_them():
    stored = {
        ("%", -2.7): "-2",
        ("#", 5): "5.0",
        ("$", "x"): "'x'",
        ("%", 2**31 - 1): "2147483647",
    }
    assert {(kind, value): repr(Array(kind, (1,)).converted(value)) for kind, value in stored} == stored
    shared = SharedString("x")
    assert Array("$", (1,)).converted(shared) is shared


def test_no_string_goes_among_numbers_nor_the_reverse():
    for kind, value in (("%", "x"), ("#", SharedString("x")), ("$", 1), ("#", None)):
        assert error_of(Array(kind, (1,)).converted, value) == TypeMismatch, (kind, value)
    assert error_of(Array("%", (1,)).converted, 1e10) == Overflow


def test_one_dimension_grows_when_stored_past_its_end():
    array = Array("%", (2,))
    array.store(3, [7, 8])
    assert array.items == [0, 0, 0, 7, 8]
    assert len(array) == 5


def test_more_dimensions_do_not_grow():
    array = Array("%", (2, 2))
    assert error_of(array.store, 3, [1, 2]) == SubscriptOutOfRange
    assert array.items == [[0, 0], [0, 0]]


def test_a_store_that_fails_changes_nothing():
    array = Array("%", (2,))
    assert error_of(array.store, 0, [1, "x"]) == TypeMismatch
    assert array.items == [0, 0]


@settings(max_examples=40)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=4))
def test_folding_undoes_flattening(sizes):
    array = Array("%", tuple(sizes))
    numbers = list(range(len(array)))
    array.store(0, numbers)
    assert array.flat() == numbers
    if numbers:
        assert fold_elements(numbers, tuple(sizes)) == array.items


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


@pytest.mark.slow
@pytest.mark.parametrize("source", GROWING.values(), ids=GROWING.keys())
def test_an_array_that_grows_for_ever_is_out_of_memory(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retromaze.values.arrays.MEMORY_SIZE", many(MEMORY_SIZE // 8, MEMORY_SIZE))
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
    one = memory.count_string("x" * LONG_STRING)
    other = one
    assert isinstance(one, LongString) and one == "x" * LONG_STRING
    assert memory.characters == LONG_STRING
    del one
    gc.collect()
    assert memory.characters == LONG_STRING
    del other
    assert memory.characters == 0


def test_short_strings_stay_as_they_are() -> None:
    memory = ArrayMemory(lambda units: None)
    assert type(memory.allocate_string("x" * (LONG_STRING - 1))) is str
    assert memory.characters == 0


def test_a_claim_discounts_the_string_whose_place_it_takes() -> None:
    memory = ArrayMemory(lambda units: None)
    held = memory.count_string("x" * (MEMORY_SIZE // 2 - 10))
    memory.claim(len(held) - 1, replaced=len(held))
    with pytest.raises(OutOfMemory):
        memory.claim(len(held) - 1)

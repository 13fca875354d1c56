from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.errors import OutOfMemory, OutOfRange, Overflow, SubscriptOutOfRange, TypeMismatch
from retromaze.values.arrays import Array, fold_elements
from retromaze.values.text import Text
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
    array.items[0] = Text("shared")
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
    shared = Text("x")
    assert Array("$", (1,)).converted(shared) is shared


def test_no_string_goes_among_numbers_nor_the_reverse():
    for kind, value in (("%", "x"), ("#", Text("x")), ("$", 1), ("#", None)):
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

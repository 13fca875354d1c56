import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.errors import OutOfMemory, OutOfRange, Overflow, SubscriptOutOfRange, TypeMismatch
from retromaze.values.arrays import Array, fold_elements
from retromaze.values.text import Text


@pytest.mark.parametrize(("kind", "items"), [("%", "[0, 0]"), ("#", "[0.0, 0.0]"), ("$", "['', '']")])
def test_elements_begin_as_the_default_of_their_kind(kind, items):
    assert repr(Array(kind, (2,)).items) == items


def test_the_last_subscript_is_innermost():
    array = Array("%", (2, 3))
    array.items[1][2] = 5
    assert array.flat() == [0, 0, 0, 0, 0, 5]
    assert len(array) == 6


def test_rows_are_not_shared():
    array = Array("%", (2, 2, 2))
    array.items[0][0][0] = 1
    assert array.flat() == [1, 0, 0, 0, 0, 0, 0, 0]


def test_an_array_may_be_empty():
    assert len(Array("#", (0,))) == 0
    assert Array("#", (3, 0)).flat() == []


def test_sizes_have_limits():
    with pytest.raises(OutOfRange):
        Array("%", (-1,))
    with pytest.raises(OutOfMemory):
        Array("%", (10000, 10000))


def test_flat_of_one_dimension_is_the_list_itself_and_values_a_plain_copy():
    array = Array("$", (2,))
    array.items[0] = Text("shared")
    assert array.flat() is array.items
    assert array.values() == ["shared", ""]


@pytest.mark.parametrize(
    ("kind", "value", "stored"),
    [("%", -2.7, "-2"), ("#", 5, "5.0"), ("$", "x", "'x'"), ("%", 2**31 - 1, "2147483647")],
)
def test_values_convert_as_the_array_stores_them(kind, value, stored):
    assert repr(Array(kind, (1,)).converted(value)) == stored


def test_shared_strings_are_stored_as_they_are():
    shared = Text("x")
    assert Array("$", (1,)).converted(shared) is shared


@pytest.mark.parametrize(("kind", "value"), [("%", "x"), ("#", Text("x")), ("$", 1), ("#", None)])
def test_no_string_goes_among_numbers_nor_the_reverse(kind, value):
    with pytest.raises(TypeMismatch):
        Array(kind, (1,)).converted(value)


def test_a_large_real_overflows_an_integer_array():
    with pytest.raises(Overflow):
        Array("%", (1,)).converted(1e10)


def test_one_dimension_grows_when_stored_past_its_end():
    array = Array("%", (2,))
    array.store(3, [7, 8])
    assert array.items == [0, 0, 0, 7, 8]
    assert len(array) == 5


def test_more_dimensions_do_not_grow():
    array = Array("%", (2, 2))
    with pytest.raises(SubscriptOutOfRange):
        array.store(3, [1, 2])
    assert array.items == [[0, 0], [0, 0]]


def test_a_store_that_fails_changes_nothing():
    array = Array("%", (2,))
    with pytest.raises(TypeMismatch):
        array.store(0, [1, "x"])
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

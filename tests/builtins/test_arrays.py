"""Arrays"""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.builtins import arrays
from retromaze.builtins.arrays import sort_items
from retromaze.errors import (
    IllegalFunctionCall,
    OutOfData,
    OutOfMemory,
    OutOfRange,
    Overflow,
    Stopped,
    SubscriptOutOfRange,
    TypeMismatch,
    UndefinedLabel,
)
from retromaze.machine.machine import Machine
from retromaze.values.arrays import Array
from retromaze.values.costs import do_nothing
from retromaze.values.scalars import SharedString
from tests.refusals import error_at, error_of
from tests.running import array_of

MACHINE = Machine(seed=1)
SMALL = st.lists(st.integers(0, 5), max_size=12)


def grid(*rows):
    array = Array("%", (len(rows), len(rows[0])))
    array.store(0, [value for row in rows for value in row])
    return array


def test_len_counts_code_units_and_all_elements():
    assert arrays.length("") == 0
    assert arrays.length("あ\ud83d\ude00") == 3
    assert arrays.length(Array("#", (3, 4))) == 12
    assert error_of(arrays.length, 5) == TypeMismatch


class Listing:
    """Stands for the running engine: the DATA after one label."""

    def __init__(self, **data):
        self.data = data
        self.machine = MACHINE

    def data_from(self, label):
        if label[1:] not in self.data:
            raise UndefinedLabel
        return list(self.data[label[1:]])


def copy(target, *rest):
    listing: Any = Listing(L=[5, 1.5, 2, 4], S=["a", "b"])
    arrays.copy(listing, target, *rest)


# FILL


def test_fill_sets_all_or_a_part():
    array = array_of("#", 0, 0, 0, 0)
    arrays.fill(MACHINE, array, 7, 1, 2)
    assert repr(array.items) == "[0.0, 7.0, 7.0, 0.0]"
    arrays.fill(MACHINE, array, 1.5)
    assert array.items == [1.5] * 4
    arrays.fill(MACHINE, array, 2, 3)
    assert array.items == [1.5, 1.5, 1.5, 2.0]


def test_fill_of_four_dimensions_begins_and_ends_inside_a_row():
    array = Array("$", (2, 2, 1, 3))
    arrays.fill(MACHINE, array, "x", 1, 9)
    assert array.items == [[[["", "x", "x"]], [["x", "x", "x"]]], [[["x", "x", "x"]], [["x", "", ""]]]]


def test_fill_stays_inside_the_array():
    culprits = {(-1,): 3, (5,): 3, (1, -1): 4, (1, 4): 4, (5, 0): 4}
    errors = {part: error_at(arrays.fill, MACHINE, array_of("%", 1, 2, 3, 4), 9, *part) for part in culprits}
    assert errors == {part: (OutOfRange, culprit) for part, culprit in culprits.items()}


def test_fill_takes_no_other_kind():
    for kind, value in (("%", "x"), ("$", 1), ("%", Array("%", (1,)))):
        assert error_of(arrays.fill, MACHINE, Array(kind, (2,)), value) == TypeMismatch, (kind, value)


@settings(max_examples=40)
@given(SMALL, st.integers(0, 12), st.integers(0, 12))
def test_fill_equals_assigning_one_by_one(values, start, count):
    array, model = array_of("%", *values), list(values)
    if start + count > len(values):
        assert error_of(arrays.fill, MACHINE, array, 9, start, count) == OutOfRange
    else:
        arrays.fill(MACHINE, array, 9, start, count)
        for at in range(start, start + count):
            model[at] = 9
    assert array.items == model


# COPY between arrays


def test_one_number_after_the_source_is_the_count_and_two_are_start_and_count():
    source = array_of("%", 1, 2, 3, 4)
    target = array_of("%", 0, 0, 0, 0, 0)
    copy(target, source, 2)
    assert target.items == [1, 2, 0, 0, 0]
    copy(target, 3, source, 1.9, 2)
    assert target.items == [1, 2, 0, 2, 3]
    copy(target, 1, source, 1)
    assert target.items == [1, 1, 0, 2, 3]


def test_dimensions_are_ignored():
    square = grid([1, 2], [3, 4])
    line = Array("%", (0,))
    copy(line, square)
    assert line.items == [1, 2, 3, 4]
    copy(square, 1, line, 0, 2)
    assert square.items == [[1, 1], [2, 4]]


def test_an_array_may_be_copied_onto_itself():
    array = array_of("%", 1, 2, 3)
    copy(array, 1, array)
    assert array.items == [1, 1, 2, 3]


def test_copy_moves_the_string_objects_themselves():
    shared = SharedString("a")
    target = Array("$", (0,))
    copy(target, array_of("$", shared, "b"))
    assert target.items[0] is shared


def test_reals_copied_to_integers_are_cut_or_overflow():
    target = Array("%", (1,))
    copy(target, array_of("#", -2.7))
    assert target.items == [-2]
    assert error_of(copy, target, array_of("#", 1e10)) == Overflow


def test_copy_refuses():
    target = array_of("%", 4)
    table = [
        ((), IllegalFunctionCall),
        ((1,), IllegalFunctionCall),
        ((array_of("%", 1), 0, 1, 1), IllegalFunctionCall),
        ((array_of("$", "a"),), TypeMismatch),
        ((array_of("%", 1), "x"), TypeMismatch),
        ((1, 2, array_of("%", 1)), TypeMismatch),
        ((-1, array_of("%", 1)), OutOfRange),
        ((array_of("%", 1), -1), OutOfRange),
        ((array_of("%", 1), -1, 1), OutOfRange),
        ((array_of("%", 1), 0, -1), OutOfRange),
        ((array_of("%", 1), 2), SubscriptOutOfRange),
        ((array_of("%", 1), 1, 1), SubscriptOutOfRange),
        ((2147483647, array_of("%", 1)), OutOfMemory),
    ]
    assert [(rest, error_of(copy, target, *rest)) for rest, _ in table] == table
    assert target.items == [4]
    assert error_at(copy, target, 0, array_of("%", 1), 0, -1) == (OutOfRange, 5)


def test_a_target_of_more_dimensions_does_not_grow():
    square = Array("%", (2, 2))
    assert error_of(copy, square, 2, array_of("%", 1, 2, 3)) == SubscriptOutOfRange
    assert square.items == [[0, 0], [0, 0]]


@settings(max_examples=60)
@given(SMALL, SMALL, st.integers(0, 6), st.integers(0, 6), st.integers(0, 6))
def test_copy_equals_assigning_one_by_one(old, source, position, start, count):
    target = array_of("%", *old)
    if start + count > len(source):
        assert error_of(copy, target, position, array_of("%", *source), start, count) == SubscriptOutOfRange
        return
    # A list grows when written past its end: zeros up to the place, then the elements.
    model = old + [0] * (position - len(old))
    model[position : position + count] = source[start : start + count]
    copy(target, position, array_of("%", *source), start, count)
    assert target.items == model


# COPY from DATA


def test_copy_takes_a_count_of_data_and_lets_the_target_grow():
    target = array_of("%", 0, 0, 0)
    copy(target, "@L", 2)
    assert target.items == [5, 1, 0]
    copy(target, 2, "@L", 4)
    assert target.items == [5, 1, 5, 1, 2, 4]
    texts = Array("$", (2,))
    copy(texts, "@S")
    assert texts.items == ["a", "b"]


def test_copy_from_data_refuses():
    target = array_of("%", 4)
    errors = {
        ("@L", 5): OutOfData, ("@NOPE",): UndefinedLabel, ("@S",): TypeMismatch, ("@L", -1): OutOfRange,
        ("@L", 0, 1): IllegalFunctionCall, ("@L", "2"): TypeMismatch,
    }  # fmt: skip
    assert {rest: error_of(copy, target, *rest) for rest in errors} == errors
    assert target.items == [4]


# SORT and RSORT


def test_sort_takes_a_part():
    keys, follower = array_of("%", 4, 3, 2, 1), array_of("$", "a", "b", "c", "d")
    arrays.sort(MACHINE, 1, 2.9, keys, follower)
    assert (keys.items, follower.items) == ([4, 2, 3, 1], ["a", "c", "b", "d"])
    arrays.sort_backward(MACHINE, 2, 2, keys)
    assert keys.items == [4, 2, 3, 1]
    arrays.sort(MACHINE, 2, 2, keys)
    assert keys.items == [4, 2, 1, 3]


def test_strings_sort_by_code_units_and_stay_the_same_objects():
    shared = SharedString("b")
    keys = array_of("$", "か", shared, "a", "", "ab", "B")
    arrays.sort(MACHINE, keys)
    assert keys.values() == ["", "B", "a", "ab", "b", "か"]
    assert keys.items[4] is shared


def test_a_part_outside_the_keys_is_out_of_range():
    keys = array_of("%", 3, 1, 2)
    parts = ((3, 1), (5, 1), (2, 3), (0, 99), (0, -1), (-1, 2), (5, 0))
    for order in (arrays.sort, arrays.sort_backward):
        errors = {part: error_of(order, MACHINE, *part, keys) for part in parts}
        assert errors == dict.fromkeys(parts, OutOfRange), order
    assert error_of(arrays.sort, MACHINE, keys, array_of("%", 1, 2)) == OutOfRange
    assert keys.items == [3, 1, 2]


def test_sort_refuses():
    table = [
        ((), IllegalFunctionCall),
        ((0, 1), IllegalFunctionCall),
        ([array_of("%", 1)] * 9, IllegalFunctionCall),
        ((0, array_of("%", 1)), TypeMismatch),
        ((5,), TypeMismatch),
        (("x",), TypeMismatch),
        (("x", 1, array_of("%", 1)), TypeMismatch),
        ((array_of("%", 1), 5), TypeMismatch),
    ]
    for order in (arrays.sort, arrays.sort_backward):
        assert [(given, error_of(order, MACHINE, *given)) for given, _ in table] == table, order


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers()), max_size=10), st.data())
def test_sorting_equals_sorting_the_rows(rows, data):
    start = data.draw(st.integers(0, len(rows)))
    count = data.draw(st.integers(0, len(rows) - start))
    part = sorted(rows[start : start + count], key=lambda row: row[0])
    for order, middle in [(arrays.sort, part), (arrays.sort_backward, part[::-1])]:
        keys = array_of("%", *[key for key, _ in rows])
        follower = array_of("$", *[str(value) for _, value in rows])
        order(MACHINE, start, count, keys, follower)
        expected = rows[:start] + middle + rows[start + count :]
        assert keys.items == [key for key, _ in expected]
        assert follower.items == [str(value) for _, value in expected]


def test_rows_are_written_while_frames_pass():
    machine, array = Machine(seed=1), Array("#", (200_000, 1))
    filled = []
    machine.on_frame = lambda each: filled.append(array.flat().count(1.0))
    arrays.fill(machine, array, 1)
    assert 0 < filled[0] < 200_000
    assert array.flat() == [1.0] * 200_000


@pytest.mark.slow
def test_a_stop_while_rows_are_written_leaves_all_of_them_sorted():
    machine, keys, other = Machine(seed=1), Array("#", (100_000, 1)), Array("%", (100_000, 1))
    keys.store(0, range(99_999, -1, -1))
    other.store(0, range(100_000))

    def stop(each):
        if keys.items[0][0] == 0:
            raise Stopped

    machine.on_frame = stop
    with pytest.raises(Stopped):
        arrays.sort(machine, keys, other)
    assert keys.flat() == [*map(float, range(100_000))]
    assert other.flat() == [*range(99_999, -1, -1)]


@given(keys=st.lists(st.integers(0, 9), max_size=60))
def test_pieces_sort_like_one(keys):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrays, "RUN_LENGTH", 4)
        assert sort_items(range(len(keys)), do_nothing, keys.__getitem__) == sorted(
            range(len(keys)), key=keys.__getitem__
        )


@given(numbers=st.lists(st.sampled_from([0.0, -0.0, 1.0, -1.5, 7.0]), max_size=60))
def test_numbers_sort_without_places_and_equal_ones_keep_their_order(numbers):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrays, "RUN_LENGTH", 4)
        assert list(map(str, sort_items(numbers, do_nothing))) == list(map(str, sorted(numbers)))


def test_no_piece_of_the_work_is_large():
    numbers = random.Random(1)
    keys = [numbers.random() for _ in range(4 * arrays.RUN_LENGTH)]
    spent = []
    order = sort_items(range(len(keys)), spent.append, keys.__getitem__)
    assert [keys[at] for at in order] == sorted(keys)
    assert max(spent) <= 2 * arrays.RUN_LENGTH
    assert sum(spent) > len(keys)

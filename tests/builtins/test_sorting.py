"""Sorting in pieces gives what one stable sort gives, and frames pass meanwhile."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retromaze.builtins import sorting
from retromaze.builtins.sorting import sort_items
from retromaze.values.rates import ignored


@given(keys=st.lists(st.integers(0, 9), max_size=60))
def test_pieces_sort_like_one(keys):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sorting, "RUN", 4)
        assert sort_items(range(len(keys)), ignored, keys.__getitem__) == sorted(
            range(len(keys)), key=keys.__getitem__
        )


@given(numbers=st.lists(st.sampled_from([0.0, -0.0, 1.0, -1.5, 7.0]), max_size=60))
def test_numbers_sort_without_places_and_equal_ones_keep_their_order(numbers):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sorting, "RUN", 4)
        assert list(map(str, sort_items(numbers, ignored))) == list(map(str, sorted(numbers)))


def test_no_piece_of_the_work_is_large():
    numbers = random.Random(1)
    keys = [numbers.random() for _ in range(4 * sorting.RUN)]
    spent = []
    order = sort_items(range(len(keys)), spent.append, keys.__getitem__)
    assert [keys[at] for at in order] == sorted(keys)
    assert max(spent) <= 2 * sorting.RUN
    assert sum(spent) > len(keys)

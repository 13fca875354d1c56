"""Bits: counted and chosen as in the article of 2022-10-10."""

from __future__ import annotations

import pytest

from retromaze.ports import BitCount, BitSelect


@pytest.mark.parametrize(
    ("number", "places"),
    [(0, []), (1, [0]), (12, [2, 3]), (15, [0, 1, 2, 3]), (0b1010_0000, [5, 7]), (-1, [])],
)
def test_bits_are_counted_and_chosen(number: int, places: list[int]) -> None:
    assert BitCount(number) == len(places)
    assert [BitSelect(number, nth) for nth in range(len(places))] == places


@pytest.mark.parametrize("nth", [-1, 2, 3])
def test_where_there_is_no_such_bit_the_place_is_below_0(nth: int) -> None:
    assert BitSelect(12, nth) == -1

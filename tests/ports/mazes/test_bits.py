"""Bits: counted and chosen as in the article of 2022-10-10."""

from __future__ import annotations

from retromaze.ports import BitCount, BitSelect


def test_bits_are_counted_and_chosen() -> None:
    places = [(0, []), (1, [0]), (12, [2, 3]), (15, [0, 1, 2, 3]), (0b1010_0000, [5, 7]), (-1, [])]
    found = [(number, [BitSelect(number, nth) for nth in range(BitCount(number))]) for number, _ in places]
    assert found == places


def test_where_there_is_no_such_bit_the_place_is_below_0() -> None:
    assert [BitSelect(12, nth) for nth in (-1, 2, 3)] == [-1, -1, -1]

"""Bits as a set of choices: how many there are, and which is the n-th of them."""

from __future__ import annotations


def bit_count(number: int) -> int:
    """How many bits of a number are 1; those of a number below 0 are not counted."""
    count = 0
    while number > 0:
        count += number & 1
        number >>= 1
    return count


def bit_select(number: int, nth: int) -> int:
    """The place of the n-th bit that is 1, both counted from 0 and from the lowest; -1 if there is none."""
    places = [place for place in range(number.bit_length()) if number >> place & 1]
    return places[nth] if 0 <= nth < len(places) else -1

"""Ranges of MIN, MAX, ABS, FLOOR, CEIL and ROUND of whole numbers."""

from __future__ import annotations

from retromaze.analysis import kinds
from retromaze.analysis.kinds import ANY, REAL, Kind, Type

EXTREMES = {"MIN", "MAX"}
ROUNDINGS = {"FLOOR", "CEIL", "ROUND"}


def is_whole(kind: Kind) -> bool:
    """Whether a value is an int that does not stand for -0."""
    return kind.is_int and not kind.minus_zero


def extreme(name: str, given: list[Kind]) -> Kind:
    """MIN or MAX of several numbers: an Integer of two Integers, else a Real."""
    if len(given) < 2:
        return ANY
    if not all(map(is_whole, given)):
        return REAL
    choose = min if name == "MIN" else max
    low, high = choose(each.low for each in given), choose(each.high for each in given)
    integer = len(given) == 2 and all(each.type is Type.INTEGER for each in given)
    return Kind(Type.INTEGER if integer else Type.WHOLE, low, high)


def without_sign(given: Kind) -> Kind:
    """ABS of a number kept as an int; the Integer -2147483648 stays as it is."""
    low = max(given.low, -given.high, 0)
    high = max(abs(given.low), abs(given.high))
    if given.type is Type.INTEGER:
        return kinds.integer(low, high)
    return kinds.whole(low, high)


def rounded_kind(given: Kind) -> Kind:
    """FLOOR, CEIL or ROUND of a number kept as an int."""
    return given if is_whole(given) else REAL
